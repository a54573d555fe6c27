"""Speed and memory on generated logs, each figure beside a baseline that was measured in the same run.

    python -m bench.run [--sizes 10MB,100MB] [--large] [--formats dsh,claude-code] [--repeats 3] [--json FILE]

Every measurement is a process of its own. Times are the best of the repeats, by the wall; memory is the largest
resident set of the process, as the kernel counted it, which includes the pages of a mapped file that were touched.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.generate import FORMATS, size_in_bytes

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 120
"""Seconds after which a run is given up."""
BASELINE = "msgspec.json.decode, line by line"


# --- what is measured; each runs in a child and imports what it needs there -----------------------------------------


def lines(path: Path) -> None:
    """Splitting the file into lines, and nothing else."""
    with path.open("rb") as source:
        for _ in source:
            pass


def decode(path: Path) -> None:
    """The baseline: every line decoded to Python objects, and dropped."""
    import msgspec

    decoder = msgspec.json.Decoder()
    with path.open("rb") as source:
        for line in source:
            decoder.decode(line)


def read(path: Path) -> None:
    """Reading a log into a session: events, surface, compactions, line accounts."""
    import threefold

    threefold.read(path)


def audit(path: Path) -> None:
    """Reading and auditing every compaction of the log."""
    import threefold

    threefold.audit(threefold.read(path))


CASES: dict[str, Callable[[Path], None]] = {
    "splitting lines": lines,
    BASELINE: decode,
    "threefold.read": read,
    "threefold.read and audit": audit,
}


# --- measuring -------------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """Seconds for the work itself, without the interpreter's start; the process's largest resident set in bytes."""

    seconds: float
    peak: int


def child(name: str, path: Path) -> None:
    """Run one case and print how long it took. A first look at the file keeps the disk out of the figures."""
    import threefold

    # What is loaded when first used is loaded before the clock starts.
    _ = threefold.read, threefold.audit
    lines(path)
    start = time.perf_counter()
    CASES[name](path)
    print(time.perf_counter() - start)


def measure(name: str, path: Path) -> Measured | None:
    """One run of a case; None where it did not end within the limit."""
    command = [sys.executable, "-m", "bench.run", "--child", name, str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    started = time.monotonic()
    limit = threading.Timer(LIMIT, process.kill)
    limit.start()
    printed = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    limit.cancel()
    if process.returncode < 0 and time.monotonic() - started >= LIMIT:
        return None
    if process.returncode:
        raise SystemExit(f"bench: {name} failed on {path.name} (exit status {process.returncode})")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measured(float(printed), usage.ru_maxrss * unit)


def best(name: str, path: Path, repeats: int) -> Measured | None:
    runs: list[Measured] = []
    for _ in range(repeats):
        run = measure(name, path)
        if run is None:
            return None
        runs.append(run)
    return Measured(min(run.seconds for run in runs), max(run.peak for run in runs))


def compare(path: Path, repeats: int) -> Iterator[dict[str, object]]:
    """One row for each case: MB/s, its ratio to the baseline, peak memory in MB; zeros for a case over the limit."""
    size = path.stat().st_size
    base = best(BASELINE, path, repeats)
    for name in CASES:
        result = base if name == BASELINE else best(name, path, repeats)
        yield {
            "log": path.stem,
            "bytes": size,
            "case": name if result else f"{name} (over {LIMIT} s)",
            "mb_per_s": round(size / result.seconds / 1e6, 1) if result else 0,
            "ratio": round(base.seconds / result.seconds, 3) if result and base else 0,
            "peak_mb": round(result.peak / 1e6, 1) if result else 0,
        }


# --- the command -----------------------------------------------------------------------------------------------------


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], Path(sys.argv[3]))
        return
    parser = argparse.ArgumentParser(description="Measure reading and auditing against a bare decoder.")
    parser.add_argument("--sizes", default="10MB,100MB", help="comma-separated; default %(default)s")
    parser.add_argument("--large", action="store_true", help="1 GB as well")
    parser.add_argument("--formats", default=",".join(FORMATS), help="comma-separated; default %(default)s")
    parser.add_argument(
        "--repeats", type=int, default=3, help="runs of each case, the best counts; default %(default)s"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    options = parser.parse_args()

    rows: list[dict[str, object]] = []
    print(f"ratio: speed against {BASELINE!r} on the same file in this run\n")
    print(f"{'log':22} {'case':36} {'MB/s':>8} {'ratio':>7} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.formats.split(","):
            for size in [*options.sizes.split(","), *(["1GB"] if options.large else [])]:
                path = Path(folder) / f"{kind}-{size}.jsonl"
                write(path, kind, size, options.seed)
                for row in compare(path, options.repeats):
                    rows.append(row)
                    print("{log:22} {case:36} {mb_per_s:8} {ratio:7} {peak_mb:8}".format_map(row), flush=True)
                path.unlink()
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


def write(path: Path, kind: str, size: str, seed: int) -> None:
    """Generate in a child: the measuring process stays small, since a child starts out with its parent's peak."""
    size_in_bytes(size)
    command = [
        sys.executable,
        "-m",
        "bench.generate",
        "--format",
        kind,
        "--size",
        size,
        "--seed",
        str(seed),
        "-o",
        path,
    ]
    subprocess.run(list(map(str, command)), cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
