"""Which things to keep when not all fit: the greatest total value within a room.

Greedy by value for each byte, then an exact choice over scaled sizes among the things around the place where greedy
stops (where its mistakes are: one large thing that just does not fit, five small ones that would), then greedy again
for what is left. Deterministic; linear but for one sort and a table of fixed size.
"""

from __future__ import annotations

from collections.abc import Sequence

WINDOW = 40
"""Things around the break that are chosen exactly."""
TABLE = 100_000
"""Cells of the table: fewer things get finer steps of room. Sizes are rounded up, so the choice always fits."""


def choose(values: Sequence[float], costs: Sequence[int], room: int) -> set[int]:
    """The positions to keep. Of equal things the later one is taken; what costs nothing is always kept."""
    order = [place for place in range(len(values)) if costs[place] <= room]
    order.sort(key=lambda place: (-_density(values[place], costs[place]), -place))
    if sum(costs[place] for place in order) <= room:
        return set(order)
    greedy, stop = _greedy(order, costs, room)
    start = max(0, stop - WINDOW // 2)
    before, window = order[:start], order[start : start + WINDOW]
    left = room - sum(costs[place] for place in before)
    exact = set(before) | _table(values, costs, window, left)
    spare = room - sum(costs[place] for place in exact)
    for place in order:
        if place not in exact and costs[place] <= spare:
            exact.add(place)
            spare -= costs[place]
    return max((greedy, exact), key=lambda kept: (sum(values[place] for place in kept), kept is exact))


def bound(values: Sequence[float], costs: Sequence[int], room: int) -> float:
    """What no choice can be worth more than: the fractional optimum (Dantzig 1957)."""
    order = [place for place in range(len(values)) if costs[place] <= room]
    order.sort(key=lambda place: -_density(values[place], costs[place]))
    worth = 0.0
    for place in order:
        if costs[place] > room:
            return worth + values[place] * room / costs[place]
        worth += values[place]
        room -= costs[place]
    return worth


def _density(value: float, cost: int) -> float:
    return value / cost if cost > 0 else float("inf")


def _greedy(order: Sequence[int], costs: Sequence[int], room: int) -> tuple[set[int], int]:
    """What greedy keeps, and where in the order the first thing did not fit."""
    kept: set[int] = set()
    stop = -1
    for number, place in enumerate(order):
        if costs[place] <= room:
            kept.add(place)
            room -= costs[place]
        elif stop < 0:
            stop = number
    return kept, max(stop, 0)


def _table(values: Sequence[float], costs: Sequence[int], window: Sequence[int], room: int) -> set[int]:
    """The best choice within the window, by dynamic programming over sizes rounded up to a step of the room."""
    if room <= 0 or not window:
        return set()
    step = max(1, -(-room * len(window) // TABLE))
    cells = room // step
    best = [0.0] * (cells + 1)
    taken: list[bytearray] = []
    for place in window:
        width = -(-costs[place] // step)
        took = bytearray(cells + 1)
        value = values[place]
        for cell in range(cells, width - 1, -1):
            with_it = best[cell - width] + value
            if with_it > best[cell]:
                best[cell] = with_it
                took[cell] = 1
        taken.append(took)
    cell = cells
    kept: set[int] = set()
    for place, took in zip(reversed(window), reversed(taken), strict=True):
        if took[cell]:
            kept.add(place)
            cell -= -(-costs[place] // step)
    return kept
