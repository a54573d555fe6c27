"""The patterns that one process compiled, for the next."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from threefold.store.book import FOLDER, PatternBook

SOURCE = r"(?P<number>\d+) files? (?:changed|改)"


def learned(home: Path) -> PatternBook:
    """A book of which another process knows a pattern."""
    before = PatternBook(str(home))
    before.book.pattern(SOURCE, re.IGNORECASE)
    before.add()
    return PatternBook(str(home))


def test_what_one_process_compiled_the_next_one_does_not(tmp_path: Path) -> None:
    patterns = learned(tmp_path)
    assert patterns.book.pattern(SOURCE, re.IGNORECASE) == re.compile(SOURCE, re.IGNORECASE)
    assert not patterns.is_new()
    patterns.book.pattern(SOURCE, 0)
    assert patterns.is_new()
    patterns.add()
    assert PatternBook(str(tmp_path)).book.known.keys() >= {(SOURCE, int(re.IGNORECASE)), (SOURCE, 0)}


def test_another_python_and_other_code_of_ours_begin_a_book_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned(tmp_path)
    with monkeypatch.context() as changed:
        changed.setattr(sys, "version", sys.version + " of another build")
        assert not PatternBook(str(tmp_path)).book.known
    monkeypatch.setattr("threefold.store.cache._ROOMS", ("text",))
    assert not PatternBook(str(tmp_path)).book.known


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no such modes here")
def test_a_book_that_somebody_else_could_have_written_is_not_read(tmp_path: Path) -> None:
    patterns = learned(tmp_path)
    (place,) = (tmp_path / FOLDER).iterdir()
    place.chmod(0o666)
    assert not patterns.book.known


def test_a_damaged_book_and_a_home_that_cannot_be_written_cost_nothing_but_time(tmp_path: Path) -> None:
    learned(tmp_path)
    (place,) = (tmp_path / FOLDER).iterdir()
    whole = place.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]):
        place.write_bytes(damaged)
        assert not PatternBook(str(tmp_path)).book.known
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
