"""The patterns that hooks compiled, kept for the next one: a process for each event would compile them each time."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping

import msgspec

from threefold.store.cache import Cache, code_state
from threefold.text import compiled
from threefold.text.later import Book, Key

FOLDER = os.path.join("cache", "patterns")
_Entry = tuple[str, int, compiled.Code]


class PatternBook:
    """The file below our home. It is good for one build of Python and one state of our own code; whatever goes wrong,
    patterns are compiled as usual. Nothing is read that somebody else could have written."""

    def __init__(self, home: str) -> None:
        self._cache = Cache(home, FOLDER, 2)
        self.book = Book(self._kept)
        engine = compiled.engine()
        told = "\0".join((sys.version, engine, code_state()))
        self._name = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest() if engine else ""

    def _kept(self) -> Mapping[Key, compiled.Code]:
        kept = self._cache.get_private(self._name) if self._name else None
        try:
            entries = msgspec.msgpack.decode(kept or b"\x90", type=list[_Entry])
        except msgspec.DecodeError:
            return {}
        return {(source, flags): code for source, flags, code in entries}

    def is_new(self) -> bool:
        """Whether something had to be compiled in this process."""
        return bool(self._name and self.book.missed)

    def add(self) -> None:
        """Keep that too. It takes longer than to compile it."""
        if not self.is_new():
            return
        known = dict(self.book.known)
        try:
            known |= {(source, flags): compiled.code_of(source, flags) for source, flags in self.book.missed}
        except Exception:  # these are the insides of Python's own module, and may be others one day
            return
        self._cache.put(self._name, msgspec.msgpack.encode([(*key, code) for key, code in known.items()]))
