"""``threefold doctor dsh``: what files say, and what a harness of its own does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from threefold.harness.dsh import install


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
    assert f"FAIL  profile sdk names the bundle: there is no profile sdk in {tmp_path}" in looked.stdout
    assert "`threefold install dsh --profile sdk` makes it" in looked.stdout
    assert not list(tmp_path.iterdir())


def test_a_bundle_that_is_gone_is_told_with_what_to_do(tmp_path: Path) -> None:
    shutil.rmtree(installed(tmp_path))
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 1
    assert "is not there; run `threefold install dsh --profile sdk` again" in looked.stdout
    assert "Error" not in looked.stdout + looked.stderr


def test_an_installed_bundle_passes_and_a_changed_or_broken_one_does_not(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 0, looked.stdout
    (folder / "verdict.mjs").write_text("export const name = 'other'\n")
    (folder / "bridge.json").write_text(json.dumps({"command": [sys.executable, "-c", "print('hello')"]}))
    looked = doctor(tmp_path, "--static")
    assert looked.returncode == 1
    assert "missing or different: verdict.mjs" in looked.stdout
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
