"""Cutting text without breaking it: by bytes, never inside a code point or a grapheme."""

from __future__ import annotations

import re
import unicodedata

from threefold.text.unicode import encode

_SPACES = re.compile(r"\s+")
_JOINER = "\u200d"
_REGIONAL = range(0x1F1E6, 0x1F200)
MAX_CLUSTER = 64
"""Characters of one grapheme that are kept together; hostile text can pile up marks without end."""


def one_line(text: str) -> str:
    """The text with every run of blank space as one space."""
    return _SPACES.sub(" ", text).strip()


def size(text: str) -> int:
    """Bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(encode(text))


def truncated(text: str, limit: int) -> str:
    """The longest beginning of a text of at most ``limit`` bytes that ends between two graphemes.

    Graphemes after UAX 29 as far as cutting needs it: marks, variation selectors, joined emoji, flags, Hangul and CRLF
    stay with what they belong to.
    """
    if limit <= 0:
        return ""
    if len(text) * 4 <= limit or size(text) <= limit:
        return text
    if text[: limit + 1].isascii():
        end = limit
    else:
        end = used = 0
        while end < len(text):
            width = size(text[end])
            if used + width > limit:
                break
            used += width
            end += 1
    return text[: boundary(text, end)]


def boundary(text: str, place: int) -> int:
    """The last place at or before ``place`` that is between two graphemes."""
    if place >= len(text):
        return len(text)
    for step in range(MAX_CLUSTER):
        at = place - step
        if at <= 0:
            return 0
        if not _joined(text, at):
            return at
    return place


def _joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place are one grapheme."""
    before, behind = text[at - 1], text[at]
    if before == "\r" and behind == "\n":
        return True
    if behind.isascii() and before.isascii():
        return False
    code = ord(behind)
    if behind == _JOINER or before == _JOINER or 0xFE00 <= code <= 0xFE0F or 0x1F3FB <= code <= 0x1F3FF:
        return True
    if 0xE0020 <= code <= 0xE007F or unicodedata.category(behind) in ("Mn", "Me", "Mc"):
        return True
    if code in _REGIONAL and ord(before) in _REGIONAL:
        flags = 0
        while at - 1 - flags >= 0 and flags < MAX_CLUSTER and ord(text[at - 1 - flags]) in _REGIONAL:
            flags += 1
        return flags % 2 == 1
    return _hangul(ord(before)) and 0x1160 <= code <= 0x11FF


def _hangul(code: int) -> bool:
    return 0x1100 <= code <= 0x11FF or 0xAC00 <= code <= 0xD7A3
