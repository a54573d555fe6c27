"""A line is cut behind a whole word, and never wider than its room."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from threefold.report.text import clip, folded

REASON = "the embedding cache holds nothing yet and the time limit was reached before the last message"


def test_what_is_cut_ends_behind_a_whole_word_and_says_that_more_follows() -> None:
    for width in range(30, len(REASON)):
        shown = clip(REASON, width)
        assert cell_len(shown) <= width
        assert shown.endswith("…")
        assert shown[:-1].split() == REASON.split()[: len(shown.split())]


@pytest.mark.parametrize(
    "text",
    [
        "src/" + "a-long-folder/" * 12 + "name.py",
        "把解析器移植到新的接口，" * 9,
        "\x1b[2J" + "x" * 200,
    ],
)
def test_a_text_without_blanks_fills_the_line(text: str) -> None:
    shown = clip(text, 40)
    assert 38 <= cell_len(shown) <= 40
    assert shown.endswith("…")
    assert "\x1b" not in shown


def test_what_a_line_is_broken_into_hangs_and_is_the_same_words_within_the_width() -> None:
    for text in (REASON, f"    hold     {REASON}", "path " + "x" * 100, "", "字" * 70):
        for hang in (0, 2, 9):
            lines = folded(text, 40, hang)
            assert all(cell_len(line) <= 40 for line in lines)
            assert "".join("".join(lines).split()) == "".join(text.split())
            indent = len(text) - len(text.lstrip())
            assert all(line.startswith(" " * (indent + hang)) for line in lines[1:])
    assert folded("aaaa bbbb cccc dddd eeee ffff", 24, 4) == ["aaaa bbbb cccc dddd eeee", "    ffff"]


def test_what_fits_is_left_as_it_is() -> None:
    assert clip("two\nlines,", 10) == "two lines,"
