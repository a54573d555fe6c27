"""Places in files: ``src/parser.py:221``, ``line 221 of src/parser.py``, ``parser.py (lines 221-240)``, 第 221 行.

The file is a fact by itself; which of its lines is meant stands right behind its name or right before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact
from threefold.text.later import later

_NUMBER = r"\d{1,6}(?![\w%]|\.\d)"
_MORE = rf"(?:(?:\s?[-–—~]\s?|\s?(?:to|through)\s|\s?[至到]\s?|:){_NUMBER})?"
_LISTED = rf"(?:\s?(?:,|、|and|&|和)\s?(?:and\s)?{_NUMBER}(?:\s?[-–]\s?{_NUMBER})?){{0,8}}"
_CLOSED = r"[\"'`*_)\]）]{0,3}"
_SAID = r"(?:lines?|ll?\.|L|第)\s?#?~?"
_NOTE = r"(?:\s?[(（][^()（）\n]{1,60}[)）])?"
_BESIDE = rf"{_NOTE}[\s,，;；:：(（的]{{0,3}}(?:(?:at|on|in|around|near|from|about|approx\.?)\s(?:the\s)?)?"
BEHIND = later(
    rf"(?i){_CLOSED}(?:(?::|#L?|\()(?P<one>{_NUMBER}{_MORE})"
    rf"|[\"']?{_BESIDE}{_SAID}(?P<many>{_NUMBER}{_MORE}{_LISTED}))"
)
"""What stands right behind the name of a file where one of its lines is meant."""
BEFORE = later(
    rf"(?i)(?:\blines?|第)\s?(?P<many>{_NUMBER}{_MORE}{_LISTED})\s?行?\s?"
    rf"[,(（]?\s?(?:(?:of|in|from|inside|within)\s)?(?:the\s)?(?:file\s)?[\"'`*(（]{{0,3}}$"
)
"""What stands right before it."""
REACH = 100
"""Characters before a name that are read."""
_EACH = later(r"\d+")
_COLUMN = later(r":\d+$")


class FilePlace(NamedTuple):
    """One line of a file that a text names; the fact is the number with the name of the file."""

    fact: Fact
    file: str
    line: int

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return self.file.rpartition("/")[2]


def places(text: str, facts: Sequence[Fact]) -> list[FilePlace]:
    """The lines that a text names of the files among its facts, each once."""
    found: dict[tuple[str, int], FilePlace] = {}
    for file in facts:
        if file.category != "path":
            continue
        for start, end, line in beside(text, file.start, file.end):
            low, high = min(start, file.start), max(end, file.end)
            literal = text[low:end] if text[file.end : start] == ":" else f"{file.literal}:{line}"
            fact = Fact("path", "place", literal, literal, low, high)
            found.setdefault((file.normal, line), FilePlace(fact, file.normal, line))
    return list(found.values())


def beside(text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The numbers of lines beside the name of a file that stands at these characters: where each stands, and it."""
    behind = BEHIND.match(text, end)
    if behind is not None:
        name = str(behind.lastgroup)
        yield from _numbers(behind[name], behind.start(name), columns=name == "one")
        return
    head = text[max(0, start - REACH) : start]
    before = BEFORE.search(head)
    if before is not None:
        yield from _numbers(before["many"], start - len(head) + before.start("many"))


def _numbers(told: str, at: int, columns: bool = False) -> Iterator[tuple[int, int, int]]:
    """Each number of a list of lines; a second one behind a colon is a column."""
    if columns:
        told = _COLUMN.sub("", told)
    for match in _EACH.finditer(told):
        yield at + match.start(), at + match.end(), int(match[0])
