"""The benchmark runs, and what it reads is what was generated."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("kind", ["dsh", "claude-code"])
def test_a_generated_log_is_read_whole_with_all_its_compactions(kind: str, root: Path, tmp_path: Path) -> None:
    from threefold.reading import read

    path = tmp_path / "session.jsonl"
    command = [
        sys.executable,
        "-m",
        "bench.generate",
        "--format",
        kind,
        "--size",
        "2MB",
        "--seed",
        "3",
        "-o",
        str(path),
    ]
    subprocess.run(command, cwd=root, check=True)
    marks = ('"type":"compaction/summary"', '"isCompactSummary":true')
    written = path.read_text(encoding="utf-8").splitlines()

    session = read(path)

    assert session.format == kind
    assert (session.lines.total, session.lines.broken) == (len(written), 0)
    assert set(session.lines.reasons) <= {"file-history-snapshot (holds no conversation)"}
    assert len(session.compactions) == sum(any(mark in line for mark in marks) for line in written) > 0
    assert all(compaction.summary and not compaction.gaps for compaction in session.compactions)


def test_every_figure_stands_beside_its_baseline(root: Path, tmp_path: Path) -> None:
    rows_file = tmp_path / "rows.json"
    options = ["--sizes", "300kB", "--formats", "dsh", "--repeats", "1", "--json", str(rows_file)]
    result = subprocess.run(
        [sys.executable, "-m", "bench.run", *options], cwd=root, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    rows = {row["case"]: row for row in json.loads(rows_file.read_text())}
    assert rows["msgspec.json.decode, line by line"]["ratio"] == 1
    assert rows["threefold.read"]["ratio"] > 0
    assert all(0 < row["peak_mb"] < 1000 for row in rows.values())
    assert all(name in result.stdout for name in rows)


def test_a_case_that_fails_ends_the_run(root: Path) -> None:
    command = [sys.executable, "-m", "bench.run", "--child", "threefold.read", "no-such-file"]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode != 0
