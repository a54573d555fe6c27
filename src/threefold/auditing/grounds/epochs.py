"""Dates and times that a log has as seconds since 1970, or in another zone than the one that a summary names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds import instants
from threefold.auditing.ledger.ledger import Ledger
from threefold.text.later import later

_OFFSETS = {
    "UTC": 0.0, "GMT": 0, "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "IST": 5.5,
    "SGT": 8, "HKT": 8, "北京时间": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "EST": -5, "EDT": -4, "CDT": -5,
    "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip
"""Hours by which zones are ahead of UTC that have one meaning (CST has two)."""
_BEHIND = later(r"\s?[(（]?\s?([A-Z]{3,4})\b")
_BEFORE = later(r"([A-Z]{3,4}|北京时间)\s?[`\"']?$")
_CLOCK = re.compile(r"(\d\d):(\d\d)(?::(\d\d))?$")
_SECONDS = re.compile(r"(?<![\w.])(1\d{9})(?:\d{3})?(?![\w]|\.\d{7})")
_DAY, _WHOLE = len("2026-01-08"), len("2026-01-08T10:20:30")
_KNOWN = 5_000  # times of the ledger that are looked at


def zone(fact: Fact, sentence: str) -> timedelta | None:
    """How far the zone that is named beside a time is ahead of UTC."""
    place = sentence.find(fact.literal)
    if place < 0:
        return None
    named = next((name for name in _OFFSETS if fact.literal.endswith(name)), "")
    behind, before = _BEHIND.match(sentence, place + len(fact.literal)), _BEFORE.search(sentence[:place][-12:])
    for name in (named, behind[1] if behind else "", before[1] if before else ""):
        if name in _OFFSETS:
            return timedelta(hours=_OFFSETS[name])
    return None


def spans(fact: Fact, sentence: str, known: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    """From which second to which a date or a time may be meant; a time of day on the days that its sentence names."""
    ahead = zone(fact, sentence) or timedelta()
    if fact.kind == "date" and len(fact.normal) == _DAY:
        yield from _span(fact.normal, "", ahead)
    elif "T" in fact.normal:
        day, _, clock = fact.normal[:_WHOLE].partition(" ")[0].partition("T")
        yield from _span(day, clock, ahead)
    elif fact.kind == "time":
        days = [one.normal for one in known if one.category == "datetime" and one.literal in sentence]
        for day in dict.fromkeys(one[:_DAY] for one in days if one[4:5] == "-"):
            yield from _span(day, fact.normal, ahead)


def _span(day: str, clock: str, ahead: timedelta) -> Iterator[tuple[int, int]]:
    try:
        start = datetime.fromisoformat(f"{day}T{clock}" if clock else day).replace(tzinfo=timezone(ahead))
        first = int(start.timestamp())
    except (ValueError, OverflowError):
        return
    if 1_000_000_000 < first < 2_000_000_000:
        yield first, first + (86_400 if not clock else 60 if clock.count(":") == 1 else 1)


def masks(first: int, last: int) -> Iterator[str]:
    """A pattern of the seconds from one to before another."""
    one, other = str(first), str(last - 1)
    alike = next((place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    rest = len(one) - alike
    yield one[:alike] + (f"[{one[alike]}-{other[alike]}]" + "[0-9]" * (rest - 1) if rest else "")


def within(text: str, first: int, last: int) -> str:
    """The first number of a text that says one of these seconds."""
    return next((match[0] for match in _SECONDS.finditer(text) if first <= int(match[1]) < last), "")


def scheduled(fact: Fact) -> str:
    """How a table of cron says a time of day, as a pattern: ``30 2 * * 1``."""
    clock = _CLOCK.fullmatch(fact.normal) if fact.kind == "time" else None
    if clock is None or clock[3]:
        return ""
    field = r"[ \t]{1,4}(?:\*|[0-9][0-9,/-]{0,9}|[A-Za-z]{3})(?:/[0-9]{1,2})?"
    return rf"(?:\b|\\n)0?{int(clock[2])}[ \t]{{1,4}}0?{int(clock[1])}{field * 3}(?:[^0-9A-Za-z]|$)"


def in_another_zone(fact: Fact, sentence: str, known: Sequence[Fact], ledger: Ledger) -> tuple[str, int | None] | None:
    """The same moment in another zone: as the log has it, or as the sentence gives it too."""
    ahead, clock = zone(fact, sentence), _CLOCK.search(fact.normal.partition(" ")[0])
    if ahead is None or clock is None:
        return None
    meant = _minutes(clock, ahead)
    for other in known:
        shown = _CLOCK.search(other.normal.partition(" ")[0]) if other.category == "datetime" else None
        if shown is None or other.literal not in sentence or other.normal == fact.normal:
            continue
        there = zone(other, sentence)
        if there is not None and there != ahead and _minutes(shown, there) == meant:
            return f"{other.literal} in another zone", None
    for normal, _ in ledger.listing.first("datetime", _KNOWN):
        instant = instants.in_utc(normal) if "T" in normal else None
        shown = _CLOCK.search(instant) if instant is not None else None
        entry = ledger.entry("datetime", normal) if shown and _minutes(shown, timedelta()) == meant else None
        if entry is not None:
            return f"{normal} in another zone", entry.first
    return None


def _minutes(clock: re.Match[str], ahead: timedelta) -> int:
    """The minute of the day in UTC."""
    offset = ahead.days * 1440 + ahead.seconds // 60
    return (int(clock[1]) * 60 + int(clock[2]) - offset) % 1440
