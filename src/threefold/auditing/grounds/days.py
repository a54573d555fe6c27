"""Days that a log names without their date: in a file's name, by a word such as "tomorrow" or "Friday" beside the time
at which it was said, or as every day of a month that a loop goes through."""

from __future__ import annotations

import re
from datetime import date, timedelta

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger
from threefold.text.unicode import encode

_DATE, _MONTH_AND_DAY = len("2026-01-08"), len("01-08")
_SAID = {
    -1: ("yesterday", "last night", "昨天", "昨晚"),
    0: ("today", "tonight", "今天", "今晚"),
    1: ("tomorrow", "明天", "明早"),
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEK = "一二三四五六日"
_FURTHEST = 14  # days from when it was said to a day that is called by its name
_EVENTS = 6
_LEAP = 2024


def needles(fact: Fact) -> list[str]:
    """The letters by which such a day is looked for."""
    if fact.category != "datetime" or not _is_day(fact):
        return []
    found = [word for words in _SAID.values() for word in words]
    day = _day(fact.normal, _LEAP)
    if day is not None:
        for further in range(1 if len(fact.normal) == _DATE else 7):  # without a year it may be any of them
            found += _names(day + timedelta(days=further))
    if len(fact.normal) == _DATE:
        found.append(fact.normal[: _DATE - 2])
    return found


def _names(day: date) -> list[str]:
    name = _WEEKDAYS[day.weekday()]
    return [name, name.capitalize(), *(f"{week}{_WEEK[day.weekday()]}" for week in ("周", "星期", "礼拜"))]


def _day(normal: str, year: int) -> date | None:
    """The day of a normal form; of the given year where it has none."""
    try:
        return date(int(normal[:4]) if len(normal) == _DATE else year, int(normal[-5:-3]), int(normal[-2:]))
    except ValueError:
        return None


def ground(fact: Fact, ledger: Ledger, around: Surroundings) -> tuple[str, int] | None:
    """Why a day without its date stands in the ledger, and the event."""
    if not _is_day(fact):
        return None
    if len(fact.normal) == _DATE:
        for spelled in (fact.normal, fact.normal.replace("-", "")):
            named = ledger.listing.containing("path", spelled)
            if named is not None:
                return f"in the name of {named[0]}", named[1].first
        if (gone := _gone_through(fact.normal, ledger, around)) is not None:
            return gone
    return _by_its_name(fact.normal, ledger, around)


def _is_day(fact: Fact) -> bool:
    return fact.kind == "date" and len(fact.normal) in (_DATE, _MONTH_AND_DAY)


def _gone_through(normal: str, ledger: Ledger, around: Surroundings) -> tuple[str, int] | None:
    month = normal[: _DATE - 2]
    left_open = re.compile(rf"{re.escape(month)}(?:[$%{{<\[*]|[dD]{{2}}\b)")
    for event, _ in ledger.places(encode(month))[:_EVENTS]:
        if any(left_open.search(text) for text in around.texts(event)):
            return "a day of a month that is gone through", event
    return None


def _by_its_name(normal: str, ledger: Ledger, around: Surroundings) -> tuple[str, int] | None:
    for event in {ledger.first_event, ledger.last_event} - {-1}:
        said = _day(around.session.record(event).time[:_DATE], 1)
        day = None if said is None else _day(normal, said.year)
        if said is None or day is None:
            continue
        apart = (day - said) // timedelta(days=1)
        if apart == 0:
            return "the day of the session", event
        for word in (*_SAID.get(apart, ()), *(_names(day) if abs(apart) <= _FURTHEST else ())):
            for place, _ in ledger.places(encode(word))[:1]:
                return f"{word}, said on {said.isoformat()}", place
    return None
