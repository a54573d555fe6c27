"""What one item of OpenAI's Responses interface says, with authors."""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, as_json, items, load, mapping, octets, string
from threefold.session import Author, Blob, Message, Part, Record, Text, Thinking, ToolCall, ToolResult, Turn

_AUTHORS = {"user": Author.HUMAN, "assistant": Author.MODEL}
_ARGUMENTS = ("arguments", "input", "action", "queries", "code", "operation")
_SIZES = ("image_url", "file_data", "file_url", "data")


def decode(raw: bytes, index: int) -> Record:
    """The record of one item. A message of a person begins a turn, the model's last words end it."""
    value = load(raw)
    message = message_of(value, index)
    kind = string(value.get("type")) or "message"
    if message is None or kind != "message":
        return Record(kind, message)
    if message.role == "assistant":
        return Record(kind, message, (Turn(False, "completed"),))
    return Record(kind, message, (Turn(True),) if message.author is Author.HUMAN else ())


def message_of(value: Json, index: int) -> Message | None:
    """The message that an item says."""
    kind, id = string(value.get("type")), string(value.get("id"))
    if kind in ("compaction", "compaction_summary", "item_reference"):
        return None
    if kind.endswith("_output") and kind != "computer_output":
        return Message("tool", (_output(value),), (index,), id)
    if kind == "reasoning":
        held = (*items(value.get("summary")), *items(value.get("content")))
        texts = [text for part in held if (text := string(mapping(part).get("text")))]
        thought = Thinking("\n".join(texts), string(value.get("encrypted_content")))
        return Message("assistant", (thought,), (index,), id)
    if kind.endswith("_call"):
        return Message("assistant", tuple(_called(kind, value)), (index,), id)
    role = string(value.get("role"))
    parts = _content(value.get("content"), _AUTHORS.get(role, Author.HARNESS))
    return Message(role, tuple(parts), (index,), id) if parts else None


def _called(kind: str, value: Json) -> list[Part]:
    """A call. Tools that OpenAI runs itself hold their result in the same item."""
    arguments = next((value[key] for key in _ARGUMENTS if value.get(key) is not None), {})
    id = string(value.get("call_id")) or string(value.get("id"))
    name = string(value.get("name")) or kind.removesuffix("_call")
    parts: list[Part] = [ToolCall(id, name, as_json(arguments))]
    hosted = "call_id" not in value and value.get("status") in ("completed", "failed", "incomplete")
    if hosted:
        held = next((value[key] for key in ("output", "results", "outputs", "error") if value.get(key)), "")
        parts.append(ToolResult(id, as_json(held), value.get("status") == "failed" or bool(value.get("error")), name))
    return parts


def _output(value: Json) -> ToolResult:
    output = value.get("output", value.get("tools"))
    call = string(value.get("call_id"))
    if isinstance(output, list):
        blocks = [mapping(block) for block in output]
        text = "\n".join(text for block in blocks if (text := string(block.get("text"))))
        return ToolResult(call, text, blobs=sum(_size(block) for block in blocks))
    return ToolResult(call, "" if output is None else as_json(output))


def _content(content: object, author: Author) -> list[Part]:
    parts: list[Part] = []
    for block in [content] if isinstance(content, str) else items(content):
        held = mapping(block)
        text = block if isinstance(block, str) else string(held.get("text")) or string(held.get("refusal"))
        if text:
            parts.extend(split_user_text(text) if author is Author.HUMAN else (Text(text, author),))
        elif string(held.get("type")).startswith("input_"):
            parts.append(Blob(string(held.get("type")), _size(held), author))
    return parts


def _size(block: Json) -> int:
    return sum(octets(string(block.get(key))) for key in _SIZES)
