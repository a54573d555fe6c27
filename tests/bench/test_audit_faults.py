"""The fault injector: on summaries that are right, and on each kind of change."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.auditing import audit_all
from threefold.reading import read

KINDS = 12


@pytest.fixture(scope="module")
def printed(checkout: Path) -> list[str]:
    logs = sorted(map(str, (checkout / "bench/audit/sessions").glob("*.v4.jsonl")))
    words = [sys.executable, str(checkout / "bench/audit/inject.py"), *logs, "--tries", "3", "--peers", "4"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=checkout)
    return done.stdout.splitlines()


def test_no_fact_of_a_summary_that_is_right_is_flagged(checkout: Path) -> None:
    for log in sorted((checkout / "bench/audit/sessions").glob("*.v4.jsonl")):
        with read(log) as session:
            for record in audit_all(session):
                assert (record.fidelity.altered, record.fidelity.unverified, record.failures) == (0, 0, ()), log


def test_all_kinds_of_change_are_made_and_found_as_the_bar_asks(printed: list[str]) -> None:
    start = next(at for at, line in enumerate(printed) if line.startswith("change "))
    rows = printed[start + 1 : next(at for at, line in enumerate(printed) if line.startswith("all with a bar"))]
    kinds = [row for row in rows if not row.startswith(("deleted", "from elsewhere"))]
    assert len(kinds) == KINDS
    made, found, right = printed[start + 1 + len(rows)].removeprefix("all with a bar").split()
    assert int(made) > 500
    assert float(found.rstrip("%")) >= 99
    assert float(right.rstrip("%")) >= 95


def test_the_plain_rule_is_asked_about_the_same_changes(printed: list[str]) -> None:
    (row,) = [line for line in printed if line.startswith("a plain literal rule")]
    assert row.split()[-3] == "100.0%"


def test_labels_name_places_and_hold_no_text_of_a_log(checkout: Path) -> None:
    for name, keys in {
        "labels.jsonl": {"log", "compaction", "start", "end", "category", "grounded", "how"},
        "headlines.jsonl": {"log", "compaction", "category", "status", "value", "agree", "why"},
    }.items():
        lines = (checkout / "bench/audit" / name).read_text(encoding="utf-8").splitlines()
        assert {frozenset(json.loads(line)) for line in lines} == {frozenset(keys)}
    assert len((checkout / "bench/audit/labels.jsonl").read_text().splitlines()) >= 150
