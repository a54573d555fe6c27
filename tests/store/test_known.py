"""What is kept of a log counts while the log still begins with the same bytes, and nobody else can have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from threefold.store.cache import hashed
from threefold.store.known import FOLDER, Known


def looked_at(home: Path, log: Path, *question: str) -> Known:
    known = Known(str(home), str(log), *question)
    known.seen_in(hashed(str(log), (known.size,)))
    return known


def test_a_value_counts_for_a_log_that_only_grew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    looked_at(tmp_path, log).save(b"value")
    assert looked_at(tmp_path, log).load() == b"value"
    assert looked_at(tmp_path, log).is_of(4)
    assert not looked_at(tmp_path, log).is_of(5)
    assert looked_at(tmp_path, log, "another question").load() is None
    log.write_bytes(b"one\ntwo\n")
    assert looked_at(tmp_path, log).load() == b"value"
    for other in (b"One\ntwo\n", b"one", b""):
        log.write_bytes(other)
        assert looked_at(tmp_path, log).load() is None


def test_a_value_of_a_log_that_changed_behind_its_hash_is_not_kept(tmp_path: Path) -> None:
    log, other = tmp_path / "log", tmp_path / "other"
    for changed, kept in ((b"one\nand more\n", True), (b"two\n", False), (b"on", False)):
        log.write_bytes(b"one\n")
        known = looked_at(tmp_path / str(kept), log)
        log.write_bytes(changed)
        os.utime(log, (1, 1))
        assert known.is_of(4) is kept
        known.save(changed)
        log.write_bytes(b"one\n")
        assert (looked_at(tmp_path / str(kept), log).load() == changed) is kept
    known = looked_at(tmp_path / "replaced", log)
    other.write_bytes(b"one\n")
    other.replace(log)
    known.save(b"of another file")
    assert looked_at(tmp_path / "replaced", log).load() is None


def test_a_value_that_was_cut_is_no_value(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    looked_at(tmp_path, log).save(b"value")
    (place,) = (tmp_path / FOLDER).iterdir()
    for damaged in (place.read_bytes()[:-1], b"", b"\xff"):
        place.write_bytes(damaged)
        assert looked_at(tmp_path, log).load() is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no such modes here")
def test_a_value_that_somebody_else_could_have_written_is_not_read(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    looked_at(tmp_path, log).save(b"value")
    (place,) = (tmp_path / FOLDER).iterdir()
    place.chmod(0o666)
    assert looked_at(tmp_path, log).load() is None
