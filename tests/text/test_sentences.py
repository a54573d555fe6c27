from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.text.sentences import Kind, prose, sentences


def parts(text: str) -> list[str]:
    return [sentence.of(text) for sentence in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Use e.g. src/main.py here. Then stop.", ["Use e.g. src/main.py here.", "Then stop."]),
        ("Bump v1.2.3 to v1.3. Go on.", ["Bump v1.2.3 to v1.3.", "Go on."]),
        ("先备份。再推送！别忘了；好", ["先备份。", "再推送！", "别忘了；", "好"]),
        ("- first\n- second. third\n", ["first", "second.", "third"]),
        ("1. first\n2) second\n一、第三", ["first", "second", "第三"]),
        ("A hard-wrapped\nparagraph.\n\nNext", ["A hard-wrapped\nparagraph.", "Next"]),
        ("a\r\n\r\nb", ["a", "b"]),
        ("▸ one\n▸ two\ntwo goes on", ["▸ one", "▸ two\ntwo goes on"]),
        ("☑ one\n☐ two\n[x] three\n#12 four", ["☑ one", "☐ two", "[x] three", "#12 four"]),
        ("host: a\nport: 1\n缓存：有\n状态:好", ["host: a", "port: 1", "缓存：有", "状态:好"]),
        ("See https://x.example and\nhttps://y.example too", ["See https://x.example and\nhttps://y.example too"]),
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


def test_a_fenced_block_is_one_piece_of_code_and_no_prose() -> None:
    text = "Before.\n```sh\nrm -rf x. Never!\n```\nAfter."
    assert [(s.kind, s.of(text)) for s in sentences(text)] == [
        (Kind.PROSE, "Before."),
        (Kind.CODE, "```sh\nrm -rf x. Never!\n```"),
        (Kind.PROSE, "After."),
    ]
    assert [s.of(text) for s in prose(text)] == ["Before.", "After."]


def test_an_unclosed_fence_runs_to_the_end() -> None:
    text = "a\n~~~\ncode. more"
    assert [s.kind for s in sentences(text)] == [Kind.PROSE, Kind.CODE]


def test_headings_stand_alone() -> None:
    text = "# Title\nText goes\non.\n**Pending:**\nMore"
    assert [(s.kind, s.of(text)) for s in sentences(text)] == [
        (Kind.HEADING, "# Title"),
        (Kind.PROSE, "Text goes\non."),
        (Kind.HEADING, "**Pending:**"),
        (Kind.PROSE, "More"),
    ]


@settings(max_examples=150)
@given(st.text(st.sampled_from(list("ab. \n\r!?。；-#`*|1)'\"\u2028文\ud800")), max_size=120))
def test_sentences_are_ordered_disjoint_and_lose_no_letter(text: str) -> None:
    found = list(sentences(text))
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    kept = "".join(s.of(text) for s in found)
    assert all(kept.count(char) == text.count(char) for char in "ab文")


@pytest.mark.parametrize("unit", [".", "a.", "`", "- ", "**a", "。", "\n", "( 1", "> > "])
def test_megabytes_of_one_repeated_piece_are_split_in_linear_time(unit: str) -> None:
    list(sentences(unit * (1_000_000 // len(unit))))  # anything worse than linear would not come back
