"""Coverage: which critical facts of the ledger a summary does not assert, and which of those bind most.

``lost`` follows the plain rule of the original: a fact of a hard category is critical, a number is critical when it
stands at least ``critical_number_count`` times. Over real logs that rule names hundreds of paths that one directory
listing printed; the rank puts what a person would miss first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.surroundings import alone
from threefold.auditing.ledger.ledger import Entry, Ledger, Origin

CHANGED = "a file that was changed"
"""The reason of a loss, in a record's words."""


class Loss(NamedTuple):
    """A critical fact that the summary does not assert. ``weight`` is above 0; ``still_used`` says that it stood in
    the last tenth of the ledger's events."""

    category: str
    value: str
    kind: str
    entry: Entry
    weight: float
    still_used: bool
    reason: str


class Asserted:
    """What a summary asserts, in the forms by which a ledger fact can be recognised."""

    def __init__(self, facts: Iterable[Fact], text: str) -> None:
        self.normals: dict[str, set[str]] = {}
        for fact in facts:
            known = self.normals.setdefault(fact.category, set())
            known.add(fact.normal)
            if fact.category == "path":
                known.add(fact.normal.removeprefix("@"))  # a mention of the file
        self.text = text
        self.lower = text.lower()
        paths = self.normals.get("path", set())
        self._tails = {path.rpartition("/")[2] for path in paths}
        self._folders = {folder for path in paths for folder in _folders(path)}
        hashes = self.normals.get("hash", set())
        self._sizes = {len(one) for one in hashes}
        self._beginnings = {one[:size] for one in hashes for size in range(len(one))}

    def take(self, corrections: Iterable[str]) -> None:
        """Take these corrections for asserted, in whatever form they stand."""
        self.normals.setdefault("correction", set()).update(corrections)

    def holds(self, category: str, normal: str) -> bool:
        """Whether a ledger fact is no loss: a number by its normal form, others in any way that ``has`` knows."""
        return normal in self.normals.get(category, ()) or (category in _LOOSE and self.has(category, normal))

    def has(self, category: str, normal: str) -> bool:
        """Whether the summary asserts the fact: to the letter, or as a tail or head of a path or hash."""
        known = self.normals.get(category, set())
        if normal in known:
            return True
        if category == "path":
            return self._has_path(normal, known)
        if category in ("url", "env", "error", "command", "uuid"):
            return normal.lower() in self.lower
        if category == "hash":
            return normal in self._beginnings or any(normal[:size] in known for size in self._sizes)
        if category == "datetime":
            return any(one in normal or normal in one for one in known)
        if category == "port":
            return any(True for _ in alone(normal, self.text))
        if category == "correction":
            wanted = re.escape(normal.partition(" not ")[0])
            return re.search(rf"(?<![a-z0-9_.,:/-]){wanted}(?![a-z0-9_%]|[.,:/-][0-9])", self.lower) is not None
        return False

    def _has_path(self, normal: str, known: set[str]) -> bool:
        normal = normal.removeprefix("@")
        if normal in self._folders:
            return True
        name = normal.rpartition("/")[2]
        if name not in self._tails:
            return False
        return any(normal.endswith("/" + one) or one.endswith("/" + normal) or normal == one for one in known)


_DEEPEST = 24  # folders of a path that are told apart


def _folders(path: str) -> Iterator[str]:
    """Every folder that a path leads through, by its whole name and by each of its tails."""
    parts = path.split("/")[:-1][:_DEEPEST]
    for end in range(1, len(parts) + 1):
        for start in range(end):
            yield "/".join(parts[start:end])


_LOOSE = frozenset({"path", "hash", "datetime", "url", "env", "error", "command", "uuid", "correction", "port"})
"""Categories that a summary can assert in other ways than by the normal form (see ``Asserted.has``)."""


