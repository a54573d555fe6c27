"""The states of tasks that calls write: which units hold the last ones, and which hold some that are no more.

A todo list, or one task of it, is written over and over. A conversation that keeps an earlier state without the later
one says that finished work still runs, which is worse than to say nothing of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from threefold.compaction.conversation import Item
from threefold.compaction.units import Units
from threefold.session import Author
from threefold.work.ledger import Slot, Tasks
from threefold.work.lists import follow, kind_of


class States(msgspec.Struct, frozen=True):
    """Units by what they hold of tasks' states."""

    open: frozenset[int]
    """units with the last state of a task that is open still, and those that say what that task is"""
    outdated: frozenset[int]
    """units that hold nothing but states that are no more"""
    newer: dict[int, frozenset[int]]
    """for each unit that holds a state that is no more, the units that hold what became of it"""


def states(items: Sequence[Item], units: Units) -> States:
    """Follow every list through the conversation. Linear in the calls and in what their lists hold."""
    answers = {(result.call_id, at): result for at, item in enumerate(items) for result in item.message.tool_results}
    tasks = Tasks()
    written: defaultdict[Slot, list[int]] = defaultdict(list)
    naming: dict[Slot, int] = {}
    beside = {units.of[at] for at, item in enumerate(items) if _speaks(item)}
    for place, result_place in sorted(set(units.pairs.links)):
        unit = units.of[place]
        for call in items[place].message.tool_calls:
            result = answers.get((call.id, result_place))
            kind = kind_of(call.name) if result is not None else ""
            if result is None:
                continue
            if not kind:
                beside.add(unit)
            elif not result.is_error:
                whole = follow(tasks, kind, call.input, result.text, place)
                for slot in tasks.touched:
                    written[slot].append(unit)
                    if whole or slot not in naming:
                        naming[slot] = unit
    last: set[int] = set()
    newer: defaultdict[int, set[int]] = defaultdict(set)
    for slot, by in written.items():
        task = tasks.tasks.get(slot)
        if task is not None and task.open:
            last |= {naming[slot], by[-1]}
        for unit in by:
            if unit != by[-1]:
                newer[unit].add(by[-1])
    return States(
        open=frozenset(last),
        outdated=frozenset(newer.keys() - last - beside),
        newer={unit: frozenset(by) for unit, by in newer.items()},
    )


def _speaks(item: Item) -> bool:
    return item.message.author is not Author.TOOL and bool(item.message.text().strip())
