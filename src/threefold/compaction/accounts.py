"""The accounts of a compaction: a decision for each message, the sums, and what did not fit."""

from __future__ import annotations

from threefold.compaction.prepare import Prepared
from threefold.compaction.result import Decision, Stats
from threefold.compaction.scores import Scores
from threefold.compaction.selection import Fate, Selection
from threefold.compaction.wire import Note, Wire


def decisions_of(prepared: Prepared, scores: Scores, selection: Selection | None) -> tuple[Decision, ...]:
    """A decision for each item."""
    found: list[Decision] = []
    for item in prepared.items:
        value = scores.values.get(item.index)
        settled = prepared.settled(item.index)
        found.append(
            Decision(
                index=item.index,
                hash=prepared.conversation.hash(item.index),
                role=item.message.role,
                author=item.message.author.value,
                bytes=item.size,
                value=None if value is None else value.value,
                confidence=None if value is None else value.confidence,
                source="rule" if value is None or settled else value.source,
                signals={} if value is None or settled else value.signals,
                decision=Fate.KEEP.value if selection is None else selection.fates[item.index].value,
                reason="nothing could be cut" if selection is None else selection.reasons[item.index],
            )
        )
    return tuple(found)


def stats_of(
    prepared: Prepared,
    scores: Scores,
    wire: Wire,
    selection: Selection | None,
    limit: int,
    before: int,
    after: int,
    note: Note | None,
) -> Stats:
    count = len(prepared.items)
    fates = selection.fates if selection is not None else (Fate.KEEP,) * count
    sources: dict[str, int] = {}
    for place, value in scores.values.items():
        if not prepared.settled(place):
            sources[value.source] = sources.get(value.source, 0) + 1
    over = max(0, after - limit)
    worth = selection.worth if selection is not None else None
    return Stats(
        messages=count,
        kept=fates.count(Fate.KEEP),
        shrunk=fates.count(Fate.SHRINK),
        cut=fates.count(Fate.CUT),
        bytes_before=before,
        bytes_after=after,
        target_bytes=limit,
        over_budget_bytes=over,
        over_budget_reason=_why_over(prepared, wire, selection, note) if over else "",
        changed=selection is not None,
        format=prepared.conversation.format,
        shape=wire.shape,
        scorer=scores.scorer,
        sources=sources,
        calibrated=scores.calibrated,
        digest_bytes=len(note.raw) if note is not None else 0,
        digest_role=note.role if note is not None else "",
        pinned_spans=len(prepared.spans),
        carried_spans=len(selection.carried) if selection is not None else 0,
        refused_pins=list(prepared.pins.refused),
        orphans_before=len(prepared.units.pairs.pending) + len(prepared.units.pairs.orphans),
        superseded=len(prepared.superseded),
        optimality=worth[0] / worth[1] if worth is not None and worth[1] > 0 else None,
    )


def _why_over(prepared: Prepared, wire: Wire, selection: Selection | None, note: Note | None) -> str:
    """What the bytes are that could not go, by the reason for which they stay."""
    sums: dict[str, int] = {"header of the format": wire.frame}
    for unit, reason in prepared.protected.items():
        for place in prepared.units.units[unit].members:
            raw = selection.shrunk.get(place) if selection is not None else None
            sums[reason] = sums.get(reason, 0) + (prepared.items[place].size if raw is None else len(raw))
    if note is not None and selection is not None and selection.carried:
        sums["digest with pinned text of what was cut"] = len(note.raw)
    human = sum(
        prepared.items[place].size
        for unit in prepared.human
        for place in prepared.units.units[unit].members
        if selection is None or selection.fates[place] is not Fate.CUT
    )
    sums["a human's words"] = human
    largest = sorted(((size, reason) for reason, size in sums.items() if size), reverse=True)
    return ", ".join(f"{reason}: {size:,} byte{'s' if size > 1 else ''}" for size, reason in largest)
