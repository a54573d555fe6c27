"""Copilot CLI: ``events.jsonl``, one event a line.

An answer and the calls in it are one event; that a tool began is another, which repeats the call. Shapes were taken
from a log of version 1.0; a compaction is read as the source says, for no real log with one was seen.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import copilot_record
from threefold.reading.detect import Sample
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.parting import parted
from threefold.reading.values import Json, integer, load, mapping, shaped, string
from threefold.session import Attempt, Compaction, Flag, Session, Source

NAME = "copilot"
TITLE = "Copilot CLI session"

SPOKEN = frozenset(("system.message", "user.message", "assistant.message", "assistant.reasoning", "system.notification",
                    "tool.execution_complete"))  # fmt: skip
_PREFIXES = ("session.", "user.", "assistant.", "tool.", "system.", "subagent.", "hook.", "permission.", "skill.",
             "user_input.", "abort")  # fmt: skip


class Body(msgspec.Struct, rename="camel"):
    message_id: object = None
    parent_tool_call_id: object = None


class Event(msgspec.Struct):
    """What the index needs of a line; everything else is left undecoded."""

    type: object = None
    data: msgspec.Raw = msgspec.Raw()


def sniff(seen: Sample) -> bool:
    return seen.any(_is_event) and seen.any(lambda r: string(r.get("type")).startswith(_PREFIXES[:5]) and _is_event(r))


def _is_event(record: Json) -> bool:
    kind = string(record.get("type"))
    known = kind == "abort" or ("." in kind and kind.startswith(_PREFIXES))
    return known and isinstance(record.get("data"), dict) and "parentId" in record and "timestamp" in record


def read(source: Source) -> Session:
    """Read a session in one pass."""
    index = Index(source)
    reader = Reader(source, Event, _is_event)
    for line, start, end, event in reader:
        if isinstance(event.type, str):
            index.add(line, start, end, event.type, bytes(event.data))
        else:
            reader.skip("no type")
    index.finish()
    return index.session(NAME, copilot_record.decode, reader.lines)


class Index(FirstPass):
    """The conversation as the events tell it."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._answer: tuple[str, int] = ("", -1)
        self._truncated = 0

    def add(self, line: int, start: int, end: int, kind: str, data: bytes) -> None:
        flags, head = Flag.NONE, -1
        if kind in SPOKEN:
            flags, head = self._spoken(kind, data)
        known = kind.startswith(_PREFIXES)
        event = self.events.add(start, end, line, kind if known else "other", flags, head)
        if kind == "assistant.message" and head < 0:
            self._answer = (self._answer[0], event)
        if flags & Flag.MESSAGE:
            self.surface.append(event)
        match kind:
            case "session.start" | "session.resume":
                self._start(load(data))
            case "session.truncation":
                self._truncated += 1
            case "session.compaction_start":
                self.begin(event)
            case "session.compaction_complete":
                self._compact(event, load(data))

    def _spoken(self, kind: str, data: bytes) -> tuple[Flag, int]:
        """The flags of a message, and the event that begins the same answer."""
        body = shaped(data, Body)
        flags = Flag.SIDECHAIN if isinstance(body.parent_tool_call_id, str) else Flag.MESSAGE
        if kind != "assistant.message":
            self._answer = ("", -1)
            return flags, -1
        id = string(body.message_id)
        head = self._answer[1] if id and id == self._answer[0] else -1
        self._answer = (id, head)
        return flags, head

    def _start(self, data: Json) -> None:
        self.id = self.id or string(data.get("sessionId"))
        self.version = self.version or string(data.get("copilotVersion"))
        self.cwd = string(mapping(data.get("context")).get("cwd")) or self.cwd

    def _compact(self, event: int, data: Json) -> None:
        begun, self.begun = self.begun, None
        summary = string(data.get("summaryContent"))
        if data.get("success") is False:
            reason = string(data.get("error")) or string(mapping(data.get("error")).get("message"))
            self.attempts.append(Attempt(event if begun is None else begun, reason or "ended without a summary"))
            return
        self.events.flags[event] = Flag.BOUNDARY | (Flag.SUMMARY if summary else Flag.NONE)
        system = [e for e in self.surface if self.events.kind(e) == "system.message"][-1:]
        covers, earlier, _ = parted(self.compactions, self.events, self.surface, system)
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=event,
                summary=summary,
                summary_event=event if summary else None,
                covers=covers,
                earlier=earlier,
                kept=array("q", system),
                time=copilot_record.decode(self.raw(event), event).time,
                lock=(begun, event),
                tokens_before=integer(data.get("preCompactionTokens")) or None,
                tokens_after=integer(data.get("postCompactionTokens")) or None,
                unreadable="" if summary.strip() else "the event holds no summary",
            )
        )
        self.surface = [*system, event] if summary else system

    def finish(self) -> None:
        """The log has ended."""
        self.abandon("not ended in this log")
        if self._truncated:
            self.notes.append(
                f"{self._truncated} truncations took messages from the model's view; which ones, the log does not say"
            )
