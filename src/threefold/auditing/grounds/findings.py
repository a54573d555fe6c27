"""What a summary asserts, and what may become of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact

VERIFIED, EQUIVALENT, ALTERED, UNVERIFIED = "verified", "equivalent", "altered", "unverified"
DERIVED = "derived"
"""A small count of things that nobody counted in the session ("three places") is the summary's own arithmetic. It is
counted apart: the log says neither that it is right nor that it is wrong."""


Ground = tuple[str, str, int | None]
"""Status, basis, and the event."""


class Assertion(NamedTuple):
    """A fact that the summary asserts, all its mentions taken together."""

    fact: Fact
    mentions: int
    sentence: str


class Near(NamedTuple):
    """A ledger value that resembles a fact, how, and the event where it first stands."""

    value: str
    difference: str
    event: int


class Finding(NamedTuple):
    """What became of one assertion. ``event`` is where its grounds stand (None: nowhere)."""

    assertion: Assertion
    status: str
    basis: str
    event: int | None
    near: tuple[Near, ...] = ()
    outside: bool = False


def assertions(facts: Sequence[Fact], sentence_of: dict[int, str]) -> list[Assertion]:
    """Take together the mentions of one fact; ``sentence_of`` maps a fact's start to the words around it."""
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        groups.setdefault((fact.category, fact.normal), []).append(fact)
    return [Assertion(group[0], len(group), sentence_of.get(group[0].start, "")) for group in groups.values()]
