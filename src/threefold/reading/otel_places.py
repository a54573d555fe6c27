"""Where the messages of a trace stand: the spans and log records of an export, and the arrays of messages within them.

An export nests five deep before it comes to an attribute, and the attribute may be JSON within a JSON string. What is
kept of each span or record is small; its messages are found as bytes of the file when the conversation is put together.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate, count
from operator import add

import msgspec

from threefold.reading.document import array_spans, array_within, in_bytes
from threefold.reading.otel_record import ROLES, Spelling, attributes, event_of
from threefold.reading.values import Json, integer, load, mapping, string

INPUT, OUTPUT, SYSTEM, TOOL = "input", "output", "system", "tool"
_KEYS = {
    b"gen_ai.input.messages": INPUT,
    b"gen_ai.output.messages": OUTPUT,
    b"gen_ai.system_instructions": SYSTEM,
    b"gen_ai.prompt": INPUT,
    b"gen_ai.completion": OUTPUT,
    b"gen_ai.tool.call.result": TOOL,
}
_KEY = re.compile(rb'(?<!\\)"(' + b"|".join(map(re.escape, _KEYS)) + rb')"\s*(?::|,\s*"value"\s*:)\s*')
"""An attribute's name, not one that is quoted within a text, up to its value."""
_TYPED_STRING = re.compile(rb'\{\s*"stringValue"\s*:\s*(?=")')
_TYPED_ARRAY = re.compile(rb'\{\s*"arrayValue"\s*:\s*\{\s*"values"\s*:\s*(?=\[)')
_STRING = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_NESTED = (("resourceSpans", "scopeSpans", "spans"), ("resourceLogs", "scopeLogs", "logRecords"))
_OLD_SCOPES = "instrumentationLibrarySpans"


class Held(msgspec.Struct):
    """An array of messages (or one text) within the file, and how it is spelled."""

    what: str
    start: int
    end: int
    spelling: Spelling


class Item(msgspec.Struct):
    """One span, log record or event of a span. ``event`` is the name of an older event, which is a message itself."""

    start: int
    end: int
    line: int
    time: int
    """nanoseconds since 1970"""
    span: str
    trace: str
    operation: str = ""
    conversation: str = ""
    agent: str = ""
    response: str = ""
    previous: str = ""
    """the response that the call goes on from, where the provider keeps the history"""
    event: str = ""
    call: str = ""
    """the id of the tool call that the span carried out"""
    compacted: bool = False
    tokens: tuple[int, int] = (0, 0)
    held: list[Held] = msgspec.field(default_factory=list)


def is_export(record: Json) -> bool:
    """Whether an object is a line of an export: OTLP's, or a span or log record in the SDK's own JSON."""
    if any(isinstance(record.get(path[0]), list) for path in _NESTED):
        return True
    if "trace_id" in mapping(record.get("context")) and "attributes" in record:
        return True
    return "trace_id" in record and "span_id" in record and "body" in record


def items_of(raw: bytes, start: int, line: int) -> Iterator[Item]:
    """The spans and records of one object of an export that hold messages; ``start`` is where its bytes begin."""
    value = load(raw)
    for outer, scopes, name in _NESTED:
        if not isinstance(value.get(outer), list):
            continue
        for at, end in _within(raw, [(0, len(raw))], outer):
            inner = [*_within(raw, [(at, end)], scopes), *_within(raw, [(at, end)], _OLD_SCOPES)]
            for first, last in _within(raw, inner, name):
                yield from _items(raw[first:last], start + first, line + raw.count(b"\n", 0, first))
    if not any(isinstance(value.get(path[0]), list) for path in _NESTED):
        yield from _items(raw, start, line)


def _within(raw: bytes, places: list[tuple[int, int]], key: str) -> Iterator[tuple[int, int]]:
    """The elements of the array under a key of each object."""
    for start, end in places:
        for first, last in array_within(raw[start:end], (key,))[0]:
            yield start + first, start + last


