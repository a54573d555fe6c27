"""Gemini CLI sessions: one JSON document, or (since 0.4x) JSON lines that change a session step by step.

A line with the id of an earlier one replaces it; ``$set.messages`` rebuilds the history; ``$rewindTo`` deletes a
message and all behind it. A compression shows as a user's message that holds a ``<state_snapshot>``: it stands for
everything that was seen before it and is not kept beside it.
"""

from __future__ import annotations

import msgspec

from threefold.reading import gemini_record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import array_within, read_document
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.parting import parted
from threefold.reading.values import Json, items, load, mapping, string
from threefold.session import Author, Compaction, Flag, Lines, Session, Source

NAME = "gemini"
TITLE = "Gemini CLI session"

SHOWN = frozenset(("info", "warning", "error"))
SPOKEN = frozenset(("user", "gemini"))


class Line(msgspec.Struct, rename={"session_id": "sessionId", "changes": "$set", "rewind_to": "$rewindTo"}):
    """What the index needs of a line; everything else is left undecoded."""

    id: object = None
    type: object = None
    session_id: object = None
    content: msgspec.Raw = msgspec.Raw()
    changes: msgspec.Raw = msgspec.Raw()
    rewind_to: object = None


def sniff(seen: Sample) -> bool:
    document = mapping(seen.document)
    if seen.holds("messages"):
        return "projectHash" in document or (
            "sessionId" in document and any(map(_is_message, items(document["messages"])))
        )
    if seen.any(lambda r: "sessionId" in r and "projectHash" in r):
        return True
    # where the header is torn or gone
    return seen.any(_is_message) and (
        seen.any(lambda r: isinstance(r.get("$set"), dict) or (r.get("type") == "gemini" and _is_message(r)))
        or all(_is_message(record) and "timestamp" in record and "role" not in record for record in seen.records)
    )


def _is_message(value: object) -> bool:
    record = mapping(value)
    return string(record.get("type")) in SPOKEN and "id" in record and ("content" in record or "toolCalls" in record)


def is_record(record: Json) -> bool:
    return _is_message(record) or bool(record.keys() & {"$set", "$rewindTo", "projectHash"})


def read(source: Source) -> Session:
    """Read a session of either shape."""
    index = Index(source)
    lines = index.read_document() if sample(source).holds("messages") else index.read_lines()
    return index.session(NAME, gemini_record.decode, lines)


class Index(FirstPass):
    """The session's history as it is built up, and the events that it was built from."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._keys: list[int | None] = []
        self._where: dict[int, int] = {}

    def read_document(self) -> Lines:
        document = read_document(self.source, "messages")
        self.id = string(document.top.get("sessionId"))
        for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            message = mapping(value)
            event = self._add(start, end, line, message.get("type"), message.get("content"))
            self._place(event, message.get("id"))
        return document.lines

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Line, is_record)
        for number, start, end, line in reader:
            if bytes(line.changes):
                self._set(number, start, end)
            elif line.rewind_to is not None:
                self.events.add(start, end, number, "$rewindTo")
                self._rewind(line.rewind_to)
            elif isinstance(line.type, str):
                event = self._add(start, end, number, line.type, bytes(line.content))
                self._place(event, line.id)
            elif isinstance(line.session_id, str):
                self.id = self.id or line.session_id
                self.events.add(start, end, number, "session")
            else:
                reader.skip("unknown kind of record")
        return reader.lines

    def _add(self, start: int, end: int, line: int, kind: object, content: object) -> int:
        """An event of its own for a message. Content that may be a summary is looked at closely."""
        name = string(kind) if string(kind) in SPOKEN | SHOWN else "other"
        flags = Flag.MESSAGE if name in SPOKEN else Flag.NONE
        if kind == "user" and _may_summarise(content):
            said = load(self.source.read(start, end)).get("content")
            if any(part.author is Author.SUMMARY for part in gemini_record.user_parts(said)):
                flags = Flag.SUMMARY
        return self.events.add(start, end, line, name, flags)

    def _place(self, event: int, id: object) -> None:
        """Put a message behind the others, or in the place of the one that has its id."""
        key = _key(id)
        at = self._where.get(key) if key is not None else None
        if at is not None:
            self.events.flags[self.surface[at]] = Flag.NONE
            self.surface[at] = event
            return
        if self.events.flags[event] & Flag.SUMMARY:
            self._compact(event, event, self.surface, [event])
            self._clear()
        self._append(event, key)

    def _append(self, event: int, key: int | None) -> None:
        if key is not None:
            self._where[key] = len(self.surface)
        self._keys.append(key)
        self.surface.append(event)

    def _clear(self) -> None:
        self.surface, self._keys, self._where = [], [], {}

    def _rewind(self, id: object) -> None:
        """Forget a message and all behind it; an id that is not there forgets everything."""
        at = self._where.get(hash(id), 0) if isinstance(id, str) else 0
        for key in self._keys[at:]:
            if key is not None:
                self._where.pop(key, None)
        del self.surface[at:], self._keys[at:]

    def _set(self, line: int, start: int, end: int) -> None:
        """``$set``: fields of the session, and its messages, if they are among them."""
        raw = self.source.read(start, end)
        changes = mapping(load(raw).get("$set"))
        event = self.events.add(start, end, line, "$set")
        if not isinstance(changes.get("messages"), list):
            return
        spans, values = array_within(raw, ("$set", "messages"))
        before = self.surface
        old = {key: before[at] for key, at in self._where.items()}
        self._clear()
        summary: int | None = None
        for (first, last), value in zip(spans, values, strict=True):
            message = mapping(value)
            key = _key(message.get("id"))
            known = old.get(key) if key is not None else None
            if known is not None and self._says(known, message):
                place = known
            else:
                place = self._add(start + first, start + last, line, message.get("type"), message.get("content"))
                if self.events.flags[place] & Flag.SUMMARY:
                    summary = place
            self._append(place, key)
        if summary is not None:
            self.events.flags[event] |= Flag.BOUNDARY
            self._compact(event, summary, before, self.surface)

    def _says(self, event: int, message: Json) -> bool:
        """Whether an event says what a message says, whatever else the client noted of it."""
        before = load(self.raw(event))
        return all(before.get(key) == message.get(key) for key in ("type", "content", "toolCalls"))

    def _compact(self, event: int, summary: int, before: list[int], after: list[int]) -> None:
        covers, earlier, kept = parted(self.compactions, self.events, before, set(after))
        found = gemini_record.decode(self.raw(summary), summary)
        text = found.message.text(Author.SUMMARY) if found.message is not None else ""
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=event,
                summary=text,
                summary_event=summary,
                covers=covers,
                earlier=earlier,
                kept=kept,
                time=found.time,
                unreadable="" if text.strip() else "the state snapshot holds no text",
            )
        )


def _key(id: object) -> int | None:
    """What a message is known by; None for one without an id."""
    return hash(id) if isinstance(id, str) and id else None


def _may_summarise(content: object) -> bool:
    if isinstance(content, bytes):
        return gemini_record.SNAPSHOT.encode() in content
    return any(gemini_record.SNAPSHOT in string(text) for text in _plain(content))


def _plain(content: object) -> list[object]:
    values = content if isinstance(content, list) else [content]
    return [mapping(value).get("text") if isinstance(value, dict) else value for value in values]
