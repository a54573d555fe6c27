"""Patterns of which only those are compiled that can match, and what they need to."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import threefold.systemone
import threefold.work
from threefold.text import later, sieve
from threefold.text.needed import parts_of
from threefold.text.patterns import Pattern
from threefold.text.sieve import Sieve


def every_source() -> list[str]:
    """Each pattern of the product that is searched for through a sieve."""
    for module in pkgutil.walk_packages(threefold.work.__path__, "threefold.work."):
        importlib.import_module(module.name)
    importlib.import_module("threefold.systemone.redact").mask_all(["x"])
    return [source for source in sieve.declared() if len(source) > 3]


SOURCES = every_source()
WORDS = re.compile(r"[A-Za-z']{2,12}|[\u3400-\u9fff]{1,4}")


@pytest.fixture
def worked_out() -> Iterator[None]:
    """A process that begins with what another one worked out of every pattern."""
    later.begin_with(later.Book(parts=parts_of))
    yield
    later.begin_with(later.Book())


def sentences() -> st.SearchStrategy[str]:
    """Text in the patterns' own words, in any case, with what stands between words."""
    words = sorted({word for source in SOURCES for word in WORDS.findall(source)})
    word = st.sampled_from(words).flatmap(lambda one: st.sampled_from([one, one.upper(), one.title()]))
    between = st.sampled_from([" ", ", ", ". ", "\n", "", "? ", ": ", "\u017f", "\u212a", "!", "，", "42 "])
    return st.lists(st.one_of(word, between, st.just(" "), st.characters()), max_size=16).map("".join)


@given(st.sampled_from(SOURCES), sentences())
def test_a_sieve_finds_what_the_whole_pattern_finds(source: str, text: str) -> None:
    later.begin_with(later.Book(parts=parts_of))
    data = text.encode("utf-8", "replace")
    assert Sieve([source], ignore_case=True).within(data) == Pattern(source, ignore_case=True).within(data)


@given(st.data())
def test_whatever_a_pattern_matches_holds_what_its_parts_need(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SOURCES))
    spelled = re.sub(r"\\x\{(\w+)\}", lambda rune: re.escape(chr(int(rune[1], 16))), source).replace(r"\z", r"\Z")
    text = data.draw(st.from_regex(re.compile(spelled, re.ASCII | re.IGNORECASE)))
    raw = text.encode("utf-8", "replace")
    if Pattern(source, ignore_case=True).within(raw):
        folded = raw.decode("utf-8", "replace").casefold()
        assert any(part.may_stand_in(folded) for part in parts_of(source))


def test_of_the_product_s_patterns_nearly_every_part_says_what_it_needs() -> None:
    parts = [part for source in SOURCES for part in parts_of(source)]
    assert len(parts) > 2000
    assert sum(not part.sets for part in parts) < len(parts) / 20
    for source in SOURCES:
        for part in parts_of(source):
            Pattern(part.source)


@pytest.mark.usefixtures("worked_out")
def test_what_cannot_match_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = Pattern._make

    def make(pattern: Pattern) -> None:
        made.append(pattern.source)
        compiled(pattern)

    monkeypatch.setattr(Pattern, "_make", make)
    known = Sieve([r"\bopen (?:question|point)s?\b", r"待(?:办|定)|\bto ?do\b"], ignore_case=True)
    assert not known.within(b"All of it was done.")
    assert made == []
    assert known.within("三个待办".encode())
    assert made == ["待(?:办|定)"]


@pytest.mark.usefixtures("worked_out")
def test_what_is_asked_for_often_is_compiled_as_one() -> None:
    known = Sieve(["alpha", "beta|gamma"])
    for _ in range(100):
        assert not known.within(b"delta")
    assert known._whole is not None
    assert known.within(b"gamma")


def test_where_nobody_worked_it_out_the_whole_pattern_is_compiled_and_the_book_knows_what_it_lacks() -> None:
    book = later.Book()
    later.begin_with(book)
    try:
        assert Sieve(["alpha", "beta"]).within(b"beta")
        assert book.unparted == ["alpha|beta"]
    finally:
        later.begin_with(later.Book())


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        ("abc", [(("abc",),)]),
        ("a|b", [(("a",),), (("b",),)]),
        ("ab(?:c|d)ef", [(("ab",), ("ef",), ("c", "d"))]),
        ("(?:ab)?cde", [(("cde",),)]),
        ("(?:ab)*", [()]),
        ("[Kk]ey", [(("key",),)]),
        ("[ab]cde", [(("a", "b"), ("cde",))]),
        (r"[a-c\d]e", [(("e",),)]),
        (r"[]|]x|\|y|[^]|]z", [(("]", "|"), ("x",)), (("|y",),), (("z",),)]),
        ("(?i)Foo|BAR", [(("foo",),), (("bar",),)]),
        ("a(?i)b|c", [()]),
        ("stra\u00dfe", [(("stra",), ("e",))]),
        (r"\x{4e00}\x{4e8c}", [(("\u4e00\u4e8c",),)]),
        (r"abc\z", [(("abc",),)]),
        (r"[[:alpha:]]bc", [()]),
        (r"\p{Han}bc", [()]),
    ],
)
def test_what_a_pattern_needs_is_read_off_its_literals(source: str, needs: list[tuple[tuple[str, ...], ...]]) -> None:
    assert [tuple(sorted(part.sets)) for part in parts_of(source)] == [tuple(sorted(one)) for one in needs]


def test_another_parser_in_the_standard_library_costs_no_more_than_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.import_module", lambda name: object())
    assert [part.sets for part in parts_of("abc|def")] == [(), ()]


@pytest.mark.usefixtures("worked_out")
def test_letters_that_are_ascii_ones_once_folded_are_seen() -> None:
    """RE2 takes a long s and a Kelvin sign for an s and a k."""
    assert Pattern("task", ignore_case=True).within("ta\u017f\u212a".encode())
    assert Sieve(["task"], ignore_case=True).within("ta\u017f\u212a".encode())