def _items(raw: bytes, start: int, line: int) -> Iterator[Item]:
    """A span or log record, and the events that a span holds."""
    value = load(raw)
    context, found = mapping(value.get("context")), attributes(value.get("attributes"))
    name, _ = event_of(value)
    item = Item(
        start=start,
        end=start + len(raw),
        line=line,
        time=_time(value),
        span=string(value.get("spanId")) or string(value.get("span_id")) or string(context.get("span_id")),
        trace=string(value.get("traceId")) or string(value.get("trace_id")) or string(context.get("trace_id")),
        operation=string(found.get("gen_ai.operation.name")),
        conversation=string(found.get("gen_ai.conversation.id")),
        agent=string(found.get("gen_ai.agent.id")) or string(found.get("gen_ai.agent.name")),
        response=string(found.get("gen_ai.response.id")),
        previous=string(found.get("gen_ai.request.previous_response.id")),
        event=name if name in ROLES else "",
        call=string(found.get("gen_ai.tool.call.id")),
        compacted=found.get("gen_ai.conversation.compacted") is True,
        tokens=(integer(found.get("gen_ai.usage.input_tokens")), integer(found.get("gen_ai.usage.output_tokens"))),
    )
    if not item.event:
        item.held = list(_held(raw, start))
    if item.event or item.held:
        yield item
    events = value.get("events")
    for first, last in array_within(raw, ("events",))[0] if isinstance(events, list) and events else ():
        event = load(raw[first:last])
        name, _ = event_of(event)
        if name in ROLES:
            place = {"start": start + first, "end": start + last, "time": _time(event) or item.time}
            yield msgspec.structs.replace(item, event=name, held=[], **place)


def _held(raw: bytes, start: int) -> Iterator[Held]:
    for key in _KEY.finditer(raw):
        at, what = key.end(), _KEYS[key[1]]
        typed = _TYPED_STRING.match(raw, at)
        text = _STRING.match(raw, typed.end() if typed else at)
        array = _TYPED_ARRAY.match(raw, at)
        if text is not None:
            yield Held(what, start + text.start(1), start + text.end(1), Spelling.ESCAPED)
        elif array is not None:
            yield Held(what, start + array.end(), start + len(raw), Spelling.TYPED)
        elif raw[at : at + 1] == b"[":
            yield Held(what, start + at, start + len(raw), Spelling.PLAIN)


def _time(value: Json) -> int:
    for key in ("startTimeUnixNano", "timeUnixNano", "observedTimeUnixNano"):
        told = value.get(key)
        if isinstance(told, str) and told.isascii() and told.isdecimal() and 0 < len(told) < 21:
            return int(told)
        if integer(told) > 0:
            return integer(told)
    for key in ("start_time", "timestamp", "observed_timestamp"):
        try:
            return int(datetime.fromisoformat(string(value.get(key))).timestamp() * 1_000_000) * 1000
        except (ValueError, OverflowError):
            continue
    return 0


def elements(raw: bytes, spelling: Spelling) -> tuple[list[tuple[int, int]], list[object]]:
    """The bytes of each element of an array that stands at the beginning of ``raw``, and its value as it is spelled.

    A text that is no array is one element.
    """
    if spelling is not Spelling.ESCAPED:
        return array_within(raw, ())
    try:
        inner = json.loads(b'"' + raw + b'"', strict=False)
        spans, values = array_spans(inner)
    except (ValueError, RecursionError, IndexError):
        return [], []
    text = raw.decode("utf-8", "surrogateescape")
    return in_bytes(text, _unescaped(text, spans), 0), values


def _unescaped(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in a text, given those in what the text means once its escapes are undone."""
    between = accumulate(map(len, _ESCAPE.split(text)))
    places = list(map(add, between, count()))
    longer = [0, *accumulate(map(len, _ESCAPE.findall(text)))]

    def placed(edge: int) -> int:
        before = bisect_left(places, edge)
        return edge - before + longer[before]

    return [(placed(start), placed(end)) for start, end in spans]
