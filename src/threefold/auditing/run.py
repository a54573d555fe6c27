"""The audit of compactions. Pure: the session's bytes, the settings and the time are arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict, Unpack

from threefold.auditing.comparing import Comparison
from threefold.auditing.facts.recall import Recall, Shelf
from threefold.auditing.gathering import Gathering
from threefold.auditing.reports import record as records
from threefold.auditing.reports.record import AuditRecord, Failure
from threefold.auditing.reports.stages import LONGEST
from threefold.auditing.resuming import Past
from threefold.auditing.settings import AuditSettings
from threefold.session import Compaction, Session

HELD = 4
"""Summaries of which all that they assert is held until it is their turn; the others are read twice."""


class How(TypedDict, total=False):
    """How compactions are to be audited; all of it may be left out."""

    settings: AuditSettings | None
    at: str
    """the time for the record (ISO 8601)"""
    clock: Callable[[], float] | None
    """gives seconds, for the record's timings"""
    all_facts: bool
    """put the verified facts into the record too"""
    shelf: Shelf | None
    """keeps which facts stand in which text, for another audit of the same log under the same settings"""
    past: Past | None
    """keeps all that was found in the log, for another audit once it has grown or has another summary"""


def audit(session: Session, compaction: Compaction, **how: Unpack[How]) -> AuditRecord:
    """Compare one compaction's summary with the events it was made from.

    Never raises for what the session holds: a stage that fails is named in ``failures`` and the others still answer; a
    record in which nothing could be done has the signal ``compaction.audit.failed``.
    """
    (record,) = audit_each(session, [compaction], **how)
    return record


def audit_all(
    session: Session, compactions: Sequence[Compaction] | None = None, **how: Unpack[How]
) -> list[AuditRecord]:
    """One record for each of the compactions (all, if none are given), as ``audit`` makes it.

    Given in the order of the log, each event is folded once, however many summaries go back to it.
    """
    return list(audit_each(session, compactions, **how))


def audit_each(
    session: Session, compactions: Sequence[Compaction] | None = None, **how: Unpack[How]
) -> Iterator[AuditRecord]:
    """The records of ``audit_all`` one after the other, for logs whose records are too many to be held at once."""
    chosen = session.compactions if compactions is None else compactions
    made = 0
    try:
        for record in _records(session, chosen, how):
            made += 1
            yield record
    except Exception as error:  # what is outside of every stage; what was not made yet is lost, and the caller nothing
        failure = Failure("audit", f"{type(error).__name__}: {error}"[:LONGEST])
        for one in chosen[made:]:
            yield AuditRecord(
                at=how.get("at", ""),
                signal=records.FAILED,
                session_id=session.id,
                compaction_id=one.id,
                ledger_incomplete=True,
                unauditable="the audit itself failed",
                failures=(failure,),
            )


def _records(session: Session, chosen: Sequence[Compaction], how: How) -> Iterator[AuditRecord]:
    settings, at, all_facts = how.get("settings") or AuditSettings(), how.get("at", ""), how.get("all_facts", False)
    shelf, past = how.get("shelf"), how.get("past")
    comparisons = [Comparison(session, one, settings, how.get("clock")) for one in chosen]
    if not comparisons:
        return
    for one in comparisons:
        one.prepare()
    finder = comparisons[0].finder
    needles = list(dict.fromkeys(needle for one in comparisons for needle in one.summary.needles))
    recall = None if shelf is None else Recall(finder, shelf)
    gathering = Gathering(session, finder, needles, recall, past)
    if len(comparisons) > 1:  # one pass over the log for all of them, instead of one for each
        gathering.outside.expect(claim.fact for one in comparisons for claim in one.summary.claims)
    for one in comparisons[HELD:]:
        one.lay_aside()
    comparisons.reverse()
    while comparisons:  # each is let go with its record
        comparison = comparisons.pop()
        gathering.is_last = not comparisons
        none: AuditRecord | None = None
        make = functools.partial(comparison.record, gathering, at, all_facts)
        record = comparison.stages.do("record", none, make)
        yield record if record is not None else comparison.failed(at)
    if recall is not None:
        recall.close()
