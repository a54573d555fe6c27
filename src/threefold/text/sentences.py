"""Where sentences start and end, in English and Chinese, and which lines are code.

A sentence here is what a rule, a correction or a task is stated in: a list item, a heading, a table row, or a sentence
of a paragraph. Code blocks are given whole and marked, so that a caller never reads prose rules into them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from threefold.text.later import later

# These run per line on bounded input or have a single unbounded run each, so the standard engine stays linear.
_FENCE = later(r"[ \t>]{0,64}(`{3,}|~{3,})")
_MARKER = later(
    r"[ \t>]*(?:(?:[-*+•·]|\d{1,3}[.)]|#{1,6})(?=[ \t])|\||\d{1,3}、|[(（]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、)"
)
_MARK = later(r"[ \t>]*(?:[▸►▶▪■●○◦‣⁃➤✓✔✗✘☑☐✅❌⬜🔲①-⑳]|\[[ xX~/-]\][ \t]|#\d{1,6}(?![\w.]))")
"""What begins an item and is a part of it: a mark, a tick, the number of an issue."""
_LABEL = later(
    r"[ \t>]*(?:[A-Za-z][\w-]{0,23}(?: [\w-]{1,16}){0,2}|[\u4e00-\u9fff]{1,8})(?: ?[:：](?=[ \t]|[\u4e00-\u9fff])|：)"
)
"""What begins a line that does not go on with the one before it."""
_HEADING = later(r"[ \t>]*(?:#{1,6}[ \t]|\*\*[^*\n]{1,200}\*\*[:：]?[ \t]*$|[A-Z][A-Za-z &/-]{2,60}:[ \t]*$)")
_STOP = later(r"[.!?]{1,8}[\"'”’)\]*`]{0,4}(?=\s|$)|[。！？；]{1,8}[”’」』）]{0,4}")
_ABBREVIATION = later(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|dr|mr|mrs|ms|st|inc|ltd|jr|sr|al)|(?<!\d )\b[A-Za-z])$", re.IGNORECASE
)


class Kind(Enum):
    """What a span of text is."""

    PROSE = "prose"
    ITEM = "item"
    HEADING = "heading"
    CODE = "code"


class Sentence(NamedTuple):
    """One sentence: characters ``start`` to ``end`` of the text it was taken from, without surrounding blanks."""

    start: int
    end: int
    kind: Kind

    def of(self, text: str) -> str:
        """The sentence's own characters."""
        return text[self.start : self.end]


def sentences(text: str) -> Iterator[Sentence]:
    """Every sentence and code block of ``text`` in order; offsets are characters. Linear in the text."""
    for start, end, kind in _blocks(text):
        if kind is Kind.CODE:
            trimmed = _trim(text, start, end)
            if trimmed is not None:
                yield Sentence(*trimmed, kind)
        else:
            yield from _split(text, start, end, kind)


def prose(text: str) -> Iterator[Sentence]:
    """The sentences of ``text`` that are no code."""
    return (sentence for sentence in sentences(text) if sentence.kind is not Kind.CODE)


def _blocks(text: str) -> Iterator[tuple[int, int, Kind]]:
    """Paragraphs, items, headings and fenced code. A hard-wrapped paragraph is one block; an item is its own."""
    start: int | None = None
    kind = Kind.PROSE
    fence: str | None = None
    position = 0
    for line in text.splitlines(keepends=True):
        here, position = position, position + len(line)
        opened = _FENCE.match(line)
        if fence is not None:
            if opened and opened[1].startswith(fence):
                yield start or 0, position, Kind.CODE
                start, fence = None, None
            continue
        if opened:
            if start is not None:
                yield start, here, kind
            start, fence = here, opened[1]
            continue
        starts = _start_of(line)
        goes_on = starts is Kind.PROSE and kind is not Kind.HEADING and not _LABEL.match(line)
        if start is None or not goes_on:
            if start is not None:
                yield start, here, kind
            start, kind = (None, Kind.PROSE) if starts is None else (here, starts)
    if start is not None:
        yield start, position, Kind.CODE if fence is not None else kind


def _start_of(line: str) -> Kind | None:
    """What kind of block a line opens: None for a blank line, PROSE for one that may continue the block before it."""
    if not line.strip():
        return None
    if _HEADING.match(line):
        return Kind.HEADING
    return Kind.ITEM if _MARKER.match(line) or _MARK.match(line) else Kind.PROSE


def _split(text: str, start: int, end: int, kind: Kind) -> Iterator[Sentence]:
    if kind is Kind.ITEM:
        marker = _MARKER.match(text, start, end)
        start = marker.end() if marker else start
    begin = start
    for stop in _STOP.finditer(text, start, end):
        if text[stop.start()] == "." and _ABBREVIATION.search(text[max(begin, stop.start() - 12) : stop.start()]):
            continue  # people who type fast start sentences in lower case, so the next letter tells nothing
        trimmed = _trim(text, begin, stop.end())
        if trimmed is not None:
            yield Sentence(*trimmed, kind)
        begin = stop.end()
    trimmed = _trim(text, begin, end)
    if trimmed is not None:
        yield Sentence(*trimmed, kind)


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    return (start + left, start + right) if left < right else None
