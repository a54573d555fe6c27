"""What a scorer is given: one candidate for each message of a prepared conversation, as text."""

from __future__ import annotations

import re

from threefold.compaction.conversation import Conversation
from threefold.compaction.prepare import Prepared
from threefold.relevance.protocol import Candidate, Request
from threefold.relevance.task import is_bare, is_request
from threefold.session import Author, Message, Session, Text, ToolCall, ToolResult

_BLOB = re.compile(r"(?:data:[\w.+/-]{1,100};base64,)?[A-Za-z0-9+/]{512,}={0,2}")
"""Base64 that a tool put into text: never scored as text."""
LONG = 512
"""Characters from which on a run of base64 is a blob."""
MAX_TEXT = 200_000
"""Characters of one message that a scorer looks at; of a longer one it sees the beginning and the end."""


def request_of(
    prepared: Prepared, task: str, time_limit_ms: int | None, *, settle: bool = True, texts: bool = True
) -> Request:
    """The whole conversation; settled is what stays anyway and what no score can save (nothing, without ``settle``).

    Without ``texts`` the candidates are bare places, which is all that recency looks at.
    """
    calls = _calls(prepared) if texts else {}
    candidates = tuple(
        Candidate(
            index=item.index,
            author=item.message.author.value,
            role=item.message.role,
            text=scored_text(item.message) if texts else "",
            tool=", ".join(dict.fromkeys(call.name for call in calls.get(item.index, ()) if call.name)),
            arguments="\n".join(call.arguments for call in calls.get(item.index, ())),
            settled=settle and (prepared.settled(item.index) or item.ours or prepared.blanked(item.index)),
            partners=tuple(
                place for place in prepared.units.units[prepared.units.of[item.index]].members if place != item.index
            ),
        )
        for item in prepared.items
    )
    return Request(candidates=candidates, task=task or None, time_limit_ms=time_limit_ms)


def asked_before(session: Session | None, conversation: Conversation) -> str:
    """The human's last request behind the last compaction, where all that they said since is to go on; empty where they
    said more, or where no such request is on record."""
    spoken = [item.message for item in conversation.items if item.message.author is Author.HUMAN]
    if session is None or not session.compactions or not all(is_bare(message.text()) for message in spoken):
        return ""
    said = ""
    for event in reversed([*session.leaves(session.compactions[-1])]):
        message = session.record(event).message
        if message is not None and message.author is Author.HUMAN:
            said = said or message.text()
            if is_request(message.text()):
                return message.text()
    return "" if spoken else said


def scored_text(message: Message) -> str:
    """What a message says: text and tool results; no reasoning, no binary parts, no base64 in text."""
    text = "\n".join(part.text for part in message.parts if isinstance(part, Text | ToolResult) and part.text)
    if len(text) > MAX_TEXT:
        text = f"{text[: MAX_TEXT // 2]}\n{text[-MAX_TEXT // 2 :]}"
    if len(text) < LONG or max(map(len, text.split()), default=0) < LONG:
        return text
    return _BLOB.sub("[binary]", text)


def _calls(prepared: Prepared) -> dict[int, list[ToolCall]]:
    """The calls of each item: those it makes, and those whose results it holds."""
    items = prepared.items
    found: dict[int, list[ToolCall]] = {}
    for item in items:
        if item.message.tool_calls:
            found[item.index] = list(item.message.tool_calls)
    for caller, answerer in prepared.units.pairs.links:
        if caller != answerer:
            wanted = {result.call_id for result in items[answerer].message.tool_results}
            known = found.setdefault(answerer, [])
            known.extend(c for c in items[caller].message.tool_calls if c.id in wanted and c not in known)
    return found
