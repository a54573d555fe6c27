"""What one message of a trajectory says, with authors, and its marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum

from threefold.reading import chat_record
from threefold.reading.authors import split_user_text
from threefold.reading.values import Json, items, load, string
from threefold.session import Author, Mark, Message, Part, Record, Text, ToolCall, ToolResult, Turn


class Place(Enum):
    """What a message is by where it stands."""

    ANSWER = "an answer of the model"
    SUBMISSION = "the answer that ends a run; nothing comes back"
    OBSERVATION = "what a command printed"
    TASK = "the task, within a template"
    HARNESS = "the harness speaks"
    OTHER = "as its role says"


_FENCES = ("```mswea_bash_command", "```bash")
_MINI = "```mswea_bash_command"
_RETURNED = re.compile(r"\s*<returncode>(-?\d+)</returncode>")
_TASKS = (
    ("<pr_description>\nConsider the following PR description:\n", "\n</pr_description>"),
    ("<pr_description>\n", "\n</pr_description>"),
    ("Here's the issue text:\nISSUE:\n", "\n\nINSTRUCTIONS:\n"),
    ("We're currently solving the following CTF challenge. ", "\n\nINSTRUCTIONS:\n"),
    ("Please solve this issue: ", "\n\nYou can execute bash commands and edit files"),
)
"""Where in the templates of both agents a person's words begin, and what stands behind them."""
_PASSED_ON = (
    "The user added a new task: ",
    "Interrupted by user: ",
    "The user rejected your command with the following message:\n",
)
"""How mini-swe-agent passes on what a person says in between (from its source)."""


def decode(raw: bytes, index: int, place: Place, answers: int) -> Record:
    """The record of one message. ``answers`` is the event whose command an observation belongs to, or -1."""
    value = load(raw)
    role = string(value.get("role"))
    marks: tuple[Mark, ...] = ()
    match place:
        case Place.ANSWER:
            parts = _answer(value, index)
        case Place.SUBMISSION:
            parts = [Text(text, Author.MODEL) for text in _texts(value)]
            marks = (Turn(False, "completed"),)
        case Place.OBSERVATION:
            role, parts = "tool", list(_observed(value, answers))
        case Place.TASK:
            parts = [part for text in _texts(value) for part in _asked(text)]
            marks = (Turn(True),)
        case Place.HARNESS:
            parts = [part for text in _texts(value) for part in _passed_on(text)]
        case Place.OTHER:
            parts = _other(value, index)
    message = Message(role, tuple(parts), (index,)) if parts else None
    return Record("message", message, marks)


def is_mini(message: Json) -> bool:
    """Whether a message is of the shape of mini-swe-agent: its fence, or its report of a command."""
    text = "\n".join(_texts(message))
    return _MINI in text if message.get("role") == "assistant" else bool(_RETURNED.match(text))


def command_of(message: Json) -> str | None:
    """The command in an answer, or None: a field of SWE-agent, a fenced block of mini-swe-agent."""
    action = message.get("action")
    if isinstance(action, str):
        return action if action.strip() else None
    found = _fenced("\n".join(_texts(message)))
    return found[1] if found is not None else None


def _answer(value: Json, index: int) -> list[Part]:
    if items(value.get("tool_calls")):
        return _other(value, index)
    text, command = "\n".join(_texts(value)), command_of(value)
    if command is None:
        return [Text(text, Author.MODEL)] if text else []
    action, thought = value.get("action"), string(value.get("thought"))
    fenced = _fenced(text)
    if isinstance(action, str):
        said = [thought] if thought or not text else [text]
    else:
        said = [fenced[0], fenced[2]] if fenced is not None else [text]
    parts: list[Part] = [Text(words, Author.MODEL) for words in said if words.strip()]
    arguments = json.dumps({"command": command}, ensure_ascii=False)
    return [*parts, ToolCall(f"action-{index}", "bash", arguments)]


def submits(command: str) -> bool:
    """Whether a command hands in the result: ``submit``, or ``submit 'flag'`` in a contest."""
    return command.split(None, 1)[:1] == ["submit"]


def _fenced(text: str) -> tuple[str, str, str] | None:
    """A text around its first fenced command: what stands before it, the command, what stands behind."""
    for fence in _FENCES:
        start = text.find(fence)
        begin = text.find("\n", start) + 1 if start >= 0 else 0
        end = text.find("```", begin) if begin else -1
        if end >= 0:
            return text[:start], text[begin:end].strip("\n"), text[end + 3 :]
    return None


def _observed(value: Json, answers: int) -> Iterator[Part]:
    ids = [id for id in items(value.get("tool_call_ids")) if isinstance(id, str)]
    text = "\n".join(_texts(value))
    for words in _PASSED_ON:
        if words in text:
            yield from _passed_on(text)
            return
    if ids or answers >= 0:
        code = _RETURNED.match(text)
        failed = code is not None and code[1] != "0"
        yield ToolResult(ids[0] if ids else f"action-{answers}", text, failed)
    elif text:
        yield Text(text, Author.TOOL)


def _asked(text: str) -> Iterator[Part]:
    """The task of a person, and the template around it."""
    for opening, closing in _TASKS:
        start = text.find(opening)
        begin = start + len(opening)
        end = text.find(closing, begin) if start >= 0 else -1
        if end >= 0:
            yield Text(text[:begin], Author.HARNESS)
            yield from split_user_text(text[begin:end])
            yield Text(text[end:], Author.HARNESS)
            return
    yield from split_user_text(text)


def _passed_on(text: str) -> Iterator[Part]:
    for words in _PASSED_ON:
        before, found, behind = text.partition(words)
        if found and behind.strip():
            yield Text(before + found, Author.HARNESS)
            yield Text(behind, Author.HUMAN)
            return
    yield Text(text, Author.HARNESS)


def _other(value: Json, index: int) -> list[Part]:
    ids = [id for id in items(value.get("tool_call_ids")) if isinstance(id, str)]
    if value.get("role") == "tool" and ids:
        return [ToolResult(ids[0], "\n".join(_texts(value)))]
    message = chat_record.message_of(value, index)
    return list(message.parts) if message is not None else []


def _texts(value: Json) -> list[str]:
    content = value.get("content")
    if isinstance(content, str):
        return [content] if content else []
    blocks = [block for block in items(content) if isinstance(block, dict)]
    return [text for block in blocks if (text := string(block.get("text")))]
