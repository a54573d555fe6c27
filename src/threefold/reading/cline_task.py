"""What the messages of a task of Cline's extension say (``api_conversation_history.json``), with authors.

The extension writes everything but the model's words into the user's messages: the task, results of tools as text, a
description of the environment, reminders, and what a person answered, each wrapped in its own way. Models without tool
calls write theirs as XML; with them the calls have ids, and the results still are texts. A task that was condensed goes
on from a summary, which says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from threefold.reading import chat_record
from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
from threefold.reading.values import Json, integer, items, load, mapping, string
from threefold.session import Author, Mark, Message, Part, Record, Text, ToolCall, ToolResult, Turn, Usage

_RESULT = re.compile(r"\s*\[(\w+)(?: for [^\n]*?)?\] Result:[ \t]*\n?")
_FAILED = ("The tool execution failed", "The user denied this operation", "Missing value for required parameter")
_ANSWERED = frozenset(("ask_followup_question", "attempt_completion", "plan_mode_respond", "plan_mode_response",
                       "new_task", "condense", "report_bug"))  # fmt: skip
"""Tools whose result is what a person said to them."""
_SPOKEN = re.compile(r"<(task|feedback|answer|user_message)>\n?")
_HARNESS = ("[ERROR]", "# task_progress", "# TODO LIST", "Tool [", "# Current Workspace", "[NOTE]", "[[NOTE]")
_RESUMED = "[TASK RESUMPTION]"
_CALL = re.compile(r"<([a-z_]{3,40})>(?=\s*<[a-z_]+>|\s*</\1>)")
_TOOLS = (
    frozenset(
        (
            *(
                "execute_command",
                "read_file",
                "write_to_file",
                "replace_in_file",
                "search_files",
                "list_files",
                "web_fetch",
            ),
            *("list_code_definition_names", "browser_action", "use_mcp_tool", "access_mcp_resource", "apply_diff"),
            *("load_mcp_documentation", "insert_content", "summarize_task", "switch_mode", "update_todo_list"),
        )
    )
    | _ANSWERED
)
_ARGUMENT = re.compile(r"\s*<([a-z_]+)>\n?")


def is_task(values: Sequence[object]) -> bool:
    """Whether an array of messages is one of these: it begins with a wrapped task, or a described environment."""
    first = mapping(values[0]) if values else {}
    texts = [string(mapping(block).get("text")).lstrip() for block in items(first.get("content"))]
    wrapped = any(text.startswith(("<task>", "<environment_details>")) for text in texts)
    return first.get("role") == "user" and wrapped and all(mapping(value).get("role") for value in values[:64])


def decode(raw: bytes, index: int, calls: Sequence[tuple[str, str]]) -> Record:
    """The record of one message; ``calls`` are the ids and names of the calls that a user's message answers."""
    value = load(raw)
    role = string(value.get("role"))
    parts = list(_assistant(value, index)) if role == "assistant" else _joined(_user(value, calls, index))
    model = string(mapping(value.get("modelInfo")).get("modelId"))
    message = Message(role, tuple(parts), (index,), "", model) if parts else None
    return Record("message", message, tuple(_marks(role, value, parts)), iso(value.get("ts")))


def calls_of(value: Json, index: int) -> list[tuple[str, str]]:
    """The ids and names of the calls that a model's message makes."""
    return [(part.id, part.name) for part in _assistant(value, index) if isinstance(part, ToolCall)]


def _blocks(value: Json) -> list[Json]:
    content = value.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [{"type": "text", "text": one} if isinstance(one, str) else mapping(one) for one in items(content)]


def _assistant(value: Json, index: int) -> Iterator[Part]:
    made = chat_record.message_of({"role": "assistant", "content": _blocks(value)}, index)
    for part in made.parts if made is not None else ():
        if isinstance(part, Text):
            yield from _written(part.text, index)
        else:
            yield part


def _written(text: str, index: int) -> Iterator[Part]:
    """A model's text, with the calls in it that it wrote as XML; only known tools that are closed count."""
    at = number = 0
    unclosed: set[str] = set()
    for match in _CALL.finditer(text):
        name = match[1]
        if name not in _TOOLS or name in unclosed or match.start() < at:
            continue
        whole = name in ("write_to_file", "replace_in_file", "attempt_completion")  # their text may hold anything
        end = (text.rfind if whole else text.find)(f"</{name}>", match.end())
        if end < 0:
            unclosed.add(name)
            continue
        if text[at : match.start()].strip():
            yield Text(text[at : match.start()], Author.MODEL)
        yield ToolCall(f"call-{index}-{number}", name, json.dumps(_arguments(text[match.end() : end])))
        number += 1
        at = end + len(name) + 3
    if text[at:].strip() or not at:
        yield Text(text[at:], Author.MODEL)


