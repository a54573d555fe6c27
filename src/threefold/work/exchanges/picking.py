"""Which of several things a person picks, and which they want left as they are."""

from __future__ import annotations

from collections.abc import Sequence

from threefold.text.later import later
from threefold.work.exchanges.exchange import Open
from threefold.work.sentences import numbering
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import carries, own_terms, terms

_FAR = 0.34
"""The same long after it came up."""
_REST = Phrases(
    r"\b(?:rest|others?|remaining|everything else|anything else|nothing else)\b|其他|其它|其余|剩下|别的|另外"
)
_LEAVES = r"(?:ignore|skip|dismiss|drop|forget(?: about)?|leave)"
_DISMISSES = Phrases(
    rf"\b{_LEAVES}\b|\S (?:fine|ok(?:ay)?|known|intended|acceptable)\b|"
    r"\b(?:(?:don't|do not|won't|needn't|no need to) (?:care|bother|matter|touch|need|fix|do|change|worry|hurt)|"
    r"(?:none|neither)(?: of \w+)? matters?|"
    r"(?:does|is|are)(?:n'?t| not) (?:matter|needed|necessary|important|worth|real|relevant|bugs?|problems?)|wontfix|"
    r"(?:by|as) design(?:ed)?|on purpose|deliberate|disagree|(?:not an?|no|non-?) (?:issues?|problems?|bugs?)|"
    r"out of scope|"
    r"(?:as|is|are) intended|no need|not worth|false (?:positives?|alarms?))\b|不用|不管|别管|不必|没事|不重要|忽略|"
    r"跳过|算了|"
    r"没关系|无所谓|可以接受|不是问题|误报|不改|别改|不修|已知|知道的"
)
_KEEPS = Phrases(
    rf"\b(?:don't|do not|never|not to|cannot|can't|shouldn't) {_LEAVES}\b|\bleave an? |\b(?:not a|no) false\b|"
    r"\b(?:fine|ok(?:ay)?|good) to\b|(?:别|不要|不能)(?:忽略|跳过)|不是误报"
)
"""The same words, used to keep a thing."""
_LATER = Phrases(
    r"\b(?:later|tomorrow|afterwards|for now|not now|can wait|some other (?:time|day)|next (?:week|time|sprint))\b|"
    r"先不|先别|先放|之后|明天|回头|以后|稍后|再说|下次"
)
"""What is put off is not dismissed, nor taken up."""
_PIECES = later(
    r"[,;!\n]|\.(?!\w)|(?<=[?？])|[，；。！]|\b(?:and|but|so)\b(?=\s+(?:ignore|skip|drop|leave|forget|the|don't))"
)
_LABELS = later(r"[a-z]\d{1,2}")
_ALL_OF_THEM = Phrases(r"\b(?:all|both|they|these|those|them|none|everything|any)\b|都")
_THE_SAME = Phrases(rf"^{_LEAVES} (?:it|that(?: one)?)$")
_THE_ONE = later(r"\bthe ((?:\S+ ){1,3}?)(?:one|thing|finding|issue|problem|bug)\b")
"""How one of several is called by what only it is about: "the lodash one"."""
_SHORT = 50
"""Bytes; a longer sentence about what was not picked says more than that it waits."""


def picked(own: Sequence[frozenset[str]], numbers: Sequence[int], picking: str) -> list[bool]:
    """Which things words pick: by number, else by words that only some of them have."""
    named = numbering.picked(picking)
    if named.intersection(numbers):
        return [number in named for number in numbers]
    given = terms(picking)
    by_words = [bool(words & given) for words in own]
    return by_words if len(own) == 1 or not all(by_words) else [False] * len(own)


def wanted_of(text: str) -> str:
    """What a person says, without the pieces that dismiss something or put it off."""
    return ", ".join(piece for piece in _PIECES.split(text) if not (_LATER.within(piece) or _dismisses(piece)))


def dismissed(items: Sequence[Open], text: str, *, near: bool) -> list[bool]:
    """Which of several things a person wants left as they are: by number, by name, or whatever they did not pick.

    ``near``: they came up in the exchange before, so that "they are known" speaks of them.
    """
    numbers = [item.number for item in items]
    own = [item.terms for item in items]
    chosen = picked(own, numbers, wanted_of(text))
    dropped = [False] * len(items)
    before = ""
    for clause in map(str.strip, _PIECES.split(text)):
        about, before = (before if _THE_SAME.within(clause) else clause), clause
        if _LATER.within(clause) or not _dismisses(clause):
            continue
        named = numbering.picked(clause)
        if named:
            hit = [number in named for number in numbers]
        elif _REST.within(clause):
            hit = [not pick for pick in chosen]
        elif near and any(called := [_called(words, about) for words in own]):
            hit = called
        else:
            hit = [near and _ALL_OF_THEM.within(clause)] * len(items)
        dropped = [drop or now for drop, now in zip(dropped, hit, strict=True)]
    return dropped


def meant(items: Sequence[Open], words: str) -> list[Open]:
    """Which of several things some words name: by number, else by what only some of them are about; none: no matter
    which."""
    own = own_terms([item.text for item in items])
    chosen = picked(own, [item.number for item in items], words)
    return [item for item, pick in zip(items, chosen, strict=True) if pick]


def put_off(items: Sequence[Open], words: str, text: str) -> list[Open]:
    """Which of several things a person puts off in some ``words`` of a text: those of these numbers, or the rest."""
    named = numbering.picked(words)
    if named or not _REST.within(words):
        return [item for item in items if item.number in named]
    chosen = picked([item.terms for item in items], [item.number for item in items], wanted_of(text))
    return [item for item, pick in zip(items, chosen, strict=True) if not pick]


def picks_or_dismisses(text: str) -> bool:
    """Whether a sentence does no more than pick some of what stood open together, or dismiss it."""
    return bool(numbering.picked(text)) or any(map(_dismisses, map(str.strip, _PIECES.split(text))))


def puts_off_rest(text: str) -> bool:
    """Whether what a sentence puts off is only what was not picked of several things, and no more is said of that."""
    later = [piece for piece in _PIECES.split(text) if _LATER.within(piece)]
    return bool(later) and all(_REST.within(piece) and len(piece.encode()) < _SHORT for piece in later)


def dismisses(text: str) -> bool:
    """Whether words want something left as it is, and put nothing off."""
    return any(_dismisses(piece.strip()) for piece in _PIECES.split(text)) and not _LATER.within(text)


def _dismisses(piece: str) -> bool:
    return _DISMISSES.within(piece) and not (_KEEPS.within(piece) or piece.rstrip().endswith(("?", "？")))


def _called(words: frozenset[str], clause: str) -> bool:
    """Whether a clause calls a thing by its label, by much of its words, or as the one that it is."""
    given = terms(clause)
    label = any(_LABELS.fullmatch(word) for word in words & given)
    one = _THE_ONE.search(clause.lower())
    return label or carries(clause.lower(), words, _FAR) or (one is not None and bool(words & terms(one[1])))
