"""What is kept of a log by its content."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.store.cache import _ROOMS, MOST, Cache, code_state, hashed, key_of, name_of


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


_RUN = """
import io, json, sys
from types import SimpleNamespace
from threefold.doors import hook
hook._apart = lambda work: work()
for name, more in (("PreCompact", {}), ("PostCompact", {"compact_summary": "Nothing was done."})):
    event = {"session_id": "s", "transcript_path": sys.argv[1], "hook_event_name": name, "trigger": "auto", **more}
    sys.stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(event).encode()))
    hook.main(["--policy", "guide"])
mine = [name.split(".") for name in sys.modules if name.startswith("threefold.")]
rooms = {parts[1] if len(parts) > 2 else "" for parts in mine if parts[-1] != "settings"}
files = [sys.modules[".".join(parts)].__file__ for parts in mine if len(parts) > 2 and parts[1] in rooms]
print("\\n" + json.dumps([sorted(rooms), files]))
"""
# The doors hand over what they are given, and of a service nothing is kept but where it is.
_NOTHING_KEPT = {"doors", "systemone"}


def test_the_code_of_every_room_that_a_hook_runs_is_part_of_the_name(tmp_path: Path) -> None:
    row = {
        "type": "user",
        "uuid": "u",
        "sessionId": "s",
        "cwd": "/nowhere",
        "message": {"role": "user", "content": "Go."},
    }
    (tmp_path / "log.jsonl").write_text(json.dumps(row) + "\n")
    environ = os.environ | {"THREEFOLD_HOME": str(tmp_path / "home")}
    words = [sys.executable, "-c", _RUN, str(tmp_path / "log.jsonl")]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    found, files = json.loads(done.stdout.splitlines()[-1])
    used, told = set(found), code_state()
    assert {"session", "reading", "work", "auditing"} <= used
    assert used - _NOTHING_KEPT <= set(_ROOMS)
    for file in (Path(file) for file in files if not _NOTHING_KEPT.intersection(Path(file).parts)):
        assert f"{file.name}:{file.stat().st_size}:{file.stat().st_mtime_ns}" in told, file


def test_a_value_of_which_one_bit_turned_is_a_miss(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    cache.put("k", b"value")
    path = Path(cache.folder) / "k"
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        assert cache.get("k") is None
    path.write_bytes(b"")
    assert cache.get("k") is None
    path.write_bytes(whole)
    assert cache.get("k") == b"value"


_FULL = """
import resource, sys
from threefold.store.cache import Cache
from threefold.store.shelf import FactsShelf
cache, shelf = Cache(sys.argv[1]), FactsShelf(sys.argv[1], "log")
cache.put("k", b"value")
shelf.save(0, b"part")
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
cache.put("k", b"x" * 9000)
shelf.save(1, b"x" * 9000)
print(cache.get("k"), shelf.load(0), shelf.count())
"""


def test_a_value_that_could_not_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", _FULL, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "b'value' b'part' 1\n"
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert len(left) == 2
    assert not [name for name in left if name.startswith("tmp")]


def test_the_beginning_of_a_log_is_told_from_what_was_added_in_one_pass(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    first = hashed(str(log), (0,))
    assert (first.size, first.beginnings) == (4, {})
    log.write_bytes(b"one\ntwo\n")
    grown = hashed(str(log), (0, first.size, 9, 8))
    assert (grown.size, grown.beginnings) == (8, {4: first.whole, 8: grown.whole})
    assert grown.key != first.key
    log.write_bytes(b"ONE\ntwo\n")
    assert hashed(str(log), (4,)).beginnings[4] != first.whole
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
