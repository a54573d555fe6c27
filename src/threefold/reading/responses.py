"""Items of OpenAI's Responses interface: an array, a request (``input``), a response (``output``), or one item a line.

A compaction is an item whose text is encrypted: the messages of the user stay beside it, everything else that stood
before it is what it was made from, and nobody but OpenAI can read it.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import responses_record as record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import array_within, read_document, value_within
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import Json, items, load, mapping, string
from threefold.session import Compaction, Flag, Lines, Session, Source
from threefold.session import Record as Said

NAME = "responses"
TITLE = "OpenAI Responses items"

HOLDERS = ("input", "output")
COMPACTIONS = frozenset(("compaction", "compaction_summary"))
_TELLING = frozenset(("reasoning", "item_reference")) | COMPACTIONS
_ROLES = frozenset(("user", "assistant", "system", "developer"))
INSTRUCTIONS = "instructions"


class Line(msgspec.Struct):
    type: object = None
    role: object = None


def sniff(seen: Sample) -> bool:
    rows = _rows(seen)
    return bool(rows) and all(map(_is_item, rows[:64])) and any(map(_tells, rows[:64]))


def _rows(seen: Sample) -> list[object]:
    if isinstance(seen.document, list):
        return seen.document
    held = [row for key in HOLDERS for row in items(mapping(seen.document).get(key))]
    return held or list(seen.records)


def _is_item(value: object) -> bool:
    item = mapping(value)
    kind = string(item.get("type"))
    if kind in ("", "message"):
        return string(item.get("role")) in _ROLES and "content" in item
    return _is_step(kind) or kind in _TELLING


def _is_step(kind: str) -> bool:
    return kind.endswith(("_call", "_call_output", "tool_search_output", "mcp_list_tools"))


def _tells(value: object) -> bool:
    """Whether an item is of this interface and no other: chat messages have no type."""
    item = mapping(value)
    kind = string(item.get("type"))
    return _is_step(kind) or kind in _TELLING or (kind == "message" and "content" in item)


def read(source: Source) -> Session:
    """Read items of any of the shapes."""
    index = Index(source)
    seen = sample(source)
    holders = [*filter(seen.holds, HOLDERS)]
    if isinstance(seen.document, list):
        lines = index.read_document(None)
    elif holders:
        lines = index.read_document(holders[0])
        for key in holders[1:]:
            index.add_array(key)
    else:
        lines = index.read_lines()
    index.id = string(mapping(seen.document).get("id"))
    if index.others:
        index.notes.append(f"{index.others} elements are no items")
    return index.session(NAME, index.decode, lines)


class Index(FirstPass):
    """The items in order."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.others = 0

    def decode(self, raw: bytes, index: int) -> Said:
        """The record of an item, or of the instructions beside them."""
        if self.events.kind(index) == INSTRUCTIONS:
            text = load(b'{"role":"system","content":' + raw + b"}")
            return Said(INSTRUCTIONS, record.message_of(text, index))
        return record.decode(raw, index)

    def read_document(self, key: str | None) -> Lines:
        document = read_document(self.source, key)
        if string(document.top.get("instructions")):
            place = value_within(self.source.read(0, self.source.size), "instructions")
            if place is not None:
                self.surface.append(self.events.add(*place, 1, INSTRUCTIONS, Flag.MESSAGE))
        for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            self._add(start, end, line, mapping(value))
        return document.lines

    def add_array(self, key: str) -> None:
        """Add the items of another array of the same object."""
        raw = self.source.read(0, self.source.size)
        spans, values = array_within(raw, (key,))
        for (start, end), value in zip(spans, values, strict=True):
            self._add(start, end, 1 + raw.count(b"\n", 0, start), mapping(value))

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Line, _is_item)
        for number, start, end, line in reader:
            if isinstance(line.type, str) or isinstance(line.role, str):
                self._add(start, end, number, load(self.source.read(start, end)))
            else:
                reader.skip("no item")
        return reader.lines

    def _add(self, start: int, end: int, line: int, item: Json) -> None:
        kind = string(item.get("type")) or "message"
        if not _is_item(item):
            self.others += 1
            self.events.add(start, end, line, "other")
        elif kind in COMPACTIONS:
            self._compact(self.events.add(start, end, line, kind, Flag.BOUNDARY), string(item.get("id")))
        else:
            self.surface.append(self.events.add(start, end, line, kind, Flag.MESSAGE))

    def _compact(self, event: int, id: str) -> None:
        kept = [e for e in self.surface if self._stays(e)]
        stands = set(kept)
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                id=id,
                event=event,
                summary="",
                covers=array("q", (e for e in self.surface if e not in stands)),
                kept=array("q", kept),
                unreadable="the summary is encrypted; only OpenAI can read it",
            )
        )
        self.surface = kept

    def _stays(self, event: int) -> bool:
        message = self.decode(self.raw(event), event).message
        return message is not None and message.role in ("user", "system", "developer")
