"""What one event of OpenHands says: its message, with authors, and its marks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
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
    Todo,
    Todos,
    ToolCall,
    ToolResult,
    Turn,
)

_STATES = {"finished": "completed", "idle": "completed", "awaiting_user_input": "completed", "paused": "paused",
           "stopped": "stopped", "error": "failed", "stuck": "failed", "rejected": "stopped"}  # fmt: skip
_PLAIN_KEYS = ("thought", "security_risk", "hidden", "confirmation_state", "is_confirmed", "blocking", "keep_prompt")
"""Arguments of version 0 that the runtime adds: no part of the call."""
_REJECTED = "User rejected the action"
"""What the SDK gives as the reason of a person who gave none."""
_TODO = {"todo": "pending", "in_progress": "in_progress", "done": "completed"}


def decode(raw: bytes, index: int) -> Record:
    """The record of one event, of the SDK or of version 0."""
    event = load(raw)
    kind, time = string(event.get("kind")), iso(event.get("timestamp"))
    if kind:
        role, parts, marks = _event(kind, event)
    else:
        kind = string(event.get("action")) or string(event.get("observation"))
        role, parts, marks = _action(kind, event) if "action" in event else _observation(kind, event)
    message = Message(role, tuple(parts), (index,), string(event.get("llm_response_id"))) if parts else None
    return Record(kind or "unknown", message, tuple(marks), time)


# --- the SDK ---------------------------------------------------------------------------------------------------------


def _event(kind: str, event: Json) -> tuple[str, list[Part], list[Mark]]:
    match kind:
        case "SystemPromptEvent":
            return "system", _texts([event.get("system_prompt")], Author.HARNESS), []
        case "MessageEvent":
            return _message(event)
        case "ActionEvent":
            return "assistant", _acted(event), []
        case "ObservationEvent":
            return "tool", [_observed(event)], _tasks(mapping(event.get("observation")))
        case "UserRejectObservation":
            reason = string(event.get("rejection_reason"))
            by_hook = event.get("rejection_source") == "hook"
            return "tool", [_answer(event, reason if by_hook else _refused(reason), failed=True)], []
        case "AgentErrorEvent":
            return "tool", [_answer(event, string(event.get("error")), failed=True)], []
        case "Condensation":
            text = string(event.get("summary"))
            return "user", [Text(text, Author.SUMMARY)] if text else [], []
        case "ConversationStateUpdateEvent":
            return "", [], _state(event)
        case "PauseEvent":
            return "", [], [Turn(False, "paused")]
    return "", [], []


def _message(event: Json) -> tuple[str, list[Part], list[Mark]]:
    """A message. ``sender`` names an agent that delegated; what the SDK adds stands in ``extended_content``."""
    said = mapping(event.get("llm_message"))
    role = string(said.get("role")) or ("user" if event.get("source") == "user" else "assistant")
    if event.get("source") == "agent":
        parts = _thinking(said)
        parts.extend(_texts(items(said.get("content")), Author.MODEL))
        return "assistant", parts, [Turn(False, "completed")]
    by_person = event.get("source") == "user" and role == "user" and not event.get("sender")
    parts = _texts(items(said.get("content")), Author.HUMAN if by_person else Author.HARNESS)
    marks: list[Mark] = [Turn(True)] if any(part.author is Author.HUMAN for part in parts) else []
    parts.extend(_texts(items(event.get("extended_content")), Author.HARNESS))
    return role, parts, marks


def _acted(event: Json) -> list[Part]:
    call = mapping(event.get("tool_call"))
    id = string(event.get("tool_call_id")) or string(call.get("id"))
    name = string(event.get("tool_name")) or string(call.get("name"))
    arguments = call.get("arguments", mapping(call.get("function")).get("arguments"))
    if arguments is None:
        arguments = {key: value for key, value in mapping(event.get("action")).items() if key != "kind"}
    parts = _thinking(event)
    parts.extend(_texts(items(event.get("thought")), Author.MODEL))
    parts.append(ToolCall(id, name, as_json(arguments)))
    return parts


def _thinking(said: Json) -> list[Part]:
    text = string(said.get("reasoning_content"))
    blocks = [mapping(block) for block in items(said.get("thinking_blocks"))]
    parts: list[Part] = [Thinking(string(b.get("thinking")), string(b.get("signature"))) for b in blocks]
    return parts or ([Thinking(text)] if text else [])


def _observed(event: Json) -> ToolResult:
    seen = mapping(event.get("observation"))
    content = seen.get("content", seen.get("output"))
    blocks: list[object] = [content] if isinstance(content, str) else items(content)
    failed = seen.get("is_error") is True or bool(integer(seen.get("exit_code"))) or bool(seen.get("error"))
    texts = [part.text for part in _texts(blocks, Author.TOOL) if isinstance(part, Text)]
    blobs = sum(part.size for part in _texts(blocks, Author.TOOL) if isinstance(part, Blob))
    answer = _answer(event, "\n".join(texts) or string(seen.get("error")), failed=failed)
    return msgspec.structs.replace(answer, blobs=blobs)


def _answer(event: Json, text: str, *, failed: bool) -> ToolResult:
    return ToolResult(string(event.get("tool_call_id")), text, failed, string(event.get("tool_name")))


def _refused(reason: str) -> str:
    """A person's refusal, in words that say whose it is: the event says so, and its reason alone does not."""
    return _REJECTED if reason in ("", _REJECTED) else f"{_REJECTED}. The user said: {reason}"


