"""What was found in a log, kept by the log's place, so that the next look at it goes on from there.

A value is bound to the bytes that the log had then: it counts only while the log still begins with them.
"""

from __future__ import annotations

import os

import msgspec

from threefold.store.cache import Cache, Hashed, name_of
from threefold.store.parts import Parts

FOLDER = os.path.join("cache", "audited")
MOST = 256
"""Logs of which something is kept."""


class _Kept(msgspec.Struct, array_like=True, frozen=True):
    size: int
    content: str
    data: bytes


_NOTHING = _Kept(0, "", b"")


class Known:
    """What is kept of one log. ``size`` is how many bytes it had then; 0 where nothing is kept.

    What is kept may be a pickle: nothing that somebody else could have written is read.
    """

    def __init__(self, home: str, log: str, *question: str) -> None:
        """``question`` is what the value depends on besides the log's bytes and our own code."""
        self._log = log
        self._cache = Cache(home, FOLDER, MOST)
        self._name = name_of(os.path.realpath(log), *question)
        self._kept = _decoded(self._cache.get_private(self._name))
        self._parts = Parts(home)
        self._content: Hashed | None = None
        self.size = self._kept.size

    def seen_in(self, content: Hashed) -> None:
        """Say what the log holds now, hashed with its first ``size`` bytes among its beginnings."""
        self._content = content

    def is_of(self, size: int) -> bool:
        """Whether so many bytes that were read of the log since are that content."""
        return self._content is not None and self._content.is_of(self._log, size)

    def load(self) -> bytes | None:
        """What was kept, if the log still begins with the bytes that it is of."""
        known = self._content is not None and self._content.beginnings.get(self.size) == self._kept.content
        return self._kept.data if known else None

    def save(self, data: bytes) -> None:
        """Keep a value of the log as it was then, if that is what was read."""
        if self._content is not None and self._content.is_of(self._log, self._content.size):
            kept = _Kept(self._content.size, self._content.whole, data)
            self._cache.put(self._name, msgspec.msgpack.encode(kept))
            self._parts.trim()

    def get(self, name: str) -> bytes | None:
        """A part of what is kept, or None."""
        return self._parts.get(name)

    def put(self, data: bytes) -> str:
        """Keep a part of it; its name, or an empty string where it cannot be kept."""
        return self._parts.put(data)


class ReadOnly:
    """What is kept of one log, where nothing is to be added to it: to keep takes longer than to look."""

    def __init__(self, known: Known) -> None:
        self.load, self.get = known.load, known.get

    def save(self, data: bytes) -> None:
        """Nothing."""

    def put(self, data: bytes) -> str:
        """Nothing, and it says so."""
        return ""


def _decoded(kept: bytes | None) -> _Kept:
    if kept is None:
        return _NOTHING
    try:
        return msgspec.msgpack.decode(kept, type=_Kept)
    except msgspec.DecodeError:
        return _NOTHING
