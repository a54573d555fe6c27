"""What one entry of a Claude Code log says: the pieces of its message, with their authors, and its marks."""

from __future__ import annotations

import json

from threefold.reading.authors import split_user_text
from threefold.reading.ran import ran_by_person
from threefold.reading.values import integer, reload, string, strings
from threefold.session import (
    Author,
    Blob,
    Edit,
    Job,
    Mark,
    Message,
    Part,
    Queued,
    Record,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)

Json = dict[str, object]
_TURN_ENDS = frozenset(("stop_hook_summary", "turn_duration"))
_EDITING = frozenset(("create", "update", "edit", "write"))


def decode(raw: bytes, index: int) -> Record:
    """The record of one entry. Raises InputError where the bytes are no entry any more."""
    entry = reload(raw, index)
    kind = string(entry.get("type"))
    message, marks = None, _marks(kind, entry)
    body = entry.get("message")
    if kind == "attachment":
        message = _attachment(entry, index)
    elif kind in ("user", "assistant", "system") and body is not None:
        message = _message(kind, entry, body, index)
    subtype = string(entry.get("subtype"))
    return Record(subtype if kind == "system" and subtype else kind, message, marks, string(entry.get("timestamp")))


def _message(kind: str, entry: Json, body: object, index: int) -> Message | None:
    head = body if isinstance(body, dict) else {"role": kind, "content": body}
    content = head.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    parts: list[Part] = []
    for block in blocks:
        parts.extend(_block(block, kind, entry))
    if not parts:
        return None
    return Message(
        role=string(head.get("role")) or kind,
        parts=tuple(parts),
        events=(index,),
        id=string(head.get("id")) or string(entry.get("uuid")),
        model=string(head.get("model")),
        sidechain=entry.get("isSidechain") is True,
    )


def _block(block: object, kind: str, entry: Json) -> list[Part]:
    if isinstance(block, str):
        block = {"type": "text", "text": block}
    if not isinstance(block, dict):
        return []
    match block.get("type"):
        case "text":
            return list(_text(string(block.get("text")), kind, entry))
        case "thinking" | "redacted_thinking":
            return [
                Thinking(string(block.get("thinking")), string(block.get("signature")) or string(block.get("data")))
            ]
        case "tool_use" | "server_tool_use":
            arguments = json.dumps(block.get("input"), ensure_ascii=False)
            return [ToolCall(string(block.get("id")), string(block.get("name")), arguments)]
        case "tool_result" | "web_search_tool_result":
            text, blobs = _result(block.get("content"))
            return [ToolResult(string(block.get("tool_use_id")), text, block.get("is_error") is True, blobs=blobs)]
        case "image" | "document":
            return [_blob(block)]
    return []


def _text(text: str, kind: str, entry: Json) -> tuple[Text, ...]:
    if not text:
        return ()
    if entry.get("isCompactSummary") is True:
        return (Text(text, Author.SUMMARY),)
    body = entry.get("message")
    if kind == "assistant":
        synthetic = isinstance(body, dict) and body.get("model") == "<synthetic>"
        return (Text(text, Author.HARNESS if synthetic else Author.MODEL),)
    origin = entry.get("origin")
    machine = isinstance(origin, dict) and origin.get("kind") not in (None, "human")
    if entry.get("isMeta") is True or machine or kind != "user":
        return (Text(text, Author.HARNESS),)
    if entry.get("isSidechain") is True:  # a sub-agent's prompt is the main model's text
        return (Text(text, Author.MODEL),)
    return split_user_text(text)


def _result(content: object) -> tuple[str, int]:
    if isinstance(content, str):
        return content, 0
    texts: list[str] = []
    blobs = 0
    for item in content if isinstance(content, list) else ():
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            if item.get("type") == "image":
                blobs += _blob(item).size
            else:
                texts.append(string(item.get("text")))
    return "\n".join(texts), blobs


def _blob(block: Json) -> Blob:
    source = block.get("source")
    source = source if isinstance(source, dict) else {}
    data = string(source.get("data")) or string(source.get("url"))
    return Blob(string(source.get("media_type")) or string(block.get("type")), len(data.encode("utf-8", "replace")))


