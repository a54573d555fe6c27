"""The facts of a large ledger in columns: some forty bytes a fact, whatever its length.

A log of a gigabyte says millions of things, most of them once and in a tool's output. As objects they would take a
gigabyte too. Here each is a row of numbers, found by the hash of its normal form; the normal forms themselves are
packed in blocks and unpacked when one of them is asked for. Rows stand in the order in which facts were first said.

Two facts of one category whose 64-bit hashes are equal would be taken for one: among ten million, the chance that any
two are is one in four hundred thousand.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import attrgetter
from typing import Any

import numpy as np
import zstandard
from numpy.typing import NDArray

from threefold.auditing.entries import MENTIONS, Entry
from threefold.text.arithmetic import rough_values

_BLOCK = 2048  # normal forms that are packed together
_UNPACKED = 6  # blocks that are kept unpacked
_MOST_BINDING = 4096  # normal forms of rows that were ranked first, which are remembered
_STEP = 512  # rows whose normal forms are asked for at once
_MOST_MORE = MENTIONS - 1  # of an entry's places between its first and its last
_TYPES = {"origin": np.uint8, "origins": np.uint8, "count": np.uint32, "first": np.int32, "last": np.int32}
Rows = NDArray[Any]
Weigh = Callable[[str, Entry, bool], float]


class Table:
    """The facts of one category. See ``entries.Facts``; what is taken in cannot be changed from outside."""

    def __init__(self) -> None:
        self._kinds: dict[str, int] = {}
        self._kind_names: list[str] = []
        self._columns: dict[str, Rows] = {name: np.zeros(0, kind) for name, kind in _TYPES.items()}
        self._kind: Rows = np.zeros(0, np.uint16)
        self._said: dict[int, int] = {}
        self._more_at: dict[int, int] = {}
        self._more = array("q")
        self._hashes: Rows = np.zeros(0, np.int64)
        self._rows: Rows = np.zeros(0, np.int32)
        self._blocks: list[bytes] = []
        self._starts: list[int] = []
        self._odd: dict[int, dict[int, str]] = {}
        self._unpacked: OrderedDict[int, list[str]] = OrderedDict()
        self._binding: dict[int, str] = {}
        self._amounts: dict[int, tuple[Rows, Rows]] = {}
        self._amounts_done = 0
        self._names: Rows = np.zeros((2, 0), np.int64)

    # --- taking in ----------------------------------------------------------------------------------------------------

    def take(self, known: dict[str, Entry]) -> None:
        """Take in facts that were counted apart, after all that was taken in before; empties the dictionary."""
        if not known:
            return
        hashes = np.fromiter(map(hash, known), np.int64, len(known))
        places = np.searchsorted(self._hashes, hashes)
        there = np.zeros(len(known), bool)
        inside = places < len(self._hashes)
        there[inside] = self._hashes[places[inside]] == hashes[inside]
        entries = list(known.values())
        old = np.flatnonzero(there)
        if len(old):
            self._follow(self._rows[places[old]], [entries[index] for index in old.tolist()])
        new = np.flatnonzero(~there)
        if len(new):
            first = len(self)
            self._append([entries[index] for index in new.tolist()])
            order = np.argsort(hashes[new], kind="stable")
            where = places[new][order]
            self._hashes = np.insert(self._hashes, where, hashes[new][order])
            self._rows = np.insert(self._rows, where, (first + order).astype(np.int32))
            normals = list(known)
            self._pack([normals[index] for index in new.tolist()], first)
        known.clear()

    def _follow(self, rows: Rows, entries: list[Entry]) -> None:
        """Add to rows what was counted later; the places of small counts one by one, the rest at once."""
        columns = self._columns
        counts = [number for kind, number in self._kinds.items() if kind.startswith("count:")]
        small = (columns["count"][rows] + 1 < MENTIONS) & np.isin(self._kind[rows], counts)
        for index in np.flatnonzero(small).tolist():
            row = int(rows[index])
            entry = self._entry(row)
            entry.follow(entries[index])
            if entry.more:
                self._more_at[row] = self._places(entry.more, self._more_at.get(row, -1))
        for index, entry in enumerate(entries):
            if entry.said >= 0:
                self._said.setdefault(int(rows[index]), entry.said)
        later = {name: _column(entries, name) for name in ("origins", "count", "last")}
        columns["count"][rows] += later["count"]
        columns["last"][rows] = later["last"]
        columns["origins"][rows] |= later["origins"]

    def _append(self, entries: list[Entry]) -> None:
        first = len(self)
        for name in _TYPES:
            self._columns[name] = np.concatenate((self._columns[name], _column(entries, name)))
        kinds = self._kinds
        numbers = np.fromiter((kinds.setdefault(entry.kind, len(kinds)) for entry in entries), np.uint16, len(entries))
        self._kind_names = list(kinds)
        self._kind = np.concatenate((self._kind, numbers))
        for row, entry in enumerate(entries, first):
            if entry.said >= 0:
                self._said[row] = entry.said
            if entry.more:
                self._more_at[row] = self._places(entry.more, -1)

    def _places(self, more: list[int], at: int) -> int:
        """Write an entry's places down; where."""
        if at < 0:
            at = len(self._more) // _MOST_MORE
            self._more.extend([-1] * _MOST_MORE)
        start = at * _MOST_MORE
        self._more[start : start + len(more)] = array("q", more)
        return at

    def _pack(self, normals: list[str], first: int) -> None:
        packer = zstandard.ZstdCompressor(level=1)
        for start in range(0, len(normals), _BLOCK):
            block = normals[start : start + _BLOCK]
            for index, normal in enumerate(block):
                if not normal or "\n" in normal:
                    self._odd.setdefault(len(self._blocks), {})[index] = normal
                    block[index] = ""
            self._starts.append(first + start)
            self._blocks.append(packer.compress("\n".join(block).encode("utf-8", "surrogatepass")))

    # --- single facts -------------------------------------------------------------------------------------------------

    def _entry(self, row: int) -> Entry:
        entry = Entry.__new__(Entry)
        for name in _TYPES:
            setattr(entry, name, int(self._columns[name][row]))
        entry.kind = self._kind_names[self._kind[row]]
        entry.said = self._said.get(row, -1)
        at = self._more_at.get(row, -1)
        places = self._more[at * _MOST_MORE : (at + 1) * _MOST_MORE] if at >= 0 else ()
        entry.more = [place for place in places if place >= 0] or None
        return entry

    def _row(self, normal: str) -> int:
        number = hash(normal)
        place = int(self._hashes.searchsorted(number))
        return int(self._rows[place]) if place < len(self._hashes) and self._hashes[place] == number else -1

    def _block(self, number: int) -> list[str]:
        block = self._unpacked.get(number)
        if block is None:
            text = zstandard.ZstdDecompressor().decompress(self._blocks[number])
            block = self._unpacked[number] = text.decode("utf-8", "surrogatepass").split("\n")
            for index, normal in self._odd.get(number, {}).items():
                block[index] = normal
            if len(self._unpacked) > _UNPACKED:
                self._unpacked.popitem(last=False)
        return block

    def normal(self, row: int) -> str:
        """The normal form in a row."""
        number = bisect_right(self._starts, row) - 1
        return self._block(number)[row - self._starts[number]]

    def __len__(self) -> int:
        return len(self._kind)

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self._blocks)):
            yield from self._block(number)

    def __getitem__(self, normal: str) -> Entry:
        row = self._row(normal)
        if row < 0:
            raise KeyError(normal)
        return self._entry(row)

    def get(self, normal: str) -> Entry | None:
        """The entry of a fact, if it is there."""
        row = self._row(normal)
        return None if row < 0 else self._entry(row)

    def among(self, normals: list[str]) -> list[tuple[str, Entry]]:
        """Those of these normal forms that are there, and their entries."""
        hashes = np.fromiter(map(hash, normals), np.int64, len(normals))
        places = np.searchsorted(self._hashes, hashes)
        places[places == len(self._hashes)] = 0
        there = np.flatnonzero(self._hashes[places] == hashes) if len(self) else ()
        return [(normals[index], self._entry(int(self._rows[places[index]]))) for index in there]

    def items(self) -> Iterator[tuple[str, Entry]]:
        """Every fact and its entry."""
        for row, normal in enumerate(self):
            yield normal, self._entry(row)

    # --- many facts ---------------------------------------------------------------------------------------------------

    def spelled(self) -> Iterator[str]:
        """The normal forms joined, block by block, each between line feeds; one that holds a line feed is left out."""
        unpacker = zstandard.ZstdDecompressor()
        for block in self._blocks:
            yield f"\n{unpacker.decompress(block).decode('utf-8', 'surrogatepass')}\n"

    def kinds(self, most: int) -> list[tuple[str, str]]:
        """The first normal forms and their kinds."""
        names = self._kind_names
        return [
            (normal, names[kind]) for normal, kind in zip(islice(self, most), self._kind[:most].tolist(), strict=True)
        ]

    def between(self, dimension: str, low: float, high: float) -> list[tuple[float, str]]:
        """The amounts of a dimension whose value lies between two, in order."""
        self._read_amounts()
        values, rows = self._amounts.get(self._kinds.get(dimension, -1), (None, None))
        if values is None or rows is None:
            return []
        chosen = np.flatnonzero((values >= low) & (values <= high))
        return sorted(zip(values[chosen].tolist(), map(self.normal, rows[chosen].tolist()), strict=True))

    def _read_amounts(self) -> None:
        """Read the values of the amounts that were taken in since the last time."""
        if self._amounts_done == len(self):
            return
        kinds, names = self._kind[self._amounts_done :].tolist(), self._kind_names
        found: dict[int, tuple[array[float], array[int]]] = {}
        for row, normal, kind in zip(range(self._amounts_done, len(self)), self._from(self._amounts_done), kinds,
                                     strict=True):  # fmt: skip
            for value in rough_values(normal, names[kind]):
                values, rows = found.setdefault(kind, (array("d"), array("i")))
                values.append(value)
                rows.append(row)
        self._amounts_done = len(self)
        for kind, (values, rows) in found.items():
            known = self._amounts.get(kind, (np.zeros(0), np.zeros(0, np.int32)))
            self._amounts[kind] = np.concatenate((known[0], values)), np.concatenate((known[1], rows))

    def _from(self, row: int) -> Iterator[str]:
        first = max(0, bisect_right(self._starts, row) - 1)
        for number in range(first, len(self._blocks)):
            yield from islice(self._block(number), max(0, row - self._starts[number]), None)

    def named(self, name: str, folder: bool, most: int) -> list[tuple[str, Entry]]:
        """The first paths with this last name, or whose last folder has this name."""
        done = self._names.shape[1]
        if done < len(self):
            heads = [normal.rpartition("/") for normal in self._from(done)]
            new = [[hash(last) for _, _, last in heads], [hash(head.rpartition("/")[2]) for head, _, _ in heads]]
            self._names = np.concatenate((self._names, np.array(new, np.int64)), axis=1)
        rows = np.flatnonzero(self._names[int(folder)] == hash(name))[:most]
        return [(self.normal(row), self._entry(row)) for row in rows.tolist()]

    def ranked(self, least: int, near_end: int, marked: Iterable[str], weigh: Weigh) -> Iterator[str]:
        """The normal form of every fact said ``least`` times, heaviest first, then as they were first said.

        ``weigh`` gives the weight of a normal form and its entry, said near the end or not. It may depend on the
        category, on the origins, on a count from 3 to 20, on whether the form is one of ``marked``, and for an address
        on its kind; it is asked once for all facts that are alike in these.
        """
        columns = self._columns
        counts = np.minimum(columns["count"], 20).astype(np.int32)
        counts[counts < 3] = 0
        alike = columns["origins"].astype(np.int32) | counts << 6 | (columns["last"] >= near_end).astype(np.int32) << 11
        rows = [row for row in map(self._row, marked) if row >= 0]
        alike[np.array(rows, np.int64)] |= 1 << 12
        bare = [number for kind, number in self._kinds.items() if kind in ("bare", "host")]
        if bare:
            alike[np.isin(self._kind, bare)] |= 1 << 13
        alike[columns["count"] < least] = 1 << 14
        weights: dict[float, list[int]] = {}
        for number in np.flatnonzero(np.bincount(alike, minlength=(1 << 14) + 1)[: 1 << 14]).tolist():
            row = int(np.argmax(alike == number))
            weight = weigh(self.normal(row), self._entry(row), bool(number >> 11 & 1))
            weights.setdefault(weight, []).append(number)
        for weight in sorted(weights, reverse=True):
            yield from self._in_order(np.flatnonzero(np.isin(alike, weights[weight])))

    def _listed(self, row: int) -> str:
        """The normal form in a row that binds. The same few do at every compaction, and they stand in many blocks."""
        normal = self._binding.get(row)
        if normal is None:
            if len(self._binding) >= _MOST_BINDING:
                self._binding.clear()
            normal = self._binding[row] = self.normal(row)
        return normal

    def _in_order(self, rows: Rows) -> Iterator[str]:
        """The normal forms of rows in the order of their first events, and in alphabetical order within an event."""
        firsts = self._columns["first"][rows]
        if len(rows) > 1 and bool(np.any(firsts[1:] < firsts[:-1])):
            order = np.argsort(firsts, kind="stable")
            rows, firsts = rows[order], firsts[order]
        start = 0
        while start < len(rows):
            stop = int(np.searchsorted(firsts, firsts[min(start + _STEP, len(rows)) - 1], side="right"))
            group = zip(firsts[start:stop].tolist(), map(self._listed, rows[start:stop].tolist()), strict=True)
            yield from (normal for _, normal in sorted(group))
            start = stop


def _column(entries: list[Entry], name: str) -> Rows:
    return np.fromiter(map(attrgetter(name), entries), _TYPES[name], len(entries))
