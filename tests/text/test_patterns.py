from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.errors import ThreefoldError
from threefold.text.patterns import Pattern, PatternError, PatternSet, quote


@pytest.mark.parametrize("source", [r"(?=a)b", r"(a)\1", "(", "a{1,1000}{1,1000}", "\ud800"])
def test_a_pattern_that_re2_cannot_use_is_refused_with_its_text(source: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(source)
    assert isinstance(caught.value, ThreefoldError)
    assert caught.value.exit_status == 3
    assert repr(source) in str(caught.value)


def test_word_boundaries_are_ascii_so_chinese_neighbours_do_not_hide_a_word() -> None:
    text = "请看main函数".encode()
    start, end = Pattern(r"\bmain\b").search(text) or (0, 0)
    assert text[start:end] == b"main"


def test_a_set_reports_the_patterns_that_match_and_no_others() -> None:
    patterns = PatternSet([r"\d+", "error", r"[A-Z]{3}"])
    assert patterns.matching(b"7 ABC") == [0, 2]
    assert list(patterns.spans(b"7 ABC 8")) == [(0, 0, 1), (0, 6, 7), (2, 2, 5)]


def test_an_empty_set_matches_nothing() -> None:
    assert PatternSet([]).matching(b"anything") == []


def test_a_gate_never_hides_a_pattern_that_matches_even_when_its_automaton_does_not_fit() -> None:
    patterns = PatternSet([f"{letter}[a-z]{{20,60}}{letter}" for letter in "abcdefgh"], max_mem=80_000)
    text = bytes(97 + (index * index * 7 + index // 3) % 11 for index in range(20_000))
    matching = {index for index, pattern in enumerate(patterns.patterns) if pattern.search(text)}
    assert matching
    assert matching <= set(patterns.matching(text))


def test_patterns_that_need_too_much_memory_together_are_refused() -> None:
    with pytest.raises(PatternError, match="8 patterns"):
        PatternSet([f"{letter}[a-z]{{20,60}}{letter}" for letter in "abcdefgh"], max_mem=20_000)


def test_case_can_be_ignored() -> None:
    assert Pattern("never", ignore_case=True).search(b"NEVER") == (0, 5)
    assert PatternSet(["never"], ignore_case=True).matching(b"Never") == [0]


def test_captures_give_the_spans_of_groups_and_of_absent_groups() -> None:
    assert list(Pattern("(a)(b)?").captures(b"ab a")) == [[(0, 2), (0, 1), (1, 2)], [(3, 4), (3, 4), (-1, -1)]]


@settings(max_examples=100)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_a_quoted_literal_matches_itself_wherever_it_stands(literal: str) -> None:
    data = literal.encode()
    found = Pattern(quote(data)).search(b"\n" + data + b"\n")
    assert found is not None
    assert (b"\n" + data + b"\n")[found[0] : found[1]] == data


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_spans_are_ordered_disjoint_and_never_empty_on_any_bytes(data: bytes) -> None:
    spans = list(Pattern(r"[a-z0-9]*|\s+").spans(data))
    assert all(start < end for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))


@given(st.binary(max_size=30), st.integers(-3, 40), st.one_of(st.none(), st.integers(-3, 40)))
def test_a_search_by_the_engine_alone_finds_what_the_wrapper_finds(data: bytes, start: int, end: int | None) -> None:
    for source in (r"a+b?", r"\bx", r"^", r"[0-9]{2}$"):
        pattern = Pattern(source)
        found = pattern._regexp.search(data, start, end)
        assert pattern.search(data, start, end) == (None if found is None else found.span())
        assert pattern.within(data) == (pattern._regexp.search(data) is not None)
        assert pattern.matches(data) == (pattern._regexp.fullmatch(data) is not None)


def test_a_pattern_that_is_compiled_later_finds_the_same_and_says_what_is_wrong_with_it() -> None:
    here, there = Pattern(r"(a)(b)?", later=True), Pattern(r"(a)(b)?")
    assert here.all_spans(b"ab a") == there.all_spans(b"ab a")
    marks: list[tuple[int, int, int]] = []
    there.mark(b"ab a", 7, marks)
    here.mark(b"ab a", 7, marks)
    assert marks == [(start, -end, 7) for start, end in here.all_spans(b"ab a")] * 2
    assert (here.search(b"xa"), here.matches(b"ab"), here.within(b"b")) == ((1, 2), True, False)
    broken = Pattern("(", later=True)
    for _ in range(2):
        with pytest.raises(PatternError, match="missing"):
            broken.search(b"")
    with pytest.raises(AttributeError):
        here.no_such_thing  # noqa: B018


def test_a_set_names_the_first_pattern_that_cannot_be_used() -> None:
    with pytest.raises(PatternError, match=r"\(\?=b\)"):
        PatternSet(["a", "(?=b)", "("])