def _attachment(entry: Json, index: int) -> Message | None:
    """What the harness put in front of the model: reminders, diagnostics, edited files; and what a person queued."""
    attachment = entry.get("attachment")
    if not isinstance(attachment, dict):
        return None
    kind = string(attachment.get("type"))
    if kind == "queued_command":
        origin = attachment.get("origin")
        machine = isinstance(origin, dict) and origin.get("kind") not in (None, "human")
        machine = machine or attachment.get("commandMode") not in (None, "prompt")
        prompt = "\n".join(strings(attachment.get("prompt"), as_written=True))
        parts = (Text(prompt, Author.HARNESS),) if machine else split_user_text(prompt)
    elif kind == "prompt_snapshot":
        return None
    else:
        values = [value for key, value in attachment.items() if key not in ("type", "uuid", "timestamp")]
        parts = (Text("\n".join(strings(values, as_written=True)), Author.HARNESS),)
    parts = tuple(part for part in parts if part.text.strip())
    if not parts:
        return None
    return Message("user", parts, (index,), string(entry.get("uuid")), sidechain=entry.get("isSidechain") is True)


def _marks(kind: str, entry: Json) -> tuple[Mark, ...]:
    if kind == "queue-operation":
        return _queued(entry)
    if entry.get("isSidechain") is True:
        return ()
    if kind == "system" and string(entry.get("subtype")) in _TURN_ENDS:
        return (Turn(False, "completed"),)
    if kind == "assistant":
        return _usage(entry)
    if kind == "user" or kind == "attachment":
        return _user_marks(entry)
    return ()


def _queued(entry: Json) -> tuple[Mark, ...]:
    operation, text = entry.get("operation"), string(entry.get("content"))
    if operation == "enqueue":
        return (Queued(text, waiting=True),)
    if operation in ("dequeue", "remove", "popAll"):
        return (Queued(text, waiting=False),)
    return ()


def _usage(entry: Json) -> tuple[Mark, ...]:
    message = entry.get("message")
    usage = message.get("usage") if isinstance(message, dict) else None
    if not isinstance(usage, dict):
        return ()
    inputs = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return (Usage(sum(integer(usage.get(name)) for name in inputs), integer(usage.get("output_tokens"))),)


_KILLED = (130, 137, 143)
"""Exit codes of what was interrupted, killed or told to end."""


def _user_marks(entry: Json) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    result = entry.get("toolUseResult")
    if isinstance(result, dict):
        marks.extend(_result_marks(result))
    text = _plain(entry.get("message"))
    if text.lstrip().startswith("<task-notification>"):
        failed = "<status>failed" in text and not any(f"exit code {code}" in text for code in _KILLED)
        marks.extend(Job(id, running=False, failed=failed) for id in _between(text, "<task-id>", "</task-id>"))
    elif text.startswith("[Request interrupted"):
        marks.append(Turn(False, "interrupted"))
    elif ran := ran_by_person(text):
        marks.extend(ran)
    elif text and any(part.author is Author.HUMAN for part in _text(text, "user", entry)):
        marks.append(Turn(True))
    return tuple(marks)


def _plain(message: object) -> str:
    """The text of a user entry, whichever of its shapes it has."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, list):
        return "\n".join(string(b.get("text")) for b in content if isinstance(b, dict) and b.get("type") == "text")
    return string(content)


def _result_marks(result: Json) -> list[Mark]:
    marks: list[Mark] = []
    path = string(result.get("filePath"))
    if path and ("structuredPatch" in result or string(result.get("type")) in _EDITING):
        marks.append(Edit(path))
    if result.get("status") == "async_launched" and result.get("agentId"):
        marks.append(Job(string(result.get("agentId")), running=True, label=string(result.get("description"))))
    if result.get("backgroundTaskId"):
        marks.append(Job(string(result.get("backgroundTaskId")), running=True, label="background command"))
    ended = result.get("status") in ("completed", "failed", "killed")
    shell = string(result.get("shellId")) or string(result.get("shell_id"))
    if ended and shell:
        marks.append(Job(shell, running=False))
    return marks


def _between(text: str, begin: str, end: str) -> list[str]:
    return [piece.partition(end)[0].strip() for piece in text.split(begin)[1:]]
