"""How an amount may be spelled without its unit: its digits in its own unit and in others, and what they may round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import names
from threefold.text.later import later
from threefold.text.quantities import Quantity, plain
from threefold.text.vocabulary import MEASURES, MONEYS

_LONGEST = 12  # digits
_SHORT = {"failure": ("fail", "fails"), "error": ("err", "errs"), "warning": ("warn",), "passed": ("pass",)}
"""How programs call what they count."""
_ALSO = {"time": ("ms", "second", "minute", "hour"), "bytes": ("byte", "KB", "KiB", "MB", "MiB", "GB", "GiB")}
_MYRIADS = later(r"(\d[\d.,]*) ?([万亿])\D*")


def needles(fact: Fact, wanted: Quantity) -> list[str]:
    """The letters by which such numbers are looked for."""
    found: list[str] = []
    for digits, _ in spelled(wanted):
        if len(digits) == 1:
            names_ = {
                one for name in unit_names(fact, wanted) for one in (name, name.capitalize(), name.upper(), f"--{name}")
            }
            signs = (": ", '": ', "=", ":", " ", "  ")
            found += [f"{name}{sign}{digits}" for name in sorted(names_) for sign in signs]
        elif len(digits) == 2:  # two digits stand in every other word of a log
            found += [f"{sign}{digits}" for sign in (" ", "=", ":", "\t", "(", "|", "\n")]
            found.append(f"{digits}\t")
        else:
            found += _grouped(digits)
        if len(digits) > 1 and digits.replace(".", "").isdigit():
            found.append(f"{digits}f" if "." in digits else f"{digits}.0")  # as code writes it: 0.19f, 20.0
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
        thing = fact.kind.removeprefix("count:")
        return [*names(thing), *_SHORT.get(thing, ())]
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
