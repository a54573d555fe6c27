"""What the harness's summariser is told to keep, as an addition to the instruction that the harness gives it."""

from __future__ import annotations

from threefold.harness.guidance import stated, unlanded
from threefold.session import Session
from threefold.settings import Settings
from threefold.verdict import Snapshot

OPENING = (
    "\n\nAdditional rule, added by a program that read this session's log. The lines below are copied from it. Carry "
    "each one that the conversation above bears out into the checkpoint word for word, in the section it belongs to; "
    "add nothing else because of this list.\n"
)


def guidance(session: Session, snapshot: Snapshot, settings: Settings, budget: int) -> str:
    """The text for the end of the summariser's instruction, at most ``budget`` bytes; empty where nothing is to say."""
    room = budget - len(OPENING.encode())
    chosen: list[str] = []
    for line in dict.fromkeys([*unlanded(snapshot), *stated(session, settings)]):
        size = len(line.encode("utf-8", "replace")) + 1
        if size <= room:
            chosen.append(line)
            room -= size
    return OPENING + "\n".join(chosen) if chosen else ""