def _state(event: Json) -> list[Mark]:
    key, value = event.get("key"), event.get("value")
    if key == "execution_status":
        if value == "running":
            return []
        return [Turn(False, _STATES[value])] if isinstance(value, str) and value in _STATES else []
    return []


def _tasks(seen: Json) -> list[Mark]:
    """The list that the task tracker holds after a call of it."""
    held = seen.get("task_list")
    if not isinstance(held, list):
        return []
    rows = map(mapping, held)
    todos = [
        Todo(string(r.get("title")), _TODO.get(string(r.get("status")), "pending"), string(r.get("id"))) for r in rows
    ]
    return [Todos(tuple(todo for todo in todos if todo.text))]


# --- version 0 -------------------------------------------------------------------------------------------------------


def _action(kind: str, event: Json) -> tuple[str, list[Part], list[Mark]]:
    args = mapping(event.get("args"))
    by_agent = event.get("source") == "agent"
    match kind:
        case "message":
            text = string(args.get("content")) or string(event.get("message"))
            if by_agent:
                ended: list[Mark] = [Turn(False, "completed")] if args.get("wait_for_response") is True else []
                return "assistant", _texts([text], Author.MODEL), ended
            author = Author.HUMAN if event.get("source") == "user" else Author.HARNESS
            parts = [*_texts([text], author), *_images(args)]
            return "user", parts, [Turn(True)] if any(p.author is Author.HUMAN for p in parts) else []
        case "system":
            return "system", _texts([args.get("content")], Author.HARNESS), []
        case "condensation":
            return "user", _texts([args.get("summary")], Author.SUMMARY), []
        case "finish":
            text = string(args.get("final_thought")) or string(args.get("thought")) or string(event.get("message"))
            return "assistant", _texts([text], Author.MODEL), [Turn(False, "completed")]
        case "recall" | "change_agent_state" | "condensation_request" | "null" | "":
            return "", [], []
    if not by_agent:  # a command that a person ran beside the conversation: not words to the model
        return "user", _texts([as_json(args)], Author.HARNESS), []
    asked = mapping(event.get("tool_call_metadata"))
    said = [*_texts([args.get("thought")], Author.MODEL)]
    if kind == "think":
        return "assistant", [Thinking(string(args.get("thought")))], []
    id = string(asked.get("tool_call_id")) or f"action-{event.get('id')}"
    arguments = {key: value for key, value in args.items() if key not in _PLAIN_KEYS}
    said.append(ToolCall(id, string(asked.get("function_name")) or kind, as_json(arguments)))
    return "assistant", said, _tasks(args) if kind == "task_tracking" else []


def _observation(kind: str, event: Json) -> tuple[str, list[Part], list[Mark]]:
    extras = mapping(event.get("extras"))
    content = string(event.get("content"))
    if kind == "agent_state_changed":
        state = string(extras.get("agent_state"))
        return "", [], [Turn(False, _STATES[state])] if state in _STATES else []
    if kind in ("null", "", "think"):
        return "", [], []
    if kind == "recall":
        return "user", _texts([content], Author.HARNESS), []
    asked = mapping(event.get("tool_call_metadata"))
    id = string(asked.get("tool_call_id")) or f"action-{event.get('cause')}"
    if not asked and not isinstance(event.get("cause"), int):
        return "user", _texts([content], Author.TOOL), []
    metadata = mapping(extras.get("metadata"))
    if kind == "user_rejected":
        return "tool", [ToolResult(id, f"{_REJECTED}: {content}", True, string(asked.get("function_name")))], []
    failed = kind == "error" or bool(integer(metadata.get("exit_code", extras.get("exit_code"))))
    return "tool", [ToolResult(id, content, failed, string(asked.get("function_name")))], []


# --- what they share -------------------------------------------------------------------------------------------------


def _texts(blocks: Sequence[object], author: Author) -> list[Part]:
    parts: list[Part] = []
    for block in blocks:
        held = mapping(block)
        text = block if isinstance(block, str) else string(held.get("text"))
        if text:
            parts.extend(split_user_text(text) if author is Author.HUMAN else (Text(text, author),))
        parts.extend(Blob("image", octets(string(url)), author) for url in items(held.get("image_urls")))
    return parts


def _images(args: Json) -> list[Part]:
    return [Blob("image", octets(string(url)), Author.HUMAN) for url in items(args.get("image_urls"))]
