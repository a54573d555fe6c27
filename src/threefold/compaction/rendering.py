"""Logs that can be read but not written again: what the model sees, as OpenAI chat messages, one a line.

Nothing is lost in between but what chat messages have no place for: binary parts become a note of their size. The stats
name the shape, so nobody takes the output for a log of the input's format.
"""

from __future__ import annotations

from collections.abc import Iterator

from threefold.compaction.slots import dumps
from threefold.session import Blob, Message, Session, Text, Thinking, ToolCall, ToolResult

ROLES = {"model": "assistant", "toolResult": "tool", "function": "tool"}
KNOWN = frozenset(("system", "developer", "user", "assistant"))


def rendered(session: Session) -> list[bytes]:
    """The messages of the surface, each as the JSON of one or more chat messages."""
    return [dumps(value) for message in session.messages() for value in chat_messages(message)]


def chat_messages(message: Message) -> Iterator[dict[str, object]]:
    """One message as chat messages: results are messages of their own there, and stand before the words beside them."""
    for result in message.tool_results:
        text = result.text + (f"\n[threefold: {result.blobs:,} bytes of binary parts]" if result.blobs else "")
        yield {"role": "tool", "tool_call_id": result.call_id, "content": text}
    rest = [part for part in message.parts if not isinstance(part, ToolResult)]
    if not rest:
        return
    role = ROLES.get(message.role, message.role)
    value: dict[str, object] = {"role": role if role in KNOWN else "user"}
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


def _shown(part: Text | Blob) -> str:
    return part.text if isinstance(part, Text) else f"[threefold: {part.media_type} of {part.size:,} bytes]"
