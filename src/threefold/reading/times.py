"""Times of a log as ISO 8601: clients write them as text, or count seconds or milliseconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime

_MILLISECONDS_FROM = 1e11
"""A count from here on is of milliseconds: in seconds it would be the year 5138."""


def iso(value: object) -> str:
    """A time as ISO 8601 in UTC; a text stays as it is, and what is no time is ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    try:
        seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return ""
