"""Records that two passes over a log ask for are decoded once, as far as they fit a bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threefold.session import Record, Session

_MOST = 8 << 20
"""Bytes of the log behind the records that are held between the two passes."""


class Twice:
    """A session's records for a first pass, and some of them still for a second."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._held: dict[int, Record] = {}
        self._left = _MOST

    def first(self, events: Iterable[int]) -> Iterator[tuple[int, Record]]:
        """The records of these events; they are held as long as there is room for them beside what earlier passes
        left."""
        held, sizes = self._held, self.session.events.sizes
        for index, record in self.session.records(events):
            if self._left >= sizes[index]:
                self._left -= sizes[index]
                held[index] = record
            yield index, record

    def records(self, events: Iterable[int]) -> Iterator[tuple[int, Record]]:
        """The records of these events; those that are held are let go."""
        held, decode, sizes = self._held, self.session.record, self.session.events.sizes
        for index in events:
            record = held.pop(index, None)
            if record is None:
                record = decode(index)
            else:
                self._left += sizes[index]
            yield index, record
