"""The patterns that one process compiled, for the next."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from threefold.store.book import FOLDER, PatternBook
from threefold.text.later import Book, begin_with, later
from threefold.text.sieve import Sieve

SOURCE = r"(?P<number>\d+) files? (?:changed|改)"


def learned(home: Path) -> PatternBook:
    """A book of which another process knows a pattern."""
    before = PatternBook(str(home))
    before.book.pattern(SOURCE, re.IGNORECASE)
    before.add()
    return PatternBook(str(home))


def knows(patterns: PatternBook) -> bool:
    """Whether a book knows the pattern."""
    patterns.book.pattern(SOURCE, re.IGNORECASE)
    return not patterns.book.missed


def files(home: Path) -> tuple[Path, Path]:
    """The file that says where everything stands, and the one that holds it."""
    index, body = sorted((home / FOLDER).iterdir(), key=lambda file: file.stat().st_size)
    return index, body


def test_what_one_process_compiled_the_next_one_does_not(tmp_path: Path) -> None:
    patterns = learned(tmp_path)
    assert patterns.book.pattern(SOURCE, re.IGNORECASE) == re.compile(SOURCE, re.IGNORECASE)
    assert not patterns.is_new()
    patterns.book.pattern(SOURCE, 0)
    assert patterns.is_new()
    patterns.add()
    further = PatternBook(str(tmp_path))
    for flags in (int(re.IGNORECASE), 0):
        assert further.book.pattern(SOURCE, flags) == re.compile(SOURCE, flags)
    assert further.book.pattern(SOURCE.encode(), 0) == re.compile(SOURCE.encode())
    assert further.book.missed == [(SOURCE.encode(), 0)]


def test_what_one_process_declared_the_next_one_need_not_work_out(tmp_path: Path) -> None:
    """The log of the next one may ask for other patterns of the same modules."""
    other, phrases = later(SOURCE, re.MULTILINE), Sieve([SOURCE, "or this"])
    learned(tmp_path)
    book = PatternBook(str(tmp_path)).book
    begin_with(book)
    try:
        assert other.search("3 files changed")
        assert phrases.within(b"or this")
        assert (book.missed, book.unparted) == ([], [])
    finally:
        begin_with(Book())


def test_patterns_of_text_and_of_bytes_are_told_apart(tmp_path: Path) -> None:
    patterns = PatternBook(str(tmp_path))
    patterns.book.pattern(r"\w", 0)
    patterns.book.pattern(rb"\w", 0)
    patterns.add()
    book = PatternBook(str(tmp_path)).book
    assert book.pattern(r"\w", 0).search("é")
    assert not book.pattern(rb"\w", 0).search("é".encode())
    assert book.missed == []


def test_another_python_and_other_code_of_ours_begin_a_book_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(tmp_path)
    with monkeypatch.context() as changed:
        changed.setattr(sys, "version", sys.version + " of another build")
        assert not knows(PatternBook(str(tmp_path)))
    monkeypatch.setattr("threefold.store.cache._ROOMS", ("text",))
    assert not knows(PatternBook(str(tmp_path)))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no such modes here")
def test_a_book_that_somebody_else_could_have_written_is_not_read(tmp_path: Path) -> None:
    learned(tmp_path)
    for place in files(tmp_path):
        place.chmod(0o666)
        assert not knows(PatternBook(str(tmp_path)))
        place.chmod(0o600)
    assert knows(PatternBook(str(tmp_path)))


def test_a_damaged_book_and_a_home_that_cannot_be_written_cost_nothing_but_time(tmp_path: Path) -> None:
    learned(tmp_path)
    for place in files(tmp_path):
        whole = place.read_bytes()
        for damaged in (b"", whole[:40], bytes(byte ^ 1 for byte in whole)):
            place.write_bytes(damaged)
            assert not knows(PatternBook(str(tmp_path)))
        place.write_bytes(whole)
    files(tmp_path)[1].unlink()
    assert not knows(PatternBook(str(tmp_path)))
    (tmp_path / "file").write_text("")
    nowhere = learned(tmp_path / "file")
    assert nowhere.book.pattern(SOURCE, 0).search("3 files changed")


def test_a_python_that_takes_no_code_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.text.compiled.engine", lambda: "")
    patterns = learned(tmp_path)
    patterns.book.pattern(SOURCE, 0)
    assert not patterns.is_new()
    assert not (tmp_path / FOLDER).exists()


def test_a_python_whose_insides_are_others_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.text.compiled._part", lambda name: object())
    patterns = learned(tmp_path)
    assert patterns.book.pattern(SOURCE, 0).search("3 files changed")
