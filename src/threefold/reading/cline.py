"""Cline: one JSON document with messages in Anthropic's blocks, and blocks of its own for files.

Read is what its SDK writes (``session.messages.json``, version 1).
"""

from __future__ import annotations

from array import array

from threefold.reading import cline_record
from threefold.reading.detect import Sample
from threefold.reading.document import read_document, value_within
from threefold.reading.values import integer, items, mapping, string
from threefold.session import EventTable, Flag, Record, Session, Source

NAME = "cline"
TITLE = "Cline session"
SYSTEM = "system prompt"


def sniff(seen: Sample) -> bool:
    document = mapping(seen.document)
    rows = document.get("messages")
    if not isinstance(rows, list) or "sessionId" not in document or "projectHash" in document:
        return False
    first = [mapping(row) for row in rows[:64]]
    return ("system_prompt" in document or "version" in document) and all("role" in row for row in first)


def read(source: Source) -> Session:
    """Read a session."""
    document = read_document(source, "messages")
    events = EventTable()
    if string(document.top.get("system_prompt")):
        place = value_within(source.read(0, source.size), "system_prompt")
        if place is not None:
            events.add(*place, 1, SYSTEM, Flag.MESSAGE)
    others = 0
    for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
        message = mapping(value)
        if not isinstance(message.get("role"), str) or not items(message.get("content")):
            others += 1
        events.add(start, end, line, "message", Flag.MESSAGE)

    def decode(raw: bytes, index: int) -> Record:
        return cline_record.decode(raw, index, system=events.kind(index) == SYSTEM)

    return Session(
        format=NAME,
        version=str(integer(document.top.get("version")) or ""),
        id=string(document.top.get("sessionId")),
        source=source,
        decode=decode,
        events=events,
        lines=document.lines,
        surface=array("q", range(len(events))),
        notes=[f"{others} elements hold no message"] if others else [],
    )
