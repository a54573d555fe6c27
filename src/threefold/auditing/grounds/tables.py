"""Counts that stand in a column: ``RESTARTS`` above 14 gives the number its thing, and its row says whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import names
from threefold.auditing.grounds.standing import references
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger
from threefold.text.later import later
from threefold.text.unicode import encode

_HEADER = later(r"[A-Z][A-Z_%()/-]{1,40}(?:\s{1,40}[A-Z][A-Z_%()/-]{0,40}){1,20}")
"""The first line of a table, as programs print it: ``NAME  READY  RESTARTS  AGE``."""
_SEPARATORS = ("|", "\t", ",")
_NUMBER = later(r"\d[\d,]*")
_EVENTS, _LINES, _ROWS = 8, 4_000, 400
_SHORTEST = 4  # characters of what a row and a sentence have in common
Cell = tuple[str, str, int]
"""The number, its row, and the event."""


def needles(fact: Fact) -> list[str]:
    """The names by which the column of a counted thing is looked for."""
    thing = fact.kind.removeprefix("count:")
    if not fact.kind.startswith("count:") or not thing.isascii() or len(thing) < _SHORTEST:
        return []
    return [spelled for name in names(thing) for spelled in (name, name.upper(), name.capitalize())]


def same_row(fact: Fact, sentence: str, ledger: Ledger, around: Surroundings) -> list[Cell]:
    """The numbers in columns of the counted thing whose row names what the sentence names."""
    named = {one for one in references(sentence.replace(fact.literal, " ")) if len(one) >= _SHORTEST}
    if not named:
        return []
    events = sorted({event for needle in needles(fact) for event, _ in ledger.places(encode(needle))})
    thing = re.compile(rf"(?i)(?:{'|'.join(map(re.escape, names(fact.kind.removeprefix('count:'))))})")
    found: dict[str, Cell] = {}
    for event in events[:_EVENTS]:
        for text in around.texts(event):
            for number, row in _kept_cells(text, thing):
                if any(one in row for one in named):
                    found.setdefault(number, (number, row, event))
    return list(found.values())


@lru_cache(maxsize=32)
def _kept_cells(text: str, thing: re.Pattern[str]) -> list[tuple[str, str]]:
    """The cells of a text, for which the next number of a summary asks as well."""
    return list(cells(text, thing))


def cells(text: str, thing: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The numbers of each column that is headed by a thing, and their rows."""
    lines = text.splitlines()[:_LINES]
    for place, line in enumerate(lines):
        if thing.search(line) is None:
            continue
        separator = next((one for one in _SEPARATORS if one in line), None)
        if separator is None and not _HEADER.fullmatch(line.strip()):
            continue
        heads = [head.strip(' *`"') for head in line.split(separator)]
        column = next((at for at, head in enumerate(heads) if thing.fullmatch(head)), None)
        if column is None:
            continue
        for row in lines[place + 1 : place + _ROWS]:
            values = row.split(separator)
            if len(values) <= column:
                if not row.strip():
                    break
                continue
            number = _NUMBER.match(values[column].strip(' *`"'))
            if number is not None:
                yield number[0].replace(",", ""), row
