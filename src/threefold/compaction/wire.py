"""What a compacted conversation is written as: the input's own format, with our notes in its own shapes.

A :class:`Wire` knows what surrounds the items (header lines, brackets), what separates them, and how a message of ours
looks. Everything else is bytes that were there before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from threefold.compaction.slots import dumps


class Piece(msgspec.Struct, frozen=True):
    """One item of the output: its bytes, and the input's item that it was (None for a message of ours)."""

    raw: bytes
    item: int | None = None


class Note(msgspec.Struct, frozen=True):
    """A message of ours, and the role that it was given (not always the one that was asked for)."""

    raw: bytes
    role: str


class Wire(Protocol):
    """How one format is written."""

    @property
    def shape(self) -> str:
        """The name of the shape of its messages; formats that nest the same shape share the rules of units."""

    @property
    def frame(self) -> int:
        """Bytes of what surrounds the items."""

    @property
    def separator(self) -> int:
        """Bytes between two items."""

    def note(self, text: str, role: str, before: int | None, after: int | None) -> Note:
        """A message of ours between two items of the input (by index; None at an end)."""

    def last(self, items: Sequence[int]) -> int | None:
        """Which of these items stands last in the output; None where there are none."""

    def reads(self, kept: Sequence[int], at: int) -> bool:
        """Whether a message of ours before ``kept[at]`` would be read: a log of links may lead past it."""

    def assemble(self, pieces: Sequence[Piece]) -> bytes:
        """The whole output."""


Maker = Callable[[str, str], tuple[object, str]]
"""From a text and the wanted role: a message value in some shape, and the role that it got."""


def openai_chat(text: str, role: str) -> tuple[object, str]:
    """OpenAI chat completions: any role but a tool's may stand anywhere."""
    return {"role": role, "content": text}, role


def openai_responses(text: str, role: str) -> tuple[object, str]:
    """OpenAI Responses: what is not the assistant's is an input text."""
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}, role


def anthropic(text: str, role: str) -> tuple[object, str]:
    """Anthropic messages: the system prompt is no message, so a note is the user's; an assistant's would be prefill."""
    return {"role": "user", "content": text}, "user"


def gemini_contents(text: str, role: str) -> tuple[object, str]:
    """Gemini contents: there is no system turn."""
    return {"role": "user", "parts": [{"text": text}]}, "user"


def gemini_record(text: str, role: str) -> tuple[object, str]:
    """A record of a Gemini CLI session."""
    return {"id": "threefold", "type": "user", "content": [{"text": text}]}, "user"


def langchain_constructor(text: str, role: str) -> tuple[object, str]:
    """LangChain's serialised messages (``dumps``). What is not the model's is the user's: it may be handed to any
    vendor, and a system message that does not stand at the beginning is refused by Anthropic's and others'."""
    name, kind, given = ("AIMessage", "ai", role) if role == "assistant" else ("HumanMessage", "human", "user")
    value = {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", name],
        "kwargs": {"content": text, "type": kind},
    }
    return value, given


def langchain_dict(text: str, role: str) -> tuple[object, str]:
    """LangChain's ``messages_to_dict``; see ``langchain_constructor``."""
    kind, given = ("ai", role) if role == "assistant" else ("human", "user")
    return {"type": kind, "data": {"content": text, "type": kind}}, given


def pydantic_ai(text: str, role: str) -> tuple[object, str]:
    """A request of Pydantic AI; what is no system prompt there is the user's."""
    given = "system" if role in ("system", "developer") else "user"
    return {"kind": "request", "parts": [{"part_kind": f"{given}-prompt", "content": text}]}, given


MAKERS: dict[str, Maker] = {
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "anthropic": anthropic,
    "gemini-contents": gemini_contents,
    "gemini-record": gemini_record,
    "langchain-constructor": langchain_constructor,
    "langchain-dict": langchain_dict,
    "pydantic-ai": pydantic_ai,
}


