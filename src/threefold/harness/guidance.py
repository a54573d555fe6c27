"""What a summariser should keep: the unlanded items, the standing rules and the critical facts, word for word.

The rules and facts are those that an audit would report lost for a summary that says nothing, most binding first. A
compaction that the log does not hold yet is put in place by ``with_compaction``; the same serves to audit a summary
that a harness hands over before it writes it down.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from threefold.session import Compaction, Flag, Session
from threefold.settings import Settings

if TYPE_CHECKING:
    from threefold.auditing.recall import Shelf
    from threefold.auditing.record import Candidate, Where
    from threefold.verdict import Snapshot

_NOTHING = "(none)"
_LARGEST = 1_000_000
"""Bytes of earlier compactions' sources beyond which only what the model sees now is searched: an answer is waited
for, and what an earlier summary let go is gone from the context already."""


_WEAK = ("only printed by a tool", "only in the harness's own text")
"""Reasons for which a fact need not be kept: it is printed again when it is needed."""


def unlanded(snapshot: Snapshot) -> Iterator[str]:
    """One line for each unlanded item, with what it is."""
    from threefold.verdict import FIELDS

    for field in FIELDS:
        for text in snapshot.work[field.name]:
            yield f"- {field.heading}: {text}"


def stated(session: Session, settings: Settings, shelf: Shelf | None = None) -> Iterator[str]:
    """One line for each standing rule and critical fact of what would be summarised now.

    What only the harness said is left out: it says it again after a compaction. ``shelf`` keeps what was read of the
    log's texts for the next time.
    """
    from threefold.auditing import audit

    imagined, compaction = with_compaction(session, _NOTHING, largest=_LARGEST)
    record = audit(imagined, compaction, settings=settings.audit, shelf=shelf)
    for statement in record.statements:
        if statement.status == "lost" and not _harness_said(statement.where):
            yield f"- {statement.category}: {' '.join(statement.value.split())}"
    for fact in record.coverage.ranked:
        if binds(fact):
            yield f"- {fact.category}: {fact.value}"


def binds(fact: Candidate) -> bool:
    """Whether a lost fact is worth saying again: not one that only a tool or the harness printed."""
    return fact.basis not in _WEAK and not _harness_said(fact.where)


def _harness_said(where: Where | None) -> bool:
    return where is not None and where.origin == "harness"


def with_compaction(
    session: Session,
    summary: str,
    *,
    id: str = "now",
    trigger: Literal["manual", "auto", "unknown"] = "unknown",
    largest: int | None = None,
    gaps: tuple[str, ...] = (),
) -> tuple[Session, Compaction]:
    """The same session with one compaction more, of everything that the model sees now.

    ``largest`` bounds the bytes of earlier compactions' sources that are gone back to; None goes back to all.
    """
    flags, sizes = session.events.flags, session.events.sizes
    seen = set(session.surface)
    earlier = [one.index for one in session.compactions if one.summary_event in seen]
    if largest is not None and sum(sizes[e] for one in earlier for e in session.compactions[one].covers) > largest:
        earlier = []
    compaction = Compaction(
        index=len(session.compactions),
        id=id,
        event=len(session.events) - 1,
        summary=summary,
        covers=array("q", (event for event in session.surface if not flags[event] & Flag.SUMMARY)),
        earlier=tuple(earlier),
        trigger=trigger,
        gaps=gaps,
    )
    extended = Session(
        format=session.format,
        source=session.source,
        decode=session.decode,
        events=session.events,
        lines=session.lines,
        version=session.version,
        id=session.id,
        cwd=session.cwd,
        surface=session.surface,
        compactions=(*session.compactions, compaction),
        cleared=session.cleared,
        notes=session.notes,
    )
    return extended, compaction
