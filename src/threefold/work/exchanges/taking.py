"""Which of several things an exchange took up: the parts of an order, the questions of a message, or the findings of a
review.

Words and deeds are asked for each thing; what was picked by its number or its words is done by what was done; and who
says that all is done, or tells of as many deeds as there were things, has done them all in other words.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.text.later import later
from threefold.work.exchanges.contrast import claims_all, clauses, other_words, says_done, spoken_for
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.exchanges.picking import picked, wanted_of
from threefold.work.sentences import answering, deciding, numbering
from threefold.work.sentences.conjuncts import SEPARATORS, cut
from threefold.work.sentences.parts import Part
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.words import GENERIC, carried, carries, own_terms, terms

_ENOUGH = 0.25
"""The share of a thing's own words from which words of the model speak of it."""
_HAN = 0.12
"""The same of Chinese, whose words are taken in pairs of characters: one pair in eight is a word of two characters."""
_TOUCHED = 0.1
"""The same share of what is about nothing else."""
_FAR = 0.34
"""The same long after it came up."""
_FEW = 3
"""Words; a question of fewer is answered by a name or a number alone."""
_WRITTEN = 0.67
"""The same share of a text that was written, in which any word may stand."""
_ONWARDS = (
    "continu proceed ahead start carri move finish rest remain follow suggest propos recommend last repair 继续 接着 "
    "下来 修 改 下"
)
_GOING_ON = GENERIC | frozenset(_ONWARDS.split())
"""Words with which a person tells to go on, and names nothing."""
_EVERY = Phrases(
    r"\b(?:all|both|everything|each|every|them|these|those|the (?:rest|others))\b|都|全部|每[个项条处点]|一起|其余|剩下"
)
_BOTH = Phrases(r"\bboth\b|两[个项条处点件]都")
_NEXT = Phrases(r"\b(?:next|continue|go on|carry on|proceed|last)\b|下一|继续|接着|接下来")
"""How a person wants one more of them."""
_A_PATH = later(r"\w[./]\w")
_FILE = later(r"(?<![\w/.-])(?:[\w.-]+/)*(?:[\w-]+\.[A-Za-z]{1,5}|[\w-]+/)(?![\w/-])")
_SPAN = later(
    r"(?<!\d)(\d{1,6})\s?(?:to|through|thru|until|–|\.\.|[到至]|-(?=\d))\s?(?:[a-z][\w]*[-_.]){0,5}(\d{1,6})\b"
)
_MOST = 1_000
"""Numbers of a span."""
_COUNTED = later(r"(?=\S*[a-z])\S*\d$|[-_.:/#][a-z]$")
"""A name that ends in a number or a letter."""


def of_order(things: Sequence[Part], begins: str, now: Exchange) -> list[bool]:
    """For each part of the order that an exchange answers, whether it was taken up, by the words that are its own.

    ``begins`` are the words that pick one part to begin with: what is told of in no words at all is that part then.
    """
    own = own_terms([one.words for one in things])
    reply = "\n".join(now.closing)
    deeds = sum(not one.beside for one in things)
    if claims_all(reply, len(things), deeds or len(things), own=own):
        return [True] * len(own)
    done = _spoken(own, now, _ENOUGH)
    shown = f"{now.told()}\n{now.landed()}"
    spans = _spans(f"{reply}\n{shown}")
    done = [
        (bool(words) and words <= spans)
        or (
            (hit or _speaks_of(one, words, shown))
            and not (_names_other(one.text, shown) or _counts_other(one.words, words, shown))
        )
        for hit, one, words in zip(done, things, own, strict=True)
    ]
    if begins:
        chosen = picked(own, range(1, len(own) + 1), begins)
        first = chosen if any(chosen) else [True]
        return [hit or (place < len(first) and first[place]) for place, hit in enumerate(done)]
    return spoken_for([one.words for one in things], own, done, now.human, reply, deeds=True)


def of_questions(questions: Sequence[str], message: str, reply: str) -> list[bool]:
    """For each of the questions of one message, whether a reply speaks of it. One of few words may be answered by a
    value alone; but a reply that says one thing answers one of them, a value before a yes or no."""
    own = own_terms(questions)
    low = reply.lower()
    done = [carries(low, words, _HAN if _is_han(words) else _ENOUGH) if words else False for words in own]
    wants_value = (place for place, question in enumerate(questions) if not answering.wants_yes_or_no(question))
    untold = next((place for place in wants_value if not done[place]), None)
    if answering.clauses(reply) < len(questions) and not answering.speaks_of_all(reply):
        return done if any(done) else [place == (untold or 0) for place in range(len(done))]
    values = (clause for clause in clauses(low) if any(char.isdigit() for char in clause))
    if untold is not None and any(terms(clause).isdisjoint(frozenset().union(*own)) for clause in values):
        done[untold] = True
    done = [hit or len(words) < _FEW for words, hit in zip(own, done, strict=True)]
    return spoken_for(questions, own, done, message, reply)


def leaves_part(announced: str, now: Exchange) -> bool:
    """Whether an exchange carried out a part of what was announced in one sentence, and speaks of no other."""
    pieces = [piece.text for line in said(announced) for piece in cut(line, SEPARATORS)]
    own = own_terms(pieces)
    done = [len(words) < 2 or hit for words, hit in zip(own, _spoken(own, now, _ENOUGH), strict=True)]
    return not all(spoken_for(pieces, own, done, f"{announced} {now.human}", "\n".join(now.closing)))


