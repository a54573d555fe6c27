"""Conversations for property tests: hostile texts, in OpenAI's and in Anthropic's shape, all pairs whole."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

Message = dict[str, Any]

FRAGMENTS = (
    "src/ingest/parser.py",
    "C:\\app\\main.ts",
    "https://example.com/a?b=c",
    "HTTP 429",
    "status: 503",
    'File "a/b.py", line 3, in f',
    "\nValueError: bad thing\n",
    "You must not push.",
    "\n- Never touch docs/api.md\n",
    "不要修改接口。",
    "必须先写测试！",
    "docs/设计/说明.md",
    "👩‍👩‍👧‍👦 🇩🇪 e\u0301",
    "\ud800",
    "\r\n",
    "\x00\x1b[31mred\x1b[0m",
    "<threefold-digest>",
    "[threefold: 3 of 9 bytes cut here; not archived]",
    '"quoted" \\ back',
    "ok",
)
NAMES = ("read", "bash", "todo_write")
texts = st.lists(
    st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=30), st.integers(5, 400).map(lambda n: "lorem ipsum " * n)),
    max_size=6,
).map(" ".join)


@st.composite
def openai_chats(draw: st.DrawFn, max_turns: int = 10) -> list[Message]:
    """A conversation of OpenAI chat: every call has its result, in any order."""
    found: list[Message] = []
    if draw(st.booleans()):
        found.append({"role": "system", "content": draw(texts)})
    for turn in range(draw(st.integers(0, max_turns))):
        kind = draw(st.sampled_from(("user", "assistant", "tools", "tools", "parts")))
        if kind == "tools":
            ids = [f"call_{turn}_{n}" for n in range(draw(st.integers(1, 3)))]
            calls = [
                {"id": id, "type": "function", "function": {"name": draw(st.sampled_from(NAMES)), "arguments": args}}
                for id, args in ((id, json.dumps({"path": draw(st.sampled_from(("a.py", "b.py")))})) for id in ids)
            ]
            found.append({"role": "assistant", "content": draw(st.one_of(st.none(), texts)), "tool_calls": calls})
            found += [
                {"role": "tool", "tool_call_id": id, "content": draw(texts), "x_unknown": {"k": [1, 2.5]}}
                for id in draw(st.permutations(ids))
            ]
        elif kind == "parts":
            blob = "A" * draw(st.integers(10, 2000))
            image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{blob}"}}
            found.append({"role": "user", "content": [{"type": "text", "text": draw(texts)}, image]})
        else:
            found.append({"role": kind, "content": draw(texts)})
    return found


@st.composite
def anthropic_chats(draw: st.DrawFn, max_turns: int = 8) -> list[Message]:
    """A conversation of Anthropic messages: thinking with signatures, calls, results in the turn behind."""
    found: list[Message] = [{"role": "user", "content": draw(texts) or "go"}]
    for turn in range(draw(st.integers(1, max_turns))):
        thinking = {"type": "thinking", "thinking": draw(texts), "signature": f"sig{turn}=="}
        content: list[Message] = [thinking] if draw(st.booleans()) else []
        ids = [f"toolu_{turn}_{n}" for n in range(draw(st.integers(0, 2)))]
        content.append({"type": "text", "text": draw(texts) or "well"})
        content += [{"type": "tool_use", "id": id, "name": "Read", "input": {"file_path": "a.py"}} for id in ids]
        found.append({"role": "assistant", "content": content})
        results: list[Message] = []
        for id in draw(st.permutations(ids)):
            shape = draw(st.booleans())
            text = draw(texts)
            results.append(
                {
                    "type": "tool_result",
                    "tool_use_id": id,
                    "content": [{"type": "text", "text": text}] if shape else text,
                }
            )
        if not ids or draw(st.booleans()):
            results.append({"type": "text", "text": draw(texts) or "go on"})
        found.append({"role": "user", "content": results})
    return found


chats = st.one_of(openai_chats(), anthropic_chats())


def text_of(message: Message) -> str:
    """Every text that a reader of the message sees: no arguments, no reasoning; written here anew on purpose."""
    found: list[str] = []

    def walk(value: object, key: str) -> None:
        if isinstance(value, str):
            if key in ("content", "text"):
                found.append(value)
        elif isinstance(value, list):
            for item in value:
                walk(item, key)
        elif isinstance(value, dict) and value.get("type") not in ("thinking", "tool_use", "image_url"):
            for name in ("content", "text"):
                walk(value.get(name), name)

    walk(message.get("content"), "content")
    return "\n".join(found)


def written(messages: list[Message]) -> int:
    """Bytes of the list as compact JSON; written here anew on purpose. A lone surrogate counts as its escape."""
    text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
    return sum(6 if 0xD800 <= ord(c) < 0xE000 else len(c.encode()) for c in text)


def calls_and_results(messages: list[Message]) -> tuple[list[str], list[str]]:
    """The ids of all calls and of all results."""
    calls: list[str] = []
    results: list[str] = []
    for message in messages:
        calls += [call["id"] for call in message.get("tool_calls") or ()]
        if "tool_call_id" in message:
            results.append(message["tool_call_id"])
        for block in message["content"] if isinstance(message.get("content"), list) else ():
            if block.get("type") == "tool_use":
                calls.append(block["id"])
            if block.get("type") == "tool_result":
                results.append(block["tool_use_id"])
    return calls, results
