"""What a summary reckoned from numbers of the log that it need not repeat: the sum of a column, the sum, the difference
or the share of two numbers of one text, the time between two of its timestamps, a range of two neighbours.

Any log holds numbers from which nearly anything could be reckoned. Only short texts are read, or the neighbours that a
range names; the more digits the result shows, and the more words and values of its sentence stand in the text, the less
it is an accident. Read for what is to be reported and for nothing else.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds import beside, lapses
from threefold.auditing.grounds.rounded import worths_of
from threefold.auditing.grounds.surroundings import whole
from threefold.text import units
from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, plain

_NUMBER = later(r"(?<![\w.,:/#$€£¥-])\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w%]|[.,:/-]\d|-\w)")
_STAMP = later(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
_EPOCH = later(r"(?<![\d.])1\d{9}(?=(?:\d{3})?(?![\d.]))")
_WORD = later(r"[A-Z]?[a-z]{2,40}|[A-Z]{3,40}|[\u4e00-\u9fff]{2}")
_NAMED = later(r"([A-Za-z_][\w.-]{1,40})[\"']?\s?[:=]\s?(\d[\d,]*(?:\.\d+)?)(?![\w.])")
_COUNTING = later(
    r"(?i)\bwc\b|\b(?:grep|rg|uniq)\b[^|;\n]{0,80}\s(?:-\w*c|--count)|\bcount\(|\blen\(|\blength\b|--count\b"
)
"""Calls that print how many there are of something."""
_RANGED = later(r"(\d(?:[\d,]*\d)?(?:\.\d+)?)[`\"']?\s?(?:-|–|—|~|\.\.|/|,|to|and|or|至|到|和|与|或|、)\s?[`\"']?$")
"""The first one of two numbers that share a unit, right in front of the second."""
_RECKONED = later(
    r"(?i)\b(?:total|sum|together|altogether|in all|all|both|overall|remain|left|leav|more|less|few|short|long|sav"
    r"|reduc|drop|fell|grew|differ|large|small|fast|slow|high|low|added|removed|miss|fail)\w*"
    r"|共|合计|总|全部|剩|差|多|少|减|增|省|快|慢|失败"
)
_LAST, _NEXT = later(r"([A-Za-z][\w-]{2,40})[\"'`:=() \t]{1,3}$"), later(r"^[\"'`:=() \t]{1,3}([A-Za-z][\w-]{2,40})")
_NAMES = later(r"[A-Za-z][\w-]{2,40}")
_NAME = 44  # characters beside a number that hold a name
_SCALES = ("time", "bytes")
_STAMPS = 4  # timestamps of a text up to which all are paired, and not neighbours alone
_LEAST = 10
_TELLING = 3  # digits up to which a value like the one that stands there makes another witness needed
_LINES = 60
_FEW = 4  # numbers of a text that holds few
_DAY = 86_400
T = TypeVar("T", int, Fraction)


class Text:
    """A short text of the log, with the call that gave it."""

    def __init__(self, event: int, text: str, call: str) -> None:
        self.event, self.text, self.call = event, text, call

    @cached_property
    def stems(self) -> frozenset[str]:
        return stems(f"{self.call}\n{self.text}")

    @cached_property
    def rows(self) -> list[list[Fraction]]:
        """The numbers of each line."""
        found = []
        for line in self.text.split("\n")[:_LINES]:
            values = [value for match in _NUMBER.finditer(line) if (value := number(match[0])) is not None]
            found.append(values)
        return found

    @cached_property
    def pairs(self) -> list[tuple[Fraction, Fraction]]:
        """The numbers that may be reckoned with: the two of a text that has no more, else those next to each other on a
        line or in a column. One of a single digit is a slip's difference as often as anything."""
        every = [one for row in self.rows for one in row]
        found: list[tuple[Fraction, Fraction]] = []
        if len(every) == len("ab"):
            found.append((every[0], every[1]))
        for row, below in itertools.pairwise([*self.rows, []]):
            found += itertools.pairwise(row)
            if len(row) == len(below):
                found += zip(row, below, strict=True)
        return [(one, other) for one, other in dict.fromkeys(found) if one != other and min(one, other) >= _LEAST]

    @cached_property
    def sums(self) -> list[Fraction]:
        """The sums of the first number of lines that follow one another, and of the numbers with the same name."""
        runs: list[list[Fraction]] = [[]]
        for row in self.rows:
            if row:
                runs[-1].append(row[0])
            elif runs[-1]:
                runs.append([])
        named: dict[str, list[Fraction]] = {}
        for match in itertools.islice(_NAMED.finditer(self.text), _LINES):
            value = number(match[2])
            if value is not None:
                named.setdefault(match[1], []).append(value)
        return [sum(run, Fraction(0)) for run in [*runs, *named.values()] if len(run) > 1]

    @cached_property
    def apart(self) -> list[Fraction]:
        """The seconds between its timestamps."""
        stamps = [Fraction(int(datetime.fromisoformat(one).timestamp())) for one in _valid(_STAMP.findall(self.text))]
        stamps += [Fraction(int(one)) for one in _EPOCH.findall(self.text)]
        found = [abs(one - other) for one, other in _near(stamps)]
        if not stamps:
            clocks = [lapses.seconds(match) for match in itertools.islice(lapses.CLOCK.finditer(self.text), _LINES)]
            found += [Fraction((other - one) % _DAY) for one, other in _near(clocks)]
        return found


def _near(values: Sequence[T]) -> Iterator[tuple[T, T]]:
    return iter(itertools.combinations(values, 2)) if len(values) <= _STAMPS else iter(itertools.pairwise(values))


def _valid(stamps: Sequence[str]) -> Iterator[str]:
    for one in stamps[:_LINES]:
        try:
            datetime.fromisoformat(one)
        except ValueError:
            continue
        yield one


