"""What a summary that says nothing lacks is what its audit finds to be lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.auditing.test_isolation import ENTRIES
from tests.auditing.test_unkept import REVIEW, ZH
from threefold.auditing import AuditSettings, audit
from threefold.auditing import missing as module
from threefold.auditing.gathering import Gathering
from threefold.auditing.missing import Missing, missing
from threefold.harness.guidance import to_come
from threefold.reading import read
from threefold.session import Compaction, Session


def found_in(session: Session, compaction: Compaction, settings: AuditSettings | None = None) -> Missing:
    """What is missing, held against the audit of the same compaction."""
    settings = settings or AuditSettings()
    record = audit(session, compaction, settings=settings)
    assert not record.failures
    found = missing(session, compaction, settings)
    assert list(found.statements) == [
        one for one in record.statements if one.status == "lost" and one.category != "denial"
    ]
    assert found.ranked == record.coverage.ranked
    return found


SETTINGS = [AuditSettings(), AuditSettings(check_compliance=False, check_paths=False, critical_number_count=2)]


@pytest.mark.parametrize("settings", SETTINGS, ids=["as they come", "others"])
def test_of_generated_sessions(tmp_path: Path, root: Path, settings: AuditSettings) -> None:
    """They have rules, tasks, findings and compactions, in English and Chinese."""
    for seed in (1, 2, 3):
        log = tmp_path / f"{seed}.jsonl"
        words = ["--format", "claude-code", "--size", "300KB", "--seed", str(seed), "-o", str(log)]
        subprocess.run(
            [sys.executable, "-m", "bench.generate", *words], check=True, cwd=root, stdout=subprocess.DEVNULL
        )
        with read(log) as session:
            for whole in (True, False):
                assert found_in(*to_come(session, whole=whole), settings).ranked


def test_of_real_sessions(shared: Path) -> None:
    for log in sorted((shared / "sessions" / "claude-code").glob("*.jsonl")):
        with read(log) as session:
            found_in(*to_come(session))


def test_of_what_people_and_the_model_said(compacted: Any) -> None:
    call = ("call", ("Bash", {"command": "gh pr create --title 'Skip the mark'"}, "c9"))
    ask = ("assistant", "The pull request is open. Should I drop the old index of orders as well, or keep it?")
    entries = [*ENTRIES, *REVIEW, call, ("result", ("c9", "https://example.com/pull/7")), ask]
    found = found_in(*compacted(entries, "(none)"))
    assert {"rule", "question", "deed", "finding"} <= {one.category for one in found.statements}
    found_in(*compacted(ZH, "(none)"))


def test_what_fails_is_left_out(compacted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session, compaction = compacted(ENTRIES, "(none)")

    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("seeded fault")

    monkeypatch.setattr(module, "rules_lost", failing)
    found = missing(session, compaction, AuditSettings())
    assert not found.statements
    assert found.ranked
    monkeypatch.setattr(module, "losses", failing)
    assert missing(session, compaction, AuditSettings()) == Missing((), (), said=found.said)
    monkeypatch.setattr(Gathering, "folded", failing)
    assert missing(session, compaction, AuditSettings()) == Missing((), ())
