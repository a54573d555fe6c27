"""Logs that can be read but not written again: what the model sees, as OpenAI chat messages, one a line.

Nothing is lost in between but what chat messages have no place for: binary parts become a note of their size. The stats
name the shape, so nobody takes the output for a log of the input's format.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from threefold.compaction.slots import dumps
from threefold.reading.authors import split_user_text
from threefold.session import Author, Blob, Message, Session, Text, Thinking, ToolCall, ToolResult

ROLES = {"model": "assistant", "toolResult": "tool", "function": "tool"}
KNOWN = frozenset(("system", "developer", "user", "assistant"))


def rendered(session: Session) -> list[bytes]:
    """The messages of the surface, each as the JSON of one or more chat messages."""
    return [dumps(value) for message in session.messages() for value in chat_messages(message)]


def chat_messages(message: Message) -> Iterator[dict[str, object]]:
    """One message as chat messages: results are messages of their own there. They stand behind their call where that is
    in the same message, and else before the words beside them."""
    own = {call.id for call in message.tool_calls}
    yield from (_answered(result) for result in message.tool_results if result.call_id not in own)
    yield from _said(message)
    yield from (_answered(result) for result in message.tool_results if result.call_id in own)


def _answered(result: ToolResult) -> dict[str, object]:
    text = result.text + (f"\n[threefold: {result.blobs:,} bytes of binary parts]" if result.blobs else "")
    return {"role": "tool", "tool_call_id": result.call_id, "content": text}


def _said(message: Message) -> Iterator[dict[str, object]]:
    """Everything but the results."""
    rest = [part for part in message.parts if not isinstance(part, ToolResult)]
    if not rest:
        return
    role = ROLES.get(message.role, message.role)
    role = role if role in KNOWN else "user"
    if role == "user" and not any(isinstance(part, ToolCall | Thinking) for part in rest):
        for author, parts in groupby(rest, lambda part: part.author):
            shown = "\n".join(_shown(part) for part in parts if isinstance(part, Text | Blob))
            yield _spoken(author, shown)
        return
    value: dict[str, object] = {"role": role}
    thoughts = "\n".join(part.text for part in rest if isinstance(part, Thinking) and part.text)
    if thoughts:
        value["reasoning_content"] = thoughts
    value["content"] = "\n".join(_shown(part) for part in rest if isinstance(part, Text | Blob)) or None
    calls = [part for part in rest if isinstance(part, ToolCall)]
    if calls:
        value["role"] = "assistant"
        value["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in calls
        ]
    yield value


def _spoken(author: Author, text: str) -> dict[str, object]:
    """A message of one author, who is told again when it is read: in the user's role what nothing marks is a
    person's."""
    if author is Author.HUMAN or all(piece.author is author for piece in split_user_text(text)):
        return {"role": "user", "content": text}
    match author:
        case Author.SUMMARY:
            return {"role": "user", "content": f"<compacted-summary>\n{text}\n</compacted-summary>"}
        case Author.TOOL:
            return {"role": "user", "content": f"OBSERVATION:\n{text}"}
    return {"role": "assistant" if author is Author.MODEL else "system", "content": text}


def _shown(part: Text | Blob) -> str:
    return part.text if isinstance(part, Text) else f"[threefold: {part.media_type} of {part.size:,} bytes]"
