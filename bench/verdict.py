"""What `threefold check` costs, split, and whether it is linear.

    python -m bench.verdict [--sizes 4MB,40MB,100MB] [--formats dsh,claude-code] [--repeats 3] [--json FILE]

For each log: the whole process, its floor (the interpreter with the same imports and nothing to do), and the baseline,
every line decoded with msgspec and dropped, all measured in the same run. Times are the best of the repeats, in
seconds of CPU and by the wall. The logs are generated and name a directory that does not exist, so git is not asked.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.generate import FORMATS, generate, size_in_bytes
from bench.run import decode

WHOLE = "import sys; from threefold.doors.cli import main; main(['check', sys.argv[1], '--json', '--offline'])"
FLOOR = (
    "import typer, threefold.doors.cli.check, threefold.settings, threefold.verdict.building, threefold.reading, "
    "threefold.store.git"
)
BARE = "pass"
STATUSES = (0, 2, 4, 5)
"""A verdict, or a state over its budget: a generated log holds more than any person would leave open."""


class Cost(NamedTuple):
    """One measurement: seconds of CPU and by the wall, and the largest resident set in megabytes."""

    cpu: float
    wall: float
    peak: float


def process(code: str, *arguments: str) -> Cost:
    """Run a program in an interpreter of its own and take its cost from the kernel."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in STATUSES:
        raise SystemExit(f"a measured process left with {child.returncode}: {code[:60]}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def best(repeats: int, code: str, *arguments: str) -> Cost:
    """The best of several runs, each figure for itself."""
    costs = [process(code, *arguments) for _ in range(repeats)]
    return Cost(min(c.cpu for c in costs), min(c.wall for c in costs), max(c.peak for c in costs))


def baseline(path: Path, repeats: int) -> float:
    """Seconds of CPU for decoding every line, in this process."""
    seconds = []
    for _ in range(repeats):
        began = time.process_time()
        decode(path)
        seconds.append(time.process_time() - began)
    return min(seconds)


def measure(folder: Path, kind: str, size: str, repeats: int) -> dict[str, object]:
    """One row: a log of that size in that format."""
    path = folder / f"{kind}-{size}.jsonl"
    with path.open("wb") as file:
        file.writelines(generate(kind, size_in_bytes(size), 1))
    whole, floor = best(repeats, WHOLE, str(path)), best(repeats, FLOOR)
    decoding = baseline(path, repeats)
    megabytes = path.stat().st_size / 1e6
    path.unlink()
    own = max(whole.cpu - floor.cpu, 1e-9)
    return {
        "format": kind, "MB": round(megabytes, 1), "whole_cpu": whole.cpu, "whole_wall": whole.wall,
        "floor_cpu": floor.cpu, "decode_cpu": decoding, "MB_per_second": megabytes / own,
        "over_decode": own / decoding, "peak_MB": whole.peak,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure threefold check.")
    parser.add_argument("--sizes", default="4MB,40MB,100MB")
    parser.add_argument("--formats", default=",".join(FORMATS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    bare = best(options.repeats, BARE)
    print(f"interpreter alone: {bare.cpu:.3f} s CPU, {bare.wall:.3f} s by the wall")
    print(f"{'log':<22}{'whole CPU':>10}{'wall':>8}{'floor':>8}{'MB/s':>8}{'x decode':>10}{'peak MB':>9}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.formats.split(","):
            for size in options.sizes.split(","):
                row = measure(Path(folder), kind, size, options.repeats)
                rows.append(row)
                print(
                    f"{kind + ' ' + size:<22}{row['whole_cpu']:>10.2f}{row['whole_wall']:>8.2f}{row['floor_cpu']:>8.2f}"
                    f"{row['MB_per_second']:>8.1f}{row['over_decode']:>10.1f}{row['peak_MB']:>9.0f}"
                )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
