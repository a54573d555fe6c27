"""Receipts: written whole, read with torn lines, replayed by content, and the original plugin's read as well."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from threefold.compacting import compact
from threefold.compaction.opening import open_values
from threefold.compaction.result import Decision, Stats
from threefold.compaction.settings import CompactSettings
from threefold.errors import InputError
from threefold.store import receipts

MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "go"},
    *[{"role": "assistant", "content": f"step {n} " * 30} for n in range(20)],
    {"role": "assistant", "content": "twice " * 30},
    {"role": "assistant", "content": "twice " * 30},
    {"role": "user", "content": "and now"},
]


def write(path: Path, run: str = "r1", count: int = 3) -> int:
    decisions = [
        Decision(index=n, hash=f"{n:064x}", role="user", author="human", bytes=5, value=n / 10, confidence=1.0,
                 source="jev", decision="keep", reason="score")
        for n in range(count)
    ]  # fmt: skip
    return receipts.write(path, decisions, Stats(), run=run, time="2026-01-01", task="t", settings={"target_bytes": 9})


def test_one_line_for_each_decision_and_one_for_the_run_with_a_format_stamp_and_settings(tmp_path: Path) -> None:
    assert write(tmp_path / "r.jsonl") == 4
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["decision"] * 3 + ["run"]
    assert {line["format"] for line in lines} == {"threefold.receipt/1"}
    assert lines[-1]["settings"] == {"target_bytes": 9}
    assert {"index", "hash", "role", "bytes", "value", "confidence", "source", "decision", "reason"} <= lines[0].keys()


def test_a_torn_last_line_and_foreign_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path)
    with path.open("a") as file:
        file.write('{"x":1}\nnot json\n{"format":"threefold.receipt/1","kind":"decis')
    (run,) = receipts.read(path)
    assert len(run.decisions) == 3
    write(path, "r2")
    assert [run.run for run in receipts.read(path)] == ["r1", "r2"]


def _many(path: str, run: str) -> None:
    for _ in range(10):
        write(Path(path), run, 20)


def test_two_processes_that_write_at_once_tear_no_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    code = "import runpy, sys; runpy.run_path(sys.argv[1])['_many'](sys.argv[2], sys.argv[3])"
    writers = [subprocess.Popen([sys.executable, "-c", code, __file__, str(path), f"r{n}"]) for n in range(2)]
    assert [writer.wait() for writer in writers] == [0, 0]
    lines = path.read_bytes().splitlines()
    assert len(lines) == 2 * 10 * 21
    assert all(json.loads(line)["run"] in ("r0", "r1") for line in lines)


def test_the_same_run_made_again_replaces_itself(tmp_path: Path) -> None:
    write(tmp_path / "r.jsonl", count=3)
    write(tmp_path / "r.jsonl", count=2)
    (run,) = receipts.read(tmp_path / "r.jsonl")
    assert len(run.decisions) == 2


def test_a_message_that_stands_twice_takes_its_scores_in_turn(tmp_path: Path) -> None:
    path = str(tmp_path / "r.jsonl")
    settings = CompactSettings(target_bytes=2000, receipt_path=path, scorer="recency")
    first = compact(MESSAGES, settings=settings, environ={})
    conversation, _ = open_values(MESSAGES)
    found = receipts.scores(path, conversation)
    values = {d.index: d.value for d in first.decisions if d.value is not None}
    assert {index: value.value for index, value in found.values.items() if index in values} == values


def test_replay_under_another_budget_asks_nobody(tmp_path: Path) -> None:
    path = str(tmp_path / "r.jsonl")
    compact(MESSAGES, settings=CompactSettings(target_bytes=2000, receipt_path=path, scorer="recency"), environ={})
    again = compact(MESSAGES, settings=CompactSettings(target_bytes=3000), scores=path, environ={})
    fresh = compact(MESSAGES, settings=CompactSettings(target_bytes=3000, scorer="recency"), environ={})
    assert again.stats.requests == 0
    assert [d.decision for d in again.decisions] == [d.decision for d in fresh.decisions]


def original(values: list[dict[str, Any]]) -> str:
    stamp = {"kind": "decision", "runId": "old-1", "ts": "2026-01-01T00:00:00Z", "task": "fix"}
    lines = [{**stamp, **value} for value in values]
    lines.append({**stamp, "kind": "summary", "stats": {"jevCalls": 2, "estimatedCost": 0.5, "fallback": False}})
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_the_original_plugins_receipts_are_read_and_replayed_by_its_hash_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    conversation, _ = open_values(MESSAGES)
    rows = [
        {"index": n, "hash": receipts.text_hash(conversation.raw(n)), "value": 0.9 if n == 5 else 0.1,
         "confidence": 0.9, "source": "jev", "kept": n == 5, "reason": "score", "role": "assistant", "bytes": 100}
        for n in range(1, 21)
    ]  # fmt: skip
    path.write_text(original(rows))
    (run,) = receipts.read(path)
    assert (run.original, run.run, run.stats["jevCalls"]) == (True, "old-1", 2)
    found = receipts.scores(path, conversation)
    assert (found.scorer, found.calibrated, found.values[5].value) == ("jev", True, 0.9)
    settings = CompactSettings(target_bytes=1600, keep_recent=1, summary_bytes=0)
    result = compact(MESSAGES, settings=settings, scores=str(path), environ={})
    assert result.decisions[5].decision == "keep"


def test_the_hash_of_the_original_is_of_the_text_alone() -> None:
    plain, parts = {"role": "user", "content": "a\nb"}, {"content": [{"type": "text", "text": "a"}, "b"]}
    assert receipts.text_hash(json.dumps(plain).encode()) == receipts.text_hash(json.dumps(parts).encode())
    calls = {"content": None, "tool_calls": [{"id": 1}]}
    assert receipts.text_hash(json.dumps(calls).encode()) == receipts.text_hash(b'{"content":"[{\\"id\\":1}]"}')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no receipts in it"),
        ("garbage\n", "no receipts in it"),
        (original([]), "hold no decisions"),
        (
            original([{"hash": "0" * 16, "value": 0.5, "confidence": 1, "source": "age"}]),
            "made by age, without a score",
        ),
        (original([{"hash": "0" * 16, "value": 0.5, "confidence": 1, "source": "jev"}]), "another conversation"),
    ],
)
def test_receipts_without_usable_scores_are_an_error_that_says_why(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=why):
        compact(MESSAGES, settings=CompactSettings(target_bytes=2000), scores=str(path), environ={})


def test_a_missing_receipts_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        receipts.read(tmp_path / "none.jsonl")
