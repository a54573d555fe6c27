"""The sentences of a summary that say the opposite of a rule, or of what a human said, though not in its own words."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.choices import values
from threefold.auditing.facts.phrases import chinese, negative, overlap
from threefold.auditing.statements.late import names
from threefold.auditing.statements.poles import BARS, KEEPS, ONLY, bars, depends, exchanged, parts, poles, reports
from threefold.auditing.statements.rules import binds, clauses_of, literals_of
from threefold.auditing.statements.subjects import about, subject, term
from threefold.text.later import later

PERMITS = later(
    r"(?i)\b(?:may|can|allowed|allows?|ok to|okay to|(?:is|are) (?:fine|ok|okay|permitted|welcome|encouraged|acceptable|optional)|feel free|wants|both)\b|可以|允许|想要|直接|也要|也可"
)
_MAY = later(r"(?i)\b(?:may|can|could)(?: also)?(?: be)? ((?!be\b)[a-z]{3,})")
_LETS_GO = later(
    r"(?i)\b(?:excluded?|removed?|dropped?|deleted?|left out|omitted)\b|\b(?:may|can|could|should|to) be (?:adjusted|changed|altered|modified|replaced|moved)\b|去掉|删除|删掉|排除|可以(?:改|换|调)"
)
_UNASKS = later(
    r"(?i)\b(?:no need to (?:ask|wait|check)|without (?:asking|waiting|checking)|right away|straight (?:away|to)|at will|freely|without (?:consent|approval|permission))\b|随意|不用等|无需(?:等|确认)|不必等|直接"
)
"""How a sentence lifts what was to be waited for."""
_MINE = later(r"(?i)\b(?:i|we)(?:'ll| will)\b|\bmyself\b|我(?:自己|来)")
_ORDERED = later(r"(?i)([^,;.]{3,60}) (?:strictly |only |always |right )?(before|after) ([^,;.]{3,60})")
_WINDOW = later(
    r"(?i)\b(?:between|from)\b.{1,24}?(?:\band\b|\bto\b|\btill?\b|\buntil\b|[-–—~]).{1,16}|\d[\d: 点时]{0,5}\s?(?:[-–—~～到至]|to)\s?\d[\d: 点时]{0,5}"
)
"""A time with both of its ends: ``between 9:00 and 17:00``."""
_ENDS = 2
_OUTSIDE = later(r"(?i)\b(?:outside|except|other than|but not)\b|以外|之外|除了?")
_FIRST_THEN = later(
    r"(?i)([^,;:.]{3,60}?) first,? (?:and )?(?:then|afterwards) ([^,;.]{3,60})|\bfirst ([^,;.]{3,60}?),? (?:and )?then ([^,;.]{3,60})"
)
_HAN_BEFORE = later(r"([^，。；,;先前]{1,20})(?:之前|以前|前)[，,]?(?:必须|要|得|都|一定|务必)*先([^，。；,;]{1,20})")
_HAN_THEN = later(r"先([^，。；,;再]{1,20})[，,]?(?:再|然后|才能?|之后再?)([^，。；,;]{1,20})")
"""The order of two steps in Chinese."""
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
    if _order_turned(said, sentence) or (_window_turned(said, sentence) and told & known):
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
    if not told or not ruled:
        return False
    same, crossed = (
        all(about(ruled[side]) & about(told[other]) for side, other in sides)
        for sides in (((0, 0), (2, 2)), ((0, 2), (2, 0)))
    )
    return same != crossed and (crossed if ruled[1] == told[1] else same)


def _window_turned(said: str, sentence: str) -> bool:
    """Whether a sentence has the only time for something where it was forbidden, or the other way round."""
    ours, theirs = _window(said), _window(sentence)
    return ours is not None and theirs is not None and ours[0] == theirs[0] and ours[1] != theirs[1]


@lru_cache(maxsize=1 << 10)
def _window(text: str) -> tuple[frozenset[object], bool] | None:
    """The two ends of the time of which a text lays something down, and whether it forbids it then."""
    text = next((clause for clause in clauses_of(text) if _WINDOW.search(clause)), "")
    match = _WINDOW.search(text)
    ends = values(match[0]) if match is not None else []
    never, only = negative(ONLY.sub(" ", text)) or BARS.search(text) is not None, ONLY.search(text) is not None
    if len(ends) != _ENDS or not (never or only):
        return None  # who says that only then something must not be done forbids it then
    return frozenset(key for one in ends for key in one.keys), never != (_OUTSIDE.search(text) is not None)


# each sentence of a summary is compared with many rules
@lru_cache(maxsize=1 << 10)
def _sides(text: str) -> tuple[str, str, str] | None:
    """What comes before or after what, by the words of a text."""
    match = _ORDERED.search(text)
    if match is not None:
        return match[1], match[2].lower(), match[3]
    if (match := _FIRST_THEN.search(text)) is not None:
        return match[1] or match[3], "before", match[2] or match[4]
    if (match := _HAN_BEFORE.search(text)) is not None:  # 提交前先跑测试
        return match[2], "before", match[1]
    if (match := _HAN_THEN.search(text)) is not None:
        return match[1], "before", match[2]
    return None


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
