"""``threefold watch`` without a folder: where the harnesses on this machine keep their sessions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.store.places import session_folders


def watch(home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    moved = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME", "PI_CODING_AGENT_DIR", "XDG_STATE_HOME")
    environ = {key: value for key, value in os.environ.items() if not key.startswith("THREEFOLD_") and key not in moved}
    environ |= {"HOME": str(home), **variables}
    words = [sys.executable, "-P", "-m", "threefold", "watch", "--existing", "--once"]
    return subprocess.run(words, env=environ, capture_output=True, text=True, cwd=home, check=False)


@pytest.fixture
def logs(shared: Path, tmp_path: Path) -> Path:
    """A home in which three harnesses were used."""
    sessions = shared / "sessions"
    for place, log in {
        ".claude/projects/-home-dev-work/a.jsonl": "claude-code-live/2.1.332-manual.jsonl",
        ".codex/sessions/2026/11/29/rollout-b.jsonl": "codex-live/0.171.0-auto-twice.jsonl",
        ".pi/agent/sessions/--home-dev-work--/c.jsonl": "pi-live/1.6.0-rpc-manual.jsonl",
    }.items():
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).write_bytes((sessions / log).read_bytes())
    return tmp_path


def test_sessions_of_every_harness_on_the_machine_are_found_and_audited(logs: Path) -> None:
    done = watch(logs)
    assert done.returncode == 0, done.stderr
    for wanted in ("Claude Code: ", "Codex: ", "pi: ", "3 logs looked at"):
        assert wanted in done.stdout
    report = logs / ".local" / "state" / "threefold" / "reports" / "compaction-audit.jsonl"
    audits = [json.loads(line) for line in report.read_text().splitlines()]
    assert len(audits) == 4


def test_a_harness_whose_home_was_moved_is_found_there(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "sessions").mkdir(parents=True)
    found = session_folders({"HOME": str(tmp_path), "CODEX_HOME": str(tmp_path / "elsewhere")})
    assert found == {"Codex": str(tmp_path / "elsewhere" / "sessions")}


def test_a_machine_without_a_harness_is_told_to_name_a_folder(tmp_path: Path) -> None:
    done = watch(tmp_path)
    assert done.returncode == 3
    assert "name the folders" in done.stderr
