"""``context.jsonl`` of Kimi CLI: what the model sees, and in the files beside it what it saw before.

A compaction rewrites the file: the one before is moved to ``context_<N>.jsonl``, and the new one begins with the
summary. So do an undo and a cleared conversation, without one. Files of a session are read as one log, the oldest
first; each is a window of the model.
"""

from __future__ import annotations

import os
import re
from array import array

import msgspec

from threefold.errors import ThreefoldError
from threefold.reading import kimi_record
from threefold.reading.first_pass import FirstPass
from threefold.reading.joined import JoinedSource
from threefold.reading.lines import Reader
from threefold.reading.parting import parted
from threefold.reading.source import open_source
from threefold.reading.values import Json, string
from threefold.session import Author, Compaction, Flag, Session, Source

_NAME = re.compile(r"(.*?)(?:_(\d+))?\.jsonl")
CONTROL = frozenset(("_system_prompt", "_checkpoint", "_usage"))
_ROLES = frozenset(("user", "assistant", "tool", "system", "developer"))


class Row(msgspec.Struct):
    role: object = None
    content: msgspec.Raw = msgspec.Raw()


def is_row(record: Json) -> bool:
    role = string(record.get("role"))
    return role in CONTROL or (role in _ROLES and ("content" in record or "tool_calls" in record))


def read(source: Source, name: str) -> Session:
    """Read a context with the files that it was made from, where they stand beside it."""
    paths = predecessors(source.name)
    opened, notes = _opened(paths)
    whole: Source = JoinedSource([*opened, source], source.name) if opened else source
    index = Index(whole)
    reader = Reader(whole, Row, is_row)
    for line, start, end, row in reader:
        if isinstance(row.role, str):
            index.add(line, start, end, row)
        else:
            reader.skip("no message")
    index.finish()
    names = [os.path.basename(one.name) for one in (*opened, source)]
    if opened:
        notes.append(f"{len(names)} files are read as one log, in this order: {', '.join(names)}")
    index.version, index.notes = "context", [*notes, *index.notes]
    index.id = os.path.basename(os.path.dirname(os.path.abspath(source.name))) if paths else ""
    return index.session(name, kimi_record.decode_context, reader.lines)


def predecessors(name: str) -> list[str]:
    """The files that a context was moved to before it was written anew, the oldest first."""
    folder, base = os.path.split(name)
    match = _NAME.fullmatch(base)
    if match is None or match[1] != "context" or not os.path.isfile(name):
        return []
    limit = int(match[2]) if match[2] else None
    found: list[tuple[int, str]] = []
    for other in os.listdir(folder or "."):
        rotated = _NAME.fullmatch(other)
        if rotated is None or rotated[1] != "context" or not rotated[2]:
            continue
        path = os.path.join(folder, other)
        if (limit is None or int(rotated[2]) < limit) and os.path.isfile(path) and not os.path.islink(path):
            found.append((int(rotated[2]), path))
    return [path for _, path in sorted(found)]


def _opened(paths: list[str]) -> tuple[list[Source], list[str]]:
    sources: list[Source] = []
    notes: list[str] = []
    for path in paths:
        try:
            sources.append(open_source(path))
        except ThreefoldError as error:
            notes.append(f"a file from before a compaction is left out: {error}")
    return sources, notes


class Index(FirstPass):
    """The windows one behind the other, and what came between them."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._window = 0
        self._rows: list[int] = []
        self._spoken = False
        self._first = True

    def add(self, line: int, start: int, end: int, row: Row) -> None:
        if isinstance(self.source, JoinedSource) and (number := self.source.source_at(start)) != self._window:
            self.finish()
            self._window = number
        role = string(row.role)
        flags = Flag.MESSAGE
        if role in CONTROL:
            flags = Flag.MESSAGE if role == "_system_prompt" else Flag.NONE
        elif not self._spoken:
            self._spoken = True
            if kimi_record.COMPACTED.encode() in bytes(row.content) and self._is_summary(start, end):
                flags = Flag.SUMMARY | Flag.BOUNDARY
        kind = role if role in CONTROL or role in _ROLES else "other"
        event = self.events.add(start, end, line, kind, flags)
        if flags:
            self._rows.append(event)

    def _is_summary(self, start: int, end: int) -> bool:
        message = kimi_record.decode_context(self.source.read(start, end), 0).message
        return message is not None and message.author is Author.SUMMARY

    def finish(self) -> None:
        """End a window: tell what it was made from, and put it in the place of the one before."""
        flags = self.events.flags
        summary = next((event for event in self._rows if flags[event] & Flag.SUMMARY), None)
        before = [event for event in self.surface if self.events.kind(event) != "_system_prompt"]
        rows = [event for event in self._rows if self.events.kind(event) != "_system_prompt"]
        if summary is not None and not self._same(before[:1], [summary]):
            self._compact(summary, before, rows)
        elif not self._first:
            repeated = _common(self._bytes(before), self._bytes(rows))
            for event in before[:repeated]:
                flags[event] = Flag.NONE
            self.notes.append(
                f"{len(before) - repeated} messages were taken back without a compaction (undone, or cleared away)"
            )
        self.surface, self._rows = self._rows, []
        self._spoken = self._first = False

    def _compact(self, summary: int, before: list[int], rows: list[int]) -> None:
        flags = self.events.flags
        behind = [event for event in rows if event != summary]
        kept = self._kept(before, behind)
        gone = before[: len(before) - kept]
        for event in before[len(gone) :]:
            flags[event] = Flag.NONE  # stands in the new file again
        record = kimi_record.decode_context(self.raw(summary), summary)
        texts = [part.text for part in record.message.parts if part.author is Author.SUMMARY] if record.message else []  # type: ignore[union-attr]
        text = "\n".join(texts[1:]) if len(texts) > 1 else texts[0].partition("</system>")[2].strip() if texts else ""
        covers, earlier, _ = parted(self.compactions, self.events, gone)
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=summary,
                summary=text,
                summary_event=summary,
                covers=covers,
                earlier=earlier,
                kept=array("q", behind[:kept]),
                unreadable="" if text.strip() else "the message holds no summary",
                gaps=("the context before it (context_<N>.jsonl) is not beside this file",) if self._first else (),
            )
        )

    def _kept(self, before: list[int], behind: list[int]) -> int:
        """How many messages at the end of the old window stand at the beginning of the new one, behind the summary."""
        if not before or not behind:
            return 0
        old, new = self._bytes(before), self._bytes(behind[: len(before)])
        at = len(old) - 1 - old[::-1].index(new[0]) if new[0] in old else -1
        count = len(old) - at
        return count if at >= 0 and new[:count] == old[at:] else 0

    def _same(self, one: list[int], other: list[int]) -> bool:
        return bool(one) and self._bytes(one) == self._bytes(other)

    def _bytes(self, events: list[int]) -> list[int]:
        return [hash(self.raw(event).strip()) for event in events]


def _common(one: list[int], other: list[int]) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
