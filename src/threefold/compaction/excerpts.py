"""Pinned text out of messages that do not stay whole: short excerpts with marks that say what was cut.

Nothing here is written anew. An excerpt is a piece of the message, to the letter; around it stand marks in brackets
that begin with our name, so that nobody takes them for the tool's or the model's words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from threefold.compaction.pins import Pins
from threefold.compaction.text import boundary, size
from threefold.text.unicode import decode, encode

CONTEXT = 40
"""Most characters of context on either side of a pinned span in an excerpt."""
GAP = " […] "
_HALVES = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_MARK = re.compile(r"\A\[threefold: [\d,]+ of [\d,]+ bytes cut here[^\]\n]{0,200}\]")


def is_excerpt(text: str) -> bool:
    """Whether a text is an excerpt of ours already."""
    return _MARK.match(text) is not None


def mark(cut: int, whole: int, handle: str) -> str:
    """The mark at the beginning of a shortened text. ``handle`` is what `threefold recall` is given, or empty."""
    recall = f"; threefold recall {handle}" if handle else "; not archived"
    return f"[threefold: {cut:,} of {whole:,} bytes cut here{recall}]"


def shortened(
    text: str,
    pins: Pins,
    keep: Callable[[bytes], bool],
    handle: str,
    *,
    human: bool = False,
    context: int = CONTEXT,
    room: int = 0,
) -> str:
    """The text shrunk to the pinned spans for which ``keep`` says so, with a little context; itself if not shorter.

    ``room`` bytes of its beginning and its end stay as well, twice as many of the beginning.
    """
    if is_excerpt(text):
        return text
    data = encode(text)
    read = scrubbed(data)
    wanted = [(f.start, f.end) for f in pins.find_bytes(read, human=human) if keep(read[f.start : f.end])]
    pieces = _pieces(data, sorted(wanted + _ends(data, room)), context)
    kept = sum(size(piece) for piece in pieces)
    result = mark(len(data) - kept, len(data), handle)
    if pieces:
        result += "\n" + GAP.join(pieces)
    return result if size(result) < len(data) else text


def scrubbed(data: bytes) -> bytes:
    """The bytes as a reader of the message reads them: half a surrogate pair is U+FFFD, of the same length."""
    return _HALVES.sub("\ufffd".encode(), data) if b"\xed" in data else data


def _ends(data: bytes, room: int) -> list[tuple[int, int]]:
    """The beginning and the end of a text within ``room`` bytes, cut behind a line where one ends nearby."""
    if room <= 0 or room >= len(data):
        return []
    head, tail = room - room // 3, len(data) - room // 3
    line = data.rfind(b"\n", head - head // 4, head) + 1
    head = line or head
    line = data.find(b"\n", tail, tail + room // 12) + 1
    tail = line or tail
    while head > 0 and data[head] & 0xC0 == 0x80:
        head -= 1
    while tail < len(data) and data[tail] & 0xC0 == 0x80:
        tail += 1
    return [(0, head), (tail, len(data))] if head > 0 else []


def _pieces(data: bytes, spans: Sequence[tuple[int, int]], context: int) -> list[str]:
    """The spans with context, overlapping ones as one, cut between graphemes."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        start, end = _widened(data, start, end, context)
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return [decode(data[start:end]).strip("\r\n") for start, end in merged]


def _widened(data: bytes, start: int, end: int, context: int) -> tuple[int, int]:
    """A span with up to ``context`` characters of its own line on either side."""
    if context <= 0:
        return start, end
    left = data[max(0, start - context * 4) : start].rsplit(b"\n", 1)[-1]
    before = decode(_whole(left))
    head = before[-context:]
    skip = 0 if len(before) <= len(head) else head.find(" ") + 1  # begins with a whole word, where there is one
    most = min(len(head), skip + 16)
    while skip < most and boundary(head, skip) != skip:
        skip += 1
    first = start - len(encode(head[skip:]))
    right = data[end : end + context * 4].split(b"\n", 1)[0]
    tail = decode(_whole_end(right))
    if len(tail) > context:
        tail = tail[: boundary(tail, context)]
        tail = tail[: tail.rfind(" ")] if " " in tail.strip() else tail
    last = end + len(encode(tail))
    return max(0, first), min(len(data), last)


def _whole(piece: bytes) -> bytes:
    """Without the bytes at the beginning that are the rest of a character."""
    at = 0
    while at < len(piece) and piece[at] & 0xC0 == 0x80:
        at += 1
    return piece[at:]


def _whole_end(piece: bytes) -> bytes:
    """Without the bytes at the end that are the beginning of a character."""
    at = len(piece)
    while at > 0 and piece[at - 1] & 0xC0 == 0x80:
        at -= 1
    if at > 0 and piece[at - 1] >= 0xC0:
        need = 2 if piece[at - 1] < 0xE0 else 3 if piece[at - 1] < 0xF0 else 4
        return piece if len(piece) - at + 1 == need else piece[: at - 1]
    return piece


def needed(spans: Iterable[bytes]) -> set[bytes]:
    """The spans that have to be looked after: those that are no beginning or end of another one.

    A path that begins a longer path stands wherever the longer one stands.
    """
    rest = _without_prefixes(set(spans))
    return {span[::-1] for span in _without_prefixes({span[::-1] for span in rest})}


def _without_prefixes(spans: set[bytes]) -> set[bytes]:
    ordered = sorted(spans)
    return {
        span
        for place, span in enumerate(ordered)
        if place + 1 == len(ordered) or not ordered[place + 1].startswith(span)
    }
