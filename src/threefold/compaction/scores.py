"""What a scorer said of the items, as the compactor needs it. Where scores come from is no business of this room."""

from __future__ import annotations

from enum import IntEnum

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """One item's worth: how probable it is that the task needs it, how far that can be trusted, and who says so."""

    value: float
    confidence: float
    source: str
    signals: dict[str, float] = {}
    """what each signal gave, where the scorer says so; in log-odds"""


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of one run, by item. ``calibrated`` false: the values are an order and no probabilities."""

    values: dict[int, Value]
    calibrated: bool
    scorer: str


class Tier(IntEnum):
    """In which order units go: what surely is not needed first, then what the scorer doubts, then what is needed."""

    NOT_NEEDED = 0
    DOUBT = 1
    NEEDED = 2


EVEN = 0.5
"""A probability above which a message is needed more likely than not."""


def tier_of(values: list[Value], min_confidence: float) -> Tier:
    """The tier of a unit with these values: needed if one of its messages surely is, in doubt if one is in doubt."""
    if any(v.confidence >= min_confidence and v.value >= EVEN for v in values):
        return Tier.NEEDED
    if any(v.confidence < min_confidence for v in values):
        return Tier.DOUBT
    return Tier.NOT_NEEDED
