"""Cline: one JSON document with messages in Anthropic's blocks, and blocks of its own for files.

Read are what its SDK writes (``session.messages.json``, version 1), and the tasks of its extension
(``api_conversation_history.json``: an array; see :mod:`~threefold.reading.cline_task`).
"""

from __future__ import annotations

from array import array

from threefold.reading import cline_record, cline_task
from threefold.reading.detect import Sample, sample
from threefold.reading.document import read_document, value_within
from threefold.reading.values import integer, items, mapping, string
from threefold.session import Author, Compaction, EventTable, Flag, Record, Session, Source

NAME = "cline"
TITLE = "Cline session"
SYSTEM = "system prompt"
_STAYS = 2
"""Messages at the beginning of a task that condensing leaves in place."""


def sniff(seen: Sample) -> bool:
    if isinstance(seen.document, list):
        return cline_task.is_task(seen.document)
    document = mapping(seen.document)
    rows = document.get("messages")
    if not isinstance(rows, list) or "sessionId" not in document or "projectHash" in document:
        return False
    first = [mapping(row) for row in rows[:64]]
    return ("system_prompt" in document or "version" in document) and all("role" in row for row in first)


def read(source: Source) -> Session:
    """Read a session or a task."""
    return _task(source) if isinstance(sample(source).document, list) else _session(source)


def _session(source: Source) -> Session:
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


def _task(source: Source) -> Session:
    """A task. Where it was condensed its file does not say what was removed: all but the first two messages is, as the
    extension's source has it."""
    document = read_document(source, None)
    events, surface = EventTable(), list[int]()
    answers: dict[int, list[tuple[str, str]]] = {}
    compactions: list[Compaction] = []
    asked: list[tuple[str, str]] = []
    for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
        message, event = mapping(value), len(events)
        if message.get("role") == "assistant":
            asked = cline_task.calls_of(message, event)
        elif asked:
            answers[event], asked = asked, []
        record = cline_task.decode(source.read(start, end), event, answers.get(event, ()))
        said = record.message.text(Author.SUMMARY) if record.message is not None else ""
        events.add(start, end, line, "message", Flag.MESSAGE if record.message is not None else Flag.NONE)
        if said:
            compactions.append(_condensed(event, said, surface, compactions))
            events.flags[event] = Flag.SUMMARY | Flag.BOUNDARY
            surface = surface[:_STAYS]
        if record.message is not None:
            surface.append(event)
    others = len(events) - sum(1 for flag in events.flags if flag)
    return Session(
        format=NAME,
        version="task",
        source=source,
        decode=lambda raw, index: cline_task.decode(raw, index, answers.get(index, ())),
        events=events,
        lines=document.lines,
        surface=array("q", surface),
        compactions=compactions,
        notes=[f"{others} elements hold no message"] if others else [],
    )


def _condensed(event: int, summary: str, surface: list[int], before: list[Compaction]) -> Compaction:
    numbers = {one.event: one.index for one in before}
    gone = surface[_STAYS:]
    return Compaction(
        index=len(before),
        event=event,
        summary=summary,
        summary_event=event,
        covers=array("q", (one for one in gone if one not in numbers)),
        earlier=tuple(numbers[one] for one in gone if one in numbers),
        kept=array("q", surface[:_STAYS]),
        gaps=("the file does not say what was removed",),
    )
