"""What one message of an OpenTelemetry GenAI trace says, with authors, and its marks.

A message stands there in one of three spellings (plain JSON, JSON within a JSON string, OTLP's typed values) and in one
of three shapes (``parts``, as the convention is now; a chat message; the body of an event that is named after its
role). :func:`value_of` undoes the spelling, :func:`message_of` reads every shape.
"""

from __future__ import annotations

import json
from enum import IntEnum

from threefold.reading import chat_record
from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, as_json, items, load, mapping, octets, string
from threefold.session import Author, Blob, Mark, Message, Part, Text, Thinking, ToolCall, ToolResult, Turn

ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
"""The older events, by the role of the message that each holds."""
COMPACTION = "compaction"
_BINARY = frozenset(("blob", "uri", "file"))


class Spelling(IntEnum):
    """How a value is written: as JSON, as JSON within a JSON string, as OTLP's ``AnyValue``."""

    PLAIN = 0
    ESCAPED = 1
    TYPED = 2


def value_of(raw: bytes, spelling: int) -> object:
    """The value that the bytes spell; None where they spell none."""
    if spelling == Spelling.ESCAPED:
        raw = text_of(raw).encode("utf-8", "replace")
    value = load(b'{"v":' + raw + b"}").get("v")
    return plain(value) if spelling == Spelling.TYPED else value


def plain(value: object) -> object:
    """What OTLP's typed value holds."""
    typed = mapping(value)
    for kind, held in typed.items():
        match kind:
            case "stringValue" | "boolValue" | "doubleValue" | "bytesValue":
                return held
            case "intValue":  # 64 bits do not fit JSON's numbers, so it is a text
                return int(held) if isinstance(held, str) and held.lstrip("-").isdecimal() and len(held) < 21 else held
            case "arrayValue":
                return [plain(one) for one in items(mapping(held).get("values"))]
            case "kvlistValue":
                return attributes(mapping(held).get("values"))
    return None


def attributes(value: object) -> Json:
    """Attributes as one object: OTLP lists them with typed values, the SDK's own JSON has the object."""
    if isinstance(value, dict):
        return value
    return {string(mapping(one).get("key")): plain(mapping(one).get("value")) for one in items(value)}


def event_of(record: Json) -> tuple[str, Json]:
    """The name of an event, of a span or of a log, and what it says."""
    held = attributes(record.get("attributes"))
    name = string(record.get("eventName")) or string(record.get("event_name")) or string(held.get("event.name"))
    name = name or string(record.get("name"))
    body = record.get("body")
    if isinstance(body, dict) and not body.keys().isdisjoint(_TYPED):
        body = plain(body)
    for said in (body, held.get("gen_ai.event.content"), held):
        if isinstance(said, str) and said.lstrip()[:1] == "{":
            said = load(said.encode("utf-8", "replace"))
        if isinstance(said, dict) and said:
            return name, said
    return name, {"content": body} if isinstance(body, str) else {}


_TYPED = frozenset(("stringValue", "kvlistValue", "arrayValue"))


def event_message(record: Json, index: int) -> Message | None:
    """The message that one of the older events holds."""
    name, said = event_of(record)
    said = mapping(said.get("message")) or said
    role = ROLES.get(name, "")
    if role == "tool" and "tool_call_id" not in said:
        said = said | {"tool_call_id": said.get("id")}
    return message_of(said | {"role": role}, index) if role else None


def message_of(value: Json, index: int) -> Message | None:
    """The message that a value says, in either shape."""
    role = string(value.get("role")) or "assistant"
    if not isinstance(value.get("parts"), list):
        calls = [_spelled(call) for call in items(value.get("tool_calls"))]
        return chat_record.message_of(value | {"role": role} | ({"tool_calls": calls} if calls else {}), index)
    author = chat_record.ROLES.get(role, Author.HARNESS)
    parts = [part for held in items(value.get("parts")) for part in _part(held, author)]
    if not parts:
        return None
    if all(isinstance(part, ToolResult) for part in parts):
        role = "tool"
    return Message(role, tuple(parts), (index,))


def _spelled(call: object) -> Json:
    """A chat message's call, whose name and arguments may stand beside its id."""
    held = mapping(call)
    return held if "function" in held else held | {"function": held}


def _part(value: object, author: Author) -> list[Part]:
    held = {"type": "text", "content": value} if isinstance(value, str) else mapping(value)
    kind, id, name = string(held.get("type")), string(held.get("id")), string(held.get("name"))
    content = held.get("content", held.get("text"))
    match kind:
        case "reasoning" | "thinking":
            return [Thinking(string(content))]
        case "tool_call":
            return [ToolCall(id, name, as_json(held.get("arguments")))]
        case "server_tool_call":
            return [ToolCall(id, name, as_json(held.get("server_tool_call")))]
        case "tool_call_response":
            return [_result(id, held.get("response", held.get("result", content)))]
        case "server_tool_call_response":
            return [_result(id, held.get("server_tool_call_response"))]
        case "compaction":
            return [Text(string(content), Author.SUMMARY)] if string(content).strip() else []
    if kind in _BINARY:
        size = sum(octets(string(held.get(key))) for key in ("content", "uri", "file_id"))
        return [Blob(string(held.get("mime_type")) or string(held.get("modality")) or kind, size, author)]
    text = string(content)
    if not text:
        return []
    return [*split_user_text(text)] if author is Author.HUMAN else [Text(text, author)]


def _result(id: str, answer: object) -> ToolResult:
    blocks = items(answer)
    texts = [mapping(block).get("text", mapping(block).get("content")) for block in blocks]
    if blocks and all(isinstance(text, str) for text in texts):
        return ToolResult(id, "\n".join(map(string, texts)))
    return ToolResult(id, "" if answer is None else as_json(answer))


def compacts(value: object) -> bool:
    """Whether a message holds the mark of a compaction that the provider made."""
    return any(mapping(part).get("type") == COMPACTION for part in items(mapping(value).get("parts")))


def text_of(raw: bytes) -> str:
    """The text that stands within a JSON string."""
    try:
        return string(json.loads(b'"' + raw + b'"', strict=False))
    except ValueError:
        return ""


def result_message(call: str, raw: bytes, index: int) -> Message:
    """The result of a call as the tool's own span has it: a text, or JSON within one."""
    value, text = value_of(raw, Spelling.ESCAPED), text_of(raw)
    return Message(
        "tool", (_result(call, text if value is None or isinstance(value, int | float) else value),), (index,)
    )


def marks(message: Message | None) -> tuple[Mark, ...]:
    """What a message says of the turn."""
    if message is None:
        return ()
    if message.role == "user" and message.author is Author.HUMAN:
        return (Turn(True),)
    if message.role == "assistant" and not message.tool_calls:
        return (Turn(False, "completed"),)
    return ()
