"""A compiled pattern as a value: what is made of it is the pattern, to the last word of its code."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import threefold
from threefold.text.compiled import Code, code_of, engine, pattern_of
from threefold.text.later import Book, Key, _Later, begin_with, later

PATTERNS = [
    ("", 0),
    (r"(?P<word>\w+)-(\d+)(?P=word)?", re.IGNORECASE),
    (r"^a{2,5}?b|(?<!x)c(?=d)$", re.MULTILINE | re.DOTALL),
    (r"(?i)[\u3400-\u9fffé]+|[^\W\d_]|\bstraße", 0),
    (r"(?x) (a) (b (c)) # three", 0),
    (r"(a+)+(?>b*)c++", re.ASCII),
]


def ours() -> list[tuple[str, int]]:
    """Every pattern of the package that is compiled when it is first used."""
    found: set[tuple[str, int]] = set()
    for module in pkgutil.walk_packages(threefold.__path__, "threefold."):
        if module.name.split(".")[1] in ("text", "work", "auditing", "reading", "relevance", "compaction"):
            values = vars(importlib.import_module(module.name)).values()
            given = (value._given for value in values if isinstance(value, _Later))
            found.update((source, flags) for source, flags in given if isinstance(source, str))
    return sorted(found)


@pytest.mark.parametrize(("source", "flags"), PATTERNS)
def test_a_pattern_made_of_its_code_is_the_pattern(source: str, flags: int) -> None:
    made, there = pattern_of(source, code_of(source, flags)), re.compile(source, flags)
    assert made == there  # which compares flags, code and source
    assert (made.groups, dict(made.groupindex)) == (there.groups, dict(there.groupindex))


def test_so_it_is_for_every_pattern_of_the_package() -> None:
    every = ours()
    assert len(every) > 100
    for source, flags in every:
        assert pattern_of(source, code_of(source, flags)) == re.compile(source, flags)


def test_there_is_an_engine_that_takes_code() -> None:
    assert engine()


@pytest.mark.parametrize("words", [b"", b"\0" * 8, b"\xff" * 40, b"odd"])
def test_what_is_no_code_is_compiled_as_usual(words: bytes) -> None:
    book = Book(lambda key: Code(0, words, 0, {}))
    assert book.pattern("a+", 0) == re.compile("a+")
    assert book.missed == [("a+", 0)]


def test_a_book_is_asked_when_a_pattern_is_first_used() -> None:
    asked: list[Key] = []

    def known(key: Key) -> Code | None:
        asked.append(key)
        return code_of("b+", 0) if key == ("b+", 0) else None

    begin_with(Book(known))
    try:
        one, other = later("b+"), later("c+")
        assert asked == []
        assert one.findall("abba") == ["bb"]
        assert other.findall("abba") == []
        assert one.findall("bbb") == ["bbb"]
        assert asked == [("b+", 0), ("c+", 0)]
    finally:
        begin_with(Book())