def of_found(findings: Sequence[str], now: Exchange) -> list[bool]:
    """For each of several things that an exchange found on the way, whether the work that followed took it up."""
    own, reply = own_terms(findings), "\n".join(now.closing)
    if claims_all(reply, len(findings) or 1):
        return [True] * len(own)
    shown = "\n".join((reply, *now.commands)).lower()
    done = [not words or carries(shown, words, _ENOUGH) or carries(now.landed(), words, _FAR) for words in own]
    return spoken_for(findings, own, done, now.human, reply)


def of_open(items: Sequence[Open], now: Exchange) -> list[bool]:
    """For each of several things that came up together and stand open, whether a later exchange took it up."""
    own = [item.terms for item in items]
    reply = "\n".join(now.closing)
    near = items[0].exchange == now.number - 1
    whole = len(items) == 2 or not _BOTH.within(now.human + reply)
    numbers = [item.number for item in items]
    wanted = wanted_of(now.human)
    chosen = near and bool(numbering.picked(wanted))  # be it of one that is done by now
    bare = not (chosen or terms(now.human) - _GOING_ON)
    general = bare or (whole and _EVERY.within(wanted))
    picks = [False] * len(items) if general or not near else picked(own, numbers, wanted)
    named = numbering.picked(reply) | (frozenset() if near else numbering.picked(now.human))
    places = items[0].kind != "finding" or any(_A_PATH.search(item.text) for item in items)
    spoken = _spoken(
        own, now, places=places, enough=_ENOUGH if general or (near and not (chosen or any(picks))) else _FAR
    )
    done = [hit or number in named for hit, number in zip(spoken, numbers, strict=True)]
    if any(picks):
        return [hit or pick for hit, pick in zip(done, picks, strict=True)]
    every = whole and claims_all(reply, len(items))
    if every and (general or (near and not chosen and deciding.goes_on(now.human))):
        return [True] * len(items)
    if not general:
        return done
    if _NEXT.within(now.human):
        return done if any(done) else [True, *done[1:]]
    if any(done):
        return spoken_for([item.text for item in items], own, done, now.human, reply)
    return [True] * len(items) if says_done(reply) or other_words(reply, own, frozenset()) >= len(own) else done


def wants(item: Open, now: Exchange) -> bool:
    """Whether what a person says next is about what was found: it names nothing else, or it or the work shares words
    with it."""
    wanted = terms(now.human) - _GOING_ON
    return not wanted or carried(item.terms, f"{now.told()}\n{now.human.lower()}") > _TOUCHED


_SHIPS = frozenset(
    ["releas", "publish", "push", "ship", "deploy", "tag", "merg", "发布", "上线", "部署", "推送", "合并"]
)
_REMOVES = frozenset(["delet", "remov", "drop", "kill", "gone", "rm", "rid", "删除", "去掉", "移除", "删掉", "清理"])
"""Words for one deed: whoever asked for a release is told that it is published."""
_ENDING = later(r"(?<=\w{4})(?:abl|ibl|abiliti|abilit|ment|iv|al|ic|or|ion)$")
"""What the stems of words of one family end with: the table is filterable, and it is filtered."""


def _spoken(own: Sequence[frozenset[str]], now: Exchange, enough: float, *, places: bool = True) -> list[bool]:
    """Which things words or deeds speak of. Without ``places``, where the deeds were done tells of none."""
    told, written = now.told(places=places), now.landed()

    def speaks(words: frozenset[str]) -> bool:
        least = _HAN if _is_han(words) else enough
        return carries(told, words, least) or carries(written, words, _WRITTEN)

    shipped, removed = (carried(deed, told) > 0 for deed in (_SHIPS, _REMOVES))
    return [
        not words or (shipped and not words.isdisjoint(_SHIPS)) or (removed and words <= _REMOVES) or speaks(words)
        for words in own
    ]


def _speaks_of(one: Part, own: frozenset[str], shown: str) -> bool:
    """Whether a thing beside a deed is told of by any of its words, in a word of the same family as well."""
    beside = one.beside or one.words != one.text
    return beside and carried([_ENDING.sub("", word) for word in own], shown) > 0


def _names_other(text: str, shown: str) -> bool:
    """Whether a thing names files or folders, and none of them is named by what was said and done."""
    named = [name.rstrip("/").rpartition("/")[2].lower() for name in _FILE.findall(text)]
    return bool(named) and not any(name in shown or name.partition(".")[0].rstrip("s") in shown for name in named)


def _counts_other(text: str, own: frozenset[str], shown: str) -> bool:
    """Whether a thing is called by a name that only a number or a letter tells from the others' (``node-3``), and
    neither that name nor the number by itself was said or done: within another word it is no word ("s3")."""
    if any(len(word) > 1 and not word.isdigit() for word in own):
        return False
    names = [name for name in text.lower().split() if _COUNTED.search(name) and own <= terms(name)]
    return bool(names) and not any(_stands_alone(word, shown) for word in (*names, *own))


def _spans(reply: str) -> frozenset[str]:
    """The numbers between two that a reply gives as a span ("node-1 to node-9")."""
    found = ((int(one), int(other)) for one, other in _SPAN.findall(reply))
    return frozenset(str(number) for one, other in found if other - one < _MOST for number in range(one, other + 1))


def _stands_alone(word: str, text: str) -> bool:
    at = text.find(word)
    while at >= 0:
        if not (text[at - 1 : at].isalnum() or text[at + len(word) : at + len(word) + 1].isalnum()):
            return True
        at = text.find(word, at + 1)
    return False


def _is_han(words: frozenset[str]) -> bool:
    """Whether most of a thing's words are Chinese."""
    return sum(not word.isascii() for word in words) > len(words) / 2
