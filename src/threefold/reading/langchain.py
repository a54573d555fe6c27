"""LangChain messages as it serialises them: ``dumps`` (constructors) and ``messages_to_dict``.

Read are an array, an object that holds one as ``messages`` (a graph's state), and one message a line. Messages behave
as in a graph's state: one with the id of an earlier one replaces it, and a ``RemoveMessage`` takes one or all away.
What the summarising middleware writes is a person's message with a mark; it stands for what was removed, or else for
what stands before it. No real file with one was seen: it is read as the middleware's source says.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import langchain_record as record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import read_document
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import Json, items, load, mapping, string
from threefold.session import Author, Compaction, Flag, Lines, Session, Source

NAME = "langchain"
TITLE = "LangChain messages"


NONE = -1


class Line(msgspec.Struct):
    lc: object = None
    type: object = None


class Cut(msgspec.Struct):
    """A summary, and what was there before it."""

    event: int
    before: list[int]


def sniff(seen: Sample) -> bool:
    document = seen.document
    rows = document if isinstance(document, list) else items(mapping(document).get("messages"))
    if rows:
        return all(map(record.is_message, rows[:64]))
    return bool(seen.records) and all(map(record.is_message, seen.records))


def read(source: Source) -> Session:
    """Read messages of either shape."""
    index = Index(source)
    seen = sample(source)
    if isinstance(seen.document, list):
        lines = index.read_document(None)
    elif seen.holds("messages"):
        lines = index.read_document("messages")
    else:
        lines = index.read_lines()
    index.finish()
    return index.session(NAME, record.decode, lines)


class Index(FirstPass):
    """The state's messages as they are added, replaced and removed."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._slots: list[int] = []
        self._places: dict[int, int] = {}
        self.others = 0
        self._ids: dict[str, int] = {}
        self._removed: list[int] = []
        self._cuts: list[Cut] = []
        self._again: dict[int, int] = {}

    def read_document(self, key: str | None) -> Lines:
        document = read_document(self.source, key)
        for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            self._add(start, end, line, mapping(value))
        return document.lines

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Line, record.is_message)
        for number, start, end, _ in reader:
            value = load(self.source.read(start, end))
            if record.is_message(value):
                self._add(start, end, number, value)
            else:
                reader.skip("no message")
        return reader.lines

    def _add(self, start: int, end: int, line: int, value: Json) -> None:
        kind = record.kind_of(value)
        event = self.events.add(start, end, line, kind or "other", Flag.MESSAGE if kind else Flag.NONE)
        id = string(record.body_of(value).get("id"))
        if not kind:
            self.others += 1
            self.events.flags[event] = Flag.NONE
        elif kind == "remove":
            self.events.flags[event] = Flag.NONE
            self._remove(id)
        elif kind == "human" and self._is_summary(value, event):
            self.events.flags[event] = Flag.SUMMARY | Flag.BOUNDARY
            self._cut(event, id)
        else:
            self._put(event, id)

    def _is_summary(self, value: Json, event: int) -> bool:
        message = record.message_of(value, event)
        return message is not None and any(part.author is Author.SUMMARY for part in message.parts)

    def _put(self, event: int, id: str) -> None:
        """Add a message, or put it into the place of the one that has its id."""
        old = self._ids.get(id, -1) if id else -1
        if id:
            self._ids[id] = event
        if old >= 0:
            self.events.flags[old] = Flag.NONE
            self._again[old] = event
        place = self._places.pop(old, len(self._slots))
        self._slots[place : place + 1] = [event]
        self._places[event] = place

    def _remove(self, id: str) -> None:
        if id == record.REMOVE_ALL:
            self._removed.extend(self._held())
            self._hold([])
        elif id in self._ids and self._ids[id] in self._places:
            gone = self._ids[id]
            self._slots[self._places.pop(gone)] = NONE
            self._removed.append(gone)

    def _cut(self, event: int, id: str) -> None:
        if self._removed:
            before, self._removed = self._removed, []
        else:
            held = self._held()
            system = [e for e in held if self.events.kind(e) == "system"]
            stands = set(system)
            before = [e for e in held if e not in stands]
            self._hold(system)
        self._cuts.append(Cut(event, before))
        self._put(event, id)

    def _held(self) -> list[int]:
        """The messages that are in the state now."""
        return [event for event in self._slots if event != NONE]

    def _hold(self, events: list[int]) -> None:
        self._slots = list(events)
        self._places = {event: place for place, event in enumerate(events)}

    def finish(self) -> None:
        """What each summary was made from; what was removed and added again was kept."""
        self.surface = self._held()
        if self.others:
            self.notes.append(f"{self.others} elements are no messages")
        flags = self.events.flags
        numbers = {cut.event: number for number, cut in enumerate(self._cuts)}
        for number, cut in enumerate(self._cuts):
            message = record.decode(self.raw(cut.event), cut.event).message
            text = message.text(Author.SUMMARY) if message is not None else ""
            covers = [e for e in cut.before if flags[e] & Flag.MESSAGE]
            earlier = tuple(sorted({numbers[e] for e in cut.before if e in numbers}))
            again = {self._again[e] for e in cut.before if e in self._again}  # some are gone by then, too
            self.compactions.append(
                Compaction(
                    index=number,
                    event=cut.event,
                    summary=text,
                    summary_event=cut.event,
                    covers=array("q", covers),
                    earlier=earlier,
                    kept=array("q", sorted(again.difference(covers))),
                    unreadable="" if text.strip() else "the message holds no summary",
                    gaps=() if covers or earlier else ("what the summary was made from is not in this file",),
                )
            )
