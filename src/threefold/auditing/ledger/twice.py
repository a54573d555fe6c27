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

    def first(self, events: Iterable[int]) -> Iterator[tuple[int, Record]]:
        """The records of these events, of which the first ones are held; what an earlier pass left is let go."""
        held: dict[int, Record] = {}
        self._held = held
        sizes, left = self.session.events.sizes, _MOST
        for index, record in self.session.records(events):
            left -= sizes[index]
            if left >= 0:
                held[index] = record
            yield index, record

    def records(self, events: Iterable[int]) -> Iterator[tuple[int, Record]]:
        """The records of these events; those that are held are let go."""
        held, decode = self._held, self.session.record
        for index in events:
            yield index, held.pop(index) if index in held else decode(index)
