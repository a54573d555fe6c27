"""What one message or part of an OpenCode session says, with authors, and its marks.

A message holds no text of its own: its parts do. A call and its result are one part.
"""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string
from threefold.session import (
    Author,
    Blob,
    Edit,
    Mark,
    Message,
    Part,
    Record,
    Text,
    Thinking,
    Todo,
    Todos,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)

SHOWN = frozenset(("text", "reasoning", "tool", "file", "subtask"))
"""Parts that the model is given; the others are the client's own notes."""
_DONE = frozenset(("completed", "success", "error"))


def decode(raw: bytes, index: int, role: str, author: Author) -> Record:
    """The record of a message, a part, or the session's own entry. ``author`` is who speaks in the message."""
    value = load(raw)
    kind = string(value.get("type"))
    if "role" in value and not kind:
        return Record("message", None, tuple(_message_marks(value)), iso(mapping(value.get("time")).get("created")))
    if not kind:
        return Record("session", None, (), iso(mapping(value.get("time")).get("created")))
    parts = part_of(value, role, author)
    message = Message(role, tuple(parts), (index,), string(value.get("messageID"))) if parts else None
    time = mapping(value.get("time")) or mapping(mapping(value.get("state")).get("time"))
    return Record(kind, message, tuple(_marks(kind, value, parts)), iso(time.get("start")))


def part_of(value: Json, role: str, author: Author) -> list[Part]:
    """What a part puts before the model."""
    text = string(value.get("text"))
    match value.get("type"):
        case "text" if text and value.get("ignored") is not True:
            if author is Author.SUMMARY:
                return [Text(text, author)]
            if value.get("synthetic") is True:
                return [Text(text, Author.HARNESS)]
            return [*split_user_text(text)] if author is Author.HUMAN else [Text(text, author)]
        case "reasoning" if text:
            return [Thinking(text)]
        case "tool":
            return _tool(value)
        case "file" if string(value.get("url")).startswith("data:"):
            return [Blob(string(value.get("mime")) or "file", octets(string(value.get("url"))), author)]
        case "subtask" if value.get("prompt"):  # a command hands it to an agent
            return [Text(string(value.get("prompt")), Author.HARNESS)]
    return []


def _tool(value: Json) -> list[Part]:
    state = mapping(value.get("state"))
    id, name, status = string(value.get("callID")), string(value.get("tool")), state.get("status")
    parts: list[Part] = [ToolCall(id, name, as_json(state.get("input", {})))]
    if isinstance(status, str) and status in _DONE:
        failed = status == "error" or bool(integer(mapping(state.get("metadata")).get("exit")))
        said = string(state.get("error")) if status == "error" else string(state.get("output"))
        blobs = sum(octets(string(mapping(one).get("url"))) for one in items(state.get("attachments")))
        parts.append(ToolResult(id, said, failed, name, blobs))
    return parts


def _marks(kind: str, value: Json, parts: list[Part]) -> list[Mark]:
    match kind:
        case "patch":
            return [Edit(path) for path in map(string, items(value.get("files"))) if path]
        case "text":
            return [Turn(True)] if any(part.author is Author.HUMAN for part in parts) else []
        case "todos":
            rows = map(mapping, items(value.get("todos")))
            todos = (Todo(string(r.get("content")), string(r.get("status")) or "pending") for r in rows)
            return [Todos(tuple(todo for todo in todos if todo.text))]
    return []


def _message_marks(value: Json) -> list[Mark]:
    if value.get("role") != "assistant":
        return []
    tokens = mapping(value.get("tokens"))
    cache = mapping(tokens.get("cache"))
    taken = sum(integer(n) for n in (tokens.get("input"), cache.get("read"), cache.get("write")))
    marks: list[Mark] = [Usage(taken, integer(tokens.get("output")))] if taken else []
    error = string(mapping(value.get("error")).get("name"))
    if error:
        marks.append(Turn(False, "aborted" if "Abort" in error else "failed"))
    elif value.get("finish") in ("stop", "end_turn", "length"):
        marks.append(Turn(False, "completed"))
    return marks
