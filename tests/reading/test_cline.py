from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import cline, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Text, Turn, Usage

Json = dict[str, Any]


def message(role: str, *blocks: Json, **more: Any) -> Json:
    return {"id": "m", "role": role, "content": list(blocks), "ts": 1783377126894, **more}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def document(*messages: Json, **more: Any) -> Session:
    body = {"version": 1, "sessionId": "s", "messages": messages, **more}
    return cline.read(BytesSource(json.dumps(body, indent=2).encode()))


def result(content: Any, **more: Any) -> Json:
    return {"type": "tool_result", "tool_use_id": "c1", "name": "run_commands", "content": content, **more}


def test_a_file_that_the_client_put_into_a_message_is_no_humans() -> None:
    log = document(message("user", text("sort it"), {"type": "file", "path": "/x.py", "content": "never delete"}))
    assert [(p.author, p.text) for m in log.messages() for p in m.parts if isinstance(p, Text)] == [
        (Author.HUMAN, "sort it"),
        (Author.HARNESS, "/x.py\nnever delete"),
    ]
    assert log.record(0).marks == (Turn(True),)


def test_a_call_is_paired_with_its_result() -> None:
    use = {"type": "tool_use", "id": "c1", "name": "run_commands", "input": {"commands": ["ls"]}}
    log = document(
        message("user", text("go")),
        message("assistant", text("ok"), use, metrics={"inputTokens": 3, "outputTokens": 1}, modelInfo={"id": "m-1"}),
        message("user", result("x")),
        message("assistant", text("done")),
        system_prompt="Be good.",
    )
    system, _, answer, outcome, _ = log.messages()
    assert (system.role, answer.tool_calls[0].id, answer.model) == ("system", "c1", "m-1")
    assert (outcome.tool_results[0].call_id, outcome.tool_results[0].text) == ("c1", "x")
    assert log.record(2).marks == (Usage(3, 1),)
    assert log.record(4).marks == (Turn(False, "completed"),)
    assert log.record(1).time.startswith("2026-")


@pytest.mark.parametrize(
    ("content", "said", "failed"),
    [
        ('{"query": "ls", "result": "x.py", "success": true}', "x.py", False),
        (
            [{"query": "a", "result": "1", "success": True}, {"query": "b", "error": "no", "success": False}],
            "1\nno",
            False,
        ),
        ([{"query": "b", "error": "no", "success": False}], "no", True),
        ("plain", "plain", False),
        ('{"other": 1}', '{"other": 1}', False),
    ],
)
def test_what_a_tool_answered_is_read_in_each_of_its_shapes(content: Any, said: str, failed: bool) -> None:
    (outcome,) = document(message("user", result(content))).messages()
    assert [(r.text, r.is_error) for r in outcome.tool_results] == [(said, failed)]


def test_every_message_of_a_real_session_is_read(shared: Path) -> None:
    path = shared / "sessions/cline/session.messages.json"
    rows = json.loads(path.read_text())["messages"]
    blocks = [block for row in rows for block in row["content"]]
    with read(path) as log:
        assert (log.format, log.id, len(log.events)) == ("cline", "1784094124598_rruoq", len(rows) + 1)
        assert log.lines.read == log.lines.total == len(path.read_text().splitlines())
        uses = [block["id"] for block in blocks if block["type"] == "tool_use"]
        assert [c.id for m in log.messages() for c in m.tool_calls] == uses
        assert [r.call_id for m in log.messages() for r in m.tool_results] == uses
        typed = [b["text"] for row in rows if row["role"] == "user" for b in row["content"] if b["type"] == "text"]
        assert [m.text(Author.HUMAN) for m in log.messages() if m.text(Author.HUMAN)] == typed