def stems(text: str) -> frozenset[str]:
    """The words of a text by their first letters, without the ending of a plural."""
    found = set()
    for word in _WORD.findall(text):
        small = word.lower()
        found.add((small[:-1] if small.endswith("s") and not small.endswith("ss") else small)[:5])
    return frozenset(found - _COMMON)


_COMMON = frozenset(
    [
        "the",
        "and",
        "for",
        "was",
        "were",
        "with",
        "from",
        "this",
        "that",
        "are",
        "has",
        "have",
        "not",
        "now",
        "all",
        "per",
        "its",
        "out",
        "into",
        "run",
    ]
)


class Reckoned:
    """One amount of a summary that stands nowhere, and what it may have been reckoned from."""

    def __init__(self, fact: Fact, sentence: str, altered: bool) -> None:
        """``altered`` says that a value like it stands there from which it may have been made."""
        self.fact, self.sentence, self.altered = fact, sentence, altered
        self.wanted = units.parse(fact.literal)
        rest = sentence.replace(fact.literal, " ")
        self.stems = stems(rest) | stems(fact.literal)
        self.others = [match[0] for match in _NUMBER.finditer(rest) if len(match[0]) > 1]
        self.digits = len("".join(re.findall(r"\d", fact.literal)).strip("0"))
        self.place = sentence.find(fact.literal)

    @property
    def range(self) -> str:
        """How a log shows a range of which this amount is the end, or an empty pattern."""
        first = _RANGED.search(self.sentence[max(0, self.place - 40) : self.place]) if self.place > 0 else None
        if first is None or self.wanted is None:
            return ""
        return rf"{re.escape(first[1])}[^0-9]{{1,14}}{re.escape(plain(self.wanted.number))}"

    def found(self, texts: Sequence[Text]) -> tuple[str, int] | None:
        """From what it was reckoned, and the event."""
        if self.wanted is None or self.wanted.number <= 0:
            return None
        for text in texts:
            basis = self._counted(self.wanted, text) or self._named(self.wanted, text)
            if not basis and self._may_follow(text):
                basis = self._follows(self.wanted, text)
            if basis:
                return basis, text.event
        return None

    def _counted(self, wanted: Quantity, text: Text) -> str:
        """A number on a line of its own, of a call that counts."""
        digits = plain(wanted.number)
        if not wanted.dimension.startswith("count:") or len(digits) < 2 or not _COUNTING.search(text.call):
            return ""
        return "what a call counted" if any(line.strip() == digits for line in text.text.split("\n")) else ""

    def _named(self, wanted: Quantity, text: Text) -> str:
        """A count right beside a word that stands right beside it in the sentence: ``20  Ivo`` and "Ivo 20 commits"."""
        digits = plain(wanted.number)
        if not wanted.dimension.startswith("count:") or len(digits) < 2 or self.altered or self.place < 0:
            return ""
        end = self.place + len(self.fact.literal)
        said = set(_NAMES.findall(self.sentence[max(0, self.place - _NAME) : self.place])[-2:])
        said.update(_NEXT.findall(self.sentence[end:]))
        said -= _COMMON
        for first, last in itertools.islice(whole(digits, text.text), _LINES):
            there = {*_LAST.findall(text.text[:first][-_NAME:]), *_NEXT.findall(text.text[last : last + _NAME])}
            if said & there:
                return f"{digits} beside {min(said & there)}"
        return ""

    def witnesses(self, text: Text) -> int:
        """How many words and values of the sentence stand in a text; a value tells more."""
        told = sum(next(whole(other, text.text), None) is not None for other in self.others)
        return len(self.stems & text.stems) + 2 * told

    def _may_follow(self, text: Text) -> bool:
        """Whether enough of the sentence stands in a text."""
        if self.wanted is not None and next(whole(plain(self.wanted.number), text.text), None) is not None:
            return False  # it stands there, and is something else
        witnesses = self.witnesses(text)
        needed = max(1, 4 - self.digits) - (sum(map(len, text.rows)) <= _FEW)
        return witnesses >= max(1, needed) + (self.altered and self.digits <= _TELLING)

    def _follows(self, wanted: Quantity, text: Text) -> str:
        counts = wanted.dimension.startswith("count:")
        worths = (Fraction(1),) if counts else worths_of(wanted.dimension) if wanted.dimension in _SCALES else ()
        telling = self.digits > 2 or (self.digits > 1 and (counts or "." in self.fact.literal))
        sums = [one * worth for one in text.sums for worth in worths] if telling else []
        if any(beside.told_as(wanted, one) for one in sums):
            return "the sum of numbers of the log"
        if self.altered:
            return ""
        if wanted.dimension == "time" and self.digits > 1:
            return "the time between two of the log" if any(beside.told_as(wanted, one) for one in text.apart) else ""
        if wanted.dimension == "share":
            return next((told for one, other in text.pairs if (told := _share(wanted, one, other))), "")
        if not counts or self.digits < 2 or (self.digits < 3 and not _RECKONED.search(self.sentence)):
            return ""
        for one, other in text.pairs:
            if beside.told_as(wanted, one + other):
                return f"{plain(one)} and {plain(other)} of the log together"
            if beside.told_as(wanted, abs(one - other)):
                return f"from {plain(one)} and {plain(other)} of the log"
        return ""


def _share(wanted: Quantity, one: Fraction, other: Fraction) -> str:
    """How a share follows from two numbers: one of the other, or of both."""
    small, large = sorted((one, other))
    for part, all_ in ((small, large), (small, small + large), (large, small + large), (large - small, large)):
        if beside.told_as_number(wanted.number, 100 * part / all_):
            return f"from {plain(one)} and {plain(other)} of the log"
    return ""
