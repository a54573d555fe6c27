"""Cutting texts into chunks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.relevance.chunks import CHARACTERS, DENSE, LINES, split


@given(st.text(alphabet="ab\n \r中", max_size=6000))
@settings(max_examples=100, deadline=None)
def test_the_chunks_of_a_text_are_the_text(text: str) -> None:
    assert "".join(split(text)) == (text if text.strip() else "")


def test_a_chunk_is_twelve_lines_or_one_window_of_a_long_line() -> None:
    assert [chunk.count("\n") for chunk in split("line\n" * 30)] == [LINES, LINES, 6]
    assert [len(chunk) for chunk in split("x" * (CHARACTERS + 5))] == [CHARACTERS, 5]


def test_of_a_huge_text_a_bounded_choice_is_looked_at_and_the_needle_is_in_it() -> None:
    noise = "10.0.0.1 GET /health 200\n" * 400_000
    middle = len(noise) // 2
    text = noise[:middle] + "\norder_close_guard was skipped\n" + noise[middle:] + "last line"
    chunks = split(text, ["order_close_guard"])
    assert len(chunks) <= DENSE
    assert any("order_close_guard" in chunk for chunk in chunks)
    assert chunks[-1].endswith("last line")


def test_a_line_of_thirty_megabytes_is_no_trouble() -> None:
    assert 0 < len(split("x" * 30_000_000)) <= DENSE


def test_trouble_in_the_middle_of_a_huge_log_is_looked_at() -> None:
    noise = "step done\n" * 200_000
    chunks = split(noise + "Traceback (most recent call last)\n" + noise)
    assert any("Traceback" in chunk for chunk in chunks)
