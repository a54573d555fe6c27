"""Bytes that are too many to be held at once, kept in parts, each under a name that its content gives it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec
import zstandard

from threefold.auditing.ledger.ledger import Origin

_PART = 2 << 20  # bytes of a part before it is packed
_LARGEST = 1 << 31
Spoken = tuple[int, Origin, bytes]
"""A text: its event, whose words it is, and its bytes."""


class Lost(Exception):
    """A part is not there any more, or could not be kept."""


class Parts(Protocol):
    """Where parts are kept. Nothing here raises."""

    def get(self, name: str) -> bytes | None:
        """The bytes that were put under this name, or None."""

    def put(self, data: bytes) -> str:
        """Keep bytes; their name, or an empty string where they cannot be kept."""


def _put(parts: Parts, data: bytes) -> str:
    name = parts.put(zstandard.ZstdCompressor(level=1).compress(data))
    if not name:
        raise Lost
    return name


def _get(parts: Parts, name: str) -> bytes:
    data = parts.get(name)
    if data is None:
        raise Lost
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=_LARGEST)


class Writer:
    """A file that writes its bytes into parts. ``close`` gives their names. Raises Lost."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._names: list[str] = []
        self._waiting = bytearray()

    def write(self, data: bytes) -> int:
        """Add bytes, or whatever else has some: a pickler hands large arrays over as they are."""
        view = memoryview(data)
        self._waiting += view
        if len(self._waiting) >= _PART:
            self._flush()
        return view.nbytes

    def _flush(self) -> None:
        if self._waiting:
            self._names.append(_put(self._parts, bytes(self._waiting)))
            self._waiting.clear()

    def close(self) -> list[str]:
        """Write what is left; the names of the parts."""
        self._flush()
        return self._names


class Reader:
    """What a writer wrote, as a file that is read once. Reading raises Lost."""

    def __init__(self, parts: Parts, names: Iterable[str]) -> None:
        self._parts, self._names = parts, iter(names)
        self._open = memoryview(b"")

    def read(self, size: int = 0) -> bytes:
        """The next ``size`` bytes, or fewer at the end."""
        found: list[memoryview] = []
        while size and self._more():
            found.append(self._open[:size])
            self._open = self._open[size:]
            size -= len(found[-1])
        return b"".join(found)

    # An unpickler asks for it and never calls it: the protocol in which we write holds no lines.
    readline = read

    def _more(self) -> bool:
        """Whether anything is left to read; opens the next part where it is needed."""
        while not self._open:
            name = next(self._names, None)
            if name is None:
                return False
            self._open = memoryview(_get(self._parts, name))
        return True


class Texts:
    """The texts of a folding in order. Where a part of them cannot be kept, ``names`` is None and none are."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._names: list[tuple[str, int]] | None = []
        self._begin()

    def _begin(self) -> None:
        self._events, self._sizes, self._origins = array("q"), array("q"), bytearray()
        self._data = bytearray()

    def add(self, event: int, origin: Origin, data: bytes) -> None:
        """Add a text."""
        if self._names is None:
            return
        self._events.append(event)
        self._sizes.append(len(data))
        self._origins.append(int(origin))
        self._data += data
        if len(self._data) >= _PART:
            self._flush()

    def _flush(self) -> None:
        if self._names is None or not self._events:
            return
        part = self._events.tobytes(), self._sizes.tobytes(), bytes(self._origins), bytes(self._data)
        try:
            self._names.append((_put(self._parts, msgspec.msgpack.encode(part)), len(self._data)))
        except Lost:
            self._names = None
        self._begin()

    def names(self) -> list[tuple[str, int]] | None:
        """The parts, with the bytes of their texts."""
        self._flush()
        return self._names

    def take_back(self, names: list[tuple[str, int]]) -> Iterator[Spoken]:
        """Begin with the texts of these parts, and give them. A last part that is small is filled up. Raises Lost."""
        for name, size in names:
            last = size < _PART and name == names[-1][0]
            if not last and self._names is not None:
                self._names.append((name, size))
            for event, origin, text in spoken(self._parts, [(name, size)]):
                if last:
                    self.add(event, origin, text)
                yield event, origin, text


def spoken(parts: Parts, names: list[tuple[str, int]]) -> Iterator[Spoken]:
    """The texts that were kept under these names. Raises Lost."""
    of = {int(origin): origin for origin in Origin}
    for name, _ in names:
        events, sizes, origins, data = msgspec.msgpack.decode(_get(parts, name), type=tuple[bytes, bytes, bytes, bytes])
        place = 0
        for event, code, length in zip(array("q", events), origins, array("q", sizes), strict=True):
            yield event, of[code], data[place : place + length]
            place += length
