"""``threefold doctor dsh``: what files say, and what a harness of its own does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from threefold.harness.dsh import checkup, install


def doctor(home: Path, *words: str, profile: str = "sdk") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "threefold", "doctor", "dsh", "--profile", profile, "--home", str(home), *words]
    return subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, timeout=120, check=False)


def installed(home: Path, profile: str = "sdk") -> Path:
    choice = install.Choice(home=home, profile=profile)
    install.carry_out(install.plan(choice))
    return home / "profiles" / profile / install.NAME


def test_what_is_not_installed_fails_and_the_home_is_left_alone(tmp_path: Path) -> None:
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 1
    assert f"FAIL  profile sdk names the bundle: there is no profile sdk in {tmp_path}; " in looked.stdout
    assert f"`threefold install dsh --profile sdk --home {tmp_path}` makes it" in looked.stdout
    assert not list(tmp_path.iterdir())
    nowhere = tmp_path / "nowhere"
    assert f"no profile sdk in {nowhere}, and no {nowhere} at all; " in doctor(nowhere, "--static").stdout


def test_profiles_that_are_there_are_named_and_one_that_nothing_makes_is_not_promised(tmp_path: Path) -> None:
    installed(tmp_path)
    looked = doctor(tmp_path, "--static", profile="mine").stdout
    assert f"there is no profile mine in {tmp_path}; there is sdk; the harness ships none of that name" in looked
    assert "makes it" not in looked


def cut(place: Path, *keys: str) -> None:
    """Take one value out of a file of JSON."""
    whole = json.loads(place.read_bytes())
    held = whole
    for key in keys[:-1]:
        held = held[key]
    if isinstance(held, list):
        held.remove(keys[-1])
    else:
        del held[keys[-1]]
    place.write_text(json.dumps(whole))


MISSING: dict[str, tuple[Callable[[Path], object], str]] = {
    "the folder": (lambda p: shutil.rmtree(p / install.NAME), f"{install.NAME} leads to {{p}}/{install.NAME}, which"),
    "the link": (lambda p: (p / "node_modules" / install.NAME).unlink(), f"{{p}}/node_modules/{install.NAME} is not"),
    "its manifest": (lambda p: (p / install.NAME / "package.json").unlink(), f"{install.NAME}/package.json is not"),
    "a module": (lambda p: (p / install.NAME / "audit.mjs").unlink(), "version's: missing: audit.mjs; run"),
    "what was chosen": (lambda p: (p / install.NAME / "chosen.patch.yml").unlink(), "missing: chosen.patch.yml; run"),
    "the command": (lambda p: cut(p / install.NAME / "bridge.json", "command"), "bridge.json names no command; run"),
    "the bundle's name": (
        lambda p: cut(p / "package.json", "dsh", "profile", "bundles", install.NAME),
        f"bundle: dsh.profile.bundles of {{p}}/package.json do not name {install.NAME}; `threefold",
    ),
    "the dependency": (
        lambda p: cut(p / "package.json", "dependencies", install.NAME),
        f"bundle: dependencies of {{p}}/package.json do not name {install.NAME}; `threefold",
    ),
    "the list": (lambda p: cut(p / "package.json", "dsh", "profile"), "there is no dsh.profile in it"),
}


@pytest.mark.parametrize("gone", MISSING)
def test_what_is_missing_is_named_with_what_to_do(tmp_path: Path, gone: str) -> None:
    profile = installed(tmp_path).parent
    take, said = MISSING[gone]
    take(profile)
    checks = checkup.static(install.Choice(home=tmp_path, profile="sdk"))
    failed, *then = (f"{check.name}: {check.detail}" for check in checks if check.ok is False)
    assert all(one.startswith("the harness composes our rows: no row") for one in then)  # where there is a harness
    assert said.format(p=profile) in failed
    assert f"threefold install dsh --profile sdk --home {tmp_path}" in failed or gone == "the list"
    assert "Error" not in failed


def test_a_program_that_is_gone_is_named(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    program = str(tmp_path / "gone" / "python")
    (folder / "bridge.json").write_text(json.dumps({"command": [program]}))
    assert f"bridge.json starts {program}, which is not there; run" in doctor(tmp_path, "--static").stdout


def test_an_installed_bundle_passes_and_a_changed_or_broken_one_does_not(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 0, looked.stdout
    (folder / "verdict.mjs").write_text("export const name = 'other'\n")
    (folder / "bridge.json").write_text(json.dumps({"command": [sys.executable, "-c", "print('hello')"]}))
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 1
    assert "different: verdict.mjs; run" in looked.stdout
    assert "FAIL  the bridge starts and answers" in looked.stdout


def test_a_live_compaction_is_delivered_readable_judged_and_audited(
    recorder: dict[str, ModuleType], tmp_path: Path
) -> None:
    choice = install.Choice(home=tmp_path, profile="sdk", engine="threefold")
    install.carry_out(install.plan(choice))
    before = sorted(path.name for path in tmp_path.rglob("*"))
    looked = doctor(tmp_path, "--json")
    checks = {check["name"]: check["ok"] for check in json.loads(looked.stdout)}
    assert looked.returncode == 0, looked.stdout
    assert set(checks.values()) == {True}
    assert {
        "every row is active",
        "the engine is in place",
        "compaction/summary is delivered",
        "shadowedSeqs are readable",
    } <= set(checks)
    assert sorted(path.name for path in tmp_path.rglob("*") if "__pycache__" not in str(path)) == before


def test_the_web_profile_composes_our_rows(recorder: dict[str, ModuleType], tmp_path: Path) -> None:
    installed(tmp_path, "web")
    looked = doctor(tmp_path, "--static", "--json", profile="web")
    checks = {check["name"]: check["ok"] for check in json.loads(looked.stdout)}
    assert checks["the harness composes our rows"] is True


def test_a_row_that_the_harness_cannot_load_is_seen(recorder: dict[str, ModuleType], tmp_path: Path) -> None:
    folder = installed(tmp_path)
    (folder / "audit.mjs").write_text("throw new Error('broken')\n")
    program = (
        "import sys; from pathlib import Path; from threefold.harness.dsh import checkup, install\n"
        "for check in checkup.live(install.Choice(home=Path(sys.argv[1]), profile='sdk')): print(check)"
    )
    looked = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert "Check(name='every row is active', ok=False, detail='not active: compaction-audit')" in looked.stdout


def test_another_word_than_dsh_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "threefold", "doctor", "emacs"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "emacs" in done.stderr
