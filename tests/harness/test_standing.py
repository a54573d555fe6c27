"""Whether our hooks stand in the settings of harnesses, as far as their files tell."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from threefold.harness import pi, settings_file
from threefold.harness.dsh import install as dsh
from threefold.harness.standing import Standing, standings

EVENTS = ("PreCompact", "PostCompact")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "no-programs"))
    return tmp_path


def of(home: Path, harness: str, **environ: str) -> Standing:
    return next(one for one in standings(environ, home / "project") if one.harness == harness)


def installed(path: Path, *words: str) -> None:
    hooks = [settings_file.Hook(event, 30) for event in EVENTS]
    settings_file.carry_out(settings_file.plan(path, hooks, settings_file.command(words)))


def trusted(home: Path, file: Path, *keys: str, more: str = "") -> None:
    rows = [f'[hooks.state."{file}:{key}"]\ntrusted_hash = "sha256:1"\n{more}' for key in keys]
    (home / ".codex" / "config.toml").write_text("\n".join(['model = "m"\n', *rows]), encoding="utf-8")


def test_a_harness_that_is_not_there_is_named_and_is_no_failure(home: Path) -> None:
    found = list(standings({}, home))
    assert [one.harness for one in found] == ["claude-code", "codex", "pi", "dsh"]
    assert all(one.ok is None and "not found on this machine" in one.detail for one in found)


def test_a_harness_without_our_hooks_says_how_they_come_in(home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text('{"hooks": {"Stop": [{"hooks": [{"command": "other"}]}]}}')
    found = of(home, "claude-code")
    assert (found.ok, found.files) == (None, ())
    assert "nothing of ours is in its settings; threefold install claude-code" in found.detail


def test_hooks_are_named_with_their_events_file_and_policy(home: Path) -> None:
    file = home / "elsewhere" / "settings.json"
    installed(file, "claude-code", "--policy", "guide")
    found = of(home, "claude-code", CLAUDE_CONFIG_DIR=str(file.parent))
    assert (found.ok, found.files) == (True, (str(file),))
    assert f"hooks at PreCompact, PostCompact in {file}, policy guide" in found.detail


def test_hooks_of_the_project_one_stands_in_are_seen_too(home: Path) -> None:
    file = home / "project" / ".claude" / "settings.json"
    installed(file, "claude-code")
    assert of(home, "claude-code").files == (str(file),)


def test_a_hook_that_asks_a_program_that_is_gone_does_not_work(home: Path) -> None:
    file = home / ".claude" / "settings.json"
    hooks = [settings_file.Hook("PreCompact", 30)]
    settings_file.carry_out(settings_file.plan(file, hooks, "/gone/bin/threefold hook claude-code"))
    found = of(home, "claude-code")
    assert found.ok is False
    assert "the program that they ask is gone: /gone/bin/threefold" in found.detail


def test_settings_that_cannot_be_read_are_said_and_not_raised(home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text("{")
    found = of(home, "claude-code")
    assert found.ok is False
    assert "is not JSON" in found.detail


def test_codex_skips_hooks_that_it_was_not_told_to_trust(home: Path) -> None:
    file = home / ".codex" / "hooks.json"
    installed(file, "codex")
    found = of(home, "codex")
    assert found.ok is False
    assert "Codex skips those at PreCompact, PostCompact in silence: open /hooks" in found.detail
    trusted(home, file, "pre_compact:0:0")
    assert "Codex skips those at PostCompact in silence" in of(home, "codex").detail


def test_codex_runs_hooks_that_it_was_told_to_trust_in_their_places(home: Path) -> None:
    file = home / ".codex" / "hooks.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "other"}]}]}}))
    installed(file, "codex")
    trusted(home, file, "pre_compact:0:0", "post_compact:0:0")
    assert of(home, "codex").ok is False  # another's hook stands in the first place
    trusted(home, file, "pre_compact:1:0", "post_compact:0:0")
    found = of(home, "codex")
    assert found.ok is True
    assert "told to trust them" in found.detail
    trusted(home, file, "pre_compact:1:0", "post_compact:0:0", more="enabled = false\n")
    assert "told not to run the one at PreCompact" in of(home, "codex").detail


@pytest.mark.parametrize("text", ["[", "hooks = 1", "[hooks]\nstate = 1", '[hooks.state]\n"x" = 2'])
def test_settings_of_codex_that_say_nothing_of_trust_are_no_trust(home: Path, text: str) -> None:
    installed(home / ".codex" / "hooks.json", "codex")
    (home / ".codex" / "config.toml").write_text(text, encoding="utf-8")
    assert of(home, "codex").ok is False


def test_the_extension_in_pi_is_found_with_its_policy(home: Path) -> None:
    file = home / ".pi" / "agent" / "extensions" / pi.EXTENSION.name
    file.parent.mkdir(parents=True)
    file.write_text(pi.extension([sys.executable, "hook", "pi", "--policy", "hold"]), encoding="utf-8")
    found = of(home, "pi")
    assert (found.ok, found.files) == (True, (str(file),))
    assert "policy hold" in found.detail
    file.write_text("// a person's own\n", encoding="utf-8")
    assert of(home, "pi").ok is False


def test_the_plugin_in_deepseek_harness_is_found_by_its_profiles(home: Path) -> None:
    choice = dsh.Choice(home=home / ".dsh", profile="web")
    dsh.carry_out(dsh.plan(choice))
    found = of(home, "dsh")
    assert found.ok is True
    assert "the plugin in the profile web" in found.detail
    shutil.rmtree(home / ".dsh" / "profiles" / "web" / "node_modules")
    assert of(home, "dsh").ok is None
