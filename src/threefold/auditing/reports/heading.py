"""What heads a report: the findings that bind most, each wrong place of a summary once."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from threefold.auditing.grounds.findings import ALTERED
from threefold.auditing.reports.record import Candidate, Coverage, Fidelity, Statement
from threefold.auditing.reports.reporting import BINDING_REASONS
from threefold.text.later import later

_NAMES_ONE_THING = frozenset({"uuid", "path", "url", "hash", "reference", "port"})
_OBLIGES = later(
    r"(?i)\b(?:never|always|must|do not|don't|only|without|from now on)\b"
    r"|不要|必须|禁止|不能|别|只能|务必|今后|以后"
)
_OF_ONE_THING = later(
    r"(?i)\W*(?:(?:and|so|also|but|ok(?:ay)?),? )?(?:this|that|these|those|it|you (?:can|could|may))\b"
)
"""How a sentence begins that speaks of the thing at hand: an order for now, or a permission, and no standing rule."""
HEAD = 5
"""Findings that may head a report."""
_BINDING = 20.0
_GRAVE = {
    "user_quote": {"invented": 95.0, "wrong_author": 90.0, "no_consent": 96.0},
    "message": {"lost": 97.0},
    "question": {"lost": 72.0, "invented": 74.0},
    "finding": {"lost": 65.0},
    "deed": {"lost": 50.0},
    "denial": {"lost": 55.0},
}


def headline(
    fidelity: Fidelity, coverage: Coverage, spoken: Sequence[Statement], complete: bool = True
) -> tuple[Candidate | Statement, ...]:
    """The findings that bind most, of every section together: at most five, and none only to fill the list."""
    return tuple(itertools.islice(_distinct(binding(fidelity, coverage, spoken, complete)), HEAD))


def binding(
    fidelity: Fidelity, coverage: Coverage, spoken: Sequence[Statement], complete: bool = True
) -> tuple[Candidate | Statement, ...]:
    """All findings that may head a report, those that bind most first.

    In a ledger that is not ``complete``, what merely stands nowhere is no finding for the head: it may stand in what
    is missing."""
    scored: list[tuple[float, int, Candidate | Statement]] = []
    for one in fidelity.candidates:
        if not one.found_outside_ledger and (complete or one.status == ALTERED):
            weight = 92.0 if one.category == "correction" else 80.0 if one.status == ALTERED else 60.0
            scored.append((weight - (15.0 if one.kind.startswith("count:") else 0.0), len(scored), one))
    for said in spoken:
        weight = _GRAVE.get(said.category, {}).get(said.status, 0.0)
        if said.category == "rule" and said.status in ("contradicted", "invented"):
            weight = 94.0 if "a human's rule" in said.basis else 75.0
        elif said.category == "rule" and "a human's rule" in said.basis:
            weight = 85.0 if _OBLIGES.search(said.value) and not _OF_ONE_THING.match(said.value) else 15.0
        elif said.category == "task_state":
            weight = 15.0 if said.status == "dropped" else 70.0
        elif said.category == "claim":
            weight = 55.0
        if weight:
            scored.append((weight, len(scored), said))
    for loss in coverage.ranked:
        if loss.category == "correction":
            scored.append((88.0, len(scored), loss))
        elif loss.basis in BINDING_REASONS and loss.still_used and loss.category in _NAMES_ONE_THING:
            scored.append((40.0, len(scored), loss))
    scored.sort(key=lambda entry: (-entry[0], entry[1]))
    return tuple(one for weight, _, one in scored if weight >= _BINDING)


def _distinct(found: Iterable[Candidate | Statement]) -> Iterator[Candidate | Statement]:
    """The findings of which none before is about the same place of the summary, or the same words of the log."""
    kept: list[Candidate | Statement] = []
    for one in found:
        if not any(_same_place(one, other) for other in kept):
            kept.append(one)
            yield one


def _same_place(one: Candidate | Statement, other: Candidate | Statement) -> bool:
    if isinstance(one, Candidate) and isinstance(other, Candidate):
        return _same_value(one, other)
    if isinstance(one, Statement) and isinstance(other, Statement):
        return (one.evidence != "" and one.evidence == other.evidence) or _same_words(one, other)
    said, value = (one, other) if isinstance(one, Statement) else (other, one)
    quoted = isinstance(said, Statement) and said.category == "user_quote"
    return quoted and isinstance(value, Candidate) and value.span is not None and value.value in said.value


def _same_words(one: Statement, other: Statement) -> bool:
    """Whether two statements are about the same words of one event: a rule that is lost, and the deed that it forbids
    told of as done."""
    if one.where is None or other.where is None or one.where.event != other.where.event:
        return False
    return one.value in other.value or other.value in one.value


def _same_value(one: Candidate, other: Candidate) -> bool:
    """Whether two values are one: a path and its line, an address and its port, what a correction altered and lost."""
    if one.category == other.category and one.normal == other.normal:
        return True
    if one.span is None or other.span is None:
        return False
    (start, end), (first, last) = one.span, other.span
    return (start < last and first < end) or one.value in other.value or other.value in one.value
