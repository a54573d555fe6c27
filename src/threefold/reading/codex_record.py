"""What one line of a Codex rollout says: its message, with authors, and its marks.

Lines come in three shapes: the envelope ``{timestamp, type, payload}``, the bare item of rollouts before September
2025, and an item within the replacement history of a compaction, which is bare too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from threefold.reading.authors import split_user_text
from threefold.reading.ran import ran_by_person
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string
from threefold.session import (
    Author,
    Blob,
    Directory,
    Edit,
    Fact,
    Flag,
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

ITEMS = frozenset(
    (
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "local_shell_call",
        "web_search_call",
        "image_generation_call",
        "tool_search_call",
        "tool_search_output",
        "agent_message",
    )
)
"""Items that the model sees."""
SEALED = frozenset(("compaction", "compaction_summary", "context_compaction"))
"""Items that hold the summary of a remote compaction, encrypted."""
ASKING = frozenset(
    (
        "exec_approval_request",
        "apply_patch_approval_request",
        "request_user_input",
        "request_permissions",
        "elicitation_request",
    )
)
"""Events in which the harness puts something to a person."""
_EXIT = re.compile(r"^Process exited with code (-?\d+)", re.MULTILINE)
_HEAD = 400
"""Characters of a tool's output in which Codex states the exit status."""


