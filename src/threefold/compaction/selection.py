"""The plan of a compaction: a fate for every item, and the reason."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from threefold.compaction.scores import Scores, Tier


class Fate(StrEnum):
    """What becomes of an item."""

    KEEP = "keep"
    SHRINK = "shrink"
    CUT = "cut"


class Ranked(msgspec.Struct, frozen=True, gc=False):
    """A unit with what its scores come to."""

    unit: int
    value: float
    tier: Tier
    cost: int
    reason: str


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """The plan: a fate and a reason for each item, the bytes of those that shrink, and what the digest must carry."""

    fates: tuple[Fate, ...]
    reasons: tuple[str, ...]
    shrunk: dict[int, bytes]
    carried: tuple[int, ...]
    """spans, by number, that stand in no kept message"""
    bytes: int
    """the output without quotes in its digest"""
    room: int
    """what the digest's quotes may take"""
    worth: tuple[float, float] | None = None
    """the total value of what was chosen freely, and a bound that no choice exceeds (None where nothing was)"""


def kept_because(ranked: Ranked, scores: Scores) -> str:
    """Why a unit that was chosen by its score stays."""
    if not scores.calibrated:
        return f"ranked high by {scores.scorer}"
    if ranked.tier is Tier.DOUBT:
        return "in doubt, so it stays"
    return "scored as needed" if ranked.tier is Tier.NEEDED else "scored as not needed, but there was room"


def of_member(reason: str, unit: Tier, own: Tier) -> str:
    """A unit's reason in the receipt of one of its messages: its own score may say something else."""
    if own is unit or not reason.startswith(("in doubt", "scored as")):
        return reason
    return f"together with a message that is {reason}"


def cut_because(ranked: Ranked, scores: Scores) -> str:
    """Why a unit that was not chosen goes."""
    if ranked.reason not in ("score", "doubt"):
        return ranked.reason
    if ranked.tier is Tier.DOUBT:
        return "in doubt, and cutting what is surely not needed was not enough"
    if not scores.calibrated:
        return f"ranked low by {scores.scorer}"
    if ranked.tier is Tier.NEEDED:
        return "scored as needed, but there was no room for all that is"
    return "scored as not needed"
