"""Putting the bundle into a profile and taking it out again, without a harness."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.errors import InputError, UsageError
from threefold.harness.dsh import install
from threefold.harness.dsh.settings import configured


def threefold(*words: object, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command line, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "threefold", *map(str, words), "--home", str(home)],
        env=dict(os.environ) | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def tree(home: Path) -> dict[str, str]:
    return {
        path.relative_to(home).as_posix(): path.read_text() if path.is_file() else ""
        for path in sorted(home.rglob("*"))
    }


def test_a_dry_run_shows_the_patch_and_writes_nothing(tmp_path: Path) -> None:
    shown = threefold("install", "dsh", "--profile", "sdk", "--policy", "guide", "--dry-run", home=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "verdictPolicy: guide" in shown.stdout
    assert '"threefold-dsh"' in shown.stdout
    assert shown.stdout.endswith("Nothing was written.\n")
    assert not list(tmp_path.iterdir())


def test_installing_shows_the_policies_and_recommends_guide(tmp_path: Path) -> None:
    shown = threefold("install", "dsh", "--profile", "web", home=tmp_path).stdout
    assert all(f"{policy} " in shown for policy in ("observe", "guide", "hold", "veto"))
    assert "(recommended)" in next(line for line in shown.splitlines() if " guide " in line)


def test_whoever_names_no_profile_is_told_which_there_are(tmp_path: Path) -> None:
    done = threefold("install", "dsh", home=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "the harness ships acp, headless, sdk, web." in done.stderr
    (tmp_path / "profiles" / "mine").mkdir(parents=True)
    (tmp_path / "profiles" / "mine" / "package.json").write_text("{}")
    assert f"{tmp_path} has mine." in threefold("install", "dsh", home=tmp_path).stderr


def test_what_was_in_a_profile_is_still_there_after_install_and_uninstall(tmp_path: Path) -> None:
    folder = tmp_path / "profiles" / "mine"
    folder.mkdir(parents=True)
    manifest = {"name": "x", "dependencies": {"other": "1.0.0"}, "dsh": {"profile": {"bundles": ["other"]}}, "z": 1}
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
    (folder / "cordis.patch.yml").write_text("- id: tool-web\n  disabled: true\n")
    before = tree(tmp_path)
    choice = install.Choice(home=tmp_path, profile="mine", policy="hold", engine="off")
    install.carry_out(install.plan(choice))
    install.carry_out(install.plan(choice))
    written = json.loads((folder / "package.json").read_text())
    assert written["dsh"]["profile"]["bundles"] == ["other", "threefold-dsh"]
    assert written["dependencies"] == {"other": "1.0.0", "threefold-dsh": "link:./threefold-dsh"}
    assert (folder / "node_modules" / "threefold-dsh" / "index.mjs").is_file()
    assert (folder / "cordis.patch.yml").read_text() == before["profiles/mine/cordis.patch.yml"]
    install.carry_out(install.unplan(choice))
    assert tree(tmp_path) == before


def test_a_profile_that_only_we_made_is_gone_after_uninstall_and_one_that_was_booted_is_not(tmp_path: Path) -> None:
    home, choice = tmp_path / "dsh", install.Choice(home=tmp_path / "dsh", profile="web")
    install.carry_out(install.plan(choice))
    assert "all of" in threefold("install", "dsh", "--profile", "web", "--uninstall", "--dry-run", home=home).stdout
    install.carry_out(install.unplan(choice))
    assert list(tmp_path.iterdir()) == []
    install.carry_out(install.plan(choice))
    (home / "profiles" / "web" / "cordis.yml").write_text("")
    install.carry_out(install.unplan(choice))
    assert sorted(path.name for path in home.rglob("*") if path.is_file()) == ["cordis.yml", "package.json"]


@pytest.mark.parametrize("name", ["", "..", "a/b", "node_modules"])
def test_a_profile_is_a_folder_of_its_own_and_nothing_else(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        install.plan(install.Choice(home=tmp_path, profile=name))


def test_a_profile_that_is_not_there_is_named_and_not_made_up(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no profile mine"):
        install.plan(install.Choice(home=tmp_path, profile="mine"))
    with pytest.raises(InputError, match="no profile sdk"):
        install.unplan(install.Choice(home=tmp_path, profile="sdk"))


@pytest.mark.parametrize("text", ["[", "[]", '{"dsh": 1}', '{"dsh": {"profile": {"bundles": {}}}}'])
def test_a_manifest_that_cannot_be_understood_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    manifest = tmp_path / "profiles" / "sdk" / "package.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text(text)
    with pytest.raises(InputError):
        install.plan(install.Choice(home=tmp_path, profile="sdk"))
    assert tree(tmp_path)["profiles/sdk/package.json"] == text


def test_a_wrong_policy_or_engine_is_one_sentence(tmp_path: Path) -> None:
    for words in (("--policy", "never"), ("--engine", "steam")):
        refused = threefold("install", "dsh", "--profile", "sdk", *words, home=tmp_path)
        assert refused.returncode == 3
        assert refused.stderr.startswith("threefold: ")
        assert len(refused.stderr.splitlines()) == 1


ORIGINALS = {
    "compact": {
        "targetBytes": 262144, "keepRecent": 4, "batchSize": 8, "minConfidence": 0.35, "summaryBytes": 1024,
        "summaryRole": "system", "stateMessageBytes": 2000, "enablePinning": True, "receiptPath": "", "pinPatterns": [],
        "pinFlags": "i",
    },
    "audit": {
        "enabled": True, "reportFile": "", "checkPaths": True, "checkIds": True, "checkNumbers": True,
        "checkCorrections": True, "maxFactsPerCategory": 500, "criticalNumberCount": 2, "optInInject": False,
        "debug": False, "checkCompliance": True, "complianceVocab": "", "complianceFpVersion": "1",
    },
    "verdict": {"safeMax": 0, "waitMin": 4},
}  # fmt: skip
"""Every key of the three original plugins, with its default."""


def test_every_key_of_the_originals_is_known_and_is_its_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert configured(ORIGINALS, str(tmp_path)) == configured({}, str(tmp_path))


def test_the_shipped_rows_show_every_key_of_the_originals_with_its_default() -> None:
    shown = (install.BUNDLE / "cordis.patch.yml").read_text()
    for rows in ORIGINALS.values():
        for key, value in rows.items():
            written = json.dumps(value).replace('"', "'") if value in ("", "1") else str(value)
            written = {"True": "true", "False": "false"}.get(written, written)
            assert any(line.split("#")[0].strip() == f"{key}: {written}" for line in shown.splitlines()), key


def test_a_path_in_a_row_may_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    known = configured({"compact": {"receiptPath": "~/.dsh/jev-compaction/receipts.jsonl"}}, str(tmp_path))
    assert known.settings.compact.receipt_path == str(tmp_path / ".dsh/jev-compaction/receipts.jsonl")


def test_a_settings_file_in_the_sessions_own_directory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    stranger, home = tmp_path / "stranger", tmp_path / "home"
    for folder in (stranger, home):
        folder.mkdir()
    (stranger / "threefold.toml").write_text("[verdict]\nwait_min = 99\n")
    monkeypatch.chdir(stranger)
    assert configured({}, str(home)).settings.verdict.wait_min == 4
