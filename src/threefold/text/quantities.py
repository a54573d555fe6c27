"""What an amount is: a dimension, a canonical unit, and what it may be worth in the dimension's base unit."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from threefold.text.vocabulary import Base


class Quantity(NamedTuple):
    """An amount. ``number`` is what stands before the unit; ``values`` are in the dimension's base unit.

    Base units: seconds, bytes, per cent, the currency itself, or one of the thing counted.
    """

    dimension: str
    unit: str
    number: Fraction
    values: tuple[Fraction, ...]

    @property
    def normal(self) -> str:
        """One spelling for all spellings that differ in nothing but form: ``1,500 files`` and ``1.5k files``."""
        return f"{plain(self.number)} {self.unit}"


def plain(number: Fraction) -> str:
    """A number in digits, as short as it can be; a fraction such as 1/3 that has no finite decimals stays one."""
    if number.denominator == 1:
        return str(number.numerator)
    rest = number.denominator
    twos = (rest & -rest).bit_length() - 1
    rest, fives = rest >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    digits = max(twos, fives)
    scaled = str(abs(number.numerator) * 10**digits // number.denominator).rjust(digits + 1, "0")
    return f"{'-' if number < 0 else ''}{scaled[:-digits]}.{scaled[-digits:]}"


def quantity(value: Fraction, unit: str, base: Base) -> Quantity:
    dimension, factors = base
    return Quantity(dimension, unit, value, tuple(value * factor for factor in factors))
