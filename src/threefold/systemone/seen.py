"""What a reader takes a text for: characters without width are nothing, and full-width or mathematical letters are the
letters that they stand for (NFKC), so that neither hides a name or a token."""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

from threefold.text.later import later

_ODD = later(
    rb"\xc2\xad|\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xa4]|\xef\xbb\xbf|\xef[\xbc\xbd][\x80-\xbf]"
    rb"|\xf0\x9d[\x90-\x9f][\x80-\xbf]"
)
_ESCAPES = later(
    rb"(?:\x1b|\\+(?:u001[bB]|x1[bB]|0?33|e))\[[0-9;:]{0,40}[A-Za-z]|\\+(?:[nrtvf]|u00[0-7][0-9a-fA-F]|x[0-7][0-9a-fA-F])"
)
"""Colours, and characters as JSON and program texts write them: the letter at their end is none of what follows."""


def unescaped(data: bytes) -> bytes:
    """The bytes with white space in the place of colours and escapes, each as long as it was; the same object where
    there are none."""
    return _ESCAPES.sub(lambda found: b" " * len(found[0]), data) if b"\\" in data or b"\x1b" in data else data


class View(msgspec.Struct, frozen=True):
    """The bytes as they are read, and the way back to where they stand."""

    data: bytes
    starts: Sequence[int] = ()
    """where in them something was left out, for what begins there"""
    ends: Sequence[int] = ()
    """the same, for what ends there"""
    gone: Sequence[int] = (0,)
    """how many bytes were left out before each of these places, and in all"""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the text that stands which is ``start:end`` here."""
        return start + self.gone[bisect_right(self.starts, start)], end + self.gone[bisect_left(self.ends, end)]


def seen_of(data: bytes) -> View:
    """A text, in UTF-8, as it is read."""
    if data.isascii():
        return View(data)
    odd = [(*found.span(), len(said)) for found in _ODD.finditer(data) if (said := _read_as(found)) != found[0]]
    if not odd:
        return View(data)
    gone = list(itertools.accumulate((end - start - kept for start, end, kept in odd), initial=0))
    ends = [start - before for (start, _, _), before in zip(odd, gone, strict=False)]
    starts = [place + kept for place, (_, _, kept) in zip(ends, odd, strict=True)]
    return View(_ODD.sub(_read_as, data), starts, ends, gone)


def _read_as(found: re.Match[bytes]) -> bytes:
    if not found[0].startswith((b"\xef\xbc", b"\xef\xbd", b"\xf0")):
        return b""
    plain = unicodedata.normalize("NFKC", found[0].decode())
    return plain.encode() if plain.isascii() and (plain.isalnum() or plain == "_") else found[0]
