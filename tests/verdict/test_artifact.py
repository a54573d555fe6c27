"""What would be published is installed and probed; an artifact in which a gate is missing fails."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from threefold.doors.cli import artifact
from threefold.errors import InputError, UnreadableInput


@pytest.fixture(scope="module")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The wheel in an environment of its own: interpreter, prefix, the package's folder."""
    prefix = tmp_path_factory.mktemp("environment") / "venv"
    python = artifact.install(built, prefix, dependencies_from_here=True)
    return python, prefix, next(prefix.rglob("site-packages/threefold"))


@pytest.fixture
def package(installed: tuple[Path, Path, Path], tmp_path: Path) -> Iterator[Path]:
    """The installed package; the verdict's folder is put back as it was after the test."""
    folder = installed[2]
    for name in ("verdict", "harness"):
        shutil.copytree(folder / name, tmp_path / name)
    yield folder
    for name in ("verdict", "harness"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(tmp_path / name, folder / name)


def failed(installed: tuple[Path, Path, Path], only: str = "") -> list[str]:
    return [result.check for result in artifact.probe(*installed[:2], only) if not result.ok]


def swap(name: str, old: str, new: str = "") -> Callable[[Path], None]:
    """A fault that puts something else in the place of a piece of the package."""

    def seed(package: Path) -> None:
        path = package / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"the seeded fault does not fit {name} any more"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return seed


def fourth_tool_in_a_plugin(package: Path) -> None:
    (package / "verdict" / "plugin.mjs").write_text("tools.register({name: 'context_verdict_screen'})")


JUDGE, SNAPSHOT, GATES = "verdict/judge.py", "verdict/snapshot.py", "verdict/gates.py"
COUNTS = "{field.name: len(self.work[field.name]) for field in FIELDS"
FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "the digest is not compared": (
        swap(SNAPSHOT, "if snapshot.digest != digest(", "if False and snapshot.digest != digest("),
        "G1: a digest made over something else is refused",
    ),
    "the state is not rendered again": (
        swap(JUDGE, "    check(snapshot)\n"),
        "G1: a hand-made state is refused",
    ),
    "a field is rendered and not counted": (
        swap(SNAPSHOT, COUNTS, COUNTS + "[:3]"),
        "G1: what is rendered as work is counted",
    ),
    "the options are not checked": (
        swap(JUDGE, "    check_options(options)\n"),
        "G2: four options are refused",
    ),
    "a fourth answer is believed": (
        swap(JUDGE, "(verdict for verdict in VERDICTS if verdict == label)", "iter([label])"),
        "G2: a fourth answer of a service is no verdict",
    ),
    "a forbidden name is dropped": (
        swap(GATES, '    "perBlock",\n', '    "perBlok",\n'),
        "G3: perBlock is refused everywhere",
    ),
    "a forbidden key is looked for at the top only": (
        swap(GATES, "waiting.extend(reversed(inner))", "waiting.extend(inner if path == '$' else ())"),
        "G3: perBlock is refused everywhere",
    ),
    "a service's answer is not looked through": (
        swap(JUDGE, "path = forbidden_path(raw)", "path = ''"),
        "G3: screened is refused everywhere",
    ),
    "a fourth tool is offered": (
        swap(GATES, '"context_verdict_verify")', '"context_verdict_verify", "context_verdict_screen")'),
        "G4: exactly three tools",
    ),
    "a plugin offers a tool of its own": (
        fourth_tool_in_a_plugin,
        "the plugins offer the three tools and no other",
    ),
    "a snapshot is not looked through": (
        swap("verdict/snapshot.py", "    refuse_forbidden(value, what)\n"),
        "G3: perBlock is refused everywhere",
    ),
    "the bridge takes arguments that it does not know": (
        swap("harness/dsh/tools.py", 'if set(arguments) != {"snapshot"}:', 'if "snapshot" not in arguments:'),
        "the plugin's bridge refuses all of it too",
    ),
    "a corpus with one label is scored": (
        swap("verdict/verify.py", "if len(labels) == 1:", "if len(labels) == 9:"),
        "a corpus with one label is refused",
    ),
    "the threshold is not applied": (
        swap(JUDGE, "if count >= settings.wait_min:", "if False:"),
        "the local rule: nothing is safe, one waits, four are preserved first",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_artifact_with_a_fault_fails(fault: str, installed: tuple[Path, Path, Path], package: Path) -> None:
    seed, check = FAULTS[fault]
    seed(package)
    assert failed(installed, check) == [check]


def test_an_artifact_without_the_verdict_fails(installed: tuple[Path, Path, Path], package: Path) -> None:
    shutil.rmtree(package / "verdict")
    assert len(failed(installed)) > 40


def test_the_command_says_which_checks_hold(built: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "threefold", "verify-artifact", str(built), "--dependencies-from-here"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"51 of 51 checks hold in {built.name}" in done.stdout


def test_what_is_no_artifact_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        artifact.check(tmp_path / "missing.whl")
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(InputError, match="neither a wheel"):
        artifact.check(tmp_path / "notes.txt")


def test_an_artifact_that_cannot_be_installed_is_an_error_and_no_failed_check(tmp_path: Path) -> None:
    broken = tmp_path / "threefold-0.1.0-py3-none-any.whl"
    broken.write_bytes(b"no zip")
    with pytest.raises(artifact.InstallFailed):
        artifact.check(broken, dependencies_from_here=True)
