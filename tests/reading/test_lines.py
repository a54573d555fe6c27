"""Every line is read, skipped for a reason, or broken; what can be saved from a damaged line is saved."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.lines import BLANK, TORN, Reader, clean, objects, split_lines
from threefold.reading.source import CHUNK, BytesSource


class Row(msgspec.Struct):
    type: str
    n: int | float | None = None
    text: str | None = None


def is_row(record: dict[str, object]) -> bool:
    return "type" in record


def read(data: bytes) -> tuple[list[Row], Reader[Row], list[bytes]]:
    reader = Reader(BytesSource(data), Row, is_row)
    rows, spans = [], []
    for _, start, end, row in reader:
        rows.append(row)
        spans.append(data[start:end])
    return rows, reader, spans


def line(**fields: object) -> bytes:
    return json.dumps({"type": "row", **fields}).encode()


@given(st.lists(st.binary(max_size=40), max_size=30), st.integers(1, 9))
def test_lines_are_split_alike_whatever_the_chunks(parts: list[bytes], size: int) -> None:
    class Chunked(BytesSource):
        def chunks(self):
            for at in range(0, len(self._data), size):
                yield self._data[at : at + size]

    data = b"\n".join(parts)
    found = list(split_lines(Chunked(data)))
    assert b"\n".join(text for _, text, _ in found) + (b"\n" if found and found[-1][2] else b"") == data
    assert all(data[start : start + len(text)] == text for start, text, _ in found)


def test_a_line_longer_than_many_chunks_is_one_line() -> None:
    long = line(text="x" * (3 * CHUNK))
    rows, reader, spans = read(long + b"\n" + line(n=2) + b"\n")
    assert [len(s) for s in spans] == [len(long), len(line(n=2))]
    assert reader.lines.read == reader.lines.total == 2
    assert rows[1].n == 2


def test_two_objects_glued_on_one_line_are_two_records_of_one_line_that_was_read() -> None:
    rows, reader, spans = read(line(n=1) + line(n=2) + b"\n" + line(n=3) + b"\n")
    assert [r.n for r in rows] == [1, 2, 3]
    assert spans == [line(n=1), line(n=2), line(n=3)]
    assert (reader.lines.read, reader.lines.broken, reader.lines.total) == (2, 0, 2)


def test_a_whole_record_behind_a_torn_one_is_recovered_and_the_line_reported_c094_c095() -> None:
    torn = line(text="cut off here", n=7)[:25]
    rows, reader, spans = read(torn + line(n=1) + b"\n")
    assert [r.n for r in rows] == [1]
    assert spans == [line(n=1)]
    assert (reader.lines.broken, reader.lines.recovered) == (1, 1)
    assert reader.lines.faults[0][0] == 1


def test_a_fragment_inside_a_torn_record_is_not_taken_for_a_record() -> None:
    torn = b'{"type": "row", "inner": {"a": 1}, "more": {"b": 2}'
    rows, reader, _ = read(torn + b"\n")
    assert rows == []
    assert reader.lines.broken == 1


def test_a_torn_last_line_is_normal_in_a_live_log() -> None:
    rows, reader, _ = read(line(n=1) + b"\n" + line(n=2)[:-4])
    assert [r.n for r in rows] == [1]
    assert reader.lines.reasons == {TORN: 1}
    assert reader.lines.broken == 0


def test_a_record_appended_behind_a_torn_tail_is_recovered_c096() -> None:
    rows, reader, _ = read(line(text="abc", n=2)[:-5] + line(n=3))
    assert [r.n for r in rows] == [3]
    assert reader.lines.recovered == 1


def test_nul_bytes_are_skipped_over_and_reported_c092() -> None:
    rows, reader, _ = read(line(n=1) + b"\n" + b"\x00" * 900 + b"\n" + b"\x00" * 9 + line(n=2) + b"\n")
    assert [r.n for r in rows] == [1, 2]
    assert [what for _, what in reader.lines.faults] == ["NUL bytes", "NUL bytes"]


def test_lone_surrogates_invalid_utf8_and_nan_do_not_cost_the_record_c100() -> None:
    data = b'{"type": "row", "text": "a\\ud83d b"}\n{"type": "row", "text": "\xff\xfe"}\n{"type": "row", "n": NaN}\n'
    rows, reader, _ = read(data)
    assert [r.text for r in rows] == ["a\ufffd b", "\ufffd\ufffd", None]
    assert reader.lines.read == 3


@pytest.mark.parametrize("text", ["42", '"text"', "[1]", "null", "true"])
def test_json_that_is_no_object_is_broken(text: str) -> None:
    _, reader, _ = read(text.encode() + b"\n")
    assert reader.lines.faults == [(1, "not a JSON object")]


def test_an_object_of_another_shape_is_broken_with_the_field_named() -> None:
    _, reader, _ = read(b'{"type": 3}\n')
    assert "$.type" in reader.lines.faults[0][1]


def test_deep_nesting_is_broken_and_not_a_crash() -> None:
    deep = b'{"type": "row", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    rows, reader, _ = read(deep + b"\n" + line(n=1) + b"\n")
    assert [r.n for r in rows if r.n] == [1]
    assert reader.lines.total == 2


def test_blank_lines_crlf_and_a_byte_order_mark_are_no_faults() -> None:
    rows, reader, spans = read(b"\xef\xbb\xbf" + line(n=1) + b"\r\n\r\n   \n" + line(n=2) + b"\r\n")
    assert [r.n for r in rows] == [1, 2]
    assert reader.lines.reasons == {BLANK: 2}
    assert spans[0].rstrip() == line(n=1)


PIECES = st.one_of(
    st.builds(lambda n: line(n=n), st.integers(-5, 5)),
    st.builds(lambda t: json.dumps({"type": "row", "text": t}).encode(), st.text(max_size=8)),
    st.sampled_from(
        [b"\n", b"\n\n", b"\r\n", b"\x00", b"\\ud800", b"NaN", b"}", b'{"', b'{"type":"row","n":NaN}', b"\xff"]
    ),
    st.binary(max_size=12),
)


@given(st.lists(PIECES, max_size=24).map(b"".join))
def test_the_three_counts_add_up_to_the_lines_of_any_input(data: bytes) -> None:
    _, reader, spans = read(data)
    lines = reader.lines
    assert lines.read + lines.skipped + lines.broken == lines.total
    assert lines.total == data.count(b"\n") + (0 if data.endswith(b"\n") or not data else 1)
    assert sum(lines.reasons.values()) == lines.skipped
    assert all(isinstance(json.loads(clean(span)), dict) for span in spans)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 60))
def test_whole_records_survive_any_truncation(numbers: list[int], cut: int) -> None:
    data = b"".join(line(n=n) + b"\n" for n in numbers)
    kept = data[: max(0, len(data) - cut)]
    rows, reader, _ = read(kept)
    assert [r.n for r in rows][: kept.count(b"\n")] == numbers[: kept.count(b"\n")]
    assert reader.lines.broken == 0


def test_the_work_on_a_hostile_line_is_bounded() -> None:
    spans, fault = objects(b'{"a' * 50_000, is_row)
    assert spans == []
    assert fault


def test_one_malformed_line_among_thousands_costs_only_itself_c093() -> None:
    lines = [line(n=n) for n in range(7166)]
    lines[4000] = b'{"type": "row", "n": oops}'
    rows, reader, _ = read(b"\n".join(lines) + b"\n")
    assert len(rows) == 7165
    assert (reader.lines.read, reader.lines.broken) == (7165, 1)
    assert reader.lines.faults[0][0] == 4001


def test_empty_lines_are_counted_without_being_looked_at_one_by_one(
    work_of: Callable[[Callable[[], object]], int],
) -> None:
    def among(empty: int) -> Reader[Row]:
        rows, reader, _ = read(line(n=1) + b"\n" * empty + b" \n" + line(n=2) + b"\n")
        assert [row.n for row in rows] == [1, 2]
        return reader

    lines = among(1_001).lines
    assert (lines.total, lines.read, lines.skipped, lines.broken) == (1_003, 2, 1_001, 0)
    assert lines.reasons == {BLANK: 1_001}
    assert work_of(lambda: among(2_000)) - work_of(lambda: among(1_000)) < 3 * 1_000
