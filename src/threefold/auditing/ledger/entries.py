"""What is known of one fact of the ledger, and whose words a text is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntFlag
from typing import Protocol

import msgspec

MENTIONS = 8
"""The first mentions of a count, whose places are remembered, so that the words around it can be read again."""
_BITS = 3  # of a place in ``Entry.more``: they hold the number of the mention, which is below ``MENTIONS``


Kept = tuple[str, int, int, int, int, int, int, list[int] | None]


class Origin(IntFlag):
    """Whose words a text is, or which part of a message it stands in."""

    HUMAN = 1
    MODEL = 2
    HARNESS = 4
    CALL = 8
    RESULT = 16
    REASONING = 32

    @property
    def word(self) -> str:
        """The origin's name in a record."""
        return (self.name or "").lower()


_HUMAN = int(Origin.HUMAN)


class Entry(msgspec.Struct, gc=False):
    """What the ledger knows of one fact. ``origins`` is the sum of all places; events are positions in the session.

    ``said`` is the event in which a human first said it, or -1. ``more`` holds places of a count between its first and
    its last: each an event and, in the lowest bits, the number of the mention that followed.
    """

    kind: str
    first: int
    last: int
    origin: int
    origins: int
    said: int
    count: int = 1
    more: list[int] | None = None

    def again(self, event: int, origin: int, times: int = 1) -> None:
        """Count more mentions, in one text."""
        count = self.count
        self.count = count + times
        if event != self.last:
            if count + 1 < MENTIONS and self.kind.startswith("count:"):
                self.more = [*(self.more or ()), self.last << _BITS | count + 1]
            self.last = event
        if not self.origins & origin:
            self.origins |= origin
            if origin == _HUMAN:
                self.said = event

    def follow(self, other: Entry) -> None:
        """Take in what was counted apart later."""
        if self.kind.startswith("count:"):
            places = [(self.last, 1)] if other.first != self.last else []
            places += [(place >> _BITS, place & (MENTIONS - 1)) for place in other.more or ()]
            more = [event << _BITS | self.count + at for event, at in places if self.count + at < MENTIONS]
            if more:
                self.more = [*(self.more or ()), *more]
        self.count += other.count
        self.last = other.last
        self.origins |= other.origins
        if self.said < 0:
            self.said = other.said

    def kept(self) -> Kept:
        """All that is known, in plain values."""
        return self.kind, self.count, self.first, self.last, self.origin, self.origins, self.said, self.more

    @property
    def places(self) -> tuple[int, ...]:
        """Events in which it stands: the first, the last, and of a count the first ones in between."""
        between = [place >> _BITS for place in self.more or ()]
        return tuple(dict.fromkeys((self.first, self.last, *between)))


def remade(kept: Kept) -> Entry:
    """The entry that ``kept`` is of."""
    kind, count, first, last, origin, origins, said, more = kept
    return Entry(kind, first, last, origin, origins, said, count, more)


class Facts(Protocol):
    """The facts of one category by their normal forms, in the order in which they were first said."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __getitem__(self, normal: str, /) -> Entry: ...
    def get(self, normal: str, /) -> Entry | None: ...
    def items(self) -> Iterable[tuple[str, Entry]]: ...
