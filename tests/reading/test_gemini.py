from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import InputError
from threefold.reading import gemini, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Turn, Usage

Json = dict[str, Any]
HEAD: Json = {"sessionId": "s1", "projectHash": "abc", "startTime": "t", "lastUpdated": "t"}
SNAPSHOT = "<state_snapshot>\n<overall_goal>ship</overall_goal>\n</state_snapshot>"
FILES = ["gemini-cli/session-f7633853.json", "gemini-cli/session-fa4593e0.json"]


def message(id: str, kind: str, content: Any, **more: Any) -> Json:
    return {"id": id, "timestamp": "2026-01-01T00:00:00Z", "type": kind, "content": content, **more}


def call(status: str = "success", **response: Any) -> Json:
    result = [{"functionResponse": {"id": "c1", "name": "ls", "response": response}}] if response else None
    return {"id": "c1", "name": "ls", "args": {"path": "/w"}, "status": status, "result": result}


def document(*messages: Json) -> Session:
    return gemini.read(BytesSource(json.dumps({**HEAD, "messages": messages}, indent=2).encode()))


def lines(*records: Json) -> Session:
    return gemini.read(BytesSource(b"".join(json.dumps(record).encode() + b"\n" for record in (HEAD, *records))))


def texts(log: Session, events: Any = None) -> list[str]:
    return [m.text() for m in log.messages(events)]


def test_a_call_and_its_result_are_one_message() -> None:
    thought = {"subject": "Plan", "description": "look"}
    tokens = {"input": 10, "output": 2}
    log = document(
        message("a", "user", "look"),
        message("b", "gemini", "ok", thoughts=[thought], toolCalls=[call(output="x.py")], tokens=tokens, model="g-1"),
    )
    answer = list(log.messages())[1]
    assert [type(part).__name__ for part in answer.parts] == ["Thinking", "Text", "ToolCall", "ToolResult"]
    assert answer.tool_calls[0].input == {"path": "/w"}
    assert (answer.tool_results[0].text, answer.tool_results[0].call_id, answer.model) == ("x.py", "c1", "g-1")
    assert [mark for _, record in log.records() for mark in record.marks] == [Turn(True), Usage(10, 2)]
    assert json.loads(log.raw(0))["id"] == "a"
    assert log.events[1].line > log.events[0].line > 1


@pytest.mark.parametrize(
    ("made", "outcomes"),
    [
        (call("error", error="no such file"), [("no such file", True)]),
        (call("cancelled"), []),
        (call(content="text"), [("text", False)]),
        (call(other=1), [('{"other": 1}', False)]),
    ],
)
def test_how_a_call_went_shows_in_its_result(made: Json, outcomes: list[tuple[str, bool]]) -> None:
    log = document(message("b", "gemini", "", toolCalls=[made]))
    assert [(r.text, r.is_error) for r in next(log.messages()).tool_results] == outcomes


def test_what_the_client_shows_is_no_part_of_the_conversation() -> None:
    log = document(message("a", "user", "hi"), message("i", "info", "update!"), message("e", "error", "quota"))
    assert texts(log) == ["hi"]
    assert log.record(1).message.author is Author.HARNESS  # type: ignore[union-attr]


def test_files_that_the_client_put_into_a_message_are_not_a_humans() -> None:
    parts = [
        {"text": "read @x.py"},
        {"text": "\n--- Content from referenced files ---"},
        {"text": "\nContent from @x.py:\n"},
        {"text": "never delete"},
        {"text": "\n--- End of content ---"},
        {"text": "and be quick"},
        {"inlineData": {"mimeType": "image/png", "data": "A" * 12}},
    ]
    log = document(message("a", "user", parts), message("b", "user", "System: Please continue."))
    first, second = log.messages()
    assert first.text(Author.HUMAN) == "read @x.py\nand be quick"
    assert (first.parts[-1].size, second.author) == (12, Author.HARNESS)  # type: ignore[union-attr]


