"""A command whose output or report has no room says so in one line and with status 3, and never waits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = "examples/import-fix.v4.jsonl"
pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")


def full(root: Path, *words: str, errors: bool = False, home: Path) -> subprocess.CompletedProcess[bytes]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_"))}
    with open("/dev/full", "wb") as device:
        return subprocess.run(
            [sys.executable, "-m", "threefold", *words], cwd=root, env=environ | {"THREEFOLD_HOME": str(home)},
            stdout=device, stderr=device if errors else subprocess.PIPE, check=False, timeout=100,
        )  # fmt: skip


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], ["check", EXAMPLE], ["audit", EXAMPLE], ["inspect", EXAMPLE, "--json"]]
)
def test_a_full_standard_output_is_one_line_and_status_3(root: Path, tmp_path: Path, words: list[str]) -> None:
    done = full(root, *words, home=tmp_path)
    assert done.returncode == 3
    (line,) = [line for line in done.stderr.decode().splitlines() if not line.startswith("Kept in")]
    assert line == "threefold: No space left on device: standard output."


@pytest.mark.parametrize("words", [["compact", EXAMPLE, "--target-ratio", "0.5"], ["check", EXAMPLE, "--no-git"]])
def test_what_goes_to_a_closed_standard_output_is_said_to_be_nowhere(
    root: Path, tmp_path: Path, words: list[str]
) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "threefold", *words], cwd=root,
        env=os.environ | {"THREEFOLD_HOME": str(tmp_path)}, stderr=subprocess.PIPE, text=True, check=False, timeout=100,
    )  # fmt: skip
    lost = done.stderr.startswith("threefold: standard output is closed, so the output went nowhere")
    assert (done.returncode == 3) is lost is (words[0] == "compact")


def test_where_both_streams_are_full_the_status_says_it(root: Path, tmp_path: Path) -> None:
    assert full(root, "--version", errors=True, home=tmp_path).returncode == 3


def test_a_report_file_that_is_a_device_or_a_pipe_is_refused_at_once(root: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in ("/dev/full", str(tmp_path / "pipe")):
        settings = tmp_path / "settings.toml"
        settings.write_text(f'[audit]\nreport_file = "{place}"\n')
        done = subprocess.run(
            [sys.executable, "-m", "threefold", "audit", EXAMPLE, "--settings", str(settings)], cwd=root,
            env=os.environ | {"THREEFOLD_HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
            timeout=100,
        )  # fmt: skip
        assert "could not be kept" in done.stderr
        assert "not a regular file" in done.stderr


def test_a_file_that_may_grow_no_further_is_named(root: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    for words, place in (
        (["check", EXAMPLE, "--no-git"], "standard output"),
        (["audit", EXAMPLE], str(tmp_path / "reports" / "compaction-audit.jsonl")),
        (["compact", EXAMPLE, "--target-bytes", "2000", "--receipt", str(tmp_path / "r.jsonl")], "r.jsonl"),
    ):
        with open(tmp_path / "out" if place == "standard output" else os.devnull, "wb") as out:
            done = subprocess.run(
                [sys.executable, "-B", "-m", "threefold", *words], cwd=root, stdout=out, stderr=subprocess.PIPE,
                env=os.environ | {"THREEFOLD_HOME": str(tmp_path)}, text=True, check=False, timeout=100,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
            )  # fmt: skip
        told = [line for line in done.stderr.splitlines() if "File too large" in line]
        assert any(place in line for line in told), done.stderr
        assert all("standard output" in line or str(tmp_path) in line for line in told), done.stderr
