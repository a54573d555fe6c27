"""``threefold install claude-code|codex|pi`` and ``acknowledge``, as commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from threefold.store.state import State, States

Run = Callable[..., subprocess.CompletedProcess[str]]
MOVED = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "XDG_STATE_HOME")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs our command line in a home of its own."""

    def go(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environ = {key: value for key, value in os.environ.items() if key not in MOVED and "THREEFOLD" not in key}
        environ |= {"HOME": str(tmp_path), **variables}
        full = [sys.executable, "-P", "-m", "threefold", *words]
        return subprocess.run(full, env=environ, cwd=tmp_path, capture_output=True, text=True, check=False)

    return go


def commands(path: Path) -> dict[str, list[str]]:
    """The commands in a settings file, by event."""
    hooks = json.loads(path.read_text())["hooks"]
    return {
        event: [hook["command"] for entry in entries for hook in entry["hooks"]] for event, entries in hooks.items()
    }


def test_claude_code_gets_hooks_that_name_this_installation_and_the_policy(run: Run, tmp_path: Path) -> None:
    done = run("install", "claude-code", "--policy", "guide")
    assert done.returncode == 0, done.stderr
    assert "* guide" in done.stdout
    found = commands(tmp_path / ".claude" / "settings.json")
    assert set(found) == {"PreCompact", "PostCompact", "UserPromptSubmit", "Stop"}
    (command,) = found["PreCompact"]
    assert command.endswith("hook claude-code --policy guide")
    assert str(Path(sys.executable).parent) in command


def test_doctor_says_whether_the_hooks_stand_there(run: Run) -> None:
    assert "\n- claude-code: " in run("doctor", "--offline").stdout
    run("install", "claude-code", "--policy", "guide")
    done = run("doctor", "claude-code")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ok    claude-code: hooks at PreCompact, PostCompact, UserPromptSubmit, Stop in ")
    run("install", "codex")
    assert run("doctor", "codex").returncode == 1
    assert json.loads(run("doctor", "codex", "--json").stdout)["ok"] is False
    assert run("doctor", "pi").returncode == 0
    assert "claude-code, codex, pi or dsh, and was given 'x'" in run("doctor", "x").stderr


def test_what_was_installed_answers(run: Run, tmp_path: Path) -> None:
    run("install", "claude-code", "--policy", "guide")
    (command,) = commands(tmp_path / ".claude" / "settings.json")["Stop"]
    done = subprocess.run(command, shell=True, input="{}", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_model_is_told_only_by_the_hooks_that_were_asked_for(run: Run, tmp_path: Path) -> None:
    run("install", "claude-code", "--inject")
    found = commands(tmp_path / ".claude" / "settings.json")
    assert "--inject" in found["PostToolUse"][0]
    run("install", "claude-code")
    found = commands(tmp_path / ".claude" / "settings.json")
    assert "PostToolUse" not in found
    assert not any("--inject" in command for event in found.values() for command in event)


def test_a_project_gets_its_own_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    done = run("install", "claude-code", "--project", "project")
    assert "trusted" in done.stdout
    assert (tmp_path / "project" / ".claude" / "settings.json").is_file()
    assert not (tmp_path / ".claude").exists()
    run("install", "claude-code", "--project", "project", "--uninstall")
    assert list((tmp_path / "project").iterdir()) == []


def test_homes_that_were_moved_are_found(run: Run, tmp_path: Path) -> None:
    for client, variable, file in (
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("pi", "PI_CODING_AGENT_DIR", "extensions/threefold.ts"),
    ):
        place = tmp_path / "moved" / client
        run("install", client, **{variable: str(place)})
        assert (place / file).is_file()


@pytest.mark.parametrize("client", ["claude-code", "codex", "pi"])
def test_a_dry_run_shows_and_writes_nothing(run: Run, tmp_path: Path, client: str) -> None:
    done = run("install", client, "--dry-run")
    assert done.returncode == 0
    assert "hook" in done.stdout
    assert done.stdout.endswith("# Nothing was written.\n")
    assert list(tmp_path.iterdir()) == []
    done = run("install", client, "--uninstall", "--dry-run")
    assert done.returncode == 0
    assert "There is nothing" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("client", ["claude-code", "codex", "pi"])
def test_a_dry_run_says_what_the_harness_asks_of_a_person_as_the_installation_does(
    run: Run, tmp_path: Path, client: str
) -> None:
    shown = run("install", client, "--project", str(tmp_path), "--dry-run").stdout
    said = run("install", client, "--project", str(tmp_path)).stdout
    wanted = said.strip().splitlines()[-1]
    assert "trust" in wanted
    assert f"# {wanted}" in shown
    removed = run("install", client, "--project", str(tmp_path), "--uninstall", "--dry-run").stdout
    assert "would be removed" in removed
    assert run("install", client, "--project", str(tmp_path), "--uninstall").stdout.startswith("Taken out")


@pytest.mark.parametrize(
    ("client", "command", "home"),
    [("claude-code", "claude", ".claude"), ("codex", "codex", ".codex"), ("pi", "pi", ".pi/agent")],
)
def test_where_the_harness_is_missing_that_is_said_and_nothing_is_left_after_taking_it_out(
    run: Run, tmp_path: Path, client: str, command: str, home: str
) -> None:
    nowhere = {"PATH": str(tmp_path / "none")}
    assert f"no {command} is on the path" in run("install", client, "--dry-run", **nowhere).stdout
    done = run("install", client, **nowhere).stdout
    assert done.startswith("Prepared ")
    assert f"no {command} is on the path, and there was no ~/{home}." in done
    run("install", client, "--uninstall", **nowhere)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / home).mkdir(parents=True)
    assert run("install", client, **nowhere).stdout.startswith("Installed ")


@pytest.mark.parametrize("client", ["claude-code", "codex", "pi"])
def test_taking_out_what_is_not_there_says_so(run: Run, tmp_path: Path, client: str) -> None:
    done = run("install", client, "--uninstall")
    assert done.returncode == 0
    assert "nothing" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("policy", ["guide", "hold", "veto"])
def test_a_policy_that_codex_cannot_carry_out_is_refused_with_the_reason(run: Run, policy: str) -> None:
    done = run("install", "codex", "--policy", policy)
    assert done.returncode == 3
    assert "only observe" in done.stderr


def test_codex_says_that_its_hooks_want_trust(run: Run) -> None:
    assert "/hooks" in run("install", "codex").stdout


def test_the_extension_of_pi_names_the_command_and_is_otherwise_as_shipped(run: Run, tmp_path: Path) -> None:
    run("install", "pi", "--policy", "hold", "--engine", "threefold")
    text = (tmp_path / ".pi" / "agent" / "extensions" / "threefold.ts").read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("const COMMAND")]
    words = json.loads(line.partition(" = ")[2].partition("; //")[0])
    assert words[-5:] == ["pi", "--policy", "hold", "--engine", "threefold"]


