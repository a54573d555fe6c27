"""Amounts as code spells them: ``30 * time.Minute``, ``timedelta(minutes=30)``, ``limit_ms = 9``."""

from __future__ import annotations

import re
from fractions import Fraction

from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, quantity
from threefold.text.vocabulary import BYTES, SINGULAR, TIME

_CODE_DURATIONS = {
    "nanosecond": "ns", "microsecond": "us", "millisecond": "ms", "milli": "ms", "nano": "ns", "micro": "us",
    "second": "second", "sec": "second", "minute": "minute", "min": "minute", "hour": "hour", "day": "day",
    "week": "week", "ms": "ms", "us": "us", "ns": "ns",
}  # fmt: skip
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
    r"[\"']?\s*(?::=|[:=])\s*(\d[\d_]*(?:\.\d+)?)((?: ?\* ?1024){0,4})"
)
_PRODUCT = later(r"(?P<number>\d{1,9})(?P<power>(?: ?\* ?1024){1,4})")
_FACTORS = later(r"\d{1,6}(?: ?\* ?\d{1,6}){1,5}")
_DIGITS = later(r"\d+")
_OF_TIME = {60: "minute", 3_600: "hour", 86_400: "day", 604_800: "week"}
_SHIFT = later(r"(?P<number>\d{1,6}) ?<< ?(?P<shift>10|20|30|40)")
_HEAP = later(r"Xm[xsn](?P<number>\d{1,9})(?P<unit>[kKmMgG])")
_BINARY = ("KiB", "MiB", "GiB", "TiB")
_NOUN_FIRST = later(r"([A-Za-z-]{2,20})[\\\"'*]{0,3}\s?[:=]\s?\*{0,2}\s?(\d[\d,]*)")
_OF_CODE = frozenset("*(:=<X")
"""Characters of which each spelling in code holds one."""


def code_quantity(literal: str) -> Quantity | None:
    """An amount as code spells it: ``30 * time.Minute``, ``timedelta(minutes=30)``, ``limit_ms = 9``, ``files: 7``."""
    if _OF_CODE.isdisjoint(literal):
        return None
    found = _PRODUCT.fullmatch(literal) or _SHIFT.fullmatch(literal) or _HEAP.fullmatch(literal)
    if found:
        return _binary(found)
    if _FACTORS.fullmatch(literal):
        return _of_time(list(map(int, _DIGITS.findall(literal))))
    found = _GO_DURATION.fullmatch(literal)
    if found:
        return _coded(found[1] or found[4], found[2] or found[3])
    found = _CALL_DURATION.fullmatch(literal)
    if found:
        return _coded(found[2], found[1])
    found = _NAMED.fullmatch(literal)
    if found:
        amount, factor = _coded(found[2], found[1].lstrip("_")), 1024 ** found[3].count("1024")
        return amount if amount is None or factor == 1 else _times(amount, factor)
    found = _NOUN_FIRST.fullmatch(literal)
    single = SINGULAR.get(found[1].lower()) if found else None
    value = number(found[2]) if found else None
    if single is None or value is None:
        return None
    return quantity(value, single, ("count:" + single, (Fraction(1),)))


def _binary(found: re.Match[str]) -> Quantity:
    """``4 * 1024 * 1024``, ``10 << 20`` and a JVM's ``-Xmx768m``: bytes in powers of 1,024."""
    groups = found.groupdict()
    if groups.get("power"):
        step = groups["power"].count("1024")
    elif groups.get("shift"):
        step = int(groups["shift"]) // 10
    else:
        step = "kmg".index(groups["unit"].lower()) + 1
    unit, base = BYTES[_BINARY[step - 1]]
    return quantity(Fraction(groups["number"]), unit, base)


def _of_time(factors: list[int]) -> Quantity | None:
    """``15 * 60 * 1000`` is fifteen minutes in milliseconds, and ``24 * 60 * 60`` a day in seconds."""
    if not {60, 3_600, 86_400}.intersection(factors):
        return None
    if 1000 in factors:
        factors.remove(1000)
    amount = step = 1
    for factor in sorted(factors, reverse=True):
        if factor in (60, 24, 3_600, 86_400) and step * factor <= 86_400 and (factor != 24 or 60 in factors):
            step *= factor
        else:
            amount *= factor
    unit = _OF_TIME.get(step)
    return None if unit is None else quantity(Fraction(amount), *TIME[unit])


def _times(amount: Quantity, factor: int) -> Quantity:
    return amount._replace(number=amount.number * factor, values=tuple(value * factor for value in amount.values))


def _coded(amount: str, unit: str) -> Quantity | None:
    value = Fraction(amount.replace("_", ""))
    name = unit.lower()
    if name in ("bytes", "kb", "mb", "gb"):
        canonical, base = BYTES[name if name == "bytes" else name.upper()]
        return quantity(value, canonical, base)
    key = _CODE_DURATIONS.get(name) or _CODE_DURATIONS.get(name.rstrip("s"))
    if key is None:
        return None
    canonical, base = TIME[key]
    return quantity(value, canonical, base)
