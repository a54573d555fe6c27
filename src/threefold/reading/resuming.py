"""A log that grew, read from where an earlier reading in another process ended.

What the index needs of each line is a twentieth of the line, so that is kept in place of the work: the same records are
handed on as before, and the consumer cannot tell them from those of lines. That the log still begins with the same
bytes is the caller's to make sure of.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from threefold.reading.lines import FAILED, Predicate, Reader
from threefold.session import Lines, Source

T = TypeVar("T")
LARGEST = 32 << 20
"""Bytes of the largest log of which anything is kept."""


class _Begun(msgspec.Struct, Generic[T], array_like=True):
    """What reading came to: bytes and lines that were read, how many of them were empty, the accounts of the others,
    and each record with its line and its place."""

    size: int
    number: int
    empty: int
    lines: Lines
    records: list[tuple[int, int, int, T]]


class Resuming(Reader[T]):
    """A reader that begins with what was kept of a log, if that can be read, and keeps what it came to."""

    def __init__(
        self, source: Source, type: type[T], is_record: Predicate, begun: bytes, shorten: Callable[[T], None] | None
    ) -> None:
        """``shorten`` lets go of all in a record that the consumer will not ask for again; None keeps nothing."""
        super().__init__(source, type, is_record)
        self._shorten = shorten if source.size <= LARGEST else None
        self._begun: _Begun[T] = _Begun(0, 0, 0, self.lines, [])
        self._kept = self._begun
        with contextlib.suppress(*FAILED):
            known: _Begun[T] = msgspec.json.decode(begun, type=_Begun[type])  # type: ignore[valid-type]
            if known.size <= source.size:
                self._begun, self.lines, self._empty = known, known.lines, known.empty

    def __iter__(self) -> Iterator[tuple[int, int, int, T]]:
        begun = self._begun
        for one in begun.records:
            yield one
            self._skipped = None  # it was counted then
        self._mark(begun.size, begun.number, 0, 0)  # which stands where nothing was added
        for one in self._from(begun.size, begun.number):
            yield one
            if self._shorten is not None:
                self._shorten(one[3])
                begun.records.append(one)

    def _mark(self, at: int, number: int, read: int, empty: int) -> None:
        if self._shorten is None:
            return
        told = self.lines
        lines = msgspec.structs.replace(
            told, read=told.read + read, reasons=dict(told.reasons), faults=list(told.faults)
        )
        self._kept = _Begun(at, number, self._empty + empty, lines, list(self._begun.records))

    def begun(self) -> bytes:
        """What there is to keep of all whole lines, once everything was read; empty where nothing is to be kept."""
        return b"" if self._shorten is None else msgspec.json.encode(self._kept)