class Listed:
    """Messages in an array or one a line: a prefix, elements, a separator, a suffix."""

    def __init__(self, shape: str, prefix: bytes, separator: bytes, suffix: bytes) -> None:
        self.shape = shape
        self._prefix, self._separator, self._suffix = prefix, separator, suffix
        self._make = MAKERS.get(shape, openai_chat)

    @property
    def frame(self) -> int:
        return len(self._prefix) + len(self._suffix)

    @property
    def separator(self) -> int:
        return len(self._separator)

    def note(self, text: str, role: str, before: int | None, after: int | None) -> Note:
        value, given = self._make(text, role)
        return Note(dumps(value), given)

    def last(self, items: Sequence[int]) -> int | None:
        return max(items, default=None)

    def reads(self, kept: Sequence[int], at: int) -> bool:
        return True

    def assemble(self, pieces: Sequence[Piece]) -> bytes:
        return self._prefix + self._separator.join(piece.raw for piece in pieces) + self._suffix


class Anchor(msgspec.Struct, frozen=True):
    """An entry that a log names, and the line that stands for it where it was cut but what hangs on it was not."""

    item: int
    """the entry among the items; -1 where it is no message"""
    holds: frozenset[int]
    """the items that would not be found without it"""
    place: float
    raw: bytes

    def missing(self, present: set[int]) -> bool:
        return self.item not in present and not self.holds.isdisjoint(present)


class LogLines:
    """A log of lines: header lines, then items in the order given by ``place``, then whatever must stand among them.

    ``fixed`` are lines that are no messages but without which the log would not be read as what it is; each has a
    place, like the items. ``line_of_ours`` makes the line of a note out of its text and the raw lines beside it.
    """

    def __init__(
        self,
        shape: str,
        header: bytes,
        fixed: Sequence[tuple[float, bytes]],
        place: Callable[[int], float],
        line_of_ours: Callable[[str, str, bytes | None, bytes | None], tuple[object, str]],
        raw: Callable[[int], bytes],
        anchor: Anchor | None = None,
        links: tuple[str, str] | None = None,
    ) -> None:
        """``links``: the names of an entry's id and of its parent's, in logs that are read along them."""
        self.shape = shape
        self._header, self._fixed, self._anchor, self._links = header, list(fixed), anchor, links
        self._place, self._line, self._raw = place, line_of_ours, raw

    @property
    def frame(self) -> int:
        anchor = 0 if self._anchor is None else len(self._anchor.raw) + 1
        return len(self._header) + sum(len(raw) + 1 for _, raw in self._fixed) + anchor + 1

    @property
    def separator(self) -> int:
        return 1

    def note(self, text: str, role: str, before: int | None, after: int | None) -> Note:
        right = None if after is None else self._raw(after)
        if before is not None:
            left: bytes | None = self._raw(before)
        else:
            limit = float("inf") if after is None else self._place(after)
            left = max(((place, raw) for place, raw in self._fixed if place < limit), default=(0.0, None))[1]
        value, given = self._line(text, role, left, right)
        return Note(dumps(value), given)

    def last(self, items: Sequence[int]) -> int | None:
        return max(items, key=self._place, default=None)

    def reads(self, kept: Sequence[int], at: int) -> bool:
        if self._links is None or at >= len(kept):
            return True
        last = max((self._place(item) for item in kept[:at]), default=-1.0)
        if at and any(self._place(item) < last for item in kept[at:]):
            return False  # what comes behind stands before in the file: a line there would be read elsewhere
        own, parent = self._links
        wanted = value_of(self._raw(kept[at])).get(parent)
        if not isinstance(wanted, str):
            return False
        named = [value_of(raw).get(own) for _, raw in self._fixed]
        return wanted not in named and all(value_of(self._raw(item)).get(own) != wanted for item in kept)

    def assemble(self, pieces: Sequence[Piece]) -> bytes:
        placed: list[tuple[float, int, bytes]] = [(place, -1, raw) for place, raw in self._fixed]
        if self._anchor is not None and self._anchor.missing(
            {piece.item for piece in pieces if piece.item is not None}
        ):
            placed.append((self._anchor.place, -1, self._anchor.raw))
        first = next((piece.item for piece in pieces if piece.item is not None), None)
        last = -0.25 if first is None else self._place(first) - 0.25
        for number, piece in enumerate(pieces):
            if piece.item is None:
                placed.append((last, number, piece.raw))
            else:
                placed.append((self._place(piece.item), number, piece.raw))
                last = max(last, self._place(piece.item))
        placed.sort(key=lambda entry: entry[:2])
        return self._header + b"".join(raw + b"\n" for _, _, raw in placed)


def value_of(raw: bytes | None) -> dict[str, object]:
    """A neighbouring line as an object; empty where there is none."""
    if raw is None:
        return {}
    try:
        value = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
