"""Whether two amounts mean the same: in another unit, or rounded.

``64 KB`` may mean 64,000 or 65,536 bytes, and both are kept.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from threefold.text.quantities import Quantity, plain
from threefold.text.vocabulary import CHINESE_COUNTED, MEASURES, SINGULAR


def spellings(quantity: Quantity) -> Iterator[str]:
    """The normal forms of the same amount in every unit of its dimension: ``90 second``, ``1.5 minute`` …"""
    if quantity.dimension == "share" and 0 < quantity.number < 100:
        yield f"{plain(10 - quantity.values[0] / 10)} 折"  # ten per cent off are 九折
    rate = "/s" if quantity.dimension.endswith("/s") and quantity.dimension[:-2] in _DIMENSIONS else ""
    for unit, factors in _DIMENSIONS.get(quantity.dimension.removesuffix(rate) if rate else quantity.dimension, ()):
        for value in quantity.values:
            for factor in factors:
                amount = value / factor
                if amount.denominator < 10**13:
                    yield f"{plain(amount)} {unit}{rate}"


def _by_dimension() -> dict[str, list[tuple[str, tuple[Fraction, ...]]]]:
    found: dict[str, dict[str, tuple[Fraction, ...]]] = {}
    for unit, (dimension, factors) in MEASURES.values():
        found.setdefault(dimension, {})[unit] = factors
    return {dimension: list(units.items()) for dimension, units in found.items()}


_DIMENSIONS = _by_dimension()


def units_of(dimension: str) -> list[tuple[str, tuple[Fraction, ...]]]:
    """The units of a dimension and what they may be worth in its base unit."""
    return _DIMENSIONS.get(dimension, [])


CANONICAL = tuple(
    sorted({unit for unit, _ in MEASURES.values()} | set(SINGULAR.values()) | set(CHINESE_COUNTED.values()))
)
"""Every canonical unit."""


def rough_values(normal: str, dimension: str) -> list[float]:
    """The values of a normal form as floats: for a first look at many, where ``of_normal`` would take too long."""
    digits, _, unit = normal.partition(" ")
    try:
        number_ = float(digits)
    except ValueError:
        return []
    return [number_ * factor for factor in _rough_factors(unit, dimension.startswith("count:"))]


@lru_cache(maxsize=1 << 10)
def _rough_factors(unit: str, counts: bool) -> tuple[float, ...]:
    known = None if counts else MEASURES.get(unit) or MEASURES.get(unit.removesuffix("/s"))
    return (1.0,) if counts else () if known is None else tuple(map(float, known[1][1]))


def of_normal(normal: str, dimension: str) -> Quantity | None:
    """The quantity that a normal form of this dimension stands for."""
    digits, _, unit = normal.partition(" ")
    if dimension.startswith("count:"):
        factors: tuple[Fraction, ...] = (Fraction(1),)
    else:
        bare = unit.removesuffix("/s") if dimension.endswith("/s") and unit not in MEASURES else unit
        known = MEASURES.get(bare)
        if known is None:
            return None
        factors = known[1][1]
    try:
        value = Fraction(digits)
    except (ValueError, ZeroDivisionError):
        return None
    return Quantity(dimension, unit, value, tuple(value * factor for factor in factors))


def clock(quantity: Quantity) -> str | None:
    """A duration of whole seconds below a day as a clock shows it (``01:37:41``), or None."""
    if quantity.dimension != "time" or len(quantity.values) != 1:
        return None
    seconds = quantity.values[0]
    if seconds.denominator != 1 or not 60 < seconds < 86_400:
        return None
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def short_clock(quantity: Quantity) -> str | None:
    """A duration of minutes and seconds below an hour as a stopwatch shows it (``8:51``), or None."""
    shown = clock(quantity)
    return shown[3:].lstrip("0") if shown and shown.startswith("00:") and not shown.endswith(":00") else None


def same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same amount by unit arithmetic, as ``90 s`` and ``1.5 min`` are."""
    return one.dimension == other.dimension and any(value in other.values for value in one.values)


def rounds_to(rough: Quantity, exact: Quantity) -> bool:
    """Whether ``rough`` is ``exact`` rounded or cut to the digits that ``rough`` shows: ``1.5k`` for 1,523.

    The exact one must lie less than one step of the last digit shown above it, half a step below it at most, and less
    than a tenth apart. Of two amounts in one unit, which may mean 1,000 or 1,024, both mean the same.
    """
    if rough.dimension != exact.dimension or rough.number == 0 or not _within_a_tenth(rough, exact):
        return False
    share, coarse, fine = grain(rough), _step(rough.number), _step(exact.number)
    below = min(coarse / rough.number / 2, share)
    return any(
        -below * wanted <= value - wanted < share * wanted
        and 2 * fine * value * rough.number
        <= coarse * wanted * exact.number  # what shows no more digits is no rounding
        for value, wanted in (
            zip(exact.values, rough.values, strict=False)
            if rough.unit == exact.unit
            else itertools.product(exact.values, rough.values)
        )
    )


def _within_a_tenth(rough: Quantity, exact: Quantity) -> bool:
    """Whether it can be so at all: in whole numbers, since most of many are not."""
    for value, wanted in itertools.product(exact.values, rough.values):
        scaled, whole = 10 * value.numerator * wanted.denominator, wanted.numerator * value.denominator
        if 9 * whole <= scaled <= 11 * whole:
            return True
    return False


def grain(rough: Quantity) -> Fraction:
    """One step of the last digit that an amount shows, as a share of it: a tenth at most."""
    return min(_step(rough.number) / rough.number, Fraction(1, 10)) if rough.number else Fraction(1, 10)


def _step(number: Fraction) -> Fraction:
    """One step of the last digit that a number shows: 10 for 640, a tenth for 2.5."""
    step = Fraction(1)
    if number.denominator == 1:
        while number and number % (step * 10) == 0:
            step *= 10
    else:
        while (number / step).denominator != 1 and step > Fraction(1, 10**12):
            step /= 10
    return step
