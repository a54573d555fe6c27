"""The recorded sessions of the corpus, judged by the local rule alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold import reading, verdict


@pytest.fixture(scope="module")
def cases(root: Path) -> list[tuple[dict[str, str], str]]:
    folder = root / "corpus" / "verdict"
    judged = []
    for line in (folder / "dsh.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        tree = verdict.described(row["worktree"]) if "worktree" in row else None
        with reading.read(folder / row["session"]) as session:
            judged.append((row, verdict.judge(verdict.build(session, tree)).verdict))
    return judged


def test_no_recorded_session_with_unlanded_work_is_judged_safe(cases: list[tuple[dict[str, str], str]]) -> None:
    assert [row["id"] for row, said in cases if row["label"] == "lost" and said == "safe_to_compact"] == []


def test_recorded_sessions_whose_work_has_landed_are_judged_safe(cases: list[tuple[dict[str, str], str]]) -> None:
    keep = [(row["id"], said) for row, said in cases if row["label"] == "keep"]
    wrong = [name for name, said in keep if said != "safe_to_compact"]
    assert len(wrong) <= 0.04 * len(keep), wrong
