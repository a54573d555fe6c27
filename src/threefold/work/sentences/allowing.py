"""What a person's words order or allow: a deed, and the thing that it is done to."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.forbidding import CLAUSES, DEED, VERB, spoken, thing_of
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.wishes import wants_done
from threefold.work.sentences.words import stem

GO_AHEAD = "go ahead"
"""The deed of who only says to go on."""
_ALLOWS = (
    r"(?:(?:you|u) (?:may|can|could|should|might)|we can)(?: now| also| just)*|(?:you(?:'re| are) )?(?:free|allowed|"
    r"welcome|permitted) to|feel free to|(?:it'?s |it is )?(?:ok(?:ay)?|fine|all right) to|go ahead and|go ahead"
)
_LEADS = later(
    rf"(?i)(?:(?:{_ALLOWS}|ok(?:ay)?|yes|yep|good|great|fine|right|perfect|looks (?:good|right|fine)|lgtm|please|"
    rf"now|then|"
    r"and|so|but|actually|well|all ?right|sure|thanks|just|also|let'?s|(?:can|could|would|will) you|i(?: want|'d like| "
    r"would like) you to|time to|start|begin|to|next|first|finally|immediately|directly|simply)[\s,.!:]+)*"
)
_HAN_LEADS = later(
    r"(?:(?:可以|允许|能|好的?|行|嗯|对|是的|没问题|那就?|就|请|麻烦|你|您|帮我?|直接|开始|现在|然后|再|接着|一起|并且?|"
    r"也|去|来|这次|这回)[，, ]?)*"
)
_HAN_WITH = later(r"[把将按照用给往]")
"""What stands before the deed with its thing or manner in Chinese."""
_ALLOWED_NOW = later(r"可以|能|就|允许")
_MAY_LEAD = later(rf"(?i)(?:{_ALLOWS})[\s,]*$")
_THING_FIRST = later(
    r"(?i)(?!(?:you|u|i|we|he|she|they|it)\b)(?P<thing>[\w./ '-]{1,80}?) (?:can|may|could|(?:is|are) (?:allowed|free|"
    r"ok(?:ay)?|fine|yours) to)(?: now| also| just)*(?: be)? (?P<verb>[a-z]+)(?: now| too| as well| after all| again| "
    r"freely)*\W*$"
)
_HAN_THING_FIRST = later(
    r"(?P<thing>.{1,60}?) ?(?:现在|这次|也|都|就)*(?:可以|(?<!可)能|允许|随便|(?P<also>也|都|就)(?:一起|顺便)?)"
    r"(?:你|您|随便|放心|直接|也|去|被|开始|再)*"
)
_HAN_CLOSE = later(r"(?:了|掉|吧|一下|啦|的)*\W*$")
"""How one allows a deed behind the thing that it is done to: "the config may be changed", "配置可以改了"."""
_DOING_FIRST = later(
    r"(?i)(?:(?:ok(?:ay)?|yes|so|and|now|actually|from now on)[\s,]+)*(?P<verb>[a-z]{2,}ing)\b(?P<thing>[^,;]{0,80}?) (?:is|are)"
    r"(?: now| totally| perfectly| also| all)* (?:fine|ok(?:ay)?|all right|allowed|permitted|good|possible)\b"
)
_HAN_FINE = later(r"没(?:问题|关系|事)|不要紧|无所谓")
_HAN_DOING_FIRST = later(
    r"(?:以后|今后|现在|直接|那|你|您|都)*(?P<what>.{1,60}?)(?:也|都|就|现在|是)*(?:没问题|没关系|没事|不要紧|无所谓|可以|行|OK|ok)(?:了|的|啦|吧)*\W*$"
)
"""How one says that a deed is all right: "pushing to main is fine", "推送到 main 没问题了"."""
_ONE_MORE = later(r"(?i)(?:the|any|all|our|my|your)\b")
_FOR_WHAT = later(r"(?i)\b(?:for|because|so|since|while|to (?:fix|make|get|add|see|let|do|solve|clean))\b.*")
"""What an allowed deed is for; it names no thing."""
_NOW = Phrases(r"\b(?:now|as well|after all|anyway|too)\b|现在|也|^那|没关系")
"""How an order says that it goes beyond what was so far."""
_MAY = Phrases(rf"\b(?:{_ALLOWS}|allowed|after all)\b|可以|允许|能.{{0,6}}了|破例")
DEPENDS = Phrases(
    r"\b(?:if|once|when|whenever|after (?:[b-z]|a[^l])|as soon as|until|unless|later|tomorrow|next "
    r"(?:week|month|release|sprint|time))\b|如果|要是|等.{1,16}(?:再|后|就)|之后|才(?:可以|能)|下次|明天|下周"
)
"""What makes an order depend on something yet to come."""
_ASKS_WHAT = Phrases(r"\b(?:when|why|what|which|who|where)\b|什么|何时|哪|为何|多久|谁")
_AMENDS = Phrases(r"^\W*(?:edit|change|fix|update)\w*\s*[:：]")
"""How somebody heads what they add to their own message, or a list."""
_TURNED = Phrases(r"\b(?:don'?t|not|no|never|nothing|without|instead of|rather than)\b|(?:不|别)[^错过如]|没")
"""What turns an order round."""
_NO_ORDER = Phrases(
    r"^(?:es|ed|s)?\s*(?:is|was|are|were|looks?|works?|seems?|message|history|log|hash|failed|passed|did|requests?|"
    r"hooks?)\b|^(?:是|的|得|过|信息|记录|历史)"
)
"""How a word that opens like an order goes on where it names a thing or tells what was done ("commit looks good")."""
_NOUN = later(
    r"(?i)fix|change|edit|patch|touch|code|commit|push|release|deploy|run|merge|drop|post|message|e-?mail|ship|bump|launch"
)
_AFTER_VERB = later(
    r"(?i)\s*(?:$|[^\w\s]|\d|(?:it|this|that|them|these|those|the|an?|all|everything|anything|your|my|our|and|to|now|"
    r"then|please|here|again|away|both|any|what\w*|as|in|on|with|for|up|out|only|just|yourself|directly|straight|one|"
    r"every|each|some|\w+ly)\b)"
)
"""What follows an order, and not a name that opens with the same word."""
_A_TEXT = Phrases(
    r"\b(?:plan|notes?|report|todo|summary|doc\w*|readme|changelog|comments?|description|issue|ticket|e-?mail|"
    r"message)\b|\b[\w-]+\.(?:md|txt|rst)\b|文档|计划|说明|笔记|注释|报告|邮件"
)
_GOES_AHEAD = Phrases(
    r"^(?:\w+[,.! ]+){0,4}(?:go ahead|go for it|proceed|do it|do that|make it so|start now|let's (?:do it|start|go))\b|"
    r"(?:^|[，,。 ])(?:动手|开始|做|干|来|去做)吧|开工|照做|就这么(?:做|办|改)"
)


class Leave(NamedTuple):
    """A deed that a person orders or (``may``) allows, and the terms that name its thing. ``text``: it is but words.
    ``now``: it is ordered beyond what was so far."""

    deed: str
    thing: frozenset[str]
    may: bool = False
    text: bool = False
    now: bool = False


@lru_cache(256)
def leaves(text: str) -> tuple[Leave, ...]:
    """What a person's message orders or allows."""
    found: list[Leave] = []
    for line in said(text):
        asked = is_question(line) and (_ASKS_WHAT.within(line) or not wants_done(line))
        if asked or DEPENDS.within(line) or _AMENDS.within(line):
            continue
        may, now = _MAY.within(line), _NOW.within(line)
        for piece in map(str.strip, CLAUSES.split(spoken(line))):
            turned = _TURNED.within(piece if piece.isascii() else _HAN_FINE.sub("", piece))
            leave = None if turned else _all_right(piece) or _leave(piece, may=may) or _behind_its_thing(piece)
            if leave is None and may and found and _ONE_MORE.match(piece) and not _TURNED.within(piece):
                leave = found[-1]._replace(thing=thing_of(piece))  # "you may change the config and the schema"
            if leave is not None:
                found.append(leave._replace(now=now))
        if _GOES_AHEAD.within(line) and not _TURNED.within(line):
            found.append(Leave(GO_AHEAD, frozenset()))
    return tuple(found)


