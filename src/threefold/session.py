"""The one model that all rooms speak.

A :class:`Session` is an index over the bytes of a log: where each event stands, which events the model sees now (the
*surface*), and which compactions took place. Events are decoded when asked, so a log of a gigabyte costs a few tens of
megabytes. What an event says is a :class:`Record`: at most one piece of a message, and *marks*, the facts about the
state of the work that a harness writes into its log (a todo list, a job, a question, a turn).

Two notions are kept apart throughout. The *role* is what the wire format says; the *author* is who really wrote a
text. A harness puts summaries, reminders and notifications into the user role; none of them is a human's word.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntFlag, StrEnum
from typing import Literal, Protocol, overload

import msgspec


class Author(StrEnum):
    """Who wrote a text, whatever role it was given."""

    HUMAN = "human"
    MODEL = "model"
    HARNESS = "harness"
    TOOL = "tool"
    SUMMARY = "summary"


# --- parts of a message -------------------------------------------------------------------------------------------


class Text(msgspec.Struct, frozen=True, tag="text"):
    """Plain text of one author; a message that mixes authors (a reminder behind a request) has several."""

    text: str
    author: Author


class Thinking(msgspec.Struct, frozen=True, tag="thinking"):
    """A model's reasoning. ``signature`` is the provider's seal (may be present where ``text`` is empty)."""

    text: str
    signature: str = ""

    @property
    def author(self) -> Author:
        return Author.MODEL


class ToolCall(msgspec.Struct, frozen=True, tag="tool_call"):
    """A call of a tool. ``arguments`` is the text that the model wrote: JSON, or free text for custom tools."""

    id: str
    name: str
    arguments: str

    @property
    def author(self) -> Author:
        return Author.MODEL

    @property
    def input(self) -> dict[str, object]:
        """The arguments as an object; empty where they are not a JSON object."""
        try:
            value = json.loads(self.arguments)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}


class ToolResult(msgspec.Struct, frozen=True, tag="tool_result"):
    """What a tool answered. ``blobs`` is the number of bytes of images and other binary parts within it."""

    call_id: str
    text: str
    is_error: bool = False
    name: str = ""
    blobs: int = 0

    @property
    def author(self) -> Author:
        return Author.TOOL


class Blob(msgspec.Struct, frozen=True, tag="blob"):
    """An image or another binary part: counted by the bytes of its encoding, never read as text."""

    media_type: str
    size: int
    author: Author = Author.HUMAN


Part = Text | Thinking | ToolCall | ToolResult | Blob


# --- marks: the state of the work, as a harness logs it ------------------------------------------------------------


class Todo(msgspec.Struct, frozen=True):
    """One item of a todo list. ``status`` is ``pending``, ``in_progress``, ``completed`` or ``cancelled``."""

    text: str
    status: str
    id: str = ""


class Todos(msgspec.Struct, frozen=True, tag="todos"):
    """A whole todo list, as it stands from here on; it replaces the one before. ``list`` tells lists apart."""

    items: tuple[Todo, ...]
    list: str = ""


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """A file was changed by a tool, as the harness itself recorded it (not merely asked for by a call)."""

    path: str
    call_id: str = ""


class Job(msgspec.Struct, frozen=True, tag="job"):
    """A background job or agent started (``running``) or came to an end."""

    id: str
    running: bool
    label: str = ""


class Question(msgspec.Struct, frozen=True, tag="question"):
    """A question or approval put to a person by the harness; ``open`` false says that it was answered."""

    id: str
    open: bool
    text: str = ""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A turn began (``open``) or ended; ``reason`` is the harness's word for how it ended."""

    open: bool
    reason: str = ""


class Queued(msgspec.Struct, frozen=True, tag="queued"):
    """Input that waits to be handed to the model (``waiting``), or was handed over or withdrawn."""

    text: str
    waiting: bool
    id: str = ""


class Directory(msgspec.Struct, frozen=True, tag="directory"):
    """The working directory from here on."""

    path: str


class Usage(msgspec.Struct, frozen=True, tag="usage"):
    """Tokens as the provider reported them for one request."""

    input_tokens: int
    output_tokens: int = 0


class Fact(msgspec.Struct, frozen=True, tag="state"):
    """A state of the harness with no type of its own here (``plan``, ``goal``): the latest value of a key holds."""

    key: str
    value: str


Mark = Todos | Edit | Job | Question | Turn | Queued | Directory | Usage | Fact


