"""A file that does not end, or nests without end, is refused by every command that is given one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ZERO = "/dev/zero"
pytestmark = pytest.mark.skipif(not os.path.exists(ZERO), reason="needs a device that never ends")


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--record", ZERO], ["calibrate", ZERO], ["verify", ZERO], ["inspect", ZERO],
        ["audit", "--summary", "s.txt", "--original", ZERO], ["audit", "--summary", ZERO, "--original", "s.txt"],
    ],
)  # fmt: skip
def test_a_file_without_end_is_refused_with_status_3(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "s.txt").write_text("The port is 5432.\n")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "threefold", *words], cwd=tmp_path, capture_output=True, text=True,
        env=os.environ | {"THREEFOLD_HOME": str(tmp_path / "ours")}, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 3
    assert ZERO in done.stderr
    assert len(done.stderr.splitlines()) == 1
