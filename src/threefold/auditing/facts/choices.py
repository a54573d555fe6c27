"""Values that people choose between, and whether two of them are the same one in another form.

``45 seconds`` and ``45s``, ``512 MB`` and ``0.5 GB``, ``port 5433`` and ``localhost:5433``, ``five percent`` and ``5 %``,
``March 14`` and ``3月14日``, ``2 am`` and ``02:00``, a path and its tail. No place in a text is a fact here: what a value
is good for, the caller knows.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from threefold.text import units
from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity

NUMBER, CLOCK, DATE, NAME, PATH, FLAG, RATIO, COLOUR, VERSION, ADDRESS = (
    "number", "clock", "date", "name", "path", "flag", "ratio", "colour", "version", "address",
)  # fmt: skip

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_HAN_DAYS = "一二三四五六日"
_WORDS = "half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
_DAYTIME = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜"
_HAN_NUMERAL = "零〇一二两三四五六七八九十百千半"
_TOKEN = later(
    # Chinese stands on both sides of a value without a space: no \w here, which means its letters too.
    r"(?i)(?P<clock>(?<![A-Za-z0-9_:.,/-])(?:\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b)?(?![A-Za-z0-9_:])|\d{1,2}\s?[ap]m\b)"
    rf"|(?:{_DAYTIME})\s?(?:\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})\s?点(?:半|整|钟|\d{{1,2}}分?)?|(?<![A-Za-z0-9_.:,])\d{{1,2}}\s?点(?:半|整|钟|(?=\s?[到至]\s?\d|之[间前后]|以[前后])|(?<=[到至].点)|(?<=[到至]..点)|(?<=[到至]...点)|(?<=[到至]....点)))"
    rf"|(?P<date>(?<![A-Za-z0-9_-])(?:\d{{4}}-\d{{2}}-\d{{2}}(?![A-Za-z0-9_-])|{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?\b(?![:.]\d)|\d{{1,2}}(?:st|nd|rd|th)?\.?\s(?:of\s)?{_MONTH}\b"
    rf"|(?:{'|'.join(_DAYS)})s?\b)|\d{{1,2}}\s?月\s?\d{{1,2}}\s?[日号]|(?<![A-Za-z0-9_.:/第-])(?<!\d,)\d{{1,2}}\s?[日号](?=$|[^\u4e00-\u9fff]|[前之上发开到截交吧了再就])|(?<=\bthe )\d{{1,2}}(?:st|nd|rd|th)\b(?!\s[a-z])|(?<![A-Za-z0-9_.,:/-])0[1-9]-(?:0[1-9]|[12]\d|3[01])(?![A-Za-z0-9_.,:/-])|(?:周|星期|礼拜)[{_HAN_DAYS}天])"
    r"|(?P<ratio>(?<![A-Za-z0-9_./:-])\d{1,6}(?:\.\d{1,6})?(?:[/:]\d{1,6}(?:\.\d{1,6})?){1,4}(?![A-Za-z0-9_/]))"
    r"|(?P<colour>(?<![A-Za-z0-9_&])#[0-9A-F]{3,8}\b)"
    r"|(?P<flag>(?<![A-Za-z0-9_-])--?[A-Z][A-Za-z0-9_-]{0,60})"
    r"|(?P<version>(?<![A-Za-z0-9_.-])(?:v?\d{1,5}(?:\.\d{1,5}){2,4}|v\d{1,5}(?:\.\d{1,5})?)(?:-[a-z0-9.]{1,20})?(?![A-Za-z0-9_]))"
    r"|(?P<code>(?<![A-Za-z0-9_/.@~-])(?=[A-Za-z0-9_.~/@+-]{0,160}?(?:[\d_/@]|[A-Za-z0-9_][.-][A-Za-z0-9_]|(?-i:[a-z][A-Z])|[A-Za-z0-9_]:\d))[~.]{0,2}/?[A-Z_](?:[A-Za-z0-9_./@+-]{0,160}[A-Za-z0-9_])?/?(?P<port>:\d{2,5}\b)?)"
    rf"|(?P<amount>(?P<money>[$€£¥￥]\s?)?(?<![A-Za-z0-9_.第])(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d{{1,9}})?|\d{{1,3}}(?:\.\d{{1,9}})?e[+-]?\d{{1,2}}(?![\w.])|\d{{1,18}}(?:\.\d{{1,9}})?)(?P<scale>[kK万亿](?![A-Za-z]))?(?P<unit>\s?[%％]|[ -]?[A-Zµ]{{1,20}}|\s?[\u4e00-\u9fff]{{1,4}})?)"
    rf"|(?P<han>[{_HAN_NUMERAL}]{{1,6}}\s?(?P<han_unit>[\u4e00-\u9fff]{{1,3}}))"
)
_SPELLED = later(rf"(?i)\b(?P<word>{_WORDS})[ -](?P<unit>[A-Z]{{3,20}})\b")
CODED = later(r"[\d_/@]|\w\.\w|\w-\w|[a-z][A-Z]|\(\)")
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_ENDS = later(r"[.,:;)]+$")
_SENTENCE = 400  # characters of a text whose values are kept: the same sentence is asked for several times
_VALUES = 200
"""Values of one text that are looked at; a longer list of them is data."""
_GENERIC = frozenset(("count:one", "count:time", "count:item"))
"""What counts anything: 12 个, 5 times, 20 条."""


class Value(NamedTuple):
    """One value. ``kind`` is a dimension of amounts (``time``, ``count:retry``) or one of the kinds above."""

    kind: str
    keys: frozenset[object]
    """by which it is the same as another: two values are one if they share any"""
    literal: str
    start: int
    end: int

    @property
    def is_count(self) -> bool:
        return self.kind.startswith("count:")

    @property
    def is_name(self) -> bool:
        """Whether it is told by its letters, and not by what they amount to."""
        return self.kind in (NAME, PATH, FLAG, ADDRESS, COLOUR, VERSION, RATIO)


def values(text: str, most: int = _VALUES) -> list[Value]:
    """The values of a text in order, the first so many of them."""
    return list(_kept(text)) if len(text) <= _SENTENCE else _values(text, most)


@lru_cache(maxsize=1 << 10)
def _kept(text: str) -> tuple[Value, ...]:
    return tuple(_values(text, _VALUES))


def _values(text: str, most: int) -> list[Value]:
    found: list[Value] = []
    for match in _TOKEN.finditer(text):
        found.extend(_read(match))
        if len(found) >= most:
            break
    taken = [(one.start, one.end) for one in found]
    for match in _SPELLED.finditer(text):
        if all(match.end() <= low or match.start() >= high for low, high in taken):
            value = _spelled(match["word"].lower(), match["unit"])
            if value is not None:
                found.append(_amount(value, match[0], *match.span()))
    found.sort(key=lambda one: one.start)
    return found


def value(literal: str) -> Value | None:
    """The one value that a phrase names; None if it names none or several."""
    found = values(literal)
    return found[0] if len(found) == 1 else None


def same(one: Value, other: Value) -> bool:
    """Whether two values are one in any form. A bare number is an amount of it."""
    if one.kind == other.kind == DATE and (_is_day(one) or _is_day(other)):
        return not one.keys.isdisjoint(other.keys)
    if one.kind == other.kind == PATH and one.literal[0] == other.literal[0] == "/":
        return one.literal.rstrip("/").lower() == other.literal.rstrip("/").lower()
    if one.kind == other.kind:
        return any(not isinstance(key, tuple) for key in one.keys & other.keys)
    if {one.kind, other.kind} <= {NAME, PATH}:
        return not one.keys.isdisjoint(other.keys)
    if one.is_count and other.is_count:
        return bool({one.kind, other.kind} & _GENERIC) and not one.keys.isdisjoint(other.keys)
    if NUMBER in (one.kind, other.kind):
        bare, amount = (one, other) if one.kind == NUMBER else (other, one)
        return not amount.is_name and not bare.keys.isdisjoint(amount.keys | _as_bare(amount))
    return False


def _is_day(one: Value) -> bool:
    """Whether a date has no month: ``the 25th``."""
    return all(isinstance(key, tuple) for key in one.keys)


def keys_of(sought: Value) -> set[object]:
    """The keys of all values that a value may be the same as."""
    keys: set[object] = set(sought.keys)
    if sought.kind == DATE:
        return keys
    for key in sought.keys:
        if isinstance(key, tuple):
            keys.add(key[1])
        elif isinstance(key, Fraction):
            keys |= (
                {("", key), key * 1000, key / 1000, key * 100, key / 100}
                if sought.kind == NUMBER
                else {key * 1000, key / 100}
            )
    return keys


def fits(one: Value, other: Value) -> bool:
    """Whether two values can be given for the same thing."""
    if one.kind == other.kind or {one.kind, other.kind} <= {NAME, PATH}:
        return True
    if one.is_count and other.is_count:
        return bool({one.kind, other.kind} & _GENERIC)
    return NUMBER in (one.kind, other.kind) and not (
        one.is_name or other.is_name or {one.kind, other.kind} & {CLOCK, DATE}
    )


def _as_bare(amount: Value) -> frozenset[object]:
    """How an amount may stand without its unit: seconds and milliseconds of a duration, hundredths of a share."""
    numbers = [key for key in amount.keys if isinstance(key, Fraction)]
    if amount.kind == "time":
        return frozenset(part for key in numbers for part in (key, key * 1000))
    if amount.kind == "share":
        return frozenset(key / 100 for key in numbers)
    return frozenset(key[1] for key in amount.keys if isinstance(key, tuple))


def _read(match: re.Match[str]) -> Iterator[Value]:
    (start, end), groups, literal = match.span(), match.groupdict(), match[0]
    if groups["clock"]:
        yield Value(CLOCK, frozenset((_minutes(literal),)), literal, start, end)
    elif groups["date"]:
        yield Value(DATE, _date(literal.lower()), literal, start, end)
    elif groups["amount"]:
        yield from _counted(groups, literal, start, match.string[end : end + 1])
    elif groups["han"]:
        read = _han(literal)
        if read is not None:
            yield _amount(read[0], read[1], start, start + len(read[1]))
    elif groups["code"]:
        yield from _code(groups, literal, start)
    elif groups["ratio"]:
        parts = literal.split(":")
        if (
            len(parts) == 2 and "/" not in literal and max(map(len, parts)) > 3 and all(map(str.isdigit, parts))
        ):  # 5433:5432, of the host first
            yield Value(NUMBER, frozenset((Fraction(parts[0]),)), parts[0], start, start + len(parts[0]))
        else:
            yield Value(RATIO, frozenset((literal,)), literal, start, end)
    elif groups["version"]:
        lower = literal.lower().removeprefix("v")
        yield Value(ADDRESS if lower.count(".") == 3 else VERSION, frozenset((lower,)), literal, start, end)
    else:
        yield Value(COLOUR if groups["colour"] else FLAG, frozenset((literal.lower(),)), literal, start, end)


def _code(groups: dict[str, str], literal: str, start: int) -> Iterator[Value]:
    port = groups["port"] or ""
    name = _ENDS.sub("", literal[: len(literal) - len(port)])
    if name and CODED.search(name):
        kind = PATH if "/" in name else NAME
        yield Value(kind, _tails(name.lower()), name, start, start + len(name))
    if port:
        at = start + len(literal) - len(port) + 1
        yield Value(NUMBER, frozenset((Fraction(port[1:]),)), port[1:], at, at + len(port) - 1)


@lru_cache(maxsize=1 << 10)
def _tails(name: str) -> frozenset[object]:
    """A path by each of its tails that still names a folder, a name by itself."""
    parts = [part for part in name.removeprefix("./").split("/") if part]
    if len(parts) < 2:
        return frozenset((name.strip("/"),))
    return frozenset("/".join(parts[index:]) for index in range(max(0, len(parts) - 12), len(parts) - 1))


def _counted(groups: dict[str, str], literal: str, start: int, behind: str) -> Iterator[Value]:
    digits, unit = (groups["digits"] + (groups["scale"] or "")), groups["unit"] or ""
    head = (groups["money"] or "") + digits
    bare = unit.lstrip(" -")
    for size in range(len(bare), 0, -1) if bare and not bare.isascii() else [len(bare)] if bare else []:
        spelled = literal[: len(literal) - len(bare) + size]
        read = units.parse(spelled.replace("％", "%"))
        if read is not None and (size == len(bare) or not bare.isascii()):
            yield _amount(read, spelled, start, start + len(spelled))
            return
    read = units.parse(head) if groups["money"] else None
    if read is not None:
        yield _amount(read, head, start, start + len(head))
        return
    if bare[:1].isascii() and bare[:1].isalpha() and unit[:1] not in " -":
        plain = number(digits.replace(",", ""))
        if (
            plain is not None
            and not groups["scale"]
            and bare.islower()
            and bare not in _ORDINAL
            and not (behind.isascii() and behind.isalnum())
        ):
            yield Value(f"of:{bare}", frozenset((plain,)), literal, start, start + len(literal))  # 720p
        return
    if "e" in digits.lower():
        yield Value(NUMBER, frozenset((Fraction(digits),)), head, start, start + len(head))
        return
    plain = number(digits.replace(",", "")) if groups["scale"] is None else number(digits.lower().replace("k", "000"))
    if plain is not None:
        yield Value(NUMBER, frozenset((plain,)), head, start, start + len(head))


def _amount(read: Quantity, literal: str, start: int, end: int) -> Value:
    if read.dimension.startswith("count:"):
        return Value(read.dimension, frozenset((read.number,)), literal, start, end)
    return Value(read.dimension, frozenset((*read.values, ("", read.number))), literal, start, end)


@lru_cache(maxsize=1 << 10)
def _spelled(word: str, unit: str) -> Quantity | None:
    one = units.parse(f"1 {unit}")
    if one is None or (word in ("a", "an") and one.dimension.startswith("count:")):
        return None
    factor = Fraction(1, 2) if word.startswith("half") else Fraction(1) if word in ("a", "an", "one") else number(word)
    if factor is None:
        return None
    return one._replace(number=one.number * factor, values=tuple(value * factor for value in one.values))


@lru_cache(maxsize=1 << 10)
def _han(literal: str) -> tuple[Quantity, str] | None:
    """An amount in Chinese numerals, by the longest unit that stands there."""
    for size in range(len(literal), 1, -1):
        short = literal[:size].replace("两", "二")
        read = units.parse(short)
        if read is not None and not (read.dimension == "count:one" and read.number == 1):
            return read, literal[:size]
    return None


@lru_cache(maxsize=1 << 8)
def _minutes(literal: str) -> Fraction:
    if "点" in literal:
        return _han_minutes(literal)
    lower = literal.lower().replace(".", "")
    hours, *rest = [int(part) for part in lower.rstrip("apm ").split(":")]
    if lower.endswith("m"):
        hours = hours % 12 + (12 if lower.endswith("pm") else 0)
    return hours * 60 + sum((Fraction(part, 60**place) for place, part in enumerate(rest)), Fraction(0))


_HAN_CLOCK = later(
    rf"(?P<part>{_DAYTIME})?\s?(?P<hour>\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})\s?点(?P<rest>半|\d{{1,2}})?"
)


def _han_minutes(literal: str) -> Fraction:
    """``凌晨 2 点``, ``下午三点半``: minutes of the day."""
    match = _HAN_CLOCK.match(literal)
    hour = number(match["hour"].replace("两", "二")) if match is not None else None
    if match is None or hour is None:
        return Fraction(-1)
    if (
        match["part"] in ("下午", "傍晚", "晚上", "夜里", "半夜")
        and 1 <= hour < 12
        and not (match["part"] in ("夜里", "半夜") and hour < 6)
    ):
        hour += 12
    rest = match["rest"] or "0"
    return hour * 60 + (30 if rest == "半" else int(rest))


_NUMBERS = later(r"\d+")


@lru_cache(maxsize=1 << 8)
def _date(lower: str) -> frozenset[object]:
    """A day of the month with and without its year, or a day of the week."""
    if lower[0] in "周星礼":
        return frozenset((_DAYS[_HAN_DAYS.find(lower[-1].replace("天", "日"))],))
    found = _NUMBERS.findall(lower)
    day = (("day", int(found[-1] if len(found) > 1 else found[0])),) if found else ()
    if not found:
        return frozenset((lower.removesuffix("s") if lower.removesuffix("s") in _DAYS else lower,))
    if len(found) == 3:
        return frozenset((lower, f"{int(found[1])}-{int(found[2])}", *day))
    if len(found) == 2:
        return frozenset((f"{int(found[0])}-{int(found[1])}", *day))
    month = next((index for index, name in enumerate(_MONTHS, 1) if name[:3] in lower), 0)
    return frozenset((f"{month}-{int(found[0])}", *day) if month else day)
