"""``threefold hook`` reads a log ahead of its audit, in a process of its own, once the harness has its answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from threefold.store.book import FOLDER as PATTERNS
from threefold.store.known import FOLDER

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be parted from another here")
SUMMARY = 'The user said "never push to main". Wrote src/b.py; 13 tests passed; port 8123.'


def log_of(path: Path, turns: int) -> Path:
    with path.open("w") as file:
        for number in range(turns):
            role = ("user", "assistant")[number % 2]
            text = f"Never push to main. See src/a{number}.py: {number} tests passed, port 81{number:02}."
            entry = {
                "type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None,
                "sessionId": "s-1", "isSidechain": False, "cwd": "/home/dev/work",
                "message": {"role": role, "content": text, "id": f"m{number}"},
            }  # fmt: skip
            file.write(json.dumps(entry) + "\n")
    return path


def log_of_pi(path: Path, turns: int) -> Path:
    entries: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s-1", "cwd": "/home/dev/work"}]
    for number in range(turns):
        role = ("user", "assistant")[number % 2]
        text = f"Never push to main. See src/a{number}.py: {number} tests passed, port 81{number:02}."
        message = {"role": role, "content": [{"type": "text", "text": text}]}
        parent = f"m{number - 1}" if number else None
        entries.append({"type": "message", "id": f"m{number}", "parentId": parent, "message": message})
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return path


def hook(home: Path, log: Path, name: str, client: str = "claude-code", policy: str = "observe", **fields: str) -> None:
    """Run the hook, and wait until every process that it left has ended: each holds the pipe open."""
    event = {"session_id": "s-1", "transcript_path": str(log), "hook_event_name": name, "trigger": "auto", **fields}
    held, given = os.pipe()
    environ = os.environ | {"THREEFOLD_HOME": str(home), "HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "threefold.doors.entry", "hook", client, "--policy", policy],
        input=json.dumps(event).encode(), capture_output=True, env=environ, pass_fds=(given,), check=False,
    )  # fmt: skip
    os.close(given)
    assert os.read(held, 1) == b""
    os.close(held)
    assert (done.returncode, done.stderr) == (0, b"")


def kept(home: Path) -> list[bytes]:
    folder = home / FOLDER
    return [file.read_bytes() for file in sorted(folder.iterdir())] if folder.exists() else []


def reported(home: Path) -> dict[str, object]:
    """The record of the last audit that was made, but for its time."""
    found = msgspec.json.decode((home / "reports" / "compaction-audit.jsonl").read_bytes().splitlines()[-1])
    assert isinstance(found, dict)
    return {name: value for name, value in found.items() if name != "at"}


def test_a_log_is_read_before_its_summary_is_there_and_the_record_is_the_same(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.jsonl", 30)
    hook(tmp_path / "ahead", log, "PreCompact")
    (before,) = kept(tmp_path / "ahead")
    for home in ("ahead", "plain"):
        hook(tmp_path / home, log, "PostCompact", compact_summary=SUMMARY)
    assert reported(tmp_path / "ahead") == reported(tmp_path / "plain")
    assert kept(tmp_path / "ahead") == [before]  # the audit found everything there


def test_so_is_one_of_pi_and_what_is_to_be_kept_goes_on_from_there(tmp_path: Path) -> None:
    log = log_of_pi(tmp_path / "log.jsonl", 40)
    hook(tmp_path / "ahead", log, "session_before_compact", "pi", "guide", reason="threshold")
    (before,) = kept(tmp_path / "ahead")
    for home in ("ahead", "plain"):
        hook(tmp_path / home, log, "session_compact", "pi", summary=SUMMARY, compaction_id="c1")
    assert reported(tmp_path / "ahead") == reported(tmp_path / "plain")
    assert kept(tmp_path / "ahead") == [before]


def test_what_a_hook_compiled_serves_the_next_one_and_changes_no_answer(tmp_path: Path) -> None:
    known = []
    for home, logs in (("one", ("a", "b", "b")), ("other", ("b",))):
        for name in logs:
            log = log_of(tmp_path / f"{name}.jsonl", 30 if name == "a" else 20)
            hook(tmp_path / home, log, "PostCompact", compact_summary=SUMMARY + f" That is {name}.")
            known.append({file.name: file.read_bytes() for file in (tmp_path / home / PATTERNS).iterdir()})
    assert known[1] == known[2]  # nothing had to be compiled any more
    assert reported(tmp_path / "one") == reported(tmp_path / "other")


def test_a_log_is_read_ahead_again_once_it_grew_by_a_good_part(tmp_path: Path) -> None:
    hook(tmp_path, log_of(tmp_path / "log.jsonl", 40), "PreCompact")
    first = kept(tmp_path)
    hook(tmp_path, log_of(tmp_path / "log.jsonl", 42), "PreCompact")
    assert kept(tmp_path) == first
    hook(tmp_path, log_of(tmp_path / "log.jsonl", 80), "PreCompact")
    assert kept(tmp_path) != first
    hook(tmp_path, tmp_path / "log.jsonl", "PostCompact", compact_summary=SUMMARY)
    hook(tmp_path / "plain", tmp_path / "log.jsonl", "PostCompact", compact_summary=SUMMARY)
    assert reported(tmp_path) == reported(tmp_path / "plain")


def test_nothing_is_read_ahead_where_audits_are_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREEFOLD_AUDIT_ENABLED", "false")
    hook(tmp_path, log_of(tmp_path / "log.jsonl", 30), "PreCompact")
    assert kept(tmp_path) == []
