"""The facts of texts that were read before, so that a log that grew is read again only where it grew.

What is remembered of a text is which facts stand in it and how often, by the digest of its bytes; whatever is not
remembered is found again. So the same comes out with a memory and without one. Memories are kept in parts, in the order
in which texts were read; two or three of them at a time are held, however many there are.
"""

from __future__ import annotations

from collections import deque
from hashlib import blake2b
from typing import Protocol

import msgspec

from threefold.auditing.facts.finder import Finder

Told = tuple[str, str, str]
"""Category, kind and normal form."""
Tally = list[tuple[Told, int]]
_SHORT = 48  # bytes of a text that is read as fast as it is looked up
_PART = 40_000  # facts and mentions in texts that are kept together
_HELD = 3
_DIGEST = 16


class Shelf(Protocol):
    """Where the parts of a memory are kept, by their numbers from 0 on. Nothing here raises."""

    def count(self) -> int:
        """How many there are."""

    def load(self, number: int) -> bytes | None:
        """One of them, or None if it is not there."""

    def save(self, number: int, data: bytes) -> None:
        """Keep one."""

    def clear(self) -> None:
        """Let all of them go."""


class _Part(msgspec.Struct, array_like=True):
    facts: list[Told]
    texts: dict[bytes, list[int]]
    """digest to pairs of a fact's position and how often it stands there"""


class Recall:
    """Tells the facts of texts from memory, and remembers those of new ones. ``close`` keeps what is new."""

    def __init__(self, finder: Finder, shelf: Shelf) -> None:
        """``shelf`` is of the same categories, markers and rules as the finder."""
        self.finder, self.shelf = finder, shelf
        self._held: deque[_Part] = deque(maxlen=_HELD)
        self._hits = 0
        self._count = shelf.count()
        self._next = 0
        self._begin()

    def _begin(self) -> None:
        self._facts: dict[Told, int] = {}
        self._texts: dict[bytes, list[int]] = {}
        self._size = 0

    def tally(self, data: bytes) -> Tally:
        """The facts of a text and how often each stands in it, in the order in which they first do."""
        if len(data) < _SHORT:
            return self._read(data)
        digest = blake2b(data, digest_size=_DIGEST).digest()
        while True:
            for part in reversed(self._held):
                found = part.texts.get(digest)
                if found is not None:
                    self._hits += part is self._held[-1]
                    facts = part.facts
                    return [(facts[found[at]], found[at + 1]) for at in range(0, len(found), 2)]
            if not self._turn():
                break
        told = self._read(data)
        if digest not in self._texts:
            self._remember(digest, told)
        return told

    def _read(self, data: bytes) -> Tally:
        counts: dict[Told, int] = {}
        for _, _, (category, kind, normal, _, _) in self.finder.readings(data):
            told = category, kind, normal
            counts[told] = counts.get(told, 0) + 1
        return list(counts.items())

    def _turn(self) -> bool:
        """Take the next part: the first few at once, since a hook may have read a log's end first; each further one if
        most of the last one was read."""
        if self._next >= self._count:
            return False
        if len(self._held) == _HELD and 2 * self._hits < len(self._held[-1].texts):
            return False
        part = _unpacked(self.shelf.load(self._next))
        if part is None:  # somebody wrote over it, or the disk did
            self.shelf.clear()
            self._held.clear()
            self._next = self._count = 0
            return False
        self._held.append(part)
        self._next, self._hits = self._next + 1, 0
        return True

    def _remember(self, digest: bytes, told: Tally) -> None:
        posting: list[int] = []
        for fact, times in told:
            posting += self._facts.setdefault(fact, len(self._facts)), times
        self._texts[digest] = posting
        self._size += 1 + len(posting)
        if self._size + 3 * len(self._facts) > _PART:
            self.close()

    def close(self) -> None:
        """Keep what is new."""
        if self._texts:
            packed = _packed(_Part(list(self._facts), self._texts))
            if packed:
                self.shelf.save(self._count, packed)
                self._next += self._next == self._count  # ours need not be read again
                self._count += 1
        self._begin()


def _packed(part: _Part) -> bytes:
    try:
        data = msgspec.msgpack.encode(part)
    except UnicodeEncodeError:  # half a surrogate pair, which cannot be written down
        return b""
    return blake2b(data, digest_size=_DIGEST).digest() + data


def _unpacked(data: bytes | None) -> _Part | None:
    if data is None or blake2b(data[_DIGEST:], digest_size=_DIGEST).digest() != data[:_DIGEST]:
        return None
    try:
        return msgspec.msgpack.decode(data[_DIGEST:], type=_Part)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
