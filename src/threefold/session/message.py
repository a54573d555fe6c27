"""What one event says: a message or a piece of one, and marks."""

from __future__ import annotations

import msgspec

from threefold.session.marks import Mark
from threefold.session.parts import Author, Part, Text, ToolCall, ToolResult


class Message(msgspec.Struct, frozen=True):
    """One message, whole or the piece of it that one event holds.

    ``events`` are the positions of the events that it was read from. ``sidechain`` is true for a sub-agent's
    conversation inside the same log, which the main model never sees.
    """

    role: str
    parts: tuple[Part, ...]
    events: tuple[int, ...] = ()
    id: str = ""
    model: str = ""
    sidechain: bool = False

    @property
    def author(self) -> Author:
        """Who wrote it: a human if any part is a human's, else the author of its first part."""
        authors = [part.author for part in self.parts]
        if Author.HUMAN in authors:
            return Author.HUMAN
        if authors:
            return authors[0]
        return Author.MODEL if self.role in ("assistant", "model") else Author.HARNESS

    def text(self, author: Author | None = None) -> str:
        """The plain text parts (of one author, if given), joined by line feeds."""
        return "\n".join(p.text for p in self.parts if isinstance(p, Text) and (author is None or p.author is author))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        return tuple(p for p in self.parts if isinstance(p, ToolCall))

    @property
    def tool_results(self) -> tuple[ToolResult, ...]:
        return tuple(p for p in self.parts if isinstance(p, ToolResult))


class Record(msgspec.Struct, frozen=True):
    """What one event says: at most one (piece of a) message, and any number of marks. ``time`` is ISO 8601 or ""."""

    kind: str
    message: Message | None = None
    marks: tuple[Mark, ...] = ()
    time: str = ""
