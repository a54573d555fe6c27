"""Bytes to characters and back, terminal sequences, widths and scripts."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable

from threefold.text.patterns import Pattern

_ANSI = Pattern(
    "\x1b\\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor moves
    "|\x1b\\][^\x07\x1b]{0,1000}(?:\x07|\x1b\\\\)"  # OSC: titles, hyperlinks (ECMA-48)
    "|\x1b[@-Z\\\\^_=>78]",
    later=True,  # its thousand copies of one class take longer than most texts that hold none of it
)


def encode(text: str) -> bytes:
    """UTF-8, lone surrogates included; ``decode`` gives the same text back."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """The inverse of ``encode``; bytes that are no UTF-8 become U+FFFD instead of an error."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def character_offsets(data: bytes, offsets: Iterable[int]) -> dict[int, int]:
    """Byte offsets into ``data`` to character offsets into ``decode(data)``, in one pass over the data.

    Offsets must lie on character boundaries, which the spans of a UTF-8 pattern do.
    """
    wanted = sorted(set(offsets))
    if data.isascii():
        return {offset: offset for offset in wanted}
    result: dict[int, int] = {}
    done = characters = 0
    for offset in wanted:
        characters += len(decode(data[done:offset]))
        result[offset] = characters
        done = offset
    return result


class Cleaned:
    """A text without its terminal sequences, and the way back to offsets in the original.

    ``data`` is what a reader of the terminal saw.
    """

    __slots__ = ("_kept", "_origin", "data")

    def __init__(self, raw: bytes) -> None:
        self.data = raw
        self._kept = [0]  # where each kept piece starts in `data`
        self._origin = [0]  # and where it starts in `raw`
        if b"\x1b" not in raw:
            return
        pieces: list[bytes] = []
        done = size = 0
        for start, end in _ANSI.spans(raw):
            pieces.append(raw[done:start])
            size += start - done
            self._kept.append(size)
            self._origin.append(end)
            done = end
        pieces.append(raw[done:])
        self.data = b"".join(pieces)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of ``raw`` that holds ``data[start:end]``, sequences inside it included, those around it not."""
        if len(self._kept) == 1:
            return start, end
        return self._back(start), (self._back(end - 1) + 1 if end > start else self._back(start))

    def _back(self, offset: int) -> int:
        piece = bisect_right(self._kept, offset) - 1
        return self._origin[piece] + offset - self._kept[piece]


def fold(text: str) -> str:
    """NFKC, so that full-width digits, letters and punctuation become their ASCII forms. Fold facts, never texts."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def is_cjk(char: str) -> bool:
    """Whether ``char`` is a Han, kana, hangul or CJK punctuation character, beside which words need no space."""
    code = ord(char)
    return (
        0x2E80 <= code <= 0x9FFF
        or 0xAC00 <= code <= 0xD7FF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF00 <= code <= 0xFFEF
        or 0x20000 <= code <= 0x3FFFF
    )
