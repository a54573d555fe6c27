"""Numbers of a log that an amount of a summary rounds, whatever they look like there: ``37914402 ns/op`` and ``0.0379``
for 38 ms, ``pos_rate=0.0731`` for 7.31%, ``182318M`` for 178 GB, ``9:12.44`` for 9 min 12 s.

A number that lies near enough says little by itself. It is taken where its unit stands with it, in front or behind;
where a word names such an amount; where it is the only number of its text; or where words or other values of the
summary's sentence stand beside it. How much of that is needed depends on how many digits the summary shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.masks import numbers_between
from threefold.auditing.grounds.standing import NAMES, name_of, naming_call, references, words
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.patterns import Pattern
from threefold.text.quantities import Quantity, plain
from threefold.text.unicode import decode
from threefold.text.vocabulary import MAGNITUDE, MEASURES, MONEYS

_SCALED = later(r"(\d+(?:\.\d+)?) ?([kKM万亿](?![A-Za-z])|million|billion|thousand|bn\b)")
_WORTH = {
    "time": (*(Fraction(1, 10**power) for power in (9, 6, 3, 0)), Fraction(60), Fraction(3600)),
    "bytes": tuple(map(Fraction, (1, 1000, 1024, 10**6, 1 << 20, 10**9, 1 << 30))),
    "share": (Fraction(1), Fraction(100)),
}
"""What one of a number without a unit may be worth there, in the base unit of its dimension."""
_SIZES = {letter: (Fraction(1000**power), Fraction(1024**power)) for power, letter in enumerate("KMGT", 1)}
_NUMBER = later(rb"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?![0-9])")
_UNIT_BEHIND = later(r"(\s?)([A-Za-zµμ]{1,12}|%|[\u4e00-\u9fff]{1,2})")
_SPELLED = (
    r"(?i:ns|nanos|us|micros|ms|millis|milliseconds|s|secs?|seconds|mins?|minutes|hours|kbytes|[kmg]i?b|bytes"
    r"|percent|pct)"
)
_UNIT_IN_FRONT = later(
    rf"(?:(?<![A-Za-z0-9])|(?<=[a-z])(?=[A-Z]))(?P<unit>{_SPELLED})[\"')\]]{{0,2}}(?:\{{[^{{}}\n]{{0,60}}\}})?\s{{0,3}}"
    rf"(?:[:=]|(?<=[)}}\]]))\s{{0,3}}[\"']?$|_(?P<last>{_SPELLED})\s{{1,3}}$"
)
"""A name in front of a number that says its unit: ``avg_us=``, ``durationMs: ``, ``size (kbytes): ``."""
_ENDING = later(r"_([A-Za-z]{1,4})[\"']?\s?[:=]\s?$")
_UNITS = {"nanos": "ns", "micros": "us", "millis": "ms", "kbytes": "KB"}
_CLOCK_BEHIND = later(rb"(?:\.[0-9]+)?(?![0-9:])")
_ABOUT = later(r"(?i)(?:[~≈]|\b(?:about|around|roughly|approx\w*|nearly|almost|some)|约|大约|近|大概)\s*$")
_TWO_DIGITS = later(r"(?<![\d.,])\d\d(?![\d.,%])")
_DIGITS = later(r"\d[\d,]*(?:\.\d+)?")
_ONLY = 200  # characters of a text that may hold nothing but one number
_FEW = 500  # characters of what a command printed that holds few of them
_AROUND, _BEFORE, _AFTER = 80, 60, 20
_BESIDE = 40  # characters in front of a number in which a word names what it measures
_LONG = 1_000
_CLOCKS = 90  # seconds of a range whose clocks are looked for
_MATCHES = 2_000
_FINER, _COARSER = 10**9, 1000  # how many times as fine and as coarse a unit of time may be in the log
_CUT = Fraction(6, 10)  # of its last digit, how far a number may have been cut instead of rounded
_HARDLY = Fraction(1, 50)  # by how much a number of one digit may differ from what it rounds, with one witness
_NEAR = Fraction(6, 100)  # with two
_TELLING = 3  # significant digits from which on either a name or a witness is enough


class Range(NamedTuple):
    """From one number to below another, as numbers of which each is worth so much of the base unit."""

    low: Fraction
    high: Fraction
    worth: Fraction


class Rounded:
    """One amount of a summary that stands nowhere, and the numbers that it may round."""

    def __init__(self, fact: Fact, sentence: str, altered: bool = False) -> None:
        """``altered`` says that a value like it stands there from which it may have been made."""
        self.fact, self.altered = fact, altered
        self.wanted = units.parse(fact.literal)
        self.ranges = [] if self.wanted is None else list(_ranges(fact, self.wanted))
        self.exact = fact.kind.startswith("count:") and _SCALED.match(fact.literal) is None
        place = sentence.find(fact.literal)
        self.about = place > 0 and _ABOUT.search(sentence[:place][-20:]) is not None
        rest = sentence.replace(fact.literal, " ")
        self.said = words(sentence)
        self.name = name_of(fact, self.wanted) if self.wanted is not None else None
        self.others = {one.lower() for one in references(rest)} | set(_TWO_DIGITS.findall(rest))

    @property
    def masks(self) -> list[str]:
        """Patterns of what is to be looked for."""
        wanted = self.wanted
        own = [value / wanted.number for value in wanted.values] if wanted is not None and wanted.number else []
        found = [mask for one in self.ranges for mask in numbers_between(one.low, one.high, broken=one.worth in own)]
        return list(dict.fromkeys([*found, *self._clocks, *self._ages]))

    @property
    def _clocks(self) -> list[str]:
        """How a clock shows a duration: ``47:31`` and ``1:12:05``."""
        exact = next((one for one in self.ranges if one.worth == 1), None)
        if exact is None or self.wanted is None or self.wanted.dimension != "time":
            return []
        low, high = math.ceil(exact.low), math.ceil(exact.high)
        if high - low > _CLOCKS or low < 60 or high > 86_400:
            return []
        return [_shown(second) for second in range(low, high)]

    @property
    def _ages(self) -> list[str]:
        """How a program shows an age: ``2d3h``."""
        exact = next((one for one in self.ranges if one.worth == 3600), None)
        if exact is None or self.wanted is None or self.wanted.dimension != "time" or exact.low < 24:
            return []
        hours = range(math.ceil(exact.low), math.ceil(exact.high))
        return [f"{hour // 24}d{hour % 24}h" for hour in hours[:24]]

    def found(self, texts: Sequence[tuple[int, bytes, str]]) -> tuple[str, int] | None:
        """The number that it rounds, and its event. ``texts`` have their event and the call that gave them."""
        wanted = self.wanted
        if wanted is None or not self.ranges:
            return None
        masks = self.masks
        if not masks:
            return None
        like = Pattern("|".join(masks), max_mem=64 << 20)
        for event, text, call in texts:
            for start, end in like.all_spans(text)[:_MATCHES]:
                told = self._clock_at(text, start, end, call) or self._number_at(wanted, text, start, call)
                if told:
                    return told, event
        return None

    def _clock_at(self, text: bytes, start: int, end: int, call: str) -> str:
        """A clock at a place, where a word says that it shows how long something took."""
        shown = decode(text[start:end])
        if shown[-1:] == "h" and "d" in shown:
            return "" if _PART_BEFORE.search(text[max(0, start - 2) : start]) else shown
        if ":" not in shown or text[max(0, start - 1) : start] in _JOINED or not _CLOCK_BEHIND.match(text, end):
            return ""
        name = NAMES["time"]
        before = decode(text[max(0, start - _AROUND) : start])
        return shown if name.search(before) or naming_call("time", call) else ""

    def _number_at(self, wanted: Quantity, text: bytes, start: int, call: str) -> str:
        while start and text[start - 1 : start] in _INSIDE:
            start -= 1
        whole = _NUMBER.match(text, start)
        if whole is None or _is_part(text, start, whole.end()):
            return ""
        value, end = Fraction(decode(whole[0]).replace(",", "")), whole.end()
        fitting = [one for one in self.ranges if one.low <= value < one.high and (one.worth != 100 or value <= 1)]
        if not fitting or (value == wanted.number and not (wanted.dimension in MONEYS and b"." in whole[0])):
            return ""
        if wanted.dimension in MONEYS and (value < _LONG or b"." not in whole[0]):
            return ""  # an amount of money is printed to its hundredths, and small ones are too many
        if self.exact and value.denominator == 1:
            return ""  # another count
        low = text.rfind(b"\n", max(0, start - _BEFORE), start) + 1
        before, after = decode(text[max(low, start - _BEFORE) : start]), decode(text[end : end + _AFTER])
        factors = _told(before, after, wanted.dimension)
        if factors is not None:
            if not any(one.worth in factors for one in fitting):
                return ""
        elif _UNIT_BEHIND.match(after[:1]):
            return ""  # a letter right behind it, of no unit that is known
        amounts = [value * one.worth for one in fitting]
        close = any(abs(one - own) <= own * _HARDLY for one in amounts for own in wanted.values)
        if self._is_enough(wanted, text, start, end, call, before, after, value, close, told=factors is not None):
            return decode(whole[0])
        return ""

    def _is_enough(
        self,
        wanted: Quantity,
        text: bytes,
        start: int,
        end: int,
        call: str,
        before: str,
        after: str,
        value: Fraction,
        close: bool,
        told: bool,
    ) -> bool:
        near = f"{call}\n{decode(text[max(0, start - _AROUND) : end + _AROUND])}"
        lower = near.lower()
        witnesses = len(self.said & words(near)) + sum(other in lower for other in self.others)
        witnesses += len(text) < _ONLY and len(_DIGITS.findall(decode(text))) == 1
        printed = naming_call(wanted.dimension, call)
        name = self.name
        named = (
            told
            or printed
            or (name is not None and bool(name.search(before[-_BESIDE:]) or name.search(after.partition("\n")[0])))
        )
        digits = len(plain(wanted.number).replace(".", "").lstrip("0"))
        if self.altered and witnesses < (1 if named else 2):
            return False
        if digits == 1:
            return told and (self.about or witnesses > (0 if close else 1))
        if digits >= _TELLING:
            return named or witnesses > 0
        if len(text) < _FEW and (told or (printed and value >= _LONG)):
            return True
        return witnesses > (0 if named or value >= _LONG else 1)


def _shown(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


_INSIDE = frozenset(bytes([one]) for one in b"0123456789.")
_JOINED = frozenset(bytes([one]) for one in b"0123456789:.-")
_PART_BEFORE, _PART_BEHIND = later(rb"(?:[A-Za-z_/$#.-]|[0-9][,:])\Z"), later(rb"(?:[.:,/-][0-9]|_|[-/][A-Za-z])")


def _is_part(text: bytes, start: int, end: int) -> bool:
    """Whether what stands there is a part of a longer value: of a version, a path, a date, a name."""
    if _PART_BEFORE.search(text[max(0, start - 2) : start]) and text[start - 2 : start] not in (b"-c", b" -"):
        return True
    return _PART_BEHIND.match(text[end : end + 2]) is not None


def _told(before: str, after: str, dimension: str) -> tuple[Fraction, ...] | None:
    """What one of a number is worth by the unit that stands with it; nothing fits where that is of another dimension.
    None where no unit stands with it."""
    behind = _UNIT_BEHIND.match(after)
    if behind is not None:
        size = _SIZES.get(behind[2][0].upper()) if behind[2][1:] in ("", "i") and not behind[1] else None
        known = MEASURES.get(behind[2]) or MEASURES.get(behind[2].lower() if len(behind[2]) > 2 else behind[2])
        if size is not None and dimension == "bytes":
            return size
        if known is not None:
            return known[1][1] if known[1][0] == dimension else ()
        if not behind[1]:
            return ()
    front = _UNIT_IN_FRONT.search(before)
    if front is None:
        ending = _ENDING.search(before)  # weight_g=
        known = MEASURES.get(ending[1]) if ending is not None else None
        return known[1][1] if known is not None and known[1][0] == dimension else None
    name = (front["unit"] or front["last"]).lower()
    known = MEASURES.get(_UNITS.get(name, name)) or MEASURES.get(name.upper())
    return None if known is None else known[1][1] if known[1][0] == dimension else ()


def _decimal(worth: Fraction) -> bool:
    """Whether a unit of bytes counts in thousands. Who divides by 1,024 once does so twice."""
    return worth.numerator % 1000 == 0


def worths_of(dimension: str) -> tuple[Fraction, ...]:
    """What one of a number may be worth that tells an amount of a dimension."""
    known = _WORTH.get(dimension)
    return known if known is not None else tuple(factors[0] for _, factors in arithmetic.units_of(dimension))


@lru_cache(maxsize=1 << 8)
def _ranges(fact: Fact, wanted: Quantity) -> tuple[Range, ...]:
    """Between which numbers an amount is a rounding, by what one of them may be worth."""
    if not wanted.number:
        return ()
    scaled = _SCALED.match(fact.literal) if fact.kind.startswith("count:") else None
    if scaled is not None:  # 128.4 万
        step = Fraction(MAGNITUDE[scaled[2]], 10 ** len(scaled[1].partition(".")[2]))
        return (Range(wanted.number - step / 2, wanted.number + step, Fraction(1)),)
    if fact.kind.startswith("count:"):  # 1606.9 of them a second
        return (Range(wanted.number - Fraction(1, 2), wanted.number + 1, Fraction(1)),) if wanted.number >= 100 else ()
    scaled = _SCALED.search(fact.literal) if wanted.dimension in MONEYS else _SCALED.match(fact.literal)
    if scaled is not None:  # 1.3k rps, $24.9k
        step = Fraction(MAGNITUDE[scaled[2]], 10 ** len(scaled[1].partition(".")[2]))
    else:
        step = Fraction(1, 10 ** len(plain(wanted.number).partition(".")[2]))
    if wanted.dimension in MONEYS:  # $13,045 for a bare 13,044.90
        return (Range(wanted.number - step / 2, wanted.number + step * _CUT, Fraction(1)),)
    found: list[Range] = []
    if wanted.dimension == "time" and len(parts := units.parts(fact.literal)) > 1:
        step = parts[-1].values[0] / parts[-1].number if parts[-1].number else step  # 5 h 42 min, to the minute
    for value in dict.fromkeys(wanted.values):
        unit = value / wanted.number
        low, high = value - step * unit / 2, value + step * unit * _CUT
        if wanted.number < 10 and step == 1:
            low, high = value * (1 - _NEAR), value * (1 + _NEAR)
        for worth in {*worths_of(wanted.dimension), unit}:
            if wanted.dimension == "time" and not unit / _FINER <= worth <= _COARSER * unit:
                continue
            if worth == 1 or _decimal(worth) == _decimal(unit) or wanted.dimension != "bytes":
                found.append(Range(low / worth, high / worth, worth))
    return tuple(found)
