"""What hooks worked out of patterns, kept for the next one: a process for each event would do it each time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable
from functools import cached_property

import msgspec

from threefold.store.cache import Cache, code_state, is_private, put_whole
from threefold.text import compiled, later
from threefold.text.later import Book, Key
from threefold.text.needed import Part

FOLDER = os.path.join("cache", "patterns")
_SHORT = 8  # bytes of a digest
_Places = dict[bytes, tuple[int, int, bytes]]


class _Index(msgspec.Struct, array_like=True):
    """Where what is known of each pattern stands: by a digest of the pattern the place, the size and the digest of its
    bytes in the file of this name."""

    body: str = ""
    places: _Places = {}


class PatternBook:
    """Two files below our home. They are good for one build of Python and one state of our own code; whatever goes
    wrong, patterns are compiled as usual. Nothing is read that somebody else could have written. Of some thousand
    patterns a process asks for a hundred, so they are read one by one."""

    def __init__(self, home: str) -> None:
        self._cache = Cache(home, FOLDER, 4)
        self.book = Book(self._code, self._parts)
        engine = compiled.engine()
        told = "\0".join((sys.version, engine, code_state()))
        self._name = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest() if engine else ""
        self._codes = msgspec.msgpack.Decoder(compiled.Code)
        self._all_parts = msgspec.msgpack.Decoder(list[Part])

    @cached_property
    def _index(self) -> _Index:
        kept = self._cache.get_private(self._name) if self._name else None
        try:
            return _Index() if kept is None else msgspec.msgpack.decode(kept, type=_Index)
        except msgspec.DecodeError:
            return _Index()

    @cached_property
    def _body(self) -> int:
        """The file that holds them; this process keeps it open."""
        if not self._index.body.isalnum() or not is_private(self._cache.folder, self._index.body):
            return -1
        with contextlib.suppress(OSError):
            return os.open(os.path.join(self._cache.folder, self._index.body), os.O_RDONLY | _BINARY)
        return -1

    def _read(self, name: bytes) -> bytes | None:
        """What is known under a name, or None."""
        place = self._index.places.get(name)
        if place is None or self._body < 0:
            return None
        start, size, digest = place
        try:
            os.lseek(self._body, start, os.SEEK_SET)
            data = os.read(self._body, size)
        except OSError:
            return None
        return data if _digest(data) == digest else None

    def _code(self, key: Key) -> compiled.Code | None:
        kept = self._read(_name(*key))
        return None if kept is None else self._codes.decode(kept)

    def _parts(self, source: str) -> list[Part] | None:
        kept = self._read(_name(source))
        return None if kept is None else self._all_parts.decode(kept)

    def is_new(self) -> bool:
        """Whether something had to be worked out in this process."""
        return bool(self._name and (self.book.missed or self.book.unparted))

    def add(self) -> None:
        """Keep that too, and all that another log may ask for of the modules loaded by now: this is done once, and
        while nobody waits. It takes longer than to compile what was missed."""
        if not self.is_new():
            return
        from threefold.text import sieve
        from threefold.text.needed import parts_of

        found = {name: data for name in self._index.places if (data := self._read(name)) is not None}
        encode = msgspec.msgpack.encode
        try:
            for key in (*self.book.missed, *later.declared()):
                if (name := _name(*key)) not in found:
                    found[name] = encode(compiled.code_of(*key))
        except Exception:  # these are the insides of Python's own module, and may be others one day
            return
        for source in sieve.declared():
            if (name := _name(source)) not in found:
                found[name] = encode(parts_of(source))
        self._put(found.items())

    def _put(self, found: Iterable[tuple[bytes, bytes]]) -> None:
        places: _Places = {}
        pieces: list[bytes] = []
        at = 0
        for name, data in found:
            places[name] = at, len(data), _digest(data)
            pieces.append(data)
            at += len(data)
        body = hashlib.blake2b(b"".join(pieces), digest_size=32).hexdigest()
        with contextlib.suppress(OSError):
            put_whole(self._cache.folder, body, *pieces)
            self._cache.put(self._name, msgspec.msgpack.encode(_Index(body, places)))


_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_SHORT).digest()


def _name(source: str | bytes, flags: int = -1) -> bytes:
    """The name of a pattern of the standard library's, or of the parts of one of RE2's."""
    data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    return _digest(b"%b %d\0%b" % (type(source).__name__.encode(), flags, data))