def losses(
    ledger: Ledger, asserted: Asserted, kept: Ledger | None, critical_count: int, most: int | None = None
) -> list[Loss]:
    """The critical facts that the summary lacks and that the harness did not keep verbatim, most binding first.

    ``most`` bounds how many of one category are given, the most binding ones (None: all).
    """
    found: list[Loss] = []
    near_end = ledger.last_event - (ledger.last_event - ledger.first_event) // 10
    for category, known in ledger.facts.items():
        beside = kept.listing.of(category) if kept is not None else {}
        literal = category not in _LOOSE
        same = asserted.normals.get(category, set())
        left = sys.maxsize if most is None else most
        least = critical_count if category == "number" else 1
        for normal in _heaviest(ledger, category, least, near_end):
            if normal in same or beside.get(normal) is not None or (not literal and asserted.has(category, normal)):
                continue
            entry = known[normal]
            used = entry.last >= near_end
            weight, reason = weigh(category, normal, entry, used, ledger)
            found.append(Loss(category, normal, entry.kind, entry, weight, used, reason))
            left -= 1
            if not left:
                break
    found.sort(key=lambda loss: (-loss.weight, loss.entry.first, loss.value))
    return found


def _heaviest(ledger: Ledger, category: str, least: int, near_end: int) -> Iterator[str]:
    """The facts of a category that were said ``least`` times, the most binding first, then as they were first said.

    Only as many are put in order as are asked for: a ledger holds many times what a record lists.
    """
    table = ledger.listing.table(category)
    if table is not None:
        yield from table.ranked(
            least,
            near_end,
            ledger.edited if category == "path" else (),
            lambda normal, entry, used: weigh(category, normal, entry, used, ledger)[0],
        )
        return
    edited = ledger.edited if category == "path" else {}
    address, free = category == "url", category == "correction"
    weights: dict[tuple[int, int, bool, bool, bool], list[tuple[int, str]]] = {}
    for normal, entry in ledger.listing.of(category).items():
        count = entry.count
        if count < least:
            continue
        alike = (
            entry.origins,
            count if free or 3 <= count < 20 else 0 if count < 3 else 20,
            entry.last >= near_end,
            normal in edited,
            address and "://" not in normal,
        )
        group = weights.get(alike)
        if group is None:
            weights[alike] = [(entry.first, normal)]
        else:
            group.append((entry.first, normal))
    heavy: dict[float, list[tuple[int, str]]] = {}
    known = ledger.listing.of(category)
    for alike, group in weights.items():
        normal = group[0][1]
        heavy.setdefault(weigh(category, normal, known[normal], alike[2], ledger)[0], []).extend(group)
    for weight in sorted(heavy, reverse=True):
        yield from (normal for _, normal in sorted(heavy[weight]))


# Plain numbers: arithmetic on flags costs a call each, and every fact of a ledger is weighed.
_HUMAN, _HARNESS, _RESULT = int(Origin.HUMAN), int(Origin.HARNESS), int(Origin.RESULT)
_BY_CHOICE = int(Origin.MODEL | Origin.CALL | Origin.HUMAN)
_BASE = {
    "correction": 100.0, "uuid": 6.0, "hash": 5.0, "url": 5.0, "reference": 6.0, "port": 6.0, "error": 4.0, "env": 4.0,
    "path": 4.0, "number": 3.0, "datetime": 1.0, "command": 2.0,
}  # fmt: skip


def weigh(category: str, normal: str, entry: Entry, still_used: bool, ledger: Ledger) -> tuple[float, str]:
    """How much a loss binds, and the strongest reason in words."""
    weight, reason = _BASE.get(category, 1.0), "stands in the session"
    if category == "correction":
        return weight + entry.count, "the user corrected this"
    if entry.origins & _HUMAN:
        weight, reason = weight * 6, "the user wrote it"
    if category == "path" and normal in ledger.edited:
        weight, reason = weight * 5, CHANGED
    if entry.count >= 3 and entry.origins & _BY_CHOICE:
        weight *= 1.0 + min(entry.count, 20) / 10
        reason = reason if reason != "stands in the session" else f"used {entry.count} times"
    if still_used:
        weight *= 1.5
    if category == "url" and "://" not in normal:
        weight *= 0.2  # the import path of a package, as often as an address
    if entry.origins == _RESULT:
        weight *= 0.1
        reason = "only printed by a tool"
    if entry.origins & _HARNESS and not entry.origins & _BY_CHOICE:
        weight *= 0.1
        reason = "only in the harness's own text"
    return weight, reason
