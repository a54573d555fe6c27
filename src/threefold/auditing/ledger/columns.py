"""The facts of a large ledger in columns: some forty bytes a fact, whatever its length.

A log of a gigabyte says millions of things, most of them once and in a tool's output. As objects they would take a
gigabyte too. Here each is a row of numbers, found by the hash of its normal form; the normal forms themselves are
packed. Rows stand in the order in which facts were first said.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import attrgetter

import numpy as np

from threefold.auditing.ledger.entries import MENTIONS, Entry
from threefold.auditing.ledger.growing import Growing, Numbers, Sparse
from threefold.auditing.ledger.packed import Packed
from threefold.auditing.ledger.ranking import Weigh, ranked
from threefold.auditing.ledger.rowindex import RowIndex
from threefold.text.arithmetic import rough_values

_MOST_BINDING = 2048  # normal forms of rows that were ranked first, which are remembered
_TYPES = {"count": np.uint32, "first": np.int32, "last": np.int32, "origin": np.uint8, "origins": np.uint8}


class Table:
    """The facts of one category. See ``entries.Facts``; what is taken in cannot be changed from outside."""

    def __init__(self) -> None:
        self.kinds_by_name: dict[str, int] = {}
        self._kind_names: list[str] = []
        self.columns = {name: Growing(kind) for name, kind in _TYPES.items()}
        self.kind = Growing(np.uint16)
        self._said, self._more = Sparse(), Sparse()
        self.normals = Packed()
        self._derive()

    def _derive(self) -> None:
        """Begin with all that follows from the columns."""
        self._index = RowIndex()
        self._binding: dict[int, str] = {}
        self._amounts = Growing(np.float32)
        self._spread: dict[str, float] = {}
        self._units: set[str] = set()
        self._names = Growing(np.int32), Growing(np.int32)

    def __getstate__(self) -> dict[str, object]:
        derived = ("_index", "_binding", "_amounts", "_spread", "_units", "_names")
        return {name: value for name, value in vars(self).items() if name not in derived}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._derive()
        self._index.add(np.fromiter(map(hash, self.normals), np.int64, len(self.normals)))

    # --- taking in ----------------------------------------------------------------------------------------------------

    def take(self, known: dict[str, Entry]) -> None:
        """Take in facts that were counted apart, after all that was taken in before; empties the dictionary."""
        if not known:
            return
        hashes = np.fromiter(map(hash, known), np.int64, len(known))
        rows = self._index.find(hashes)
        entries = list(known.values())
        old, new = np.flatnonzero(rows >= 0), np.flatnonzero(rows < 0)
        if len(old):
            self._follow(rows[old], [entries[index] for index in old.tolist()])
        if len(new):
            chosen = new.tolist()
            self._append([entries[index] for index in chosen])
            self._index.add(hashes[new])
            normals = list(known)
            self.normals.extend([normals[index] for index in chosen])
        known.clear()

    def _follow(self, rows: Numbers, entries: list[Entry]) -> None:
        """Add to rows what was counted later; the places of small counts one by one, the rest at once."""
        columns = {name: column.now for name, column in self.columns.items()}
        counts = [number for kind, number in self.kinds_by_name.items() if kind.startswith("count:")]
        small = (columns["count"][rows] + 1 < MENTIONS) & np.isin(self.kind.now[rows], counts)
        for index in np.flatnonzero(small).tolist():
            row = int(rows[index])
            entry = self._entry(row)
            before = len(entry.more or ())
            entry.follow(entries[index])
            if entry.more:
                self._more.add(row, entry.more[before:])
        for index, entry in enumerate(entries):
            if entry.said >= 0 and not self._said.of(int(rows[index])):
                self._said.add(int(rows[index]), (entry.said,))
        later = {name: _column(entries, name) for name in ("origins", "count", "last")}
        columns["count"][rows] += later["count"]
        columns["last"][rows] = later["last"]
        columns["origins"][rows] |= later["origins"]

    def _append(self, entries: list[Entry]) -> None:
        first = len(self)
        for name, column in self.columns.items():
            column.extend(_column(entries, name))
        kinds = self.kinds_by_name
        self.kind.extend(np.fromiter((kinds.setdefault(one.kind, len(kinds)) for one in entries), np.uint16))
        self._kind_names = list(kinds)
        for row, entry in enumerate(entries, first):
            if entry.said >= 0:
                self._said.add(row, (entry.said,))
            if entry.more:
                self._more.add(row, entry.more)

    # --- single facts -------------------------------------------------------------------------------------------------

    def _entry(self, row: int) -> Entry:
        kind = self._kind_names[self.kind.at(row)]
        count, first, last, origin, origins = (column.at(row) for column in self.columns.values())
        said = self._said.of(row)
        more = (self._more.of(row) or None) if kind.startswith("count:") else None
        return Entry(kind, first, last, origin, origins, said[0] if said else -1, count, more)

    def _row(self, normal: str) -> int:
        return self._index.find_one(hash(normal))

    def __len__(self) -> int:
        return len(self.kind)

    def __iter__(self) -> Iterator[str]:
        return iter(self.normals)

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
        rows = self._index.find(np.fromiter(map(hash, normals), np.int64, len(normals)))
        return [(normals[index], self._entry(int(rows[index]))) for index in np.flatnonzero(rows >= 0).tolist()]

    def items(self) -> Iterator[tuple[str, Entry]]:
        """Every fact and its entry."""
        for row, normal in enumerate(self):
            yield normal, self._entry(row)

    # --- many facts ---------------------------------------------------------------------------------------------------

    def kinds(self, most: int) -> list[tuple[str, str]]:
        """The first normal forms and their kinds."""
        names, kinds = self._kind_names, self.kind.now[:most].tolist()
        return [(normal, names[kind]) for normal, kind in zip(islice(self, most), kinds, strict=True)]

    def between(self, dimension: str, low: float, high: float) -> list[tuple[float, str]]:
        """The amounts of a dimension whose value lies between two, in order."""
        kind = self.kinds_by_name.get(dimension, -1)
        if kind < 0:
            return []
        self._read_amounts()
        known = self._amounts.now
        spread = self._spread.get(dimension, 1.0)
        with np.errstate(over="ignore"):
            least = np.nextafter(np.float32(low / spread if low > 0 else low * spread), -np.inf)
            most = np.nextafter(np.float32(high), np.inf)
        found = set()
        for row in np.flatnonzero((self.kind.now == kind) & (known >= least) & (known <= most)).tolist():
            normal = self.normals[row]
            found |= {(value, normal) for value in rough_values(normal, dimension) if low <= value <= high}
        return sorted(found)

    def units(self) -> set[str]:
        """The units of its amounts: few of those that there are."""
        self._read_amounts()
        return self._units

    def _read_amounts(self) -> None:
        """Read the values of the amounts that were taken in since the last time: of each the least, and how much more
        the largest is in its dimension (64 KB may be 64,000 bytes or 65,536)."""
        done, names = len(self._amounts), self._kind_names
        if done == len(self):
            return
        leasts = array("d")
        for normal, kind in zip(self.normals.since(done), self.kind.now[done:].tolist(), strict=True):
            values = rough_values(normal, names[kind])
            leasts.append(min(values, default=math.nan))
            self._units.add(normal.partition(" ")[2])
            if len(values) > 1 and leasts[-1] > 0:
                self._spread[names[kind]] = max(self._spread.get(names[kind], 1.0), max(values) / leasts[-1])
        with np.errstate(over="ignore"):  # what is beyond the largest of them is above all others
            self._amounts.extend(np.array(leasts).astype(np.float32))

    def named(self, name: str, folder: bool, most: int) -> list[tuple[str, Entry]]:
        """The first paths with this last name, or whose last folder has this name."""
        done = len(self._names[0])
        if done < len(self):
            heads = [normal.rpartition("/") for normal in self.normals.since(done)]
            self._names[0].extend(_short([last for _, _, last in heads]))
            self._names[1].extend(_short([head.rpartition("/")[2] for head, _, _ in heads]))
        found: list[tuple[str, Entry]] = []
        for row in np.flatnonzero(self._names[int(folder)].now == _short([name])[0]).tolist():
            normal = self.normals[row]
            head, _, last = normal.rpartition("/")
            if (head.rpartition("/")[2] if folder else last) == name:
                found.append((normal, self._entry(row)))
                if len(found) >= most:
                    break
        return found

    def ranked(self, least: int, near_end: int, marked: Iterable[str], weigh: Weigh) -> Iterator[str]:
        """The normal form of every fact said ``least`` times, heaviest first, then as they were first said.

        ``weigh`` gives the weight of a normal form and its entry, said near the end or not. It may depend on the
        category, on the origins, on a count from 3 to 20, on whether the form is one of ``marked``, and for an address
        on its kind; it is asked once for all facts that are alike in these.
        """
        rows = [row for row in map(self._row, marked) if row >= 0]
        bare = [number for kind, number in self.kinds_by_name.items() if kind in ("bare", "host")]
        columns = {name: column.now for name, column in self.columns.items()} | {"kind": self.kind.now}

        def weight_of(row: int, used: bool) -> float:
            return weigh(self.normals[row], self._entry(row), used)

        for group in ranked(columns, least, near_end, rows, bare, weight_of):
            if len(group) == 1:
                yield self._listed(group[0])
            else:  # in one event
                yield from sorted(map(self._listed, group))

    def _listed(self, row: int) -> str:
        """The normal form in a row that binds. The same few do at every compaction, and they stand in many blocks."""
        normal = self._binding.get(row)
        if normal is None:
            if len(self._binding) >= _MOST_BINDING:
                self._binding.clear()
            normal = self._binding[row] = self.normals[row]
        return normal


def _column(entries: list[Entry], name: str) -> Numbers:
    return np.fromiter(map(attrgetter(name), entries), _TYPES[name], len(entries))


def _short(names: list[str]) -> Numbers:
    """Half of the hashes of names: what is equal in it is compared to the letter."""
    return np.fromiter((hash(name) >> 32 for name in names), np.int32, len(names))
