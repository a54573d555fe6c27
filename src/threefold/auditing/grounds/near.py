"""Near values: what the ledger holds that an ungrounded fact may have been made from.

Near means something for each kind: a path that shares its name or its folder, a number of the same unit that is a slip
of a digit away or stands among the same words, an id with few changed characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import nsmallest
from operator import ne

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.options import lacks_option
from threefold.auditing.facts.related import related
from threefold.auditing.facts.slips import (
    distance,
    kindred,
    longer,
    named_alike,
    one_piece,
    one_word,
    pieces_of,
    slip,
    slips,
)
from threefold.auditing.grounds.surroundings import Surroundings, telling_words
from threefold.auditing.ledger.entries import Facts
from threefold.auditing.ledger.ledger import Ledger
from threefold.text.later import later

MOST = 3
"""Near values that are named for one fact."""
_SCANNED = 5_000  # ledger values that one ungrounded fact is compared with
_COMPARED = 100  # ids that have a piece in common, those with the fewest other characters
_SHORT = 2  # digits up to which a count is compared with counts of the same thing only
_TRIED = 12  # counts whose surroundings are read
ANOTHER_UNIT = "another unit"
Found = tuple[str, str, int]
Kinds = list[tuple[str, str]]
"""Normal forms and their kinds."""
Scored = tuple[float, str, str, int]


def near_values(fact: Fact, sentence: str, ledger: Ledger, around: Surroundings | None = None) -> list[Found]:
    """The nearest ledger values of the fact's kind, best first: value, difference in words, event. Empty if none."""
    known = ledger.listing.of(fact.category)
    if fact.category in _LOOKED_UP:
        found = _LOOKED_UP[fact.category](fact, ledger)
    else:
        found = _NEAR.get(fact.category, _near_text)(fact, ledger.listing.first(fact.category, _SCANNED), known)
    scored = sorted(found, key=lambda one: (-one[0], one[1]))
    if fact.kind.startswith("count:"):
        scored = _in_same_words(fact, sentence, scored[:_TRIED], known, around)
    return [(value, difference, event) for _, value, difference, event in scored[:MOST]]


def _in_same_words(
    fact: Fact, sentence: str, scored: list[Scored], known: Facts, around: Surroundings | None
) -> list[Scored]:
    """Counts of the same thing are everywhere; one that was changed stands among the same words."""
    if around is None:
        return []
    number = fact.normal.partition(" ")[0]
    digits = len(number)
    thing = fact.kind.removeprefix("count:")[:6]
    kept = []
    for score, normal, difference, event in scored:
        need = 2 if digits <= 2 else 0
        if fact.kind == "count:passed" and sorted(number) == sorted(normal.partition(" ")[0]):
            need = 0
        if digits <= 2 and difference == "a few digits" and len(normal.partition(" ")[0]) != digits:
            continue  # ten of one thing and one of it is no slip
        shared = around.shared(sentence, fact.category, normal, known[normal]) if need else 0
        if shared - (thing in telling_words(sentence)) >= need or not need:
            kept.append((score + shared, normal, difference, event))
    return sorted(kept, key=lambda one: (-one[0], one[1]))


def _near_path(fact: Fact, ledger: Ledger) -> Iterable[Scored]:
    folder, _, name = fact.normal.rpartition("/")
    stem, _, extension = name.rpartition(".")
    named, beside = ledger.listing.paths_like(name, folder.rpartition("/")[2], _SCANNED)
    for normal, entry in named if folder else ():
        other_folder = normal.rpartition("/")[0]
        if folder != other_folder:
            score = 3.0 + _shared(folder, other_folder) + min(entry.count, 50) / 100
            yield score, normal, "another folder", entry.first
    for normal, entry in beside:
        other_folder, _, other = normal.rpartition("/")
        if other == name or not _same_place(folder, other_folder):
            continue
        other_stem, _, other_extension = other.rpartition(".")
        score = (0.6 if folder == other_folder else 0.0) + min(entry.count, 50) / 100
        if stem and other_stem == stem and other_extension != extension:
            yield 2.9 + score, normal, "another extension", entry.first
        elif slip(name, other):
            yield 2.8 + score, normal, "a few letters", entry.first
        elif folder and folder == other_folder and _is_longer(name, other):
            yield 2.1 + score, normal, "a longer or shorter name", entry.first
        elif folder and extension == other_extension and one_word(stem, other_stem):
            yield 1.9 + score, normal, "one word of the name", entry.first


