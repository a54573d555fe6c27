"""What is done for an audit before its summary is written: to read the log, while the harness's model is at work."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec

from threefold.settings import Settings
from threefold.store.known import Known

_LARGEST = 32 << 20
"""Bytes of the largest log that is read ahead."""
_ANEW = 5
"""A log is read ahead again where more than one part in so many of it is new."""


def known_of(path: str, client: str, home: str, settings: Settings) -> Known:
    """Where what audits found in a log is kept."""
    return Known(home, path, client, msgspec.json.encode(settings.audit, order="sorted").decode())


def preparation(path: str, client: str, home: str, settings: Settings) -> Callable[[], object] | None:
    """What there is to do ahead of the audit of a compaction; None where the log was read already, is too large, or no
    audit will be made. Raises OSError for a log that cannot be read."""
    known, size = known_of(path, client, home, settings), os.stat(path).st_size
    if not settings.audit.enabled or size > _LARGEST or _ANEW * (size - known.size) <= size:
        return None

    def prepare() -> None:
        from threefold.auditing import audit
        from threefold.harness.guidance import with_compaction
        from threefold.reading import read
        from threefold.store.audits import facts_shelf
        from threefold.store.cache import hashed

        known.seen_in(hashed(path, known.size))
        with read(path, client) as opened:
            if known.is_of(opened.source.size):
                session, compaction = with_compaction(opened, "(none)")
                shelf = facts_shelf(home, path, settings.audit)
                audit(session, compaction, settings=settings.audit, shelf=shelf, past=known)

    return prepare
