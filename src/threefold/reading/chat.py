"""Plain conversations: OpenAI chat and Anthropic messages, as applications keep them.

The readers :mod:`~threefold.reading.openai` and :mod:`~threefold.reading.anthropic` share this. Read are an array of
messages, an object that holds one as ``messages`` (a request's body, with a ``system`` beside it), one message a line,
and one such conversation a line, as data sets have it (``messages``, ``traj``, or the text of ``messages_display``).
Whether it is OpenAI's shape or Anthropic's shows in its parts.
"""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec

from threefold.reading import chat_record
from threefold.reading.chat_record import ROLES
from threefold.reading.detect import Sample, sample
from threefold.reading.document import array_within, read_document, value_within
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import Json, as_json, items, mapping, string
from threefold.session import Flag, Lines, Record, Session, Source

HOLDERS = ("messages", "traj")
DISPLAY = "messages_display"
FOREIGN = frozenset(("sessionId", "projectHash", "trajectory", "trajectory_format", "info"))
"""Keys of clients that keep messages in a shape of their own beside others."""
_ANTHROPIC = re.compile(rb'"type"\s*:\s*"(?:tool_use|tool_result|thinking|redacted_thinking)"')
_TURN = re.compile(rb"(?:\A|(?<!\\)(?:\\\\)*\\n)((?:user|assistant|tool|system): )")
"""Where a paragraph begins within a JSON string: behind the escape of a line feed, not behind an escaped backslash."""


class Line(msgspec.Struct):
    """What the index needs of a line; everything else is left undecoded."""

    role: object = None
    content: msgspec.Raw = msgspec.Raw()
    messages: msgspec.Raw = msgspec.Raw()
    messages_display: msgspec.Raw = msgspec.Raw()


def sniff(seen: Sample) -> bool:
    document = seen.document
    if isinstance(document, list):
        return bool(document) and all(map(is_message, document[:64]))
    return bool(seen.records) and all(is_message(record) or _is_row(record) for record in seen.records)


def is_message(value: object) -> bool:
    message = mapping(value)
    return string(message.get("role")) in ROLES and bool(message.keys() & {"content", "tool_calls", "function_call"})


def _is_row(record: Json) -> bool:
    if record.keys() & FOREIGN:
        return False
    held = next((record[key] for key in HOLDERS if isinstance(record.get(key), list)), None)
    if held is None:
        return isinstance(record.get(DISPLAY), str)
    return all(map(is_message, items(held)[:64]))


def is_anthropic(seen: Sample) -> bool:
    """Whether a sample shows Anthropic's shape: its blocks, or a system prompt beside the messages."""
    if isinstance(seen.document, dict) and seen.document.get("system"):
        return True
    values = seen.document if isinstance(seen.document, list) else seen.records
    return _ANTHROPIC.search(as_json(values).encode("utf-8", "replace")) is not None


def read(source: Source, format: str | None = None) -> Session:
    """Read a conversation of any of the shapes; where no format is named, its parts tell whose it is."""
    index = Index(source)
    seen = sample(source)
    if isinstance(seen.document, list):
        lines = index.read_document(None)
    elif seen.holds("messages"):
        lines = index.read_document("messages")
    else:
        lines = index.read_lines()
    if index.others:
        index.notes.append(f"{index.others} elements are no messages")
    if index.rows > 1:
        index.notes.append(f"{index.rows} conversations stand in this file, one a line; they are read as one")
    index.surface = list(range(len(index.events)))
    return index.session(format or ("anthropic" if index.anthropic else "openai"), index.decode, lines)


class Index(FirstPass):
    """The messages of a source, in order."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.anthropic = False
        self.others = self.rows = 0

    def decode(self, raw: bytes, index: int) -> Record:
        match self.events.kind(index):
            case "system prompt":
                return chat_record.decode_system(raw, index)
            case "display":
                return chat_record.decode_display(raw, index)
        return chat_record.decode(raw, index)

    def read_document(self, key: str | None) -> Lines:
        document = read_document(self.source, key)
        self.id = string(document.top.get("id"))
        if document.top.get("system"):
            self.anthropic = True
            place = value_within(self.source.read(0, self.source.size), "system")
            if place is not None:
                self.events.add(*place, 1, "system prompt", Flag.MESSAGE)
        for span, line, value in zip(document.spans, document.numbers, document.elements, strict=True):
            self._add(*span, line, value)
        return document.lines

    def _add(self, start: int, end: int, line: int, value: object) -> None:
        message = mapping(value)
        if not isinstance(message.get("role"), str):
            self.others += 1
            return
        self._look(self.source.read(start, end))
        self.events.add(start, end, line, "message", Flag.MESSAGE)

    def _look(self, content: bytes) -> None:
        """Tell whose shape it is, until it is told."""
        if not self.anthropic and _ANTHROPIC.search(content) is not None:
            self.anthropic = True

    def read_lines(self) -> Lines:
        reader = Reader(self.source, Line, lambda r: is_message(r) or _is_row(r))
        for number, start, end, line in reader:
            if isinstance(line.role, str):
                content = bytes(line.content)
                if content.startswith(b"["):
                    self._look(content)
                self.events.add(start, end, number, "message", Flag.MESSAGE)
            elif not self._row(number, start, end, line):
                reader.skip("no message")
        return reader.lines

    def _row(self, number: int, start: int, end: int, line: Line) -> bool:
        """A line that holds a conversation."""
        holder = "messages" if bytes(line.messages) else "traj"
        spans, values = array_within(self.source.read(start, end), (holder,))
        for (first, last), value in zip(spans, values, strict=True):
            self._add(start + first, start + last, number, value)
        shown = bytes(line.messages_display)
        if not spans and shown.startswith(b'"'):
            place = self.source.read(start, end).find(shown)
            if place < 0:  # a damaged text, mended: its bytes do not stand in the log
                return False
            self._display(number, start + place, shown)
        elif not spans:
            return False
        self.rows += 1
        return True

    def _display(self, number: int, start: int, shown: bytes) -> None:
        """A conversation as one text: a paragraph for each message, which begins with its role."""
        text = shown[1:-1]
        begins = [match.start(1) for match in _TURN.finditer(text)]
        for first, last in pairwise([*begins, len(text)]):
            self.events.add(start + 1 + first, start + 1 + last, number, "display", Flag.MESSAGE)
