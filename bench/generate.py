"""Writes a session log of any size, the same for the same seed.

    python -m bench.generate --format dsh --size 100MB --seed 1 -o session.jsonl

Prose, code, logs, listings and test output, about a fifth of the text Chinese; paths, UUIDs, hashes, tickets and
numbers with units, many of which come back; todos, edits, commits; calls paired with their results; compactions whose
summaries quote the window before them and bend a few of its facts. Nothing in it is anybody's.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bench import claude_code, dsh

FORMATS = {"dsh": dsh.lines, "claude-code": claude_code.lines}
UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9}

#: Bytes between compactions, at most. A real window is a megabyte or two; these are kept apart for long ledgers.
WINDOW = 8 * 10**6


def size_in_bytes(text: str) -> int:
    """`100MB`, `1.5GB` or a plain number, in powers of ten."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", text)
    if not match or match[2].upper() not in UNITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500kB, 100MB or 1GB")
    return int(float(match[1]) * UNITS[match[2].upper()])


def generate(kind: str, size: int, seed: int) -> Iterator[bytes]:
    """The lines of a log of at least `size` bytes, ending with the line that reaches it."""
    written = 0
    for line in FORMATS[kind](seed, min(WINDOW, size)):
        yield line
        written += len(line)
        if written >= size:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a synthetic session log.")
    parser.add_argument("--format", choices=FORMATS, default="dsh")
    parser.add_argument("--size", type=size_in_bytes, default="10MB", metavar="SIZE", help="such as 500kB, 100MB, 1GB")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="a file; without it the log goes to standard output")
    options = parser.parse_args()
    target = options.output.open("wb") if options.output else sys.stdout.buffer
    with target:
        target.writelines(generate(options.format, options.size, options.seed))


if __name__ == "__main__":
    main()
