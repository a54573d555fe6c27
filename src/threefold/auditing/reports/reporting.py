"""Findings and losses as a record shows them: with their places in the log, ranked, and within the caps."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import TypeVar

from threefold.auditing.facts.fact import CATEGORIES
from threefold.auditing.grounds.coverage import Loss
from threefold.auditing.grounds.findings import ALTERED, DERIVED, EQUIVALENT, UNVERIFIED, VERIFIED, Finding
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.reports.record import PLAIN, Candidate, Coverage, Fidelity, NearReport, Where
from threefold.session import Session
from threefold.text.later import later
from threefold.text.unicode import decode

T = TypeVar("T")
BINDING_REASONS = ("the user wrote it", "a file that was changed")
_SLIGHT = later(r"[0-9](?:\.[0-9])? |100 %|[0-9]{2} (?:ms|second|line|test|file|character|byte)s?\b")
"""Numbers that stand in any log: of one digit, or of two in the commonest units."""
_PLACEHOLDERS = frozenset({"abc1234", "abcdef1", "1234567", "deadbeef", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"})
"""Hashes that stand for any: those of examples and tests, and git's empty tree."""
_BREAK = later("\n")
_WORDS = {int(origin): origin.word for origin in Origin}
_LITTLE = 0.1
_PASTED = 4000
"""Bytes of an event from which on a human's text is taken for pasted: they sent it, and did not write each value."""
RANKED = 20
"""Losses in the ranked list of a record."""
MOST_TOLD = 100
"""Losses that a record lists although that of an earlier compaction does."""


