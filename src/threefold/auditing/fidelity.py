"""Fidelity: for each hard fact that a summary asserts, whether it stands in the ledger, and if not, what stands near.

``verified``    to the letter, or after the normalisation that its category defines, or as a part of a longer value
``equivalent``  the same amount in another unit or spelling, or rounded; a command with its words in another order
``altered``     not there, but a near value of the same kind is; the finding names it and its place
``unverified``  not there, and nothing near
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts import Fact
from threefold.auditing.ledger import Entry, Ledger, Origin
from threefold.auditing.near import Surroundings, near_values
from threefold.session import Session
from threefold.text import units
from threefold.text.later import later
from threefold.text.unicode import encode

VERIFIED, EQUIVALENT, ALTERED, UNVERIFIED = "verified", "equivalent", "altered", "unverified"
DERIVED = "derived"
"""A small count of things that nobody counted in the session ("three places") is the summary's own arithmetic. It is
counted apart: the log says neither that it is right nor that it is wrong."""
_ABOUT = later(
    r"(?:[~≈]|\b(?:about|around|approx\w{0,12}|roughly|nearly|almost|over|under|some|circa)|约|大约|近|超过|左右)\s*$",
    re.IGNORECASE,
)
_LIST_BREAK = later(r",\s*(?:and\s+|or\s+)?|\s+and\s+|、|，|；|;")
_LONG_NUMBER = 5  # digits from which on a number is telling by itself: shorter ones stand in any log
_MOST_APART = 6  # places of a count's digits that are read for the thing that it counts
_OWN_COUNT, _OWN_COUNT_OF_ITS_TEXT = 12, 20
_ITS_TEXT_WORDS = (
    "file place change step finding issue phase function message question option component case item section bug fix "
    "problem type pattern point comment class method module agent task edit field one test conflict"
)
_ITS_TEXT = frozenset(_ITS_TEXT_WORDS.split())
_MEASURED_WORDS = (
    "token user customer request row record line addition deletion insertion character byte column gpu core worker "
    "replica node instance connection error failure warning retry"
)
_MEASURED = frozenset(_MEASURED_WORDS.split())  # counts that a tool makes and no summary does


class Assertion(NamedTuple):
    """A fact that the summary asserts, all its mentions taken together."""

    fact: Fact
    mentions: int
    sentence: str


class Near(NamedTuple):
    """A ledger value that resembles a fact, how, and the event where it first stands."""

    value: str
    difference: str
    event: int


class Finding(NamedTuple):
    """What became of one assertion. ``event`` is where its grounds stand (None: nowhere)."""

    assertion: Assertion
    status: str
    basis: str
    event: int | None
    near: tuple[Near, ...] = ()
    outside: bool = False


def needles_of(fact: Fact, cwd: str) -> list[bytes]:
    """The letters by which a fact can be found in the ledger besides its normal form."""
    if fact.category == "path":
        return [encode(needle) for needle in _path_needles(fact, cwd)]
    if fact.category in ("uuid", "hash", "url", "error", "env", "command", "port", "reference", "datetime"):
        spelled = {fact.literal, fact.normal}
        if fact.category == "env":
            spelled.add(fact.normal.lower())  # a name shouted in a heading
        if fact.category == "url":
            spelled.add(fact.literal.rstrip("/"))
            spelled.add(fact.literal.partition("://")[2].rstrip("/"))
        if fact.category == "reference" and fact.kind == "number":
            spelled = {
                f"{word}{fact.normal[1:]}" for word in ("#", "pull/", "issues/", "pr/", "PR ", "pr view ", "PR-")
            }
        if fact.category == "error" and fact.kind in ("http", "exit"):
            spelled = {fact.literal}
        if fact.category == "command":
            spelled |= {quoted.replace('"', "'") for quoted in spelled} | {s.replace("'", '"') for s in spelled}
        return [encode(needle) for needle in spelled if len(needle) > 1]
    if fact.category == "number" and fact.kind == "version":
        return [encode(fact.normal[1:])]
    if fact.category == "number":
        quantity = _quantity(fact.normal, fact.literal)
        if quantity is None:
            return [encode(fact.literal)]
        counted = [_counted(quantity)] if fact.kind.startswith("count:") else []
        return [encode(fact.literal), *_spelled(quantity.number), *map(encode, filter(None, counted))]
    return []


def _counted(quantity: units.Quantity) -> str:
    """The digits of a count that may stand apart from what it counts; a single digit stands anywhere."""
    digits = units.plain(quantity.number)
    return digits if digits.isdigit() and 1 < len(digits) < _LONG_NUMBER else ""


def _spelled(number: Fraction) -> list[bytes]:
    """The digits of a long number, plain and with separators."""
    plain = units.plain(number)
    if len(plain) < _LONG_NUMBER or "/" in plain:
        return []
    return [encode(plain), *([encode(f"{int(number):,}")] if number.denominator == 1 and number >= 1000 else [])]


def _path_needles(fact: Fact, cwd: str) -> list[str]:
    whole = fact.normal
    found = [whole, fact.literal.rstrip("/")]
    if whole.startswith("@"):
        found.append(whole[1:])  # a mention of the file
    if fact.kind in ("windows", "file-url"):
        found += [fact.literal.replace("\\", "/"), fact.literal.replace("/", "\\"), fact.literal.replace("\\", "\\\\")]
    folder, _, name = whole.rpartition("/")
    if folder and name:
        found += [folder, name, folder.rpartition("/")[2]]
    return found


class Judge:
    """Compares assertions with one ledger."""

    def __init__(self, ledger: Ledger, cwd: str, session: Session | None = None) -> None:
        """``session`` is asked for the words around a near number; without one, small counts have no near values."""
        self.ledger = ledger
        self.cwd = cwd.rstrip("/")
        self.around = Surroundings(session, ledger.finder) if session is not None else None

    def judge(self, assertion: Assertion) -> Finding:
        """The status of one assertion, with its grounds or the near values."""
        grounds = self._grounds(assertion.fact, assertion.sentence)
        if grounds is not None:
            return Finding(assertion, *grounds)
        fact = assertion.fact
        if _is_listed(fact, assertion.sentence):
            return Finding(assertion, DERIVED, "the summary lists as many behind it", None)
        near = tuple(Near(*one) for one in near_values(fact, assertion.sentence, self.ledger, self.around))
        if near:
            return Finding(assertion, ALTERED, near[0].difference, None, near)
        if self._is_own_count(fact):
            return Finding(assertion, DERIVED, "the summary's own count", None)
        return Finding(assertion, UNVERIFIED, "nothing like it stands in the ledger", None)

    def _grounds(self, fact: Fact, sentence: str) -> tuple[str, str, int | None] | None:
        entry = self.ledger.entry(fact.category, fact.normal)
        if entry is not None:
            return VERIFIED, "literal", entry.first
        if fact.category == "path":
            return self._path_grounds(fact)
        if fact.category == "number":
            return self._number_grounds(fact, sentence)
        if fact.category == "command":
            return self._command_grounds(fact)
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        if fact.category == "hash":
            return self._hash_grounds(fact)
        if fact.category == "datetime":
            return self._datetime_grounds(fact)
        return None

    def _path_grounds(self, fact: Fact) -> tuple[str, str, int | None] | None:
        if "/.../" in fact.normal or "…" in fact.normal:
            return self._elided(fact.normal.replace("…", "..."))
        folder, _, name = fact.normal.rpartition("/")
        parts = {encode(folder), encode(name), encode(folder.rpartition("/")[2])} if folder and name else set()
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places and needle not in parts:
                return VERIFIED, "part of a longer path", places[0][0]
        if self.cwd and fact.normal.startswith(self.cwd + "/"):
            entry = self.ledger.entry("path", fact.normal[len(self.cwd) + 1 :])
            if entry is not None:
                return VERIFIED, "relative to the working directory", entry.first
        if not folder:
            return self._short_name(fact.normal)
        return self._joined(folder, name) if name else None

    def _elided(self, normal: str) -> tuple[str, str, int | None] | None:
        """``/var/.../T/x`` stands for any longer path that begins and ends so."""
        head, _, tail = normal.partition("...")
        for other, entry in self.ledger.listing.holding("path", max(head, tail, key=len)):
            if other.startswith(head) and other.endswith(tail) and len(other) >= len(head) + len(tail):
                return VERIFIED, f"{other}, shortened", entry.first
        return None

    def _short_name(self, name: str) -> tuple[str, str, int | None] | None:
        """A file is called by the end of its name: ``condensation.go`` for ``manual_commit_condensation.go``."""
        if len(name) < 8:
            return None
        longer = self.ledger.listing.containing("path", f"_{name}\n", f"-{name}\n")
        return None if longer is None else (EQUIVALENT, f"short for {longer[0]}", longer[1].first)

    def _joined(self, folder: str, name: str) -> tuple[str, str, int | None] | None:
        """A listing names the folder in its call and the file in its result: joined, they are the path."""
        if self.around is None:
            return None
        folders = {event for event, origin in self.ledger.places(encode(folder)) if origin is Origin.CALL}
        for event, origin in self.ledger.places(encode(name)):
            call = self.ledger.partners.get(event)
            if origin is Origin.RESULT and call in folders and self.around.lists(call, folder, event, name):
                return VERIFIED, "folder and name in one listing", event
        return None

    def _number_grounds(self, fact: Fact, sentence: str) -> tuple[str, str, int | None] | None:
        for needle in (encode(fact.literal), *([encode(fact.normal[1:])] if fact.kind == "version" else ())):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        wanted = _quantity(fact.normal, fact.literal)
        if wanted is None:
            return None
        rough = None
        about = _is_rough(fact, sentence)
        if wanted.dimension.startswith("count:") and not about:
            # counts have one unit: equal ones have equal normal forms
            return self._apart(fact, wanted) or self._bare_number(fact, wanted)
        for normal in units.spellings(wanted):
            equal = self.ledger.entry("number", normal)
            if equal is not None:
                return EQUIVALENT, f"{normal} by unit arithmetic", equal.first
        for normal, entry in self._amounts_near(wanted, float(units.grain(wanted))) if about else ():
            other = units.of_normal(normal, entry.kind)
            if rough is None and other is not None and units.rounds_to(wanted, other):
                rough = EQUIVALENT, f"{normal}, rounded", entry.first
        return rough or self._bare_number(fact, wanted)

    def _amounts_near(self, wanted: units.Quantity, reach: float) -> Iterator[tuple[str, Entry]]:
        """The ledger's amounts of a dimension within a share of the wanted one: a first look, by floats in order."""
        known = self.ledger.listing.of("number")
        for exact in wanted.values:
            middle = float(exact)
            for _, normal in self.ledger.listing.between(wanted.dimension, middle * (1 - reach), middle * (1 + reach)):
                yield normal, known[normal]

    def _apart(self, fact: Fact, wanted: units.Quantity) -> tuple[str, str, int | None] | None:
        """A count and what it counts stand in another order: ``tests: 214 passed``."""
        digits, thing = _counted(wanted), fact.kind.removeprefix("count:")
        if not digits or self.around is None or self.ledger.listing.with_number(digits):
            return None
        for event, _ in self.ledger.places(encode(digits))[:_MOST_APART]:
            if self.around.stands_beside(event, digits, thing):
                return EQUIVALENT, "the number and the thing stand on one line", event
        return None

    def _bare_number(self, fact: Fact, wanted: units.Quantity) -> tuple[str, str, int | None] | None:
        """A long number that stands in the log under another name, and there never with another
        unit, is the same number."""
        digits = units.plain(wanted.number)
        if len(digits) < _LONG_NUMBER or "/" in digits:
            return None
        if self.ledger.listing.with_number(digits):
            return None
        for needle in _spelled(wanted.number):
            places = self.ledger.places(needle)
            if places:
                return EQUIVALENT, "the number stands without its unit", places[0][0]
        return None

    def _command_grounds(self, fact: Fact) -> tuple[str, str, int | None] | None:
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        words = set(_words(fact.normal))
        telling = max(words, key=len, default="")  # most commands do not hold it, and need not be cut into words
        for normal, entry in self.ledger.listing.holding("command", telling):
            if entry.kind == fact.kind and words <= set(_words(normal)):
                return EQUIVALENT, "its words stand in one command", entry.first
        return None

    def _hash_grounds(self, fact: Fact) -> tuple[str, str, int | None] | None:
        for category, basis in (("hash", "prefix of a longer hash"), ("uuid", "prefix of a UUID")):
            longer = self.ledger.listing.containing(category, "\n" + fact.normal)
            if longer is not None:
                return VERIFIED, basis, longer[1].first
        return None

    def _datetime_grounds(self, fact: Fact) -> tuple[str, str, int | None] | None:
        wanted = fact.normal.replace("----", "")
        longer = self.ledger.listing.containing("datetime", wanted)
        if longer is not None:
            return VERIFIED, "part of a longer time", longer[1].first
        date, both, time = wanted.partition("T")
        if both and len(time) >= 5:
            day, hour = (
                self.ledger.listing.containing("datetime", date),
                self.ledger.listing.containing("datetime", time[:5]),
            )
            if day is not None and hour is not None:
                return VERIFIED, "date and time stand apart", hour[1].first
        return None

    def _is_own_count(self, fact: Fact) -> bool:
        if fact.category != "number" or not fact.kind.startswith("count:"):
            return False
        quantity = _quantity(fact.normal, fact.literal)
        thing = fact.kind.removeprefix("count:")
        if quantity is None or thing in _MEASURED:
            return False
        return quantity.number <= (_OWN_COUNT_OF_ITS_TEXT if thing in _ITS_TEXT else _OWN_COUNT)


