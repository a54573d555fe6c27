"""The three tools, called by a model in the real harness."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

CORPUS = """\
{"id": "lost-1", "label": "lost", "record": {"todos": ["a", "b", "c", "d"]}}
{"id": "keep-1", "label": "keep", "record": {}}
"""
NAMES = ("context_verdict_build", "context_verdict_judge", "context_verdict_verify")


def result(live: Any, number: int) -> tuple[Any, bool]:
    """What the model was told by the tool that it called, and whether as an error."""
    message = live.of("tool/result")[number]["data"]["message"]
    text = "".join(block["text"] for block in message["content"] if block["type"] == "text")
    return text if message.get("isError") else json.loads(text), bool(message.get("isError"))


@pytest.fixture
def live(harness: Callable[..., Any], profile: str) -> Any:
    live = harness(profile=profile, files={"corpus.jsonl": CORPUS})
    live.stage.turn(
        "Strip the line ending.",
        live.call("read", {"file_path": "src/cli.py"}),
        live.call("edit", {"file_path": "src/cli.py", "old_string": "2019", "new_string": "2020"}),
        "Done.",
    )
    return live


def test_a_model_has_three_tools_builds_a_snapshot_and_has_it_judged_and_no_other(live: Any) -> None:
    def judged() -> Any:
        return live.call(NAMES[1], {"snapshot": result(live, 2)[0]})

    def edited() -> Any:
        return live.call(NAMES[1], {"snapshot": result(live, 2)[0] | {"uncommitted": []}})

    def per_block() -> Any:
        return live.call(NAMES[1], {"snapshot": {"outer": [{"perBlock": 1}]}})

    live.stage.turn(
        "Is it safe to compact?",
        live.call(NAMES[0], {}),
        judged,
        edited,
        per_block,
        live.call(NAMES[2], {"corpus": "corpus.jsonl"}),
        live.call(NAMES[2], {"corpus": "../.gitconfig"}),
        "Not yet.",
    )
    offered = {tool["name"] for tool in live.model.requests[-1].body["tools"]}
    assert {name for name in offered if "verdict" in name or "threefold" in name} == set(NAMES)
    snapshot, failed = result(live, 2)
    assert not failed
    assert snapshot["session"] == live.runtime.session
    assert snapshot["uncommitted"] == ["src/cli.py"]
    verdict, failed = result(live, 3)
    assert not failed
    assert (verdict["verdict"], verdict["reason"]) == ("wait", "no_service_configured")
    refusal, failed = result(live, 4)
    assert failed
    assert "Build the snapshot again" in refusal
    refusal, failed = result(live, 5)
    assert failed
    assert "$.snapshot.outer[0].perBlock" in refusal
    assert "0.323" in refusal
    report, failed = result(live, 6)
    assert not failed
    assert report["lost"]["letThrough"] == []
    refusal, failed = result(live, 7)
    assert failed
    assert "below the session's directory" in refusal
