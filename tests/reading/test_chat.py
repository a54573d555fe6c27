from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import UnknownFormat
from threefold.reading import read, read_source
from threefold.reading.source import BytesSource
from threefold.session import Author, Session

Json = dict[str, Any]

OPENAI: list[Json] = [
    {"role": "system", "content": "be brief"},
    {
        "role": "user",
        "content": [{"type": "text", "text": "weather?"}, {"type": "image_url", "image_url": {"url": "x" * 9}}],
    },
    {
        "role": "assistant",
        "content": None,
        "reasoning_content": "hm",
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "w", "arguments": '{"in":"Köln"}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "17 °C"},
    {"role": "assistant", "content": "17 °C"},
]
ANTHROPIC: list[Json] = [
    {"role": "user", "content": "weather?"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "sig"},
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "c1", "name": "w", "input": {"in": "Köln"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "c1",
                "is_error": True,
                "content": [
                    {"type": "text", "text": "17 °C"},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 50}},
                ],
            },
            {"type": "text", "text": "<system-reminder>\nx\n</system-reminder>"},
            {"type": "text", "text": "in Celsius"},
        ],
    },
]


def of(value: object, indent: int | None = None) -> Session:
    return read_source(BytesSource(json.dumps(value, ensure_ascii=False, indent=indent).encode()))


def of_lines(*values: object) -> Session:
    return read_source(BytesSource(b"".join(json.dumps(v, ensure_ascii=False).encode() + b"\n" for v in values)))


def shape(log: Session) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(m.role, [(type(p).__name__, p.author.value) for p in m.parts]) for m in log.messages()]


SHAPES = [
    pytest.param(lambda m: of(m), id="array"),
    pytest.param(lambda m: of(m, 2), id="indented array"),
    pytest.param(lambda m: of({"model": "x", "messages": m, "max_tokens": 3}), id="request"),
    pytest.param(lambda m: of_lines(*m), id="message a line"),
    pytest.param(lambda m: of_lines({"messages": m[:2]}, {"messages": m[2:]}), id="conversation a line"),
    pytest.param(lambda m: of_lines({"traj": m[:2], "reward": 1}, {"traj": m[2:]}), id="trajectory a line"),
]


@pytest.mark.parametrize("make", SHAPES)
def test_openai_chat_is_read_in_every_shape(make: Any) -> None:
    log = make(OPENAI)
    assert log.format == "openai"
    assert shape(log) == [
        ("system", [("Text", "harness")]),
        ("user", [("Text", "human"), ("Blob", "human")]),
        ("assistant", [("Thinking", "model"), ("ToolCall", "model")]),
        ("tool", [("ToolResult", "tool")]),
        ("assistant", [("Text", "model")]),
    ]
    messages = list(log.messages())
    assert messages[2].tool_calls[0].input == {"in": "Köln"}
    assert (messages[3].tool_results[0].call_id, messages[3].tool_results[0].text) == ("c1", "17 °C")
    assert messages[1].parts[1].size == 9
    assert [json.loads(log.raw(e)) for e in log.surface] == OPENAI
    assert log.lines.read == log.lines.total


@pytest.mark.parametrize("make", SHAPES)
def test_anthropic_messages_are_read_in_every_shape(make: Any) -> None:
    log = make(ANTHROPIC)
    assert log.format == "anthropic"
    assert shape(log) == [
        ("user", [("Text", "human")]),
        ("assistant", [("Thinking", "model"), ("Text", "model"), ("ToolCall", "model")]),
        ("user", [("ToolResult", "tool"), ("Text", "harness"), ("Text", "human")]),
    ]
    result = list(log.messages())[2].tool_results[0]
    assert (result.call_id, result.text, result.is_error, result.blobs) == ("c1", "17 °C", True, 50)
    assert [json.loads(log.raw(e)) for e in log.surface] == ANTHROPIC


@pytest.mark.parametrize("system", ["be brief", [{"type": "text", "text": "be brief"}]])
def test_a_system_prompt_beside_the_messages_is_the_first_of_them(system: object) -> None:
    log = of({"messages": [{"role": "user", "content": "hi"}], "system": system})
    first, second = log.messages()
    assert (log.format, first.role, first.text(), first.author) == ("anthropic", "system", "be brief", Author.HARNESS)
    assert second.author is Author.HUMAN
    assert json.loads(log.raw(log.surface[0])) == system


