"""A message that must stay and does not fit keeps as much of its beginning and its end as there is room for."""

from __future__ import annotations

from typing import Any

import pytest

from threefold.compacting import compact
from threefold.compaction.excerpts import shortened
from threefold.compaction.pins import Pins
from threefold.compaction.settings import CompactSettings
from threefold.text.unicode import encode

TEXTS = {
    "lines": "".join(f"{n}: the importer reads row {n} of the table\n" for n in range(1_600)),
    "one line": "streaming " * 6_000,
    "Chinese": "".join(f"第 {n} 行说明导入模块的流式读取。\n" for n in range(1_400)),
    "escapes": 'say "yes"\\n' * 5_000,
    "emoji": "👩‍👩‍👧‍👦 family " * 2_000,
}


@pytest.mark.parametrize("budget", [50_000, 30_000, 9_000])
@pytest.mark.parametrize("name", TEXTS)
def test_a_first_request_larger_than_the_budget_keeps_what_there_is_room_for(name: str, budget: int) -> None:
    messages: list[Any] = [
        {"role": "user", "content": TEXTS[name]},
        {"role": "assistant", "content": "I look into it."},
        {"role": "user", "content": "go on"},
    ]
    result = compact(messages, settings=CompactSettings(target_bytes=budget, scorer="recency"), environ={})
    first = result.messages[0]["content"]
    assert budget // 2 < result.stats.bytes_after <= budget
    mark, _, rest = first.partition("\n")
    assert "bytes cut here" in mark
    assert TEXTS[name].startswith(rest[: len(rest) // 4])
    assert TEXTS[name].rstrip("\n").endswith(rest[-len(rest) // 5 :])


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("room", [1, 50, 1_000, 20_000, 10**6])
def test_the_ends_of_a_text_are_pieces_of_it_within_the_room(name: str, room: int) -> None:
    text = TEXTS[name]
    short = shortened(text, Pins(()), lambda span: False, "", room=room)
    pieces = short.partition("\n")[2].split(" […] ")
    assert short == text or all(piece in text for piece in pieces)
    assert sum(len(encode(piece)) for piece in pieces) <= room + 400  # up to a word on either side of a cut