# --- messages, records, compactions --------------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True):
    """One message, whole or the piece of it that one event holds.

    ``events`` are the positions of the events that it was read from. ``sidechain`` is true for a sub-agent's
    conversation inside the same log, which the main model never sees.
    """

    role: str
    parts: tuple[Part, ...]
    events: tuple[int, ...] = ()
    id: str = ""
    model: str = ""
    sidechain: bool = False

    @property
    def author(self) -> Author:
        """Who wrote it: a human if any part is a human's, else the author of its first part."""
        authors = [part.author for part in self.parts]
        if Author.HUMAN in authors:
            return Author.HUMAN
        if authors:
            return authors[0]
        return Author.MODEL if self.role in ("assistant", "model") else Author.HARNESS

    def text(self, author: Author | None = None) -> str:
        """The plain text parts (of one author, if given), joined by line feeds."""
        return "\n".join(p.text for p in self.parts if isinstance(p, Text) and (author is None or p.author is author))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        return tuple(p for p in self.parts if isinstance(p, ToolCall))

    @property
    def tool_results(self) -> tuple[ToolResult, ...]:
        return tuple(p for p in self.parts if isinstance(p, ToolResult))


class Record(msgspec.Struct, frozen=True):
    """What one event says: at most one (piece of a) message, and any number of marks. ``time`` is ISO 8601 or ""."""

    kind: str
    message: Message | None = None
    marks: tuple[Mark, ...] = ()
    time: str = ""


class Event(msgspec.Struct, frozen=True):
    """Where one event stands: bytes ``start`` to ``end`` of the source, on (1-based) ``line``."""

    index: int
    line: int
    start: int
    end: int
    kind: str


class Compaction(msgspec.Struct, frozen=True, kw_only=True):
    """One compaction that a log holds.

    ``covers`` are the events that the summary was made from, without earlier summaries; ``earlier`` are the positions
    (in ``Session.compactions``) of the compactions whose summary was among its input, so that
    :meth:`Session.leaves` can go on to what those were made from. ``kept`` are events that the harness left standing
    verbatim beside the summary. ``lock`` is the pair of events between which the harness held the log for the
    compaction (None where the format has no such bracket). ``unreadable`` is empty, or says why there is no summary
    text to audit. ``gaps`` are reasons why ``covers`` may be less than what the summariser saw.
    """

    index: int
    id: str
    event: int
    summary: str
    summary_event: int | None = None
    covers: Sequence[int] = ()
    earlier: tuple[int, ...] = ()
    kept: Sequence[int] = ()
    trigger: Literal["manual", "auto", "unknown"] = "unknown"
    model: str = ""
    time: str = ""
    lock: tuple[int | None, int | None] | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    shadowed: tuple[int, int] | None = None
    shadowed_count: int | None = None
    unreadable: str = ""
    gaps: tuple[str, ...] = ()


class Attempt(msgspec.Struct, frozen=True):
    """A compaction that was begun and came to nothing: failed, vetoed or torn off."""

    event: int
    reason: str


# --- accounts of lines ----------------------------------------------------------------------------------------------


MAX_KINDS = 1000
"""Kinds of events, and reasons for skipping, that are told apart; a log of garbage may have as many as it has lines."""
OTHER = "other"


class Lines(msgspec.Struct):
    """Every line of the input is read, skipped for a reason, or broken: ``read + skipped + broken == total``.

    ``reasons`` counts the skipped lines by reason; ``faults`` holds the first broken lines as (line, what is wrong);
    ``recovered`` counts events that were saved from broken lines.
    """

    total: int = 0
    read: int = 0
    skipped: int = 0
    broken: int = 0
    recovered: int = 0
    reasons: dict[str, int] = msgspec.field(default_factory=dict)
    faults: list[tuple[int, str]] = msgspec.field(default_factory=list)

    MAX_FAULTS = 100

    def skip(self, reason: str, count: int = 1) -> None:
        self.skipped += count
        if reason not in self.reasons and len(self.reasons) >= MAX_KINDS:
            reason = OTHER
        self.reasons[reason] = self.reasons.get(reason, 0) + count

    def fault(self, line: int, what: str) -> None:
        self.broken += 1
        if len(self.faults) < self.MAX_FAULTS:
            self.faults.append((line, what))


# --- the session ----------------------------------------------------------------------------------------------------


class Source(Protocol):
    """Bytes that can be read again at any place."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    def read(self, start: int, end: int) -> bytes: ...
    def chunks(self) -> Iterator[bytes]: ...


class Flag(IntFlag):
    """What is known of an event without decoding it."""

    NONE = 0
    MESSAGE = 1
    """holds a message or a piece of one that belongs to the main conversation"""
    SUMMARY = 2
    """holds the summary text of a compaction"""
    SIDECHAIN = 4
    """belongs to a sub-agent's conversation"""
    BOUNDARY = 8
    """marks a compaction"""


