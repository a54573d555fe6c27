"""An order in whose place something else was done, and reported: a rate limit for a captcha, another limit than the one
that was named.

What an order wants made is named by its object; a deed that made it names it somewhere, in a file, a commit, a command
or the reply. Where nothing does, and the reply tells of another deed, the order stands, until the person takes what
they got. The same holds where the reply says what it was done instead of, and for a value that is to be set.
"""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.exchanges.contrast import says_done
from threefold.work.exchanges.exchange import Exchange
from threefold.work.exchanges.replies import same_script
from threefold.work.sentences import acts, asking, claims, ordering, planning
from threefold.work.sentences.acts import Act
from threefold.work.sentences.parts import order
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.words import GENERIC, terms

SWAPPED = "asked for, and the reply tells of something else that was done"
"""Why such an order is open."""
_LONG = 600
"""Characters; a longer message tells more than one order."""
_MAKES = later(
    r"(?i)\b(?:add|create|put|implement|introduce|include|insert|install|attach|append|build|write|set up|give \w+)"
    r"(?: in| up)? (?:an? |the |some |another |new |proper |simple |small |\d+ )*"
    r"(?P<object>[^,.;:!?()]{2,80}?)(?= (?:to|in|into|on|onto|for|of|with|when|where|so|that|which|from|at|by|before|"
    r"after|around|behind|below|above|and|then|please|pls|if|as|via|using|between|per|over|under|too|instead)\b|[,.;:!?()]|$)"
)
_HAN_MAKES = later(
    r"(?:添加|增加|新增|加上|加个|加一[个条层项]|加|做一?个|接入|引入|实现|装上)(?P<object>[^，,。；;！!？?的和、并再然后]{2,14})"
)
_SETS = later(
    r"(?i)\b(?:raise|set|lower|increase|reduce|bump|change|limit|cap|decrease|shorten|extend)\b[^.;!?]{2,80}? to "
    r"(?P<value>\d[\d.,]*)|(?:改[成为到]|调[成为到]|设[成为]|升到|降[到为]|提高到|限制[为到])\s?(?P<han>\d[\d.,]*)"
)
_SET = later(r"(?i)\b(?:to|at|is|now) (\d[\d.,]*)|(?:[改调设][成为到]|升到|降[到为]|现在是)\s?(\d[\d.,]*)")
_DESCRIBED = later(
    r"(?i) (?:that|which|who|where|when|so|called|named|to(?! (?:the|an?|our|my|each|every|all|th\w+)\b))\b"
    r"([^.;!?]{2,120})"
)
_NO_THING = Phrases(
    r"(?:ation|ition|ing|ity|ment|ness|ance|ence|sion|checks?|support|fallback|guard)s?$|"
    r"\b(?:it|this|that|them|these|those|one|everything|something)\b"
)
"""What is no thing but a quality, which has many names, or is named before."""
_OF_IT = later(r"(?i)\W*(?:it|they|both|these|those)(?:'s|'re)?\b|\W*[它都]")
"""How a reply begins that is about the thing, and does not name it again."""
_JOINTS = later(r"(?<=\w)[ _-](?=\w)")
_INSTEAD = later(r"(?i)\b(?:instead of|rather than|in place of|in lieu of)\b|而不是|代替|没有(?=.{1,20}而是)")
_ORDERS_INSTEAD = Phrases(
    r"\b(?:instead|rather|replace|switch|swap|migrate|convert|rename|remove|drop|delete|get rid)\b|替换|换成|改用|"
    r"而不是|代替"
)
_TAKES = Phrases(
    r"\b(?:better|fine|works|good|ok(?:ay)?|nice|great|perfect|love|like|cool|thanks?|thank you|thx|excellent|happy|"
    r"enough)\b|更好|可以|^[好行嗯]|不错|没问题|谢谢|够了|赞"
)
_BUT = Phrases(r"\b(?:but|though|however|not|still|wanted|asked)\b|n't\b|不过|但是?|还是|不是|不要|没有")


def swapped(now: Exchange) -> str:
    """The sentence of an order in whose place something else was done; empty where there is none."""
    reply = "\n".join(now.closing)
    if not (now.edits or now.commits) or not reply or len(now.human) > _LONG or now.listed or now.approved:
        return ""
    ordered = ordering.orders_of(now.human)
    if len(ordered) != 1 or len(order(now.human).things) > 1 or asking.asks_of_person(reply):
        return ""
    line = ordered[0]
    told = now.commits > 0 or any(planning.claims(reply)) or bool(claims.claimed_changes(reply))
    if says_done(reply) or not told or not same_script(line.text, reply):
        return ""
    return line.plain if _another_thing(line, now, reply) or _another_value(line, now, reply) else ""


def takes(text: str) -> bool:
    """Whether a person takes what was done in place of what they had ordered."""
    heard = acts.acts(text)
    pleased = bool(heard) and (heard[0][0] in (Act.SOCIAL, Act.ACCEPT) or _TAKES.within(heard[0][1]))
    return (
        pleased and not any(_BUT.within(one) for _, one in heard[:1]) and not any(one is Act.OTHER for one, _ in heard)
    )


def _another_thing(line: Said, now: Exchange, reply: str) -> bool:
    found = _MAKES.search(line.masked) or _HAN_MAKES.search(line.masked)
    wanted = terms(found["object"]) - GENERIC if found else frozenset()
    described = _DESCRIBED.match(line.masked, found.end()) if found else None
    if described:  # "a function that returns the median" is known by what it does
        wanted |= terms(described[1]) - GENERIC
    if not wanted or "`" in (found["object"] if found else ""):
        return False
    if not _ORDERS_INSTEAD.within(line):
        for one in said(reply):
            place = _INSTEAD.search(one.masked)
            if place and wanted <= terms(one.masked[place.end() :]):
                return True
    if found is None or _NO_THING.within(found["object"].strip()) or _OF_IT.match(reply):
        return False
    shown = f"{now.told()}\n{now.landed()}"
    shown = f"{shown}\n{_JOINTS.sub('', shown)}"
    return not any(_begins(word) in shown for word in wanted) and _tells_more(reply, line)


def _another_value(line: Said, now: Exchange, reply: str) -> bool:
    found = _SETS.search(line.masked)
    value = (found["value"] or found["han"]).strip(".,") if found else ""
    if not value or value in f"{now.told()}\n{now.landed()}":
        return False
    set_to = [one or other for one, other in _SET.findall(reply)]
    return any(other.strip(".,") not in line.text for other in set_to)


def _begins(word: str) -> str:
    """The beginning of a word, which its other forms share."""
    return word[: max(4, len(word) * 3 // 4)] if word.isascii() else word


def _tells_more(reply: str, line: Said) -> bool:
    """Whether a reply tells of something in words that the order does not have."""
    return len(terms(reply) - terms(line.text) - GENERIC) > 1
