"""Audits that were already made, so that auditing a log again costs a hash of its bytes.

A log is append-only: what stands before a compaction never changes, and with it, the summary and the settings nothing
in the record does. The key is the SHA-256 of the log's bytes up to the end of the summary, and of everything else that
the answer depends on; whatever does not fit is simply audited again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from threefold.auditing.record import RULES_VERSION, AuditRecord, decode, encode
from threefold.auditing.settings import AuditSettings
from threefold.session import Compaction, Session
from threefold.store.files import replace_file
from threefold.store.shelf import FactsShelf

_CHUNK = 1 << 22


def facts_shelf(home: str, log: str, settings: AuditSettings) -> FactsShelf:
    """Where the facts of a log's texts are kept for its next audit under these settings."""
    return FactsShelf(home, log, msgspec.json.encode(settings, order="sorted").decode(), RULES_VERSION)


class Audits:
    """Kept records in a folder, one file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keys(
        self, session: Session, settings: AuditSettings, compactions: Iterable[Compaction], *extra: str
    ) -> Iterator[str]:
        """The key of each compaction, in the order given (which must be the log's). One pass over the log's bytes."""
        settled = msgspec.json.encode(settings, order="sorted")
        running, done = hashlib.sha256(), 0
        for compaction in compactions:
            event = (
                compaction.event
                if compaction.summary_event is None
                else max(compaction.event, compaction.summary_event)
            )
            end = session.events.span(event)[1] if event < len(session.events) else session.source.size
            while done < end:
                piece = session.source.read(done, min(end, done + _CHUNK))
                if not piece:
                    break
                running.update(piece)
                done += len(piece)
            whole = running.copy()
            for part in (session.format, session.cwd, compaction.id, settled.decode(), RULES_VERSION, *extra):
                data = part.encode("utf-8", "surrogatepass")
                whole.update(b"%d:" % len(data) + data)
            yield whole.hexdigest()

    def get(self, key: str) -> AuditRecord | None:
        """The kept record of this key, or None."""
        try:
            return decode((self.folder / key[:2] / key).read_bytes())
        except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return None

    def put(self, key: str, record: AuditRecord) -> None:
        """Keep a record. One that cannot be kept is made again another time."""
        if record.failures or not record.fingerprint:
            return
        place = self.folder / key[:2]
        try:
            place.mkdir(parents=True, exist_ok=True)
            replace_file(place / key, encode(record), 0o600)
        except OSError:
            return
