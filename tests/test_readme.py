"""What the README shows is what runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_every_output_in_the_readme_is_what_the_command_prints_today(root: Path) -> None:
    done = subprocess.run([sys.executable, "tools/readme.py"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
