"""``wire.jsonl`` of Kimi CLI: what was shown to a person, event by event.

It tells that a compaction took place and not what its summary says; ``context.jsonl`` beside it holds that.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import kimi_record
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import Json, load, mapping, string
from threefold.session import Compaction, Flag, Record, Session, Source

_STEP = frozenset(("ContentPart", "ToolCall"))
_ALONE = frozenset(("TurnBegin", "SteerInput", "ToolResult"))
_KINDS = _STEP | _ALONE | frozenset(("StepBegin", "StepInterrupted", "StatusUpdate", "TurnEnd", "ToolCallPart",
    "CompactionBegin", "CompactionEnd", "SubagentEvent", "ApprovalRequest", "ApprovalResponse",
    "ApprovalRequestResolved", "HookTriggered", "HookResolved", "Notification"))  # fmt: skip


class Body(msgspec.Struct):
    type: object = None
    payload: msgspec.Raw = msgspec.Raw()


class Row(msgspec.Struct):
    type: object = None
    protocol_version: object = None
    message: Body | None = None


def is_row(record: Json) -> bool:
    message = mapping(record.get("message"))
    return isinstance(message.get("type"), str) and "payload" in message and "role" not in message


def read(source: Source, name: str) -> Session:
    """Read a log of events in one pass."""
    index = Index(source)
    reader = Reader(source, Row, lambda r: is_row(r) or "protocol_version" in r)
    for line, start, end, row in reader:
        if row.message is not None and isinstance(row.message.type, str):
            index.add(line, start, end, row.message.type)
        elif isinstance(row.protocol_version, str):
            index.version = row.protocol_version
            index.events.add(start, end, line, "metadata")
        else:
            reader.skip("no event")
    index.abandon("not ended in this log")
    index.version = f"wire {index.version}".strip()
    return index.session(name, index.decode, reader.lines)


class Index(FirstPass):
    """The conversation as the events tell it."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._head = -1
        self._call = -1
        self._more: dict[int, list[int]] = {}

    def add(self, line: int, start: int, end: int, kind: str) -> None:
        flags = Flag.MESSAGE if kind in _STEP | _ALONE else Flag.NONE
        if kind == "SubagentEvent":
            flags = Flag.SIDECHAIN
        head = self._head if kind in _STEP else -1
        event = self.events.add(start, end, line, kind if kind in _KINDS else "other", flags, head)
        if kind in _STEP:
            self._head = event if head < 0 else head
        elif kind in ("StepBegin", "TurnBegin"):
            self._head = -1
        if flags & Flag.MESSAGE:
            self.surface.append(event)
        match kind:
            case "ToolCall":
                self._call = event
            case "ToolCallPart" if self._call >= 0:
                self._more.setdefault(self._call, []).append(event)
            case "CompactionBegin":
                self.begin(event)
            case "CompactionEnd":
                self._compact(event)

    def _compact(self, event: int) -> None:
        self.events.flags[event] |= Flag.BOUNDARY
        record = kimi_record.decode_wire(self.raw(event), event)
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=event,
                summary="",
                covers=array("q", self.surface),
                time=record.time,
                lock=(self.begun, event),
                unreadable="wire.jsonl does not hold the summary; context.jsonl beside it does",
                gaps=("which messages were kept beside the summary is not in this log",),
            )
        )
        self.surface, self.begun = [], None

    def decode(self, raw: bytes, index: int) -> Record:
        """The record of an event; a call's arguments may have come in pieces."""
        pieces: list[str] = []
        for event in self._more.get(index, ()):
            body = mapping(load(self.raw(event)).get("message"))
            pieces.append(string(mapping(body.get("payload")).get("arguments_part")))
        return kimi_record.decode_wire(raw, index, "".join(pieces))
