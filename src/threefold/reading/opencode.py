"""OpenCode: what ``opencode export`` writes, and its storage (:mod:`~threefold.reading.folders` puts it into lines).

A message's parts stand behind it. A compaction is a message of the user with a part that says so, and behind it an
answer marked ``summary`` whose text is the summary; from ``tail_start_id`` on, what stood before it stays beside it. No
real session with both was seen: they are read as the source says. A result that was pruned stays stored; the model does
not see it any more.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import opencode_record as record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import array_within, read_document, value_within
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.times import iso
from threefold.reading.values import Json, items, load, mapping, string
from threefold.session import Attempt, Author, Compaction, Flag, Lines, Record, Session, Source

NAME = "opencode"
TITLE = "OpenCode session"

USER, ASSISTANT = 16, 32
"""Flags of this reader alone: in whose message a part stands."""
PARTS = frozenset(("text", "reasoning", "tool", "file", "subtask", "agent", "step-start", "step-finish", "patch",
                   "snapshot", "compaction", "retry", "todos"))  # fmt: skip


KEPT = ("mode", "agent", "error", "time", "model", "modelID")
"""What is kept of a message while a log is read: its ``summary`` may hold whole files."""


class Line(msgspec.Struct):
    type: object = None


class Entry(msgspec.Struct):
    """A message and its parts."""

    event: int
    id: str
    role: str
    info: Json
    parts: list[int] = []
    compaction: Json | None = None
    note: int = -1
    """the event of the part that asks for a compaction"""

    @property
    def summarises(self) -> bool:
        by = (self.info.get("mode"), self.info.get("agent"))
        return self.role == "assistant" and (self.info.get("summary") is True or "compaction" in by)


def sniff(seen: Sample) -> bool:
    if seen.holds("messages") and "info" in mapping(seen.document):
        return all("info" in mapping(row) for row in items(mapping(seen.document)["messages"])[:16])
    return bool(seen.records) and all(map(_is_row, seen.records))


def _is_row(record: Json) -> bool:
    return bool(_kind(record))


def _kind(row: Json) -> str:
    """``session``, ``message`` or ``part``; "" for what is nothing of OpenCode's."""
    if "projectID" in row and "directory" in row:
        return "session"
    if "sessionID" in row and isinstance(row.get("role"), str) and isinstance(row.get("time"), dict):
        return "message"
    kind = string(row.get("type"))
    if kind in PARTS and ("messageID" in row or ("id" in row and isinstance(row.get("time"), dict))):
        return "part"
    return ""


def read(source: Source) -> Session:
    """Read a session of either shape."""
    index = Index(source)
    exported = sample(source).holds("messages")
    lines = index.read_export() if exported else index.read_lines()
    index.finish()
    return index.session(NAME, index.decode, lines, cleared=index.cleared)


