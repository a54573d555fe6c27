from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.text.unicode import Cleaned, character_offsets, decode, encode, fold, is_cjk

ANYTHING = st.text(st.characters(exclude_categories=[]), max_size=60)


@settings(max_examples=150)
@given(ANYTHING)
def test_encoding_and_decoding_gives_back_any_text_lone_surrogates_included(text: str) -> None:
    assert decode(encode(text)) == text


def test_bytes_that_are_no_utf8_become_replacement_characters() -> None:
    assert decode(b"a\xffb") == "a\ufffdb"


@settings(max_examples=150)
@given(ANYTHING, st.data())
def test_character_offsets_agree_with_slicing(text: str, data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, len(text)), max_size=5))
    bytes_at = {len(encode(text[:point])): point for point in points}
    found = character_offsets(encode(text), bytes_at)
    assert all(decode(encode(text)[:offset]) == text[: found[offset]] for offset in bytes_at)


def test_colours_inside_a_path_vanish_and_its_place_in_the_original_is_known() -> None:
    raw = b"see \x1b[35msrc/\x1b[1mmain\x1b[0m.py\x1b[m:12"
    cleaned = Cleaned(raw)
    assert cleaned.data == b"see src/main.py:12"
    start = cleaned.data.index(b"src")
    low, high = cleaned.original(start, start + len(b"src/main.py"))
    assert raw[low:high] == b"src/\x1b[1mmain\x1b[0m.py"


def test_titles_and_links_of_terminals_vanish() -> None:
    assert Cleaned(b"\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b").data == b"ab"


@settings(max_examples=150)
@given(st.lists(st.sampled_from([b"\x1b[31m", b"\x1b[0m", b"a", b"/b", "文".encode(), b"\x1b"]), max_size=20))
def test_the_way_back_from_a_cleaned_text_finds_the_same_bytes(pieces: list[bytes]) -> None:
    raw = b"".join(pieces)
    cleaned = Cleaned(raw)
    for index in range(len(cleaned.data)):
        start, end = cleaned.original(index, index + 1)
        assert raw[start:end] == cleaned.data[index : index + 1]


def test_full_width_forms_fold_to_ascii() -> None:
    assert fold("１２％") == "12%"


def test_scripts_are_told_apart() -> None:
    assert is_cjk("文")
    assert is_cjk("，")
    assert not is_cjk("a")
