"""What one row of a Kimi log says: of ``context.jsonl``, of Kimi Code's log of operations, of ``wire.jsonl``."""

from __future__ import annotations

import re

import msgspec

from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string
from threefold.session import (
    Author,
    Blob,
    Edit,
    Fact,
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

COMPACTED = "<system>Previous context has been compacted."
"""How Kimi CLI begins the message that holds a summary."""
_MACHINE = re.compile(r"\s*<(system|notification)(?:[ \t][^<>\n]*)?>.*</\1>\s*", re.DOTALL)
"""A text that is wrapped to its end: Kimi's notes to the model stand in the user's role."""
_FAILED = "<system>ERROR"
_LINKS = ("image_url", "audio_url", "video_url")

# --- context.jsonl ---------------------------------------------------------------------------------------------------


def decode_context(raw: bytes, index: int) -> Record:
    """The record of a row of ``context.jsonl``: a message in OpenAI's shape, or a control row."""
    row = load(raw)
    role = string(row.get("role"))
    if role == "_usage":
        return Record(role, None, (Usage(integer(row.get("token_count"))),))
    if role == "_system_prompt":
        return Record(role, _message("system", _texts(row.get("content"), Author.HARNESS), index))
    if role.startswith("_") or not role:
        return Record(role or "unknown")
    parts = _spoken(role, row)
    turn = role == "user" and any(part.author is Author.HUMAN for part in parts)
    return Record(role, _message(role, parts, index), (Turn(True),) if turn else ())


def _spoken(role: str, row: Json) -> list[Part]:
    content = row.get("content")
    match role:
        case "user":
            return user_parts(content)
        case "assistant":
            return [*_answer(content), *_calls(row.get("tool_calls", row.get("toolCalls")))]
        case "tool":
            return [result(string(row.get("tool_call_id", row.get("toolCallId"))), content, failed=False)]
    return _texts(content, Author.HARNESS)


def user_parts(content: object) -> list[Part]:
    """A message of the user's role by its authors. One that tells of a compaction is the summary, all of it."""
    blocks = blocks_of(content)
    summary = next((string(b.get("text")) for b in blocks if b.get("text")), "").lstrip().startswith(COMPACTED)
    parts: list[Part] = []
    for block in blocks:
        text = string(block.get("text"))
        if not text:
            parts.extend(_blob(block, Author.HUMAN))
        elif summary:
            parts.append(Text(text, Author.SUMMARY))
        elif _MACHINE.fullmatch(text):
            parts.append(Text(text, Author.HARNESS))
        else:
            parts.extend(split_user_text(text))
    return parts


def result(call: str, content: object, *, failed: bool) -> ToolResult:
    """A tool's answer: a text, or parts, of which the first is Kimi's own word on how it went."""
    blocks = blocks_of(content)
    texts = [text for block in blocks if (text := string(block.get("text")))]
    failed = failed or bool(texts and texts[0].lstrip().startswith(_FAILED))
    blobs = sum(part.size for block in blocks for part in _blob(block, Author.TOOL))
    return ToolResult(call, "\n".join(texts), failed, blobs=blobs)


# --- Kimi Code -------------------------------------------------------------------------------------------------------


def decode_code(raw: bytes, index: int) -> Record:
    """The record of one operation of Kimi Code's log."""
    row = load(raw)
    kind, time = string(row.get("type")), iso(row.get("time"))
    message, marks = _operation(kind, row, index)
    return Record(kind or "unknown", message, marks, time)


def _operation(kind: str, row: Json, index: int) -> tuple[Message | None, tuple[Mark, ...]]:
    match kind:
        case "config.update":
            return _message("system", _texts(row.get("systemPrompt"), Author.HARNESS), index), ()
        case "turn.prompt":
            person = mapping(row.get("origin")).get("kind") in (None, "user")
            return None, (Turn(True),) if person else ()
        case "turn.cancel":
            return None, (Turn(False, "cancelled"),)
        case "context.append_message":
            return _appended(mapping(row.get("message")), index), ()
        case "context.append_loop_event":
            return _looped(mapping(row.get("event")), index)
        case "context.apply_compaction":
            text = string(row.get("contextSummary")) or string(row.get("summary"))
            return _message("user", [Text(text, Author.SUMMARY)] if text else [], index), ()
        case "permission.record_approval_result":
            return None, (Question(string(row.get("toolCallId")), open=False),)
        case "plan_mode.enter" | "plan_mode.exit" | "plan_mode.cancel":
            return None, (Fact("plan", "on" if kind.endswith("enter") else ""),)
    return None, ()


def _appended(message: Json, index: int) -> Message | None:
    """A message as it was put into the context. Whose it is, its origin says; what has none is a person's."""
    role, origin = string(message.get("role")), mapping(message.get("origin"))
    if role == "user" and origin.get("kind") not in (None, "user"):
        author = Author.SUMMARY if origin.get("kind") == "compaction_summary" else Author.HARNESS
        return _message(role, _texts(message.get("content"), author), index)
    return _message(role, _spoken(role, message), index)


def _looped(event: Json, index: int) -> tuple[Message | None, tuple[Mark, ...]]:
    match event.get("type"):
        case "content.part":
            return _message("assistant", _answer([event.get("part")]), index, string(event.get("stepUuid"))), ()
        case "tool.call":
            call = ToolCall(string(event.get("toolCallId")), string(event.get("name")), as_json(event.get("args", {})))
            return _message("assistant", [call], index, string(event.get("stepUuid"))), ()
        case "tool.result":
            answer = mapping(event.get("result"))
            failed = answer.get("isError") is True
            return _message("tool", [result(string(event.get("toolCallId")), answer.get("output"), failed=failed)],
                            index), ()  # fmt: skip
        case "step.end":
            return None, _ended(event)
    return None, ()


def _ended(event: Json) -> tuple[Mark, ...]:
    usage = mapping(event.get("usage"))
    taken = sum(integer(usage.get(key)) for key in ("inputOther", "inputCacheRead", "inputCacheCreation"))
    marks: list[Mark] = [Usage(taken, integer(usage.get("output")))] if taken or usage.get("output") else []
    if event.get("finishReason") in ("end_turn", "stop"):
        marks.append(Turn(False, "completed"))
    return tuple(marks)


# --- wire.jsonl ------------------------------------------------------------------------------------------------------


def decode_wire(raw: bytes, index: int, more: str = "") -> Record:
    """The record of one event of ``wire.jsonl``. ``more`` is what later events added to a call's arguments."""
    row = load(raw)
    event = mapping(row.get("message"))
    kind, payload, time = string(event.get("type")), mapping(event.get("payload")), iso(row.get("timestamp"))
    if not kind:
        return Record("metadata" if "protocol_version" in row else "unknown", None, (), time)
    if kind == "SubagentEvent":
        inner = mapping(payload.get("event"))
        role, parts, _ = _event(string(inner.get("type")), mapping(inner.get("payload")), more)
        message = _message(role, parts, index)
        return Record(kind, message and msgspec.structs.replace(message, sidechain=True), (), time)
    role, parts, marks = _event(kind, payload, more)
    return Record(kind, _message(role, parts, index), tuple(marks), time)


def _event(kind: str, payload: Json, more: str) -> tuple[str, list[Part], list[Mark]]:
    marks: list[Mark] = []
    parts: list[Part] = []
    role = "assistant"
    match kind:
        case "TurnBegin" | "SteerInput":
            role, parts = "user", user_parts(payload.get("user_input"))
            marks.extend([Turn(True)] if any(part.author is Author.HUMAN for part in parts) else [])
        case "TurnEnd":
            marks.append(Turn(False, "completed"))
        case "StepInterrupted":
            marks.append(Turn(False, "interrupted"))
        case "ContentPart":
            parts = _answer([payload])
        case "ToolCall":
            parts = _calls([payload], more)
        case "ToolResult":
            answer = mapping(payload.get("return_value"))
            said = [*blocks_of(answer.get("output")), *blocks_of(answer.get("message"))]
            failed = answer.get("is_error") is True
            call = string(payload.get("tool_call_id"))
            role, parts = "tool", [result(call, said, failed=failed)]
            shown = map(mapping, items(answer.get("display")))
            paths = [string(one.get("path")) for one in shown if one.get("type") == "diff" and not failed]
            marks.extend(Edit(path, call) for path in dict.fromkeys(paths) if path)
        case "StatusUpdate":
            usage = mapping(payload.get("token_usage"))
            taken = sum(integer(usage.get(key)) for key in ("input_other", "input_cache_read", "input_cache_creation"))
            marks.extend([Usage(taken, integer(usage.get("output")))] if taken else [])
        case "ApprovalRequest":
            marks.append(Question(string(payload.get("id")), True, string(payload.get("description"))))
        case "ApprovalResponse" | "ApprovalRequestResolved":
            marks.append(Question(string(payload.get("request_id")), open=False))
    return role, parts, marks


# --- what they share -------------------------------------------------------------------------------------------------


def blocks_of(content: object) -> list[Json]:
    """Content as parts: it may be a text, or a list of texts and parts."""
    values = [content] if isinstance(content, str) else items(content)
    return [{"type": "text", "text": value} if isinstance(value, str) else mapping(value) for value in values]


def _message(role: str, parts: list[Part], index: int, id: str = "") -> Message | None:
    return Message(role, tuple(parts), (index,), id) if parts else None


def _texts(content: object, author: Author) -> list[Part]:
    return [Text(text, author) for block in blocks_of(content) if (text := string(block.get("text")))]


def _answer(content: object) -> list[Part]:
    parts: list[Part] = []
    for block in blocks_of(content):
        if block.get("type") == "think" or "think" in block:
            parts.append(Thinking(string(block.get("think")), string(block.get("encrypted"))))
        elif text := string(block.get("text")):
            parts.append(Text(text, Author.MODEL))
        else:
            parts.extend(_blob(block, Author.MODEL))
    return parts


def _calls(calls: object, more: str = "") -> list[Part]:
    found: list[Part] = []
    for call in map(mapping, items(calls)):
        function = mapping(call.get("function")) or call
        arguments = function.get("arguments")
        found.append(
            ToolCall(
                string(call.get("id")),
                string(function.get("name")),
                ("" if arguments is None else as_json(arguments)) + more,
            )
        )
    return found


def _blob(block: Json, author: Author) -> list[Blob]:
    for kind in _LINKS:
        if kind in block:
            held = block[kind]
            return [Blob(kind, octets(string(held) or string(mapping(held).get("url"))), author)]
    return []
