"""What changed from one summary to the next: open work that was dropped on the way, and a summary that grows by
carrying the one before it along."""

from __future__ import annotations

from typing import NamedTuple

from threefold.auditing.phrases import overlap, telling
from threefold.auditing.summary import split, tellings
from threefold.auditing.tasks import listed

_NAMED = 0.5  # of an item's telling words stand in one sentence of the next summary: it is still spoken of
_CARRIED = 0.8  # of the earlier summary's sentences stand word for word in the next
_GROWN = 1.5
_FEWEST = 8  # sentences of a summary that is long enough to be said to be carried along


class Dropped(NamedTuple):
    """An item that the earlier summary lists as open and the next one does not name."""

    item: str


def dropped(earlier: str, summary: str) -> list[Dropped]:
    """The open items of the earlier summary of which the next one says nothing, neither that they are open nor done."""
    known = tellings(summary)
    found: list[Dropped] = []
    for item in listed(earlier):
        wanted = telling(item.text)
        if item.open and len(wanted) > 2 and not any(overlap(wanted, words) >= _NAMED for words in known):
            found.append(Dropped(item.text))
    return found


def nests(earlier: str, summary: str) -> float:
    """How many times as long a summary is as the one before it, if it carries that one along word for word; else 0."""
    if len(summary) < _GROWN * len(earlier):
        return 0.0
    sentences = [sentence.of(earlier) for sentence in split(earlier)]
    carried = sum(sentence in summary for sentence in sentences)
    return len(summary) / len(earlier) if len(sentences) >= _FEWEST and carried >= _CARRIED * len(sentences) else 0.0
