"""Cutting text by bytes."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from threefold.compaction.text import boundary, size, truncated

FAMILY = "👩‍👩‍👧‍👦"
CLUSTERS = (
    FAMILY, "🇩🇪", "🇫🇷", "e\u0301", "中", "\r\n", "a", " ", "👍🏽", "❤\ufe0f", "각", "\u1100\u1161\u11a8", "\ud800",
)  # fmt: skip
clusters = st.lists(st.sampled_from(CLUSTERS), max_size=30).map("".join)


@given(clusters, st.integers(0, 120))
def test_a_cut_fits_its_limit_and_falls_between_two_graphemes(text: str, limit: int) -> None:
    piece = truncated(text, limit)
    assert text.startswith(piece)
    assert size(piece) <= limit
    ends = [0]
    for found in regex.findall(r"\X", text):
        ends.append(ends[-1] + len(found))
    assert len(piece) in ends


@given(st.text(max_size=60), st.integers(0, 80))
def test_a_cut_is_never_inside_a_code_point(text: str, limit: int) -> None:
    truncated(text, limit).encode()
    assert size(truncated(text, limit)) <= limit


@pytest.mark.parametrize(
    ("text", "limit", "expected"), [("x" * 5 + "👍", 8, "xxxxx"), ("中文", 5, "中"), ("ab", 9, "ab"), ("ab", -1, "")]
)
def test_a_cut_before_a_wide_character(text: str, limit: int, expected: str) -> None:
    assert truncated(text, limit) == expected


def test_hostile_piles_of_marks_do_not_stop_a_cut() -> None:
    text = "a" + "\u0301" * 10_000
    assert 0 < boundary(text, 5000) <= 5000
