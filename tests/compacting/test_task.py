"""The task of a session in which the human's request lies behind a compaction."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.compacting import compact, opened, values
from threefold.relevance.protocol import Report, Request, Scorer, Scoring
from threefold.relevance.recency import RecencyScorer

BEFORE = "Please fix the currency rounding in billing/invoice.py, the totals are off by one cent."


class Asked(Scorer):
    """Scores by age, and remembers for which task."""

    name = "asked"
    task: str | None = None

    def score(self, request: Request) -> Scoring:
        self.task = request.task
        found = RecencyScorer().score(request)
        return Scoring(scores=found.scores, report=Report(scorer=self.name, calibrated=True))


def written(path: Path, *since: str) -> Path:
    """A Claude Code log: a request, a compaction, and what the human said since."""
    said = [("user", BEFORE), ("assistant", "I look at it."), ("summary", "Looked at billing/invoice.py.")]
    for text in since:
        said += [("user", text), ("assistant", "The total uses round(). " * 40)]
    lines: list[dict[str, object]] = []
    parent: str | None = None
    for number, (role, text) in enumerate(said):
        common = {"sessionId": "s1", "cwd": "/repo", "version": "2.1.42", "timestamp": f"2026-01-01T00:00:{number:02}Z"}
        if role == "summary":
            boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None}
            lines.append({**boundary, "logicalParentUuid": parent, "compactMetadata": {"trigger": "auto"}, **common})
            parent = "b"
        content: object = [{"type": "text", "text": text}] if role == "assistant" else text
        message = {"role": "user" if role == "summary" else role, "content": content}
        line = {"type": message["role"], "uuid": f"u{number}", "parentUuid": parent, "message": message, **common}
        lines.append({**line, "isCompactSummary": True} if role == "summary" else line)
        parent = f"u{number}"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (("go on",), BEFORE),
        (("ok, continue", "好，继续"), BEFORE),
        (("Now write a changelog entry for the release of tomorrow.", "go on"), None),
    ],
)
def test_the_request_behind_a_compaction_is_the_task_until_the_human_asks_for_something_else(
    tmp_path: Path, since: tuple[str, ...], expected: str | None
) -> None:
    path, scorer = written(tmp_path / "log.jsonl", *since), Asked()
    with opened(path) as at:
        values(at.conversation, at.wire, session=at.session, scorers=[scorer])
        assert scorer.task == expected
        scorer.task = ""
        assert at.session is not None
        compact(at.session, settings={"target_bytes": 1_000}, scorers=[scorer])
        assert scorer.task == expected
