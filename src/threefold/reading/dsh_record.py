"""What one event of a DeepSeek Harness log says: its message, with authors, and its marks."""

from __future__ import annotations

import json

import msgspec

from threefold.reading.values import integer, load, mapping, reload, string
from threefold.session import (
    Author,
    Blob,
    Directory,
    Edit,
    Fact,
    Job,
    Mark,
    Message,
    Part,
    Question,
    Queued,
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

Json = dict[str, object]
_HUMAN = frozenset(("user", "user-question-reply"))


class Envelope(msgspec.Struct):
    """An event without the parts that repeat others (the stream inside an assistant's message)."""

    type: str
    data: msgspec.Raw = msgspec.Raw()
    time: float | str | None = None


class AssistantData(msgspec.Struct):
    message: Json | None = None
    content: list[object] | None = None
    usage: Json | None = None


_ENVELOPE = msgspec.json.Decoder(Envelope)
_ASSISTANT = msgspec.json.Decoder(AssistantData)
_DATA = msgspec.json.Decoder(dict[str, object])


def decode(raw: bytes, index: int) -> Record:
    """The record of one event. Raises InputError where the bytes are no event any more."""
    try:
        envelope = _ENVELOPE.decode(raw)
        kind = envelope.type
        time: object = envelope.time
        if kind == "assistant/message":  # spares the stream
            answer = _ASSISTANT.decode(envelope.data)
            data: Json = {"message": answer.message or {"content": answer.content}, "usage": answer.usage}
        else:
            data = _DATA.decode(envelope.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        event = reload(raw, index)
        kind, data = string(event.get("type")), mapping(event.get("data"))
        time = event.get("time")
    return Record(kind, _message(kind, data, index), _marks(kind, data), "" if time is None else str(time))


def summary_of(raw: bytes) -> tuple[str, str]:
    """The text of a ``compaction/summary`` event, and its time."""
    event = load(raw)
    time = event.get("time")
    return _joined(mapping(event.get("data")).get("summary")), "" if time is None else str(time)


def error_text(raw: bytes) -> str:
    """The reason in a ``compaction/end`` without a summary."""
    try:
        value = json.loads(raw) if raw else None
    except ValueError:
        value = None
    if isinstance(value, dict):
        value = value.get("message") or value.get("kind") or json.dumps(value, ensure_ascii=False)
    return str(value) if value else "ended without a summary"


def _message(kind: str, data: Json, index: int) -> Message | None:
    inner = data.get("message")
    body: Json = inner if isinstance(inner, dict) else data
    content = body.get("content")
    if kind == "request/header":
        header = data.get("header")
        system = string(header.get("system")) if isinstance(header, dict) else ""
        return Message("system", (Text(system, Author.HARNESS),), (index,)) if system else None
    if kind not in ("user/message", "assistant/message", "tool/result", "system/message", "developer/message"):
        return None
    source = body.get("source") if "source" in body else data.get("source")
    author = _author(kind, source if isinstance(source, dict) else {})
    if kind == "tool/result" and string(body.get("toolCallId")):
        text, blobs = _content(content)
        result = ToolResult(string(body.get("toolCallId")), text, body.get("isError") is True, blobs=blobs)
        parts: tuple[Part, ...] = (result,)
    else:
        parts = tuple(_parts(content, author))
    role = string(body.get("role")) or kind.partition("/")[0]
    model = source.get("model") if isinstance(source, dict) else None
    return Message(role, parts, (index,), string(body.get("id")), string(model)) if parts else None


def _author(kind: str, source: Json) -> Author:
    if kind == "assistant/message":
        return Author.MODEL
    if kind == "tool/result":
        return Author.TOOL
    if kind != "user/message":
        return Author.HARNESS
    origin = string(source.get("kind"))
    if origin == "compact-checkpoint" or (origin == "plugin" and source.get("plugin") == "compact"):
        return Author.SUMMARY
    return Author.HUMAN if origin in _HUMAN else Author.HARNESS


def _parts(content: object, author: Author) -> list[Part]:
    parts: list[Part] = []
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        match block.get("type"):
            case "text":
                if string(block.get("text")):
                    parts.append(Text(string(block.get("text")), author))
            case "reasoning":
                parts.append(Thinking(string(block.get("text")), string(block.get("signature"))))
            case "tool-call":
                arguments = block.get("arguments")
                text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
                parts.append(ToolCall(string(block.get("id")), string(block.get("name")), text))
            case "tool-result":
                text, blobs = _content(block.get("content"))
                error = block.get("isError") is True
                parts.append(ToolResult(string(block.get("toolCallId")), text, error, blobs=blobs))
            case "image" | "file" | "audio":
                parts.append(Blob(string(block.get("mediaType")) or string(block.get("type")), _encoded(block), author))
    return parts


def _content(content: object) -> tuple[str, int]:
    if isinstance(content, str):
        return content, 0
    texts: list[str] = []
    blobs = 0
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            if block.get("type") == "text":
                texts.append(string(block.get("text")))
            else:
                blobs += _encoded(block)
    return "\n".join(texts), blobs


def _encoded(block: Json) -> int:
    return sum(len(v.encode("utf-8", "replace")) for k, v in block.items() if k != "type" and isinstance(v, str))


def _joined(blocks: object) -> str:
    if isinstance(blocks, str):
        return blocks
    items = blocks if isinstance(blocks, list) else []
    return "\n".join(string(b.get("text")) for b in items if isinstance(b, dict) and b.get("type") == "text")


# --- marks -----------------------------------------------------------------------------------------------------------


def _marks(kind: str, data: Json) -> tuple[Mark, ...]:
    match kind:
        case "todo/write":
            return (Todos(_todos(data.get("todos"))),)
        case "tool/result":
            return _edits(data)
        case "assistant/message":
            return _usage(data.get("usage"))
        case "job/registered":
            return (Job(string(data.get("jobId")), running=True, label=string(data.get("label"))),)
        case "job/settled":
            failed = data.get("status") == "failed"
            return (Job(string(data.get("jobId")), running=False, label=string(data.get("label")), failed=failed),)
        case "turn/start":
            return (Turn(True),)
        case "turn/end":
            reason = data.get("reason")
            return (Turn(False, string(reason.get("kind")) if isinstance(reason, dict) else string(reason)),)
        case "approval/asked" | "approval/decided":
            return (_approval(kind, data),)
        case "user/message":
            return _reply(data)
        case "agent/inbox/spliced":
            return _queued(data)
        case "working-directory/change":
            path = _first(data, "cwd", "path", "directory", "to")
            return (Directory(path),) if path else ()
        case "plan/mode" | "goal/change":
            return (Fact(kind, json.dumps(data, ensure_ascii=False)),)
    return ()


def _todos(items: object) -> tuple[Todo, ...]:
    todos = items if isinstance(items, list) else []
    return tuple(
        Todo(
            string(t.get("content")) or string(t.get("text")), string(t.get("status")) or "pending", string(t.get("id"))
        )
        for t in todos
        if isinstance(t, dict)
    )


def _edits(data: Json) -> tuple[Mark, ...]:
    meta, message = data.get("meta"), data.get("message")
    if not isinstance(meta, dict) or not isinstance(meta.get("diffs"), list):
        return ()
    call = string(message.get("toolCallId")) if isinstance(message, dict) else ""
    paths = [string(diff.get("path")) for diff in meta["diffs"] if isinstance(diff, dict)] or [string(meta.get("path"))]
    return tuple(Edit(path, call) for path in dict.fromkeys(paths) if path)


def _usage(usage: object) -> tuple[Mark, ...]:
    if not isinstance(usage, dict):
        return ()
    return (Usage(integer(usage.get("inputTokens")), integer(usage.get("outputTokens"))),)


def _approval(kind: str, data: Json) -> Mark:
    identity = _first(data, "approvalId", "id", "callId", "requestId")
    text = _first(data, "title", "description", "name", "tool")
    return Question(identity, open=kind == "approval/asked", text=text and f"approval of {text}")


def _reply(data: Json) -> tuple[Mark, ...]:
    source = data.get("source")
    if not isinstance(source, dict) or source.get("kind") != "user-question-reply":
        return ()
    return (Question(_first(source, "callId", "toolCallId", "questionId"), open=False),)


def _queued(data: Json) -> tuple[Mark, ...]:
    """Input is spliced into an inbox and out of it by position; each inbox is a queue of its own."""
    target = string(data.get("target"))
    marks: list[Mark] = [
        Queued("", waiting=False, id=target) for _ in range(min(integer(data.get("removedCount")), 1000))
    ]
    inserted = data.get("inserted")
    items = inserted if isinstance(inserted, list) else []
    marks += [Queued(_joined(i.get("content")), waiting=True, id=target) for i in items if isinstance(i, dict)]
    return tuple(marks)


def _first(data: Json, *names: str) -> str:
    return next((value for value in (string(data.get(name)) for name in names) if value), "")
