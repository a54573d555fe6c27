"""A summary and an original that are given as such: two files, instead of a compaction that a log holds."""

from __future__ import annotations

import copy
import hashlib
from array import array
from collections.abc import Iterator

from threefold.session import (
    Author,
    Compaction,
    EventTable,
    Flag,
    Lines,
    Message,
    Record,
    Session,
    Text,
)
from threefold.text.unicode import decode


class _Bytes:
    """A source over bytes in memory."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._data = data

    @property
    def size(self) -> int:
        return len(self._data)

    def read(self, start: int, end: int) -> bytes:
        return self._data[start:end]

    def chunks(self) -> Iterator[bytes]:
        yield self._data


def plain_session(data: bytes, name: str) -> Session:
    """A session of one text of unknown authorship.

    It counts as a human's, so that no quote of it is called invented.
    """
    events = EventTable()
    events.add(0, len(data), 1, "text", Flag.MESSAGE)

    def record(raw: bytes, index: int) -> Record:
        message = Message(role="user", parts=(Text(decode(raw), Author.HUMAN),), events=(index,))
        return Record("text", message)

    return Session(
        format="text",
        source=_Bytes(data, name),
        decode=record,
        events=events,
        lines=Lines(total=1, read=1),
        surface=(0,),
        id=f"text-{hashlib.sha256(data).hexdigest()[:16]}",
    )


def with_summary(session: Session, summary: str) -> tuple[Session, Compaction]:
    """The session with one more compaction: this summary, made from every message of the log that is no summary."""
    flags = session.events.flags
    covers = array("q", (i for i in range(len(flags)) if flags[i] & Flag.MESSAGE and not flags[i] & Flag.SUMMARY))
    given = Compaction(
        index=len(session.compactions),
        id="given",
        event=len(flags),
        summary=summary,
        covers=covers,
        unreadable="" if summary.strip() else "the summary is empty",
    )
    extended = copy.copy(session)
    extended.compactions = (*session.compactions, given)
    return extended, given
