"""What is decided about a compaction, from recorded logs and without a harness."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from threefold.harness.dsh.before import Before, decide
from threefold.harness.dsh.logs import Told, opened
from threefold.harness.dsh.settings import Configured, configured
from threefold.harness.policy import Trigger
from threefold.session import Session
from threefold.verdict import WorkTree

LANDED = WorkTree(root="/home/dev/importer")


@pytest.fixture
def log(root: Path) -> Callable[..., Path]:
    return lambda name: root / "examples" / "dsh-plugin" / name


def before_end(path: Path, number: int) -> Session:
    """The session as it was when its compaction of that number (refused ones count) was about to be."""
    with opened(Told(log=str(path))) as whole:
        starts = [event for event in range(len(whole.events)) if whole.events.kind(event) == "compaction/start"]
    return opened(Told(log=str(path), last=starts[number]), exact=True)


def policy(name: str, **more: Any) -> Configured:
    return configured({"verdict": {"verdictPolicy": name} | more}, "/nowhere")


def decision(session: Session, trigger: Trigger, known: Configured, tree: WorkTree | None = None) -> Before:
    with session:
        return decide(session, trigger, known, tree, None)[0]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("name", "trigger", "action"),
    [
        ("observe", "manual", "pass"),
        ("observe", "automatic", "pass"),
        ("guide", "manual", "guide"),
        ("guide", "automatic", "guide"),
        ("hold", "manual", "hold"),
        ("hold", "automatic", "guide"),
        ("hold", "overflow", "guide"),
        ("veto", "manual", "veto"),
        ("veto", "automatic", "veto"),
        ("veto", "overflow", "guide"),
    ],
)
def test_each_policy_answers_unlanded_work_for_each_trigger(
    log: Callable[..., Path], name: str, trigger: Trigger, action: str
) -> None:
    made = decision(before_end(log("vetoed.v4.jsonl"), 0), trigger, policy(name))
    assert made.action == action
    assert made.verdict in ("wait", "preserve_first")
    assert bool(made.reason) is (action in ("hold", "veto"))
    assert bool(made.keep) is (action in ("guide", "hold"))
    assert bool(made.question) is (action == "hold")
    assert bool(made.model) is (action in ("hold", "veto"))


@pytest.mark.parametrize("name", ["hold", "veto"])
def test_what_is_safe_is_never_refused(log: Callable[..., Path], name: str) -> None:
    known = policy(name, safeMax=50, waitMin=60)
    made = decision(before_end(log("vetoed.v4.jsonl"), 0), "manual", known, LANDED)
    assert (made.verdict, made.action) == ("safe_to_compact", "guide")


def test_refusals_in_a_row_are_counted_in_the_log_up_to_the_set_number(log: Callable[..., Path]) -> None:
    path = log("vetoed.v4.jsonl")
    actions = [decision(before_end(path, number), "manual", policy("veto")).action for number in range(4)]
    assert actions == ["veto", "veto", "veto", "guide"]
    assert decision(before_end(path, 3), "manual", policy("veto", maxRefusals=9)).action == "veto"
    assert decision(before_end(path, 0), "manual", policy("veto", maxRefusals=0)).action == "guide"


def test_a_person_is_asked_as_often_as_they_try(log: Callable[..., Path]) -> None:
    assert decision(before_end(log("vetoed.v4.jsonl"), 3), "manual", policy("hold")).action == "hold"


def test_a_compaction_that_landed_ends_the_row(log: Callable[..., Path]) -> None:
    session = opened(Told(log=str(log("vetoed.v4.jsonl"))))
    assert decision(session, "manual", policy("veto")).action == "veto"


def test_a_persons_word_in_the_log_lets_one_through(log: Callable[..., Path]) -> None:
    last = decision(before_end(log("resumed.v4.jsonl"), 2), "manual", policy("veto"))
    assert last.action == "guide"
    assert "A person asked for it" in last.line


def test_the_model_is_told_once_in_a_row_and_only_where_it_shall_be(log: Callable[..., Path]) -> None:
    path = log("vetoed.v4.jsonl")
    assert not decision(before_end(path, 1), "automatic", policy("veto")).model
    assert not decision(before_end(path, 0), "automatic", policy("veto", tellModel=False)).model


@pytest.mark.parametrize("budget", [0, 200, 700, 4000])
def test_what_is_to_be_kept_stays_within_the_budget(log: Callable[..., Path], budget: int) -> None:
    made = decision(before_end(log("vetoed.v4.jsonl"), 0), "manual", policy("guide", guideBytes=budget))
    assert len(made.keep.encode()) <= budget
    assert bool(made.keep) is (budget > 500)


@pytest.mark.parametrize("chosen", ["hold", "veto"])
def test_a_state_over_its_budget_of_characters_is_stopped_by_its_count(log: Callable[..., Path], chosen: str) -> None:
    made = decision(before_end(log("vetoed.v4.jsonl"), 0), "manual", policy(chosen, stateChars=200))
    assert made.action == chosen
    assert made.verdict in ("wait", "preserve_first")
    assert made.reason
