"""Where the events of a log stand in its bytes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import IntFlag
from typing import Protocol, overload

import msgspec

from threefold.session.lines import MAX_KINDS, OTHER


class Source(Protocol):
    """Bytes that can be read again at any place."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    def read(self, start: int, end: int) -> bytes: ...
    def chunks(self) -> Iterator[bytes]: ...


class Event(msgspec.Struct, frozen=True):
    """Where one event stands: bytes ``start`` to ``end`` of the source, on (1-based) ``line``."""

    index: int
    line: int
    start: int
    end: int
    kind: str


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
