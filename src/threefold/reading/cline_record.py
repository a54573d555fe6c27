"""What one message of a Cline session says, with authors, and its marks."""

from __future__ import annotations

from threefold.reading import chat_record
from threefold.reading.times import iso
from threefold.reading.values import Json, as_json, integer, items, load, mapping, string
from threefold.session import Author, Mark, Message, Part, Record, Text, ToolCall, ToolResult, Turn, Usage


def decode(raw: bytes, index: int, *, system: bool = False) -> Record:
    """The record of one message, or of the system prompt beside the messages."""
    if system:
        return chat_record.decode_system(raw, index)
    value = load(raw)
    parts: list[Part] = []
    for block in items(value.get("content")) if not isinstance(value.get("content"), str) else [value["content"]]:
        parts.extend(_block(mapping(block) or {"type": "text", "text": block}, value, index))
    if not parts:
        return Record("message", None, (), iso(value.get("ts")))
    role = string(value.get("role"))
    model = string(mapping(value.get("modelInfo")).get("id"))
    message = Message(role, tuple(parts), (index,), string(value.get("id")), model)
    return Record("message", message, tuple(_marks(role, value, parts)), iso(value.get("ts")))


def _block(block: Json, value: Json, index: int) -> list[Part]:
    """The parts of one block. A file that a message names is put into it by the client, and is no person's text."""
    match block.get("type"):
        case "file":
            held = string(block.get("content"))
            return [Text(f"{string(block.get('path'))}\n{held}", Author.HARNESS)] if held else []
        case "tool_result":
            return [_result(block)]
    message = chat_record.message_of({"role": value.get("role"), "content": [block]}, index)
    return list(message.parts) if message is not None else []


def _result(block: Json) -> ToolResult:
    """A tool's answer: a text, which may be JSON of the same shape, or a list with one entry for each query."""
    content = block.get("content")
    held = load(content.encode("utf-8", "replace")) if isinstance(content, str) else {}
    rows = [held] if "result" in held else [mapping(row) for row in items(content)]
    failed = block.get("is_error") is True or (bool(rows) and all(row.get("success") is False for row in rows))
    texts = [content] if isinstance(content, str) and not held.get("result") else [_said(row) for row in rows]
    call, name = string(block.get("tool_use_id")), string(block.get("name"))
    return ToolResult(call, "\n".join(filter(None, texts)), failed, name)


def _said(row: Json) -> str:
    said = row.get("result", row.get("text", row.get("error")))
    return "" if said is None else as_json(said)


def _marks(role: str, value: Json, parts: list[Part]) -> list[Mark]:
    if role == "user":
        return [Turn(True)] if any(part.author is Author.HUMAN for part in parts) else []
    metrics = mapping(value.get("metrics"))
    taken, made = integer(metrics.get("inputTokens")), integer(metrics.get("outputTokens"))
    marks: list[Mark] = [Usage(taken, made)] if taken or made else []
    calls = any(isinstance(part, ToolCall) for part in parts)
    return marks if calls or role != "assistant" else [*marks, Turn(False, "completed")]