class Reporter:
    """Writes for one session; ``cap`` is the most facts of a category that are listed."""

    def __init__(self, session: Session, cap: int) -> None:
        self.session = session
        self.cap = cap
        self.truncated = False
        """whether something was left out that is not counted by category"""
        self._read: tuple[int, tuple[str, list[int]]] | None = None

    def where(self, event: int | None, origin: int = 0, value: str = "") -> Where | None:
        """The place of an event, in a plain text that of a value in it; or None."""
        if event is None or not 0 <= event < len(self.session.events):
            return None
        line, column = self.session.events.lines[event], 0
        if value and self.session.format == PLAIN:
            line, column = self._place(event, value)
        return Where(event, line, _WORDS.get(origin, ""), column)

    def _place(self, event: int, value: str) -> tuple[int, int]:
        """The line and the column, both from 1, at which a value stands in a turn of a plain text; of one in another
        spelling, those at which the turn begins."""
        text, breaks = self._turn(event)
        number = value.removeprefix("v").partition(" ")[0]
        grouped = f"{int(number):,}" if number.isdecimal() else number
        places = (text.find(spelled) for spelled in (value, number, grouped) if spelled)
        place = next((at for at in places if at >= 0), 0)
        before = bisect_left(breaks, place)
        return self.session.events.lines[event] + before, place - (breaks[before - 1] if before else -1)

    def _turn(self, event: int) -> tuple[str, list[int]]:
        """A turn of a plain text, and where its lines end. The last one is kept: many values stand in each."""
        if self._read is None or self._read[0] != event:
            text = decode(self.session.source.read(*self.session.events.span(event)))
            self._read = event, (text, [match.start() for match in _BREAK.finditer(text)])
        return self._read[1]

    def fidelity(self, findings: Sequence[Finding]) -> Fidelity:
        """The counts, and what is altered or unverified: values of this session that were changed come first, those
        that stand elsewhere in the log last."""
        statuses = (VERIFIED, EQUIVALENT, ALTERED, UNVERIFIED, DERIVED)
        counts = {status: sum(one.status == status for one in findings) for status in statuses}
        flagged = sorted((one for one in findings if one.status in (ALTERED, UNVERIFIED)), key=_urgency)
        listed = _within(flagged, [one.assertion.fact.category for one in flagged], self.cap)
        return Fidelity(**counts, candidates=tuple(self.finding(one, rank) for rank, one in enumerate(listed, 1)))

    def all(self, findings: Sequence[Finding]) -> tuple[Candidate, ...]:
        """Every fact of the summary in its order, whatever its status."""
        return tuple(self.finding(one, 0) for one in findings)

    def finding(self, one: Finding, rank: int) -> Candidate:
        """One fact of the summary."""
        fact = one.assertion.fact
        return Candidate(
            category=fact.category,
            value=fact.literal,
            status=one.status,
            basis=one.basis,
            near=tuple(
                NearReport(near.value, near.difference, self.where(near.event, 0, near.value)) for near in one.near
            ),
            where=self.where(one.event, 0, fact.literal),
            count=one.assertion.mentions,
            rank=rank,
            kind=fact.kind,
            normal=fact.normal,
            evidence=one.assertion.sentence,
            span=(fact.start, fact.end),
            found_outside_ledger=one.outside,
        )

    def coverage(
        self, lost: Sequence[Loss], told: Container[tuple[str, str]] = ()
    ) -> tuple[Coverage, Mapping[str, int], bool]:
        """The losses within the caps, most binding first; how many there are of each category; and whether any was
        left out of the count.

        ``told`` are those, by category and value, that the record of an earlier compaction lists: they are counted,
        and the ``MOST_TOLD`` most binding ones listed again.
        """
        lost = sorted(lost, key=lambda loss: -self.binding(loss))
        kept = _within(lost, [loss.category for loss in lost], self.cap)
        room = itertools.count()
        chosen = [loss for loss in kept if (loss.category, loss.value) not in told or next(room) < MOST_TOLD]
        listed = tuple(self.loss(loss, rank) for rank, loss in enumerate(chosen, 1))
        found = Coverage(
            lost_count=len(kept), lost=listed, ranked=listed[:RANKED], left_to_earlier=len(kept) - len(listed)
        )
        return found, Counter(loss.category for loss in kept), len(kept) < len(lost)

    def binding(self, loss: Loss) -> float:
        """The weight of a loss, less where its value says little or where a human only pasted it."""
        weight = loss.weight
        if loss.category == "number" and _SLIGHT.match(loss.value):
            weight *= _LITTLE
        if loss.category == "hash" and loss.value in _PLACEHOLDERS:
            weight *= _LITTLE
        if self._is_pasted(loss):
            weight *= _LITTLE
        return weight

    def _is_pasted(self, loss: Loss) -> bool:
        return loss.entry.said >= 0 and self.session.events.sizes[loss.entry.said] > _PASTED

    def loss(self, loss: Loss, rank: int) -> Candidate:
        """One critical fact that the summary lacks."""
        entry = loss.entry
        pasted = loss.reason == BINDING_REASONS[0] and self._is_pasted(loss)
        return Candidate(
            category=loss.category,
            value=loss.value,
            status="lost",
            basis="in a long text of the user's" if pasted else loss.reason,
            where=self.where(entry.first, entry.origin, loss.value)
            if entry.said < 0
            else self.where(entry.said, Origin.HUMAN, loss.value),
            count=entry.count,
            rank=rank,
            kind=loss.kind,
            normal=loss.value,
            last=self.where(entry.last, 0, loss.value),
            still_used=loss.still_used,
        )


def tallied(
    findings: Sequence[Finding], lost: Mapping[str, int], categories: frozenset[str]
) -> dict[str, dict[str, int]]:
    """How many facts of each category became what: of the summary's by status, and of the events' how many are lost."""
    counts: dict[str, dict[str, int]] = {category: {} for category in CATEGORIES if category in categories}
    for one in findings:
        of = counts[one.assertion.fact.category]
        of[one.status] = of.get(one.status, 0) + 1
    for category, count in lost.items():
        counts[category]["lost"] = count
    return counts


_LONGEST = 300


def cut(text: str) -> str:
    """A text as one line that a report can show."""
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _urgency(one: Finding) -> tuple[bool, bool, int, int]:
    fact = one.assertion.fact
    return one.outside, one.status != ALTERED, CATEGORIES.index(fact.category), fact.start


def _within(items: Sequence[T], categories: Sequence[str], cap: int) -> list[T]:
    """The first ``cap`` items of each category, in order."""
    counts: dict[str, int] = {}
    kept: list[T] = []
    for item, category in zip(items, categories, strict=True):
        counts[category] = counts.get(category, 0) + 1
        if counts[category] <= cap:
            kept.append(item)
    return kept
