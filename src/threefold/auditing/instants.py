"""Whether two times with zones are one instant: ``11:07:53+01:00`` and ``10:07:53 UTC``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from threefold.auditing.facts import Fact
from threefold.text.later import later

_ZONE = later(r"(?:Z| ?(?:UTC|GMT)|[+-]\d\d:?\d\d)$")
_SECONDS = len("2026-01-08T10:20:30")


def zoned(fact: Fact) -> bool:
    """Whether a time says in which zone it is meant."""
    return ":" in fact.normal and _ZONE.search(fact.literal) is not None


def in_zone(normal: str) -> bool:
    """Whether the normal form of a time has a zone."""
    return _ZONE.search(normal) is not None


def same_instant(fact: Fact, known: Iterable[tuple[str, str]]) -> str | None:
    """The first of the known times (normal forms and kinds) that is the same instant; for one without a date, that has
    the same time of day in UTC."""
    wanted = _instant(fact.normal) if "T" in fact.normal else None
    clock = fact.normal if "T" not in fact.normal and _ZONE.search(fact.literal[-4:]) else ""
    if wanted is None and not clock:
        return None
    for normal, _ in known:
        other = _instant(normal) if "T" in normal else None
        if other is not None and (other == wanted or (clock and other[11:].startswith(clock))):
            return normal
    return None


@lru_cache(maxsize=1 << 13)
def _instant(normal: str) -> str | None:
    """A time with a zone in UTC, to the second; None for one without."""
    zone = _ZONE.search(normal)
    if zone is None:
        return None
    offset = zone[0].strip()
    try:
        when = datetime.fromisoformat(
            normal[: zone.start()][:_SECONDS] + ("+00:00" if offset in ("Z", "UTC", "GMT") else offset)
        )
    except ValueError:
        return None
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S") if when.year > 1 else None
