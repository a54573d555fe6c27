"""What may not be parted: named rules, each of which says what must stay together and what is broken.

A rule never changes anything. ``joins`` names pairs of items that are kept or cut together; ``faults`` says where a
conversation breaks the rule, so that the output can be checked against the input: a compaction may not break what was
whole, and an orphan that was there before is no fault of ours, but is counted.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from threefold.compaction.conversation import Item
from threefold.session import Author, Thinking


class Fault(msgspec.Struct, frozen=True):
    """One place where a rule is broken: the rule's name, and the item's index."""

    rule: str
    index: int
    what: str


class Rule(Protocol):
    """One rule of validity."""

    @property
    def name(self) -> str: ...
    def joins(self, items: Sequence[Item], pairs: Pairs) -> Iterator[tuple[int, int]]: ...
    def faults(self, items: Sequence[Item], pairs: Pairs) -> Iterator[Fault]: ...


class Pairs(msgspec.Struct, frozen=True):
    """Which call each result answers. Ids may repeat; a result answers the last open call of its id before it."""

    links: tuple[tuple[int, int], ...]
    """(item of the call, item of the result)"""
    pending: tuple[int, ...]
    """items with a call that has no result"""
    orphans: tuple[int, ...]
    """items with a result whose call does not stand in the conversation"""


def pair(items: Sequence[Item]) -> Pairs:
    """Pair calls with results. Linear; results may come in any order, and calls of one id are answered one by one."""
    open_calls: dict[str, deque[int]] = {}
    early: dict[str, deque[int]] = {}
    links: list[tuple[int, int]] = []
    for place, item in enumerate(items):
        for call in item.message.tool_calls:
            waiting = early.get(call.id)
            if waiting:
                links.append((place, waiting.popleft()))
            else:
                open_calls.setdefault(call.id, deque()).append(place)
        for result in item.message.tool_results:
            calls = open_calls.get(result.call_id)
            if calls:
                links.append((calls.pop(), place))
            else:
                early.setdefault(result.call_id, deque()).append(place)
    pending = sorted({place for places in open_calls.values() for place in places})
    orphans = sorted({place for places in early.values() for place in places})
    return Pairs(tuple(links), tuple(pending), tuple(orphans))


class ToolPairs:
    """A tool call and its results stay together; several calls of one turn take all their results along."""

    name = "tool-pairs"

    def joins(self, items: Sequence[Item], pairs: Pairs) -> Iterator[tuple[int, int]]:
        yield from pairs.links

    def faults(self, items: Sequence[Item], pairs: Pairs) -> Iterator[Fault]:
        for place in pairs.pending:
            yield Fault(self.name, items[place].index, "a call without its result")
        for place in pairs.orphans:
            yield Fault(self.name, items[place].index, "a result without its call")


class WholeMessages:
    """The lines of one message stay together: its thinking, its text and its calls were sealed as one."""

    name = "whole-messages"

    def joins(self, items: Sequence[Item], pairs: Pairs) -> Iterator[tuple[int, int]]:
        for place, item in enumerate(items):
            if item.head != item.index:
                yield item.head - items[0].index, place

    def faults(self, items: Sequence[Item], pairs: Pairs) -> Iterator[Fault]:
        present = {item.index for item in items}
        for item in items:
            if item.head not in present:
                yield Fault(self.name, item.index, "a piece of a message whose beginning is gone")


class ReasoningLeads:
    """Reasoning that stands in an item of its own stays with the item behind it, which providers ask to have with it.

    Source: OpenAI's Responses API, where a ``reasoning`` item must be followed by the item that it led to.
    """

    name = "reasoning-leads"

    def joins(self, items: Sequence[Item], pairs: Pairs) -> Iterator[tuple[int, int]]:
        for place in range(len(items) - 1):
            if _only_thinking(items[place]) and items[place + 1].message.author is Author.MODEL:
                yield place, place + 1

    def faults(self, items: Sequence[Item], pairs: Pairs) -> Iterator[Fault]:
        for place, item in enumerate(items):
            following = items[place + 1] if place + 1 < len(items) else None
            if _only_thinking(item) and following is not None and following.message.author is not Author.MODEL:
                yield Fault(self.name, item.index, "reasoning without what it led to")


class Alternation:
    """Where turns must alternate, a user's turn stays with the model's turn that follows it.

    Source: the Gemini API takes a function call only right behind a user's turn or a function response.
    """

    name = "alternation"
    MODEL = ("model", "assistant")

    def joins(self, items: Sequence[Item], pairs: Pairs) -> Iterator[tuple[int, int]]:
        for place in range(len(items) - 1):
            before, behind = items[place], items[place + 1]
            if before.message.role not in self.MODEL and behind.message.role in self.MODEL:
                calls = behind.message.tool_calls
                if not calls and not before.message.tool_results:
                    yield place, place + 1

    def faults(self, items: Sequence[Item], pairs: Pairs) -> Iterator[Fault]:
        for before, behind in itertools.pairwise(items):
            if before.message.role in self.MODEL and behind.message.role in self.MODEL:
                yield Fault(self.name, behind.index, "two turns of the model in a row")


RULES: tuple[Rule, ...] = (ToolPairs(), WholeMessages(), ReasoningLeads())
"""The rules of every format."""

STRICT: dict[str, tuple[Rule, ...]] = {"gemini-contents": (*RULES, Alternation())}
"""The rules of formats that ask for more."""


def rules_of(shape: str) -> tuple[Rule, ...]:
    """The rules that hold for a wire shape."""
    return STRICT.get(shape, RULES)


class Unit(msgspec.Struct, frozen=True, gc=False):
    """Items that are kept or cut together, by index, in order."""

    index: int
    members: tuple[int, ...]


class Units(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation in units, in the order of their first items."""

    units: tuple[Unit, ...]
    of: tuple[int, ...]
    """the unit of each item"""
    pairs: Pairs
    faults: tuple[Fault, ...]
    """what was broken in the input already"""


def group(items: Sequence[Item], rules: Sequence[Rule] = RULES) -> Units:
    """Put together what the rules keep together. Near linear."""
    pairs = pair(items)
    parents = list(range(len(items)))

    def root(place: int) -> int:
        while parents[place] != place:
            parents[place] = parents[parents[place]]
            place = parents[place]
        return place

    for rule in rules:
        for one, other in rule.joins(items, pairs):
            first, second = sorted((root(one), root(other)))
            parents[second] = first
    members: dict[int, list[int]] = {}
    for place in range(len(items)):
        members.setdefault(root(place), []).append(place)
    units = tuple(Unit(number, tuple(places)) for number, places in enumerate(members.values()))
    of = [0] * len(items)
    for unit in units:
        for place in unit.members:
            of[place] = unit.index
    faults = tuple(fault for rule in rules for fault in rule.faults(items, pairs))
    return Units(units=units, of=tuple(of), pairs=pairs, faults=faults)


def _only_thinking(item: Item) -> bool:
    parts = item.message.parts
    return bool(parts) and all(isinstance(part, Thinking) for part in parts)
