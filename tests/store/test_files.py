from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.store.files import replace_file, replace_files


def test_of_several_files_one_that_cannot_be_written_leaves_all_as_they_were(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "none" / "second"
    first.write_bytes(b"old")
    with pytest.raises(FileNotFoundError) as refused:
        replace_files({first: b"new", second: b"new"})
    assert refused.value.filename == str(second)
    assert first.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["first"]


def test_a_file_is_replaced_with_the_permissions_that_are_asked_for_or_else_the_usual_ones(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        replace_file(tmp_path / "usual", b"x")
        replace_file(tmp_path / "own", b"x", 0o600)
    finally:
        os.umask(mask)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("usual", "own")]
    assert modes == [0o640, 0o600]


def test_a_link_stays_a_link_and_what_it_leads_to_is_replaced_in_one_step(tmp_path: Path) -> None:
    target, link, further = tmp_path / "deep" / "target", tmp_path / "link", tmp_path / "further"
    target.parent.mkdir()
    link.symlink_to("deep/target")
    further.symlink_to("link")
    for data in (b"first", b"second"):  # what it leads to may not be there yet
        before = target.stat().st_ino if target.exists() else 0
        replace_file(further, data)
        assert (further.is_symlink(), link.is_symlink(), target.read_bytes()) == (True, True, data)
        assert target.stat().st_ino != before
    assert os.listdir(target.parent) == ["target"]


def test_a_ring_of_links_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links") as refused:
        replace_file(tmp_path / "a", b"x")
    assert refused.value.filename == str(tmp_path / "a")
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_file_that_takes_the_place_of_a_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        replace_file(tmp_path / "folder", b"x")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    place = tmp_path / "pipe"
    os.mkfifo(place)
    reader = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(place, b"all of it")
        assert os.read(reader, 100) == b"all of it"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(place.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_standard_output_by_its_name_gets_what_is_written_and_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    script = "import sys; from threefold.store.files import replace_file; replace_file(sys.argv[1], b'all of it')"
    with open(tmp_path / "out", "wb") as out:
        subprocess.run([sys.executable, "-c", script, link], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"all of it"
    assert link.is_symlink()