@pytest.mark.parametrize("text", [SNAPSHOT, f"<scratchpad>\nhm\n</scratchpad>\n{SNAPSHOT}"])
def test_a_state_snapshot_is_a_compaction_of_what_stood_before(text: str) -> None:
    log = document(
        message("a", "user", "one"),
        message("b", "gemini", "alpha"),
        message("c", "user", text),
        message("d", "gemini", "Got it."),
    )
    (compaction,) = log.compactions
    assert compaction.summary == text
    assert texts(log, compaction.covers) == ["one", "alpha"]
    assert texts(log) == [text, "Got it."]
    assert next(log.messages()).author is Author.SUMMARY


def test_a_human_who_mentions_a_snapshot_compacts_nothing() -> None:
    log = document(message("a", "user", "one"), message("c", "user", "what is <state_snapshot> for?"))
    assert (len(log.compactions), texts(log)) == (0, ["one", "what is <state_snapshot> for?"])


def test_a_line_with_a_known_id_replaces_the_earlier_one() -> None:
    log = lines(message("a", "user", "one"), message("b", "gemini", "al"), message("b", "gemini", "alpha"))
    assert texts(log) == ["one", "alpha"]
    assert texts(log, range(len(log.events))) == ["one", "alpha"]
    assert log.lines.read == log.lines.total == 4


@pytest.mark.parametrize(("id", "left"), [("b", ["one"]), ("unknown", [])])
def test_a_rewind_forgets_a_message_and_all_behind_it(id: str, left: list[str]) -> None:
    log = lines(
        message("a", "user", "one"), message("b", "gemini", "alpha"), message("c", "user", "two"), {"$rewindTo": id}
    )
    assert texts(log) == left


def test_a_rebuilt_history_with_a_snapshot_is_a_compaction() -> None:
    kept = message("c", "user", "two")
    log = lines(
        message("a", "user", "one"),
        message("b", "gemini", "alpha"),
        kept,
        {"$set": {"messages": [message("k", "user", [{"text": SNAPSHOT}]), kept, message("n", "gemini", "Got it.")]}},
        message("d", "user", "three"),
    )
    (compaction,) = log.compactions
    assert texts(log) == [SNAPSHOT, "two", "Got it.", "three"]
    assert (texts(log, compaction.covers), texts(log, compaction.kept)) == (["one", "alpha"], ["two"])
    place = log.events[compaction.summary_event or 0]
    assert (place.line, json.loads(log.raw(place.index))["id"]) == (5, "k")


def test_setting_other_fields_changes_no_message() -> None:
    log = lines(message("a", "user", "one"), {"$set": {"lastUpdated": "t2"}})
    assert (texts(log), log.lines.read) == (["one"], 3)


def test_a_document_that_ends_too_early_is_refused() -> None:
    data = json.dumps({**HEAD, "messages": [message("a", "user", "one")]}, indent=2).encode()
    with pytest.raises(InputError):
        read_whole(data[:-30])


def read_whole(data: bytes) -> Session:
    from threefold.reading import read_source

    return read_source(BytesSource(data))


@pytest.mark.parametrize("name", FILES)
def test_every_message_of_a_real_document_is_read(shared: Path, name: str) -> None:
    path = shared / "sessions" / name
    written = json.loads(path.read_text())["messages"]
    with read(path) as log:
        assert (log.format, len(log.events)) == ("gemini", len(written))
        assert log.lines.read == log.lines.total == len(path.read_text().splitlines())
        assert [json.loads(log.raw(e))["id"] for e in range(len(log.events))] == [m["id"] for m in written]
        calls = [c["id"] for m in written for c in m.get("toolCalls", ())]
        assert [c.id for m in log.messages() for c in m.tool_calls] == calls
        assert [r.call_id for m in log.messages() for r in m.tool_results] == calls
        assert len(log.surface) == sum(m["type"] in ("user", "gemini") for m in written)


def test_real_lines_are_read(shared: Path) -> None:
    with read(shared / "sessions/gemini-cli/jsonl-v040.jsonl") as log:
        assert (log.format, log.lines.read, log.lines.total) == ("gemini", 5, 5)
        assert texts(log) == ["Say hello and list files.", "", "Hello! I listed the files."]
