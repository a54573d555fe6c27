"""The labelled set's fitting part, and the set beside the checkout. The held-out part is not opened here."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from threefold.relevance.calibration import load
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Author, Candidate, Request
from threefold.relevance.settings import RelevanceSettings

AUTHORS: dict[str, Author] = {"user": "human", "assistant": "model", "tool": "tool"}


def test_every_line_of_the_fitting_part_is_a_labelled_message(checkout: Path) -> None:
    files = sorted((checkout / "bench" / "relevance" / "data" / "fit").glob("*.jsonl"))
    assert len(files) == 255
    for path in files:
        head, *messages = map(json.loads, path.read_text("utf-8").splitlines())
        assert [message["index"] for message in messages] == list(range(len(messages)))
        assert all(len(message["needed"]) == len(head["tasks"]) for message in messages)
        for number in range(len(head["tasks"])):
            share = sum(message["needed"][number] for message in messages) / len(messages)
            assert 0.1 < share < 0.6


def test_the_calibration_was_fitted_to_the_fitting_part_as_it_stands(checkout: Path) -> None:
    found = hashlib.sha256()
    for path in sorted((checkout / "bench" / "relevance" / "data" / "fit").glob("*.jsonl")):
        found.update(path.read_text("utf-8").encode())
    assert load().data == found.hexdigest()  # else: python -m bench.relevance.fit


def test_on_tasks_that_others_labelled_it_ranks_far_better_than_chance(shared: Path, tmp_path: Path) -> None:
    folder = shared / "relevance"
    if not folder.is_dir():
        pytest.skip("the labelled set of others is not beside the checkout")
    lines = [json.loads(line) for line in (folder / "first-set.jsonl").read_text("utf-8").splitlines()]
    tasks = json.loads((folder / "first-set.tasks.json").read_text("utf-8"))
    candidates = tuple(
        Candidate(index=place, author=AUTHORS[line["role"]], role=line["role"], text=line["text"])
        for place, line in enumerate(lines)
    )
    scorer = LocalScorer(RelevanceSettings(cache_path=str(tmp_path), time_limit_ms=60_000))
    needed: list[float] = []
    others: list[float] = []
    for name, task in tasks.items():
        for line, score in zip(lines, scorer.score(Request(candidates=candidates, task=task)).scores, strict=True):
            (needed if line["grades"][name] == 2 else others).append(score.value)
    above = sum((one > other) + 0.5 * (one == other) for one in needed for other in others)
    assert above / (len(needed) * len(others)) > 0.95