def test_a_format_that_is_named_is_believed() -> None:
    plain = json.dumps([{"role": "user", "content": "hi"}]).encode()
    assert [read_source(BytesSource(plain), name).format for name in ("openai", "anthropic")] == ["openai", "anthropic"]


def test_blocks_that_come_late_still_tell_the_format() -> None:
    assert of_lines(*[{"role": "user", "content": "hi"}] * 100, *ANTHROPIC).format == "anthropic"


def test_a_text_that_names_a_block_does_not_change_the_format() -> None:
    log = of([{"role": "user", "content": 'what is {"type": "tool_use"}?'}])
    assert log.format == "openai"


def test_a_legacy_function_call_is_a_call_with_its_result() -> None:
    log = of(
        [
            {"role": "assistant", "content": None, "function_call": {"name": "w", "arguments": "{}"}},
            {"role": "function", "name": "w", "content": "x"},
        ]
    )
    call, result = (m.parts[0] for m in log.messages())
    assert (call.id, result.call_id) == ("w", "w")  # type: ignore[union-attr]


def test_a_summary_in_the_user_role_is_a_summary() -> None:
    log = of([{"role": "user", "content": "Here is a summary of the conversation to date:\n\nx"}])
    assert next(log.messages()).author is Author.SUMMARY


def test_conversations_as_text_are_split_at_their_roles() -> None:
    log = of_lines(
        {"messages_display": "user: Hi, C:\\new\nsecond\nassistant: None\ntool: Error: none\nassistant: Sorry “x”"},
        {"messages_display": "user: again"},
    )
    assert [(m.role, m.text() or m.tool_results[0].text) for m in log.messages()] == [
        ("user", "Hi, C:\\new\nsecond\n"),
        ("tool", "Error: none\n"),
        ("assistant", "Sorry “x”"),
        ("user", "again"),
    ]
    assert "2 conversations" in log.notes[0]


def test_a_broken_line_between_messages_costs_only_itself() -> None:
    data = b'{"role":"user","content":"a"}\n{"role":"assist\n{"role":"user","content":"\\ud83d"}\n'
    log = read_source(BytesSource(data))
    assert [m.text() for m in log.messages()] == ["a", "\ufffd"]
    assert (log.lines.read, log.lines.broken, log.lines.total) == (2, 1, 3)


@pytest.mark.parametrize(
    "value",
    [
        [],
        [1, 2],
        [{"role": "narrator", "content": "x"}],
        {"role": "_other", "id": 0},
        {"sessionId": "x", "messages": [{"role": "user", "content": "x"}]},
        {"messages": [{"info": {}, "parts": []}]},
    ],
)
def test_what_is_no_conversation_is_not_claimed(value: object) -> None:
    with pytest.raises(UnknownFormat):
        of(value)


def test_every_turn_of_real_conversations_is_read(shared: Path) -> None:
    path = shared / "sessions/openai-messages/airline-few-shot.jsonl"
    rows = [json.loads(line)["messages_display"] for line in path.read_text().splitlines()]
    with read(path) as log:
        assert (log.format, log.lines.read, log.lines.total) == ("openai", len(rows), len(rows))
        said = Counter(
            line.partition(": ")[0] for row in rows for line in row.split("\n") if not line.endswith(": None")
        )
        found = Counter(m.role for m in log.messages())
        assert found == {role: said[role] for role in ("user", "assistant", "tool")}


def test_a_real_array_of_messages_is_read_as_it_stands(shared: Path) -> None:
    path = shared / "sessions/mini-swe-agent/github-issue.traj.json"
    written = json.loads(path.read_text())
    with read(path, "openai") as log:  # the trajectory's own reader would be asked first
        assert [json.loads(log.raw(e)) for e in log.surface] == written
        assert sum(m.author is Author.TOOL for m in log.messages()) == sum(
            m["content"].startswith("<returncode>") for m in written
        )
