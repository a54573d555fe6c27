"""The proof that a compaction gives of itself before anyone gets it.

The output's own messages are looked at again: what was shrunk and written is decoded by the reader that read the input.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from threefold.compaction.conversation import Item
from threefold.compaction.pins import pinned_texts
from threefold.compaction.prepare import Prepared
from threefold.compaction.units import Pairs, pair, rules_of
from threefold.compaction.wire import Piece, Wire
from threefold.errors import InternalError
from threefold.reading.values import load, strings
from threefold.text.unicode import encode


def check(prepared: Prepared, wire: Wire, pieces: Sequence[Piece]) -> int:
    """Raise InternalError unless the output keeps every rule that the input kept and every pinned span stands in it.

    Answers how many halves of tool pairs the output has.
    """
    items = [_item(prepared, piece, number) for number, piece in enumerate(pieces)]
    kept = [item for item in items if item is not None]
    _whole_items(prepared, pieces)
    _whole_units(prepared, pieces)
    _pins(prepared, pieces, items)
    pairs = pair(kept)
    _rules(prepared, wire, kept, pairs)
    return len(pairs.pending) + len(pairs.orphans)


def _item(prepared: Prepared, piece: Piece, number: int) -> Item | None:
    if piece.item is None:
        return None
    original = prepared.items[piece.item]
    if piece.raw == prepared.conversation.raw(piece.item):
        return original
    message = prepared.conversation.decode(piece.raw, piece.item)
    if message is None:
        raise InternalError(f"a shortened message ({original.index}) is no message any more")
    return msgspec.structs.replace(original, message=message, size=len(piece.raw))


def _whole_items(prepared: Prepared, pieces: Sequence[Piece]) -> None:
    places = [piece.item for piece in pieces if piece.item is not None]
    if places != sorted(set(places)):
        raise InternalError("the output is out of order, or has a message twice")


def _whole_units(prepared: Prepared, pieces: Sequence[Piece]) -> None:
    present = {piece.item for piece in pieces if piece.item is not None}
    for unit in prepared.units.units:
        here = sum(place in present for place in unit.members)
        if here not in (0, len(unit.members)):
            raise InternalError(f"messages that must stay together were parted ({unit.members})")


def _pins(prepared: Prepared, pieces: Sequence[Piece], items: Sequence[Item | None]) -> None:
    """Every span stands in a kept message, to the letter, or in the digest."""
    waiting = set(range(len(prepared.spans)))
    texts: list[bytes] = []
    lines: set[bytes] = set()
    for piece, item in zip(pieces, items, strict=True):
        if item is None or piece.item is None:
            texts.append(encode("\n".join(strings(load(piece.raw)))))
            lines.update(texts[-1].split(b"\n"))
        elif item is prepared.items[piece.item]:
            waiting.difference_update(prepared.held[piece.item])
        else:
            texts.append(encode("\n".join(text for text, _ in pinned_texts(item.message))))
    # Nearly all of them are lines of the digest; only the others are searched for.
    wanted = [span for span in waiting if prepared.spans[span] not in lines]
    lost = [span for span in wanted if not any(prepared.spans[span] in text for text in texts)]
    if lost:
        raise InternalError(
            f"{len(lost)} pinned spans would be lost, the first of them {prepared.spans[lost[0]][:80]!r}"
        )


def _rules(prepared: Prepared, wire: Wire, kept: Sequence[Item], pairs: Pairs) -> None:
    """A rule may be broken only at messages where it was broken before."""
    rules = rules_of(wire.shape)
    known = {(fault.rule, fault.index) for fault in prepared.units.faults}
    for fault in (fault for rule in rules for fault in rule.faults(kept, pairs)):
        if (fault.rule, fault.index) not in known:
            raise InternalError(f"the output breaks the rule {fault.rule} at message {fault.index}: {fault.what}")
