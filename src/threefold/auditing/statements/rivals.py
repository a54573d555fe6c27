"""Rules that choose one of several values (``tabs, never spaces``, ``in UTC``, ``at most 4 threads``), and the sentences
that choose it as well, or another one."""

# ruff: noqa: E501
from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import chinese
from threefold.auditing.statements.poles import BARS
from threefold.auditing.statements.rules import LABEL, clauses_of
from threefold.auditing.statements.subjects import about, numbers, subject
from threefold.text.later import later
from threefold.text.numerals import number

_RIVALS = later(
    r"(?i)\b(?:use|prefer|with|in|as)\s+(?P<for>[\w.-]+)(?: [\w-]+){0,2}?,? (?:(?:and |but )?(?:not|never|no)|instead of|rather than)(?: use| with| in| as)? (?P<against>[\w.-]+)\s*(?=[.,;!]|$)"
    r"|\b(?:prefer\w*|favou?r\w*|choose|pick) (?P<over>[\w.-]+)(?: [\w-]+)? (?:over|to) (?P<under>[\w.-]+)"
    r"|用\s*(?P<han>[\u4e00-\u9fff\w.-]{1,12}?)(?:[做作为]单位)?[，,；、]?\s*(?:不要|不能|不许|别|不)用\s*(?P<not>[\u4e00-\u9fff\w.-]{1,12})"
)
_SLOT = later(
    r"(?i)^(?P<of>[\w-]+(?: [\w-]+){0,5}?) (?:in|as) (?:an? |the )?(?P<value>[\w./+-]+(?: [\w-]+){0,2}?)(?: only)?\s*[.;!]?$"
)
"""What is given in which form: ``all timestamps in UTC``."""
_FROM_TO = (
    later(r"(?i)\bfrom (?P<from>[\w.-]*\w)(?: \w+){0,2} (?:down |up |over )?to (?P<to>[\w.-]*\w)"),
    later(
        r"(?:由|从)[^\d，。]{0,4}(?P<from>\d[\d.]*|[A-Za-z][\w.-]*).{0,8}?(?:降为|降到|改为|改成|调到|调为|换成|提高到|升到)[^\d，。]{0,3}(?P<to>\d[\d.]*|[A-Za-z][\w.-]*)"
    ),
    later(r"(?P<from>[\w.-]*\w)\s*(?:->|→|⇒|=>)\s*(?P<to>[\w.-]*\w)"),
)
_VERBS = later(r"(?i)\b(?:written?|stored?|kept|keep|given?|logged|formatted|stays?|go(?:es)?|must|are|is)\b")
BOUND = later(
    r"(?i)\b(?:at most|at least|no (?:more|less|fewer) than|max(?:imum)?|min(?:imum)?|up to|exceed|limit(?:ed)?|cap(?:ped)?|under|below|within|above|over)\b|[<>≤≥]|[最至][多少]|超过|[上下]限|以[内上下]"
)
"""How a bound is set."""
_LEAST_WORDS = later(
    r"(?i)\b(?:at least|no (?:less|fewer) than|(?:never|not|(?:do|does|ca|wo|must|should|is|are)n['’]?t)\b.{0,30}\b(?:less than|fewer than|below|under)|min(?:imum)?|above|over|more than)\b|[>≥]|[至最]少|下限|以上|不(?:能|要|得|许)?.{0,6}[少低]于"
)
_MOST_WORDS = later(
    r"(?i)\b(?:at most|no (?:more|later) than|(?:never|not|without|(?:do|does|ca|wo|must|should|is|are)n['’]?t)\b.{0,30}\b(?:more than|exceed\w*|above|over)|max(?:imum)?|up to|limit(?:ed)?|cap(?:ped)?|under|below|within|less than|fewer than)\b"
    r"|[<≤]|[最至]多|不(?:能|要|得|许|可以?)?.{0,6}超过|上限|以[内下]"
)
_SOME = 0.3  # of what a bound is set to stands in a sentence that keeps it
_LEAST = 0.6  # of what a bound is set to stands in a sentence that sets another one


_SIDES = ("for", "over", "han"), ("against", "under", "not")


class _Pair(NamedTuple):
    """Two values, in lower case, of which a rule wants the first."""

    wanted: str
    rejected: str


@lru_cache(maxsize=1 << 10)
def _pair(rule: str) -> _Pair | None:
    match = _RIVALS.search(rule)
    if match is None:
        return None
    return _Pair(*(next(filter(None, map(match.__getitem__, names))).lower().rstrip(".") for names in _SIDES))


@lru_cache(maxsize=1 << 8)
def _chosen(value: str) -> re.Pattern[str]:
    """How a sentence chooses a value: by using it, or by having nothing else."""
    one = re.escape(value)
    return re.compile(
        rf"(?i)(?:\b(?:use|using|uses|with|in|by)\s|[:：]|用|为|成|是|采)\s*(?:the |only )?{one}(?![\w-])|(?<![\w-]){one}\s+(?:only|throughout|everywhere)\b"
    )


