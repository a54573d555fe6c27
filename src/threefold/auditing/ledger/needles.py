"""Looks for letters in the texts of a ledger, all of them in one search, and remembers where they stand.

What a summary says is found so wherever it stands, also where the ledger lists it in another shape. Some of it stands
in a log ten thousand times: letters of which enough places are known are left out of the search.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ahocorasick_rs import BytesAhoCorasick

from threefold.auditing.ledger.entries import Origin

_MOST_HITS = 64  # places of a needle that are remembered
_BITS = 6  # of such a place: they hold its origin
_MASK = (1 << _BITS) - 1
_ORIGINS = {int(origin): origin for origin in Origin}
_NO_HITS = array("q")
_IDLE = 8  # matches for each needle, some in vain, which take longer than it takes to put the search together anew


class Needles:
    """Letters, and the events in which they stand as words of their own."""

    def __init__(self, needles: Iterable[bytes]) -> None:
        self._all = together(needle for needle in dict.fromkeys(needles) if needle)
        self._places: dict[bytes, array[int]] = {}
        self._called: set[bytes] = set()
        self._in_calls = self._search = _automaton(self._all)
        self._sought = self._all
        self._in_vain = 0

    def look(self, data: bytes, event: int, origin: Origin) -> None:
        """Look for all of them in the bytes of one text."""
        code = int(origin)  # arithmetic on flags costs a call each
        called = self._called if origin is Origin.CALL else None
        search, needles = (self._search, self._sought) if called is None else (self._in_calls, self._all)
        matches = search.find_matches_as_indexes(data, overlapping=True) if search else ()
        known: set[int] = set()  # nothing more is to be learned of these from this text
        full = False
        for index, start, end in matches:
            if index in known:
                continue
            needle = needles[index]
            hits = self._places.get(needle, _NO_HITS)
            open_ = len(hits) < _MOST_HITS and (not hits or hits[-1] >> _BITS != event)
            if not open_ and (called is None or needle in called):
                full = full or len(hits) == _MOST_HITS
            elif stands_alone(data, start, end, needle):
                if called is not None:
                    called.add(needle)
                if open_:
                    self._places.setdefault(needle, array("q")).append(event << _BITS | code)
            else:
                continue
            known.add(index)
        if full and called is None:
            self._in_vain += len(matches)
        if self._in_vain > _IDLE * len(self._sought):
            self._in_vain = 0
            self._sought = [one for one in self._sought if len(self._places.get(one, _NO_HITS)) < _MOST_HITS]
            self._search = _automaton(self._sought)

    def called(self, needle: bytes) -> bool:
        """Whether these letters stand in the arguments of a call."""
        return needle in self._called

    def places(self, needle: bytes) -> list[tuple[int, Origin]]:
        """The first events in which these letters stand as a word of their own."""
        return [(hit >> _BITS, _ORIGINS[hit & _MASK]) for hit in self._places.get(needle, _NO_HITS)]


_MANY, _FIRST = 5_000, b"\xff" * 1024


def together(needles: Iterable[bytes]) -> list[bytes]:
    """Letters in the order in which they are put into one search. Many that begin alike and go on from one another
    (``#1``, ``#12``) would take the library a time that grows with their square: it moves every state that ends a
    needle in front of the others, and asks for each of them where it went, step by step. Behind a needle that stands in
    no UTF-8 text, and whose thousand states end none, each takes a thousandth of these steps."""
    found = list(needles)
    return [_FIRST, *found] if len(found) > _MANY else found


def _automaton(needles: list[bytes]) -> BytesAhoCorasick | None:
    return BytesAhoCorasick(needles) if needles else None


_WORD = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_BEFORE = _WORD | frozenset(b".-")


def stands_alone(data: bytes, start: int, end: int, needle: bytes) -> bool:
    """Whether the match is no piece of a longer word: ``common.go`` in ``a/common.go:12``, not in ``uncommon.go``."""
    if start and data[start - 1] in _BEFORE and needle[0] in _BEFORE:
        before = data[start - 1]
        if before in _WORD:
            return before in b"nrt" and data[start - 2 : start - 1] == b"\\"  # an escaped line feed, not a letter
        if before == 46 or data[start - 2 : start - 1] not in (b"", b"\n", b" "):
            return False  # .git is not git; but a dash that opens a line is a list or a diff
    if end < len(data) and needle[-1] in _WORD:
        after = data[end]
        if after in _WORD or (after == 45 and data[end + 1 : end + 2].isalnum()):
            return False
        if after == 46 and data[end + 1 : end + 2].isalnum():
            return False
    return True
