"""Audits that were already made, so that auditing a log again costs a hash of its bytes.

A log is append-only: what stands before a compaction never changes, and with it, the summary and the settings nothing
in the record does. The key is the SHA-256 of the log's bytes up to the end of the summary, and of everything else that
the answer depends on; whatever does not fit is simply audited again. Of a log that grew, the audit of what is new goes
on from what the last one found (``Known``), if the log still begins with the same bytes.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from bisect import bisect_left
from collections.abc import Sequence

import msgspec
import zstandard

from threefold.auditing.reports.record import RULES_VERSION, AuditRecord, decode, encode
from threefold.auditing.settings import AuditSettings
from threefold.session import Compaction, Session
from threefold.store.cache import Cache, Hashed, code_state, trim
from threefold.store.known import Known
from threefold.store.shelf import FactsShelf
from threefold.work.branches import abandoned

FOLDER = os.path.join("cache", "audits")
MOST = 256 << 20
"""Bytes of all records that are kept."""
_CHUNK = 1 << 20
_LARGEST = 1 << 30


def facts_shelf(home: str, log: str, settings: AuditSettings) -> FactsShelf:
    """Where the facts of a log's texts are kept for its next audit under these settings."""
    return FactsShelf(home, log, _settled(settings), RULES_VERSION)


def _settled(settings: AuditSettings) -> str:
    return msgspec.json.encode(settings, order="sorted").decode()


class Audits:
    """The records of one log under one set of settings."""

    def __init__(self, home: str, session: Session, settings: AuditSettings, *extra: str) -> None:
        """``extra`` is what a record depends on besides. The log's bytes are hashed in one pass over them."""
        self._cache = Cache(home, FOLDER, None)
        self._session = session
        self._question = session.format, session.cwd, _settled(settings), RULES_VERSION, code_state(), *extra
        self.past = Known(home, session.source.name, session.format, _settled(settings))
        self._links = _links(session)
        size = session.source.size
        ends = {_end(session, one) for one in session.compactions} | {min(self.past.size, size), size}
        self._digests = _digests(session, sorted(ends))
        beginnings = {self.past.size: self._digests[self.past.size].hexdigest()} if 0 < self.past.size <= size else {}
        self.past.seen_in(Hashed("", size, self._digests[size].hexdigest(), beginnings))

    def key(self, compaction: Compaction) -> str:
        """The key of a compaction's record."""
        digest = self._digests[_end(self._session, compaction)].copy()
        digest.update(self._links[compaction.index])
        for part in (compaction.id, *self._question):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(b"%d:" % len(data) + data)
        return digest.hexdigest()

    def get(self, key: str) -> AuditRecord | None:
        """The kept record of this key, or None."""
        kept = self._cache.get_private(key)
        try:
            return decode(zstandard.ZstdDecompressor().decompress(kept or b"", max_output_size=_LARGEST))
        except (zstandard.ZstdError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return None

    def put(self, key: str, record: AuditRecord) -> None:
        """Keep a record. One that cannot be kept is made again another time."""
        if record.fingerprint and not record.failures:
            self._cache.put(key, zstandard.ZstdCompressor(level=1).compress(encode(record)))

    def close(self) -> None:
        """Let go of what is too much."""
        trim(self._cache.folder, MOST)


def _end(session: Session, compaction: Compaction) -> int:
    """Where the bytes end that a compaction's record depends on."""
    event = max(compaction.event, compaction.summary_event or 0)
    return session.events.span(event)[1] if event < len(session.events) else session.source.size


def _links(session: Session) -> list[bytes]:
    """For each compaction a digest of what the whole log says about what stands before it: which events the summaries
    up to there go back to, and which messages stand on branches that were left."""
    left = array("q", sorted(abandoned(session)))
    running, done = hashlib.sha256(), 0
    found: list[bytes] = []
    for one in session.compactions:
        told = f"{one.event} {one.summary_event} {one.earlier} {one.unreadable}".encode("utf-8", "surrogatepass")
        place = bisect_left(left, one.event, done)
        for part in (told, array("q", one.covers), array("q", one.kept), left[done:place]):
            running.update(b"%d:" % len(part))
            running.update(part)
        done = place
        found.append(running.digest())
    return found


def _digests(session: Session, places: Sequence[int]) -> dict[int, hashlib._Hash]:
    """The digest of the log's bytes up to each of these places, in order, in one pass over them. Raises UnreadableInput
    for a log that was cut since it was opened."""
    running, done = hashlib.sha256(), 0
    found: dict[int, hashlib._Hash] = {}
    for end in places:
        while done < end:
            stop = min(end, done + _CHUNK)
            running.update(session.source.read(done, stop))
            done = stop
        found[end] = running.copy()
    return found
