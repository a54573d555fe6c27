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
_LEAST_WORDS = later(r"(?i)\b(?:at least|no (?:less|fewer) than|min(?:imum)?|above|over)\b|>|[至最]少|下限|以上")
_LEAST = 0.6  # of what a bound is set to stands in a sentence that sets another one


class _Pair(NamedTuple):
    """Two values of which a rule wants the first."""

    wanted: str
    rejected: str


@lru_cache(maxsize=1 << 10)
def _pair(rule: str) -> _Pair | None:
    match = _RIVALS.search(rule)
    return None if match is None else _Pair(match["for"] or match["han"], match["against"] or match["not"])


@lru_cache(maxsize=1 << 8)
def _chosen(value: str) -> re.Pattern[str]:
    """How a sentence chooses a value: by using it, or by having nothing else."""
    one = re.escape(value.rstrip("."))
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
    if pair is None or pair.rejected.lower() in sentence.lower().replace(pair.wanted.lower(), " "):
        return False
    return _chosen(pair.wanted).search(sentence) is not None


def chooses_other(rule: str, sentence: str) -> bool:
    """Whether a sentence that lays something down chooses the value that a rule rejects, gives another form, or sets
    another bound."""
    pair = _pair(rule)
    if pair is not None and pair.wanted.lower() not in sentence.lower().replace(pair.rejected.lower(), " "):
        return _chosen(pair.rejected).search(sentence) is not None and not BARS.search(sentence)
    return any(
        _other_form(rule, clause) or _other_bound(rule, clause) for clause in clauses_of(LABEL.sub("", sentence))
    )


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
    return given > bound if _LEAST_WORDS.search(rule) else given < bound


def _other_bound(rule: str, clause: str) -> bool:
    ours, theirs = numbers(rule), numbers(clause)
    if len(ours) != 1 or len(theirs) != 1 or ours == theirs or _keeps_within(rule, *ours, *theirs):
        return False
    if chinese(rule) and chinese(clause):
        told, known = about(rule) - ours, about(clause)
    else:
        told, known = set(subject(rule) - ours), set(subject(clause))
    shared = told & known
    return bool(shared) and len(shared) >= _LEAST * len(told)
