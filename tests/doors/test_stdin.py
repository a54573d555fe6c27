"""``-`` is standard input wherever a command is given one file, and it can be read as often as that file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

EXAMPLE = Path("examples/import-fix.v4.jsonl")


def threefold(words: list[str], given: bytes | int, tmp_path: Path) -> subprocess.CompletedProcess[bytes]:
    kind = "stdin" if isinstance(given, int) else "input"
    return subprocess.run(
        [sys.executable, "-P", "-m", "threefold", *words],
        cwd=tmp_path, capture_output=True, check=False, timeout=100, **{kind: given},
        env=os.environ | {"THREEFOLD_HOME": str(tmp_path / "ours"), "COLUMNS": "80"},
    )  # type: ignore[call-overload,no-any-return]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ["check", "-"], ["inspect", "-"], ["audit", "-", "--no-report"], ["repair", "-"],
        ["compact", "-", "--target-ratio", "0.5", "--scorer", "recency"],
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_a_log_that_comes_through_a_pipe_is_answered_as_the_file_is(
    root: Path, tmp_path: Path, words: list[str]
) -> None:
    named = threefold([str(root / EXAMPLE) if word == "-" else word for word in words], b"", tmp_path)
    piped = threefold(words, (root / EXAMPLE).read_bytes(), tmp_path)
    assert (piped.returncode, piped.stdout) == (named.returncode, named.stdout)
    assert [line for line in piped.stderr.splitlines() if b"threefold check of the input" in line] == [
        line for line in named.stderr.splitlines() if b"threefold check of the input" in line
    ]


def test_a_compressed_log_may_come_through_a_pipe_and_a_log_be_redirected(root: Path, tmp_path: Path) -> None:
    data = (root / EXAMPLE).read_bytes()
    assert b"DeepSeek Harness" in threefold(["inspect", "-"], zstandard.compress(data), tmp_path).stdout
    with (root / EXAMPLE).open("rb") as file:
        assert b"DeepSeek Harness" in threefold(["inspect", "-"], file.fileno(), tmp_path).stdout


def test_a_summary_and_a_record_may_come_through_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("The port is 5432.\n")
    done = threefold(["audit", "--summary", "-", "--original", "o.txt"], b"The port is 5433.", tmp_path)
    assert b"ALTERED port  5433" in done.stdout
    assert threefold(["check", "--record", "-"], b"{}", tmp_path).returncode == 0


def test_standard_input_that_holds_no_log_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for given, said in ((b"", b"is empty"), (b"y\n" * 1000, b"no JSON object")):
        done = threefold(["check", "-"], given, tmp_path)
        assert done.returncode == 3
        assert said in done.stderr
    ours, theirs = os.openpty()
    try:
        done = threefold(["check", "-"], theirs, tmp_path)
    finally:
        os.close(ours)
        os.close(theirs)
    assert (done.returncode, b"is a terminal: pipe a file into it" in done.stderr) == (3, True)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["check", ""], "A path"), (["check", "--json", ""], "A path"), (["compact", str(EXAMPLE), "-o", ""], "-o"),
        (["check", str(EXAMPLE), "--settings="], "--settings"), (["verify", "", ""], "A path"),
    ],
)  # fmt: skip
def test_an_empty_path_is_not_the_working_directory(root: Path, tmp_path: Path, words: list[str], named: str) -> None:
    (tmp_path / "examples").symlink_to(root / "examples")
    done = threefold(words, b"", tmp_path)
    assert (done.returncode, done.stderr.decode()) == (3, f"threefold: {named} is empty: name a file.\n")


def test_other_words_may_be_empty(root: Path, tmp_path: Path) -> None:
    words = ["compact", str(root / EXAMPLE), "--task", "", "--scorer", "recency", "--target-ratio", "0.5"]
    assert threefold(words, b"", tmp_path).returncode == 0
