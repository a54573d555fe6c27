"""The facts that a ledger lists: each once, with how often it was said, where first and where last.

A ledger of ordinary size holds them as objects. One that outgrows that puts them into columns (see ``columns``), again
and again while it grows, so that its memory stays a few dozen bytes a fact; what can be asked is the same.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from threefold.auditing.ledger.entries import Entry, Facts, Kept, remade
from threefold.text.arithmetic import CANONICAL, rough_values

if TYPE_CHECKING:
    from threefold.auditing.ledger.columns import Table

APART = 40_000
"""Facts that are held as objects beside those that stand in columns."""
_ALONE = 5
"""Times as many that are held as objects before any is put into columns: those take a fifth of the memory, and what is
in them is found more slowly."""
_UNITS = {unit: place for place, unit in enumerate(f"{unit}{per}" for unit in CANONICAL for per in ("", "/s"))}
"""Every unit, and in which order amounts of one number are given."""
_FEW = 8
"""Compactions of one ledger, behind which it is put into columns sooner: each asks for what binds most of all facts."""
Found = tuple[str, Entry]
Held = tuple[dict[str, "Table"], dict[str, list[tuple[str, Kept]]]]


class Listing:
    """Facts by category. ``apart`` are those to which mentions are added; ``facts`` are all of them."""

    def __init__(self, categories: Iterable[str], most: int | None = None) -> None:
        self.apart: dict[str, dict[str, Entry]] = {category: {} for category in categories}
        self._most = _ALONE * APART if most is None else most
        self._opened = 0
        self._tables: dict[str, Table] = {}
        self._first: dict[str, list[tuple[str, str]]] = {}
        self._ends: dict[str, tuple[str, list[int]]] = {}
        self._by_word: dict[str, dict[str, list[int]]] = {}
        self._numbered: dict[str, list[Found]] = {}
        self._forget()

    def _forget(self) -> None:
        """Begin with nothing derived from facts that are held as objects: in columns, other things are."""
        self._names: dict[str, list[Found]] | None = None
        self._folders: dict[str, list[Found]] = {}
        self._amounts: dict[str, list[tuple[float, str]]] = {}
        self._unread: dict[str, list[str]] = {}
        self._units: set[str] = set()
        self._sorted = 0  # amounts
        self._spelled: dict[str, bytes] = {}

    def kept(self) -> Held:
        """All that is listed, in values that can be pickled; many facts as columns, which are loaded sooner."""
        if self._size() > APART:
            self._settle()
        apart = {
            name: [(normal, entry.kept()) for normal, entry in known.items()] for name, known in self.apart.items()
        }
        return self._tables, apart

    def take_back(self, kept: Held) -> None:
        """Begin with what was listed in another process."""
        self._tables, apart = kept
        self._most = min(self._most, APART) if self._tables else self._most
        for category, known in apart.items():
            self.apart[category].update((normal, remade(values)) for normal, values in known)

    def reopen(self) -> None:
        """Say that more will be added: what was derived from the facts so far is forgotten."""
        self._spelled.clear()
        self._first.clear()
        self._ends.clear()
        self._by_word.clear()
        self._numbered.clear()
        self._names = None
        self._opened += 1
        if self._opened > _FEW:
            self._most = min(self._most, APART)

    def relieve(self) -> None:
        """Put the facts into columns if they have become many."""
        if self._size() > self._most:
            self._settle()

    def _size(self) -> int:
        return sum(map(len, self.apart.values()))

    def _settle(self) -> None:
        from threefold.auditing.ledger.columns import Table  # most ledgers never need it, and it takes long to load

        self._most = min(self._most, APART)
        self._forget()
        for category, known in self.apart.items():
            if category != "correction":  # a few, and each with a weight of its own
                self._tables.setdefault(category, Table()).take(known)

    @property
    def facts(self) -> Mapping[str, Facts]:
        """Category to normal form to entry."""
        if not self._tables:
            return self.apart
        self._settle()
        return {category: self._tables.get(category, known) for category, known in self.apart.items()}

    def of(self, category: str) -> Facts:
        """The facts of one category."""
        known = self.apart.get(category, {})
        if category not in self._tables:
            return known
        table = self._tables[category]
        table.take(known)
        return table

    def first(self, category: str, most: int) -> list[tuple[str, str]]:
        """The first facts of one category, by their normal forms and kinds."""
        if category not in self._first:
            table = self.table(category)
            known = self.apart.get(category, {})
            self._first[category] = (
                [(normal, entry.kind) for normal, entry in itertools.islice(known.items(), most)]
                if table is None
                else table.kinds(most)
            )
        return self._first[category]

    def first_holding(self, category: str, most: int, pieces: Sequence[str]) -> list[str]:
        """Those of the first normal forms that hold any of these pieces, in order: one search through all of them for
        each piece."""
        first = self.first(category, most)
        if category not in self._ends:
            self._ends[category] = (
                "\0".join([normal for normal, _ in first]),
                list(itertools.accumulate(len(normal) + 1 for normal, _ in first)),
            )
        text, ends = self._ends[category]
        found: set[int] = set()
        for piece in pieces:
            place = text.find(piece)
            while place >= 0 and len(found) < len(first):
                number = bisect_right(ends, place)
                if piece in first[number][0]:
                    found.add(number)
                    place = text.find(piece, ends[number])
                else:
                    place = text.find(piece, place + 1)
        return [first[number][0] for number in sorted(found)]

    def first_sharing(self, category: str, most: int, words: Collection[str]) -> list[tuple[str, str]]:
        """Those of the first facts, in order, that may lack one at most of several words: they hold one of the two that
        stand least often."""
        first = self.first(category, most)
        if category not in self._by_word:
            places = self._by_word[category] = {}
            for place, (normal, _) in enumerate(first):
                for word in set(normal.split()):
                    places.setdefault(word, []).append(place)
        held = sorted((self._by_word[category].get(word, []) for word in words), key=len)[:2]
        return [first[place] for place in sorted(set().union(*held))]

    def table(self, category: str) -> Table | None:
        """The facts of one category, if they stand in columns."""
        table = self._tables.get(category)
        if table is not None:
            table.take(self.apart[category])
        return table

    def between(self, dimension: str, low: float, high: float) -> list[tuple[float, str]]:
        """The amounts of a dimension from one value to another, in order, as far as floats can tell."""
        table = self.table("number")
        if table is not None:
            return table.between(dimension, low, high)
        self._sort_amounts()
        amounts = self._amounts.setdefault(dimension, [])
        unread = self._unread.pop(dimension, ())
        if unread:
            amounts += [(value, normal) for normal in unread for value in rough_values(normal, dimension)]
            amounts.sort()
        found = []
        for place in range(bisect_left(amounts, low, key=itemgetter(0)), len(amounts)):
            if amounts[place][0] > high:
                break
            found.append(amounts[place])
        return found

    def _sort_amounts(self) -> None:
        """Sort the amounts that were listed since the last time by their dimensions, and note their units."""
        known = self.apart.get("number", {})
        if self._sorted == len(known):
            return
        for normal, entry in itertools.islice(known.items(), self._sorted, None):
            self._unread.setdefault(entry.kind, []).append(normal)
            self._units.add(normal.partition(" ")[2])
        self._sorted = len(known)

    def containing(self, category: str, *letters: str) -> Found | None:
        """The first fact whose normal form holds any of these letters; a line feed stands for its two ends.

        One search through all normal forms joined, instead of one for each of them.
        """
        normal = first_holding(self._joined(category), letters)
        return None if normal is None else (normal, self.of(category)[normal])

    def holding(self, category: str, letters: str) -> Iterator[Found]:
        """Every fact whose normal form holds these letters."""
        if not letters or "\n" in letters:
            yield from (found for found in self.of(category).items() if letters in found[0])
            return
        wanted = _bytes(letters)
        for text in self._joined(category):
            place = text.find(wanted)
            while place >= 0:
                end = text.find(b"\n", place)
                normal = _text(text[text.rfind(b"\n", 0, place) + 1 : end])
                yield normal, self.of(category)[normal]
                place = text.find(wanted, end)

    def _joined(self, category: str) -> Iterable[bytes]:
        """The normal forms joined, each between line feeds; one that holds a line feed itself is left out."""
        table = self.table(category)
        if table is not None:
            return table.normals.joined()
        if category not in self._spelled:
            known = self.apart.get(category, {})
            self._spelled[category] = _bytes("\n".join(("", *(normal for normal in known if "\n" not in normal), "")))
        return (self._spelled[category],)

    def paths_like(self, name: str, folder: str, most: int) -> tuple[list[Found], list[Found]]:
        """The first paths with this last name, and those whose last folder has this name (or that have none)."""
        table = self.table("path")
        if table is not None:
            beside = table.named(folder, True, most)
            if folder and len(beside) < most:
                beside += table.named("", True, most - len(beside))
            return table.named(name, False, most), beside
        if self._names is None:
            self._names, self._folders = {}, {}
            for normal, entry in self.apart.get("path", {}).items():
                head, _, last = normal.rpartition("/")
                self._names.setdefault(last, []).append((normal, entry))
                self._folders.setdefault(head.rpartition("/")[2], []).append((normal, entry))
        beside = self._folders.get(folder, [])
        beside = beside + self._folders.get("", []) if folder else beside
        return self._names.get(name, [])[:most], beside[:most]

    def with_number(self, digits: str) -> list[Found]:
        """The amounts with this number, whatever their unit."""
        found = self._numbered.get(digits)
        if found is None:  # one question after the other is asked of a summary's number
            found = self._numbered[digits] = self._with_number(digits)
        return found

    def _with_number(self, digits: str) -> list[Found]:
        table = self.table("number")
        if table is None:
            self._sort_amounts()
        units = (self._units if table is None else table.units()) & _UNITS.keys()
        normals = [f"{digits} {unit}" for unit in sorted(units, key=_UNITS.__getitem__)]
        if table is not None:
            return table.among(normals)
        known = self.apart.get("number", {})
        return [(normal, known[normal]) for normal in normals if normal in known]


def first_holding(blocks: Iterable[bytes], letters: Sequence[str]) -> str | None:
    """The first of many joined normal forms that holds any of these letters."""
    wanted = [_bytes(one) for one in letters if one.strip("\n").count("\n") == 0]
    for text in blocks:
        places = [place + (one[:1] == b"\n") for one in wanted if (place := text.find(one)) >= 0]
        if places:
            start = text.rfind(b"\n", 0, min(places)) + 1
            return _text(text[start : text.find(b"\n", start)])
    return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
