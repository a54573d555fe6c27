"""The scripted model server of the recorder: what a test of the live plugin may rely on."""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def server(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(checkout / "tools" / "record_dsh"))
    import model_server

    yield model_server
    sys.modules.pop("model_server", None)


def asked(url: str, opening: str = "Hello", compact: bool = False) -> list[dict[str, object]]:
    """Ask as the harness does; the events of the stream."""
    body = {
        "model": "m",
        "stream": True,
        "tools": [{"name": "bash"}],
        "messages": [{"role": "user", "content": opening}],
    }
    headers = {"content-type": "application/json"} | ({"x-deepseek-harness-compact": "1"} if compact else {})
    request = urllib.request.Request(f"{url}/v1/messages", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        lines = response.read().decode().split("\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


def words(events: list[dict[str, object]]) -> str:
    """The text of an answer, put together from its pieces."""
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    return "".join(delta["text"] for delta in deltas if delta["type"] == "text_delta")


def test_a_long_answer_arrives_in_pieces_and_whole(server: ModuleType) -> None:
    text = "列出所有文件。One more word. " * 40
    with server.ScriptedModel() as model:
        model.script(server.Reply(text=text, reasoning="First think."))
        events = asked(model.url)
        model.check()
    assert words(events) == text
    assert sum(event["type"] == "content_block_delta" for event in events) > 3
    assert [event["type"] for event in events][-2:] == ["message_delta", "message_stop"]


def test_a_tool_call_carries_its_arguments_and_an_id_of_its_own(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script(*(server.Reply(calls=(server.Call("bash", {"command": f"echo {n}"}),)) for n in range(2)))
        starts = [asked(model.url) for _ in range(2)]
    blocks = [event["content_block"] for events in starts for event in events if event["type"] == "content_block_start"]
    assert [block["name"] for block in blocks] == ["bash", "bash"]
    assert blocks[0]["id"] != blocks[1]["id"]


def test_the_summariser_has_a_script_of_its_own(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script(server.Reply(text="chat"))
        model.script_summary(server.Reply(text="summary"))
        assert words(asked(model.url, compact=True)) == "summary"
        assert words(asked(model.url)) == "chat"
        assert [request.kind for request in model.requests] == ["compact", "chat"]


def test_a_subagent_is_told_by_the_opening_of_its_conversation(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script(server.Reply(text="parent"))
        model.script_for("Find the port", server.Reply(text="child"))
        assert words(asked(model.url, "Find the port in src.")) == "child"
        assert words(asked(model.url, "Delegate this.")) == "parent"


def test_a_reply_may_be_made_at_the_time_of_the_call(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script(lambda: server.Reply(text=f"call {len(model.requests)}"))
        assert words(asked(model.url)) == "call 1"


def test_a_scripted_refusal_is_an_http_error(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script_summary(server.Reply(status=400, error="vetoed"))
        with pytest.raises(urllib.error.HTTPError, match="400") as caught:
            asked(model.url, compact=True)
        assert "vetoed" in caught.value.read().decode()
        caught.value.close()


def test_a_call_beyond_the_script_fails_the_check(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        asked(model.url)
        with pytest.raises(AssertionError, match="1 calls beyond it"):
            model.check()


def test_a_step_that_nobody_asked_for_fails_the_check(server: ModuleType) -> None:
    with server.ScriptedModel() as model:
        model.script(server.Reply(text="never said"))
        with pytest.raises(AssertionError, match="1 left"):
            model.check()
