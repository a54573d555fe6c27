"""Which messages of a log stand on branches that its conversation left."""

from __future__ import annotations

from threefold.session import Flag, Session


def abandoned(session: Session) -> frozenset[int]:
    """Messages on branches that were left: what was said there is not part of the conversation any more."""
    if session.format not in ("claude-code", "pi", "qwen"):
        return frozenset()
    live = bytearray(len(session.events))
    for event in session.surface:
        live[event] = 1
    for compaction in session.compactions:
        if compaction.gaps:
            return frozenset()
        for events in (compaction.covers, compaction.kept):
            for event in events:
                live[event] = 1
    flags, message = session.events.flags, int(Flag.MESSAGE)  # arithmetic on flags costs a call each
    return frozenset(i for i in range(len(live)) if flags[i] & message and not live[i])