def _is_longer(name: str, other: str) -> bool:
    stem, dot, extension = name.rpartition(".")
    other_stem, other_dot, other_extension = other.rpartition(".")
    if not dot and not other_dot:
        return longer(name, other)
    return extension == other_extension and longer(stem, other_stem)


def _same_place(folder: str, other: str) -> bool:
    """Whether two folders may be one: the same, or one the tail of the other (relative beside absolute)."""
    if folder == other or not folder or not other:
        return True
    return folder.endswith("/" + other) or other.endswith("/" + folder)


def _shared(folder: str, other: str) -> float:
    one, two = set(folder.split("/")), set(other.split("/"))
    return len(one & two) / max(len(one | two), 1)


def _near_number(fact: Fact, ledger: Ledger) -> Iterable[Scored]:
    known = ledger.listing.of("number")
    number, _, unit = fact.normal.partition(" ")
    if fact.kind != "version":
        for normal, entry in ledger.listing.with_number(number):
            if entry.kind == fact.kind and normal != fact.normal:
                yield 2 + min(entry.count, 50) / 100, normal, ANOTHER_UNIT, entry.first
            elif entry.kind != fact.kind and _kin(fact.kind, entry.kind):
                yield 1.2 + min(entry.count, 50) / 100, normal, ANOTHER_UNIT, entry.first
    names = related(fact.kind) - {unit} if fact.kind.startswith("count:") else frozenset[str]()
    for other, difference in slips(number):
        if len(number) <= _SHORT and len(other) < len(number) and not number.endswith("0"):
            continue  # thirty-one of something and three of it is no slip
        normal = f"{other} {unit}" if unit else other
        entry_ = known.get(normal)
        if entry_ is not None and entry_.kind == fact.kind:
            yield 1.5 + min(entry_.count, 50) / 100, normal, difference, entry_.first
        for name in names if len(number) > _SHORT else ():
            entry_ = known.get(f"{other} {name}")
            if entry_ is not None:
                yield 1.1 + min(entry_.count, 50) / 100, f"{other} {name}", difference, entry_.first


def _kin(one: str, other: str) -> bool:
    return one.startswith("count:") == other.startswith("count:")


def _near_id(fact: Fact, ledger: Ledger) -> Iterable[Scored]:
    known = ledger.listing.of(fact.category)
    allowed = 2 if fact.category == "hash" and len(fact.normal) < 12 else 4
    held = ledger.listing.first_holding(fact.category, _SCANNED, pieces_of(fact.normal, allowed))
    for normal in nsmallest(_COMPARED, held, key=lambda one: _other(fact.normal, one)):
        other = normal
        if fact.category == "hash" and len(other) != len(fact.normal):
            if len(other) < len(fact.normal):
                continue
            other = other[: len(fact.normal)]
        if not _alike(fact.normal, other, allowed):
            continue
        gap = distance(fact.normal, other, allowed)
        if gap <= allowed:
            yield 2 - gap / 10, normal, _changed(gap), known[normal].first


