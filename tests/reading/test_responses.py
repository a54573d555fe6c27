from __future__ import annotations

import json
from typing import Any

import pytest

from threefold.reading import read_source, responses
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Turn

Json = dict[str, Any]


def said(role: str, *texts: str) -> Json:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text} for text in texts]}


CALL = {"type": "function_call", "id": "fc", "call_id": "c1", "name": "ls", "arguments": '{"path": "/"}'}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "x.py"}
ITEMS = [said("user", "go"), {"type": "reasoning", "summary": [{"text": "hm"}], "encrypted_content": "e"}, CALL, OUTPUT]


def log(value: Any) -> Session:
    return read_source(BytesSource(json.dumps(value, indent=1).encode()))


def texts(session: Session, events: Any = None) -> list[str]:
    return [message.text() for message in session.messages(events)]


@pytest.mark.parametrize("wrap", [lambda items: items, lambda items: {"model": "m", "input": items}])
def test_a_call_is_paired_with_its_output(wrap: Any) -> None:
    session = log(wrap([*ITEMS, said("assistant", "done")]))
    _, thought, called, result, _ = session.messages()
    assert (session.format, thought.parts[0].signature) == ("responses", "e")  # type: ignore[union-attr]
    assert (called.tool_calls[0].id, called.tool_calls[0].input) == ("c1", {"path": "/"})
    assert (result.tool_results[0].call_id, result.tool_results[0].text) == ("c1", "x.py")
    assert session.record(4).marks == (Turn(False, "completed"),)


def test_a_request_with_instructions_and_a_response_in_one_object_are_read_in_order() -> None:
    session = log({"id": "r1", "instructions": "Be good.", "input": ITEMS[:1], "output": [said("assistant", "done")]})
    assert (session.id, texts(session)) == ("r1", ["Be good.", "go", "done"])
    assert [m.author for m in session.messages()] == [Author.HARNESS, Author.HUMAN, Author.MODEL]


def test_lines_are_read_with_their_accounts() -> None:
    data = b"".join(json.dumps(item).encode() + b"\n" for item in ITEMS)
    session = responses.read(BytesSource(data + b"not JSON\n\n"))
    assert (session.lines.read, session.lines.skipped, session.lines.broken, session.lines.total) == (4, 1, 1, 6)


def test_a_hosted_tool_answers_itself() -> None:
    item = {"type": "web_search_call", "id": "ws", "status": "completed", "action": {"query": "q"}}
    (message,) = log([said("user", "go"), item]).messages([1])
    assert [c.id for c in message.tool_calls] == [r.call_id for r in message.tool_results] == ["ws"]
    assert message.tool_calls[0].name == "web_search"


def test_an_encrypted_compaction_leaves_the_users_messages_and_cannot_be_audited() -> None:
    session = log([*ITEMS, {"type": "compaction", "id": "cmp", "encrypted_content": "g"}, said("user", "two")])
    (compaction,) = session.compactions
    assert texts(session) == ["go", "two"]
    assert (compaction.id, compaction.summary, len(compaction.covers)) == ("cmp", "", 3)
    assert compaction.unreadable.startswith("the summary is encrypted")


def test_a_conversation_of_chat_messages_is_none_of_responses_items() -> None:
    assert log([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]).format == "openai"
