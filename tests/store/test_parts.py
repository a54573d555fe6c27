"""Parts are kept under the digest of their content, for their owner alone, and within a bound."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from threefold.store import parts
from threefold.store.parts import FOLDER, Parts
from threefold.store.shelf import FactsShelf


def test_a_part_is_found_under_the_name_that_it_was_given(tmp_path: Path) -> None:
    kept = Parts(str(tmp_path))
    names = [kept.put(data) for data in (b"one", b"two", b"", b"one")]
    assert names[0] == names[3] != names[1]
    assert [Parts(str(tmp_path)).get(name) for name in names] == [b"one", b"two", b"", b"one"]
    assert len(list((tmp_path / FOLDER).iterdir())) == 3


def test_a_damaged_part_is_none_and_is_put_anew(tmp_path: Path) -> None:
    kept = Parts(str(tmp_path))
    name = kept.put(b"the bytes")
    place = tmp_path / FOLDER / name
    for damaged in (b"the byteS", b"", b"the bytes and more"):
        place.write_bytes(damaged)
        assert kept.get(name) is None
        assert kept.put(b"the bytes") == name
        assert kept.get(name) == b"the bytes"


@pytest.mark.parametrize("name", ["", ".", "..", "../known", "a/b", "\0"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    Parts(str(tmp_path)).put(b"x")
    assert Parts(str(tmp_path)).get(name) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no such modes here")
def test_what_somebody_else_could_have_written_is_not_read(tmp_path: Path) -> None:
    kept, shelf = Parts(str(tmp_path)), FactsShelf(str(tmp_path), "log", "question")
    name = kept.put(b"x")
    shelf.save(0, b"facts")
    assert (kept.get(name), shelf.load(0)) == (b"x", b"facts")
    for place in (tmp_path / FOLDER / name, *Path(shelf.folder).iterdir()):
        place.chmod(0o620)
    assert (kept.get(name), shelf.load(0)) == (None, None)
    for folder in (tmp_path / FOLDER, Path(shelf.folder)):
        for place in folder.iterdir():
            place.chmod(0o600)
        folder.chmod(0o777)
    assert (kept.get(name), shelf.load(0)) == (None, None)


def test_one_audit_keeps_no_more_than_its_share_and_the_oldest_parts_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MOST_AT_ONCE", 25)
    monkeypatch.setattr(parts, "MOST", 30)
    kept = Parts(str(tmp_path))
    first, second = kept.put(b"1" * 10), kept.put(b"2" * 10)
    assert kept.put(b"3" * 10) == ""
    os.utime(tmp_path / FOLDER / first, (1, 1))
    os.utime(tmp_path / FOLDER / second, (2, 2))
    assert kept.get(first) == b"1" * 10  # and is of use again
    other = Parts(str(tmp_path))
    other.put(b"4" * 20)
    other.trim()
    assert (other.get(first), other.get(second)) == (b"1" * 10, None)
