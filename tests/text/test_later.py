"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from threefold.text.later import later


def test_a_pattern_that_is_compiled_later_answers_as_one_that_was_compiled_at_once() -> None:
    source, text = r"(?P<word>\w+)-(\d+)", "AB-12, cd-34"
    here, there = later(source, re.IGNORECASE), re.compile(source, re.IGNORECASE)
    assert here.findall(text) == there.findall(text)
    assert here.sub("x", text) == there.sub("x", text)
    assert [m.span() for m in here.finditer(text)] == [m.span() for m in there.finditer(text)]
    assert (here.pattern, here.flags, here.groupindex) == (there.pattern, there.flags, there.groupindex)


def test_a_pattern_over_bytes_may_be_compiled_later_too() -> None:
    source, text = rb"(?P<word>\w+)-(\d+)", b"AB-12, cd-34"
    assert later(source, re.IGNORECASE).findall(text) == re.findall(source, text, re.IGNORECASE)


def test_an_error_in_a_pattern_shows_when_it_is_first_used() -> None:
    broken = later("(")
    with pytest.raises(re.error):
        broken.search("")


def test_what_a_pattern_does_not_have_is_missing_here_too() -> None:
    with pytest.raises(AttributeError):
        later("a").no_such_thing  # type: ignore[attr-defined] # noqa: B018
