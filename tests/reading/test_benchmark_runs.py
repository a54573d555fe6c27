"""Files of OpenHands' benchmarks, in which each line is a whole run: none of them vanishes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import UnreadableInput
from threefold.reading import read


def said(id: str, text: str, source: str = "user") -> dict[str, Any]:
    role = "user" if source == "user" else "assistant"
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return {
        "id": id,
        "kind": "MessageEvent",
        "source": source,
        "timestamp": "2026-05-02T08:00:00",
        "llm_message": message,
    }


def run(id: object, text: str = "hello") -> str:
    return json.dumps({"instance_id": id, "history": [said("m1", text), said("m2", "Hello!", "agent")]}) + "\n"


def threefold(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "THREEFOLD_HOME": str(home)}
    call = [sys.executable, "-P", "-m", "threefold", *map(str, words)]
    return subprocess.run(call, env=environ, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "output.jsonl"


def test_runs_of_one_id_are_told_apart(path: Path) -> None:
    path.write_text(run("a", "first") + run("a", "second") + run("a#2", "third"))
    with pytest.raises(UnreadableInput, match=r"holds 3 sessions; name one, as .*: a, a#2, a#2#2\.$"):
        read(path)
    for name, text in {"a": "first", "a#2": "second", "a#2#2": "third"}.items():
        with read(path / name) as log:
            assert next(iter(log.messages())).text() == text


def test_a_run_whose_id_holds_half_a_surrogate_pair_is_a_run(path: Path) -> None:
    path.write_text(run("\ud800a", "odd") + run("a"))
    with pytest.raises(UnreadableInput, match=r"holds 2 sessions; name one, as .*: \ufffda, a\.$"):
        read(path)
    with read(path / "\ufffda") as log:
        assert next(iter(log.messages())).text() == "odd"


@pytest.mark.parametrize(
    "torn",
    [
        run("b")[:90] + "\n",
        run("b")[:90],
        "\x00" * 40 + "\n",
        "[1]\n",
        '{"instance_id": "b", "history": {"id": "m1"}}\n',
        '{"instance_id": "b", "history": ' + "[" * 100_000 + "\n",
    ],
    ids=["torn", "torn and last", "NUL bytes", "no object", "no list", "deep"],
)
def test_a_line_that_holds_no_whole_run_is_broken_and_nothing_is_called_safe(
    path: Path, tmp_path: Path, torn: str
) -> None:
    path.write_text(run("a") + torn)
    with read(path) as log:
        assert (log.lines.broken, log.lines.read) == (1, 2)
        assert log.lines.read + log.lines.skipped + log.lines.broken == log.lines.total
        assert log.lines.faults[0][0] == 2
    done = threefold("check", "--no-git", path, home=tmp_path)
    assert done.stdout.startswith("wait  ("), done.stdout + done.stderr
    assert "(log_damaged)" in done.stdout


def test_runs_behind_a_torn_first_line_are_read_and_the_line_is_broken(path: Path) -> None:
    path.write_text(run("b")[:90] + "\n" + run("a", "whole"))
    with read(path) as log:
        assert next(iter(log.messages())).text() == "whole"
        assert [line for line, _ in log.lines.faults] == [1]


def test_what_is_no_event_in_a_history_is_broken(path: Path) -> None:
    path.write_text(json.dumps({"instance_id": "a", "history": [said("m1", "hello"), "b", None]}) + "\n")
    with read(path) as log:
        assert (log.lines.read, log.lines.broken) == (1, 1)


def test_a_run_that_failed_before_it_had_a_history_breaks_nothing(path: Path) -> None:
    path.write_text(run("a") + '{"instance_id": "b", "history": null, "error": "no room"}\n\n{"instance_id": "c"}\n')
    with read(path) as log:
        assert log.lines.broken == 0


def test_ids_and_paths_cannot_move_the_cursor_or_fill_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "out\x1b[2J\nput.jsonl"
    path.write_text(run("\x1b[31mred\r\n\u202e") + run("x" * 100_000))
    done = threefold("inspect", path, home=tmp_path)
    assert done.returncode == 3
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert r"\x1b[31mred\r\n\u202e, " + "x" * 200 + "… (99,800 more characters)." in done.stderr
    assert r"out\x1b[2J\nput.jsonl holds 2 sessions" in done.stderr
    gone = threefold("inspect", tmp_path / "gone\x1b[2J.jsonl", home=tmp_path)
    assert r"gone\x1b[2J.jsonl does not exist." in gone.stderr
