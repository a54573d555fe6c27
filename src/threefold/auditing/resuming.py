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

import msgspec

from threefold.auditing.facts.finder import Finder
from threefold.auditing.folding import Folding
from threefold.auditing.grounds.coverage import Asserted
from threefold.auditing.ledger.parts import Lost, Parts, Reader, Writer, spoken
from threefold.session import Session

_GROWN = 32  # a folding is kept again once it has grown by one part in so many
_LEDGER = ("changes", "characters", "corrections", "edited", "events", "first_event", "last_event", "partners",
           "reasoning_characters", "redacted")  # fmt: skip


class Past(Parts, Protocol):
    """Where a folding of the beginning of one log is kept, in parts. Nothing here raises."""

    def load(self) -> bytes | None:
        """What was saved, if the log still begins with the bytes that it is of."""

    def save(self, data: bytes) -> None:
        """Remember of which parts a folding of the log as it is now consists."""


class _Saved(msgspec.Struct, array_like=True):
    """What a folding that was kept is bound to, how many events it holds, and the names of its parts."""

    looked_at: bytes
    done: int
    folded: int
    found: list[str]
    texts: list[tuple[str, int]]


def _kept(past: Past) -> _Saved | None:
    try:
        return msgspec.msgpack.decode(past.load() or b"", type=_Saved)
    except msgspec.DecodeError:
        return None


def save(folding: Folding, finder: Finder, past: Past, asserted: dict[str, Asserted]) -> None:
    """Keep what a folding came to, for :func:`resumed`, if what is kept lacks so much that it is worth it. ``asserted``
    is what the last summaries assert.

    The parts hold a pickle: nothing may be taken back from a place that others than its owner can write.
    """
    size, before = len(folding.order), folding.resumed
    known = None if before else _kept(past)
    if size <= before + before // _GROWN or (known is not None and known.folded >= size):
        return
    texts = folding.texts.names() if folding.texts is not None else None
    if texts is None:
        return
    done = len(folding.session.events)
    looked_at = _looked_at(folding.session, done, finder, folding.standing.words)
    ledger = {name: getattr(folding.ledger, name) for name in _LEDGER}
    rest = folding.heard, folding.standing.found, folding.has_tasks
    writer = Writer(past)
    pickler = pickle.Pickler(writer, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump((folding.order, ledger, folding.ledger.listing.kept(), rest, folding.working.kept(), asserted))
        kept = _Saved(looked_at, done, size, writer.close(), texts)
    except Lost:
        return
    past.save(msgspec.msgpack.encode(kept))


def resumed(
    folding: Folding, finder: Finder, leaves: Sequence[int], past: Past, asserted: dict[str, Asserted], *, further: bool
) -> bool:
    """Let a folding to which nothing was added go on to these leaves from what was kept; whether it can. One that
    cannot is of no more use. ``further``: it goes on beyond these leaves, so that it must be fit to be kept however
    little they add."""
    kept, session = _kept(past), folding.session
    if kept is None or kept.done > len(session.events) or kept.folded > len(leaves):
        return False
    if kept.looked_at != _looked_at(session, kept.done, finder, folding.standing.words):
        return False
    try:
        order, ledger, facts, rest, work, told = pickle.Unpickler(Reader(past, kept.found)).load()
        if array("q", leaves[: len(order)]) != order:
            return False  # what was folded is not where these leaves begin
        folding.begin_with(order)
        folding.heard, folding.standing.found, folding.has_tasks = rest
        for name in _LEDGER:
            setattr(folding.ledger, name, ledger[name])
        folding.ledger.listing.take_back(facts)
        folding.working.take_back(work)
        asserted |= told
        if not further and len(leaves) <= kept.folded + kept.folded // _GROWN:
            folding.texts = None  # it will not be kept again
        if folding.texts is not None:
            texts = folding.texts.take_back(kept.texts)
        else:
            texts = spoken(past, kept.texts if folding.needles else [])
        for event, origin, data in texts:
            folding.ledger.look(data, event, origin)
    except Lost:
        return False
    folding.ledger.go_on()
    return True


def _looked_at(session: Session, done: int, finder: Finder, locked: Sequence[str]) -> bytes:
    """A digest of what a folding of the first ``done`` events depends on beside their bytes."""
    events, settled = session.events, (sorted(finder.categories), sorted(finder.markers), locked)
    digest = hashlib.sha256(f"{session.format}\0{session.cwd}\0{done}\0{settled}".encode("utf-8", "surrogatepass"))
    for column in (events.starts, events.sizes, events.heads):
        digest.update(memoryview(column)[:done])
    digest.update(memoryview(events.flags)[:done])
    return digest.digest()
