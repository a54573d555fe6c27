"""The first stage: units, what is protected and why, pinned spans, and what is superseded. No score is needed yet."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import msgspec

from threefold.compaction.conversation import SYSTEM_ROLES, Conversation, Item
from threefold.compaction.digest import carried_before
from threefold.compaction.excerpts import needed
from threefold.compaction.pins import Pins, pinned_texts
from threefold.compaction.repeats import Superseded, superseded
from threefold.compaction.settings import CompactSettings
from threefold.compaction.states import States, states
from threefold.compaction.units import Rule, Units, group
from threefold.session import Author
from threefold.text.unicode import encode


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation ready to be scored. Units are named by their index."""

    conversation: Conversation
    settings: CompactSettings
    units: Units
    pins: Pins
    protected: dict[int, str]
    """units that stay, and why"""
    human: frozenset[int]
    """units that hold a human's words and are not protected anyway"""
    orphans: frozenset[int]
    """units that are nothing but half a tool pair; they go first"""
    notes: frozenset[int]
    """units that an earlier run of ours wrote; a new digest takes their place"""
    superseded: dict[int, Superseded]
    states: States
    spans: tuple[bytes, ...]
    """every distinct pinned span that does not stand within another one as its beginning or end"""
    held: tuple[array[int], ...]
    """for each item, the spans that it holds, by number"""

    @property
    def items(self) -> Sequence[Item]:
        return self.conversation.items

    def settled(self, item: int) -> bool:
        """Whether an item stays whatever its score."""
        return self.units.of[item] in self.protected

    def blanked(self, item: int) -> bool:
        """Whether the harness has blanked an item for the model: nothing is left of it to be worth anything."""
        return _blanked(self.items[item], self.conversation.cleared)


def prepare(conversation: Conversation, settings: CompactSettings, rules: Sequence[Rule]) -> Prepared:
    """Everything that does not depend on a score. Linear in the conversation."""
    items = conversation.items
    units = group(items, rules)
    pins = Pins(settings.pin_patterns, settings.pin_flags, enabled=settings.enable_pinning)
    protected = _protected(items, units, settings.keep_recent, conversation.running)
    orphans = _orphans(units, protected)
    human = {units.of[item.index] for item in items if item.message.author is Author.HUMAN}
    spans, held = _pinned(items, pins, conversation.cleared)
    return Prepared(
        conversation=conversation,
        settings=settings,
        units=units,
        pins=pins,
        protected=protected,
        human=frozenset(human - protected.keys()),
        orphans=orphans,
        notes=frozenset(units.of[item.index] for item in items if item.ours),
        superseded={
            unit: why for unit, why in superseded(items, units, conversation.cleared).items() if unit not in protected
        },
        states=states(items, units),
        spans=spans,
        held=held,
    )


def first_request(items: Sequence[Item]) -> int | None:
    """The first message of a human; where none is known to be one, the first of the user's role."""
    for item in items:
        if item.message.author is Author.HUMAN:
            return item.index
    return next((item.index for item in items if item.message.role == "user" and not item.ours), None)


def _protected(items: Sequence[Item], units: Units, keep_recent: int, running: frozenset[int]) -> dict[int, str]:
    reasons: dict[int, str] = {}

    def protect(item: int, reason: str) -> None:
        reasons.setdefault(units.of[item], reason)

    last_human = -1
    lone = {items[place].index for place in units.pairs.orphans}  # a result without its call: no provider takes it
    for item in items:
        if item.opaque:
            protect(item.index, "not understood")
        elif item.ours:
            continue
        elif item.message.role in SYSTEM_ROLES:
            protect(item.index, "system")
        elif item.message.author is Author.SUMMARY:
            protect(item.index, "summary")
        if item.message.author is Author.HUMAN:
            last_human = item.index
    first = first_request(items)
    if first is not None:
        protect(first, "first request")
    recent: set[int] = set()
    for item in reversed(items):
        if item.ours or (item.index in lone and item.message.author is Author.TOOL):
            continue
        if len(recent | {item.head}) > keep_recent:
            break
        recent.add(item.head)
        protect(item.index, "recent")
    for place in running:
        protect(place, "background job still running")
    for place in units.pairs.pending:
        if place > last_human:
            protect(place, "call in flight")
    return reasons


def _orphans(units: Units, protected: dict[int, str]) -> frozenset[int]:
    broken = {units.of[place] for place in (*units.pairs.pending, *units.pairs.orphans)}
    sound = {units.of[place] for link in units.pairs.links for place in link}
    return frozenset(broken - sound - protected.keys())


def _pinned(
    items: Sequence[Item], pins: Pins, cleared: frozenset[str]
) -> tuple[tuple[bytes, ...], tuple[array[int], ...]]:
    found: list[list[bytes]] = []
    every: set[bytes] = set()
    for item in items:
        spans: dict[bytes, None] = {}
        if item.ours:
            spans = dict.fromkeys(carried_before(item.message.text()))
        elif pins.enabled and not item.opaque and not _blanked(item, cleared):
            for text, human in pinned_texts(item.message):
                data = encode(text)
                for match in pins.find_bytes(data, human=human):
                    spans[data[match.start : match.end]] = None
        found.append(list(spans))
        every.update(spans)
    wanted = sorted(needed(every))
    numbers = {span: number for number, span in enumerate(wanted)}
    held = tuple(array("I", (numbers[span] for span in spans if span in numbers)) for spans in found)
    return tuple(wanted), held


def _blanked(item: Item, cleared: frozenset[str]) -> bool:
    results = item.message.tool_results if cleared else ()
    return bool(results) and all(result.call_id in cleared for result in results)
