"""What one entry of a pi session says: its message, with authors, and its marks."""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string, strings
from threefold.session import (
    Author,
    Blob,
    Directory,
    Mark,
    Message,
    Part,
    Ran,
    Record,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)

ROLES = {"assistant": "assistant", "toolResult": "tool", "system": "system", "developer": "developer"}
"""pi's roles by their usual names; every other role is handed to the model as a user's."""
_ENDS = {"stop": "completed", "length": "length", "aborted": "aborted", "error": "failed"}


def decode(raw: bytes, index: int) -> Record:
    """The record of one entry."""
    entry = load(raw)
    kind, time = string(entry.get("type")), string(entry.get("timestamp"))
    id = string(entry.get("id"))
    match kind:
        case "message":
            body = mapping(entry.get("message"))
            role = string(body.get("role"))
            parts = tuple(_parts(role, body))
            message = Message(ROLES.get(role, "user"), parts, (index,), id, string(body.get("model")))
            return Record(kind, message if parts else None, _marks(role, body, parts), time)
        case "compaction" | "branch_summary":
            return Record(
                kind, Message("user", (Text(string(entry.get("summary")), Author.SUMMARY),), (index,), id), (), time
            )
        case "custom_message":
            parts = tuple(_content(entry.get("content"), Author.HARNESS))
            return Record(kind, Message("user", parts, (index,), id) if parts else None, (), time)
        case "session":
            cwd = string(entry.get("cwd"))
            return Record(kind, None, (Directory(cwd),) if cwd else (), time)
    return Record(kind, None, (), time)


def _parts(role: str, body: Json) -> list[Part]:
    content = body.get("content")
    match role:
        case "user":
            return _content(content, Author.HUMAN)
        case "assistant":
            return [part for block in _blocks(content) for part in _answer(block)]
        case "toolResult":
            texts = [string(block.get("text")) for block in _blocks(content) if "text" in block]
            blobs = sum(_size(block) for block in _blocks(content) if block.get("type") == "image")
            call, name = string(body.get("toolCallId")), string(body.get("toolName"))
            return [ToolResult(call, "\n".join(texts), body.get("isError") is True, name, blobs)]
        case "bashExecution":  # a command that the user ran beside the conversation: not words to the model
            said = ((string(body.get("command")), Author.HARNESS), (string(body.get("output")), Author.TOOL))
            return [Text(text, author) for text, author in said if text]
        case "branchSummary" | "compactionSummary":
            return [Text(string(body.get("summary")), Author.SUMMARY)]
        case "system" | "developer":
            sections = [text for text in strings(body.get("sections")) if text]
            return [*_content(content, Author.HARNESS), *(Text(text, Author.HARNESS) for text in sections)]
    return _content(content, Author.HARNESS)


def _blocks(content: object) -> list[Json]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [mapping(block) for block in items(content)]


def _content(content: object, author: Author) -> list[Part]:
    parts: list[Part] = []
    for block in _blocks(content):
        if block.get("type") == "image":
            parts.append(Blob(string(block.get("mimeType")) or "image", _size(block), author))
        elif text := string(block.get("text")):
            parts.extend(split_user_text(text) if author is Author.HUMAN else (Text(text, author),))
    return parts


def _answer(block: Json) -> list[Part]:
    match block.get("type"):
        case "text":
            text = string(block.get("text"))
            return [Text(text, Author.MODEL)] if text else []
        case "thinking":
            return [Thinking(string(block.get("thinking")), string(block.get("thinkingSignature")))]
        case "toolCall":
            arguments = as_json(block.get("arguments"))
            return [ToolCall(string(block.get("id")), string(block.get("name")), arguments)]
        case "image":
            return [Blob(string(block.get("mimeType")) or "image", _size(block), Author.MODEL)]
    return []


def _size(block: Json) -> int:
    return octets(string(block.get("data")))


def _marks(role: str, body: Json, parts: tuple[Part, ...]) -> tuple[Mark, ...]:
    if role == "user":
        return (Turn(True),) if any(part.author is Author.HUMAN for part in parts) else ()
    if role == "bashExecution":
        code, cancelled = body.get("exitCode"), body.get("cancelled") is True
        return (Ran(string(body.get("command")), string(body.get("output")), cancelled or code not in (0, None)),)
    if role != "assistant":
        return ()
    marks: list[Mark] = []
    usage = mapping(body.get("usage"))
    taken = sum(integer(usage.get(field)) for field in ("input", "cacheRead", "cacheWrite"))
    if taken or usage.get("output"):
        marks.append(Usage(taken, integer(usage.get("output"))))
    if reason := _ENDS.get(string(body.get("stopReason"))):
        marks.append(Turn(False, reason))
    return tuple(marks)
