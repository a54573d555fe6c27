"""What the index of a Claude Code log needs of its lines: the kinds of entries, and their shapes."""

from __future__ import annotations

import msgspec

RESULT = 16
"""A flag of this reader alone: the entry holds the result of a tool call."""
ROOT, DANGLING = -1, -2
TREE = frozenset(("user", "assistant", "system", "attachment", "progress"))
STATE = frozenset(("queue-operation",))
QUIET = frozenset(
    {
        "file-history-snapshot",
        "file-history-delta",
        "last-prompt",
        "permission-mode",
        "mode",
        "ai-title",
        "custom-title",
        "agent-name",
        "bridge-session",
        "pr-link",
        "summary",
        "atis-latch",
        "api-request",
        "api-request-shape",
        "api-request-blob",
        "tools-used",
        "cost-state",
    }
)
"""Entries that hold no conversation (``api-request*`` repeat messages that stand in entries of their own)."""
MAX_OPEN_MESSAGES = 4096


class Head(msgspec.Struct, omit_defaults=True):
    id: str | None = None
    model: str | None = None
    content: msgspec.Raw = msgspec.Raw()


class Attachment(msgspec.Struct, omit_defaults=True):
    type: str | None = None


class Entry(msgspec.Struct, rename="camel", omit_defaults=True):
    """What the index needs of a line; everything else is left undecoded."""

    type: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    is_sidechain: bool | None = None
    is_compact_summary: bool | None = None
    session_id: str | None = None
    cwd: str | None = None
    version: str | None = None
    timestamp: str | None = None
    message: Head | str | None = None
    attachment: Attachment | None = None
    compact_metadata: msgspec.Raw = msgspec.Raw()
    microcompact_metadata: msgspec.Raw = msgspec.Raw()


class Preserved(msgspec.Struct, rename="camel"):
    uuids: list[str] = []


class CompactMetadata(msgspec.Struct, rename="camel"):
    trigger: str | None = None
    pre_tokens: int | None = None
    post_tokens: int | None = None
    preserved_messages: Preserved | None = None


class MicroMetadata(msgspec.Struct, rename="camel"):
    compacted_tool_ids: list[str] = []


class Boundary(msgspec.Struct):
    """A compaction as the first pass finds it; ``summary_event`` is filled in when its summary comes."""

    event: int
    id: str
    time: str
    model: str
    link: int | None
    metadata: CompactMetadata
    summary_event: int | None = None


_RESULT = b'"tool_result"'


def holds_result(content: msgspec.Raw) -> bool:
    """Whether a message's content begins with the result of a call."""
    return _RESULT in bytes(content)[:400]


def shorten(entry: Entry) -> None:
    """Let go of what the index asked for once: of a message's content it is told whether that holds a result."""
    if isinstance(entry.message, Head):
        entry.message.content = msgspec.Raw(_RESULT if holds_result(entry.message.content) else b'""')


def kept_keys(boundary: Boundary) -> list[int]:
    preserved = boundary.metadata.preserved_messages
    return [hash(uuid) for uuid in preserved.uuids] if preserved is not None else []
