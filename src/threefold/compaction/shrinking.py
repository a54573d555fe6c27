"""A message shortened to its pinned text, as far as that stands nowhere else in the output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from threefold.compaction.conversation import SYSTEM_ROLES
from threefold.compaction.excerpts import mark, scrubbed, shortened
from threefold.compaction.ledger import Ledger
from threefold.compaction.pins import pinned_texts
from threefold.compaction.prepare import Prepared
from threefold.compaction.slots import Kind, edited
from threefold.compaction.text import size
from threefold.session import Author, Message
from threefold.text.unicode import encode

Handle = Callable[[int], str]
SQUEEZE: tuple[tuple[tuple[Kind, ...], Author | None], ...] = (
    (("result", "blob"), None),
    (("text",), Author.MODEL),
    (("text", "blob"), Author.HUMAN),
)
"""What of the protected messages shrinks, in this order: tool results, what the model said, what a human said."""
SHRINK_FROM = 400
"""Messages of fewer bytes are not shrunk: the mark would be as long."""


def may_shrink(prepared: Prepared, place: int, author: Author | None) -> bool:
    """Whether a message may be shortened in the round for an author's texts (None: the round for tool results)."""
    item = prepared.items[place]
    if item.opaque or item.ours or item.message.role in SYSTEM_ROLES or item.message.author is Author.SUMMARY:
        return False
    return bool(item.message.tool_results) if author is None else item.message.author is author


def shorter(
    prepared: Prepared,
    ledger: Ledger,
    shrunk: Mapping[int, bytes],
    handle: Handle,
    place: int,
    kinds: Sequence[Kind],
    room: int = 0,
) -> tuple[bytes, set[int]] | None:
    """An item with its texts shrunk to the pinned spans that stand in no other kept message, and its spans then.

    ``room`` bytes of the beginnings and ends of its texts stay as well.
    """
    human = prepared.items[place].message.author is Author.HUMAN
    numbers = {prepared.spans[span]: span for span in prepared.held[place]}
    name = handle(place)
    given: set[int] = set()
    whole = prepared.items[place].size

    def wanted(span: bytes) -> bool:
        number = numbers.get(span)
        if number is None or number in given or ledger.stands(number):
            return False
        given.add(number)
        return True

    def edit(text: str, kind: Kind) -> str:
        if kind == "blob":
            return mark(int(text), int(text), name) if kind in kinds and int(text) >= SHRINK_FROM else text
        if kind not in kinds or len(text) < SHRINK_FROM // 4:
            data = scrubbed(encode(text))
            given.update(number for span, number in numbers.items() if span in data)
            return text
        return shortened(text, prepared.pins, wanted, name, human=human and kind == "text",
                         room=room * size(text) // whole)  # fmt: skip

    raw = edited(shrunk.get(place) or prepared.conversation.raw(place), edit)
    if raw is None or len(raw) >= prepared.items[place].size:
        return None
    held = _held(prepared, raw, place, numbers)
    return (raw, held) if held is not None and given <= held else None


def _held(prepared: Prepared, raw: bytes, place: int, numbers: dict[bytes, int]) -> set[int] | None:
    """Which of these spans a shortened message holds, as its reader reads it; None where it is no message."""
    message = prepared.conversation.decode(raw, place)
    if message is None:
        return None
    text = encode(texts_of(message))
    return {number for span, number in numbers.items() if span in text}


def texts_of(message: Message) -> str:
    """All that pins look at, as one text."""
    return "\n".join(text for text, _ in pinned_texts(message))
