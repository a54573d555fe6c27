"""What a large ledger's columns are made of answers as lists and dictionaries do."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.ledger import packed, parts, rowindex
from threefold.auditing.ledger.growing import Growing, Sparse
from threefold.auditing.ledger.packed import Packed
from threefold.auditing.ledger.rowindex import RowIndex

NUMBERS = st.integers(-(2**63), 2**63 - 1)
SHORT = st.integers(-(2**31), 2**31 - 1)
TEXTS = st.one_of(st.sampled_from(["", "\n", "a\nb", "x", "\ud800", "数据", "\x00"]), st.text(max_size=6))


@given(st.lists(st.lists(st.one_of(NUMBERS, st.integers(0, 3).map(lambda n: n << 40)), max_size=300), max_size=6))
def test_every_hash_is_found_in_its_row_and_no_other(batches: list[list[int]]) -> None:
    index, known = RowIndex(), dict[int, int]()
    for batch in batches:
        new = [number for number in dict.fromkeys(batch) if number not in known]
        known |= {number: len(known) + place for place, number in enumerate(new)}
        index.add(np.array(new, np.int64))
        asked = [*known, *(number ^ 1 for number in known)]
        found = index.find(np.array(asked, np.int64)).tolist()
        assert found == [known.get(number, -1) for number in asked]
        assert [index.find_one(number) for number in asked] == found


def test_a_million_rows_are_found() -> None:
    hashes = np.random.default_rng(1).integers(-(2**63), 2**63 - 1, 1_000_000)
    index = RowIndex()
    for start in range(0, len(hashes), 40_000):
        index.add(hashes[start : start + 40_000])
    assert np.array_equal(index.find(hashes), np.arange(len(hashes)))
    assert int(index.find(hashes ^ 5).max()) == -1
    assert len(index._slots) <= 2 * len(hashes) + rowindex._FEWEST


@settings(deadline=None)
@given(st.lists(st.lists(TEXTS, min_size=1, max_size=9), max_size=8), st.integers(0, 60))
def test_packed_texts_are_the_texts(batches: list[list[str]], since: int) -> None:
    texts, known = Packed(), list[str]()
    before = packed._BLOCK
    packed._BLOCK = 4
    try:
        for batch in batches:
            texts.extend(list(batch))
            known += batch
            assert [texts[row] for row in range(len(known))] == known == list(texts)
            lines = [line for block in texts.joined() for line in block.split(b"\n")[1:-1]]
            assert lines == [b"" if "\n" in one else one.encode("utf-8", "surrogatepass") for one in known]
        assert list(texts.since(min(since, len(known)))) == known[min(since, len(known)) :]
        again: Packed = pickle.loads(pickle.dumps(texts))
        again.extend(["more"])
        assert list(again) == [*known, "more"]
    finally:
        packed._BLOCK = before


@given(st.lists(st.tuples(st.integers(0, 9), st.lists(SHORT, min_size=1, max_size=3)), max_size=40))
def test_a_sparse_column_gives_what_was_added_to_a_row_in_that_order(added: list[tuple[int, list[int]]]) -> None:
    column, known = Sparse(), dict[int, list[int]]()
    for number, (row, values) in enumerate(added):
        column.add(row, values)
        known.setdefault(row, []).extend(values)
        if number % 7 == 0:
            column._settle()
    assert {row: column.of(row) for row in range(10)} == {row: known.get(row, []) for row in range(10)}
    again: Sparse = pickle.loads(pickle.dumps(column))
    assert all(again.of(row) == column.of(row) for row in range(10))


def test_a_view_of_a_column_stays_as_it_was_when_the_column_grows() -> None:
    column = Growing(np.int32)
    column.extend(np.arange(50))
    view = column.now
    for _ in range(30):
        column.extend(np.arange(1000))
    assert view.tolist() == list(range(50))
    assert column.now[:50].tolist() == list(range(50))
    assert len(column) == 30_050
    again: Growing = pickle.loads(pickle.dumps(column))
    assert np.array_equal(again.now, column.now)


def test_large_columns_come_through_the_parts_that_they_are_kept_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 100_000)
    kept: dict[str, bytes] = {}

    class Held:
        def get(self, name: str) -> bytes | None:
            return kept.get(name)

        def put(self, data: bytes) -> str:
            kept[str(len(kept))] = data
            return str(len(kept) - 1)

    column = Growing(np.int64)
    column.extend(np.random.default_rng(1).integers(-(2**63), 2**63 - 1, 300_000))
    writer = parts.Writer(Held())
    pickle.Pickler(writer, pickle.HIGHEST_PROTOCOL).dump((column, b"x" * 500_000, "text"))
    names = writer.close()
    again, data, text = pickle.Unpickler(parts.Reader(Held(), names)).load()
    assert np.array_equal(again.now, column.now)
    assert (data, text) == (b"x" * 500_000, "text")
    kept.pop(names[1])
    with pytest.raises(parts.Lost):
        pickle.Unpickler(parts.Reader(Held(), names)).load()
