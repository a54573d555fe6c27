"""Who wrote a text, and the parts of which a message is made."""

from __future__ import annotations

import json
from enum import StrEnum

import msgspec


class Author(StrEnum):
    """Who wrote a text, whatever role it was given."""

    HUMAN = "human"
    MODEL = "model"
    HARNESS = "harness"
    TOOL = "tool"
    SUMMARY = "summary"


class Text(msgspec.Struct, frozen=True, tag="text"):
    """Plain text of one author; a message that mixes authors (a reminder behind a request) has several."""

    text: str
    author: Author


class Thinking(msgspec.Struct, frozen=True, tag="thinking"):
    """A model's reasoning. ``signature`` is the provider's seal (may be present where ``text`` is empty)."""

    text: str
    signature: str = ""

    @property
    def author(self) -> Author:
        return Author.MODEL


class ToolCall(msgspec.Struct, frozen=True, tag="tool_call"):
    """A call of a tool. ``arguments`` is the text that the model wrote: JSON, or free text for custom tools."""

    id: str
    name: str
    arguments: str

    @property
    def author(self) -> Author:
        return Author.MODEL

    @property
    def input(self) -> dict[str, object]:
        """The arguments as an object; empty where they are not a JSON object."""
        try:
            value = msgspec.json.decode(self.arguments)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):  # half a surrogate pair, NaN, no JSON at all
            try:
                value = json.loads(self.arguments)
            except (ValueError, RecursionError):
                return {}
        return value if isinstance(value, dict) else {}


class ToolResult(msgspec.Struct, frozen=True, tag="tool_result"):
    """What a tool answered. ``blobs`` is the number of bytes of images and other binary parts within it."""

    call_id: str
    text: str
    is_error: bool = False
    name: str = ""
    blobs: int = 0

    @property
    def author(self) -> Author:
        return Author.TOOL


class Blob(msgspec.Struct, frozen=True, tag="blob"):
    """An image or another binary part: counted by the bytes of its encoding, never read as text."""

    media_type: str
    size: int
    author: Author = Author.HUMAN


Part = Text | Thinking | ToolCall | ToolResult | Blob