def _leave(piece: str, *, may: bool) -> Leave | None:
    """What one clause orders or allows: the deed with which it opens, after the words that lead up to it."""
    lead = (_LEADS if piece.isascii() else _HAN_LEADS).match(piece)
    at = lead.end() if lead else 0
    match = (DEED.search(piece, at + 1) if _HAN_WITH.match(piece, at) else None) or DEED.match(piece, at)
    if match is None and _MAY_LEAD.search(piece[:at]):
        match = VERB.match(piece, at)
    rest = piece[match.end() :] if match else ""
    if (
        match is None
        or (match.lastgroup and match[0].isalpha() and match[0].endswith("s"))
        or (_NO_ORDER.within(rest) and not _MAY_LEAD.search(piece[:at]))
    ):
        return None
    if _NOUN.fullmatch(match[0]) and not ((may and at) or _AFTER_VERB.match(rest)):
        return None  # "push notifications are late"
    if rest.startswith("了") and not _ALLOWED_NOW.search(piece[:at]):
        return None  # it was done
    thing = thing_of(piece[at : match.start()] + " " + _FOR_WHAT.sub("", rest))
    return Leave(match.lastgroup or stem(match[0].lower()), thing, may, _A_TEXT.within(rest))


def _behind_its_thing(piece: str) -> Leave | None:
    """What one clause allows behind the thing that it is done to."""
    match = (_THING_FIRST if piece.isascii() else _HAN_THING_FIRST).match(piece)
    if match is None:
        return None
    if piece.isascii():
        verb = match["verb"].lower()
        stems = (verb[: len(verb) - cut] for cut in range(4))
        deed = next((known.lastgroup for stem_ in stems if (known := DEED.fullmatch(stem_))), None)
    else:
        known = DEED.match(piece, match.end())
        close = _HAN_CLOSE.match(piece, known.end()) if known else None
        deed = known.lastgroup if known and close and (not match["also"] or "吧" in close[0]) else None
    thing = thing_of(match["thing"])
    return Leave(deed, thing, may=True) if deed and thing else None


def _all_right(piece: str) -> Leave | None:
    """What one clause calls all right."""
    match = (_DOING_FIRST if piece.isascii() else _HAN_DOING_FIRST).match(piece)
    if match is None:
        return None
    if piece.isascii():
        known = DEED.fullmatch(match["verb"])
        deed, thing = (known.lastgroup if known else stem(match["verb"].lower())), match["thing"]
    else:
        known = DEED.match(match["what"])
        deed, thing = (known.lastgroup, match["what"][known.end() :]) if known else (None, "")
    return Leave(deed, thing_of(thing), may=True) if deed else None
