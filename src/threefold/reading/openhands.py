"""OpenHands: events of its SDK, one a line, and of version 0, in one JSON array (or one a line).

What the model sees is a list of events from which a condensation takes some out, anywhere and not only at the
beginning, and into which it puts a summary at a given place. Version 0 shows the latest summary alone. Shapes of the
SDK were taken from a log of 2026; version 0 and condensations from the sources.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Literal, overload

import msgspec

from threefold.reading import openhands_record
from threefold.reading.chain import Chain
from threefold.reading.detect import Sample, sample
from threefold.reading.document import read_document
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import Json, items, load, mapping, string
from threefold.session import Compaction, EventTable, Flag, Lines, Session, Source

NAME = "openhands"
TITLE = "OpenHands session"

_SPOKEN = frozenset(("SystemPromptEvent", "MessageEvent", "ActionEvent", "ObservationEvent", "UserRejectObservation",
                     "AgentErrorEvent"))  # fmt: skip
_SILENT = frozenset(("agent_state_changed", "change_agent_state", "null", "condensation_request"))
"""Events of version 0 that are no part of the conversation."""
_OTHERS = frozenset(("ConversationStateUpdateEvent", "PauseEvent", "CondensationRequest", "ConversationErrorEvent",
                     "TokenEvent", "LLMCompletionLogEvent"))  # fmt: skip


class Row(msgspec.Struct):
    """What the index needs of an event; everything else is left undecoded."""

    id: object = None
    kind: object = None
    source: object = None
    action: msgspec.Raw = msgspec.Raw()
    observation: msgspec.Raw = msgspec.Raw()
    llm_response_id: object = None


def sniff(seen: Sample) -> bool:
    if isinstance(seen.document, list):
        return any(_is_old(mapping(value)) for value in seen.document[:64])
    return seen.any(lambda record: _is_new(record) or _is_old(record))


def _is_new(record: Json) -> bool:
    return string(record.get("kind")) in _SPOKEN | _OTHERS | {"Condensation"} and "source" in record and "id" in record


def _is_old(record: Json) -> bool:
    return (
        string(record.get("source")) in ("user", "agent", "environment")
        and isinstance(record.get("action") or record.get("observation"), str)
        and ("args" in record or "content" in record or "extras" in record)
    )


def is_record(record: Json) -> bool:
    return _is_new(record) or _is_old(record)


def read(source: Source) -> Session:
    """Read a session of either kind."""
    index = Index(source)
    lines = index.read_array() if isinstance(sample(source).document, list) else index.read_lines()
    index.version = "v0" if index.old else "sdk"
    index.surface = list(index.view)
    return index.session(NAME, openhands_record.decode, lines)


class View(Chain):
    """The events that the model sees, and which condensation took each of the others out."""

    def __init__(self) -> None:
        super().__init__()
        self._gone: dict[int, int] = {}

    def forget(self, event: int, turn: int) -> None:
        """Take an event out; ``turn`` numbers the condensation that does so."""
        self.remove(event)
        self._gone[event] = turn

    def stood(self, event: int, turn: int) -> bool:
        """Whether an event was still there after a condensation."""
        return self._gone.get(event, turn + 1) > turn


class Kept(Sequence[int]):
    """The messages that a condensation left standing, worked out when asked: there may be many of them each time."""

    def __init__(self, view: View, events: EventTable, event: int, turn: int) -> None:
        self._view, self._events, self._event, self._turn = view, events, event, turn

    def __iter__(self) -> Iterator[int]:
        flags = self._events.flags
        for event in range(self._event):
            if flags[event] & Flag.MESSAGE and self._view.stood(event, self._turn):
                yield event

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        return list(self)[index]


class Index(FirstPass):
    """The view of the model, event by event."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.view = View()
        self.old = False
        self._ids: dict[str, int] = {}
        self._numbers = array("q")
        self._summaries: dict[int, int] = {}
        self._response: tuple[str, int] = ("", -1)
        self._asked = False

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Row, is_record)
        for line, start, end, row in reader:
            action, observation = _word(bytes(row.action)), _word(bytes(row.observation))
            if isinstance(row.kind, str):
                self._new(start, end, line, row.kind, row.id, string(row.llm_response_id))
            elif action or observation:
                self._old(start, end, line, action, observation, row.id)
            else:
                reader.skip("no event")
        return reader.lines

    def read_array(self) -> Lines:
        document = read_document(self.source, None)
        for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            row = mapping(value)
            if isinstance(row.get("kind"), str):
                response = string(row.get("llm_response_id"))
                self._new(start, end, line, string(row["kind"]), row.get("id"), response)
            elif row:
                action, observation = string(row.get("action")), string(row.get("observation"))
                self._old(start, end, line, action, observation, row.get("id"))
        return document.lines

    def _new(self, start: int, end: int, line: int, kind: str, id: object, response: str) -> None:
        flags, head = Flag.NONE, -1
        if kind in _SPOKEN:
            flags = Flag.MESSAGE
        if kind == "Condensation":
            flags = Flag.SUMMARY | Flag.BOUNDARY
        if kind == "ActionEvent" and response:  # the calls of one answer are events of their own
            head = self._response[1] if response == self._response[0] else -1
        known = kind in _SPOKEN or kind in _OTHERS or kind == "Condensation"
        event = self.events.add(start, end, line, kind if known else "other", flags, head)
        self._number(event, None)
        if kind == "ActionEvent" and head < 0:
            self._response = (response, event)
        self._ids[string(id)] = event
        if kind == "CondensationRequest":
            self._asked = True
        if kind == "Condensation":
            self._condense(event, load(self.source.read(start, end)), string(id))
        elif flags:
            self.view.append(event)

    def _old(self, start: int, end: int, line: int, action: str, observation: str, id: object) -> None:
        self.old = True
        name = action or observation
        flags = Flag.NONE if not name or name in _SILENT else Flag.MESSAGE
        if action == "condensation":
            flags = Flag.SUMMARY | Flag.BOUNDARY
        event = self.events.add(start, end, line, name if name.isidentifier() else "other", flags)
        self._number(event, id)
        if isinstance(id, int):
            self._ids[str(id)] = event
        if action == "condensation_request":
            self._asked = True
        elif action == "condensation":
            self._condense(event, mapping(load(self.source.read(start, end)).get("args")), "")
        elif flags:
            self.view.append(event)

    def _number(self, event: int, id: object) -> None:
        """Keep an event's own number, which version 0 names ranges by."""
        fits = isinstance(id, int) and not isinstance(id, bool) and 0 <= id < 1 << 62
        self._numbers.append(id if fits and isinstance(id, int) else -1)

    def _condense(self, event: int, said: Json, id: str) -> None:
        """Take what is forgotten out of the view, and put the summary in."""
        gone, missing = self._forgotten(said)
        flags, turn = self.events.flags, len(self.compactions) + 1
        summary = string(said.get("summary"))
        if self.old and summary:  # version 0 shows the latest summary alone; it was made with the one before it
            gone = [*gone, *(e for e in self._summaries if e in self.view and e not in set(gone))]
        for one in gone:
            self.view.forget(one, turn)
        earlier = tuple(sorted(self._summaries.pop(e) for e in gone if e in self._summaries))
        if summary:
            offset = said.get("summary_offset")
            self.view.insert(event, min(max(offset, 0), len(self.view)) if isinstance(offset, int) else len(self.view))
            self._ids[f"{id}-summary"] = event
            self._summaries[event] = len(self.compactions)
        else:
            flags[event] = Flag.BOUNDARY
        trigger: Literal["manual", "auto", "unknown"] = "manual" if self._asked else "unknown"
        self._asked = False
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                id=id,
                event=event,
                summary=summary,
                summary_event=event if summary else None,
                covers=array("q", sorted(e for e in gone if flags[e] & Flag.MESSAGE)),
                earlier=earlier,
                kept=Kept(self.view, self.events, event, turn),
                trigger=trigger,
                time=openhands_record.decode(self.raw(event), event).time,
                unreadable="" if summary.strip() else "events were forgotten without a summary",
                gaps=(f"{missing} forgotten events are not in this log",) if missing else (),
            )
        )

    def _forgotten(self, said: Json) -> tuple[list[int], int]:
        """The forgotten events that are still in the view, and how many of them this log does not hold."""
        first, last = said.get("forgotten_events_start_id"), said.get("forgotten_events_end_id")
        if isinstance(first, int) and isinstance(last, int) and not items(said.get("forgotten_event_ids")):
            return [event for event in self.view if first <= self._numbers[event] <= last], 0
        ids = [str(id) for id in items(said.get("forgotten_event_ids")) if isinstance(id, int | str)]
        found = dict.fromkeys(self._ids[id] for id in ids if id in self._ids)
        return [event for event in found if event in self.view], sum(id not in self._ids for id in ids)


def _word(raw: bytes) -> str:
    """A JSON string of one word: in version 0 the name of an action, while the SDK has an object there."""
    return raw[1:-1].decode("utf-8", "replace") if raw[:1] == b'"' and len(raw) < 80 else ""
