"""What was cut comes back byte for byte, or the archive says why it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.store.archive import Archive, Entry, NotArchived, Run


@given(raw=st.binary(max_size=3000))
def test_whatever_is_put_in_comes_back_byte_for_byte(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    archive = Archive(tmp_path_factory.mktemp("archive"))
    name = archive.put(raw)
    assert archive.get(name) == archive.get(name[:12]) == raw


def test_the_same_bytes_are_stored_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    assert archive.put(b"x") == archive.put(b"x")
    assert list(archive.hashes()) == [archive.put(b"x")]


def test_a_run_gives_back_all_that_it_cut_in_order(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    raws = [b"one", b"two", b"one"]
    entries = tuple(Entry(index=n, hash=archive.put(raw), bytes=len(raw)) for n, raw in enumerate(raws))
    archive.put_run(Run(run="r-1", format="openai", entries=entries))
    assert [raw for _, raw in archive.recall_run("r-1")] == raws


def test_a_run_under_a_name_that_is_taken_adds_to_what_the_earlier_one_cut(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    first = Entry(index=3, hash=archive.put(b"one"), bytes=3)
    second = Entry(index=0, hash=archive.put(b"two"), bytes=3)
    archive.put_run(Run(run="r", entries=(first,)))
    archive.put_run(Run(run="r", entries=(second,)))
    archive.put_run(Run(run="r", entries=(second,)))  # the same run again
    assert [raw for _, raw in archive.recall_run("r")] == [b"one", b"two"]


def test_many_are_stored_as_safely_as_one(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    assert archive.put_all([str(n).encode() for n in range(150)]) == 150
    assert sum(1 for _ in archive.hashes()) == 150


def test_what_was_never_cut_is_told_from_what_was_removed_since(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    name = archive.put(b"old")
    os.utime(archive._place(name), (1000, 1000))
    with pytest.raises(NotArchived, match="no run that used it cut"):
        archive.get("ab" * 32)
    gone = archive.prune(now=1000 + 86_400 * 3, max_age_seconds=86_400)
    assert (gone.objects, gone.left) == (1, 0)
    with pytest.raises(NotArchived, match="removed from the archive since"):
        archive.get(name)


def test_retention_by_size_removes_the_oldest_first_and_no_more_than_needed(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    names = [archive.put(os.urandom(1000)) for _ in range(4)]
    for age, name in enumerate(names):
        os.utime(archive._place(name), (1000 + age, 1000 + age))
    archive.prune(now=2000, max_bytes=2500)
    assert set(archive.hashes()) == set(names[2:])


def test_what_is_cut_again_counts_as_new(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    name = archive.put(b"again")
    os.utime(archive._place(name), (1000, 1000))
    archive.put(b"again")
    assert archive.prune(now=archive._place(name).stat().st_mtime + 10, max_age_seconds=60).objects == 0


@pytest.mark.parametrize("name", ["xyz", "ab12", "", "../../etc/passwd", "g" * 64])
def test_what_is_no_hash_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no hash"):
        Archive(tmp_path).get(name)


@pytest.mark.parametrize("name", ["../x", ".hidden", "a/b", "", "x" * 200])
def test_a_run_name_cannot_leave_the_archive(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        Archive(tmp_path).put_run(Run(run=name))


def test_an_unknown_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotArchived, match="'r9'"):
        Archive(tmp_path).run("r9")


def test_damage_is_found_and_never_given_back(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    one, two = archive.put(b"one" * 100), archive.put(b"two" * 100)
    archive._place(one).write_bytes(archive._place(two).read_bytes())
    with pytest.raises(InputError, match="damaged"):
        archive.get(one)
    archive._place(two).write_bytes(b"junk")
    with pytest.raises(InputError, match="cannot be read"):
        archive.get(two)


def test_a_writer_that_failed_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "objects").write_bytes(b"a file where a directory must be")
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        Archive(tmp_path).put(b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["objects"]
