"""A second, wider look for the value that a summary altered, where the first one found nothing.

It is asked only of what stands nowhere and is to be reported: what it finds says which value was meant, and makes no
finding of what was none. So less is asked of a value here than in ``near``: with a word of the sentence beside it, one
of the same kind that is a slip away, however short, the same digits with any other unit or in another order, another
port.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import related
from threefold.auditing.facts.slips import slips
from threefold.auditing.grounds.near import ANOTHER_UNIT, MOST, Found
from threefold.auditing.grounds.standing import words
from threefold.auditing.grounds.surroundings import Surroundings, alone
from threefold.auditing.ledger.entries import Entry
from threefold.auditing.ledger.ledger import Ledger

_TRIED = 24  # values whose surroundings are read
_SCANNED = 2_000  # ports of a ledger that are looked at
_PLACES, _REACH = 40, 80  # places of a value in one text, and characters beside each
_LONG = 3  # digits from which on a slip of the same unit needs no words
RUN = frozenset({"test", "case", "passed"})
"""What a run of tests counts: one that is a slip away is that run's, whatever its sentence says."""
_Tried = tuple[str, str, Entry, bool]
"""A value, how it differs, its entry, and whether it must share a word with the sentence."""


def wider_values(fact: Fact, sentence: str, ledger: Ledger, around: Surroundings) -> tuple[Found, ...]:
    """Values of the ledger from which the fact may have been made, those with the most words in common first."""
    looked = _LOOK[fact.category](fact, ledger) if fact.category in _LOOK else iter(())
    said = words(sentence.replace(fact.literal, " ")) - words(fact.literal)
    found: list[tuple[int, Found]] = []
    for normal, difference, entry, needs in islice(looked, _TRIED):
        shared = _shared(said, normal.partition(" ")[0], entry, around)
        if shared or not needs:
            found.append((shared, (normal, difference, entry.first)))
    found.sort(key=lambda one: -one[0])
    return tuple(one for _, one in found[:MOST])


def _numbers(fact: Fact, ledger: Ledger) -> Iterator[_Tried]:
    """Numbers a slip away of the same kind, or of a kind that goes by its name; the same digits with another unit."""
    if fact.kind == "version":
        return
    known = ledger.listing.of("number")
    number, _, unit = fact.normal.partition(" ")
    names = {unit, *(related(fact.kind) if fact.kind.startswith("count:") else ())}
    counts_run = fact.kind.removeprefix("count:") in RUN
    for other, difference in slips(number):
        for name in sorted(names):
            entry = known.get(f"{other} {name}")
            if entry is not None:
                free = (counts_run and name in RUN) or (name == unit and len(number) > _LONG)
                yield f"{other} {name}", difference, entry, not free
    for normal, entry in ledger.listing.with_number(number):
        if normal != fact.normal:
            yield normal, ANOTHER_UNIT, entry, True


def _ports(fact: Fact, ledger: Ledger) -> Iterator[_Tried]:
    """Ports as long that begin alike."""
    known = ledger.listing.of("port")
    for normal, _ in ledger.listing.first("port", _SCANNED):
        if len(normal) == len(fact.normal) and normal[0] == fact.normal[0]:
            yield normal, "another port", known[normal], True


def _times(fact: Fact, ledger: Ledger) -> Iterator[_Tried]:
    """Times and dates of the same digits in another order."""
    known = ledger.listing.of("datetime")
    for normal, kind in ledger.listing.first("datetime", _SCANNED):
        if kind == fact.kind and normal != fact.normal and sorted(normal) == sorted(fact.normal):
            yield normal, "the same digits", known[normal], True


_LOOK: dict[str, Callable[[Fact, Ledger], Iterator[_Tried]]] = {
    "number": _numbers,
    "port": _ports,
    "datetime": _times,
}


def _shared(said: set[str], digits: str, entry: Entry, around: Surroundings) -> int:
    """How many words of a sentence stand beside a number at its first or its last place."""
    best = 0
    for event in entry.places:
        for text in around.texts(event):
            for at in islice(alone(digits, text), _PLACES):
                best = max(best, len(said & words(text[max(0, at - _REACH) : at + _REACH])))
    return best
