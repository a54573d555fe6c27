"""What is kept of a log by its content."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from threefold.store.cache import MOST, Cache, hashed, key_of, name_of


def test_a_value_is_found_by_the_same_bytes_and_question_only(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one")
    cache = Cache(str(tmp_path / "home"))
    cache.put(key_of(str(log), "q"), b"value")
    assert cache.get(key_of(str(log), "q")) == b"value"
    assert cache.get(key_of(str(log), "q", "")) is None
    assert cache.get(key_of(str(log), "other")) is None
    log.write_bytes(b"one and more")
    assert cache.get(key_of(str(log), "q")) is None


def test_a_copy_of_a_log_is_the_same_log(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"same")
    assert key_of(str(tmp_path / "a"), "q") == key_of(str(tmp_path / "b"), "q")


def test_only_the_newest_entries_are_kept(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    for number in range(MOST + 5):
        cache.put(f"{number:04}", b"x")
        os.utime(Path(cache.folder) / f"{number:04}", (number, number))
    assert len(os.listdir(cache.folder)) <= MOST + 1
    assert cache.get("0000") is None
    assert cache.get(f"{MOST + 4:04}") == b"x"


def test_a_home_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(str(tmp_path / "file"))
    cache.put("key", b"value")
    assert cache.get("key") is None


def test_the_code_that_answers_is_part_of_the_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one")
    before = key_of(str(log), "q")
    assert before == key_of(str(log), "q")
    monkeypatch.setattr("threefold.store.cache._ROOMS", ("reading",))
    assert key_of(str(log), "q") != before


def test_every_room_whose_code_answers_is_there(checkout: Path) -> None:
    from threefold.store.cache import _ROOMS

    rooms = {folder.name for folder in (checkout / "src" / "threefold").iterdir() if folder.is_dir()}
    assert set(_ROOMS) <= rooms


def test_the_beginning_of_a_log_is_told_from_what_was_added_in_one_pass(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    first = hashed(str(log), 0)
    assert (first.size, first.beginning) == (4, "")
    log.write_bytes(b"one\ntwo\n")
    grown = hashed(str(log), first.size)
    assert (grown.size, grown.beginning) == (8, first.whole)
    assert grown.key != first.key
    assert hashed(str(log), 9).beginning == ""
    log.write_bytes(b"ONE\ntwo\n")
    assert hashed(str(log), 4).beginning != first.whole
    assert name_of(str(log), "a") != name_of(str(log), "b")


def test_a_file_that_others_may_write_is_not_taken_as_our_own(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    cache.put("k", b"v")
    assert cache.get_private("k") == b"v"
    path = Path(cache.folder) / "k"
    path.chmod(0o660)
    assert (cache.get_private("k"), cache.get("k")) == (None, b"v")
    path.chmod(0o600)
    Path(cache.folder).chmod(0o770)
    assert cache.get_private("k") is None
    assert cache.get_private("missing") is None
