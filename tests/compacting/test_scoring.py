"""Who scores, and what is done when a scorer answers in part or not at all; against a real server on loopback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jevcompat.mock import MockConfig, Running

from threefold.compacting import compact
from threefold.compacting.request import scored_text
from threefold.compacting.scoring import scorers_of
from threefold.relevance.protocol import Report, Request, Score, Scorer, Scoring
from threefold.session import Author, Blob, Message, Text, Thinking, ToolCall, ToolResult
from threefold.settings import load

MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "fix the parser"},
    *[{"role": "assistant", "content": f"step {n}: " + "word " * 40} for n in range(30)],
]


def run(environ: dict[str, str], **fields: Any) -> Any:
    settings = load(environ=environ, overrides={"compact": {"target_bytes": 2500, "keep_recent": 1, **fields}}).settings
    result = compact(MESSAGES, settings=settings, environ=environ)
    assert result.stats.error == ""
    assert result.stats.bytes_after <= 2500
    return result


def names(environ: dict[str, str], **fields: Any) -> list[str]:
    return [s.name for s in scorers_of(load(environ=environ, overrides={"compact": fields}).settings, environ)]


def test_auto_is_jev_when_a_key_is_set_then_local_and_a_named_scorer_falls_to_what_was_chosen() -> None:
    key = {"JEV_API_KEY": "k"}
    assert names({}) == ["local"]
    assert names(key) == ["jev", "local"]
    assert names(key, scorer="jev") == ["jev"]
    assert names({}, scorer="jev", fallback="local") == ["jev", "local"]
    assert names({}, scorer="phocinae") == ["phocinae"]
    assert names(key, scorer="recency") == ["recency"]


def test_jev_scores_every_open_message_in_batches_and_says_what_it_cost() -> None:
    with Running(MockConfig()) as server:
        environ = {"JEV_API_KEY": "k", "JEV_API_URL": f"{server.url}/v1/systemone"}
        stats = run(environ, scorer="jev", batch_size=8).stats
    assert (stats.scorer, stats.sources, stats.calibrated) == ("jev", {"jev": 29}, True)
    assert stats.requests == 4
    assert stats.input_tokens > 0
    assert stats.cost_usd == pytest.approx(stats.input_tokens * 0.042 / 1e6)


def test_a_service_that_is_not_there_falls_back_and_the_stats_say_why() -> None:
    environ = {"JEV_API_KEY": "k", "JEV_API_URL": "http://127.0.0.1:9/v1/systemone"}
    stats = run(environ, scorer="jev").stats
    assert stats.scorer == "recency"
    assert len(stats.fallbacks) == 1
    assert "refuses the connection" in stats.fallbacks[0]


def test_a_missing_key_falls_back_and_the_stats_say_which_variable() -> None:
    (step,) = run({}, scorer="jev").stats.fallbacks
    assert step.startswith("jev → recency")
    assert "JEV_API_KEY" in step


class Part:
    """A scorer that answers for some messages only."""

    def __init__(self, name: str, every: int, calibrated: bool) -> None:
        self.name, self.every, self.calibrated = name, every, calibrated
        self.asked: list[int] = []

    def score(self, request: Request) -> Scoring:
        open_ones = [c.index for c in request.candidates if not c.settled]
        self.asked.append(len(open_ones))
        scores = tuple(
            Score(index=i, value=0.5, confidence=0.9, source=self.name) for i in open_ones if i % self.every == 0
        )
        return Scoring(scores=scores, report=Report(scorer=self.name, tier=self.name, calibrated=self.calibrated))


def mixed(first: Part, second: Part) -> Any:
    scorers: list[Scorer] = [first, second]
    settings = load(environ={}, overrides={"compact": {"target_bytes": 2500, "keep_recent": 1}}).settings
    return compact(MESSAGES, settings=settings, scorers=scorers, environ={}).stats


def test_what_one_calibrated_scorer_left_out_is_filled_in_by_the_next_calibrated_one() -> None:
    first, second = Part("a", 2, True), Part("b", 1, True)
    stats = mixed(first, second)
    assert stats.sources == {"a": 14, "b": 15}
    assert second.asked == [15]


def test_without_a_common_measure_the_whole_run_is_scored_again_by_the_next() -> None:
    stats = mixed(Part("a", 2, True), Part("b", 1, False))
    assert stats.sources == {"b": 29}
    assert "all are scored again" in stats.fallbacks[0]


def test_what_is_scored_is_text_and_results_and_never_reasoning_binary_or_base64() -> None:
    blob = "A1b2" * 200
    message = Message(
        "user",
        (
            Text("words", Author.HUMAN),
            Thinking("secret thoughts"),
            Blob("image/png", 9),
            ToolCall("1", "n", "args"),
            ToolResult("1", f"see data:image/png;base64,{blob} here"),
        ),
    )
    assert scored_text(message) == "words\nsee [binary] here"


def test_of_a_very_long_text_the_beginning_and_the_end_are_scored() -> None:
    text = scored_text(Message("tool", (ToolResult("1", "a " * 200_000 + "end"),)))
    assert len(text) < 210_000
    assert text.endswith("end")


def test_no_key_and_no_session_text_is_in_the_stats() -> None:
    with Running(MockConfig(busy_every=1)) as server:
        environ = {"JEV_API_KEY": "sk-very-secret", "JEV_API_URL": f"{server.url}/v1/systemone"}
        stats = run(environ, scorer="jev", timeout_ms=3000).stats
    assert "very-secret" not in json.dumps([stats.fallbacks, stats.error])