def _arguments(text: str) -> dict[str, str]:
    """The arguments of a call in XML: each to the last closing tag of its name before the next argument."""
    found: dict[str, str] = {}
    at = 0
    while match := _ARGUMENT.match(text, at):
        name = match[1]
        closing = f"</{name}>"
        end = text.rfind(closing, match.end()) if name in ("content", "diff", "result") else text.find(closing, at)
        if end < 0:
            return found
        found[name] = text[match.end() : end].removesuffix("\n")
        at = end + len(closing)
    return found


def _user(value: Json, calls: Sequence[tuple[str, str]], index: int) -> Iterator[Part]:
    open_calls = list(calls)
    heading = ""  # a result whose text is the next block
    for block in _blocks(value):
        text = string(block.get("text"))
        if block.get("type") not in ("text", None):
            made = chat_record.message_of({"role": "user", "content": [block]}, index)
            yield from made.parts if made is not None else ()
            continue
        found = _RESULT.match(text)
        if found is None and heading and not text.lstrip().startswith(("<environment_details>", *_HARNESS)):
            yield from _result(heading, text, open_calls)
            heading = ""
            continue
        if heading:
            yield from _result(heading, "", open_calls)
            heading = ""
        if found is None:
            yield from _said(text)
        elif text[found.end() :].strip():
            yield from _result(found[1], text[found.end() :], open_calls)
        else:
            heading = found[1]
    if heading:
        yield from _result(heading, "", open_calls)


def _joined(parts: Iterator[Part]) -> list[Part]:
    """The parts, with neighbouring texts of one author as one."""
    joined: list[Part] = []
    for author, run in groupby(parts, key=lambda part: part.author if isinstance(part, Text) else None):
        if author is None:
            joined.extend(run)
        else:
            joined.append(Text("\n".join(part.text for part in run if isinstance(part, Text)), author))
    return joined


def _result(name: str, text: str, calls: list[tuple[str, str]]) -> Iterator[Part]:
    """A tool's result, with the first open call of its name, and apart from it what a person said to it.

    Without such a call, as where the log was cut, it is what a tool printed.
    """
    call = next((one for one in calls if one[1] == name), None)
    asked = name in _ANSWERED or text.startswith("The user denied this operation")
    spoken = list(_spoken(text)) if asked else []
    edges = [0, *(edge for start, end, _, _ in spoken for edge in (start, end)), len(text)]
    rest = "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    if split_user_text(text)[0].author is Author.SUMMARY:  # it stands for the call, too
        yield Text(text, Author.SUMMARY)
        return
    if call is not None:
        calls.remove(call)
        yield ToolResult(call[0], rest, text.startswith(_FAILED), name)
    elif rest.strip():
        yield Text(rest, Author.TOOL)
    for _, _, start, end in spoken:
        yield Text(text[start:end], Author.HUMAN)


def _spoken(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Where a person's words stand: the wrapper's place, and theirs in it."""
    at = 0
    unclosed: set[str] = set()
    while match := _SPOKEN.search(text, at):
        end = -1 if match[1] in unclosed else text.find(f"</{match[1]}>", match.end())
        if end < 0:
            unclosed.add(match[1])
            at = match.end()
            continue
        at = end + len(match[1]) + 3
        words = text[match.end() : end].removesuffix("\n")
        yield match.start(), at, match.end(), match.end() + len(words)


def _said(text: str) -> Iterator[Part]:
    """A text that is no tool's: a person's words stand in a wrapper of their own, or bare."""
    opening = text.lstrip()
    if opening.startswith(("<task>", _RESUMED, "New instructions", "New message to respond", "<user_message>",
                           "<feedback>", "<answer>")):  # fmt: skip
        at = 0
        for _, _, start, end in _spoken(text):
            if text[at:start].strip():
                yield Text(text[at:start], Author.HARNESS)
            yield Text(text[start:end], Author.HUMAN)
            at = end
        if text[at:].strip():
            yield Text(text[at:], Author.HARNESS)
    elif opening.startswith(_HARNESS):
        yield Text(text, Author.HARNESS)
    elif text:
        yield from split_user_text(text)


def _marks(role: str, value: Json, parts: Sequence[Part]) -> list[Mark]:
    if role == "user":
        return [Turn(True)] if any(part.author is Author.HUMAN for part in parts) else []
    tokens = mapping(mapping(value.get("metrics")).get("tokens"))
    taken = integer(tokens.get("prompt")) + integer(tokens.get("cached"))
    made = integer(tokens.get("completion"))
    marks: list[Mark] = [Usage(taken, made)] if taken or made else []
    names = [part.name for part in parts if isinstance(part, ToolCall)]
    ended = "attempt_completion" in names or not names
    return [*marks, Turn(False, "completed")] if ended else marks
