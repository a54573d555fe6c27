"""OpenTelemetry traces of model calls (the GenAI conventions), as an agent's telemetry exports them.

Read are OTLP in JSON (a document, or one request a line, as the collector's file exporter writes it), spans and log
records in the SDK's own JSON (one a line, or as its console prints them), and arrays of those. Messages stand in the
attributes of a span or of a ``gen_ai.client.inference.operation.details`` event, or each in an event of its own
(``gen_ai.user.message`` … ``gen_ai.choice``).

A trace has no conversation: every call repeats the whole history. Here a message that a call repeats is the event that
stood for it before, so each is read once; what a call no longer sends has left the surface. Calls belong together where
they share messages. The conversation with the most messages is the session; others (sub-agents, side questions, other
users) are side conversations. See https://opentelemetry.io/docs/specs/semconv/gen-ai/.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import msgspec

from threefold.reading import otel_record as record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import read_document
from threefold.reading.lines import Reader
from threefold.reading.otel_places import INPUT, OUTPUT, SYSTEM, TOOL, Held, Item, elements, is_export, items_of
from threefold.reading.otel_record import Spelling
from threefold.reading.otel_threads import Said, Thread, Threads
from threefold.reading.sequence import Sequence
from threefold.reading.times import iso
from threefold.reading.values import Json, load, mapping
from threefold.session import Compaction, EventTable, Flag, Lines, Message, Record, Session, Source, Usage

NAME = "otel"
TITLE = "OpenTelemetry GenAI trace"

_NOTHING = "no message of a model's call"
_OFF = (
    "no span or event holds messages: instrumentations leave them out unless "
    "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT asks for them"
)
_AROUND = frozenset(("invoke_agent", "create_agent", "invoke_workflow"))
"""Spans around model calls, which may repeat the messages of those."""
_EVENT, _TEXT = 3, 4
"""Ways to write a message beside the spellings of an element: a whole event, and a bare text."""


class Line(msgspec.Struct):
    """Nothing is needed of a line but that it is an object."""


class Call(msgspec.Struct):
    """One request to a model: what tells of it, and the arrays of its messages, or the events that are its messages."""

    item: Item
    held: list[Held]
    events: list[Item]


def sniff(seen: Sample) -> bool:
    rows = seen.document if isinstance(seen.document, list) else seen.records
    return any(is_export(mapping(row)) for row in rows[:64])


def read(source: Source) -> Session:
    """Read an export of any of the shapes."""
    found: list[Item] = []
    lines = _look(source, found)
    index = Index(source)
    for call in _calls(found):
        index.add(call)
    return index.session(lines, found)


def _look(source: Source, found: list[Item]) -> Lines:
    """Every span and record that holds messages, and the accounts of the lines."""
    seen = sample(source)
    if isinstance(seen.document, list):
        document = read_document(source, None)
        for (start, end), line in zip(document.spans, document.numbers, strict=True):
            found.extend(items_of(source.read(start, end), start, line))
        return document.lines
    if seen.spread:
        sequence = Sequence(source)
        for line, start, end in sequence:
            before = len(found)
            found.extend(items_of(sequence.raw[start:end], start, line))
            if len(found) == before:
                sequence.skip(start, end)
        return sequence.lines(_NOTHING)
    reader = Reader(source, Line, is_export)
    for line, start, end, _ in reader:
        before = len(found)
        found.extend(items_of(source.read(start, end), start, line))
        if len(found) == before:
            reader.skip(_NOTHING)
    return reader.lines


def _calls(found: list[Item]) -> list[Call]:
    """The requests in the order in which they were made. What both a span and its event say is taken once."""
    calls: dict[str, Call] = {}
    for number, item in enumerate(sorted(found, key=lambda one: one.time)):
        held = [one for one in item.held if one.what != TOOL]
        if not held and not item.event:
            continue
        call = calls.setdefault(item.span or f"{number}", Call(item, [], []))
        if item.event:
            call.events.append(item)
        elif not call.held:
            call.item, call.held = item, held
    inner = {call.item.trace for call in calls.values() if call.item.operation not in _AROUND}
    return [call for call in calls.values() if call.item.operation not in _AROUND or call.item.trace not in inner]


class Index:
    """The events that the messages of an export become, and the conversations that they make."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events = EventTable()
        self.threads = Threads()
        self._ways = bytearray()
        self._times = array("Q")
        self._results: dict[int, str] = {}
        self._usage: dict[int, Usage] = {}

    def decode(self, raw: bytes, index: int) -> Record:
        """The record of one event."""
        message = self._decoded(raw, self.events.kind(index), self._ways[index], index)
        if message is not None and self.events.flags[index] & Flag.SIDECHAIN:
            message = msgspec.structs.replace(message, sidechain=True)
        marks, usage = record.marks(message), self._usage.get(index)
        time = iso(self._times[index] / 1_000_000) if self._times[index] else ""
        return Record(self.events.kind(index), message, (usage, *marks) if usage is not None else marks, time)

    def _decoded(self, raw: bytes, kind: str, way: int, index: int) -> Message | None:
        if way == _EVENT:
            return record.event_message(load(raw), index)
        if kind == TOOL:
            return record.result_message(self._results.get(index, ""), raw, index)
        if kind == SYSTEM:
            value = record.text_of(raw) if way == _TEXT else record.value_of(raw, way)
            return record.message_of({"role": "system", "parts": [value]}, index)
        return record.message_of(mapping(record.value_of(raw, way)), index)

    def add(self, call: Call) -> None:
        """Put the messages of a call into its conversation."""
        said: dict[str, list[Said]] = {INPUT: [], OUTPUT: [], SYSTEM: []}
        for held in call.held:
            said[held.what].extend(self._said(held, call.item))
        for item in () if call.held else call.events:
            raw = self.source.read(item.start, item.end)
            one = Said((item.start, item.end), item.line, item.time, item.event, _EVENT,
                       record.event_message(load(raw), 0))  # fmt: skip
            said[OUTPUT if item.event == "gen_ai.choice" else INPUT].append(one)
        sent, made = [*said[SYSTEM], *said[INPUT]], said[OUTPUT]
        item = call.item
        thread, more = self.threads.of((item.conversation, item.agent), sent, item.previous)
        thread.send(sent, self._put, more=more)
        answers = thread.answer(made, self._put, compacted=item.compacted)
        self.threads.note(thread, [*sent, *made], item.response)
        if answers and any(item.tokens):
            self._usage[answers[0]] = Usage(*item.tokens)

    def _said(self, held: Held, item: Item) -> Iterator[Said]:
        raw = self.source.read(held.start, held.end)
        spans, values = elements(raw, held.spelling)
        for (start, end), value in zip(spans, values, strict=True):
            value = record.plain(value) if held.spelling is Spelling.TYPED else value
            whole: Json = {"role": "system", "parts": [value]} if held.what == SYSTEM else mapping(value)
            place = held.start + start, held.start + end
            yield Said(place, item.line, item.time, held.what, held.spelling, record.message_of(whole, 0),
                       record.compacts(value))  # fmt: skip
        if not spans and held.what == SYSTEM and held.spelling is Spelling.ESCAPED and raw.strip():
            message = record.message_of({"role": "system", "parts": [record.text_of(raw)]}, 0)
            yield Said((held.start, held.end), item.line, item.time, SYSTEM, _TEXT, message)

    def _put(self, said: Said) -> int:
        event = self.events.add(*said.place, said.line, said.kind)
        self._ways.append(said.way)
        self._times.append(min(said.time, 2**64 - 1))
        return event

    def _answer(self, found: list[Item]) -> None:
        """Results that only the tools' own spans hold: no call came after them."""
        for item in sorted(found, key=lambda one: one.time):
            held = next((one for one in item.held if one.what == TOOL and one.spelling is Spelling.ESCAPED), None)
            thread = next((one for one in self.threads.all if item.call and item.call in one.open_calls), None)
            if held is None or thread is None:
                continue
            message = record.result_message(item.call, self.source.read(held.start, held.end), 0)
            said = Said((held.start, held.end), item.line, item.time, TOOL, _TEXT, message)
            self._results[thread.add_result(said, self._put)] = item.call

    def session(self, lines: Lines, found: list[Item]) -> Session:
        """The session of the longest conversation."""
        self._answer(found)
        main = max(self.threads.all, key=lambda one: len(one.events), default=Thread())
        for thread in self.threads.all:
            self._flag(thread, Flag.MESSAGE if thread is main else Flag.SIDECHAIN)
        notes = [] if found else [_OFF]
        if len(self.threads.all) > 1:
            notes.append(f"{len(self.threads.all)} conversations stand in this trace; the longest is the session")
        flags = self.events.flags
        for cut in main.cuts:
            flags[cut.event] = Flag.BOUNDARY | (Flag.SUMMARY if cut.summary.strip() else flags[cut.event])
        return Session(
            format=NAME,
            id=main.key[0] or next((item.trace.removeprefix("0x") for item in found), ""),
            source=self.source,
            decode=self.decode,
            events=self.events,
            lines=lines,
            surface=array("q", (e for e in dict.fromkeys(main.surface) if flags[e] & (Flag.MESSAGE | Flag.SUMMARY))),
            compactions=self._compactions(main),
            notes=notes,
        )

    def _flag(self, thread: Thread, flag: Flag) -> None:
        for event in thread.events:
            if self.decode(self.source.read(*self.events.span(event)), event).message is not None:
                self.events.flags[event] = flag

    def _compactions(self, main: Thread) -> list[Compaction]:
        numbers = {cut.event: number for number, cut in enumerate(main.cuts)}
        flags = self.events.flags
        made: list[Compaction] = []
        for number, cut in enumerate(main.cuts):
            after = set(cut.after)
            gone = [e for e in cut.before if e not in after]
            covers = sorted({e for e in gone if flags[e] & Flag.MESSAGE})
            earlier = tuple(sorted({numbers[e] for e in gone if numbers.get(e, number) < number}))
            made.append(
                Compaction(
                    index=number,
                    event=cut.event,
                    summary=cut.summary,
                    summary_event=cut.event if cut.summary.strip() else None,
                    covers=array("q", covers),
                    earlier=earlier,
                    kept=array("q", sorted({e for e in cut.before if e in after and flags[e] & Flag.MESSAGE})),
                    time=iso(self._times[cut.event] / 1_000_000) if self._times[cut.event] else "",
                    unreadable="" if cut.summary.strip() else "the provider's summary is not in the trace",
                    gaps=() if covers or earlier else ("what the summary was made from is not in this trace",),
                )
            )
        return made
