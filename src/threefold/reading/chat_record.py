"""What one message of a plain conversation says: OpenAI chat and Anthropic messages, whose parts do not collide."""

from __future__ import annotations

import json

from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, as_json, items, load, mapping, octets, string
from threefold.session import Author, Blob, Message, Part, Record, Text, Thinking, ToolCall, ToolResult

ROLES = {
    "system": Author.HARNESS,
    "developer": Author.HARNESS,
    "user": Author.HUMAN,
    "assistant": Author.MODEL,
    "tool": Author.TOOL,
    "function": Author.TOOL,
}
"""The roles of both interfaces, and who speaks in each."""
_BINARY = frozenset(("image", "image_url", "input_image", "document", "file", "input_file", "input_audio", "audio"))


def decode(raw: bytes, index: int) -> Record:
    """The record of one message."""
    return Record("message", _message(load(raw), index))


def message_of(value: Json, index: int) -> Message | None:
    """The message that a value says."""
    return _message(value, index)


def decode_system(raw: bytes, index: int) -> Record:
    """The record of a system prompt that stands beside the messages: a text, or text blocks."""
    value = load(b'{"role":"system","content":' + raw + b"}")
    return Record("system", _message(value, index))


def decode_display(raw: bytes, index: int) -> Record:
    """The record of one ``role: text`` paragraph within a JSON string; "None" is an empty message."""
    try:
        said = json.loads(b'"' + raw + b'"')
    except ValueError:
        said = ""
    role, _, text = string(said).partition(": ")
    message = _message({"role": role, "content": text}, index) if text.strip() != "None" else None
    return Record("message", message)


def _message(value: Json, index: int) -> Message | None:
    role = string(value.get("role"))
    content = value.get("content")
    blocks = _blocks(content)
    parts: list[Part] = []
    if thought := string(value.get("reasoning_content")) or string(value.get("reasoning")):
        parts.append(Thinking(thought))
    if role in ("tool", "function"):
        parts.append(_tool_message(value, blocks))
    else:
        for block in blocks:
            parts.extend(_block(block, ROLES.get(role, Author.HARNESS)))
    parts.extend(_calls(value))
    if not parts:
        return None
    return Message(role, tuple(parts), (index,), string(value.get("id")), string(value.get("model")))


def _blocks(content: object) -> list[Json]:
    values = [content] if isinstance(content, str) else items(content)
    return [{"type": "text", "text": value} if isinstance(value, str) else mapping(value) for value in values]


def _block(block: Json, author: Author) -> list[Part]:
    kind = block.get("type")
    match kind:
        case "text" | "input_text" | "output_text" | "refusal" | None:
            text = string(block.get("text")) or string(block.get("refusal"))
            if not text:
                return []
            return [*split_user_text(text)] if author is Author.HUMAN else [Text(text, author)]
        case "thinking" | "redacted_thinking":
            return [
                Thinking(string(block.get("thinking")), string(block.get("signature")) or string(block.get("data")))
            ]
        case "tool_use" | "server_tool_use":
            return [ToolCall(string(block.get("id")), string(block.get("name")), as_json(block.get("input")))]
        case "tool_result" | "web_search_tool_result":
            return [_result(string(block.get("tool_use_id")), block.get("content"), block.get("is_error") is True)]
    if isinstance(kind, str) and kind in _BINARY:
        return [Blob(kind, _size(block), author)]
    return []


def _calls(value: Json) -> list[Part]:
    calls = [mapping(call) for call in items(value.get("tool_calls"))]
    if legacy := mapping(value.get("function_call")):
        calls.append({"id": legacy.get("name"), "function": legacy})
    found: list[Part] = []
    for call in calls:
        function = mapping(call.get("function")) or mapping(call.get("custom"))
        arguments = function.get("arguments", function.get("input"))
        found.append(ToolCall(string(call.get("id")), string(function.get("name")), as_json(arguments)))
    return found


def _tool_message(value: Json, blocks: list[Json]) -> ToolResult:
    name = string(value.get("name"))
    return _result(string(value.get("tool_call_id")) or name, blocks, failed=False, name=name)


def _result(call: str, content: object, failed: bool, name: str = "") -> ToolResult:
    blocks = _blocks(content)
    texts = [string(block.get("text")) or string(block.get("url")) for block in blocks]
    blobs = sum(_size(block) for block in blocks if string(block.get("type")) in _BINARY)
    return ToolResult(call, "\n".join(filter(None, texts)), failed, name, blobs)


def _size(block: Json) -> int:
    """The bytes of a binary part: base64, or an address."""
    source = mapping(block.get("source"))
    image = block.get("image_url")
    holders: list[Json] = [source, mapping(image), mapping(block.get("input_audio")), mapping(block.get("file")), block]
    held = sum(octets(string(holder.get(key))) for holder in holders for key in ("data", "url", "file_data"))
    return held + octets(string(image))
