"""Numbers with units: reading an amount out of its spelling.

Nothing here looks for quantities in a text; ``parse`` is given one. What a quantity is stands in ``quantities``;
whether two of them mean the same, in ``arithmetic``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from threefold.text.coded import code_quantity
from threefold.text.later import later
from threefold.text.numerals import LONGEST, number
from threefold.text.quantities import Quantity, quantity
from threefold.text.unicode import fold
from threefold.text.vocabulary import CHINESE_COUNTED, MAGNITUDE, MEASURES, MONEY, MONEYS, SHARE, SINGULAR, TIME

_SIGNS = sorted((sign for sign in MONEY if not sign.isalpha()), key=len, reverse=True)
_CURRENCY = rf"{'|'.join(map(re.escape, _SIGNS))}|(?:{'|'.join(sorted(MONEYS | {'RMB'}))})(?=\s?\d)"
_AMOUNT = later(
    rf"(?P<prefix>{_CURRENCY})?\s?(?P<number>[\d０-９][\d０-９,._．]*[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛]|"
    r"[零〇一二三四五六七八九十百千万亿两兩半萬億]+|[A-Za-z]+(?:-[a-z]+)?)"
    r"(?P<scale>\s?(?:million|billion|thousand|bn)\b|[kKM](?![A-Za-z])|\s?[百千万亿萬億])?(?P<rest>.*)",
    re.DOTALL,
)


@lru_cache(maxsize=1 << 12)
def parse(literal: str) -> Quantity | None:
    """The quantity that ``literal`` spells, or None.

    Takes ``10 minutes``, ``10-minute``, ``1h30m``, ``1,234 files``, ``six failing tests``, ``$1.5k``, ``20%``,
    ``百分之二十``, ``万分之三``, ``二十分钟``, ``3万行``, ``30 * time.Minute``, ``timedelta(minutes=30)``
    and ``timeout_ms: 30000``.
    """
    literal = literal.strip()
    if len(literal) > LONGEST:
        return None
    coded = code_quantity(literal)
    if coded is not None:
        return coded
    if literal[1:3] == "分之" and literal[0] in MAGNITUDE:
        share = number(literal[3:])
        return None if share is None else quantity(share * 100 / MAGNITUDE[literal[0]], "%", SHARE["%"][1])
    found = _AMOUNT.fullmatch(literal)
    if not found:
        return None
    value = number(found["number"].rstrip(",._") if found["number"][-1:] in ",._" else found["number"])
    if value is None:
        return None
    rest = found["rest"].strip(" \u00a0-")
    if found["prefix"] and rest == "m":  # £2.5m
        value, rest = value * MAGNITUDE["M"], ""
    if rest.startswith("个半"):  # 一个半小时
        value, rest = value + Fraction(1, 2), rest.removeprefix("个半")
    if found["scale"]:
        value *= MAGNITUDE[found["scale"].strip()]
    if found["prefix"]:
        unit, base = MONEY[fold(found["prefix"]) if found["prefix"] != "￥" else "¥"]
        return quantity(value, unit, base)
    return _with_unit(value, rest)


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


def _with_unit(value: Fraction, unit: str) -> Quantity | None:
    rate = ""
    if unit[-2:] in ("/s", "/h") and unit[:-2]:
        unit, rate = unit[:-2], unit[-2:]
    unit = {"per cent": "percent"}.get(unit, unit)
    known = MEASURES.get(unit) or MEASURES.get(unit.lower() if len(unit) > 2 else unit)
    if known is not None:
        name, (dimension, factors) = known
        return quantity(value, name + rate, (dimension + rate, factors))
    if unit in CHINESE_COUNTED:
        return quantity(value, CHINESE_COUNTED[unit], ("count:" + CHINESE_COUNTED[unit], (Fraction(1),)))
    compound = _compound(value, unit)
    if compound is not None:
        return compound
    noun = unit.rsplit(" ", 1)[-1].lower()
    single = SINGULAR.get(noun) or SINGULAR.get(noun.rsplit("-", 1)[-1])
    return None if single is None else quantity(value, single, ("count:" + single, (Fraction(1),)))


_PART = later(r"(\d+(?:\.\d+)?)\s?([a-z]+|个?小时|个?钟头|分钟|秒钟?)")
_PARTS = later(r"([a-z]+|个?小时|个?钟头|分钟?|秒钟?)[\s,]{0,2}(\d+(?:\.\d+)?)?\s?")
_BETWEEN = later(r"[\s,]")


def parts(literal: str) -> list[Quantity]:
    """The amounts that a compound one is made of: ``51 min`` and ``12 s`` of ``51 min 12 s``. Empty for any other."""
    found = [
        parse(number + unit)
        for number, unit in _PART.findall(literal[:LONGEST].replace("分钟", "分").replace("分", "分钟"))
    ]
    return [one for one in found if one is not None] if len(found) > 1 else []


def _compound(value: Fraction, rest: str) -> Quantity | None:
    """``1h30m``, ``2m 30s``, ``1 hour 20 minutes``: ``value`` is the first number and ``rest`` all after it."""
    parts = _PARTS.findall(rest)
    if len(parts) < 2 or "".join(unit + amount for unit, amount in parts) != _BETWEEN.sub("", rest):
        return None
    total, amount = Fraction(0), value
    for unit, following in parts:
        known = TIME.get("分钟" if unit == "分" else unit)
        if known is None:
            return None
        total += amount * known[1][1][0]
        if not following:
            break
        amount = Fraction(following)
    return Quantity("time", "second", total, (total,))
