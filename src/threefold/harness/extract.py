"""A summary that no model wrote: the messages that the task still needs, word for word, and a digest of the rest.

For harnesses that take a ready summary in place of their own model's. It is refused where it would be empty or not
smaller than what it stands for, since then the harness's own is the better one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from threefold.compacting import compact
from threefold.session import Flag, Message, Session, ToolCall
from threefold.settings import Settings

RATIO = 0.25
"""The share of the messages' bytes that stays, where the settings name no share of their own."""
HEAD = (
    "What stands below was not written by a model: these are messages of this conversation word for word, as far as "
    "the task needs them, chosen by a program (Threefold) to fit a budget.\n"
)


def before(session: Session, id: str) -> Sequence[int]:
    """The events that the model sees before the entry with this id; empty where it sees no such entry."""
    wanted = f'"id":{msgspec.json.encode(id).decode()}'.encode()
    for place, event in enumerate(session.surface):
        if wanted in session.raw(event)[:400].replace(b'": ', b'":'):
            return session.surface[:place]
    return ()


def summary(session: Session, events: Sequence[int], settings: Settings) -> str:
    """The summary of these events; empty where there is none to be had. Raises what ``compact`` raises."""
    messages = [one for message in session.messages(events) for one in _chat(message, session, events)]
    ratio = settings.compact.target_ratio or RATIO
    chosen = msgspec.structs.replace(settings.compact, target_ratio=ratio, target_tokens=0, keep_recent=2)
    done = compact(messages, settings=msgspec.structs.replace(settings, compact=chosen))
    if done.stats.error or not done.stats.changed or not done.messages:
        return ""
    text = HEAD + "\n".join(_shown(done.messages))
    return text if len(text.encode("utf-8", "replace")) < done.stats.bytes_before else ""


def _chat(message: Message, session: Session, events: Sequence[int]) -> Iterable[dict[str, object]]:
    """A message as one of a chat. The system prompt is left out, which the harness gives anyway, and binary parts."""
    if message.sidechain or message.role == "system":
        return
    text = message.text()
    calls = [_call(call) for call in message.tool_calls]
    for result in message.tool_results:
        yield {"role": "tool", "tool_call_id": result.call_id, "name": result.name, "content": result.text}
    if not text and not calls:
        return
    is_summary = any(session.events.flags[event] & Flag.SUMMARY for event in message.events)
    role = "user" if is_summary or message.role != "assistant" else "assistant"
    yield {"role": role, "content": text} | ({"tool_calls": calls} if calls else {})


def _call(call: ToolCall) -> dict[str, object]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _shown(messages: Iterable[Mapping[str, object]]) -> Iterable[str]:
    for message in messages:
        role, content = message.get("role"), message.get("content")
        if content:
            name = f" of {message['name']}" if message.get("name") else ""
            yield f"\n[{'result' + name if role == 'tool' else role}]\n{content}"
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            yield f"\n[call of {call['function']['name']}]\n{call['function']['arguments']}"
