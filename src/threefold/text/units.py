"""Numbers with units: reading an amount out of its spelling, and telling whether two spellings mean the same.

A quantity has a dimension, a canonical unit and one or more possible values in the dimension's base unit: ``64 KB`` may
mean 64,000 or 65,536 bytes, and both are kept. Nothing here looks for quantities in a text; ``parse`` is given one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from threefold.text.later import later
from threefold.text.unicode import fold
from threefold.text.vocabulary import (
    BYTES,
    CHINESE_COUNTED,
    HAN_DIGITS,
    HAN_SCALES,
    HAN_SECTIONS,
    MAGNITUDE,
    MEASURES,
    MONEY,
    SHARE,
    SINGULAR,
    TIME,
    VULGAR,
    WORDS,
    Base,
)


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
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    digits = 1
    while (number * 10**digits).denominator != 1:
        digits += 1
    scaled = str(abs(number.numerator * 10**digits // number.denominator)).rjust(digits + 1, "0")
    return f"{'-' if number < 0 else ''}{scaled[:-digits]}.{scaled[-digits:]}"


_LONGEST = 120  # characters; no one writes an amount longer than this, and hostile text does
_DECIMAL = later(r"(\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(\.\d+)?")
_AMOUNT = later(
    r"(?P<prefix>US\$|[$€£¥￥])?\s?(?P<number>[\d０-９][\d０-９,._．]*[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛]|"
    r"[零〇一二三四五六七八九十百千万亿两兩半萬億]+|[A-Za-z]+(?:-[a-z]+)?)"
    r"(?P<scale>\s?(?:million|billion|thousand|bn)\b|[kKM](?![A-Za-z])|[百千万亿萬億])?(?P<rest>.*)",
    re.DOTALL,
)
_CODE_DURATIONS = {
    "nanosecond": "ns", "microsecond": "us", "millisecond": "ms", "milli": "ms", "nano": "ns", "micro": "us",
    "second": "second", "sec": "second", "minute": "minute", "min": "minute", "hour": "hour", "day": "day",
    "week": "week", "ms": "ms", "us": "us", "ns": "ns",
}  # fmt: skip


def number(text: str) -> Fraction | None:
    """The value of ``1,234``, ``10_000``, ``1.5``, ``½``, ``１２``, ``二十``, ``1万`` or ``twenty-five``, else None."""
    if len(text) > _LONGEST:
        return None
    tail = VULGAR.get(text[-1:])
    if tail is not None:
        if len(text) == 1:
            return tail
        whole = number(text[:-1])
        return None if whole is None else whole + tail
    text = fold(text)
    found = _DECIMAL.fullmatch(text)
    if found:
        return Fraction(found[1].replace(",", "").replace("_", "") + (found[2] or ""))
    if text[-1:] in MAGNITUDE and text[:-1]:
        head = _DECIMAL.fullmatch(text[:-1])
        if head:
            return Fraction(text[:-1].replace(",", "").replace("_", "")) * MAGNITUDE[text[-1]]
    if text.isascii():
        return _word_number(text.lower())
    return _han_number(text)


def _word_number(word: str) -> Fraction | None:
    tens, _, ones = word.partition("-")
    if tens not in WORDS or (ones and (WORDS.get(ones, 10) > 9 or WORDS[tens] < 20)):
        return None
    return Fraction(WORDS[tens] + (WORDS[ones] if ones else 0))


def _han_number(text: str) -> Fraction | None:
    """Positional and spoken Han numerals up to 亿: 二十, 一百零五, 三万五千, 二〇二六, 半."""
    if text == "半":
        return Fraction(1, 2)
    if not text or any(c not in HAN_DIGITS and c not in HAN_SCALES and c not in HAN_SECTIONS for c in text):
        return None
    if all(c in HAN_DIGITS for c in text):
        return Fraction(int("".join(str(HAN_DIGITS[c]) for c in text)))
    total = section = digit = 0
    for char in text:
        if char in HAN_DIGITS:
            digit = HAN_DIGITS[char]
        elif char in HAN_SCALES:
            section += (digit or 1) * HAN_SCALES[char]
            digit = 0
        else:
            total = (total + (section + digit or 1)) * HAN_SECTIONS[char]
            section = digit = 0
    return Fraction(total + section + digit)


def parse(literal: str) -> Quantity | None:
    """The quantity that ``literal`` spells, or None.

    Takes ``10 minutes``, ``10-minute``, ``1h30m``, ``1,234 files``, ``six failing tests``, ``$1.5k``, ``20%``,
    ``百分之二十``, ``二十分钟``, ``3万行``, ``30 * time.Minute``, ``timedelta(minutes=30)`` and ``timeout_ms: 30000``.
    """
    literal = literal.strip()
    if len(literal) > _LONGEST:
        return None
    coded = code_quantity(literal)
    if coded is not None:
        return coded
    if literal.startswith("百分之"):
        share = number(literal[3:])
        return None if share is None else _quantity(share, "%", SHARE["%"][1])
    found = _AMOUNT.fullmatch(literal)
    if not found:
        return None
    value = number(found["number"].rstrip(",._") if found["number"][-1:] in ",._" else found["number"])
    if value is None:
        return None
    if found["scale"]:
        value *= MAGNITUDE[found["scale"].strip()]
    if found["prefix"]:
        unit, base = MONEY[fold(found["prefix"]) if found["prefix"] != "￥" else "¥"]
        return _quantity(value, unit, base)
    return _with_unit(value, found["rest"].strip(" \u00a0-"))


_SIMPLE = later(r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,24})(?:\.([0-9]{1,12}))?[ -]?([A-Za-z%\u4e00-\u9fff]+(?:/s)?)")


def quick(literal: str) -> tuple[str, str] | None:
    """The dimension and normal form of a plain spelling (``1,234 files``, ``10ms``), the same as ``parse`` gives.

    None where the spelling is not plain: then ``parse`` has to be asked. Several times as fast.
    """
    found = _SIMPLE.fullmatch(literal)
    if not found:
        return None
    whole, decimals, unit = found.groups()
    rate = "/s" if unit.endswith("/s") else ""
    bare = unit[:-2] if rate else unit
    known = MEASURES.get(bare) or MEASURES.get(bare.lower() if len(bare) > 2 else bare)
    if known is not None:
        name, dimension = known[0] + rate, known[1][0] + rate
    else:
        single = SINGULAR.get(unit.lower()) or CHINESE_COUNTED.get(unit)
        if single is None or unit in TIME:
            return None
        name, dimension = single, f"count:{single}"
    whole = whole.replace(",", "").lstrip("0") or "0"
    decimals = (decimals or "").rstrip("0")
    return dimension, f"{whole}.{decimals} {name}" if decimals else f"{whole} {name}"


def spellings(quantity: Quantity) -> Iterator[str]:
    """The normal forms of the same amount in every unit of its dimension: ``90 second``, ``1.5 minute`` …"""
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


def _with_unit(value: Fraction, unit: str) -> Quantity | None:
    rate = ""
    if unit[-2:] in ("/s", "/h") and unit[:-2]:
        unit, rate = unit[:-2], unit[-2:]
    unit = {"per cent": "percent"}.get(unit, unit)
    known = MEASURES.get(unit) or MEASURES.get(unit.lower() if len(unit) > 2 else unit)
    if known is not None:
        name, (dimension, factors) = known
        return _quantity(value, name + rate, (dimension + rate, factors))
    if unit in CHINESE_COUNTED:
        return _quantity(value, CHINESE_COUNTED[unit], ("count:" + CHINESE_COUNTED[unit], (Fraction(1),)))
    compound = _compound(value, unit)
    if compound is not None:
        return compound
    noun = unit.rsplit(" ", 1)[-1].lower()
    single = SINGULAR.get(noun) or SINGULAR.get(noun.rsplit("-", 1)[-1])
    return None if single is None else _quantity(value, single, ("count:" + single, (Fraction(1),)))


def _compound(value: Fraction, rest: str) -> Quantity | None:
    """``1h30m``, ``2m 30s``, ``1 hour 20 minutes``: ``value`` is the first number and ``rest`` all after it."""
    parts = re.findall(r"([a-z]+|小时|分钟|秒)\s?(\d+(?:\.\d+)?)?\s?", rest)
    if len(parts) < 2 or "".join(unit + amount for unit, amount in parts) != re.sub(r"\s", "", rest):
        return None
    total, amount = Fraction(0), value
    for unit, following in parts:
        if unit not in TIME:
            return None
        total += amount * TIME[unit][1][1][0]
        if not following:
            break
        amount = Fraction(following)
    return Quantity("time", "second", total, (total,))


def _quantity(value: Fraction, unit: str, base: Base) -> Quantity:
    dimension, factors = base
    return Quantity(dimension, unit, value, tuple(value * factor for factor in factors))


_GO_DURATION = later(
    r"(\d[\d_]*(?:\.\d+)?)\s*\*\s*(?:time|Time)\.([A-Z][a-z]+)|(?:time|Time)\.([A-Z][a-z]+)\s*\*\s*(\d[\d_]*)"
)
_CALL_DURATION = later(
    r"(?:timedelta\(|Duration(?:::|\.)(?:from_|of)?|TimeSpan\.From)?"
    r"(nanos|micros|millis|milliseconds|secs|seconds|mins|minutes|hours|days|weeks|Millis|Seconds|Minutes|Hours|Days)"
    r"\s*[(=]\s*(\d[\d_]*(?:\.\d+)?)\)?"
)
_NAMED = later(
    r"[\"']?[A-Za-z][A-Za-z0-9_]*?(_ms|_us|_ns|_secs?|_seconds?|_mins?|_minutes?|_hours?|_days?|_bytes|_kb|_mb|_gb"
    r"|Ms|Millis|Secs?|Seconds|Minutes|Hours|Days|Bytes|KB|MB|GB|_MS|_SECONDS|_SECS|_MINUTES|_HOURS|_DAYS|_BYTES|_KB|_MB|_GB)"
    r"[\"']?\s*(?::=|[:=])\s*(\d[\d_]*(?:\.\d+)?)"
)

_NOUN_FIRST = later(r"([A-Za-z-]{2,20})[\\\"'*]{0,3}\s?[:=]\s?\*{0,2}\s?(\d[\d,]*)")
_OF_CODE = frozenset("*(:=")
"""Characters of which each spelling in code holds one."""


def code_quantity(literal: str) -> Quantity | None:
    """An amount as code spells it: ``30 * time.Minute``, ``timedelta(minutes=30)``, ``limit_ms = 9``, ``files: 7``."""
    if _OF_CODE.isdisjoint(literal):
        return None
    found = _GO_DURATION.fullmatch(literal)
    if found:
        return _coded(found[1] or found[4], found[2] or found[3])
    found = _CALL_DURATION.fullmatch(literal)
    if found:
        return _coded(found[2], found[1])
    found = _NAMED.fullmatch(literal)
    if found:
        return _coded(found[2], found[1].lstrip("_"))
    found = _NOUN_FIRST.fullmatch(literal)
    single = SINGULAR.get(found[1].lower()) if found else None
    value = number(found[2]) if found else None
    if single is None or value is None:
        return None
    return _quantity(value, single, ("count:" + single, (Fraction(1),)))


def _coded(amount: str, unit: str) -> Quantity | None:
    value = Fraction(amount.replace("_", ""))
    name = unit.lower()
    if name in ("bytes", "kb", "mb", "gb"):
        canonical, base = BYTES[name if name == "bytes" else name.upper()]
        return _quantity(value, canonical, base)
    key = _CODE_DURATIONS.get(name) or _CODE_DURATIONS.get(name.rstrip("s"))
    if key is None:
        return None
    canonical, base = TIME[key]
    return _quantity(value, canonical, base)


def same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same amount by unit arithmetic, as ``90 s`` and ``1.5 min`` are."""
    return one.dimension == other.dimension and not set(one.values).isdisjoint(other.values)


def rounds_to(rough: Quantity, exact: Quantity) -> bool:
    """Whether ``rough`` is ``exact`` rounded or cut to the digits that ``rough`` shows: ``1.5k`` for 1,523.

    The two must be less than one step of the last digit shown apart, and less than a tenth.
    """
    if rough.dimension != exact.dimension or rough.number == 0:
        return False
    share = grain(rough)
    return any(abs(value - wanted) < share * wanted for value in exact.values for wanted in rough.values)


def grain(rough: Quantity) -> Fraction:
    """One step of the last digit that an amount shows, as a share of it: a tenth at most."""
    step = Fraction(1)
    if rough.number.denominator == 1:
        while rough.number and rough.number % (step * 10) == 0:
            step *= 10
    else:
        while (rough.number / step).denominator != 1 and step > Fraction(1, 10**12):
            step /= 10
    return min(step / rough.number, Fraction(1, 10)) if rough.number else Fraction(1, 10)