class EventTable(Sequence[Event]):
    """The events of a log as columns: about 25 bytes an event, whatever its size."""

    def __init__(self) -> None:
        self.starts = array("Q")
        self.sizes = array("Q")
        self.lines = array("I")
        self.flags = bytearray()
        self.heads = array("q")
        self._kinds = array("H")
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}

    def add(self, start: int, end: int, line: int, kind: str, flags: int = 0, head: int = -1) -> int:
        """Append an event and return its position. ``head`` is the event that begins the same message, if another."""
        index = len(self.starts)
        self.starts.append(start)
        self.sizes.append(end - start)
        self.lines.append(line)
        self.flags.append(flags)
        self.heads.append(index if head < 0 else head)
        number = self._numbers.get(kind)
        if number is None and len(self._names) >= MAX_KINDS:
            return self._as_other(index)
        if number is None:
            number = self._numbers[kind] = len(self._names)
            self._names.append(kind)
        self._kinds.append(number)
        return index

    def _as_other(self, index: int) -> int:
        self._kinds.append(self._numbers.setdefault(OTHER, len(self._names)))
        if len(self._names) < len(self._numbers):
            self._names.append(OTHER)
        return index

    def kind(self, index: int) -> str:
        return self._names[self._kinds[index]]

    def span(self, index: int) -> tuple[int, int]:
        start = self.starts[index]
        return start, start + self.sizes[index]

    def counts(self) -> dict[str, int]:
        """How many events there are of each kind."""
        totals = [0] * len(self._names)
        for number in self._kinds:
            totals[number] += 1
        return dict(zip(self._names, totals, strict=True))

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        start, end = self.span(index)
        return Event(index, self.lines[index], start, end, self.kind(index))


class Session:
    """A session log that was read. See the module's docstring; built by a reader, never by hand (but see testing)."""

    def __init__(
        self,
        *,
        format: str,
        source: Source,
        decode: Callable[[bytes, int], Record],
        events: EventTable,
        lines: Lines,
        version: str = "",
        id: str = "",
        cwd: str = "",
        surface: Sequence[int] = (),
        compactions: Sequence[Compaction] = (),
        attempts: Sequence[Attempt] = (),
        cleared: frozenset[str] = frozenset(),
        notes: Sequence[str] = (),
    ) -> None:
        self.format = format
        """the reader's name for the format: ``dsh``, ``claude-code``, ``codex``, ``pi``, ``gemini``, ``openai`` …"""
        self.version = version
        self.id = id
        self.cwd = cwd
        """the directory in which the session works, as the log says ("" if it does not)"""
        self.source = source
        self.events = events
        self.lines = lines
        self.surface = surface
        """the events that the model sees now, in the order in which it sees them"""
        self.compactions = tuple(compactions)
        self.attempts = tuple(attempts)
        self.cleared = cleared
        """ids of tool calls whose results the harness has blanked for the model (they still stand in the log)"""
        self.notes = tuple(notes)
        """what a reader of this session should know (a dangling link, a copied history)"""
        self._decode = decode

    def raw(self, index: int) -> bytes:
        """The bytes of one event, as they stand in the source."""
        return self.source.read(*self.events.span(index))

    def record(self, index: int) -> Record:
        """What one event says. Never raises for what the bytes hold: they were read once already."""
        return self._decode(self.raw(index), index)

    def decode(self, raw: bytes, index: int) -> Record:
        """What the given bytes would say in the place of an event: for those who write a changed one."""
        return self._decode(raw, index)

    def records(self, events: Iterable[int] | None = None) -> Iterator[tuple[int, Record]]:
        """What the given events say (all, in log order, if none are given)."""
        for index in range(len(self.events)) if events is None else events:
            yield index, self.record(index)

    def messages(self, events: Iterable[int] | None = None) -> Iterator[Message]:
        """The messages that the given events hold (the surface, if none are given).

        Pieces that a harness wrote as several events are put together, at the place of the first of them.
        """
        flags, heads = self.events.flags, self.events.heads
        groups: dict[int, list[int]] = {}
        for index in self.surface if events is None else events:
            if flags[index] & (Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN):
                groups.setdefault(heads[index], []).append(index)
        for members in groups.values():
            message = self._message(members)
            if message is not None:
                yield message

    def _message(self, members: Sequence[int]) -> Message | None:
        pieces = [piece for piece in (self.record(i).message for i in members) if piece is not None]
        if not pieces:
            return None
        first = pieces[0]
        parts = first.parts if len(pieces) == 1 else tuple(part for piece in pieces for part in piece.parts)
        return msgspec.structs.replace(first, parts=parts, events=tuple(members))

    def leaves(self, compaction: Compaction) -> Iterator[int]:
        """The events that a compaction's summary goes back to: its own and, through the summaries among its input,
        those of earlier compactions; each once, oldest first. Summaries are never leaves."""
        flags = self.events.flags
        chain: list[Compaction] = []
        waiting = [compaction.index]
        visited: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number in visited:
                continue
            visited.add(number)
            chain.append(self.compactions[number])
            waiting.extend(self.compactions[number].earlier)
        seen = bytearray(len(self.events))
        for link in sorted(chain, key=lambda link: link.index):
            for index in link.covers:
                if not seen[index] and not flags[index] & Flag.SUMMARY:
                    seen[index] = 1
                    yield index

    def close(self) -> None:
        """Let go of the source's file, if it has one."""
        close = getattr(self.source, "close", None)
        if close is not None:
            close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __repr__(self) -> str:
        name = self.id or self.source.name
        return f"<Session {self.format} {name} events={len(self.events)} compactions={len(self.compactions)}>"
