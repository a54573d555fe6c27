"""The patterns that hooks compiled, kept for the next one: a process for each event would compile them each time."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cached_property
from typing import Any

import msgspec

from threefold.store.cache import Cache, code_state
from threefold.text import compiled, later
from threefold.text.later import Book
from threefold.text.needed import Part

FOLDER = os.path.join("cache", "patterns")
_Entry = tuple[Any, int, compiled.Code]
"""A source, which is text or bytes, its flags, and what was made of them."""


class _Kept(msgspec.Struct, array_like=True):
    codes: list[_Entry] = []
    parts: dict[str, msgspec.Raw] = {}
    """by the source of a pattern its parts, of which a process reads few"""


class PatternBook:
    """The file below our home. It is good for one build of Python and one state of our own code; whatever goes wrong,
    patterns are compiled as usual. Nothing is read that somebody else could have written."""

    def __init__(self, home: str) -> None:
        self._cache = Cache(home, FOLDER, 2)
        self.book = Book(lambda: {(source, flags): code for source, flags, code in self._kept.codes}, self._parts)
        engine = compiled.engine()
        told = "\0".join((sys.version, engine, code_state()))
        self._name = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest() if engine else ""

    @cached_property
    def _kept(self) -> _Kept:
        kept = self._cache.get_private(self._name) if self._name else None
        try:
            return _Kept() if kept is None else msgspec.msgpack.decode(kept, type=_Kept)
        except msgspec.DecodeError:
            return _Kept()

    def _parts(self, source: str) -> list[Part] | None:
        kept = self._kept.parts.get(source)
        return None if kept is None else self._parts_of.decode(kept)

    @cached_property
    def _parts_of(self) -> msgspec.msgpack.Decoder[list[Part]]:
        return msgspec.msgpack.Decoder(list[Part])

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

        known, parts = dict(self.book.known), dict(self._kept.parts)
        wanted = [key for key in dict.fromkeys((*self.book.missed, *later.declared())) if key not in known]
        try:
            known |= {(source, flags): compiled.code_of(source, flags) for source, flags in wanted}
        except Exception:  # these are the insides of Python's own module, and may be others one day
            return
        for source in sieve.declared():
            if source not in parts:
                parts[source] = msgspec.Raw(msgspec.msgpack.encode(parts_of(source)))
        entries = [(*key, code) for key, code in known.items()]
        self._cache.put(self._name, msgspec.msgpack.encode(_Kept(entries, parts)))
