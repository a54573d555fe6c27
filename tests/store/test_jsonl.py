from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from threefold.auditing.settings import AuditSettings
from threefold.store import jsonl
from threefold.store.jsonl import Journal
from threefold.store.reports import HEARTBEATS, heartbeat

WRITER = """
import json, sys
from threefold.store.jsonl import Journal

journal = Journal(sys.argv[1])
for number in range(60):
    journal.append([json.dumps({"writer": sys.argv[2], "number": number, "pad": "x" * 3000}).encode()])
    journal.append_once(json.dumps({"fingerprint": f"f{number}"}).encode(), f"f{number}")
"""


def test_what_is_appended_is_read_back_in_order(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "er" / "a.jsonl")
    assert list(journal) == []
    journal.append([b'{"a":1}', b'{"a":2}'])
    journal.append([])
    assert list(journal) == [{"a": 1}, {"a": 2}]


def test_a_line_with_a_known_key_is_not_appended_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.jsonl")
    assert not journal.holds("k1")
    assert journal.append_once(b'{"fingerprint": "k1", "n": 1}', "k1")
    assert not journal.append_once(b'{"fingerprint":"k1","n":2}', "k1")
    assert journal.append_once(b'{"fingerprint":"k2"}', "k2")
    assert journal.holds("k1")
    assert [line["fingerprint"] for line in journal] == ["k1", "k2"]


def test_a_key_is_found_across_the_edges_of_what_is_read_at_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.jsonl")
    pad = (1 << 20) - 20
    journal.append([b'{"pad":"' + b"x" * (pad - 8) + b'","fingerprint":"k"}'])
    assert not journal.append_once(b'{"fingerprint":"k"}', "k")


def test_of_a_file_that_grew_only_what_is_new_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal(path)
    read = 0
    before = jsonl._read_at

    def counted(file: int, position: int, size: int = 1 << 20) -> bytes:
        nonlocal read
        data = before(file, position, size)
        read += len(data)
        return data

    monkeypatch.setattr(jsonl, "_read_at", counted)
    for number in range(200):
        line = b'{"pad":"%b","fingerprint":"k%d"}' % (b"x" * 10_000, number)
        assert journal.append_once(line, f"k{number}")
        assert not journal.append_once(line, f"k{number}")
    assert read < 3 * path.stat().st_size
    Journal(path).append([b'{"fingerprint":"of another"}'])
    assert journal.holds("of another")


def test_a_file_that_was_replaced_or_cut_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal(path)
    assert journal.append_once(b'{"fingerprint":"one"}', "one")
    path.rename(tmp_path / "b.jsonl")
    assert journal.append_once(b'{"fingerprint":"one"}', "one")
    path.write_bytes(b"")
    assert journal.append_once(b'{"fingerprint":"one"}', "one")
    assert [line["fingerprint"] for line in journal] == ["one"]


def test_a_key_that_could_not_be_found_again_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="too long"):
        Journal(tmp_path / "a.jsonl").append_once(b"{}", "k" * 300)


def test_a_torn_last_line_is_closed_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a":1}\n{"a":2,"b":"to')
    journal = Journal(path)
    assert list(journal) == [{"a": 1}]
    journal.append([b'{"a":3}'])
    assert list(journal) == [{"a": 1}, {"a": 3}]
    assert path.read_bytes() == b'{"a":1}\n{"a":2,"b":"to\n{"a":3}\n'


def test_lines_that_are_no_objects_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'[1]\n\x00\x00\n\xff\n{"a":1}\n' + b"[" * 100_000 + b"\n")
    assert list(Journal(path)) == [{"a": 1}]


def test_a_line_feed_inside_a_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line feed"):
        Journal(tmp_path / "a.jsonl").append([b"{}\n{}"])
    assert not (tmp_path / "a.jsonl").exists()


def test_a_writer_that_never_ends_is_not_waited_for_without_end(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "a.jsonl"
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(OSError, match="another process holds it"):
            Journal(path, patience=0.02).append([b"{}"])
        assert path.read_bytes() == b""
    Journal(path, patience=0.0).append([b"{}"])
    assert path.read_bytes() == b"{}\n"


def test_a_long_file_is_read_before_others_have_to_wait_for_it(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"fingerprint":"a"}\n' * 1000)
    journal = Journal(path, patience=0.0)
    with path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert not journal.append_once(b'{"fingerprint":"a"}', "a")
        with pytest.raises(OSError, match="another process holds it"):
            journal.append_once(b'{"fingerprint":"b"}', "b")
    assert journal.append_once(b'{"fingerprint":"b"}', "b")


def test_a_heartbeat_waits_for_nobody(tmp_path: Path, work_of: Callable[[Callable[[], object]], int]) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (tmp_path / HEARTBEATS).open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        settings, report = AuditSettings(debug=True), tmp_path / "report.jsonl"
        assert work_of(lambda: heartbeat(settings, report, "before")) < 1000
    assert (tmp_path / HEARTBEATS).read_bytes() == b""
    heartbeat(settings, report, "after")
    assert b"after" in (tmp_path / HEARTBEATS).read_bytes()


def test_two_writers_at_once_lose_nothing_tear_nothing_and_write_each_key_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("one", "two")]
    assert [process.wait() for process in writers] == [0, 0]
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert sorted(line["number"] for line in lines if "writer" in line) == sorted([*range(60), *range(60)])
    assert sorted(line["fingerprint"] for line in lines if "fingerprint" in line) == sorted(f"f{n}" for n in range(60))