@pytest.mark.parametrize(
    "words",
    [
        ["claude-code", "--policy", "always"], ["pi", "--policy", "always"], ["pi", "--engine", "mine"],
        ["claude-code", "--user", "--project", "."], ["claude-code", "--project", "no-such-folder"], ["emacs"],
    ],
)  # fmt: skip
def test_misuse_is_one_sentence_and_status_3(run: Run, tmp_path: Path, words: list[str]) -> None:
    done = run("install", *words)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_settings_that_are_not_json_are_named_and_left_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text("{ // mine\n}")
    done = run("install", "claude-code")
    assert done.returncode == 3
    assert str(path) in done.stderr
    assert path.read_text() == "{ // mine\n}"


def test_acknowledging_what_nobody_stopped_is_said(run: Run) -> None:
    done = run("acknowledge")
    assert done.returncode == 3
    assert "No session was stopped" in done.stderr


def test_an_id_that_was_never_stopped_is_refused_with_those_that_were(run: Run, tmp_path: Path) -> None:
    states = States(str(tmp_path / "ours"))
    states.put(State("s-1", "claude-code", 1))
    done = run("acknowledge", "s-l", THREEFOLD_HOME=str(tmp_path / "ours"))
    assert done.returncode == 3
    assert "s-l" in done.stderr
    assert "s-1 (claude-code)" in done.stderr
    assert not states.get("s-l").acknowledged
    assert not states.get("s-1").acknowledged
    assert run("acknowledge", "s-1", THREEFOLD_HOME=str(tmp_path / "ours")).returncode == 0
    assert states.get("s-1").acknowledged


def test_a_compaction_that_was_not_stopped_yet_is_let_through_where_a_person_says_so(run: Run, tmp_path: Path) -> None:
    assert run("acknowledge", "s-2", "--ahead", THREEFOLD_HOME=str(tmp_path / "ours")).returncode == 0
    assert States(str(tmp_path / "ours")).get("s-2").acknowledged
    assert run("acknowledge", "--ahead", THREEFOLD_HOME=str(tmp_path / "ours")).returncode == 3


def test_every_command_that_the_documentation_shows_runs(run: Run, root: Path) -> None:
    block = (root / "docs" / "clients.md").read_text().split("```")[1]
    shown = [line.split("  ")[0].split() for line in block.splitlines() if line.startswith("threefold ")]
    assert len(shown) >= 4
    for words in shown:
        done = run(*words[1:], "--dry-run")
        assert done.returncode == 0, done.stderr


def test_the_documentation_names_every_client_that_is_pinned(root: Path) -> None:
    pinned = json.loads((root / "tests" / "clients" / "package.json").read_text())["dependencies"]
    text = (root / "docs" / "clients.md").read_text()
    for version in pinned.values():
        number = version.rpartition("@")[2]
        assert number == "24" or f"| {number} |" in text
