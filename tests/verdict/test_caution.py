"""What is known beside a snapshot only ever makes a verdict safer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.errors import EmptyInput
from threefold.pipeline import run
from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.session import Lines
from threefold.settings import Settings
from threefold.verdict import Reason, WorkTree, cautious, judge, refuse_silence
from threefold.verdict.snapshot import snapshot

SAFE = judge(snapshot("s", {}))
UNKNOWN = WorkTree(known=False, problem="git took too long", repository=True)


def damaged() -> Lines:
    lines = Lines(total=3, read=2)
    lines.fault(2, "expected a comma")
    return lines


def test_a_safe_verdict_over_a_damaged_log_becomes_wait_with_the_sums() -> None:
    verdict = cautious(SAFE, damaged())
    assert (verdict.verdict, verdict.reason, verdict.exit_status) == ("wait", Reason.LOG_DAMAGED, 4)
    assert "2 read, 0 skipped, 1 broken of 3" in verdict.detail
    assert "line 2: expected a comma" in verdict.detail


def test_a_safe_verdict_about_a_repository_that_git_does_not_answer_for_becomes_wait() -> None:
    verdict = cautious(SAFE, Lines(total=3, read=3), UNKNOWN)
    assert (verdict.verdict, verdict.reason) == ("wait", Reason.GIT_UNKNOWN)
    assert "git took too long" in verdict.detail


@pytest.mark.parametrize(
    "tree", [None, WorkTree(), WorkTree(known=False, problem="no repository"), WorkTree(repository=True)]
)
def test_a_safe_verdict_stands_where_git_answered_was_not_asked_or_has_no_repository(tree: WorkTree | None) -> None:
    assert cautious(SAFE, Lines(total=3, read=2, skipped=1), tree) is SAFE


@pytest.mark.parametrize("count", [1, 4])
def test_no_other_verdict_is_ever_changed(count: int) -> None:
    verdict = judge(snapshot("s", {"todos": [f"todo {n}" for n in range(count)]}))
    assert cautious(verdict, damaged(), UNKNOWN) is verdict


def test_a_log_with_a_line_cut_in_its_middle_is_not_called_safe(tmp_path: Path) -> None:
    log = tmp_path / "session.jsonl"
    rows = [
        json.dumps({"role": "user", "content": "What is a monad?"}),
        json.dumps({"role": "assistant", "content": "A monoid in the category of endofunctors."}),
    ]
    log.write_text("\n".join([rows[0], rows[1][:40], rows[1]]) + "\n")
    verdict = run(log, settings=Settings()).verdict
    assert verdict is not None
    assert (verdict.verdict, verdict.reason) == ("wait", Reason.LOG_DAMAGED)


def test_a_log_in_which_nobody_says_anything_is_refused() -> None:
    row = b'{"type":"session_meta","timestamp":"2026-11-30T08:00:00.000Z","payload":{"id":"s","cwd":"/w"}}'
    silent = read_source(BytesSource(row, "title.jsonl"), "codex")
    with pytest.raises(EmptyInput, match=r"Nobody says anything in title\.jsonl"):
        refuse_silence(silent, "title.jsonl", snapshot("s", {}))
    message = b'{"role":"user","content":"hi"}'
    refuse_silence(read_source(BytesSource(message, "chat.jsonl")), "chat.jsonl", snapshot("s", {}))
    refuse_silence(silent, "title.jsonl", snapshot("s", {"todos": ["Write the entry"]}))