@dataclass
class Decoder:
    """Decodes the events of one rollout, with what the first pass learned of it.

    ``delegate`` wrote the prompts from event ``own_from`` on, where the rollout is a sub-agent's: they come from the
    model that started it, or from the harness, and from no human. ``asked`` are the calls that were put to a person;
    ``requests`` says that the log records the usage of each request, so that token counts only repeat it.
    """

    flags: bytearray
    own_from: int | None = None
    delegate: Author = Author.MODEL
    asked: set[str] = field(default_factory=set)
    requests: bool = False

    def __call__(self, raw: bytes, index: int) -> Record:
        line = load(raw)
        payload = line.get("payload")
        kind, time = string(line.get("type")), string(line.get("timestamp"))
        if not isinstance(payload, dict):
            return self._item(line, index, time)
        if kind == "response_item":
            return self._item(payload, index, time)
        message = None
        if kind == "compacted" and self.flags[index] & Flag.SUMMARY:
            message = Message("user", (Text(string(payload.get("message")), Author.SUMMARY),), (index,))
        if kind == "event_msg":
            kind = f"event_msg/{string(payload.get('type'))}"
        return Record(kind, message, self._marks(kind, payload), time)

    def _item(self, item: Json, index: int, time: str) -> Record:
        role, parts = self._parts(item, index)
        message = Message(role, tuple(parts), (index,), string(item.get("id"))) if parts else None
        return Record(string(item.get("type")), message, self._item_marks(parts), time)

    def _parts(self, item: Json, index: int) -> tuple[str, list[Part]]:
        match string(item.get("type")):
            case "message":
                role = string(item.get("role")) or "user"
                return role, self._content(role, item, index)
            case "agent_message":  # from another agent
                texts = [string(mapping(part).get("text")) for part in items(item.get("content"))]
                return "user", [Text(text, Author.MODEL) for text in texts if text]
            case kind if kind in SEALED:
                size = octets(string(item.get("encrypted_content")))
                return "assistant", [Blob("application/octet-stream", size, Author.SUMMARY)]
        return item_parts(item, index)

    def _content(self, role: str, item: Json, index: int) -> list[Part]:
        content = item.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        passed = mapping(item.get("internal_chat_message_metadata_passthrough"))
        kinds = items(passed.get("content_item_kinds"))
        parts: list[Part] = []
        for number, value in enumerate(items(content)):
            block = mapping(value)
            if block.get("type") == "input_image":
                author = Author.HUMAN if role == "user" else Author.HARNESS
                parts.append(_image(block, author))
            elif text := string(block.get("text")):
                kind = string(kinds[number]) if number < len(kinds) else ""
                parts.extend(self._authored(role, text, kind, index))
        return parts

    def _authored(self, role: str, text: str, kind: str, index: int) -> tuple[Text, ...]:
        """The text of a message by its author; ``kind`` is what Codex says of it since version 0.16x, else ""."""
        if self.flags[index] & Flag.SUMMARY or kind == "compaction.summary":
            return (Text(text, Author.SUMMARY),)
        if role == "assistant":
            return (Text(text, Author.MODEL),)
        if role != "user" or (kind and kind not in ("user.text", "unknown")):
            return (Text(text, Author.HARNESS),)
        pieces = split_user_text(text)
        if self.own_from is None or index < self.own_from:
            return pieces
        return tuple(Text(p.text, self.delegate if p.author is Author.HUMAN else p.author) for p in pieces)

    # --- marks -------------------------------------------------------------------------------------------------------

    def _item_marks(self, parts: list[Part]) -> tuple[Mark, ...]:
        marks: list[Mark] = []
        for part in parts:
            if isinstance(part, ToolResult):
                marks.extend(self._answered(part.call_id))
                started = load(part.text.encode("utf-8", "replace")) if part.text.startswith('{"agent_id"') else {}
                if agent := string(started.get("agent_id")):
                    marks.append(Job(agent, running=True, label=string(started.get("nickname"))))
            elif isinstance(part, Text) and part.text.startswith("<subagent_notification>"):
                body = part.text.removeprefix("<subagent_notification>").partition("</subagent_notification>")[0]
                notice = load(body.strip().encode("utf-8", "replace"))
                if agent := string(notice.get("agent_path")) or string(notice.get("agent_id")):
                    marks.append(Job(agent, running=False))
            elif isinstance(part, Text) and part.text.startswith("<user_shell_command>"):
                marks.extend(ran_by_person(part.text))
        return tuple(marks)

    def _answered(self, call: str) -> list[Mark]:
        return [Question(call, open=False)] if call in self.asked else []

    def _marks(self, kind: str, payload: Json) -> tuple[Mark, ...]:
        match kind.removeprefix("event_msg/"):
            case "session_meta" | "turn_context":
                cwd = string(payload.get("cwd"))
                return (Directory(cwd),) if cwd else ()
            case "token_count" if not self.requests:
                return _usage(mapping(payload.get("info")).get("last_token_usage"))
            case "token_usage_record":
                return _usage(payload.get("usage"))
            case "task_started" | "turn_started":
                return (Turn(True),)
            case "task_complete" | "turn_complete":
                return (Turn(False, "failed" if payload.get("error") else "completed"),)
            case "turn_aborted":
                return (Turn(False, string(payload.get("reason")) or "interrupted"),)
            case "patch_apply_end":
                call = string(payload.get("call_id"))
                paths = mapping(payload.get("changes")) if payload.get("success") is True else {}
                return (*(Edit(path, call) for path in paths), *self._answered(call))
            case "exec_command_end":
                return tuple(self._answered(string(payload.get("call_id"))))
            case "item_completed":
                item = mapping(payload.get("item"))
                paths = mapping(item.get("changes")) if item.get("status") == "completed" else {}
                return tuple(Edit(path, string(item.get("id"))) for path in paths)
            case "thread_goal_updated":
                goal = mapping(payload.get("goal"))
                told = {"objective": string(goal.get("objective")), "phase": string(goal.get("status")) or "active"}
                return (Fact("goal", as_json({"goal": told})),)
            case "thread_goal_cleared":
                return (Fact("goal", '{"goal": {"phase": "cleared"}}'),)
            case "collab_agent_spawn_end":
                label = string(payload.get("new_agent_nickname")) or string(payload.get("prompt"))
                agent = string(payload.get("new_thread_id"))
                return (Job(agent, running=True, label=label),) if agent else ()
            case "collab_close_end":
                agent = string(payload.get("receiver_thread_id"))
                return (Job(agent, running=False),) if agent else ()
            case name if name in ASKING:
                return (Question(question_id(payload), open=True, text=_asked(payload)),)
        return ()


