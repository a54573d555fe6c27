"""How a list of messages is known for what it is."""

from __future__ import annotations

import pytest

from threefold.compaction.shapes import shape_of
from threefold.compaction.wire import MAKERS


@pytest.mark.parametrize(
    ("messages", "shape"),
    [
        ([{"role": "user", "content": "hello"}], "openai-chat"),
        ([{"role": "user", "content": [{"type": "text", "text": "x"}]}], "anthropic"),
        ([{"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "image_url"}]}], "openai-chat"),
        ([{"role": "assistant", "content": [{"type": "refusal"}]}], "openai-chat"),
        ([{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use"}]}], "anthropic"),
        ([{"role": "user", "content": "x"}, {"role": "tool", "content": "y"}], "openai-chat"),
        ([{"type": "message", "role": "user", "content": []}], "openai-responses"),
        ([{"type": "function_call_output", "output": "x"}], "openai-responses"),
        ([{"role": "developer", "content": "x"}, {"type": "function_call", "name": "x"}], "openai-responses"),
        ([{"role": "system", "content": "x"}, {"type": "reasoning", "summary": []}], "openai-responses"),
        ([{"role": "user", "content": [{"type": "input_text", "text": "x"}]}], "openai-responses"),
        ([{"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "text"}]}], "openai-chat"),
        ([{"role": "user", "parts": [{"text": "x"}]}], "gemini-contents"),
        ([{"type": "user", "content": "x", "id": "1"}], "gemini-record"),
        ([{"lc": 1, "type": "constructor", "kwargs": {}}], "langchain-constructor"),
        ([{"type": "human", "data": {"content": "x"}}], "langchain-dict"),
        ([{"kind": "request", "parts": []}], "pydantic-ai"),
        (["no message", 7], "openai-chat"),
        ([], "openai-chat"),
    ],
)
def test_a_list_of_messages_is_known_by_what_its_elements_look_like(messages: list[object], shape: str) -> None:
    assert shape_of(messages) == shape


@pytest.mark.parametrize("shape", sorted(MAKERS))
def test_a_note_is_of_the_shape_of_the_messages_around_it(shape: str) -> None:
    note, _ = MAKERS[shape]("said", "user")
    alike = {"anthropic": "openai-chat"}  # a plain text is the same in both
    assert shape_of([note]) == alike.get(shape, shape)
