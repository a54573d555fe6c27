"""What a summariser is told to keep: the unlanded items, the standing rules and the critical facts, word for word.

The facts and rules are those that an audit would report lost for a summary that says nothing, most binding first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from threefold.audit import audit
from threefold.session import Compaction, Flag, Session
from threefold.settings import Settings
from threefold.verdict import FIELDS, Snapshot

OPENING = (
    "\n\nAdditional rule, added by a program that read this session's log. The lines below are copied from it. Carry "
    "each one that the conversation above bears out into the checkpoint word for word, in the section it belongs to; "
    "add nothing else because of this list.\n"
)
_NOTHING = "(none)"
_LARGEST = 8_000_000
"""Bytes of log beyond which only what the model sees now is searched, so that the answer comes in time."""


def guidance(session: Session, snapshot: Snapshot, settings: Settings, budget: int) -> str:
    """The text for the end of the summariser's instruction, at most ``budget`` bytes; empty where nothing is to say."""
    lines = [*_unlanded(snapshot), *_stated(session, settings)]
    room = budget - len(OPENING.encode())
    chosen: list[str] = []
    for line in dict.fromkeys(lines):
        size = len(line.encode("utf-8", "replace")) + 1
        if size <= room:
            chosen.append(line)
            room -= size
    return OPENING + "\n".join(chosen) if chosen else ""


def _unlanded(snapshot: Snapshot) -> Iterable[str]:
    for field in FIELDS:
        for text in snapshot.work[field.name]:
            yield f"- {field.heading}: {text}"


def _stated(session: Session, settings: Settings) -> Iterable[str]:
    """Rules and facts of what is about to be summarised."""
    imagined = _imagined(session)
    record = audit(_with(session, imagined), imagined, settings=settings.audit)
    for statement in record.statements:
        if statement.status == "lost":
            yield f"- {statement.category}: {' '.join(statement.value.split())}"
    for fact in record.coverage.ranked:
        yield f"- {fact.category}: {fact.value}"


def _imagined(session: Session) -> Compaction:
    """A compaction, now, whose summary says nothing."""
    covers = array("q", (e for e in session.surface if not session.events.flags[e] & Flag.SUMMARY))
    earlier = [one.index for one in session.compactions if one.summary_event in set(session.surface)]
    size = sum(session.events.sizes[event] for event in covers)
    for one in earlier:
        size += sum(session.events.sizes[event] for event in session.compactions[one].covers)
    return Compaction(
        index=len(session.compactions),
        id="imagined",
        event=len(session.events) - 1,
        summary=_NOTHING,
        covers=covers,
        earlier=tuple(earlier) if size <= _LARGEST else (),
    )


def _with(session: Session, compaction: Compaction) -> Session:
    """The same session, with one compaction more."""
    return Session(
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
    )
