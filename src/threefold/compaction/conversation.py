"""What is compacted: the messages that the model sees now, each with its own bytes.

An :class:`Item` is the smallest thing that can be kept or cut: one line of a log, one element of a message list. A
message that a harness wrote as several lines is several items with one ``head``; ``units`` keeps them together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

import msgspec

from threefold.session import Author, Job, Message, Session, Text

DIGEST_TAG = "threefold-digest"
SYSTEM_ROLES = ("system", "developer")
OURS = f"<{DIGEST_TAG}>"
"""How a message of ours begins. A later run replaces it and never nests or quotes it."""
CLOSING = f"</{DIGEST_TAG}>"
"""How it ends. What only begins like one is somebody else's message, and its pins are looked after."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One message, or the piece of one that stands on a line of its own.

    ``size`` is the bytes of the item as written (UTF-8, without what separates items). ``head`` is the index of the
    item that begins the same message (its own, mostly). ``opaque`` marks what no reader understands; it is never cut.
    """

    index: int
    message: Message
    size: int
    head: int
    event: int = -1
    opaque: bool = False

    @property
    def ours(self) -> bool:
        """Whether a run of this compactor wrote it. A tool cannot forge that: its output has another author."""
        parts = self.message.parts
        return bool(parts) and isinstance(parts[0], Text) and is_ours(parts[0])


def is_ours(part: Text) -> bool:
    """Whether a text part is a digest of ours: in whatever role, but never a tool's or a person's text."""
    if part.author in (Author.TOOL, Author.HUMAN):
        return False
    return part.text.startswith(f"{OURS}\n[threefold: ") and part.text.rstrip().endswith(CLOSING)


class Conversation:
    """The items, in the order in which the model sees them, and how to get at their bytes."""

    def __init__(
        self,
        *,
        format: str,
        items: Sequence[Item],
        read: Callable[[int], bytes],
        decode: Callable[[bytes, int], Message | None],
        cleared: frozenset[str] = frozenset(),
        running: frozenset[int] = frozenset(),
    ) -> None:
        self.format = format
        """the reader's name of the format, as in ``Session.format``"""
        self.items = items
        self.cleared = cleared
        """ids of calls whose results the harness has blanked for the model"""
        self.running = running
        """items that started a background job of which no end is seen"""
        self._read = read
        self._decode = decode
        self._hashes: dict[int, str] = {}

    def raw(self, index: int) -> bytes:
        """The bytes of one item, as the caller wrote them."""
        return self._read(index)

    def hash(self, index: int) -> str:
        """SHA-256 of the item's bytes, in hexadecimal: its name in receipts and in the archive."""
        found = self._hashes.get(index)
        if found is None:
            found = self._hashes[index] = content_hash(self.raw(index))
        return found

    def decode(self, raw: bytes, index: int) -> Message | None:
        """What changed bytes of an item say, by the same reader that read the original."""
        return self._decode(raw, index)

    def __len__(self) -> int:
        return len(self.items)


def content_hash(raw: bytes) -> str:
    """The name of a message by its content."""
    return hashlib.sha256(raw).hexdigest()


def of_session(session: Session) -> Conversation:
    """The conversation that the model of a session sees now."""
    items: list[Item] = []
    places: dict[int, int] = {}
    jobs: dict[str, int] = {}
    heads = session.events.heads
    for event, record in session.records(session.surface):
        if record.message is None:
            continue
        index = len(items)
        for mark in record.marks:
            if isinstance(mark, Job):
                jobs.pop(mark.id, None)
                if mark.running:
                    jobs[mark.id] = index
        head = places.setdefault(heads[event], index)
        start, end = session.events.span(event)
        items.append(Item(index=index, message=record.message, size=end - start, head=head, event=event))
    events = [item.event for item in items]
    return Conversation(
        format=session.format,
        items=items,
        read=lambda index: session.raw(events[index]),
        decode=lambda raw, index: session.decode(raw, events[index]).message,
        cleared=session.cleared,
        running=frozenset(jobs.values()),
    )


def total(items: Iterable[Item]) -> int:
    """Bytes of the items alone."""
    return sum(item.size for item in items)
