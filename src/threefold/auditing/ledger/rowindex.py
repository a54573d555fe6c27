"""Finds the row of a fact by the hash of its normal form: a table of rows that is hashed into, for many at once.

Two facts of one category whose 64-bit hashes are equal would be taken for one: among ten million, the chance that any
two are is one in four hundred thousand. The hashes are Python's own, and differ from process to process.
"""

from __future__ import annotations

import numpy as np

from threefold.auditing.ledger.growing import Growing, Numbers

_FEWEST = 1 << 8
_STEP = 1 << 16  # rows that are put into a larger table at once


class RowIndex:
    """Rows from 0 on, in the order in which their hashes are added. Some 16 bytes a row."""

    def __init__(self) -> None:
        self._hashes = Growing(np.int64)
        self._slots: Numbers = np.full(_FEWEST, -1, np.int32)

    def find(self, hashes: Numbers) -> Numbers:
        """The row of each hash, or -1."""
        slots, size, known = self._slots, len(self._slots), self._hashes.now
        places = hashes % size
        found: Numbers = slots[places]
        open_ = np.flatnonzero(found >= 0)
        while len(open_):
            open_ = open_[known[found[open_]] != hashes[open_]]
            places[open_] = (places[open_] + 1) % size
            found[open_] = slots[places[open_]]
            open_ = open_[found[open_] >= 0]
        return found

    def find_one(self, number: int) -> int:
        """The row of one hash, or -1."""
        row_in, size, hash_of = self._slots.item, len(self._slots), self._hashes.at
        place = number % size
        row: int = row_in(place)
        while row >= 0 and hash_of(row) != number:
            place = (place + 1) % size
            row = row_in(place)
        return row

    def add(self, hashes: Numbers) -> None:
        """Add hashes, of which none is there and no two are equal."""
        first = len(self._hashes)
        self._hashes.extend(hashes)
        if 4 * len(self._hashes) > 3 * len(self._slots):
            self._slots, first = np.full(2 * len(self._hashes), -1, np.int32), 0
        for start in range(first, len(self._hashes), _STEP):
            self._put(start, self._hashes.now[start : start + _STEP])

    def _put(self, first: int, hashes: Numbers) -> None:
        """Put rows into the table: each goes on to the next place until it has one for itself."""
        slots, size = self._slots, len(self._slots)
        rows = np.arange(first, first + len(hashes), dtype=np.int32)
        places = hashes % size
        while len(rows):
            free = slots[places] < 0
            slots[places[free]] = rows[free]  # of several that want one place, one has it
            left = slots[places] != rows
            rows, places = rows[left], (places[left] + 1) % size
