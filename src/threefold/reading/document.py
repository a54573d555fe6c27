"""Logs that are one JSON document: an array of messages, or an object that holds one.

Such a document is read whole (a session log of lines is not); its elements become byte ranges like any other event.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from threefold.errors import InputError
from threefold.reading.lines import undecodable, whole_number
from threefold.session import Lines, Source
from threefold.text.later import later

_SPACE = later(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_constant=lambda _: None, parse_int=whole_number, strict=False)


class Document(msgspec.Struct):
    """A parsed document. ``spans`` are the bytes of each element of the array, ``numbers`` the lines on which they
    begin, ``elements`` their values; ``top`` holds the other values of the object around it."""

    spans: list[tuple[int, int]]
    numbers: list[int]
    elements: list[object]
    top: dict[str, object]
    lines: Lines


def read_document(source: Source, key: str | None) -> Document:
    """Parse a source as an array (``key`` None) or as an object whose ``key`` is an array.

    Raises :class:`InputError` where the document is broken, with the place.
    """
    raw = source.read(0, source.size)
    bom = 3 if raw.startswith(b"\xef\xbb\xbf") else 0
    text = raw[bom:].decode("utf-8", "surrogateescape")
    try:
        spans, elements, top = _parse(text, key)
    except (ValueError, RecursionError, IndexError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else str(error) or "it ends too early"
        raise InputError(f"{source.name} is not a whole JSON document: {what}.") from None
    lines = text.count("\n") + (0 if text.endswith("\n") else 1)
    places = in_bytes(text, spans, bom)
    return Document(
        places, _numbers(raw, places), elements, top, Lines(total=lines, read=lines, undecodable=undecodable(raw))
    )


def array_within(raw: bytes, path: Sequence[str]) -> tuple[list[tuple[int, int]], list[object]]:
    """The array that a JSON object holds at a path of keys: the bytes of each element within ``raw``, and its value.

    Both lists are empty where there is no such array. For records that hold whole messages, so that each of these can
    be an event of its own.
    """
    text = raw.decode("utf-8", "surrogateescape")
    try:
        at = _skip(text, 0)
        for key in path:
            at = _value_of(text, at, key)
        spans, elements, _ = _array(text, at)
    except (ValueError, RecursionError, IndexError):
        return [], []
    return in_bytes(text, spans, 0), elements


def array_spans(text: str) -> tuple[list[tuple[int, int]], list[object]]:
    """The array with which a text begins: the characters of each element, and its value.

    Raises ValueError, IndexError or RecursionError where there is none.
    """
    spans, values, _ = _array(text, _skip(text, 0))
    return spans, values


def value_within(raw: bytes, key: str) -> tuple[int, int] | None:
    """The bytes of the value that a JSON object holds under a key; None where there is none."""
    bom = 3 if raw.startswith(b"\xef\xbb\xbf") else 0
    text = raw[bom:].decode("utf-8", "surrogateescape")
    try:
        start = _value_of(text, _skip(text, 0), key)
        _, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError, IndexError):
        return None
    return in_bytes(text, [(start, end)], bom)[0]


def _value_of(text: str, at: int, key: str) -> int:
    """Where the value of a key begins in the object at ``at``."""
    at = _skip(text, _expect(text, at, "{"))
    while text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _expect(text, _skip(text, at), ":"))
        if name == key:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _separator(text, at, "}")
    raise ValueError(f"no key {key!r}")


def _parse(text: str, key: str | None) -> tuple[list[tuple[int, int]], list[object], dict[str, object]]:
    at = _skip(text, 0)
    if key is None:
        spans, elements, end = _array(text, at)
        _expect_end(text, end)
        return spans, elements, {}
    spans, elements, top = [], [], {}
    at = _skip(text, _expect(text, at, "{"))
    while text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _expect(text, _skip(text, at), ":"))
        if name == key and text[at] == "[":
            spans, elements, at = _array(text, at)
        else:
            top[str(name)], at = _DECODER.raw_decode(text, at)
        at = _separator(text, at, "}")
    _expect_end(text, at + 1)
    return spans, elements, top


def _array(text: str, at: int) -> tuple[list[tuple[int, int]], list[object], int]:
    spans: list[tuple[int, int]] = []
    elements: list[object] = []
    at = _skip(text, _expect(text, at, "["))
    while text[at] != "]":
        value, end = _DECODER.raw_decode(text, at)
        spans.append((at, end))
        elements.append(value)
        at = _separator(text, end, "]")
    return spans, elements, at + 1


def _separator(text: str, at: int, closing: str) -> int:
    at = _skip(text, at)
    return at if text[at] == closing else _skip(text, _expect(text, at, ","))


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _expect(text: str, at: int, char: str) -> int:
    if text[at] != char:
        raise ValueError(f"expected {char!r} at character {at}")
    return at + 1


def _expect_end(text: str, at: int) -> None:
    at = _skip(text, at)
    if at < len(text):
        raise ValueError(f"something follows its end at character {at}")


def _numbers(raw: bytes, spans: list[tuple[int, int]]) -> list[int]:
    """The (1-based) line on which each span begins."""
    result: list[int] = []
    at, line = 0, 1
    for start, _ in spans:
        line += raw.count(b"\n", at, start)
        at = start
        result.append(line)
    return result


def in_bytes(text: str, spans: list[tuple[int, int]], offset: int) -> list[tuple[int, int]]:
    """Spans of a text counted in bytes, behind ``offset`` of them; one pass over the text."""
    if text.isascii():
        return [(start + offset, end + offset) for start, end in spans]
    result: list[tuple[int, int]] = []
    at, byte = 0, offset
    for start, end in spans:
        first = byte + len(text[at:start].encode("utf-8", "surrogateescape"))
        byte = first + len(text[start:end].encode("utf-8", "surrogateescape"))
        at = end
        result.append((first, byte))
    return result
