"""Columns of numbers that grow at their end, in a time that is linear in what is added."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
_FIRST = 64
_PENDING = 4096  # values of a sparse column that wait to be put in order


class Growing:
    """A column. What ``now`` gives is a view of what there is, and stays as it was when more is added."""

    def __init__(self, kind: Any) -> None:
        self._all: Numbers = np.zeros(_FIRST, kind)
        self._size = 0

    @property
    def now(self) -> Numbers:
        """The values there are."""
        return self._all[: self._size]

    def at(self, row: int) -> int:
        """One value of a column of whole numbers."""
        value: int = self._all.item(row)
        return value

    def extend(self, values: Numbers) -> None:
        """Add values at the end."""
        size = self._size + len(values)
        if size > len(self._all):
            grown = np.empty(size + size // 16 + _FIRST, self._all.dtype)  # pages that are not written take no memory
            grown[: self._size] = self.now
            self._all = grown
        self._all[self._size : size] = values
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getstate__(self) -> Numbers:
        return self.now

    def __setstate__(self, values: Numbers) -> None:
        self._all, self._size = np.array(values), len(values)


class Sparse:
    """What only few rows have, some of them several times: a number of 32 bits by row, in the order in which it was
    added."""

    def __init__(self) -> None:
        self._rows: Numbers = np.zeros(0, np.int32)
        self._values: Numbers = np.zeros(0, np.int32)
        self._pending: dict[int, list[int]] = {}
        self._waiting = 0

    def add(self, row: int, values: Iterable[int]) -> None:
        """Add to a row."""
        known = self._pending.setdefault(row, [])
        before = len(known)
        known += values
        self._waiting += len(known) - before
        if self._waiting > _PENDING + len(self._rows) // 32:  # these are objects
            self._settle()

    def of(self, row: int) -> list[int]:
        """What a row has."""
        wanted = np.int32(row)  # a plain number would have the whole column converted
        low = int(self._rows.searchsorted(wanted))
        found: list[int] = []
        if low < len(self._rows) and self._rows[low] == row:
            found = self._values[low : int(self._rows.searchsorted(wanted, "right"))].tolist()
        return found + self._pending.get(row, [])

    def _settle(self) -> None:
        rows = np.fromiter((row for row, known in self._pending.items() for _ in known), np.int32, self._waiting)
        values = np.fromiter((one for known in self._pending.values() for one in known), np.int32, self._waiting)
        self._pending, self._waiting = {}, 0
        order = np.argsort(rows, kind="stable")
        rows, values = rows[order], values[order]
        places = self._rows.searchsorted(rows, "right")
        self._rows, self._values = np.insert(self._rows, places, rows), np.insert(self._values, places, values)
