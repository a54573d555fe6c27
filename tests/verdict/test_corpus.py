"""The corpus in the repository, judged by the local rule alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from threefold import reading
from threefold.verdict.verify import SKIP, Case, Outcome, parse_corpus, verify


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "corpus" / "verdict"


@pytest.fixture(scope="module")
def rows(folder: Path) -> list[dict[str, object]]:
    return [
        json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()
    ]


@pytest.fixture(scope="module")
def outcomes(folder: Path) -> list[Outcome]:
    cases: list[Case] = []
    for file in sorted(folder.glob("*.jsonl")):
        cases.extend(parse_corpus(file.read_text("utf-8"), file.name))
    return list(verify(cases, lambda case: reading.read(folder / case.session, case.format)).outcomes)


def test_no_case_with_unlanded_work_is_judged_safe(outcomes: list[Outcome]) -> None:
    assert [found.id for found in outcomes if found.label == "lost" and found.verdict == "safe_to_compact"] == []


def test_at_most_four_percent_of_the_cases_whose_work_has_landed_are_judged_anything_but_safe(
    outcomes: list[Outcome],
) -> None:
    keep = [found for found in outcomes if found.label == "keep"]
    wrong = [found.id for found in keep if found.verdict != "safe_to_compact"]
    assert len(wrong) <= 0.04 * len(keep), wrong


def test_a_case_that_the_local_rule_leaves_open_is_skipped_and_never_passed_or_refused(
    outcomes: list[Outcome],
) -> None:
    left_open = [found for found in outcomes if found.verdict == "wait"]
    assert left_open
    assert {found.outcome for found in left_open} == {SKIP}


def is_chinese(row: dict[str, object], folder: Path) -> bool:
    """Whether people speak Chinese in a case; a file name of two characters is not enough."""
    text = json.dumps(row.get("record", ""), ensure_ascii=False)
    if "session" in row:
        with reading.read(folder / str(row["session"])) as session:
            text = "\n".join(message.text() for message in session.messages())
    return sum(1 for char in text if "\u3400" <= char <= "\u9fff") >= 4


def test_the_corpus_has_the_size_the_labels_and_the_languages_that_it_promises(
    rows: list[dict[str, object]], folder: Path
) -> None:
    labels = Counter(row["label"] for row in rows)
    recorded = [row for row in rows if str(row.get("session", "")).startswith("sessions/")]
    chinese = [row for row in rows if is_chinese(row, folder)]
    assert len(rows) >= 160
    assert len(recorded) >= 40
    assert min(labels["lost"], labels["keep"]) >= 60
    assert len(chinese) >= 40
    assert all(str(row["why"]).strip() for row in rows)
