"""How an amount may be spelled without its unit: its digits in its own unit and in others, and what they may round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import names
from threefold.text import units
from threefold.text.later import later
from threefold.text.quantities import Quantity, plain
from threefold.text.vocabulary import MAGNITUDE, MEASURES, MONEYS

_LONGEST = 12  # digits
_ALSO = {"time": ("ms", "second", "minute", "hour"), "bytes": ("byte", "KB", "KiB", "MB", "MiB", "GB", "GiB")}
_MYRIADS = later(r"(\d[\d.,]*) ?([万亿])\D*")
_SCALED = later(r"(\d+(?:\.\d+)?) ?([kKM万亿])")
_SMALL = {"time": ("ms", "second"), "bytes": ("byte", "KB", "MB")}
_LONG_BARE = 1_000


def needles(fact: Fact, wanted: Quantity) -> list[str]:
    """The letters by which such numbers are looked for."""
    found: list[str] = []
    for digits, _ in spelled(wanted):
        if len(digits) == 1:
            names_ = {one for name in unit_names(fact, wanted) for one in (name, name.capitalize(), f"--{name}")}
            found += [f"{name}{sign}{digits}" for name in sorted(names_) for sign in (": ", '": ', "=", ":", " ")]
        elif len(digits) == 2:  # two digits stand in every other word of a log
            found += [f"{sign}{digits}" for sign in (" ", "=", ":", "\t", "(", "|")]
        else:
            found += _grouped(digits)
        if fact.kind.startswith("count:") and digits.isdigit():
            found.append(f"-{wanted.unit[0]}{digits}")
    return found + suffixed(fact, wanted)


def suffixed(fact: Fact, wanted: Quantity) -> list[str]:
    """How an amount is spelled with its size and without its unit: ``--memory 512m``, 2.64 万."""
    myriads = _MYRIADS.fullmatch(fact.literal)
    if myriads is not None:
        return [f"{myriads[1]}{blank}{myriads[2]}" for blank in ("", " ")]
    letter = wanted.unit[:1] if wanted.dimension == "bytes" and wanted.unit != "byte" else ""
    digits = plain(wanted.number)
    return [f"{digits}{one}" for one in (letter.lower(), letter.upper())] if letter and "/" not in digits else []


def _grouped(digits: str) -> list[str]:
    return [digits, f"{int(digits):,}", f"{int(digits):_}"] if digits.isdigit() and len(digits) > 3 else [digits]


def unit_names(fact: Fact, wanted: Quantity) -> list[str]:
    """The words for what an amount counts or is measured in."""
    if fact.kind.startswith("count:"):
        return list(names(fact.kind.removeprefix("count:")))
    return [wanted.unit, f"{wanted.unit}s"] if len(wanted.unit) > 2 and wanted.unit.isascii() else []


def spelled(wanted: Quantity) -> Iterator[tuple[str, bool]]:
    """The digits of an amount in its own unit, then in other units of its dimension (then True)."""
    own = plain(wanted.number)
    if "/" not in own and len(own) <= _LONGEST:
        yield own, False
    seen = {own}
    if wanted.dimension in MONEYS and (100 * wanted.number).denominator == 1:
        whole, hundredths = divmod(int(100 * wanted.number), 100)
        if hundredths:  # 7204.90, with its nought
            for shown in dict.fromkeys((f"{whole}.{hundredths:02}", f"{whole:,}.{hundredths:02}")):
                if shown not in seen:
                    yield shown, False
        digits = plain(100 * wanted.number)
        seen.add(digits)
        if 1 < len(digits) <= _LONGEST:
            yield digits, True  # in cents, as programs keep money
    if wanted.dimension == "share" and "." in (fraction := plain(wanted.number / 100)):
        yield fraction, True
    for unit in _ALSO.get(wanted.dimension, ()):
        for factor in MEASURES[unit][1][1]:
            for value in wanted.values:
                digits = plain(Fraction(value / factor))
                if digits.isdigit() and 1 < len(digits) <= _LONGEST and digits not in seen:
                    seen.add(digits)
                    yield digits, True


def ranges(fact: Fact) -> list[tuple[Fraction, Fraction]]:
    """Between which bare numbers, in other units of its dimension, an amount is a rounding: 1.29 GB of the bytes from
    1285000000 on. Only long ones: short numbers stand anywhere."""
    wanted = units.parse(fact.literal)
    if wanted is None or wanted.number == 0:
        return []
    scaled = _SCALED.match(fact.literal) if fact.kind.startswith("count:") else None
    if scaled is not None:  # 128.4 万
        unit = Fraction(MAGNITUDE[scaled[2]], 10 ** len(scaled[1].partition(".")[2]))
        low, high = wanted.number - unit / 2, wanted.number + unit
        return [(low, high)] if low >= _LONG_BARE and len(str(int(low))) == len(str(int(high))) else []
    if wanted.dimension not in _ALSO:
        return []
    decimals = len(plain(wanted.number).partition(".")[2])
    step = Fraction(1, 10**decimals)
    found = []
    for value in wanted.values:
        unit = value / wanted.number
        for name in _SMALL[wanted.dimension]:
            factor = MEASURES[name][1][1][0]
            low, high = (value - step * unit / 2) / factor, (value + step * unit) / factor
            if factor < unit and low >= _LONG_BARE and len(str(int(low))) == len(str(int(high))):
                found.append((low, high))
    return found
