"""The amounts of a sentence, and those that a text shows beside one another: on one line, or one above the other.

What a summary reckons (a share, a difference, how many times as fast) mostly follows from two values that it shows so,
in a table or a line before.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds import lapses
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, plain

_BARE = later(r"(?<![\w.,:/#-])\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w/:]|[.,]\d|-\d)")
_SHARING = later(r"(?i)\s?(?:/|-|–|→|->|~|of|out of|to|from|and|or|from|至|到)\s?(?:the\s)?")
"""What stands between two numbers of which only the second one has a unit."""
_NEXT = 2  # amounts of a line between which and another one nothing or one other amount stands
_NAME = later(r"[A-Za-z_][A-Za-z_]*\d*|[\u4e00-\u9fff]{2,}")
_STEM = 6
_COMMON_WORDS = "the and was for of to in is it at by on a an as from with than that this about after before now"
_COMMON = frozenset(_COMMON_WORDS.split())
_LONGEST = 2000  # characters of a line that is read
_MOST = 400
_MOST_OFF = Fraction(1, 50)


class Amount(NamedTuple):
    """A value in its base unit, and the number as it is written; ``dimension`` is empty where it has no unit."""

    value: Fraction
    number: Fraction
    dimension: str
    start: int
    literal: str


class Pair(NamedTuple):
    """Two amounts that stand beside each other, where the line of the second one begins and ends in the text, and the
    names on their lines."""

    one: Amount
    other: Amount
    start: int
    end: int
    names: frozenset[str]


def amount(fact: Fact) -> Iterator[Amount]:
    """The amount of a number with a unit."""
    quantity = units.parse(fact.literal) or arithmetic.of_normal(fact.normal, fact.kind)
    if quantity is not None:
        yield Amount(quantity.values[0], quantity.number, quantity.dimension, fact.start, fact.literal)


def amounts(finder: Finder, sentence: str, without: tuple[int, int] = (0, 0), normal: str = "") -> list[Amount]:
    """The amounts of a sentence in order, those without a unit too. Left out are what overlaps a span, and the others
    of this normal form."""
    found: list[Amount] = []
    covered: list[tuple[int, int]] = [without]
    for one in finder.facts(sentence):
        covered.append((one.start, one.end))
        if one.category == "number" and one.kind != "version" and one.normal != normal:
            found += amount(one)
    for match in lapses.CLOCK.finditer(sentence):
        if match[3]:  # 0:01:56 is a duration as well
            covered.append(match.span())
            seconds = Fraction(lapses.seconds(match))
            found.append(Amount(seconds, seconds, "time", match.start(), f"{seconds} seconds"))
    for match in _BARE.finditer(sentence):
        if not any(start < match.end() and match.start() < end for start, end in covered):
            value = number(match[0])
            if value is not None:
                found.append(Amount(value, value, "", match.start(), match[0]))
    return _with_units(sorted(found, key=lambda one: one.start), sentence)


def _with_units(found: list[Amount], sentence: str) -> list[Amount]:
    """The amounts, where a number without a unit shares that of the next one: 612 of 750 GB."""
    for place, (one, other) in enumerate(itertools.pairwise(found)):
        between = sentence[one.start + len(one.literal) : other.start]
        if not one.dimension and other.dimension and other.number and _SHARING.fullmatch(between):
            value = one.number * other.value / other.number
            found[place] = one._replace(value=value, dimension=other.dimension)
    return found


def pairs(finder: Finder, text: str) -> list[Pair]:
    """The amounts of a text that stand beside each other and are of one kind: next to each other on a line, or at one
    place of two lines that show as many."""
    found: list[Pair] = []
    start, above, names_above = 0, list[Amount](), frozenset[str]()
    for line in text.split("\n"):
        end = start + len(line)
        here = amounts(finder, line) if len(line) <= _LONGEST else []
        called = names(line) if here else frozenset[str]()
        for place, one in enumerate(here):
            found += [Pair(one, other, start, end, called) for other in here[place + 1 : place + 1 + _NEXT]]
        if len(here) == len(above):
            both = called | names_above
            found += [Pair(one, other, start, end, both) for one, other in zip(above, here, strict=True)]
        if line.strip(" |:-"):
            above, names_above = here, called
        start = end + 1
        if len(found) > _MOST:
            break
    return [pair for pair in found if alike(pair.one, pair.other)][:_MOST]


def alike(one: Amount, other: Amount) -> bool:
    """Whether two amounts can be reckoned with: of one dimension, both counts, or one without a unit."""
    dimensions: Sequence[str] = (one.dimension, other.dimension)
    return (
        one.dimension == other.dimension
        or "" in dimensions
        or all(dimension.startswith("count:") for dimension in dimensions)
    )


def follows(wanted: Quantity, pair: Pair) -> bool:
    """Whether an amount is how two others compare: their share, how many times one is the other, or their difference;
    of two shares, too."""
    one, other = pair.one, pair.other
    if wanted.dimension in ("share", "times"):
        scale = 100 if wanted.dimension == "share" else 1
        if one.value > 0 < other.value:
            for first, second in ((one, other), (other, one)):
                ratio = scale * first.value / second.value
                # what is given as so many times another may be reckoned from what was not rounded yet
                rest = slack(first, second) * ratio if scale == 1 else Fraction(0)
                results = (ratio, abs(scale - ratio)) if scale > 1 else (ratio,)
                if any(abs(result - wanted.number) <= step(wanted.number) / 2 + rest for result in results):
                    return True
        if "share" not in (one.dimension, other.dimension) or wanted.dimension == "times":
            return False
    difference = abs(one.value - other.value)
    if not one.dimension == other.dimension == wanted.dimension:
        if (one.dimension or other.dimension) and not wanted.dimension.startswith("count:"):
            return False
        wanted = wanted._replace(values=(wanted.number,))
    unit = wanted.values[0] / wanted.number if wanted.number else Fraction(1)
    exact = Quantity(wanted.dimension, wanted.unit, difference / unit, (difference,))
    return difference > 0 and (told_as(wanted, difference) or arithmetic.rounds_to(wanted, exact))


def told_as_number(told: Fraction, exact: Fraction) -> bool:
    """Whether a number tells an exact one, to the digits that it shows."""
    return abs(exact - told) <= step(told) / 2


def slack(one: Amount, other: Amount) -> Fraction:
    """By which share the quotient of two amounts may be off, as far as they show no more digits; next to nothing where
    both are counts, which are exact."""
    if one.dimension.startswith("count:") or not one.dimension or not one.number or not other.number:
        return Fraction(0)
    return min(step(one.number) / one.number + step(other.number) / other.number, _MOST_OFF) / 2


def step(told: Fraction) -> Fraction:
    """One of the last digit that a number shows behind its point, or one."""
    return Fraction(1, 10 ** len(plain(told).partition(".")[2]))


def names(text: str) -> frozenset[str]:
    """The words of a text by which a measure is named: ``p99``, ``APK``, 错误率 by every two of its characters."""
    found: set[str] = set()
    for word in _NAME.findall(text):
        if word[0] < "\u4e00":
            found.add(word.lower()[:_STEM])
        else:
            found.update(word[place : place + 2] for place in range(len(word) - 1))
    return frozenset(found - _COMMON)


def told_as(wanted: Quantity, exact: Fraction) -> bool:
    """Whether an exact amount is told as the wanted one, in any meaning of its unit, to the digits that it shows."""
    return any(told_as_number(wanted.number, exact / value * wanted.number) for value in wanted.values if value)
