"""The model itself: columns of events, accounts of lines, messages put together, leaves of compactions."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.source import BytesSource
from threefold.session import (
    MAX_KINDS,
    OTHER,
    Author,
    Compaction,
    Event,
    EventTable,
    Flag,
    Lines,
    Message,
    Record,
    Session,
    Text,
    ToolCall,
)


def table(count: int, flags: int = Flag.MESSAGE) -> EventTable:
    events = EventTable()
    for index in range(count):
        events.add(index, index + 1, index + 1, "message", flags)
    return events


def session(events: EventTable, compactions: tuple[Compaction, ...] = ()) -> Session:
    def decode(raw: bytes, index: int) -> Record:
        return Record("message", Message("user", (Text(raw.decode(), Author.HUMAN),), (index,)))

    source = BytesSource(b"abcdefghijklmnopqrstuvwxyz")
    surface = range(len(events))
    return Session(
        format="test",
        source=source,
        decode=decode,
        events=events,
        lines=Lines(),
        surface=surface,
        compactions=compactions,
    )


def test_an_event_says_where_it_stands() -> None:
    events = table(3)
    assert events[1] == Event(1, 2, 1, 2, "message")
    assert events[-1] == events[2]
    assert events[1:] == [events[1], events[2]]
    with pytest.raises(IndexError):
        events[3]


def test_kinds_beyond_what_a_real_log_has_are_counted_together() -> None:
    events = EventTable()
    for index in range(70_000):
        events.add(0, 1, 1, f"kind {index}")
    counts = events.counts()
    assert sum(counts.values()) == len(events) == 70_000
    assert counts[OTHER] == 70_000 - MAX_KINDS
    assert events.kind(69_999) == OTHER


def test_reasons_for_skipping_are_bounded_and_still_add_up() -> None:
    lines = Lines()
    for index in range(5_000):
        lines.skip(f"reason {index}")
    assert sum(lines.reasons.values()) == lines.skipped == 5_000
    assert len(lines.reasons) <= MAX_KINDS + 1


def test_pieces_of_one_message_are_put_together_where_the_first_stands() -> None:
    events = table(2)
    events.add(2, 3, 3, "message", Flag.MESSAGE, head=0)
    messages = list(session(events).messages())
    assert [m.events for m in messages] == [(0, 2), (1,)]
    assert messages[0].text() == "a\nc"


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 25), max_size=6), st.lists(st.integers(0, 5), max_size=3)), max_size=6)
)
def test_leaves_are_each_given_once_whatever_the_links_between_compactions(
    shape: list[tuple[list[int], list[int]]],
) -> None:
    compactions = tuple(
        Compaction(
            index=n, id=str(n), event=0, summary="", covers=covers, earlier=tuple(e for e in earlier if e < len(shape))
        )
        for n, (covers, earlier) in enumerate(shape)
    )
    log = session(table(26), compactions)
    for compaction in compactions:
        leaves = list(log.leaves(compaction))
        assert len(leaves) == len(set(leaves))
        assert set(compaction.covers) <= set(leaves)


def test_a_compaction_without_a_name_in_the_log_is_called_by_its_number() -> None:
    unnamed = Compaction(index=1, event=7, summary="s")
    assert unnamed.id == "compaction-2"
    assert msgspec.structs.replace(unnamed, id="own").id == "own"


def test_summaries_are_never_leaves() -> None:
    events = table(1)
    events.add(1, 2, 2, "message", Flag.SUMMARY)
    compaction = Compaction(index=0, id="c", event=1, summary="s", covers=[0, 1])
    assert list(session(events, (compaction,)).leaves(compaction)) == [0]


@pytest.mark.parametrize("arguments", ["", "not json", "[1]", "3", '{"a": ' + "[" * 100_000])
def test_arguments_that_are_no_object_are_an_empty_one(arguments: str) -> None:
    assert ToolCall("c", "tool", arguments).input == {}


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ('{"a": 1e400, "b": -Infinity}', {"a": float("inf"), "b": float("-inf")}),
        ('{"a": "\\ud800", "a": "\\ud801"}', {"a": "\ud801"}),
        ('{"\ud800": 123456789012345678901234567890}', {"\ud800": 123456789012345678901234567890}),
    ],
)
def test_arguments_that_only_a_lenient_decoder_reads_are_read(arguments: str, value: dict[str, object]) -> None:
    assert ToolCall("c", "tool", arguments).input == value
