from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import langchain, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Turn, Usage

Json = dict[str, Any]
CLASSES = {
    "human": "HumanMessage",
    "ai": "AIMessage",
    "tool": "ToolMessage",
    "system": "SystemMessage",
    "remove": "RemoveMessage",
}
OPENING = "Here is a summary of the conversation to date:\n\nThey said one."


def dumped(kind: str, content: Any = "", **more: Any) -> Json:
    path = ["langchain", "schema", "messages", CLASSES[kind]]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": {"content": content, "type": kind, **more}}


def plain(kind: str, content: Any = "", **more: Any) -> Json:
    return {"type": kind, "data": {"content": content, "type": kind, **more}}


SHAPES = [dumped, plain]


def log(*messages: Json) -> Session:
    return langchain.read(BytesSource(json.dumps(messages, indent=1).encode()))


def texts(session: Session, events: Any = None) -> list[str]:
    return [message.text() for message in session.messages(events)]


@pytest.mark.parametrize("made", SHAPES)
def test_a_call_that_stands_twice_is_one_call(made: Any) -> None:
    block = {"type": "tool_use", "id": "c1", "name": "ls", "input": {"path": "/"}}
    calls = [{"name": "ls", "args": {"path": "/"}, "id": "c1"}, {"name": "cat", "args": {}, "id": "c2"}]
    session = log(
        made("human", "go"),
        made("ai", [{"type": "text", "text": "ok"}, block], tool_calls=calls, usage_metadata={"input_tokens": 4}),
        made("tool", "x", tool_call_id="c1", name="ls", status="error"),
    )
    _, answer, result = session.messages()
    assert [(call.id, call.name) for call in answer.tool_calls] == [("c1", "ls"), ("c2", "cat")]
    assert [(r.call_id, r.is_error) for r in result.tool_results] == [("c1", True)]
    assert session.record(1).marks == (Usage(4),)


@pytest.mark.parametrize("made", SHAPES)
def test_older_messages_hold_their_calls_as_openai_wrote_them(made: Any) -> None:
    call = {"id": "c1", "function": {"name": "ls", "arguments": '{"path": "/"}'}}
    session = log(made("ai", "", additional_kwargs={"tool_calls": [call]}))
    assert [(c.id, c.input) for m in session.messages() for c in m.tool_calls] == [("c1", {"path": "/"})]


@pytest.mark.parametrize("made", SHAPES)
def test_roles_and_authors(made: Any) -> None:
    session = log(made("system", "s"), made("human", "h"), made("ai", "a"))
    assert [(m.role, m.author) for m in session.messages()] == [
        ("system", Author.HARNESS),
        ("user", Author.HUMAN),
        ("assistant", Author.MODEL),
    ]
    assert [mark for _, r in session.records() for mark in r.marks] == [Turn(True), Turn(False, "completed")]


@pytest.mark.parametrize("mark", [{"additional_kwargs": {"lc_source": "summarization"}}, {}])
def test_a_summary_stands_for_what_was_removed_and_what_is_added_again_was_kept(mark: Json) -> None:
    session = log(
        dumped("system", "s", id="0"),
        dumped("human", "one", id="1"),
        dumped("ai", "two", id="2"),
        dumped("remove", id="__remove_all__"),
        dumped("human", OPENING, id="3", **mark),
        dumped("ai", "two", id="2"),
        dumped("human", "three", id="4"),
    )
    (compaction,) = session.compactions
    assert texts(session) == [OPENING, "two", "three"]
    assert (compaction.summary, texts(session, compaction.kept)) == (OPENING, ["two"])
    assert texts(session, compaction.covers) == ["s", "one"]
    assert next(session.messages()).author is Author.SUMMARY


def test_a_state_that_begins_with_a_summary_says_that_its_originals_are_missing() -> None:
    (compaction,) = log(plain("human", OPENING), plain("ai", "ok")).compactions
    assert compaction.gaps == ("what the summary was made from is not in this file",)


def test_a_message_with_a_known_id_replaces_the_earlier_one_and_a_removed_one_is_gone() -> None:
    session = log(
        plain("human", "one", id="1"),
        plain("ai", "al", id="2"),
        plain("ai", "alpha", id="2"),
        plain("remove", id="1"),
        plain("remove", id="nowhere"),
    )
    assert (texts(session), texts(session, range(5))) == (["alpha"], ["one", "alpha"])


@pytest.mark.parametrize("made", SHAPES)
def test_a_graphs_state_and_lines_are_read_too(made: Any) -> None:
    rows = [made("human", "one"), made("ai", "two")]
    state = langchain.read(BytesSource(json.dumps({"messages": rows, "todos": []}).encode()))
    lines = langchain.read(BytesSource(b"".join(json.dumps(row).encode() + b"\n" for row in rows)))
    assert texts(state) == texts(lines) == ["one", "two"]
    assert lines.lines.read == lines.lines.total == 2


def test_every_message_of_a_real_dump_is_read(shared: Path) -> None:
    path = shared / "sessions/langchain/deepagents-messages.json"
    rows = [row["kwargs"] for row in json.loads(path.read_text())]
    with read(path) as session:
        assert (session.format, len(session.events)) == ("langchain", len(rows))
        assert session.lines.read == session.lines.total == len(path.read_text().splitlines())
        messages = list(session.messages())
        calls = [call["id"] for row in rows for call in row.get("tool_calls", ())]
        assert [c.id for m in messages for c in m.tool_calls] == calls
        assert [r.call_id for m in messages for r in m.tool_results] == calls
        assert [m.author for m in messages] == [
            {"human": Author.HUMAN, "ai": Author.MODEL, "tool": Author.TOOL}[row["type"]] for row in rows
        ]
