"""Qwen Code: entries that form a tree by ``parentUuid``, with messages in Gemini's parts.

What the model sees is the path from the last entry to the root; a rewind is an entry that hangs on an earlier one. The
pieces of one answer are entries with the same ``uuid``. A compression is a system entry whose ``compressedHistory``
stands for everything before it; no real log with one was seen, so it is read as the source says.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import qwen_record
from threefold.reading.detect import Sample
from threefold.reading.document import array_within
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.links import Links
from threefold.reading.parting import parted
from threefold.reading.repeats import Repeats
from threefold.reading.values import Json, as_json, integer, load, mapping, string
from threefold.session import Author, Compaction, Flag, Session, Source

NAME = "qwen"
TITLE = "Qwen Code session"

KINDS = frozenset(("user", "assistant", "tool_result", "system"))
COMPRESSION, REWIND = "chat_compression", "rewind"
HISTORY = ("systemPayload", "compressedHistory")
PAUSED = "realtime_message"
"""A subtype of messages that never reach the model."""


class Entry(msgspec.Struct, rename="camel"):
    """What the index needs of a line; everything else is left undecoded."""

    uuid: object = None
    parent_uuid: object = None
    session_id: object = None
    type: object = None
    subtype: object = None
    cwd: object = None
    version: object = None
    agent_id: object = None
    message: msgspec.Raw = msgspec.Raw()


def sniff(seen: Sample) -> bool:
    return seen.any(_is_entry) and seen.any(lambda r: "parts" in mapping(r.get("message")) or "systemPayload" in r)


def _is_entry(record: Json) -> bool:
    return string(record.get("type")) in KINDS and "parentUuid" in record and "sessionId" in record


def read(source: Source) -> Session:
    """Read a session in one pass."""
    index = Index(source)
    reader = Reader(source, Entry, _is_entry)
    for line, start, end, entry in reader:
        if isinstance(entry.type, str):
            index.add(line, start, end, entry)
        else:
            reader.skip("no type")
    index.resolve()
    return index.session(NAME, qwen_record.decode, reader.lines)


class Index(FirstPass):
    """The first pass over the entries, and the walk along the path of the last one."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.links = Links()
        self._entries = array("q")
        self._compressions: dict[int, list[int]] = {}
        self._last: tuple[str, int] = ("", -1)

    def add(self, line: int, start: int, end: int, entry: Entry) -> None:
        kind, uuid = string(entry.type), string(entry.uuid)
        self.id = self.id or string(entry.session_id)
        self.version = string(entry.version) or self.version
        self.cwd = string(entry.cwd) or self.cwd if kind != "system" else self.cwd or string(entry.cwd)
        flags, head = Flag.NONE, -1
        if kind in ("user", "assistant", "tool_result") and bytes(entry.message)[:1] == b"{":
            flags = Flag.SIDECHAIN if isinstance(entry.agent_id, str) else Flag.MESSAGE
            flags = Flag.NONE if entry.subtype == PAUSED else flags
        again = bool(uuid) and uuid == self._last[0]
        if again:
            head = self._last[1]
        event = self.events.add(start, end, line, kind if kind in KINDS else "other", flags, head)
        self._last = (uuid, event if head < 0 else head)
        parent = string(entry.parent_uuid)
        if kind == "system" and entry.subtype == REWIND:
            parent = string(mapping(load(self.raw(event)).get("systemPayload")).get("targetUuid")) or parent
        self.links.add(uuid, None if again else parent)
        self._entries.append(event)
        if kind == "system" and entry.subtype == COMPRESSION:
            self._compressions[len(self._entries) - 1] = self._history(event, line, start, end)

    def _history(self, event: int, line: int, start: int, end: int) -> list[int]:
        """Events of their own for the messages of a compressed history."""
        spans, values = array_within(self.source.read(start, end), HISTORY)
        found: list[int] = []
        for (first, last), value in zip(spans, values, strict=True):
            parts = qwen_record.parts_of("user", mapping(value), person=True)
            flags = Flag.SUMMARY if any(part.author is Author.SUMMARY for part in parts) else Flag.MESSAGE
            found.append(self.events.add(start + first, start + last, line, "compressed", flags))
        if spans:
            self.events.flags[event] = Flag.BOUNDARY
        return found

    def resolve(self) -> None:
        """Follow the links from the last entry, and put in what compressions made of what stood before them."""
        self.links.resolve(set())
        self.notes.extend(self.links.notes())
        flags = self.events.flags
        path = self.links.path(len(self._entries) - 1)
        for entry in path:
            event = self._entries[entry]
            if entry in self._compressions:
                self._compress(event, self._compressions[entry])
            elif flags[event] & Flag.MESSAGE:
                self.surface.append(event)
        on_path = set(path)
        for entry, history in self._compressions.items():
            if entry not in on_path:  # on a branch that was left
                for event in history:
                    flags[event] = Flag.NONE

    def _compress(self, event: int, history: list[int]) -> None:
        flags = self.events.flags
        before = self.surface
        old = Repeats((self._key(e), e) for e in before if flags[e] & Flag.MESSAGE)
        summary = next((e for e in history if flags[e] & Flag.SUMMARY), None)
        after: list[int] = []
        for place in history:
            known = old.take(self._key(place)) if flags[place] & Flag.MESSAGE else None
            if known is not None:
                flags[place] = Flag.NONE  # the entry that it repeats goes on standing for it
            after.append(place if known is None else known)
        covers, earlier, kept = parted(self.compactions, self.events, before, set(after))
        record = qwen_record.decode(self.raw(event), event)
        info = mapping(mapping(load(self.raw(event)).get("systemPayload")).get("info"))
        message = qwen_record.decode(self.raw(summary), summary).message if summary is not None else None
        text = message.text(Author.SUMMARY) if message is not None else ""
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=event,
                summary=text,
                summary_event=summary,
                covers=covers,
                earlier=earlier,
                kept=kept,
                time=record.time,
                tokens_before=integer(info.get("originalTokenCount")) or None,
                tokens_after=integer(info.get("newTokenCount")) or None,
                unreadable="" if text.strip() else "no message of the compressed history is known for a summary",
            )
        )
        self.surface = list(dict.fromkeys(after))

    def _key(self, event: int) -> int:
        """What a message says, in an entry or in a compressed history."""
        value = load(self.raw(event))
        return hash(as_json((mapping(value.get("message")) or value).get("parts")))
