"""Reading candidates for dates and times of day.

The normal form is that of ISO 8601; of a day without its year month and day alone (``02-15``).
"""

from __future__ import annotations

import re

from threefold.auditing.facts.paths import Reading
from threefold.auditing.facts.values import joins
from threefold.text.later import later

_MONTH_WORDS = "jan feb mar apr may jun jul aug sep oct nov dec"
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTHS = {name: index for index, name in enumerate(_MONTH_WORDS.split(), 1)}
_ENGLISH_DATE = later(r"([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$")
_BRITISH_DATE = later(r"(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([A-Za-z]{3,9})\.?(?:,? (\d{4}))?$")
_CHINESE_DATE = later(r"(?:(\d{4}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]$")
_DOTTED_DATE = later(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_ORDERS = (
    (_ENGLISH_DATE, (3, 1, 2)), (_BRITISH_DATE, (3, 2, 1)), (_CHINESE_DATE, (1, 2, 3)), (_DOTTED_DATE, (3, 2, 1))
)  # fmt: skip
"""Patterns, and which of their groups are year, month and day."""
_FULL = later(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)")
_CLOCK = later(r"(\d{1,2}):(\d\d)(:\d\d(?:\.\d+)?)? ?(?:([aApP])\.?[mM]\.?|(UTC|GMT))?$")


def read_datetime(text: str, before: str, after: str) -> list[Reading]:
    """A date, a time of day, or both; ``file.py:12:30`` and ratios are neither."""
    left = before[-1:]
    if left and (left in "-/.:_#" or joins(left)) and left != "T":
        return []
    if after[:1] == "/" or (after[:1] == "-" and after[1:2].isdigit()):
        return []
    logged = _LOGGED.match(text)
    if after[:1] == ":" and not ((logged or _FULL.match(text)) and after[1:2].isspace()):
        return []  # of a longer value; a date with its time may open what follows, as in a log
    normal = _logged(logged) if logged else _date(text) or _time(text)
    return [] if normal is None else [Reading("datetime", "date" if "-" in normal else "time", normal, 0, len(text))]


_LOGGED = later(
    r"([A-Za-z]{3,9})\.? {1,2}(\d{1,2}) (\d\d:\d\d:\d\d)(?:\.\d+)?(?: ([A-Z]{3,4}))?(?: (\d{4}))?$"
    r"|(\d\d)/([A-Za-z]{3})/(\d{4}):(\d\d:\d\d:\d\d)(?: ([+-]\d{4}))?$"
)


def _logged(found: re.Match[str]) -> str | None:
    """A time as ``date``, the system's log (``Apr  6 10:02:19 UTC 2026``) and servers (``06/Apr/2026:10:02:19 +0000``)
    write it."""
    name, day, time, zone, year = found.groups()[:5]
    if name is None:
        day, name, year, time, zone = found.groups()[5:]
        zone = zone or ""
    else:
        zone = f" {zone}" if year and zone in ("UTC", "GMT") else ""
    normal = _day(year, name, day)
    return None if normal is None else f"{normal}T{time}{zone}"


def _day(year: str | None, month: str, day: str) -> str | None:
    number = int(month) if month.isdigit() else _MONTHS.get(month[:3].lower(), 0)
    if number and not month.isdigit() and not _MONTH_NAMES[number - 1].startswith(month.lower()):
        return None  # Mara 31
    if not (1 <= number <= 12 and 1 <= int(day) <= 31):
        return None
    return f"{year}-{number:02}-{int(day):02}" if year else f"{number:02}-{int(day):02}"


def _date(text: str) -> str | None:
    if text[4:5] == "-":
        return text[:10] + text[10:].replace(" ", "T", 1) if len(text) > 10 else text
    if text[4:5] == "/":
        year, month, day = text.split("/")
        return f"{year}-{int(month):02}-{int(day):02}"
    for pattern, order in _ORDERS:
        found = pattern.match(text)
        if found:
            return _day(*(found[index] for index in order))
    return None


_SAID_CLOCK = later(r"(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上)? ?(\d{1,2}) ?点(?:(半)|(\d{1,2}) ?分)?$")
_AFTERNOON = frozenset({"中午", "下午", "傍晚", "晚上"})


def _time(text: str) -> str | None:
    spoken = _SAID_CLOCK.match(text)
    if spoken:
        hour = int(spoken[2]) + (12 if spoken[1] in _AFTERNOON and int(spoken[2]) < 11 else 0)
        return f"{hour:02}:{30 if spoken[3] else int(spoken[4] or 0):02}" if hour < 24 else None
    found = _CLOCK.match(text)
    if not found:
        return None
    hour = int(found[1])
    if found[4]:
        hour = hour % 12 + (12 if found[4].lower() == "p" else 0)
    elif len(found[1]) == 1 and not found[3]:
        return None  # 3:45 is a place in a file or a ratio as often as a time
    return f"{hour:02}:{found[2]}{found[3] or ''}" if hour < 24 else None
