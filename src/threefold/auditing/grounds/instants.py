"""Grounds of dates and times: the same one in another spelling, without its year or its zone, or in another zone
(``11:07:53+01:00`` and ``10:07:53 UTC``)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.findings import EQUIVALENT, VERIFIED, Ground
from threefold.auditing.ledger.ledger import Ledger
from threefold.text.later import later

_ZONE = later(r"(?:Z| ?(?:UTC|GMT)|[+-]\d\d:?\d\d)$")
_WHOLE = len("2026-01-08T10:20:30")
_DATE, _YEAR, _MINUTES, _SECONDS = len("2026-01-08"), len("2026-"), len("10:20"), len("10:20:30")
_INSTANTS = 5_000  # times of the ledger that one with a zone is compared with


def ground(fact: Fact, ledger: Ledger) -> Ground | None:
    """Where a date or time can have been taken from that has no equal normal form there."""
    wanted, known = fact.normal, ledger.listing
    date, both, time = wanted.partition("T")
    if len(date) == _DATE or fact.kind == "time":
        longer = known.containing("datetime", wanted)
        yearless = known.containing("datetime", f"\n{wanted[_YEAR:]}") if fact.kind == "date" else None
    else:
        longer, yearless = known.containing("datetime", f"-{wanted}", f"\n{wanted}"), None
    if longer is not None:
        return VERIFIED, "part of a longer time", longer[1].first
    if yearless is not None:
        return EQUIVALENT, "the day stands without its year", yearless[1].first
    same = _same_instant(fact, known.first("datetime", _INSTANTS)) if _zoned(fact) else None
    entry = ledger.entry("datetime", same) if same is not None else None
    if entry is not None:
        return EQUIVALENT, f"{same} in another zone", entry.first
    if not both or len(time) < _MINUTES or (_zoned(fact) and _has_another_zone(wanted, ledger)):
        return None
    clock = time[: _SECONDS if time[5:6] == ":" else _MINUTES]
    zoneless = known.containing("datetime", f"\n{date}T{clock}")
    if zoneless is not None:
        return VERIFIED, "stands there without its zone", zoneless[1].first
    day, hour = known.containing("datetime", date), known.containing("datetime", f"\n{clock}")
    return None if day is None or hour is None else (VERIFIED, "date and time stand apart", hour[1].first)


def _has_another_zone(normal: str, ledger: Ledger) -> bool:
    """Whether the same date and time stands there with a zone: then this one is not left to be put together."""
    found = ledger.listing.containing("datetime", normal[: _DATE + 1 + _SECONDS])
    return found is not None and _in_zone(found[0])


def _zoned(fact: Fact) -> bool:
    """Whether a time says in which zone it is meant."""
    return ":" in fact.normal and _ZONE.search(fact.literal) is not None


def _in_zone(normal: str) -> bool:
    """Whether the normal form of a time has a zone."""
    return _ZONE.search(normal) is not None


def _same_instant(fact: Fact, known: Iterable[tuple[str, str]]) -> str | None:
    """The first of the known times (normal forms and kinds) that is the same instant; for one without a date, that has
    the same time of day in UTC."""
    wanted = in_utc(fact.normal) if "T" in fact.normal else None
    clock = fact.normal if "T" not in fact.normal and _ZONE.search(fact.literal[-4:]) else ""
    if wanted is None and not clock:
        return None
    seconds = wanted[-2:] if wanted is not None else clock[6:8]
    for normal, _ in known:
        if seconds and normal[13:17:3] == "::" and normal[17:19] != seconds:
            continue  # no zone changes the seconds
        other = in_utc(normal) if "T" in normal else None
        if other is not None and (other == wanted or (clock and other[11:].startswith(clock))):
            return normal
    return None


@lru_cache(maxsize=1 << 13)
def in_utc(normal: str) -> str | None:
    """A time with a zone in UTC, to the second; None for one without."""
    zone = _ZONE.search(normal)
    if zone is None:
        return None
    offset = zone[0].strip()
    try:
        when = datetime.fromisoformat(
            normal[: zone.start()][:_WHOLE] + ("+00:00" if offset in ("Z", "UTC", "GMT") else offset)
        )
    except ValueError:
        return None
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S") if when.year > 1 else None
