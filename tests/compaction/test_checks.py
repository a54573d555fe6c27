"""The proof that a compaction gives of itself: each fault that it must find, put in by hand."""

from __future__ import annotations

from typing import Any

import pytest

from threefold.compaction.checks import check
from threefold.compaction.compaction import compact
from threefold.compaction.opening import open_values
from threefold.compaction.prepare import Prepared, prepare
from threefold.compaction.scores import Scores, Value
from threefold.compaction.settings import CompactSettings
from threefold.compaction.units import rules_of
from threefold.compaction.wire import Piece, Wire
from threefold.errors import InternalError


def call(number: int) -> list[dict[str, Any]]:
    calls = [{"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}]
    return [
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": f"c{number}", "content": f"at src/m{number}.py " + "word " * 60},
    ]


@pytest.fixture
def made() -> tuple[Prepared, Wire, list[Piece]]:
    messages = [{"role": "user", "content": "go"}, *[m for n in range(12) for m in call(n)]]
    conversation, wire = open_values(messages)
    prepared = prepare(conversation, CompactSettings(keep_recent=1), rules_of(wire.shape))
    values = {item.index: Value(item.index / 100, 1.0, "test") for item in conversation.items}
    scores = Scores(values=values, calibrated=True, scorer="test")
    result = compact(prepared, scores, wire, 2500, recall="")
    pieces = [Piece(raw, item) for item, raw in result.pieces]
    check(prepared, wire, pieces)
    return prepared, wire, pieces


Made = tuple[Prepared, Wire, list[Piece]]


def kept(pieces: list[Piece]) -> list[int]:
    return [number for number, piece in enumerate(pieces) if piece.item is not None]


def test_a_result_whose_call_was_dropped_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    del pieces[kept(pieces)[-2]]
    with pytest.raises(InternalError, match="parted"):
        check(prepared, wire, pieces)


def test_a_changed_order_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    one, other = kept(pieces)[-2:]
    pieces[one], pieces[other] = pieces[other], pieces[one]
    with pytest.raises(InternalError, match="order"):
        check(prepared, wire, pieces)


def test_a_message_that_stands_twice_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    with pytest.raises(InternalError, match="twice"):
        check(prepared, wire, [*pieces, pieces[-1]])


def test_a_lost_digest_is_found_by_the_pins_that_it_carried(made: Made) -> None:
    prepared, wire, pieces = made
    with pytest.raises(InternalError, match="pinned spans would be lost"):
        check(prepared, wire, [piece for piece in pieces if piece.item is not None])


def test_a_shortened_message_that_lost_its_pin_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    last = kept(pieces)[-1]
    item = pieces[last].item
    assert item is not None
    pieces[last] = Piece(pieces[last].raw.replace(f"src/m{11}.py".encode(), b"gone"), item)
    with pytest.raises(InternalError, match="pinned spans would be lost"):
        check(prepared, wire, pieces)


def test_a_shortened_message_that_is_none_any_more_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    last = kept(pieces)[-1]
    pieces[last] = Piece(b'{"role":"tool"', pieces[last].item)
    with pytest.raises(InternalError, match="no message any more"):
        check(prepared, wire, pieces)


def test_a_shortened_call_that_lost_its_id_is_found(made: Made) -> None:
    prepared, wire, pieces = made
    last = kept(pieces)[-1]
    pieces[last] = Piece(pieces[last].raw.replace(b'"c11"', b'"c99"'), pieces[last].item)
    with pytest.raises(InternalError, match="tool-pairs"):
        check(prepared, wire, pieces)
