"""Message lists of every shape: read, written again, and accepted by the vendors' own types."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from threefold.compacting import compact, opened
from threefold.compaction.opening import open_source, open_values
from threefold.compaction.settings import CompactSettings
from threefold.compaction.slots import dumps, edited
from threefold.errors import InputError
from threefold.reading.source import BytesSource

FILLER = "nothing of note here " * 30


def openai_chat() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"role": "system", "content": "sys"},
        {"role": "user", "content": "go, keep src/a.py"},
    ]
    for n in range(8):
        calls = [{"id": f"c{n}", "type": "function", "function": {"name": "read", "arguments": '{"path":"x"}'}}]
        found.append({"role": "assistant", "content": None, "tool_calls": calls})
        found.append({"role": "tool", "tool_call_id": f"c{n}", "content": f"{FILLER} at lib/m{n}.py"})
    return found


def responses() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}
    ]
    for n in range(8):
        found.append({"type": "reasoning", "id": f"r{n}", "summary": [], "encrypted_content": "x" * 50})
        found.append({"type": "function_call", "call_id": f"c{n}", "name": "read", "arguments": "{}"})
        found.append({"type": "function_call_output", "call_id": f"c{n}", "output": f"{FILLER} at lib/m{n}.py"})
    return found


def anthropic() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for n in range(8):
        think = {"type": "thinking", "thinking": "hm", "signature": f"sig{n}"}
        call = {"type": "tool_use", "id": f"c{n}", "name": "Read", "input": {}}
        found.append({"role": "assistant", "content": [think, call]})
        answer = {"type": "tool_result", "tool_use_id": f"c{n}", "content": f"{FILLER} at lib/m{n}.py"}
        found.append({"role": "user", "content": [answer]})
    return found


def gemini() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"role": "user", "parts": [{"text": "go"}]}]
    for n in range(8):
        found.append({"role": "model", "parts": [{"functionCall": {"name": "read", "args": {"n": n}}}]})
        answer = {"name": "read", "response": {"output": f"{FILLER} at lib/m{n}.py"}}
        found.append({"role": "user", "parts": [{"functionResponse": answer}]})
    found.append({"role": "model", "parts": [{"text": "done"}]})
    return found


def langchain() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"type": "human", "data": {"content": "go", "type": "human"}}]
    for n in range(8):
        calls = [{"name": "read", "args": {}, "id": f"c{n}", "type": "tool_call"}]
        found.append({"type": "ai", "data": {"content": "", "type": "ai", "tool_calls": calls}})
        data = {"content": f"{FILLER} at lib/m{n}.py", "type": "tool", "tool_call_id": f"c{n}"}
        found.append({"type": "tool", "data": data})
    return found


def pydantic_ai() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "go"}]}]
    for n in range(8):
        thought = {"part_kind": "thinking", "content": "hm", "signature": f"sig{n}"}
        call = {"part_kind": "tool-call", "tool_name": "read", "args": {"n": n}, "tool_call_id": f"c{n}"}
        found.append({"kind": "response", "parts": [thought, call], "model_name": "m"})
        answer = {"part_kind": "tool-return", "tool_name": "read", "tool_call_id": f"c{n}"}
        found.append({"kind": "request", "parts": [{**answer, "content": f"{FILLER} at lib/m{n}.py"}]})
    return found


def adapter(shape: str) -> TypeAdapter[Any] | None:
    if shape == "openai-chat":
        from openai.types.chat import ChatCompletionMessageParam

        return TypeAdapter(ChatCompletionMessageParam)
    if shape == "openai-responses":
        from openai.types.responses import ResponseInputItemParam

        return TypeAdapter(ResponseInputItemParam)
    if shape == "anthropic":
        from anthropic.types import MessageParam

        return TypeAdapter(MessageParam)
    if shape == "pydantic-ai":
        library = pytest.importorskip("pydantic_ai")
        return TypeAdapter(library.ModelMessage)
    return None


SHAPES = {
    "openai-chat": openai_chat,
    "openai-responses": responses,
    "anthropic": anthropic,
    "gemini-contents": gemini,
    "langchain-dict": langchain,
    "pydantic-ai": pydantic_ai,
}


@pytest.mark.parametrize("budget", [400, 1200, 3000])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_list_of_each_shape_keeps_pairs_pins_and_objects_and_passes_the_vendors_types(
    shape: str, budget: int
) -> None:
    messages = SHAPES[shape]()
    settings = CompactSettings(target_bytes=budget, scorer="recency", keep_recent=1)
    result = compact(messages, settings=settings, environ={})
    assert (result.stats.shape, result.stats.error) == (shape, "")
    assert result.stats.orphans_after == 0
    assert result.stats.bytes_after <= budget or result.stats.over_budget_bytes
    ours = [m for m in result.messages if not any(m is original for original in messages)]
    assert len(ours) == 1 + result.stats.shrunk
    output = json.dumps(result.messages)
    assert all(f"lib/m{n}.py" in output for n in range(8))
    types = adapter(shape)
    for message in result.messages if types is not None else ():
        types.validate_python(message)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_list_as_an_array_an_indented_array_and_lines_comes_out_as_it_went_in(
    shape: str, tmp_path: Any
) -> None:
    messages = SHAPES[shape]()
    written = {
        "array.json": json.dumps(messages),
        "indented.json": json.dumps(messages, indent=2, ensure_ascii=False),
        "lines.jsonl": "".join(json.dumps(m) + "\n" for m in messages),
    }
    for name, text in written.items():
        path = tmp_path / name
        path.write_text(text)
        with opened(path) as at:
            settings = CompactSettings(target_ratio=0.4, scorer="recency", keep_recent=1)
            result = compact(at.session or (), settings=settings, opened=(at.conversation, at.wire), environ={})
        assert (result.stats.error, result.stats.changed) == ("", True)
        assert len(result.output) == result.stats.bytes_after <= int(len(text.encode()) * 0.4)
        lines = name.endswith("l")
        out = [json.loads(x) for x in result.output.splitlines()] if lines else json.loads(result.output)
        assert [m for m in out if m in messages] == [m for m in messages if m in out]


def test_an_object_around_the_messages_stays_as_it_stands(tmp_path: Any) -> None:
    body = {"model": "m", "system": "be brief", "messages": anthropic(), "tools": [{"name": "Read"}]}
    path = tmp_path / "request.json"
    path.write_text(json.dumps(body))
    with opened(path) as at:
        settings = CompactSettings(target_ratio=0.4, scorer="recency", keep_recent=1)
        result = compact(at.session or (), settings=settings, opened=(at.conversation, at.wire), environ={})
    after = json.loads(result.output)
    assert {key: after[key] for key in ("model", "system", "tools")} == {
        key: body[key] for key in ("model", "system", "tools")
    }
    assert 1 < len(after["messages"]) < len(body["messages"])


def test_what_is_no_list_of_messages_is_refused() -> None:
    with pytest.raises(InputError):
        open_source(BytesSource(b"not json at all"))


def test_thinking_images_and_arguments_are_never_touched_inside() -> None:
    message = {
        "role": "assistant",
        "z_unknown": {"b": 1, "a": 2},
        "content": [
            {"type": "thinking", "thinking": "text text", "signature": "s"},
            {"type": "image", "source": {"type": "base64", "data": "text"}},
            {"type": "tool_use", "id": "1", "name": "n", "input": {"text": "text", "content": "text"}},
            {"type": "text", "text": "text"},
        ],
    }
    raw = dumps(message)
    changed = edited(raw, lambda text, kind: text if kind == "blob" else "X")
    assert changed is not None
    assert changed == raw.replace(b'{"type":"text","text":"text"}', b'{"type":"text","text":"X"}')


def test_a_result_in_any_format_is_known_as_one() -> None:
    shapes: list[dict[str, Any]] = [
        {"role": "tool", "content": "T"},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "T"}]}],
        },
        {"type": "function_call_output", "call_id": "1", "output": "T"},
        {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"output": "T"}}}]},
        {"type": "tool/result", "data": {"message": {"toolCallId": "1", "content": [{"type": "text", "text": "T"}]}}},
        {"type": "message", "message": {"role": "toolResult", "content": [{"type": "text", "text": "T"}]}},
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "1", "output": "T"}},
    ]
    for message in shapes:
        kinds: list[str] = []

        def note(text: str, kind: str, kinds: list[str] = kinds) -> str:
            kinds.append(kind)
            return text

        assert edited(dumps(message), note) == dumps(message)
        assert kinds == ["result"], message


def test_lone_surrogates_are_escaped_and_everything_else_is_written_as_it_is() -> None:
    assert dumps({"a": "中\ud800\n"}) == '{"a":"中\\ud800\\n"}'.encode()


def test_a_list_with_something_that_is_no_message_keeps_it() -> None:
    conversation, _ = open_values([{"role": "user", "content": "go"}, {"weird": True}])
    assert [item.opaque for item in conversation.items] == [False, True]
