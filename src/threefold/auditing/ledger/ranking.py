"""Puts the rows of a ledger's columns in the order in which they bind, no further than somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from threefold.auditing.ledger.entries import Entry
from threefold.auditing.ledger.growing import Numbers

Weigh = Callable[[str, Entry, bool], float]
_CHUNK = 1 << 15  # rows that are looked at at once
_OFTEN = 20
"""Counts from here on weigh the same."""
_USED, _MARKED, _BARE, _OUT = 1 << 11, 1 << 12, 1 << 13, 1 << 14


def ranked(
    columns: Mapping[str, Numbers],
    least: int,
    near_end: int,
    marked: Sequence[int],
    bare: Sequence[int],
    weight_of: Callable[[int, bool], float],
) -> Iterator[list[int]]:
    """The rows that were said ``least`` times, those of one weight and one event together: by weight, then by event.

    ``columns`` are those of a table. Rows are alike in their origins, in their count as far as it weighs, in whether
    they were said since ``near_end``, whether they are ``marked``, and whether their kind is one of ``bare``;
    ``weight_of`` is asked once for all that are alike.
    """
    size = len(columns["count"])
    alike = np.empty(size, np.uint16)
    starts = range(0, size, _CHUNK)
    there = np.zeros((len(starts), _OUT + 1), bool)
    example = np.full(_OUT + 1, -1, np.int64)
    marks = np.array(sorted(marked), np.int64)
    for number in reversed(range(len(starts))):  # so that the first row of each kind is its example
        part = slice(starts[number], min(starts[number] + _CHUNK, size))
        codes = _alike(columns, part, least, near_end, bare)
        inside = marks[(marks >= part.start) & (marks < part.stop)] - part.start
        codes[inside] |= _MARKED
        codes[codes > _OUT] = _OUT
        alike[part] = codes
        there[number][codes] = True
        example[codes[::-1]] = np.arange(part.stop - 1, part.start - 1, -1)
    weights: dict[float, list[int]] = {}
    for code in np.flatnonzero(example[:_OUT] >= 0).tolist():
        weights.setdefault(weight_of(int(example[code]), bool(code & _USED)), []).append(code)
    ordered = bool(np.all(columns["first"][1:] >= columns["first"][:-1]))
    for weight in sorted(weights, reverse=True):
        chosen = np.zeros(_OUT + 1, bool)
        chosen[weights[weight]] = True
        parts: Iterator[Numbers] = (
            start + np.flatnonzero(chosen[alike[start : start + _CHUNK]])
            for start, known in zip(starts, there, strict=True)
            if known[weights[weight]].any()
        )
        if not ordered:
            rows = np.concatenate(list(parts))
            parts = iter((rows[np.argsort(columns["first"][rows], kind="stable")],))
        yield from _by_event(parts, columns["first"])


def _alike(columns: Mapping[str, Numbers], part: slice, least: int, near_end: int, bare: Sequence[int]) -> Numbers:
    """A number for each row that is the same for all rows that weigh the same."""
    count = columns["count"][part]
    weighs = np.where(count < 3, 0, np.minimum(count, _OFTEN)).astype(np.uint16)
    codes = columns["origins"][part].astype(np.uint16) | weighs << 6
    codes[columns["last"][part] >= near_end] |= _USED
    if bare:
        codes[np.isin(columns["kind"][part], bare)] |= _BARE
    codes[count < least] = _OUT
    return codes


def _by_event(parts: Iterator[Numbers], first: Numbers) -> Iterator[list[int]]:
    """Rows in the order of their first events, those of one event together."""
    together: list[int] = []
    event = -1
    for rows in parts:
        for row, of in zip(rows.tolist(), first[rows].tolist(), strict=True):
            if of != event and together:
                yield together
                together = []
            event = of
            together.append(row)
    if together:
        yield together
