"""Requests in JSON that no parser reads as they are, whichever door they come through, and texts that JSON cannot hold.

An escape of half a character, as ``JSON.stringify`` writes it for a text that was cut within an emoji, is read as
U+FFFD, and U+FFFD is what such a half becomes in an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

_ESCAPE = re.compile(r"\\(u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u[dD][89a-fA-F]\w\w|.)", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)  # also a string without end, which is then read once
_VALUE = re.compile(r'\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,18})\s*[,}]')
_LONGEST = 1 << 20
"""Characters of a request that is searched for its id."""


def mended(text: str) -> str:
    """JSON in which each escape of half a character is one of U+FFFD."""
    return _ESCAPE.sub(lambda found: found[0] if len(found[1]) != 5 else r"\ufffd", text)


def id_of(text: str) -> int | str | None:
    """The id of a request that no parser reads: the member of that name that is not within another."""
    depth = 0
    for token in _TOKEN.finditer(text) if len(text) <= _LONGEST else ():
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
        elif depth == 1 and token[0] == '"id"' and (value := _VALUE.match(text, token.end())):
            try:
                return msgspec.json.decode(value[1], type=int | str)
            except msgspec.DecodeError:
                return None
    return None


def whole(value: object) -> object:
    """Plain data in which each half of a character is U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, Mapping):
        return {str(whole(key)): whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [whole(item) for item in value]
    return value