class Index(FirstPass):
    """Messages with their parts, and what compactions made of them."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.info: Json = {}
        self.cleared: set[str] = set()
        self._entries: list[Entry] = []
        self._ids: dict[str, Entry] = {}

    def decode(self, raw: bytes, index: int) -> Record:
        """The record of an event; whose text it is, the message around it says."""
        flags = self.events.flags[index]
        if flags & Flag.SUMMARY:
            return record.decode(raw, index, "user", Author.SUMMARY)
        if flags & USER:
            return record.decode(raw, index, "user", Author.HUMAN)
        if flags & ASSISTANT:
            return record.decode(raw, index, "assistant", Author.MODEL)
        return record.decode(raw, index, "user", Author.HARNESS)

    # --- reading -----------------------------------------------------------------------------------------------------

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Line, _is_row)
        for number, start, end, _ in reader:
            row = load(self.source.read(start, end))
            kind = _kind(row)
            if kind:
                self._add(kind, start, end, number, row)
            else:
                reader.skip("nothing of OpenCode's")
        return reader.lines

    def read_export(self) -> Lines:
        document = read_document(self.source, "messages")
        self.info = mapping(document.top.get("info"))
        for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            raw = self.source.read(start, end)
            place = value_within(raw, "info")
            info = mapping(mapping(value).get("info"))
            if place is None or not isinstance(info.get("role"), str):
                self.events.add(start, end, line, "other")
                continue
            self._add("message", start + place[0], start + place[1], line, info)
            spans, parts = array_within(raw, ("parts",))
            for (first, last), part in zip(spans, parts, strict=True):
                inside = line + raw.count(b"\n", 0, first)
                self._add("part", start + first, start + last, inside, {"messageID": info.get("id"), **mapping(part)})
        return document.lines

    def _add(self, kind: str, start: int, end: int, line: int, row: Json) -> None:
        if kind == "session":
            self.info = self.info or row
            self.events.add(start, end, line, "session")
        elif kind == "message":
            role = string(row.get("role"))
            event = self.events.add(start, end, line, "message", self._speaker(role))
            known = {key: row[key] for key in KEPT if key in row}
            entry = Entry(event, string(row.get("id")), role, known | {"summary": row.get("summary") is True}, [])
            self._entries.append(entry)
            self._ids[entry.id] = entry
        else:
            self._part(start, end, line, row)

    def _part(self, start: int, end: int, line: int, row: Json) -> None:
        kind, of = string(row.get("type")), string(row.get("messageID"))
        last = self._entries[-1] if self._entries else None
        entry = self._ids.get(of) if of else last
        flags = Flag.MESSAGE if kind in record.SHOWN else Flag.NONE
        speaker = self._speaker(entry.role) if entry is not None else 0
        head = entry.parts[0] if entry is not None and flags and entry.parts else -1
        event = self.events.add(start, end, line, kind if kind in PARTS else "other", int(flags) | speaker, head)
        state = mapping(row.get("state"))
        if kind == "tool" and mapping(state.get("time")).get("compacted"):
            self.cleared.add(string(row.get("callID")))
        if entry is None:
            if flags:
                self.surface.append(event)
            return
        if flags:
            entry.parts.append(event)
        if kind == "compaction":
            entry.compaction, entry.note = row, event

    def _speaker(self, role: str) -> int:
        return {"user": USER, "assistant": ASSISTANT}.get(role, 0)

    # --- what the model sees -----------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Walk along the messages: what stands, what a compaction took, what was taken back."""
        told = (string(self.info.get(key)) for key in ("id", "version", "directory"))
        self.id, self.version, self.cwd = told
        view: list[Entry] = []
        asked: Entry | None = None
        reverted = mapping(self.info.get("revert"))
        for entry in self._entries:
            if reverted and entry.id == reverted.get("messageID"):
                self.notes.append(f"the messages from {entry.id} on were taken back")
                break
            if entry.summarises and asked is not None:
                view = self._compact(entry, asked, view)
                asked = None
                continue
            if entry.compaction is not None:
                self._abandon(asked)
                asked = entry
            view.append(entry)
        self._abandon(asked)
        self.surface.extend(event for entry in view for event in entry.parts)

    def _abandon(self, asked: Entry | None) -> None:
        if asked is not None:
            self.attempts.append(Attempt(asked.note, "no summary stands behind it"))

    def _compact(self, entry: Entry, asked: Entry, view: list[Entry]) -> list[Entry]:
        texts = [event for event in entry.parts if self.events.kind(event) == "text"]
        said = [string(load(self.raw(event)).get("text")) for event in texts]
        error = string(mapping(entry.info.get("error")).get("name"))
        if error or not "".join(said).strip():
            self.attempts.append(Attempt(asked.note, error or "the summary holds no text"))
            return [one for one in view if one is not asked]
        flags = self.events.flags
        for event in entry.parts:
            flags[event] = int(Flag.SUMMARY) if event in set(texts) else 0
        tail = string((asked.compaction or {}).get("tail_start_id"))
        before = [one for one in view if one is not asked]
        start = next((at for at, one in enumerate(before) if one.id == tail), len(before)) if tail else len(before)
        gone, kept = before[:start], before[start:]
        number = {one.summary_event: one.index for one in self.compactions}
        covers = [event for one in gone for event in one.parts]
        auto = (asked.compaction or {}).get("auto")
        model = mapping(entry.info.get("model"))
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                id=asked.id,
                event=asked.note,
                summary="\n".join(said),
                summary_event=texts[0],
                covers=array("q", (event for event in covers if flags[event] & Flag.MESSAGE)),
                earlier=tuple(sorted({number[event] for event in covers if event in number})),
                kept=array("q", (e for one in kept for e in one.parts if flags[e] & Flag.MESSAGE)),
                trigger="auto" if auto is True else "manual" if auto is False else "unknown",
                model=string(entry.info.get("modelID")) or string(model.get("modelID")),
                time=iso(mapping(entry.info.get("time")).get("created")),
            )
        )
        flags[asked.note] |= Flag.BOUNDARY
        shown = msgspec.structs.replace(entry, parts=texts)
        return [shown, *kept]
