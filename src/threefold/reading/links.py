"""Links between the entries of a log by id, in a few bytes an entry whatever the log's size.

Nearly every entry names the one before it; only the others are looked up, by 64-bit hashes, when the log has ended.
"""

from __future__ import annotations

from array import array

ROOT = -1


class Links:
    """The ids of a log's entries and the entry that each one hangs on."""

    def __init__(self) -> None:
        self.ids = array("q")
        self.parents = array("q")
        self.dangling = 0
        """how many parents are nowhere before their children; these hang on the entry before them"""
        self._pending: list[tuple[int, int]] = []

    def add(self, id: str, parent: str | None) -> int:
        """Append an entry. A ``parent`` of "" makes it a root, None hangs it on the entry before it."""
        entry = len(self.ids)
        self.ids.append(hash(id) if id else 0)
        if parent is None:
            self.parents.append(entry - 1)
        elif not parent:
            self.parents.append(ROOT)
        elif entry and self.ids[entry - 1] == hash(parent):
            self.parents.append(entry - 1)
        else:
            self.parents.append(ROOT)
            self._pending.append((entry, hash(parent)))
        return entry

    def resolve(self, wanted: set[str]) -> dict[str, int]:
        """Settle all parents; answer where each wanted id stands (the last entry that has it)."""
        hashes = {hash(id): id for id in wanted if id}
        needed = {key for _, key in self._pending} | hashes.keys()
        last: dict[int, int] = {}
        waiting = iter([*self._pending, (len(self.ids), 0)])
        child, parent = next(waiting)
        for entry, id in enumerate(self.ids):
            while entry == child:
                if parent not in last:
                    self.dangling += 1
                self.parents[child] = last.get(parent, child - 1)
                child, parent = next(waiting)
            if id in needed and id:
                last[id] = entry
        self._pending = []
        return {id: last[key] for key, id in hashes.items() if key in last}

    def notes(self) -> list[str]:
        """What a reader of the log should know of its links."""
        if not self.dangling:
            return []
        return [f"{self.dangling} entries name a parent that is not in this log: read in file order"]

    def path(self, entry: int) -> array[int]:
        """The entries from the root to this one. A parent always stands before its child, so this ends."""
        found = array("q")
        while entry >= 0:
            found.append(entry)
            entry = self.parents[entry]
        found.reverse()
        return found
