"""A summary and an original that are given as such: two files, instead of a compaction that a log holds."""

from __future__ import annotations

import copy
import hashlib
import re
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


_MARK = re.compile(
    rb"^(?:(?P<human>User|Human|USER|\xe7\x94\xa8\xe6\x88\xb7)|(?P<model>Assistant|AI|ASSISTANT|\xe5\x8a\xa9\xe6\x89\x8b)"
    rb"|(?P<harness>System|SYSTEM|\xe7\xb3\xbb\xe7\xbb\x9f))[ \t]*(?::|\xef\xbc\x9a)[ \t]*",
    re.MULTILINE,
)
"""``User:`` and its kin at the start of a line, in English and Chinese (用户, 助手, 系统)."""
_AUTHORS = {
    "human": ("user", Author.HUMAN),
    "model": ("assistant", Author.MODEL),
    "harness": ("system", Author.HARNESS),
}


def plain_session(data: bytes, name: str) -> Session:
    """A session of one text. Where it is written as turns (it begins with a mark such as ``User:``, and both sides
    speak), each turn is a message of its author.

    Text of unknown authorship counts as a human's, so that no quote of it is called invented.
    """
    turns = _turns(data)
    events = EventTable()
    for start, end in turns:
        events.add(start, end, 1, "text", Flag.MESSAGE)

    def record(raw: bytes, index: int) -> Record:
        mark = _MARK.match(raw) if len(turns) > 1 else None
        role, author = _AUTHORS[mark.lastgroup or "human"] if mark else _AUTHORS["human"]
        text = decode(raw[mark.end() :] if mark else raw)
        return Record("text", Message(role=role, parts=(Text(text, author),), events=(index,)))

    return Session(
        format="text",
        source=_Bytes(data, name),
        decode=record,
        events=events,
        lines=Lines(total=len(turns), read=len(turns)),
        surface=tuple(range(len(turns))),
        id=f"text-{hashlib.sha256(data).hexdigest()[:16]}",
    )


def _turns(data: bytes) -> list[tuple[int, int]]:
    """The spans of the turns of a text, or the whole of it."""
    marks = list(_MARK.finditer(data))
    if not marks or data[: marks[0].start()].strip() or not {"human", "model"} <= {mark.lastgroup for mark in marks}:
        return [(0, len(data))]
    starts = [mark.start() for mark in marks]
    return list(zip(starts, [*starts[1:], len(data)], strict=True))


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
