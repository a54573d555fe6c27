"""What one record of a Gemini CLI session says: its message, with authors, and its marks.

A call and its result stand in one record, so one message holds both.
"""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string
from threefold.session import (
    Author,
    Blob,
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

SNAPSHOT = "<state_snapshot>"
_SUMMARY_OPENINGS = (SNAPSHOT, "<scratchpad>")
_FILES_BEGIN, _FILES_END = "--- Content from referenced files ---", "--- End of content ---"
"""Between these parts of a user's message, Gemini CLI puts the files that the message names."""


def decode(raw: bytes, index: int) -> Record:
    """The record of one message, or of a line that changes the session."""
    return record(load(raw), index)


def record(value: Json, index: int) -> Record:
    kind, time = string(value.get("type")), string(value.get("timestamp"))
    if not kind:
        return Record("$set" if "$set" in value else "$rewindTo" if "$rewindTo" in value else "session", None, (), time)
    marks: list[Mark] = []
    match kind:
        case "user":
            role, parts = "user", user_parts(value.get("content"))
            if any(part.author is Author.HUMAN for part in parts):
                marks.append(Turn(True))
        case "gemini":
            role, parts = "assistant", _answer(value)
            tokens = mapping(value.get("tokens"))
            if tokens.get("input") or tokens.get("output"):
                marks.append(Usage(integer(tokens.get("input")), integer(tokens.get("output"))))
        case _:  # what the client shows to a person: info, warning, error
            role, parts = "system", [Text(text, Author.HARNESS) for text in _texts(value.get("content"))]
    id, model = string(value.get("id")), string(value.get("model"))
    return Record(kind, Message(role, tuple(parts), (index,), id, model) if parts else None, tuple(marks), time)


def user_parts(content: object) -> list[Part]:
    """A user's message by its authors: what was typed, the files that the client put in, summaries, tool results."""
    parts: list[Part] = []
    inserted = False
    for block in _blocks(content):
        text = string(block.get("text"))
        if "functionResponse" in block:
            parts.append(_result(block, string(mapping(block["functionResponse"]).get("id")), "", failed=False))
        elif "inlineData" in block:
            parts.append(_blob(block, Author.HUMAN))
        elif text.lstrip().startswith(_SUMMARY_OPENINGS) and SNAPSHOT in text:
            parts.append(Text(text, Author.SUMMARY))
        elif text:
            inserted = inserted or text.strip() == _FILES_BEGIN
            parts.extend((Text(text, Author.HARNESS),) if inserted else split_user_text(text))
            inserted = inserted and text.strip() != _FILES_END
    return parts


def _answer(value: Json) -> list[Part]:
    parts: list[Part] = []
    for thought in items(value.get("thoughts")):
        said = (string(mapping(thought).get("subject")), string(mapping(thought).get("description")))
        parts.append(Thinking("\n".join(filter(None, said))))
    said_blocks = [(block, text) for block in _blocks(value.get("content")) if (text := string(block.get("text")))]
    parts.extend(Thinking(t) if block.get("thought") is True else Text(t, Author.MODEL) for block, t in said_blocks)
    for call in items(value.get("toolCalls")):
        parts.extend(_call(mapping(call)))
    return parts


def _call(call: Json) -> list[Part]:
    """A call, and its results unless it was never run."""
    id, name = string(call.get("id")), string(call.get("name"))
    failed = call.get("status") in ("error", "cancelled")
    result = call.get("result")
    blocks = [] if result is None else _blocks(result)
    return [
        ToolCall(id, name, as_json(call.get("args"))),
        *(_result(block, id, name, failed=failed) for block in blocks),
    ]


def _result(block: Json, call: str, name: str, *, failed: bool) -> ToolResult:
    if "inlineData" in block:
        return ToolResult(call, "", failed, name, _blob(block, Author.TOOL).size)
    response = mapping(mapping(block.get("functionResponse")).get("response"))
    if not response:
        return ToolResult(call, string(block.get("text")), failed, name)
    error = response.get("error")
    said = response.get("output", response.get("content", error))
    return ToolResult(call, as_json(response if said is None else said), failed or bool(error), name)


def _blocks(content: object) -> list[Json]:
    """Content as parts: it may be a text, one part, or a list of texts and parts."""
    values = content if isinstance(content, list) else [content]
    return [{"text": value} if isinstance(value, str) else mapping(value) for value in values]


def _texts(content: object) -> list[str]:
    return [text for block in _blocks(content) if (text := string(block.get("text")))]


def _blob(block: Json, author: Author) -> Blob:
    data = mapping(block.get("inlineData"))
    return Blob(string(data.get("mimeType")) or "inline", octets(string(data.get("data"))), author)
