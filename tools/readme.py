"""Keep what the README shows true: run each command that it shows and put in, or compare, what it prints.

    python tools/readme.py            compare; status 1 and the difference where something is no longer true
    python tools/readme.py --write    put the present output in

A block is marked by a comment in front of a fence: ``<!-- output of: threefold run examples/x.jsonl -->``. The
commands of a document run one after the other in a folder that holds nothing but examples/, so that one may use what
another wrote.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("README.md", "README.zh.md")
BLOCK = re.compile(r"(<!-- output of: (?P<command>.+?) -->\n```\w*\n)(?P<text>.*?)(?P<end>```\n)", re.DOTALL)
FAILED = (1, 3)
"""Statuses of a fault and of a wrong call: what such a command prints is nothing to show."""
COMPACTED = re.compile(r"(?ms)^DURING.*?(?=^AFTER)|^\d+ messages\b.*?(?=```)|^[\d,]+ bytes written")


def output(command: str, folder: Path) -> str:
    """What a command prints in an 80-column terminal of a person who has configured nothing, and stands in a folder."""
    words = shlex.split(command)
    program = Path(sys.executable).with_name(words[0])
    keep = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
    environment = {name: os.environ[name] for name in keep if name in os.environ}
    environment["THREEFOLD_RELEVANCE_TIME_LIMIT_MS"] = "600000"  # as many embeddings on a machine that is busy
    environment |= {"HOME": f"{folder}/home", "COLUMNS": "80", "PYTHONUTF8": "1", "TERM": "dumb", "NO_COLOR": "1"}
    done = subprocess.run(
        [str(program), *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode in FAILED:
        raise SystemExit(f"{command} failed, so nothing was written: {done.stderr.strip()}")
    return "".join(line.rstrip() + "\n" for line in (done.stdout + done.stderr).splitlines())


def settled(text: str) -> str:
    """The text without the figures of compactions: they follow from embeddings, which differ between processors."""
    return COMPACTED.sub(lambda match: re.sub(r"[\d,]+|(?<=: ).*(?:\n {16}.*)*", "#", match[0]), text)


def renewed(text: str) -> str:
    """The document with the present output in each of its blocks."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "home").mkdir()
        (folder / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
        return BLOCK.sub(lambda match: match[1] + output(match["command"], folder) + match["end"], text)


def main() -> int:
    faults = 0
    for name in FILES:
        path = ROOT / name
        text = path.read_text("utf-8")
        now = renewed(text)
        if "--write" in sys.argv[1:]:
            path.write_text(now, "utf-8")
        elif settled(text) != settled(now):
            faults += 1
            sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), now.splitlines(True), name, "as it runs"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
