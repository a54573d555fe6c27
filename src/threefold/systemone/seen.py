"""What a reader takes a text for: characters without width are nothing, and full-width or mathematical letters are the
letters that they stand for (NFKC), so that neither hides a name or a token. A text within a text (a string of JSON, in
the arguments of a call) is read as what it stands for as well, and lines without the numbers that a tool put before
them."""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from threefold.text.later import later

_ODD = later(
    rb"\xc2\xad|\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xa4]|\xef\xbb\xbf|\xef[\xbc\xbd][\x80-\xbf]"
    rb"|\xf0\x9d[\x90-\x9f][\x80-\xbf]"
)
_WRITTEN = later(
    rb"(?P<colour>(?:\x1b|\\(?:u001[bB]|x1[bB]|0?33|e))\[[0-9;:]{0,40}[A-Za-z])"
    rb"|\\(?:(?P<sign>[nrtvf\"'\\/])|u(?P<code>[0-9a-fA-F]{4})|x(?P<byte>[0-7][0-9a-fA-F]))"
    rb"|(?m:^)(?P<number> {0,8}\d{1,6}(?:\xe2\x86\x92|\t))"
)
"""A colour, an escape of JSON or of a program's text, and the number of a line as tools that read files print it."""
_SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v", b"f": b"\f"}
_LEVELS = 4
"""A text within a text within a text; what is deeper is looked at as it stands."""


class View(msgspec.Struct, frozen=True):
    """The bytes as they are read, and the way back to where they stand."""

    data: bytes
    starts: Sequence[int] = ()
    """where in them something was left out, for what begins there"""
    ends: Sequence[int] = ()
    """the same, for what ends there"""
    gone: Sequence[int] = (0,)
    """how many bytes were left out before each of these places, and in all"""
    under: View | None = None
    """what this was read from, if that is itself a view"""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the text that stands which is ``start:end`` here."""
        start, end = start + self.gone[bisect_right(self.starts, start)], end + self.gone[bisect_left(self.ends, end)]
        return self.under.span(start, end) if self.under is not None else (start, end)


def views(data: bytes) -> Iterator[View]:
    """A text, in UTF-8, as it is read, and then as what its escapes stand for, as often as there are some."""
    view = seen_of(data)
    yield view
    for _ in range(_LEVELS):
        if b"\\" not in view.data and b"\x1b" not in view.data and not _NUMBERED.search(view.data):
            return
        inner = _read(view.data, _WRITTEN, _stands_for, view)
        if inner is None:
            return
        yield (view := inner)


_NUMBERED = later(rb"(?m:^) {0,8}\d{1,6}(?:\xe2\x86\x92|\t)")


def _stands_for(found: re.Match[bytes]) -> bytes:
    if found["colour"] or found["number"]:
        return b" " if found["colour"] else b""
    code = found["code"] or found["byte"]
    return chr(int(code, 16)).encode("utf-8", "replace") if code else _SIGNS.get(found["sign"], found["sign"])


def seen_of(data: bytes) -> View:
    """A text, in UTF-8, as it is read."""
    if data.isascii():
        return View(data)
    return _read(data, _ODD, _read_as, None) or View(data)


def _read(
    data: bytes, pattern: re.Pattern[bytes], said: Callable[[re.Match[bytes]], bytes], under: View | None
) -> View | None:
    """The bytes with each match as what it says; None where that is what stands there."""
    odd = [(*found.span(), len(read)) for found in pattern.finditer(data) if (read := said(found)) != found[0]]
    if not odd:
        return None
    gone = list(itertools.accumulate((end - start - kept for start, end, kept in odd), initial=0))
    ends = [start - before for (start, _, _), before in zip(odd, gone, strict=False)]
    starts = [place + kept for place, (_, _, kept) in zip(ends, odd, strict=True)]
    return View(pattern.sub(said, data), starts, ends, gone, under)


def _read_as(found: re.Match[bytes]) -> bytes:
    if not found[0].startswith((b"\xef\xbc", b"\xef\xbd", b"\xf0")):
        return b""
    plain = unicodedata.normalize("NFKC", found[0].decode())
    return plain.encode() if plain.isascii() and (plain.isalnum() or plain == "_") else found[0]
