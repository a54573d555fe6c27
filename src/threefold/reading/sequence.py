"""JSON objects that follow one another in a file, each over as many lines as it likes: what a console was given.

Every line is accounted for: it is read with its object, skipped with it, blank, or broken where it belongs to none.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from threefold.reading.document import in_bytes
from threefold.reading.lines import BLANK, TORN, whole_number
from threefold.session import Lines, Source

_DECODER = json.JSONDecoder(parse_constant=lambda _: None, parse_int=whole_number, strict=False)
_SKIPPED, _READ = 1, 2


def objects_of(text: str) -> Iterator[tuple[int, int, dict[str, object]]]:
    """The objects of a text that begin on lines of their own, with their places; what stands between is passed over."""
    at = 0
    while True:
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        if at >= len(text):
            return
        value, end = _scan(text, at)
        if isinstance(value, dict):
            yield at, end, value
            at = end
        else:
            at = text.find("\n", at)
            if at < 0:
                return


def first_objects(head: bytes, count: int) -> list[dict[str, object]]:
    """The first objects of what begins with one that takes several lines; empty where it does not."""
    text = head.decode("utf-8", "surrogateescape").removeprefix("\ufeff").lstrip()
    first = next(objects_of(text), None) if text.startswith("{") else None
    if first is None or first[0] or "\n" not in text[: first[1]]:
        return []
    return [value for _, _, value in islice(objects_of(text), count)]


class Sequence:
    """The objects of a source. Whoever reads them says of each which it is; then ``lines`` holds the accounts."""

    def __init__(self, source: Source) -> None:
        self.raw = source.read(0, source.size)
        bom = 3 if self.raw.startswith(b"\xef\xbb\xbf") else 0
        text = self.raw[bom:].decode("utf-8", "surrogateescape")
        places = [(start, end) for start, end, _ in objects_of(text)]
        self.places = in_bytes(text, places, bom)
        self._begins = array("Q", [0])
        at = self.raw.find(b"\n")
        while at >= 0:
            self._begins.append(at + 1)
            at = self.raw.find(b"\n", at + 1)
        if self._begins[-1] >= len(self.raw) > 0:
            self._begins.pop()
        self._states = bytearray(len(self._begins))

    def line(self, place: int) -> int:
        """The (1-based) line on which a byte stands."""
        return bisect_right(self._begins, place)

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """Yield (line, start, end) of each object."""
        for start, end in self.places:
            self._mark(start, end, _READ)
            yield self.line(start), start, end

    def skip(self, start: int, end: int) -> None:
        """Say that the object at these bytes carries nothing for the session."""
        self._mark(start, end, _SKIPPED)

    def _mark(self, start: int, end: int, state: int) -> None:
        first, last = self.line(start) - 1, self.line(end - 1) - 1
        self._states[first : last + 1] = bytes([state]) * (last + 1 - first)

    def lines(self, reason: str) -> Lines:
        """The accounts; ``reason`` is why objects were skipped."""
        lines = Lines(total=len(self._states))
        covered = self.places[-1][1] if self.places else 0
        torn = covered if self.raw[covered:].lstrip().startswith(b"{") else len(self.raw)
        for number, state in enumerate(self._states):
            if state == _READ:
                lines.read += 1
            elif state == _SKIPPED:
                lines.skip(reason)
            else:
                self._loose(lines, number, torn)
        return lines

    def _loose(self, lines: Lines, number: int, torn: int) -> None:
        """A line that belongs to no object; behind ``torn`` begins one that does not end."""
        start = self._begins[number]
        end = self._begins[number + 1] if number + 1 < len(self._begins) else len(self.raw)
        if not self.raw[start:end].strip():
            lines.skip(BLANK)
        elif start >= torn:
            lines.skip(TORN)
        else:
            lines.fault(number + 1, "no part of a JSON object")


def _scan(text: str, at: int) -> tuple[object, int]:
    if text[at] != "{":
        return None, at
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at
