"""What one event of a Copilot CLI session says: its message, with authors, and its marks."""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
from threefold.reading.values import Json, as_json, integer, items, load, mapping, string
from threefold.session import (
    Author,
    Directory,
    Job,
    Mark,
    Message,
    Part,
    Question,
    Record,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)


def decode(raw: bytes, index: int) -> Record:
    """The record of one event."""
    event = load(raw)
    kind, time, data = string(event.get("type")), iso(event.get("timestamp")), mapping(event.get("data"))
    role, parts = _said(kind, data)
    message = None
    if parts:
        side = isinstance(data.get("parentToolCallId"), str)
        message = Message(role, tuple(parts), (index,), string(data.get("messageId")), string(data.get("model")), side)
    return Record(kind or "unknown", message, tuple(_marks(kind, data, parts)), time)


def _said(kind: str, data: Json) -> tuple[str, list[Part]]:
    match kind:
        case "system.message":
            return string(data.get("role")) or "system", _text(data.get("content"), Author.HARNESS)
        case "system.notification":
            return "user", _text(data.get("content"), Author.HARNESS)
        case "user.message":
            return "user", _asked(data)
        case "assistant.message":
            return "assistant", _answer(data)
        case "assistant.reasoning":
            text = string(data.get("content"))
            return "assistant", [Thinking(text)] if text else []
        case "tool.execution_complete":
            return "tool", [_result(data)]
        case "session.compaction_complete":
            return "user", _text(data.get("summaryContent"), Author.SUMMARY)
    return "", []


def _asked(data: Json) -> list[Part]:
    """What was typed, and around it what the client told the model. A source that is no person's says so."""
    typed, given = string(data.get("content")), string(data.get("transformedContent"))
    if data.get("source") not in (None, "", "user"):
        return _text(given or typed, Author.HARNESS)
    if not given or given == typed or not typed:
        return [*split_user_text(typed or given)] if typed or given else []
    before, found, behind = given.partition(typed)
    if not found:
        return [*split_user_text(typed), Text(given, Author.HARNESS)]
    parts: list[Part] = [Text(before, Author.HARNESS)] if before else []
    parts.extend(split_user_text(typed))
    return [*parts, Text(behind, Author.HARNESS)] if behind else parts


def _answer(data: Json) -> list[Part]:
    thought, seal = string(data.get("reasoningText")), string(data.get("reasoningOpaque"))
    parts: list[Part] = [Thinking(thought, seal)] if thought or seal else []
    parts.extend(_text(data.get("content"), Author.MODEL))
    for call in map(mapping, items(data.get("toolRequests"))):
        arguments = as_json(call.get("arguments", {}))
        parts.append(ToolCall(string(call.get("toolCallId")), string(call.get("name")), arguments))
    return parts


def _result(data: Json) -> ToolResult:
    result, error = mapping(data.get("result")), data.get("error")
    text = string(result.get("content")) or string(mapping(error).get("message")) or string(error)
    failed = data.get("success") is False or bool(error)
    return ToolResult(string(data.get("toolCallId")), text, failed, string(data.get("toolName")))


def _text(text: object, author: Author) -> list[Part]:
    return [Text(text, author)] if isinstance(text, str) and text else []


def _marks(kind: str, data: Json, parts: list[Part]) -> list[Mark]:
    match kind:
        case "session.start" | "session.resume" | "session.context_changed":
            cwd = string(mapping(data.get("context")).get("cwd")) or string(data.get("cwd"))
            return [Directory(cwd)] if cwd else []
        case "user.message":
            return [Turn(True)] if any(part.author is Author.HUMAN for part in parts) else []
        case "assistant.message":
            marks: list[Mark] = [Usage(0, integer(data.get("outputTokens")))] if data.get("outputTokens") else []
            calls = any(isinstance(part, ToolCall) for part in parts)
            side = isinstance(data.get("parentToolCallId"), str)
            return marks if calls or side or not parts else [*marks, Turn(False, "completed")]
        case "abort":
            return [Turn(False, "aborted")]
        case "subagent.started":
            label = string(data.get("agentDisplayName")) or string(data.get("agentName"))
            return [Job(string(data.get("toolCallId")), running=True, label=label)]
        case "subagent.completed" | "subagent.failed":
            return [Job(string(data.get("toolCallId")), running=False)]
        case "permission.requested":
            asked = mapping(data.get("permissionRequest"))
            text = string(asked.get("intention")) or string(asked.get("fullCommandText"))
            return [Question(string(data.get("requestId")), True, text and f"approval of {text}")]
        case "user_input.requested":
            return [Question(string(data.get("requestId")), True, string(data.get("question")))]
        case "permission.completed" | "user_input.completed":
            return [Question(string(data.get("requestId")), open=False)]
    return []
