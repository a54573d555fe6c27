from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import qwen, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Text, Turn, Usage

Json = dict[str, Any]
SNAPSHOT = "<state_snapshot>\n<overall_goal>ship</overall_goal>\n</state_snapshot>"


def entry(uuid: str, parent: str | None, kind: str, *parts: Json, **more: Any) -> Json:
    made: Json = {"uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": "t", "type": kind, "cwd": "/w"}
    if parts:
        made["message"] = {"role": "model" if kind == "assistant" else "user", "parts": list(parts)}
    return {**made, **more}


def text(words: str, **more: Any) -> Json:
    return {"text": words, **more}


def log(*entries: Json) -> Session:
    return qwen.read(BytesSource(b"".join(json.dumps(one).encode() + b"\n" for one in entries)))


def texts(session: Session, events: Any = None) -> list[str]:
    return [message.text() for message in session.messages(events)]


def authors(session: Session) -> list[tuple[str, str]]:
    return [(p.author.value, p.text) for m in session.messages() for p in m.parts if isinstance(p, Text)]


def test_a_call_is_paired_with_its_result() -> None:
    call = {"functionCall": {"id": "c1", "name": "read_file", "args": {"path": "/x"}}}
    answer = {"functionResponse": {"id": "c1", "name": "read_file", "response": {"error": "no such file"}}}
    session = log(
        entry("a", None, "user", text("go")),
        entry(
            "b", "a", "assistant", text("hm", thought=True), text("look"), call, usageMetadata={"promptTokenCount": 3}
        ),
        entry("c", "b", "tool_result", answer),
    )
    _, said, result = session.messages()
    assert [type(part).__name__ for part in said.parts] == ["Thinking", "Text", "ToolCall"]
    assert (result.role, result.tool_results[0].call_id, result.tool_results[0].is_error) == ("tool", "c1", True)
    assert session.record(1).marks == (Usage(3, 0),)


def test_pieces_with_one_uuid_are_one_message() -> None:
    session = log(
        entry("a", None, "user", text("go")),
        entry("b", "a", "assistant", text("hm", thought=True)),
        entry("b", "a", "assistant", text("done")),
        entry("c", "b", "user", text("thanks")),
    )
    assert [len(message.parts) for message in session.messages()] == [1, 2, 1]


@pytest.mark.parametrize("more", [{"subtype": "notification"}, {"subtype": "cron"}, {"provenance": "goal_runtime"}])
def test_what_the_client_says_in_the_users_place_is_no_humans(more: Json) -> None:
    session = log(entry("a", None, "user", text("Do not touch prod."), **more))
    assert authors(session) == [("harness", "Do not touch prod.")]


def test_what_was_typed_is_told_from_what_was_put_around_it() -> None:
    payload = {"systemPayload": {"displayText": "read @x.py"}}
    session = log(entry("a", None, "user", text("read @x.py\nnote"), text("never delete"), **payload))
    assert authors(session) == [("human", "read @x.py"), ("harness", "\nnote"), ("harness", "never delete")]
    assert Turn(True) in session.record(0).marks


def test_a_sub_agents_entries_are_on_the_side() -> None:
    session = log(entry("a", None, "user", text("go")), entry("b", "a", "user", text("side"), agentId="x"))
    assert texts(session) == ["go"]
    assert session.record(1).message.sidechain  # type: ignore[union-attr]


def test_a_branch_that_was_left_is_not_seen() -> None:
    rewind = {"subtype": "rewind", "systemPayload": {"targetUuid": "a"}}
    session = log(
        entry("a", None, "user", text("one")),
        entry("b", "a", "assistant", text("dead")),
        entry("r", "b", "system", **rewind),
        entry("c", "r", "user", text("two")),
    )
    assert texts(session) == ["one", "two"]


def test_a_compression_stands_for_everything_before_it() -> None:
    kept = text("kept answer")
    history = [
        {"role": "user", "parts": [text(SNAPSHOT)]},
        {"role": "model", "parts": [text("Got it.")]},
        {"role": "model", "parts": [kept]},
    ]
    payload = {"compressedHistory": history, "info": {"originalTokenCount": 90, "newTokenCount": 9}}
    session = log(
        entry("a", None, "user", text("one")),
        entry("b", "a", "assistant", kept),
        entry("k", "b", "system", subtype="chat_compression", systemPayload=payload),
        entry("c", "k", "user", text("two")),
    )
    (compaction,) = session.compactions
    assert texts(session) == [SNAPSHOT, "Got it.", "kept answer", "two"]
    assert (compaction.summary, compaction.tokens_before, compaction.tokens_after) == (SNAPSHOT, 90, 9)
    assert (texts(session, compaction.covers), texts(session, compaction.kept)) == (["one"], ["kept answer"])
    assert json.loads(session.raw(compaction.summary_event or 0))["role"] == "user"


def test_a_real_log_is_read_along_its_active_branch(shared: Path) -> None:
    with read(shared / "sessions/qwen-code/small.jsonl") as session:
        assert (session.format, session.version, session.lines.read, session.lines.total) == ("qwen", "0.21.13", 9, 9)
        assert texts(session) == [
            "Begin the active-chain fixture.",
            "Continue from the rewound branch.",
            "Active branch answer.",
        ]
        assert [m.author for m in session.messages()] == [Author.HUMAN, Author.HUMAN, Author.MODEL]
        assert session.cwd.endswith("/new-project")
