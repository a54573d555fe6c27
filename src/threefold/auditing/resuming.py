"""A folding that goes on from where an earlier one of the same log ended, in another process.

A log grows at its end, and every summary of it has other letters to look for. So beside what was found, the texts are
kept: what a new summary asserts is looked for in them, and only what was added to the log is decoded and read. What is
kept is bound to all that a folding looked at beside the bytes; where one of these is no longer what it was, everything
is folded anew. That the bytes are the same is the caller's to make sure of.
"""

from __future__ import annotations

import hashlib
import pickle
from array import array
from collections.abc import Sequence
from typing import Protocol

from threefold.auditing.compliance import Vocabulary
from threefold.auditing.finder import Finder
from threefold.auditing.folding import Folding
from threefold.auditing.ledger import Origin
from threefold.auditing.recall import Recall
from threefold.session import Session

_MOST = 32 << 20  # bytes of the texts that are kept
_GROWN = 8  # a folding is kept again once it has grown by one part in so many
_LEDGER = ("characters", "corrections", "edited", "events", "first_event", "last_event", "partners",
           "reasoning_characters", "redacted")  # fmt: skip


class Past(Protocol):
    """Where a folding of the beginning of one log is kept. Nothing here raises."""

    def load(self) -> bytes | None:
        """What was kept, if the log still begins with the bytes that it is of."""

    def save(self, data: bytes) -> None:
        """Keep a folding of the log as it is now."""


def worth_saving(folding: Folding) -> bool:
    """Whether what is kept lacks so much that it should be kept anew."""
    return folding.ledger.events > folding.resumed + folding.resumed // _GROWN


def saved(folding: Folding, finder: Finder) -> bytes:
    """What a folding came to, for :func:`resumed`; empty where it is too large to be kept.

    The bytes are a pickle: give them to nobody, and take them back from a place that only their owner can write.
    """
    texts, listing = folding.texts or [], folding.ledger.listing
    if sum(len(data) for _, _, data in texts) > _MOST:
        return b""
    events = array("q", (event for event, _, _ in texts))
    origins = bytes(int(origin) for _, origin, _ in texts)
    sizes = array("q", (len(data) for _, _, data in texts))
    done = len(folding.session.events)
    looked_at = _looked_at(folding.session, done, finder, folding.standing.words)
    ledger = {name: getattr(folding.ledger, name) for name in _LEDGER}
    rest = folding.heard, folding.standing.found, folding.has_tasks
    facts = listing.kept()
    spoken = events, origins, sizes, b"".join(data for _, _, data in texts)
    kept = looked_at, done, folding.order, ledger, facts, rest, spoken
    return pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)


def resumed(
    session: Session,
    finder: Finder,
    needles: Sequence[bytes],
    locked: Vocabulary | None,
    recall: Recall | None,
    leaves: Sequence[int],
    kept: bytes,
) -> Folding | None:
    """A folding of this session that goes on to these leaves from what was kept; None where it cannot."""
    folding = Folding(session, finder, needles, locked, recall=recall, texts=[])
    try:
        looked_at, done, order, ledger, facts, rest, spoken = pickle.loads(kept)
    except Exception:  # a pickle that was cut or is of other code may raise anything
        return None
    if done > len(session.events) or looked_at != _looked_at(session, done, finder, folding.standing.words):
        return None
    if array("q", leaves[: len(order)]) != order:
        return None  # what was folded is not where these leaves begin
    folding.begin_with(order)
    folding.heard, folding.standing.found, folding.has_tasks = rest
    for name in _LEDGER:
        setattr(folding.ledger, name, ledger[name])
    folding.ledger.listing.take_back(facts)
    _look_again(folding, *spoken)
    folding.resumed = folding.ledger.events
    return folding


def _look_again(folding: Folding, events: array[int], origins: bytes, sizes: array[int], joined: bytes) -> None:
    """Look for the new needles in the texts that were kept."""
    known, look = folding.texts, folding.ledger.look
    assert known is not None
    place, of = 0, {int(origin): origin for origin in Origin}
    for event, code, size in zip(events, origins, sizes, strict=True):
        data = joined[place : place + size]
        known.append((event, of[code], data))
        look(data, event, of[code])
        place += size


def _looked_at(session: Session, done: int, finder: Finder, locked: Sequence[str]) -> bytes:
    """A digest of what a folding of the first ``done`` events depends on beside their bytes."""
    events, settled = session.events, (sorted(finder.categories), sorted(finder.markers), locked)
    digest = hashlib.sha256(f"{session.format}\0{session.cwd}\0{done}\0{settled}".encode("utf-8", "surrogatepass"))
    for column in (events.starts, events.sizes, events.heads):
        digest.update(memoryview(column)[:done])
    digest.update(memoryview(events.flags)[:done])
    return digest.digest()
