"""During: compactions by relevance, and pruning, by the engine inside the real harness."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from threefold.reading import read

KEEP = "The port of the warehouse is warehouse.example.com:5433; never push to the origin remote."
PROSE = "Part PART of the importer reads a line and hands it on, as the parts before it do. "
LENGTHS = {"sdk": 70, "web": 175}
"""How often it stands in an answer, so that eight answers fill the small window of each profile."""
SCORERS = {"sdk": "local", "web": "recency"}
LINE = "line 100 of listing 0"


@pytest.fixture
def filled(harness: Callable[..., Any], profile: str) -> Callable[..., Any]:
    """A session that reads listings, which fill the small window of its model."""

    def play(**options: Any) -> Any:
        scored = {"THREEFOLD_COMPACT_SCORER": "recency"}
        live = harness(profile=profile, small_window=True, environment=scored, **options)
        todo = {"todos": [{"content": "Read the listings", "status": "pending"}]}
        live.stage.turn(KEEP, live.call("todo_write", todo), "Noted.")
        live.stage.turn("Look at the listings.", *live.filling(), "All are listings.")
        return live

    return play


NEVER_SAFE = """
- id: context-verdict
  config: { verdictPolicy: veto, maxRefusals: 1, waitMin: 50, deadlineMs: 30000 }
"""


@pytest.fixture
def talked(harness: Callable[..., Any], profile: str) -> Callable[..., Any]:
    """A session of long answers, which fill the small window of its model."""

    def play(**options: Any) -> Any:
        # The embedded model scores where the window is small; a hundred kilobytes take a busy machine too long.
        scored = {"THREEFOLD_COMPACT_SCORER": SCORERS[profile]}
        live = harness(profile=profile, small_window=True, environment=scored, **options)
        todo = {"todos": [{"content": "Read the listings", "status": "pending"}]}
        live.stage.turn(KEEP, live.call("todo_write", todo), "Noted.")
        for number in range(8):
            live.stage.turn(f"Tell me about part {number}.", PROSE.replace("PART", str(number)) * LENGTHS[profile])
        return live

    return play


def seen(live: Any) -> str:
    """What the last request of an ordinary turn showed the model."""
    return json.dumps([request for request in live.model.requests if request.kind == "chat"][-1].body["messages"])


def test_an_automatic_compaction_by_relevance_needs_no_model_and_leaves_what_is_kept(
    talked: Callable[..., Any],
) -> None:
    live = talked(engine="threefold")
    landed = live.of("compaction/summary")
    assert landed
    assert {(row["data"]["provider"], row["data"]["model"]) for row in landed} == {("threefold", SCORERS[live.profile])}
    assert not [request for request in live.model.requests if request.kind == "compact"]
    assert KEEP in seen(live)
    assert "[threefold: " in seen(live)
    assert seen(live).count("Part 0 of the importer reads") < 5
    with read(live.stage.log()) as session:
        assert len(session.compactions) == len(landed)
        assert not session.lines.broken
    live.wait_for_report("compaction-audit.jsonl", len(landed))
    live.model.check()


@pytest.mark.parametrize("profile", ["sdk"], indirect=True)
def test_long_tool_results_are_shortened_where_that_is_enough(filled: Callable[..., Any]) -> None:
    live = filled(engine="threefold")
    assert live.of("compaction/prune") or live.of("compaction/summary")
    assert not [request for request in live.model.requests if request.kind == "compact"]
    assert KEEP in seen(live)
    assert LINE not in seen(live)
    live.model.check()


def test_a_manual_compaction_by_relevance_quotes_what_is_kept(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile, engine="threefold", environment={"THREEFOLD_COMPACT_SCORER": "recency"})
    live.stage.turn(KEEP, "Noted.")
    live.stage.turn("Look.", *live.filling()[:3], "All are listings.")
    assert "error" not in live.compact()["data"]
    (landed,) = live.of("compaction/summary")
    text = landed["data"]["summary"][0]["text"]
    assert KEEP in text
    assert LINE not in text
    assert landed["data"]["provider"] == "threefold"
    live.stage.turn("Go on.", "Gone on.")
    live.model.check()


def test_prune_shortens_tool_results_and_calls_no_summariser_while_that_is_enough(filled: Callable[..., Any]) -> None:
    live = filled(engine="prune")
    assert live.of("compaction/prune")
    assert not live.of("compaction/summary")
    assert LINE not in seen(live)
    assert "bytes cut here" in seen(live)
    assert KEEP in seen(live)
    live.model.check()


@pytest.mark.parametrize("profile", ["sdk"], indirect=True)
def test_a_veto_holds_for_the_engine_as_well(talked: Callable[..., Any]) -> None:
    live = talked(engine="threefold", policy="veto", rows=NEVER_SAFE)
    refused = [row for row in live.of("compaction/end") if "this compaction was stopped" in json.dumps(row["data"])]
    landed = live.of("compaction/summary")
    assert landed[0]["data"]["provider"] == "threefold"
    assert refused[0]["seq"] < landed[0]["seq"]
    assert "1 stopped in a row" in "\n".join(live.console())
