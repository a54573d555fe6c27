"""The sentences of a summary that say the opposite of a rule, or of what a human said, though not in its own words."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.phrases import chinese, negative, overlap
from threefold.auditing.statements.late import names
from threefold.auditing.statements.poles import KEEPS, ONLY, bars, depends, exchanged, parts, poles, reports
from threefold.auditing.statements.rules import binds, clauses_of, literals_of
from threefold.auditing.statements.subjects import about, subject, term
from threefold.text.later import later

PERMITS = later(
    r"(?i)\b(?:may|can|allowed|allows?|ok to|okay to|(?:is|are) (?:fine|ok|okay|permitted)|feel free|wants|both)\b|可以|允许|想要|直接|也要|也可"
)
_MAY = later(r"(?i)\b(?:may|can|could)(?: also)?(?: be)? ((?!be\b)[a-z]{3,})")
_LETS_GO = later(
    r"(?i)\b(?:excluded?|removed?|dropped?|deleted?|left out|omitted)\b|\b(?:may|can|could|should|to) be (?:adjusted|changed|altered|modified|replaced|moved)\b|去掉|删除|删掉|排除|可以(?:改|换|调)"
)
_UNASKS = later(
    r"(?i)\b(?:no need to (?:ask|wait|check)|without (?:asking|waiting|checking)|right away|straight (?:away|to))\b|不用等|无需(?:等|确认)|不必等|直接"
)
"""How a sentence lifts what was to be waited for."""
_MINE = later(r"(?i)\b(?:i|we)(?:'ll| will)\b|\bmyself\b|我(?:自己|来)")
_ORDERED = later(r"(?i)([^,;.]{3,60}) (?:strictly |only |always |right )?(before|after) ([^,;.]{3,60})")
_ALIKE = 0.35  # of the telling words of what a human said stand in a sentence that sets its sides the other way round
_ABOUT = 0.3  # of them, where the sentence permits what was forbidden
_MOST = 0.6  # of what it is about, where both share no language
_NEARLY_ALL = 0.75
_FEWEST = 2


def turns(said: str, sentence: str) -> bool:
    """Whether a sentence exchanges the two sides of what was said, lifts what was to be waited for, or lets go of what
    was to be kept."""
    told, known = _terms(said, sentence), _terms(sentence, said)
    shared = len(told & known)
    if shared >= _FEWEST and overlap(told, known) >= _ALIKE and exchanged(poles(said), poles(sentence)):
        return True
    if _order_turned(said, sentence):
        return True
    if _unasks(sentence) and not _unasks(said):
        return any(depends(part) and len(_terms(part, sentence) & known) >= _FEWEST for part in parts(said))
    if not _lets_go(sentence) or not KEEPS.search(said):
        return False
    lower = sentence.lower()
    return any(name in lower for part in clauses_of(said) if KEEPS.search(part) for name in _literals(part))


def _terms(text: str, other: str) -> set[str]:
    """What a text is about, in terms that the other one has too."""
    return about(text) if chinese(text) == chinese(other) else set(subject(text))


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
    return all(about(ruled[side]) & about(told[side]) for side in (0, 2))


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


def opposes(said: str, sentence: str, *, ordered: bool = False) -> bool:
    """Whether a sentence turns what was said, or permits what was forbidden. ``ordered`` says that
    it stands where a summary lists what binds or what is to be done."""
    if turns(said, sentence):
        return True
    if _permits(sentence):
        return any(_named(part, sentence) and same_deed(part, sentence) for part in _forbidding(said))
    if not ordered or spares(sentence) or depends(sentence) or reports(sentence):
        return False
    return any(_orders(part, sentence) for part in _forbidding(said))


@lru_cache(maxsize=1 << 10)
def _permits(sentence: str) -> bool:
    """Whether a sentence lays down that something may or is to be done, whatever the case."""
    if not PERMITS.search(sentence) and not binds(sentence):
        return False
    return not (depends(sentence) or spares(sentence))


def spares(sentence: str) -> bool:
    """Whether a sentence keeps to a prohibition, be it by keeping something as it is."""
    return bars(sentence) or KEEPS.search(sentence) is not None


def _named(part: str, sentence: str) -> bool:
    """Whether a sentence speaks of what a prohibition forbids."""
    wanted = _terms(part, sentence)
    shared = wanted & _terms(sentence, part)
    if chinese(part) != chinese(sentence):
        named = names(part)
        return (bool(named) and named <= names(sentence)) or len(shared) >= max(_FEWEST, _MOST * len(wanted))
    return bool(len(shared) > 1 or shared & names(part)) and overlap(wanted, shared) >= _ABOUT


def same_deed(part: str, sentence: str) -> bool:
    """Whether what a sentence says may be done, if it says so, is what a prohibition forbids."""
    deeds = {term(match[1].lower()) for match in _MAY.finditer(sentence)}
    return not deeds or not deeds.isdisjoint(_terms(part, sentence))


def _orders(part: str, sentence: str) -> bool:
    """Whether a sentence tells nearly all of a prohibition."""
    wanted = _terms(part, sentence)
    return len(wanted) >= _FEWEST and overlap(wanted, _terms(sentence, part)) >= _NEARLY_ALL


def _literals(text: str) -> set[str]:
    return {one.lower() for one in literals_of(text)} | names(text)


@lru_cache(maxsize=1 << 10)
def _forbidding(said: str) -> tuple[str, ...]:
    """The parts of what was said that forbid something, whatever the case."""
    return tuple(part for part in parts(said) if bars(ONLY.sub(" ", part)) and not depends(part))
