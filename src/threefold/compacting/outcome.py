"""What ``compact`` gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from threefold.compaction import compaction as core
from threefold.compaction.conversation import Conversation
from threefold.compaction.result import Decision, Stats
from threefold.compaction.wire import Wire
from threefold.session import Session

M = TypeVar("M", bound=Mapping[str, object])
"""What the caller's messages are: a dictionary, or a ``TypedDict`` of a vendor's library."""
Messages = Sequence[Mapping[str, object]]


class Compaction(msgspec.Struct, Generic[M], frozen=True, kw_only=True):
    """The outcome: messages that go on, a decision for each that was there, and the sums."""

    messages: list[M]
    """the caller's own objects that stay, with shortened ones and the digest as new objects; empty for a session"""
    output: bytes
    """the whole output as written, in the input's own format; empty for a list that stays as it is"""
    decisions: tuple[Decision, ...]
    stats: Stats
    pieces: tuple[bytes, ...] = ()
    """the bytes of each message of the output, in order"""


Made = Compaction[Mapping[str, object]]
"""A compaction of messages whose type does not matter, or of a session."""


def as_it_was(messages: Messages | Session, opened: tuple[Conversation, Wire] | None, error: str) -> Made:
    """After a fault of ours: what the caller came with, and the error."""
    if opened is not None:
        uncut = core.whole(*opened)
        uncut.stats.error = error
        pieces = tuple(raw for _, raw in uncut.pieces)
        return Compaction(messages=[], output=uncut.output, decisions=(), stats=uncut.stats, pieces=pieces)
    if isinstance(messages, Session):
        output = messages.source.read(0, messages.source.size)
        stats = Stats(bytes_before=len(output), bytes_after=len(output), format=messages.format, error=error)
        return Compaction(messages=[], output=output, decisions=(), stats=stats)
    stats = Stats(messages=len(messages), kept=len(messages), format="messages", error=error)
    return Compaction(messages=list(messages), output=b"", decisions=(), stats=stats)
