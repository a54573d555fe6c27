"""Grounds: where in a ledger a fact of a summary can have been taken from."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction

from threefold.auditing import days
from threefold.auditing.facts import Fact
from threefold.auditing.findings import EQUIVALENT, VERIFIED
from threefold.auditing.instants import in_zone, same_instant, zoned
from threefold.auditing.ledger import Entry, Ledger, Origin
from threefold.auditing.options import ELLIPSES, lacks_option, words_of
from threefold.auditing.related import UNNAMED, counts, related
from threefold.auditing.spelling import LONG_NUMBER, counted_digits, long_digits, needles_of, quantity_of
from threefold.auditing.standing import HUNDREDTHS, Standing
from threefold.auditing.surroundings import Surroundings
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
_HOME = later(r"(?:~|/(?:home|Users)/[^/]+|/root)/")
_MATCHES, _NEARBY = 40, 120  # places of a number in one text, and characters around one in which another fact stands
_ANSWERED = later(r"(?i)\b(?:https?|status|answer\w*|respon\w+|return\w*|GET|POST|PUT|PATCH|HEAD)\b|状态|返回|响应")
_ASKED = later(r"\b(?:curl|wget|http|requests?|fetch)\b")
_HAN = later(r"[\u4e00-\u9fff]")
_MOST_APART = 6  # places of a count's digits that are read for the thing that it counts
_WHOLE_UNITS = 5  # minutes or hours from which on a duration may be told in whole ones
_DATE, _YEAR, _MINUTES, _SECONDS = len("2026-01-08"), len("2026-"), len("10:20"), len("10:20:30")
_INSTANTS = 5_000  # times of the ledger that one with a zone is compared with
Ground = tuple[str, str, int | None]
"""Status, basis, and the event."""


class Grounds:
    """Looks in one ledger for what a fact can have been taken from."""

    def __init__(self, ledger: Ledger, cwd: str, around: Surroundings | None) -> None:
        self.ledger, self.cwd, self.around = ledger, cwd, around

    def of(self, fact: Fact, sentence: str) -> Ground | None:
        """The status of a fact that stands in the ledger, why, and the event; None for one that does not."""
        entry = self.ledger.entry(fact.category, fact.normal)
        if entry is not None:
            return VERIFIED, "literal", entry.first
        if fact.category == "path":
            return self._path_grounds(fact)
        if fact.category == "number":
            return self._number_grounds(fact, sentence)
        if fact.category == "command":
            return self._command_grounds(fact)
        for needle in [encode(fact.literal)] if fact.kind == "http" else needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        if fact.category == "hash":
            return self._hash_grounds(fact)
        if fact.kind == "http":
            return self._status_grounds(fact.normal.rpartition(" ")[2])
        if fact.category == "datetime":
            return self._datetime_grounds(fact) or self._day_grounds(fact)
        return None

    def _day_grounds(self, fact: Fact) -> Ground | None:
        """A day that the log names in another way."""
        found = None if self.around is None else days.ground(fact, self.ledger, self.around)
        return None if found is None else (EQUIVALENT, *found)

    def _path_grounds(self, fact: Fact) -> Ground | None:
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
        if not name:
            return None
        return (
            self._at_home(fact.normal)
            or self._joined(folder, name)
            or self._tail(fact.normal)
            or self._rooted(fact.normal, folder)
        )

    def _at_home(self, normal: str) -> Ground | None:
        """A path below a person's folder, which is ``~`` as well: ``/home/kim/src`` and ``~/src``."""
        home = _HOME.match(normal)
        if home is None:
            return None
        rest = normal[home.end() :]
        places = self.ledger.places(encode(f"~/{rest}"))
        if places:
            return EQUIVALENT, f"~/{rest}", places[0][0]
        longer = self.ledger.listing.containing("path", f"/{rest}\n") if home[0] == "~/" else None
        found = longer is not None and _HOME.match(longer[0])
        return (
            (EQUIVALENT, longer[0], longer[1].first)
            if longer and found and found.end() + len(rest) == len(longer[0])
            else None
        )

    def _tail(self, normal: str) -> Ground | None:
        """The end of a Windows path, whose letters are small in its normal form and whose separators differ."""
        tail = "/" + normal.lower()
        for other, entry in self.ledger.listing.holding("path", tail):
            if entry.kind == "windows" and other.endswith(tail):
                return VERIFIED, "part of a longer path", entry.first
        return None

    def _rooted(self, normal: str, folder: str) -> Ground | None:
        """A path whose folder stands there and whose end stands as a path of its own, below no other folder."""
        places = self.ledger.places(encode(folder))
        tail = normal.partition("/")[2]
        while places and "/" in tail:
            entry = self.ledger.entry("path", tail)
            if entry is not None and self.ledger.listing.containing("path", f"/{tail}\n") is None:
                return EQUIVALENT, f"{tail}, in a folder that stands apart", entry.first
            tail = tail.partition("/")[2]
        return None

    def _elided(self, normal: str) -> Ground | None:
        """``/var/.../T/x`` stands for any longer path that begins and ends so."""
        head, _, tail = normal.partition("...")
        for other, entry in self.ledger.listing.holding("path", max(head, tail, key=len)):
            if other.startswith(head) and other.endswith(tail) and len(other) >= len(head) + len(tail):
                return VERIFIED, f"{other}, shortened", entry.first
        return None

    def _short_name(self, name: str) -> Ground | None:
        """A file is called by the end of its name: ``condensation.go`` for ``manual_commit_condensation.go``."""
        if len(name) < 8:
            return None
        longer = self.ledger.listing.containing("path", f"_{name}\n", f"-{name}\n")
        return None if longer is None else (EQUIVALENT, f"short for {longer[0]}", longer[1].first)

    def _joined(self, folder: str, name: str) -> Ground | None:
        """A listing names the folder in its call and the file in its result: joined, they are the path."""
        if self.around is None:
            return None
        folders = {event for event, origin in self.ledger.places(encode(folder)) if origin is Origin.CALL}
        for event, origin in self.ledger.places(encode(name)):
            call = self.ledger.partners.get(event)
            if origin is Origin.RESULT and call in folders and self.around.lists(call, folder, event, name):
                return VERIFIED, "folder and name in one listing", event
        return None

    def _number_grounds(self, fact: Fact, sentence: str) -> Ground | None:
        for needle in (encode(fact.literal), *([encode(fact.normal[1:])] if fact.kind == "version" else ())):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        wanted = quantity_of(fact.normal, fact.literal)
        if wanted is None:
            return None
        if wanted.dimension.startswith("count:"):  # counts have one unit: equal ones have equal normal forms
            found = self._apart(fact, wanted) or self._counted(fact, wanted, sentence)
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
        whole = later(rf"(?<![\w.,:/-]){digits}(?![\w%]|[.,:/-]\d)")
        for other in self.ledger.finder.facts(sentence):
            entry = self.ledger.entry(other.category, other.normal) if other.normal != fact.normal else None
            for text in self.around.texts(entry.first) if entry is not None else ():
                for match in itertools.islice(whole.finditer(text), _MATCHES):
                    beside = text[max(0, match.start() - _NEARBY) : match.end() + _NEARBY]
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

    def _duration(self, fact: Fact, wanted: Quantity) -> Ground | None:
        """A duration as a clock shows it, by its parts, or in whole minutes or hours of one in seconds."""
        shown = arithmetic.clock(wanted)
        clock = self.ledger.listing.containing("datetime", f"\n{shown}\n", f"\n{shown}.") if shown else None
        if clock is not None:
            return EQUIVALENT, f"{clock[0]} as a clock shows it", clock[1].first
        short = arithmetic.short_clock(wanted)
        if short and (places := self.ledger.places(encode(short))):
            return EQUIVALENT, f"{short} as a clock shows it", places[0][0]
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

    def _command_grounds(self, fact: Fact) -> Ground | None:
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        words = set(words_of(fact.normal)) - ELLIPSES
        telling = max(words, key=len, default="")  # most commands do not hold it, and need not be cut into words
        for normal, entry in self.ledger.listing.holding("command", telling):
            if entry.kind == fact.kind and words <= set(words_of(normal)) and not lacks_option(fact.normal, normal):
                return EQUIVALENT, "its words stand in one command", entry.first
        return None

    def _status_grounds(self, status: str) -> Ground | None:
        """A status that a server's answer is told by without the letters HTTP: ``The page answers 200``."""
        if self.around is None:
            return None
        whole = later(rf"(?<![\w.,:/-]){status}(?![\w%]|[.,:/-]\d)")
        for event, _ in self.ledger.places(encode(status)):
            call = self.ledger.partners.get(event)
            asked = call is not None and any(_ASKED.search(text) for text in self.around.texts(call))
            for text in self.around.texts(event):
                for match in itertools.islice(whole.finditer(text), _MATCHES):
                    if asked or _ANSWERED.search(text[max(0, match.start() - _NEARBY) : match.end() + _NEARBY]):
                        return EQUIVALENT, f"{status} as an answer", event
        return None

    def _hash_grounds(self, fact: Fact) -> Ground | None:
        for category, basis in (("hash", "prefix of a longer hash"), ("uuid", "prefix of a UUID")):
            longer = self.ledger.listing.containing(category, "\n" + fact.normal)
            if longer is not None:
                return VERIFIED, basis, longer[1].first
        return None

    def _datetime_grounds(self, fact: Fact) -> Ground | None:
        wanted, known = fact.normal, self.ledger.listing
        date, both, time = wanted.partition("T")
        if len(date) == _DATE or fact.kind == "time":
            longer = known.containing("datetime", wanted)
            yearless = known.containing("datetime", f"\n{wanted[_YEAR:]}") if fact.kind == "date" else None
        else:
            longer, yearless = known.containing("datetime", f"-{wanted}", f"\n{wanted}"), None
        if longer is not None:
            return VERIFIED, "part of a longer time", longer[1].first
        if yearless is not None:
            return EQUIVALENT, "the day stands without its year", yearless[1].first
        same = same_instant(fact, known.first("datetime", _INSTANTS)) if zoned(fact) else None
        entry = self.ledger.entry("datetime", same) if same is not None else None
        if entry is not None:
            return EQUIVALENT, f"{same} in another zone", entry.first
        if not both or len(time) < _MINUTES or (zoned(fact) and self._has_another_zone(wanted)):
            return None
        clock = time[: _SECONDS if time[5:6] == ":" else _MINUTES]
        zoneless = known.containing("datetime", f"\n{date}T{clock}")
        if zoneless is not None:
            return VERIFIED, "stands there without its zone", zoneless[1].first
        day, hour = known.containing("datetime", date), known.containing("datetime", f"\n{clock}")
        return None if day is None or hour is None else (VERIFIED, "date and time stand apart", hour[1].first)

    def _has_another_zone(self, normal: str) -> bool:
        """Whether the same date and time stands there with a zone: then this one is not left to be put together."""
        found = self.ledger.listing.containing("datetime", normal[: _DATE + 1 + _SECONDS])
        return found is not None and in_zone(found[0])


def _whole(exact: Fraction, whole: Fraction) -> bool:
    """Whether an amount in whole units is the exact one, cut or rounded."""
    return whole <= exact < whole + 1 or abs(exact - whole) <= Fraction(1, 2)


def _is_rough(fact: Fact, sentence: str) -> bool:
    """Whether a number is written as one that was rounded: with a magnitude, a decimal, or a word that says so."""
    if _SHORTENED.search(fact.literal):
        return True
    place = sentence.find(fact.literal)
    return place >= 0 and _ABOUT.search(sentence[max(0, place - 20) : place]) is not None
