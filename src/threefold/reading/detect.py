"""Which format is this? Told from the content alone; a file's name proves nothing.

A :class:`Sample` is the beginning of a source: its first records if it is made of lines, or the whole value if it is
one document. Each reader says of a sample whether it is one of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from threefold.errors import EmptyInput, UnknownFormat
from threefold.reading import lines
from threefold.reading.sequence import first_objects
from threefold.reading.values import load
from threefold.session import Session, Source

SAMPLE_BYTES = 1 << 20
SAMPLE_RECORDS = 64
MAX_FIRST_LINE = 64 << 20
_LITERAL = len("false")
_BOM = b"\xef\xbb\xbf"
OVERRULES = " --format NAME overrules."
"""How an error ends that says that no format was found."""


class Sample(NamedTuple):
    """The beginning of a source. ``records`` are the objects of its first lines; ``document`` is the value of a source
    that is one JSON document (then ``records`` is that value alone if it is an object, else empty). ``spread`` says
    that an object takes several lines, so that a source of objects cannot be read line by line."""

    records: list[dict[str, object]]
    document: object = None
    spread: bool = False

    def any(self, test: Callable[[dict[str, object]], bool]) -> bool:
        return any(test(record) for record in self.records)

    def holds(self, key: str) -> bool:
        """Whether the source is one object with an array under this key."""
        return isinstance(self.document, dict) and isinstance(self.document.get(key), list)


class Format(NamedTuple):
    """One format that can be read: its name, what it is called in prose, and its two functions."""

    name: str
    title: str
    sniff: Callable[[Sample], bool]
    read: Callable[[Source], Session]


def sample(source: Source) -> Sample:
    """Look at the beginning of a source. Raises EmptyInput or UnknownFormat where there is nothing to look at."""
    head = _head(source)
    if not head.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        if source.size <= len(head):
            raise EmptyInput(f"{source.name} is empty: there is no session in it.")
        raise _unknown(source, "it begins with a megabyte of nothing")
    by_line = _first_line_is_a_record(head)
    document = None if by_line else _document(source, head)
    if document is not None:
        return Sample([document] if isinstance(document, dict) else [], document, isinstance(document, dict))
    records = _records(head, whole=source.size <= len(head))
    if not records or not by_line:
        spread = first_objects(head, SAMPLE_RECORDS)
        if spread:
            return Sample(spread, None, True)
    if not records:
        if b"\x00" in head[:1024]:
            raise _unknown(source, "it is a binary file")
        if _is_cut(source, head):
            raise UnknownFormat(
                f"{source.name} ends within its first JSON value: it was cut off, or is still being written. There is "
                "no whole entry in it."
            )
        raise _unknown(source, "it holds no JSON object")
    return Sample(records, records[0] if len(records) == 1 else None)


def choose(source: Source, formats: tuple[Format, ...], name: str | None = None) -> Format:
    """The format of a source, or the one that the caller named."""
    if name is not None:
        for known in formats:
            if known.name == name:
                return known
        raise UnknownFormat(f"No reader is called {name!r}; there are {', '.join(f.name for f in formats)}.")
    seen = sample(source)
    for known in formats:
        if known.sniff(seen):
            return known
    raise _unknown(source, "it is JSON, but of no shape that a reader here knows")


def _unknown(source: Source, why: str) -> UnknownFormat:
    return UnknownFormat(f"{source.name} is not a session log of a known format: {why}.{OVERRULES}")


def _records(head: bytes, *, whole: bool) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    most = 4 * SAMPLE_RECORDS
    parts = head.split(b"\n", most)
    if not whole and len(parts) > 1:
        parts.pop()
    for line in parts[:most]:
        line = line.removeprefix(_BOM)
        record = load(line)  # of a line that is one object, in a tenth of the time
        if record:
            found.append(record)
            continue
        for start, end in lines.objects(line, lambda _: True)[0] if line.strip() else ():
            if line[start : start + 1] == b"{":
                found.append(load(line[start:end]))
        if len(found) >= SAMPLE_RECORDS:
            break
    return found


def _head(source: Source) -> bytes:
    """The beginning of a source, with its first line whole: a pasted prompt or an image may make that a long one."""
    pieces: list[bytes] = []
    size = 0
    for chunk in source.chunks():
        pieces.append(chunk)
        size += len(chunk)
        if (size >= SAMPLE_BYTES and b"\n" in chunk) or size >= MAX_FIRST_LINE:
            break
    return b"".join(pieces)


def _first_line_is_a_record(head: bytes) -> bool:
    line = head.removeprefix(_BOM).lstrip().partition(b"\n")[0]
    return line.startswith(b"{") and lines.objects(line, lambda _: True) == ([(0, len(line.rstrip()))], "")


def _is_cut(source: Source, head: bytes) -> bool:
    """Whether a source that begins as JSON does is JSON up to its last characters, where a value is not at its end."""
    if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
        return False
    text = source.read(0, source.size).decode("utf-8-sig", "replace").rstrip()
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.msg.startswith("Unterminated string") or error.pos >= len(text) - _LITERAL
    except (ValueError, RecursionError):
        return False
    return False


def _document(source: Source, head: bytes) -> object:
    if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
        return None
    raw = source.read(0, source.size).removeprefix(_BOM)
    try:
        return json.loads(lines.clean(raw))
    except (ValueError, RecursionError):
        return None
