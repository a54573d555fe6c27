"""The sessions that the tests in the real harness recorded, read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from threefold.harness.dsh.after import audited
from threefold.harness.dsh.settings import configured
from threefold.pipeline import run
from threefold.reading import read

SESSIONS = {
    "automatic.v4.jsonl.zstd": (["auto"], 0, 0),
    "by-relevance.v4.jsonl": (["auto"] * 5, 0, 0),
    "guided.v4.jsonl": (["manual"], 0, 0),
    "held.v4.jsonl": (["manual"], 1, 0),
    "overflow.v4.jsonl": (["auto"], 3, 0),
    "pruned.v4.jsonl": ([], 0, 4),
    "recovered.v4.jsonl": (["manual"], 0, 0),
    "resumed.v4.jsonl": (["manual"], 2, 0),
    "subagent.v4.jsonl": (["auto"], 0, 0),
    "vetoed.v4.jsonl": (["manual"], 3, 0),
    "web-automatic.v4.jsonl.zstd": (["auto"], 0, 0),
    "web-by-relevance-manual.v4.jsonl.zstd": (["manual"], 0, 0),
    "web-by-relevance.v4.jsonl.zstd": (["auto"] * 2, 0, 0),
    "web-guided.v4.jsonl.zstd": (["manual"], 0, 0),
    "web-held.v4.jsonl.zstd": (["manual"], 1, 0),
    "web-overflow.v4.jsonl.zstd": (["auto"], 3, 0),
    "web-pruned.v4.jsonl.zstd": ([], 0, 4),
    "web-resumed.v4.jsonl.zstd": (["manual"], 2, 0),
    "web-subagent.v4.jsonl.zstd": (["auto"], 0, 0),
    "web-vetoed.v4.jsonl.zstd": (["manual"], 3, 0),
}
"""Each session with the triggers of its compactions, how many were refused, and how many results were pruned."""


@pytest.mark.parametrize("name", SESSIONS)
def test_a_recorded_session_is_read_to_the_last_line(root: Path, name: str) -> None:
    triggers, refused, pruned = SESSIONS[name]
    with read(root / "examples" / "dsh-plugin" / name) as session:
        assert [compaction.trigger for compaction in session.compactions] == triggers
        assert len(session.attempts) == refused
        assert all(attempt.reason.startswith("Threefold: ") for attempt in session.attempts)
        assert session.events.counts().get("compaction/prune", 0) == pruned
        lines = session.lines
        assert not lines.broken
        assert lines.read + lines.skipped + lines.broken == lines.total
        assert not session.notes


@pytest.mark.parametrize("name", SESSIONS)
def test_a_recorded_session_is_judged_compacted_and_audited(root: Path, name: str) -> None:
    result = run(root / "examples" / "dsh-plugin" / name, at="2026-11-29T00:00:00Z")
    assert len(result.audits) == len(SESSIONS[name][0])
    assert all(record.signal == "compaction.audit" for record in result.audits)
    assert not result.compacted.stats.error


def test_a_report_that_cannot_be_written_costs_neither_the_line_nor_what_is_put_back(
    root: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file where the harness's home should be")
    known = configured({"optInInject": True}, str(tmp_path))
    with read(root / "examples" / "dsh-plugin" / "guided.v4.jsonl") as session:
        (compaction,) = session.compactions
        at = "2026-11-30T00:00:00Z"
        written = audited(session, compaction.id, known, str(tmp_path), at)
        failed = audited(session, compaction.id, known, str(blocked), at)
    assert written.line.endswith("reports/compaction-audit.jsonl)")
    assert "(could not write the audit's record: " in failed.line
    assert failed.line.partition(" (")[0] == written.line.partition(" (")[0]
    assert failed.inject == written.inject


def test_no_session_is_left_out(root: Path) -> None:
    assert {path.name for path in (root / "examples" / "dsh-plugin").glob("*.v4.*")} == set(SESSIONS)
