"""Values of a log line, taken without trust: a field of the wrong type is as good as absent, and nothing raises."""

from __future__ import annotations

import json
from typing import TypeVar

import msgspec

from threefold.errors import InputError
from threefold.reading.fitting import fitted
from threefold.reading.lines import FAILED, clean, whole_number

Json = dict[str, object]
T = TypeVar("T")

_DECODER = msgspec.json.Decoder()


def load(raw: bytes) -> Json:
    """The JSON object that the bytes hold; empty where they hold none.

    Half a surrogate pair, invalid UTF-8, NaN and numbers beyond every range do not stop it.
    """
    try:
        value = _DECODER.decode(raw)
    except FAILED:
        try:
            value = json.loads(clean(raw), parse_int=whole_number)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def shaped(raw: bytes | msgspec.Raw, shape: type[T]) -> T:
    """What the bytes hold of a shape, all fields of which have defaults: these where they hold something else."""
    data = bytes(raw)
    if not data:
        return shape()
    try:
        return msgspec.json.decode(data, type=shape)
    except FAILED:
        pass
    try:
        return fitted(clean(data), shape)
    except FAILED:
        return shape()


def reload(raw: bytes, index: int) -> Json:
    """As ``load``, for an event that was an object when the log was indexed: if it is none now, the log has changed."""
    value = load(raw)
    if not value:
        raise InputError(
            f"Event {index} is no longer what it was: the log was changed while it was being read. Run again."
        )
    return value


def string(value: object) -> str:
    return value if isinstance(value, str) else ""


def integer(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def mapping(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def as_json(value: object) -> str:
    """A value as the JSON text that a tool call carries; a string stays as it is."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def octets(text: str) -> int:
    """The bytes that a text takes in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def strings(value: object, *, as_written: bool = False) -> list[str]:
    """Every string within a value, in order; the keys of objects are taken in the order of the alphabet, or as they
    were written."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict):
            waiting.extend(item[key] for key in (reversed(item) if as_written else sorted(item, reverse=True)))
        elif isinstance(item, list):
            waiting.extend(reversed(item))
    return found
