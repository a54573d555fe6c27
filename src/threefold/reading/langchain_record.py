"""What one LangChain message says, in either of its serialised shapes, with authors, and its marks."""

from __future__ import annotations

from threefold.reading import chat_record
from threefold.reading.authors import SUMMARY_OPENINGS
from threefold.reading.values import Json, as_json, integer, items, load, mapping, string
from threefold.session import (
    Author,
    Mark,
    Message,
    Part,
    Record,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)

REMOVE_ALL = "__remove_all__"
_KINDS = {
    "HumanMessage": "human",
    "HumanMessageChunk": "human",
    "AIMessage": "ai",
    "AIMessageChunk": "ai",
    "SystemMessage": "system",
    "SystemMessageChunk": "system",
    "ToolMessage": "tool",
    "ToolMessageChunk": "tool",
    "FunctionMessage": "function",
    "ChatMessage": "chat",
    "RemoveMessage": "remove",
}
"""The names of the classes, which both shapes may use, by the type that they stand for."""
_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}


def is_message(value: object) -> bool:
    """Whether a value is a serialised message of either shape."""
    return bool(kind_of(mapping(value)))


def kind_of(value: Json) -> str:
    """``human``, ``ai`` … ``remove``; "" for what is no message."""
    if value.get("lc") == 1 and isinstance(value.get("kwargs"), dict):
        path = items(value.get("id"))
        return _KINDS.get(string(path[-1]), "") if path else ""
    name = string(value.get("type"))
    name = _KINDS.get(name, name)
    return name if isinstance(value.get("data"), dict) and name in _KINDS.values() else ""


def body_of(value: Json) -> Json:
    """What the message holds."""
    return mapping(value.get("kwargs")) or mapping(value.get("data"))


def decode(raw: bytes, index: int) -> Record:
    """The record of one message."""
    value = load(raw)
    kind, message = kind_of(value), message_of(value, index)
    return Record(kind or "unknown", message, tuple(_marks(kind, body_of(value), message)))


def message_of(value: Json, index: int) -> Message | None:
    """The message that a value says. A call that stands in the content and in ``tool_calls`` is one call."""
    kind, body = kind_of(value), body_of(value)
    role = _ROLES.get(kind, string(body.get("role")) or "user")
    if not kind or kind == "remove":
        return None
    if kind in ("tool", "function"):
        parts: list[Part] = [_result(body, index)]
    else:
        parts = _content(body, role, index)
        parts.extend(_calls(body, {part.id for part in parts if isinstance(part, ToolCall)}))
        if role == "user" and _summarises(body, parts):
            parts = [Text(p.text, Author.SUMMARY) if isinstance(p, Text) else p for p in parts]
    model = string(mapping(body.get("response_metadata")).get("model_name"))
    return Message(role, tuple(parts), (index,), string(body.get("id")), model) if parts else None


def _content(body: Json, role: str, index: int) -> list[Part]:
    content = body.get("content")
    parts: list[Part] = []
    for block in [content] if isinstance(content, str) else items(content):
        held = mapping(block)
        match held.get("type"):
            case "reasoning":
                texts = [string(mapping(part).get("text")) for part in items(held.get("summary"))]
                parts.append(Thinking(string(held.get("reasoning")) or "\n".join(filter(None, texts))))
            case "tool_call" | "function_call":
                arguments = as_json(held.get("args", held.get("arguments", {})))
                id = string(held.get("call_id")) or string(held.get("id"))
                parts.append(ToolCall(id, string(held.get("name")), arguments))
            case _:
                message = chat_record.message_of({"role": role, "content": [block]}, index)
                parts.extend(message.parts if message is not None else ())
    return parts


def _calls(body: Json, known: set[str]) -> list[Part]:
    """The calls that the content does not hold already."""
    listed = [*items(body.get("tool_calls")), *items(body.get("invalid_tool_calls"))]
    found: list[Part] = []
    for call in map(mapping, listed):
        id = string(call.get("id"))
        if id and id in known:
            continue
        known.add(id)
        found.append(ToolCall(id, string(call.get("name")), as_json(call.get("args", {}))))
    if listed:
        return found
    for call in map(mapping, items(mapping(body.get("additional_kwargs")).get("tool_calls"))):
        function, id = mapping(call.get("function")), string(call.get("id"))
        if id not in known:
            found.append(ToolCall(id, string(function.get("name")), as_json(function.get("arguments", {}))))
    return found


def _result(body: Json, index: int) -> ToolResult:
    flat: Json = {"role": "tool", "tool_call_id": body.get("tool_call_id"), "content": body.get("content")}
    message = chat_record.message_of(flat, index)
    made = message.tool_results[0] if message is not None and message.tool_results else ToolResult("", "")
    name = string(body.get("name"))
    return ToolResult(made.call_id or name, made.text, body.get("status") == "error", name, made.blobs)


def _summarises(body: Json, parts: list[Part]) -> bool:
    """Whether a message is the summary of a middleware: it says so, or begins as one does."""
    if mapping(body.get("additional_kwargs")).get("lc_source") == "summarization":
        return True
    first = next((part.text for part in parts if isinstance(part, Text)), "")
    return first.lstrip().startswith(SUMMARY_OPENINGS)


def _marks(kind: str, body: Json, message: Message | None) -> list[Mark]:
    if message is None:
        return []
    if kind == "human":
        return [Turn(True)] if message.author is Author.HUMAN else []
    if kind != "ai":
        return []
    usage = mapping(body.get("usage_metadata"))
    taken, made = integer(usage.get("input_tokens")), integer(usage.get("output_tokens"))
    marks: list[Mark] = [Usage(taken, made)] if taken or made else []
    return marks if message.tool_calls else [*marks, Turn(False, "completed")]