def rivals(rule: str) -> set[str]:
    """The words of the values between which a rule chooses."""
    pair = _pair(rule)
    return set() if pair is None else about(pair.rejected) | about(pair.wanted)


def slot(rule: str) -> frozenset[str]:
    """What is to be given in a form, by a rule that says in which."""
    found = _slot(rule)
    return frozenset() if found is None else found[0]


def chooses(rule: str, sentence: str) -> bool:
    """Whether a sentence chooses what a rule chooses, and does not speak of the other value."""
    pair = _pair(rule)
    if pair is None or pair.rejected in sentence.lower().replace(pair.wanted, " "):
        return False
    return _chosen(pair.wanted).search(sentence) is not None


def chooses_other(rule: str, sentence: str) -> bool:
    """Whether a sentence that lays something down chooses the value that a rule rejects, gives another form, or sets
    another bound."""
    if flips(rule, sentence):
        return True
    pair = _pair(rule)
    if pair is not None and pair.wanted not in sentence.lower().replace(pair.rejected, " "):
        return _chosen(pair.rejected).search(sentence) is not None and not BARS.search(sentence)
    return any(
        _other_form(rule, clause) or _other_bound(rule, clause) for clause in clauses_of(LABEL.sub("", sentence))
    )


def flips(rule: str, sentence: str) -> bool:
    """Whether a sentence wants what a rule rejects rather than what it wants, or makes its most the least."""
    pair, other = _pair(rule), _pair(sentence)
    if pair is not None and other is not None and pair == other[::-1]:
        return True
    return any(_one_number(rule, clause) and _other_side(rule, clause) for clause in clauses_of(sentence))


def keeps_bound(rule: str, sentence: str) -> bool:
    """Whether a sentence sets the bound of a rule for what it is about, in whatever words."""
    return any(
        _one_number(rule, clause) and "" != _side(rule) == _side(clause) and _about_one(rule, clause, _SOME)
        for clause in clauses_of(sentence)
    )


def _one_number(rule: str, clause: str) -> bool:
    ours = numbers(rule)
    return len(ours) == 1 and ours == numbers(clause)


def exchanges(rule: str, sentence: str) -> bool:
    """Whether a sentence tells of going from what a rule rejects to what it wants: ``从 3 次降为 1 次``."""
    return any(
        0 <= rule.find(match["to"]) < rule.find(match["from"])
        for pattern in _FROM_TO
        for match in pattern.finditer(sentence)
    )


@lru_cache(maxsize=1 << 10)
def _slot(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    match = _SLOT.match(text.strip())
    if match is None:
        return None
    return frozenset(about(_VERBS.sub(" ", match["of"]))), frozenset(about(match["value"]))


def _other_form(rule: str, clause: str) -> bool:
    ours, theirs = _slot(rule), _slot(clause)
    if not ours or not theirs or not all(ours) or not all(theirs):
        return False
    return ours[0] <= about(clause) and theirs[0] <= about(rule) and ours[1].isdisjoint(about(clause))


def _keeps_within(rule: str, ours: str, theirs: str) -> bool:
    """Whether a number keeps to the bound that a rule sets."""
    bound, given = number(ours), number(theirs)
    if bound is None or given is None or not BOUND.search(rule):
        return False
    return given > bound if _side(rule) == "least" else given < bound


def _other_side(rule: str, clause: str) -> bool:
    """Whether one sets the most, and the other the least: ``at most 4 workers`` and ``at least 4 workers``; ``never more
    than 4`` is the most as well."""
    ours, theirs = _side(rule), _side(clause)
    return bool(ours and theirs) and ours != theirs


@lru_cache(maxsize=1 << 10)
def _side(text: str) -> str:
    found = [
        (match.end(), -match.start(), side)
        for pattern, side in ((_MOST_WORDS, "most"), (_LEAST_WORDS, "least"))
        if (match := pattern.search(text)) is not None
    ]
    return max(found)[2] if found else ""  # "never more than" is longer than the "more than" in it


def _other_bound(rule: str, clause: str) -> bool:
    ours, theirs = numbers(rule), numbers(clause)
    if len(ours) != 1 or len(theirs) != 1:
        return False
    if not _other_side(rule, clause) if ours == theirs else _keeps_within(rule, *ours, *theirs):
        return False
    return _about_one(rule, clause, _LEAST)


def _about_one(rule: str, clause: str, least: float) -> bool:
    """Whether a clause shares so much of what a rule with a bound is about."""
    ours = numbers(rule)
    if chinese(rule) and chinese(clause):
        told, known = about(rule) - ours, about(clause)
    else:
        told, known = set(subject(rule) - ours), set(subject(clause))
    shared = told & known
    return bool(shared) and len(shared) >= least * len(told)