def _near_text(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    for normal, kind in first:
        if (kind == fact.kind or fact.category == "env") and slip(fact.normal, normal):
            entry = known[normal]
            yield 1 + min(entry.count, 50) / 100, normal, "a few letters", entry.first


def _near_env(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    yield from _near_text(fact, first, known)
    for normal, _ in first:
        if kindred(fact.normal, normal) and not slip(fact.normal, normal):
            yield 0.5 + min(known[normal].count, 50) / 200, normal, "one word of the name", known[normal].first


def _near_url(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    yield from _near_text(fact, first, known)
    whole = len(fact.normal.split("/"))
    host = "/".join(fact.normal.split("/", 3)[:3])
    for normal, kind in first:  # the beginning of a longer address
        beginning = "/".join(normal.split("/")[:whole])
        if kind == fact.kind and beginning != normal and slip(fact.normal, beginning):
            yield 0.9 + min(known[normal].count, 50) / 200, normal, "a few letters", known[normal].first
    for normal, kind in first:
        if (
            kind == fact.kind
            and normal.startswith(host)
            and one_piece(fact.normal, normal)
            and not slip(fact.normal, normal)
        ):
            yield 0.5 + min(known[normal].count, 50) / 200, normal, "one piece of the address", known[normal].first


def _near_error(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    """Exceptions by a slip or by words of their names (``FileLockedError``, ``LockError``); codes by a digit."""
    yield from _near_text(fact, first, known)
    for normal, kind in first:
        if kind != fact.kind or slip(fact.normal, normal):
            continue
        entry = known[normal]
        if kind == "name" and named_alike(fact.normal, normal):
            yield 0.5 + min(entry.count, 50) / 200, normal, "some words of the name", entry.first
        elif kind != "name" and _one_off(fact.normal, normal):
            yield 1 + min(entry.count, 50) / 100, normal, "a few digits", entry.first


def _one_off(one: str, other: str) -> bool:
    """Whether two codes of one length (``TS2345``) differ in a digit or in two that are swapped."""
    same = len(one) == len(other) and _LETTERS.sub("", one) != _LETTERS.sub("", other)
    return same and _DIGITS.sub("", one) == _DIGITS.sub("", other) and distance(one, other, 1) <= 1


_LETTERS, _DIGITS = later(r"[^0-9]"), later(r"[0-9]")


def _near_port(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    """Ports by a digit or two that are swapped, and by the two digits that they begin with."""
    yield from _near_digits(fact, first, known)
    for normal, _ in first:
        alike = len(normal) == len(fact.normal) > _PORT and normal[:2] == fact.normal[:2]
        if alike and distance(fact.normal, normal, 1) > 1:
            entry = known[normal]
            yield 0.5 + min(entry.count, 50) / 100, normal, "a few digits", entry.first


_PORT = 3  # digits of a port above which the first two tell something


def _near_digits(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    """Ports, issues, statuses: short numbers, near by one digit or two swapped."""
    for normal, kind in first:
        if kind == fact.kind and _alike(fact.normal, normal, 1) and distance(fact.normal, normal, 1) <= 1:
            entry = known[normal]
            yield 1 + min(entry.count, 50) / 100, normal, "a few digits", entry.first


def _near_command(fact: Fact, ledger: Ledger) -> Iterable[Scored]:
    words, known = set(fact.normal.split()), ledger.listing.of("command")
    if len(words) < 3:
        return
    for normal, kind in ledger.listing.first_sharing("command", _SCANNED, words):
        if kind == fact.kind:
            other = set(normal.split())
            if len(words - other) == 1:
                yield 1.0 - len(other - words) / 100, normal, "one word", known[normal].first
            elif words < other and lacks_option(fact.normal, normal):
                yield 1.5 - len(other - words) / 100, normal, "an option left out", known[normal].first


_ZONE = later(r"(?:[.,]\d+)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?$")
"""What a time may have behind its seconds: their fraction and its zone."""


def _near_datetime(fact: Fact, first: Kinds, known: Facts) -> Iterable[Scored]:
    whole = _ZONE.sub("", fact.normal) if "T" in fact.normal else fact.normal
    dated, rest = whole[4:5] == "-", whole[5:] if whole[4:5] == "-" else whole
    for normal, kind in first:
        if kind != fact.kind:
            continue
        wanted, other = whole, normal
        if dated != (normal[4:5] == "-"):  # one of the two has no year
            wanted, other = rest, normal if dated else normal[5:]
        most, cut = 1 if len(wanted) < 12 else 2, other[: len(wanted)]
        if _alike(wanted, cut, most) and distance(wanted, cut, most) <= most:
            entry = known[normal]
            yield 1 + min(entry.count, 50) / 100, normal, "a few digits", entry.first


def _alike(one: str, other: str, most: int) -> bool:
    """Whether two values of one shape differ in so few places that ``distance`` is worth asking."""
    return len(one) != len(other) or _other(one, other) <= 2 * most


def _other(one: str, other: str) -> int:
    changed: int = sum(map(ne, one, other))
    return changed + max(len(one) - len(other), 0)


def _changed(gap: int) -> str:
    return "one character" if gap == 1 else f"{gap} characters"


_LOOKED_UP: dict[str, Callable[[Fact, Ledger], Iterable[Scored]]] = {
    "path": _near_path,
    "number": _near_number,
    "uuid": _near_id,
    "hash": _near_id,
    "command": _near_command,
}
_NEAR: dict[str, Callable[[Fact, Kinds, Facts], Iterable[Scored]]] = {
    "port": _near_port,
    "error": _near_error,
    "reference": _near_digits,
    "env": _near_env,
    "url": _near_url,
    "datetime": _near_datetime,
}
