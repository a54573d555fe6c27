"""What a reader takes a text for: characters without width are nothing, and full-width or mathematical letters are the
letters that they stand for (NFKC), so that neither hides a name or a token. A text within a text (a string of JSON, in
the arguments of a call; what is spelled for HTML or for a URL) is read as what it stands for as well, and lines without
the numbers, and where a name and its value may stand on two of them also without the marks, that something put before
them (``git diff``, ``grep -n``, a log's time, a remark's sign)."""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from threefold.systemone.named import NAMES
from threefold.text.later import later
from threefold.text.patterns import Pattern

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
_NUMBERED = later(rb"(?m:^) {0,8}\d{1,6}(?:\xe2\x86\x92|\t)")
_SPELLED = later(
    rb"&(?:(?P<entity>quot|lt|gt|amp|apos)|#(?P<decimal>\d{2,3})|#[xX](?P<hex>[2-7][0-9a-fA-F]));"
    rb"|%(?P<percent>0[aAdD9]|[2-9a-fA-F][0-9a-fA-F])"
)
"""A character as HTML or a URL spells it."""
_MAY_BE_SPELLED = later(rb"&(?:quot|lt|#3[49]|#x2[27]);|%(?:0[aAdD]|2[02]|3[aAdD]|40|[eE][3-9])")
_ENTITIES = {b"quot": b'"', b"lt": b"<", b"gt": b">", b"amp": b"&", b"apos": b"'"}
_APART = Pattern(
    r"(?m)^[ \t]*(?:[+#>;-]|//|\[?[0-9]{4}-[0-9]|[\w.~/@+-]+[:-][0-9]+[:-])[^\n]*"
    rf"{NAMES}\w*[\s\"'`:=|>{{,\[\]()*-]*(?:(?:#|//)[^\n]*)?\n"
)
"""A name of a secret that ends a line with such a mark: its value may stand on another one."""
_LINES_BELOW, _BELOW = 6, 600
"""Lines below one with a name, and the bytes of them, in which its value is sought."""
_PREFIX = later(
    rb"(?m)^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]{0,12}\]?(?: \[?[A-Z]{4,8}\]?:?)? "
    rb"|[\w.~/@+-]{1,120}[:-]\d{1,6}[:-]"
    rb"|[+-](?![+-])|[ \t]{0,8}(?:#|//|--|;|>) ?|\+{1,4} )"
)
"""What a tool, a log or a remark puts before each line."""
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
    view: View | None = seen_of(data)
    for _ in range(_LEVELS + 1):
        if view is None:
            return
        yield view
        if (bare := _bare(view)) is not None:
            yield bare
        data, inner = view.data, None
        if b"\\" in data or b"\x1b" in data or _NUMBERED.search(data):
            inner = _read(data, _WRITTEN, _stands_for, view)
        if inner is None and (b"&" in data or b"%" in data) and _MAY_BE_SPELLED.search(data):
            inner = _read(data, _SPELLED, _spells, view)
        view = inner if inner is None or inner.data.isascii() else _read(inner.data, _ODD, _read_as, inner) or inner


def _stands_for(found: re.Match[bytes]) -> bytes:
    if found["colour"] or found["number"]:
        return b" " if found["colour"] else b""
    code = found["code"] or found["byte"]
    return chr(int(code, 16)).encode("utf-8", "replace") if code else _SIGNS.get(found["sign"], found["sign"])


def _spells(found: re.Match[bytes]) -> bytes:
    if found["entity"]:
        return _ENTITIES[found["entity"]]
    if found["percent"]:
        return bytes.fromhex(found["percent"].decode())
    return chr(int(found["decimal"]) if found["decimal"] else int(found["hex"], 16)).encode()


def seen_of(data: bytes) -> View:
    """A text, in UTF-8, as it is read."""
    if data.isascii():
        return View(data)
    return _read(data, _ODD, _read_as, None) or View(data)


def _read(
    data: bytes, pattern: re.Pattern[bytes], said: Callable[[re.Match[bytes]], bytes], under: View | None
) -> View | None:
    """The bytes with each match as what it says; None where that is what stands there."""
    odd = [(*found.span(), read) for found in pattern.finditer(data) if (read := said(found)) != found[0]]
    return _replaced(data, odd, under) if odd else None


def _replaced(data: bytes, odd: Sequence[tuple[int, int, bytes]], under: View | None) -> View:
    """The bytes with other ones at some places, which stand in order and apart."""
    gone = list(itertools.accumulate((end - start - len(read) for start, end, read in odd), initial=0))
    ends = [start - before for (start, _, _), before in zip(odd, gone, strict=False)]
    starts = [place + len(read) for place, (_, _, read) in zip(ends, odd, strict=True)]
    parts: list[bytes] = []
    at = 0
    for start, end, read in odd:
        parts += (data[at:start], read)
        at = end
    return View(b"".join((*parts, data[at:])), starts, ends, gone, under)


def _bare(view: View) -> View | None:
    """The lines from those on that end with a name of a secret behind a mark, without such marks and all else."""
    data, at = view.data, 0
    left_out: list[tuple[int, int, bytes]] = []
    for start, end in _APART.spans(data):
        stop = end
        for _ in range(_LINES_BELOW):
            stop = data.find(b"\n", stop, end + _BELOW) + 1 or min(len(data), end + _BELOW)
        start = max(start, at)
        left_out += [(at, start, b""), *((*found.span(), b"") for found in _PREFIX.finditer(data, start, stop))]
        at = max(at, stop)
    return _replaced(data, [*left_out, (at, len(data), b"")], view) if left_out else None


def _read_as(found: re.Match[bytes]) -> bytes:
    if not found[0].startswith((b"\xef\xbc", b"\xef\xbd", b"\xf0")):
        return b""
    plain = unicodedata.normalize("NFKC", found[0].decode())
    return plain.encode() if plain.isascii() and (plain.isalnum() or plain == "_") else found[0]
