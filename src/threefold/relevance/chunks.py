"""Long texts in pieces that an encoder can read, and which of them are worth reading.

About twelve lines a piece, and the best piece counts: on long noisy tool output the mean over the whole text hides the
one line that matters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

LINES = 12
"""Lines of a chunk."""
CHARACTERS = 1200
"""Characters of a chunk; about what 256 word pieces hold."""
DENSE = 400
"""Chunks of one text that are looked at whole; of a longer text, as many are picked by what stands in them."""
_ENDS = 20  # chunks at the start and at the end that are always looked at
_HINTS = 12
_HITS = 20  # chunks that one hint may name

_TROUBLE = ("error", "failed", "failure", "exception", "traceback", "panic", "fatal", "denied", "timed out", "timeout")
_TROUBLE_HAN = ("错误", "失败", "异常", "超时")
_TROUBLED = re.compile(
    "|".join((*_TROUBLE, "fail", "refused", "warning", "assert", "expected", *_TROUBLE_HAN)), re.IGNORECASE
)


def split(text: str, hints: Sequence[str] = ()) -> list[str]:
    """The chunks of a text; of a very long one a bounded choice, in order: head, tail, hints, signs of trouble, spread.

    ``hints`` are lower-case strings that the task names, the telling ones first. The choice costs a few searches over
    the text.
    """
    if not text.strip():
        return []
    spans = list(_by_lines(text) if len(text) <= DENSE * CHARACTERS else _by_length(text))
    if len(spans) > DENSE:
        spans = _chosen(text, spans, hints)
    return [text[start:end] for start, end in spans]


def _by_lines(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each chunk, in order and without gaps; a line longer than a chunk is cut by characters."""
    start = at = lines = 0
    end = len(text)
    while at < end:
        newline = text.find("\n", at, start + CHARACTERS)
        if newline < 0:
            at = min(start + CHARACTERS, end)
        else:
            at = newline + 1
            lines += 1
            if lines < LINES and at < end:
                continue
        yield start, at
        start, lines = at, 0


def _by_length(text: str) -> Iterator[tuple[int, int]]:
    """Like ``_by_lines`` for texts so long that their lines should not be counted: full chunks that end with
    a line."""
    start, end = 0, len(text)
    while start < end:
        newline = text.rfind("\n", start, start + CHARACTERS)
        stop = newline + 1 if newline > start else min(start + CHARACTERS, end)
        yield start, stop
        start = stop


def _chosen(text: str, spans: list[tuple[int, int]], hints: Sequence[str]) -> list[tuple[int, int]]:
    """At most ``DENSE`` spans of many."""
    starts = [start for start, _ in spans]
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters grow when lowered; then places would not match
        lowered = text
    picked = {*range(_ENDS), *range(len(spans) - _ENDS, len(spans))}
    for word in (*hints[:_HINTS], *_TROUBLE, *_TROUBLE_HAN):
        at, found = lowered.find(word), 0
        while at >= 0 and found < _HITS and len(picked) < DENSE:
            place = bisect_right(starts, at) - 1
            picked.add(place)
            found += 1
            at = lowered.find(word, spans[place][1])
    step = max(1, len(spans) // max(1, DENSE - len(picked)))
    for place in range(0, len(spans), step):
        if len(picked) >= DENSE:
            break
        picked.add(place)
    return [spans[place] for place in sorted(picked)]


def troubled(text: str) -> bool:
    """Whether a text speaks of an error or a failure."""
    return _TROUBLED.search(text) is not None
