"""A summary and an original that are given as such: two files, instead of a compaction that a log holds."""

from __future__ import annotations

import copy
import hashlib
import re
from array import array
from collections.abc import Iterator

from threefold.auditing.reports.record import PLAIN
from threefold.reading.lines import undecodable
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
    ToolCall,
    ToolResult,
)
from threefold.text.later import later
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


_MARK = later(
    "^(?:(?:(?P<human>User|Human|USER|用户)|(?P<model>Assistant|AI|ASSISTANT|助手)|(?P<harness>System|SYSTEM|系统)"
    "|(?P<call>Tool call|工具调用)|(?P<result>Tool(?: result| output)?|工具(?:结果|返回|输出)))[ \\t]*[:：]"
    "|\\[(?:(?P<called>[Tt]ool (?:call|use))|(?P<answered>[Tt]ool (?:result|output)))\\])[ \\t]*".encode(),
    re.MULTILINE,
)
"""``User:``, ``[tool call]`` and their kin at the start of a line, in English and Chinese."""
_AUTHORS = {
    "human": ("user", Author.HUMAN),
    "model": ("assistant", Author.MODEL),
    "harness": ("system", Author.HARNESS),
}
_CALLS = ("call", "called")
_RESULTS = ("result", "answered")


def plain_session(data: bytes, name: str) -> Session:
    """A session of one text. Where it is written as turns (it begins with a mark such as ``User:``, and both sides
    speak), each turn is a message of its author.

    Calls of tools and what they answered are told apart from the words around them where they are marked as such.
    Text of unknown authorship counts as a human's, so that no quote of it is called invented.
    """
    turns = _turns(data)
    calls = array("q")  # which call was the last one at each turn
    events = EventTable()
    line, counted = 1, 0
    for start, end in turns:
        line, counted = line + data.count(b"\n", counted, start), start
        events.add(start, end, line, PLAIN, Flag.MESSAGE)
        mark = _MARK.match(data, start) if len(turns) > 1 else None
        calls.append((calls[-1] if calls else 0) + (mark is not None and mark.lastgroup in _CALLS))

    def record(raw: bytes, index: int) -> Record:
        mark = _MARK.match(raw) if len(turns) > 1 else None
        kind = mark.lastgroup or "human" if mark else "human"
        text = decode(raw[mark.end() :] if mark else raw)
        part: Text | ToolCall | ToolResult
        if kind in _CALLS:
            name, _, arguments = text.strip().partition("\n" if "{" not in text.partition("\n")[0] else " ")
            role, part = "assistant", ToolCall(f"call-{calls[index]}", name, arguments.strip())
        elif kind in _RESULTS:
            role, part = "tool", ToolResult(f"call-{calls[index]}", text)
        else:
            role, author = _AUTHORS[kind]
            part = Text(text, author)
        return Record(PLAIN, Message(role=role, parts=(part,), events=(index,)))

    return Session(
        format=PLAIN,
        source=_Bytes(data, name),
        decode=record,
        events=events,
        lines=Lines(total=len(turns), read=len(turns), undecodable=undecodable(data)),
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


def with_summary(session: Session, summary: str, lost: int = 0) -> tuple[Session, Compaction]:
    """The session with one more compaction: this summary, made from every message of the log that is no summary.
    ``lost`` is how many of its bytes could not be decoded."""
    flags = session.events.flags
    covers = array("q", (i for i in range(len(flags)) if flags[i] & Flag.MESSAGE and not flags[i] & Flag.SUMMARY))
    given = Compaction(
        index=len(session.compactions),
        id="given",
        event=len(flags),
        summary=summary,
        covers=covers,
        unreadable="" if summary.strip() else "the summary is empty",
        gaps=(f"{lost:,} bytes of the summary are not UTF-8 and read as U+FFFD",) if lost else (),
    )
    extended = copy.copy(session)
    extended.compactions = (*session.compactions, given)
    return extended, given
