"""The sentences of a summary that say the opposite of a rule, or of what a human said, though not in its own words."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.phrases import chinese, negative, overlap, telling
from threefold.auditing.statements.late import names
from threefold.auditing.statements.poles import ONLY, depends, exchanged, parts, poles
from threefold.auditing.statements.rules import binds, clauses_of, literals_of
from threefold.text.later import later

_PERMITS = later(
    r"(?i)\b(?:may|can|allowed|allows?|ok to|okay to|(?:is|are) (?:fine|ok|okay|permitted)|feel free|wants?|both)\b|可以|允许|想要"
)
_KEEPS = later(
    r"(?i)\b(?:keep|keeps|stays?|remains?|is fixed|unchanged|untouched|leave\b.{1,40}\b(?:at|as|alone))\b|保持|保留|不变|不动"
)
_LETS_GO = later(
    r"(?i)\b(?:excluded?|removed?|dropped?|deleted?|left out|omitted)\b|\b(?:may|can|could|should|to) be (?:adjusted|changed|altered|modified|replaced|moved)\b|去掉|删除|删掉|排除|可以(?:改|换|调)"
)
_SPARES = later(
    r"(?i)\bhands off\b|\boff[- ]limits\b|\bstays?\b|\bstill\b|\bkeeps?\b|\bleft\b|\bleave\b|保持|保留|不动"
)
"""How a sentence keeps to a prohibition in other words."""
_UNASKS = later(
    r"(?i)\b(?:no need to (?:ask|wait|check)|without (?:asking|waiting|checking)|right away|straight (?:away|to))\b|不用等|无需(?:等|确认)|不必等|直接"
)
"""How a sentence lifts what was to be waited for."""
_MINE = later(r"(?i)\b(?:i|we)(?:'ll| will)\b|\bmyself\b|我(?:自己|来)")
_ORDERED = later(r"(?i)([^,;.]{3,60}) (?:strictly |only |always |right )?(before|after) ([^,;.]{3,60})")
_ALIKE = 0.35  # of the telling words of what a human said stand in a sentence that sets its sides the other way round
_ABOUT = 0.3  # of them, where the sentence permits what was forbidden
_FEWEST = 2


def turns(said: str, sentence: str) -> bool:
    """Whether a sentence exchanges the two sides of what was said, lifts what was to be waited for, or lets go of what
    was to be kept."""
    about, known = telling(said), telling(sentence)
    shared = len(about & known)
    if shared >= _FEWEST and overlap(about, known) >= _ALIKE and exchanged(poles(said), poles(sentence)):
        return True
    if _order_turned(said, sentence):
        return True
    if _unasks(sentence) and not _unasks(said):
        return any(depends(part) and len(telling(part) & known) >= _FEWEST for part in parts(said))
    if not _lets_go(sentence) or not _KEEPS.search(said):
        return False
    lower = sentence.lower()
    return any(name in lower for part in clauses_of(said) if _KEEPS.search(part) for name in _literals(part))


def denies(said: str, order: str) -> bool:
    """Whether what a human said forbids, makes wait, or keeps for themselves what others give as their order."""
    if negative(order) and not _unasks(order):
        return turns(said, order)
    reserved = _MINE.search(said) is not None and _MINE.search(order) is None
    return reserved or turns(said, order) or any(_named(part, order) for part in _forbidding(said))


def _order_turned(said: str, sentence: str) -> bool:
    """Whether one says that something comes before, and the other that it comes after the same."""
    told = _sides(sentence)
    ruled = told and _sides(said)
    if not told or not ruled or ruled[1] == told[1]:
        return False
    return all(telling(ruled[side]) & telling(told[side]) for side in (0, 2))


# each sentence of a summary is compared with many rules
@lru_cache(maxsize=1 << 10)
def _sides(text: str) -> tuple[str, str, str] | None:
    """What comes before or after what, by the words of a text."""
    match = _ORDERED.search(text)
    return None if match is None else (match[1], match[2].lower(), match[3])


@lru_cache(maxsize=1 << 10)
def _unasks(text: str) -> bool:
    return _UNASKS.search(text) is not None


@lru_cache(maxsize=1 << 10)
def _lets_go(sentence: str) -> bool:
    return _LETS_GO.search(sentence) is not None and not negative(sentence)


def opposes(said: str, sentence: str) -> bool:
    """Whether a sentence turns what was said, or permits what was forbidden. In another language it is compared by the
    names that both write alike."""
    if chinese(said) != chinese(sentence):
        return any(_frees(part, sentence) for part in _forbidding(said))
    return turns(said, sentence) or (_permits(sentence) and any(_named(part, sentence) for part in _forbidding(said)))


@lru_cache(maxsize=1 << 10)
def _permits(sentence: str) -> bool:
    """Whether a sentence lays down that something may or is to be done, whatever the case."""
    if not _PERMITS.search(sentence) and not binds(sentence):
        return False
    return not (depends(sentence) or _SPARES.search(sentence) or negative(sentence))


def _named(part: str, sentence: str) -> bool:
    """Whether a sentence speaks of what a prohibition forbids."""
    wanted = telling(part)
    shared = wanted & telling(sentence)
    return bool(len(shared) > 1 or shared & names(part)) and overlap(wanted, shared) >= _ABOUT


def _literals(text: str) -> set[str]:
    return {one.lower() for one in literals_of(text)} | names(text)


@lru_cache(maxsize=1 << 10)
def _forbidding(said: str) -> tuple[str, ...]:
    """The parts of what was said that forbid something, whatever the case."""
    return tuple(part for part in parts(said) if negative(ONLY.sub(" ", part)) and not depends(part))


def _frees(part: str, sentence: str) -> bool:
    """Whether a sentence in another language names all that a prohibition names, and permits or wants it."""
    named = names(part)
    return bool(named) and named <= names(sentence) and not negative(sentence) and _PERMITS.search(sentence) is not None
