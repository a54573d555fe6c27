"""What receipts and ``threefold score`` say of the signals is what the scorer went by."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from threefold.relevance.calibration import load

TASK = "Fix close_order in orders/close.py: the stock of orders that time out is never released."
SAID = (
    ("user", "Which port does the dashboard listen on?"),
    ("assistant", "The dashboard listens on port 3000."),
    ("user", "You must never change the public signature of close_order, two teams import it."),
    ("assistant", "close_order returns early because the state is already closed, so the stock is never released."),
    ("assistant", "Let me look at that next."),
    ("user", "Never upgrade glibc, the wheels of last winter must keep working on the old boxes."),
    ("assistant", "The logo is centred and the header is blue. " * 12),
    ("user", TASK),
)


@pytest.fixture(params=["true", "false"], ids=["embedding", "lexical"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A conversation, and settings with which it is scored by one of the tiers."""
    conversation = tmp_path / "chat.json"
    conversation.write_text(json.dumps([{"role": role, "content": text} for role, text in SAID]))
    settings = tmp_path / "threefold.toml"
    settings.write_text(
        f'[relevance]\nembeddings = {request.param}\ncache_path = "{tmp_path}/cache"\n[compact]\nscorer = "local"\n'
        "keep_recent = 0\nsummary_bytes = 0\n"
    )
    return conversation, settings


def run(*arguments: object) -> str:
    command = [sys.executable, "-m", "threefold", *map(str, arguments)]
    apart = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=apart)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_true(told: dict[str, Any]) -> bool:
    """Whether the signals add up to the value by the calibration of the tier that is named; rounding apart."""
    calibration = load()
    tier = {"lexical": calibration.lexical, "embedding": calibration.packaged}[told["source"]]
    signals = dict(told["signals"])
    floor = signals.pop("floor", 0.0)
    logit = sum(signals.values())
    assert signals["constant"] == pytest.approx(tier.third.bias + tier.forest.root, abs=0.001)
    return abs(tier.probability(logit) + floor - told["value"]) < 0.005


def test_each_receipt_says_what_every_signal_gave_and_the_sum_is_the_value(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    conversation, settings = files
    receipt = tmp_path / "receipts.jsonl"
    wanted = ("--target-bytes", 900, "--task", TASK, "--settings", settings, "--receipt", receipt, "-o", tmp_path / "o")
    run("compact", conversation, *wanted)
    told = [json.loads(line) for line in receipt.read_text().splitlines()]
    scored = [
        one for one in told if one["kind"] == "decision" and one.get("value") is not None and one["source"] != "rule"
    ]
    assert len(scored) >= 5
    assert all(one["signals"] and is_true(one) for one in scored)
    finding = next(one for one in scored if one["index"] == 3)
    assert finding["signals"]["words"] > 0.2
    assert finding["signals"]["finding"] > 0.1
    demand = next(one for one in scored if one["index"] == 5)
    assert demand["value"] >= load().floor
    assert demand["signals"].get("demand", 0.0) > 0.1


def test_score_explains_each_value_by_its_strongest_signals(files: tuple[Path, Path]) -> None:
    conversation, settings = files
    shown = run("score", conversation, "--task", TASK, "--settings", settings, "--explain")
    _, *entries = re.split(r"(?m)^(?= {0,4}\d)", shown)
    told = json.loads(run("score", conversation, "--task", TASK, "--settings", settings, "--json"))["messages"]
    assert len(entries) == len(SAID)
    for one, entry in zip(told, entries, strict=True):
        line, *folded = entry.splitlines()
        below = " ".join(part.strip() for part in folded)
        assert is_true(one)
        assert f"{one['value']:.3f}" in line
        constant = one["signals"].pop("constant")
        assert below.endswith(f", constant {constant:+.2f}")
        strongest = max(one["signals"].items(), key=lambda item: (abs(item[1]), item[0]))
        assert below.strip().startswith(f"{strongest[0]} {strongest[1]:+.2f}")
        named = sum(float(part.split()[-1]) for part in below.split(", "))
        assert abs(named - constant - sum(one["signals"].values())) < 0.005 * (below.count(",") + 2)


def test_a_scorer_without_signals_says_so(files: tuple[Path, Path]) -> None:
    conversation, _ = files
    assert "this scorer names no signals" in run("score", conversation, "--scorer", "recency", "--explain")


def test_the_receipt_of_a_run_says_how_many_messages_the_time_limit_left_with_their_lexical_score(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    conversation, settings = files
    settings.write_text(settings.read_text().replace("[relevance]", "[relevance]\ntime_limit_ms = 0"))
    receipt = tmp_path / "receipts.jsonl"
    wanted = ("--target-bytes", 900, "--task", TASK, "--settings", settings, "--receipt", receipt, "-o", tmp_path / "o")
    run("compact", conversation, *wanted)
    (closing,) = [one for one in map(json.loads, receipt.read_text().splitlines()) if one["kind"] == "run"]
    told = [step for step in closing["stats"]["fallbacks"] if "keep their lexical score" in step]
    assert len(told) == ("embeddings = true" in settings.read_text())
    assert set(closing["stats"]["sources"]) == {"lexical"}
