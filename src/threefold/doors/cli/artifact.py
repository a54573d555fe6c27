"""Install an artifact into a fresh environment and run :mod:`artifact_probe` in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import msgspec

from threefold.errors import InputError, ThreefoldError, UnreadableInput
from threefold.verdict import FORBIDDEN_KEYS, TOOLS

PROBE = Path(__file__).with_name("artifact_probe.py")
ENDINGS = (".whl", ".tar.gz")


class InstallFailed(ThreefoldError):
    """The artifact could not be installed; nothing can be said of its gates."""

    code = "install"


class Result(msgspec.Struct, frozen=True):
    """One check: what it is, whether it holds, and what was seen where it does not."""

    check: str
    ok: bool
    detail: str


def check(artifact: Path, *, dependencies_from_here: bool = False) -> list[Result]:
    """Install and probe a wheel or source distribution.

    Dependencies come from the index that pip is configured for, or from this environment; the artifact itself is
    always imported from the fresh one. Raises InputError for what is no artifact, InstallFailed where pip fails.
    """
    if not artifact.is_file():
        raise UnreadableInput(f"{artifact} does not exist.")
    if not artifact.name.endswith(ENDINGS):
        raise InputError(f"{artifact.name} is neither a wheel (.whl) nor a source distribution (.tar.gz).")
    with tempfile.TemporaryDirectory(prefix="threefold-artifact-") as folder:
        prefix = Path(folder) / "venv"
        return probe(install(artifact.resolve(), prefix, dependencies_from_here), prefix)


def install(artifact: Path, prefix: Path, dependencies_from_here: bool) -> Path:
    """Make an environment at ``prefix`` with the artifact in it; answers its interpreter."""
    _run([sys.executable, "-m", "venv", str(prefix)])
    python = prefix / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if dependencies_from_here:
        # Behind the fresh environment's own packages, so that the artifact is found first.
        query = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
        site = Path(_run([str(python), "-c", query]).strip())
        own = dict.fromkeys((sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"]))
        (site / "zz-dependencies.pth").write_text("\n".join(own), encoding="utf-8")
        command += ["--no-deps", "--no-build-isolation", "--force-reinstall"]
    _run([*command, str(artifact)])
    return python


def probe(python: Path, prefix: Path, only: str = "") -> list[Result]:
    """Inject everything that is forbidden into the package that ``python`` imports from ``prefix``.

    ``only`` names one check, where the others are not wanted.
    """
    given = {"keys": FORBIDDEN_KEYS, "tools": TOOLS, "prefix": str(prefix), "only": only}
    done = subprocess.run(
        [str(python), "-I", str(PROBE)], input=json.dumps(given), cwd=prefix, env=_environment(),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    results = [msgspec.json.decode(line, type=Result) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not results:
        results.append(Result("the probe ran to its end", False, done.stderr.strip()[-500:]))
    return results


def _run(command: list[str]) -> str:
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shown = done.stderr.strip() or done.stdout.strip()
        raise InstallFailed(f"{' '.join(command[1:4])} failed: {shown[-800:]}")
    return done.stdout


def _environment() -> dict[str, str]:
    """This environment without what would let the fresh one see another Python's packages, or a user's settings."""
    dropped = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    return {key: value for key, value in os.environ.items() if key not in dropped and not key.startswith("THREEFOLD_")}