def _is_listed(fact: Fact, sentence: str) -> bool:
    """Whether a count is followed by a list of just so many things: ``three agents: security, speed and style``."""
    if not fact.kind.startswith("count:"):
        return False
    place = sentence.find(fact.literal)
    colon = sentence.find(":", place)
    if place < 0 or colon < 0 or colon - place > 80:
        return False
    items = [item for item in _LIST_BREAK.split(sentence[colon + 1 :].strip(" .")) if item.strip()]
    return fact.normal.partition(" ")[0] == str(len(items))


def _is_rough(fact: Fact, sentence: str) -> bool:
    """Whether a number is written as one that was rounded: with a magnitude, a decimal, or a word that says so."""
    if any(mark in fact.literal for mark in ("k", "K", "M", "万", "million", "thousand", ".")):
        return True
    place = sentence.find(fact.literal)
    return place >= 0 and _ABOUT.search(sentence[max(0, place - 20) : place]) is not None


def _words(command: str) -> list[str]:
    return [word.strip("\"'") for word in command.split()]


@lru_cache(maxsize=1 << 15)
def _quantity(normal: str, literal: str) -> units.Quantity | None:
    if normal.startswith("v") and normal[1:2].isdigit():
        return None
    return units.parse(literal) or units.parse(normal)


def assertions(facts: Sequence[Fact], sentence_of: dict[int, str]) -> list[Assertion]:
    """Take together the mentions of one fact; ``sentence_of`` maps a fact's start to the words around it."""
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        groups.setdefault((fact.category, fact.normal), []).append(fact)
    return [Assertion(group[0], len(group), sentence_of.get(group[0].start, "")) for group in groups.values()]
