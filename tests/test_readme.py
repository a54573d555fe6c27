"""What the README shows is what runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


def test_every_output_in_the_readme_is_what_the_command_prints_today(root: Path) -> None:
    done = subprocess.run([sys.executable, "tools/readme.py"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_readmes_show_the_same_commands_code_tables_and_links(root: Path) -> None:
    english, chinese = (_shape((root / name).read_text("utf-8")) for name in ("README.md", "README.zh.md"))
    assert english == chinese


def _shape(text: str) -> dict[str, list[str]]:
    """What a translation leaves as it is: commands and code without their remarks, what tables name, where links go."""
    fences = re.findall(r"(?ms)^```\w*\n(.*?)^```$", text)
    return {
        "fences": [re.sub(r"  +# .*", "", fence) for fence in fences],
        "tables": [" ".join(re.findall(r"`[^`]+`", cell)) for cell in re.findall(r"(?m)^\| (`.*?`) \|", text)],
        "links": sorted(set(re.findall(r"\]\(([^)]+)\)", text)) - {"README.md", "README.zh.md"}),
        "headings": re.findall(r"(?m)^(#+) ", text),
    }
