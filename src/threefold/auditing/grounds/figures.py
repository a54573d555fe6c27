"""Grounds of numbers: the same amount in the ledger, in another unit or spelling, rounded, or without its unit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import UNNAMED, counts, related
from threefold.auditing.grounds.findings import EQUIVALENT, VERIFIED, Ground
from threefold.auditing.grounds.spelling import LONG_NUMBER, counted_digits, in_iso, long_digits, quantity_of, scheduled
from threefold.auditing.grounds.standing import HUNDREDTHS, Standing
from threefold.auditing.grounds.surroundings import Surroundings, whole
from threefold.auditing.ledger.ledger import Entry, Ledger, Origin
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.quantities import Quantity, plain
from threefold.text.unicode import decode, encode
from threefold.text.vocabulary import MONEYS

_ABOUT = later(
    r"(?:[~≈]|\b(?:about|around|approx\w{0,12}|roughly|near(?:ly)?|close to|almost|over|under|some|circa)"
    r"|约|大约|近|超过|左右)\s*$",
    re.IGNORECASE,
)
_SHORTENED = later(r"\d(?:\.\d|[kKM]| ?[KMGT]i?[Bb])|[千万亿萬億]|illion|thousand|\d ?bn")
_HAN = later(r"[\u4e00-\u9fff]")
_MATCHES, _NEARBY = 40, 120  # places of a number in one text, and characters around one in which another fact stands
_MOST_APART = 6  # places of a count's digits that are read for the thing that it counts
_SHORT_RESULT = 200  # characters of a result that may hold nothing but one number
_RUNS = later(r"\d[\d,]*(?:\.\d+)?")
_STATUS = later(r"([45]\d\d) (?:errors?|responses?|failures?|answers?)\b")
_WHOLE_UNITS = 5  # minutes or hours from which on a duration may be told in whole ones


class Figures:
    """Looks in one ledger for amounts."""

    def __init__(self, ledger: Ledger, around: Surroundings | None) -> None:
        self.ledger, self.around = ledger, around

    def of(self, fact: Fact, sentence: str) -> Ground | None:
        """Where a number that has no equal normal form there can have been taken from."""
        for needle in (encode(fact.literal), *([encode(fact.normal[1:])] if fact.kind == "version" else ())):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        if fact.kind == "version" and fact.normal.count(".") == 1:
            longer = self.ledger.listing.containing("number", f"\n{fact.normal}.")
            if longer is not None:
                return EQUIVALENT, f"short for {longer[0]}", longer[1].first
        wanted = quantity_of(fact.normal, fact.literal)
        if wanted is None:
            return None
        if wanted.dimension.startswith("count:"):  # counts have one unit: equal ones have equal normal forms
            found = self._apart(fact, wanted) or self._counted(fact, wanted, sentence) or self._alone(wanted)
            found = found or self._answered(fact)
        else:
            found = self._equal(fact, wanted)
        rough = _is_rough(fact, sentence)
        if found is None and rough:
            found = self._rounding(wanted)
        return found or self._bare_number(fact, wanted) or self._unitless(fact, wanted, sentence, rough)

    def _equal(self, fact: Fact, wanted: Quantity) -> Ground | None:
        for normal in arithmetic.spellings(wanted):
            equal = self.ledger.entry("number", normal)
            if equal is not None:
                return EQUIVALENT, f"{normal} by unit arithmetic", equal.first
        return self._duration(fact, wanted) if wanted.dimension == "time" else None

    def _rounding(self, wanted: Quantity) -> Ground | None:
        """An amount of the ledger that the wanted one rounds."""
        for normal, entry in self._amounts_near(wanted, float(arithmetic.grain(wanted))):
            other = arithmetic.of_normal(normal, entry.kind)
            if other is not None and arithmetic.rounds_to(wanted, other):
                return EQUIVALENT, f"{normal}, rounded", entry.first
        return None

    def _unitless(self, fact: Fact, wanted: Quantity, sentence: str, rough: bool) -> Ground | None:
        """The amount stands there without its unit, among words that make it the same."""
        if self.around is None:
            return None
        event = Standing(self.ledger, self.around).event_of(fact, wanted, sentence, rough)
        if event is None:
            event = self._translated(fact, wanted, sentence)
        return None if event is None else (EQUIVALENT, "the number stands without its unit", event)

    def _translated(self, fact: Fact, wanted: Quantity, sentence: str) -> int | None:
        """The event in which a count stands beside another fact of its sentence, among words of another script: what
        it counts has no name there that could be compared."""
        digits = plain(wanted.number)
        if self.around is None or not digits.isdigit() or not fact.kind.startswith("count:"):
            return None
        for other in self.ledger.finder.facts(sentence):
            entry = self.ledger.entry(other.category, other.normal) if other.normal != fact.normal else None
            for text in self.around.texts(entry.first) if entry is not None else ():
                for start, end in itertools.islice(whole(digits, text), _MATCHES):
                    beside = text[max(0, start - _NEARBY) : end + _NEARBY]
                    if other.literal in beside and (_HAN.search(beside) is None) != (_HAN.search(sentence) is None):
                        return entry.first if entry is not None else None
        return None

    def _amounts_near(self, wanted: Quantity, reach: float) -> Iterator[tuple[str, Entry]]:
        """The ledger's amounts of a dimension within a share of the wanted one: a first look, by floats in order."""
        known = self.ledger.listing.of("number")
        for exact in wanted.values:
            middle = float(exact)
            for _, normal in self.ledger.listing.between(wanted.dimension, middle * (1 - reach), middle * (1 + reach)):
                yield normal, known[normal]

    def _counted(self, fact: Fact, wanted: Quantity, sentence: str) -> Ground | None:
        """A count whose thing one side does not name (41个) or calls something else (rows and lines), or that is the
        number of a line (``bus.rs:132``)."""
        digits = plain(wanted.number)
        if not digits.isdigit():
            return None
        others = self.ledger.listing.with_number(digits)
        for normal, entry in others:
            if (
                len(digits) > 1
                and entry.kind.startswith("count:")
                and (UNNAMED | ({"time"} if len(digits) >= LONG_NUMBER else set()))
                & {one.removeprefix("count:") for one in (fact.kind, entry.kind)}
            ):
                return EQUIVALENT, f"{normal}, with its name or without", entry.first
        things = related(fact.kind, sentence.partition(fact.literal)[2]) - UNNAMED
        for normal, entry in others:
            if counts(entry.kind, things):
                return EQUIVALENT, f"{normal}, by another name", entry.first
        # 132行 may count lines or name one; "132 lines" counts
        places = (
            self.ledger.places(encode(f":{digits}")) if fact.literal.endswith("行") and counted_digits(wanted) else []
        )
        return (EQUIVALENT, "the number of a line", places[0][0]) if places else None

    def _alone(self, wanted: Quantity) -> Ground | None:
        """A result that holds this number and no other: what a command counted, whatever one calls it."""
        digits = counted_digits(wanted) or plain(wanted.number)
        if self.around is None or not digits.isdigit() or len(digits) == 1:
            return None
        for needle in dict.fromkeys([encode(digits), *long_digits(wanted.number)]):
            for event, origin in self.ledger.places(needle):
                if origin is not Origin.RESULT:
                    continue
                for text in self.around.texts(event):
                    if len(text) < _SHORT_RESULT and [one.replace(",", "") for one in _RUNS.findall(text)] == [digits]:
                        counted = [one for one in self.ledger.finder.facts(text) if one.category == "number"]
                        if not counted:
                            return EQUIVALENT, "the only number of a result", event
        return None

    def _answered(self, fact: Fact) -> Ground | None:
        """A status of a server that reads like a count: "the 502 errors", of which somebody said ``502s``."""
        status = _STATUS.match(fact.literal)
        if status is None or self.around is None:
            return None
        for needle in (encode(status[1]), encode(f"{status[1]}s")):
            for event, _ in self.ledger.places(needle):
                for text in self.around.texts(event):
                    if re.search(rf"(?<![\w.,]){status[1]}s\b|(?i:HTTP|status|code)\W{{0,3}}{status[1]}\b", text):
                        return EQUIVALENT, f"{status[1]} as an answer", event
        return None

    def _duration(self, fact: Fact, wanted: Quantity) -> Ground | None:
        """A duration as a clock shows it, by its parts, or in whole minutes or hours of one in seconds."""
        shown = arithmetic.clock(wanted)
        clock = self.ledger.listing.containing("datetime", f"\n{shown}\n", f"\n{shown}.") if shown else None
        if clock is not None:
            return EQUIVALENT, f"{clock[0]} as a clock shows it", clock[1].first
        short = arithmetic.short_clock(wanted)
        if short and (places := self.ledger.places(encode(short))):
            return EQUIVALENT, f"{short} as a clock shows it", places[0][0]
        for spelled in in_iso(wanted):
            if places := self.ledger.places(encode(spelled)):
                return EQUIVALENT, f"{spelled}, the same duration", places[0][0]
        if (cron := scheduled(wanted)) and (places := self.ledger.places(encode(cron))):
            return EQUIVALENT, f"{cron} in a schedule", places[0][0]
        found = [self.ledger.entry("number", part.normal) for part in units.parts(fact.literal)]
        if found and all(found) and found[0] is not None:
            return EQUIVALENT, "its parts", found[0].first
        if wanted.unit not in ("minute", "hour") or wanted.number < _WHOLE_UNITS or wanted.number.denominator != 1:
            return None
        one = wanted.values[0] / wanted.number
        for normal, near in self._amounts_near(wanted, float(1 / wanted.number)):
            other = arithmetic.of_normal(normal, near.kind)
            if (
                other is not None
                and other.unit == "second"
                and any(_whole(v / one, wanted.number) for v in other.values)
            ):
                return EQUIVALENT, f"{normal}, in whole units", near.first
        return None

    def _apart(self, fact: Fact, wanted: Quantity) -> Ground | None:
        """A count and what it counts stand in another order: ``tests: 214 passed``."""
        digits, thing = counted_digits(wanted), fact.kind.removeprefix("count:")
        if not digits or self.around is None:
            return None
        named = bool(self.ledger.listing.with_number(digits))  # it counts something there
        for event, _ in self.ledger.places(encode(digits))[:_MOST_APART]:
            if self.around.stands_beside(event, digits, thing, right_in_front=named):
                return EQUIVALENT, "the number and the thing stand on one line", event
        return None

    def _bare_number(self, fact: Fact, wanted: Quantity) -> Ground | None:
        """A long number that stands in the log under another name, and there never with another
        unit, is the same number."""
        digits = plain(wanted.number)
        if len(digits) < LONG_NUMBER or "/" in digits:
            return None
        if self.ledger.listing.with_number(digits):
            return None
        for needle in long_digits(wanted.number):
            places = self.ledger.places(needle)
            texts = self.around.texts(places[0][0]) if places and self.around and wanted.dimension in MONEYS else ()
            cents = rf"(?<![\d.,]){re.escape(decode(needle))}{HUNDREDTHS.pattern}"
            if places and not any(re.search(cents, text) for text in texts):
                return EQUIVALENT, "the number stands without its unit", places[0][0]
        return None


def _whole(exact: Fraction, whole: Fraction) -> bool:
    """Whether an amount in whole units is the exact one, cut or rounded."""
    return whole <= exact < whole + 1 or abs(exact - whole) <= Fraction(1, 2)


def _is_rough(fact: Fact, sentence: str) -> bool:
    """Whether a number is written as one that was rounded: with a magnitude, a decimal, or a word that says so."""
    if _SHORTENED.search(fact.literal):
        return True
    place = sentence.find(fact.literal)
    return place >= 0 and _ABOUT.search(sentence[max(0, place - 20) : place]) is not None