def question_id(payload: Json) -> str:
    return string(payload.get("call_id")) or string(payload.get("id"))


def _asked(payload: Json) -> str:
    if reason := string(payload.get("reason")) or string(payload.get("message")):
        return reason
    questions = [string(mapping(q).get("question")) for q in items(payload.get("questions"))]
    command = [string(word) for word in items(payload.get("command"))]
    return "\n".join(filter(None, questions)) or " ".join(command) or "approval"


def _usage(value: object) -> tuple[Mark, ...]:
    usage = mapping(value)
    taken, made = integer(usage.get("input_tokens")), integer(usage.get("output_tokens"))
    return (Usage(taken, made),) if taken or made else ()


def item_parts(item: Json, index: int) -> tuple[str, list[Part]]:
    """The parts of an item that is no message, with its role."""
    kind = string(item.get("type"))
    call = string(item.get("call_id")) or string(item.get("id")) or f"event-{index}"
    match kind:
        case "reasoning":
            texts = [string(mapping(t).get("text")) for t in (*items(item.get("summary")), *items(item.get("content")))]
            return "assistant", [Thinking("\n".join(filter(None, texts)), string(item.get("encrypted_content")))]
        case "function_call":
            return "assistant", [ToolCall(call, string(item.get("name")), as_json(item.get("arguments")))]
        case "custom_tool_call":
            return "assistant", [ToolCall(call, string(item.get("name")), as_json(item.get("input")))]
        case "tool_search_call":
            return "assistant", [ToolCall(call, "tool_search", as_json(item.get("arguments")))]
        case "local_shell_call":
            return "assistant", [ToolCall(call, "local_shell", as_json(item.get("action")))]
        case "web_search_call" | "image_generation_call":  # the provider ran it: the call and its end are one item
            name = kind.removesuffix("_call")
            arguments = as_json(item.get("action") or {"prompt": string(item.get("revised_prompt"))})
            blobs = octets(string(item.get("result")))
            result = ToolResult(call, string(item.get("status")), name=name, blobs=blobs)
            return "assistant", [ToolCall(call, name, arguments), result]
        case "function_call_output" | "custom_tool_call_output":
            return "tool", [_output(call, item.get("output"))]
        case "tool_search_output":
            return "tool", [ToolResult(call, as_json(item.get("tools")), name="tool_search")]
    return "", []


def _output(call: str, output: object) -> ToolResult:
    if isinstance(output, str):
        return _text_output(call, output)
    failed = False
    if isinstance(output, dict):
        failed = output.get("success") is False
        inner = output.get("content", output.get("text"))
        if isinstance(inner, str):
            return ToolResult(call, inner, failed)
        output = inner
    blocks = [mapping(block) for block in items(output)]
    text = "\n".join(string(block.get("text")) for block in blocks if "text" in block)
    return ToolResult(call, text, failed, blobs=sum(_image(block, Author.TOOL).size for block in blocks))


def _text_output(call: str, output: str) -> ToolResult:
    """Older versions wrap what a command printed into ``{"output", "metadata": {"exit_code"}}``."""
    if output.startswith('{"output"'):
        wrapped = load(output.encode("utf-8", "replace"))
        if isinstance(wrapped.get("output"), str) and isinstance(wrapped.get("metadata"), dict):
            code = integer(mapping(wrapped.get("metadata")).get("exit_code"))
            return ToolResult(call, string(wrapped.get("output")), code != 0)
    found = _EXIT.search(output[:_HEAD])
    return ToolResult(call, output, found is not None and found[1] != "0")


def _image(block: Json, author: Author) -> Blob:
    url = string(block.get("image_url"))
    media = url[5:].partition(";")[0] if url.startswith("data:") else "image"
    return Blob(media[:100], octets(url), author)
