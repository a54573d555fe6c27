"""Of the secrets in a log none stands in what is written or shown of it, whichever command is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TOKEN = "ghp_" + "aB3" * 12
KEY = "sk-ant-api03-" + "Qz7x" * 20
CLOUD = "AKIA" + "IOSFODNN7EXAMPLQ"
PLANTED = ("aB3aB3", "Qz7xQz7x", "IOSFODNN7", "iosfodnn7", "hunter2-x9")
SAID = (
    f"Never commit the key ANTHROPIC_API_KEY={KEY}. Deploy with {TOKEN}. No, use {CLOUD}, not {KEY}. "
    f"The url is https://bot:{TOKEN}@github.com/x/y.git and DB_PASSWORD=hunter2-x9 is for staging."
)
Run = Callable[..., str]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    def line(kind: str, uuid: str, parent: str | None, content: object, **more: object) -> str:
        entry = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "cwd": f"/nowhere/{TOKEN}/all"}
        entry |= {"version": "2.1.0", "message": {"role": kind, "content": content}} | more
        return json.dumps(entry)

    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": f"curl -H 'Bearer {TOKEN}' x.com"}}
    lines = [
        line("user", "a", None, SAID),
        line("assistant", "b", "a", [call]),
        line("user", "c", "b", [{"type": "tool_result", "tool_use_id": "t1", "content": f"ok\n{SAID}\n" * 5}]),
        line("assistant", "d", "c", [{"type": "text", "text": "Next I will fix src/a.py."}]),
        json.dumps({"type": "system", "subtype": "compact_boundary", "uuid": "B", "parentUuid": None, "sessionId": "s1",
                    "logicalParentUuid": "d", "compactMetadata": {"trigger": "auto"}, "version": "2.1.0"}),
        line("user", "S", "B", "Summary:\n1. Use port 5432.", isCompactSummary=True),
        line("user", "e", "S", f"Go on. {SAID} " + "x" * 4000),
        line("assistant", "f", "e", [{"type": "text", "text": f"Next I will deploy it with {TOKEN}."}]),
    ]  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def run(tmp_path: Path) -> Run:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_"))}
    environ |= {"HOME": str(tmp_path), "THREEFOLD_HOME": str(tmp_path / "ours"), "PYTHONUTF8": "1"}

    def go(*words: str | Path, given: object = None) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "threefold", *map(str, words)], cwd=tmp_path, env=environ,
            input=json.dumps(given).encode(), capture_output=True, check=False,
        )  # fmt: skip
        assert b"fault" not in done.stderr
        return (done.stdout + done.stderr).decode()

    return go


def _clean(text: str) -> bool:
    return not any(secret in text for secret in PLANTED)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "LOG"), ("run", "LOG", "--json"), ("check", "LOG"), ("check", "LOG", "--json", "--explain"),
        ("audit", "LOG"), ("audit", "LOG", "--json", "--all-facts"), ("repair", "LOG"), ("repair", "LOG", "--json"),
        ("score", "LOG", "--json"), ("score", "LOG"), ("inspect", "LOG"), ("inspect", "LOG", "--json"),
    ],
)  # fmt: skip
def test_a_command_shows_no_secret_of_the_log(run: Run, log: Path, words: tuple[str, ...]) -> None:
    shown = run(*(log if word == "LOG" else word for word in words))
    assert "redacted]" in shown
    assert _clean(shown)


def test_reports_and_results_hold_no_secret_and_the_conversation_stays_as_it_is(run: Run, log: Path) -> None:
    out = log.parent / "out"
    run("run", log, "-o", out)
    run("audit", log)
    run("compact", log, "--target-ratio", "0.4", "--receipt", log.parent / "r.jsonl", "--stats-json",
        log.parent / "stats.json", "-o", log.parent / "cut.jsonl")  # fmt: skip
    for name in ("out/verdict.json", "out/audit.jsonl", "out/receipts.jsonl", "r.jsonl", "stats.json"):
        assert _clean((log.parent / name).read_text()), name
    assert _clean((log.parent / "ours" / "reports" / "compaction-audit.jsonl").read_text())
    assert TOKEN in (out / "compacted.jsonl").read_text()
    if os.name == "posix":
        assert {place.stat().st_mode & 0o777 for place in out.iterdir()} == {0o600}


@pytest.mark.parametrize("policy", ["guide", "hold"])
def test_a_hook_hands_on_the_words_of_a_rule_without_its_secret(run: Run, log: Path, policy: str) -> None:
    event = {"hook_event_name": "PreCompact", "session_id": "s1", "transcript_path": str(log), "trigger": "manual"}
    told = run("hook", "claude-code", "--policy", policy, given=event)
    assert "Never commit the key ANTHROPIC_API_KEY=[" in told
    assert _clean(told)
    assert _clean((log.parent / "ours" / "reports" / "compaction-verdict.jsonl").read_text())


def test_what_is_told_after_a_compaction_holds_no_secret(run: Run, log: Path) -> None:
    event = {"session_id": "s1", "transcript_path": str(log), "trigger": "auto"}
    run("hook", "claude-code", "--inject",
        given=event | {"hook_event_name": "PostCompact", "compact_summary": "Use port 5432."})  # fmt: skip
    told = run("hook", "claude-code", "--inject", given=event | {"hook_event_name": "UserPromptSubmit"})
    assert "Never commit the key ANTHROPIC_API_KEY=[" in told
    assert _clean(told)
