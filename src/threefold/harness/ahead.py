"""What is done for an audit before its summary is written: to read the log, while the harness's model is at work."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from threefold.settings import Settings
from threefold.store.known import Known

if TYPE_CHECKING:
    from threefold.session import Compaction
    from threefold.store.cache import Hashed

_LARGEST = 32 << 20
"""Bytes of the largest log that is read ahead."""
_ANEW = 5
"""A log is read ahead again where more than one part in so many of it is new."""


class Pasts(NamedTuple):
    """What audits found in a log: of all that stands behind its compactions, and where that is too much for an answer
    that is waited for, of what the model sees now."""

    whole: Known
    seen: Known

    def of(self, compaction: Compaction, whole: Compaction) -> Known:
        """That of a compaction, beside the one that goes back to everything."""
        return self.whole if compaction.earlier == whole.earlier else self.seen

    @property
    def sizes(self) -> tuple[int, int]:
        """How many of the log's bytes each is of."""
        return self.whole.size, self.seen.size

    def seen_in(self, content: Hashed) -> None:
        """Say what the log holds now."""
        self.whole.seen_in(content)
        self.seen.seen_in(content)


def known_of(path: str, client: str, home: str, settings: Settings, *of: str) -> Known:
    """Where what audits found in a log is kept."""
    return Known(home, path, client, msgspec.json.encode(settings.audit, order="sorted").decode(), *of)


def pasts_of(path: str, client: str, home: str, settings: Settings) -> Pasts:
    """The same for those who search less of a log."""
    return Pasts(known_of(path, client, home, settings), known_of(path, client, home, settings, "seen now"))


def preparation(path: str, client: str, home: str, settings: Settings, *, guided: bool) -> Callable[[], object] | None:
    """What there is to do ahead of the audit of a compaction, and with ``guided`` of the next look at what is to be
    kept; None where the log was read already, is too large, or no audit will be made. Raises OSError for a log that
    cannot be read."""
    pasts, size = pasts_of(path, client, home, settings), os.stat(path).st_size
    if not settings.audit.enabled or size > _LARGEST or _ANEW * (size - pasts.whole.size) <= size:
        return None

    def prepare() -> None:
        from threefold.auditing import audit
        from threefold.harness.guidance import to_come
        from threefold.reading import read
        from threefold.store.audits import facts_shelf
        from threefold.store.cache import hashed

        pasts.seen_in(hashed(path, pasts.sizes))
        with read(path, client) as opened:
            if not pasts.whole.is_of(opened.source.size):
                return
            shelf = facts_shelf(home, path, settings.audit)
            session, whole = to_come(opened, whole=True)
            audit(session, whole, settings=settings.audit, shelf=shelf, past=pasts.whole)
            session, compaction = to_come(opened)
            if guided and pasts.of(compaction, whole) is pasts.seen:
                audit(session, compaction, settings=settings.audit, shelf=shelf, past=pasts.seen)

    return prepare
