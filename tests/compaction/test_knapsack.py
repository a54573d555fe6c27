"""The choice within a room."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from threefold.compaction.knapsack import bound, choose

things = st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 100)), max_size=11)


def best(values: list[float], costs: list[int], room: int) -> float:
    return max(
        sum(values[i] for i in chosen)
        for size in range(len(values) + 1)
        for chosen in combinations(range(len(values)), size)
        if sum(costs[i] for i in chosen) <= room
    )


@given(things, st.integers(0, 300))
def test_the_choice_fits_and_is_as_good_as_any_for_a_few_things(found: list[tuple[float, int]], room: int) -> None:
    values, costs = [v for v, _ in found], [c for _, c in found]
    chosen = choose(values, costs, room)
    worth = sum(values[i] for i in chosen)
    assert sum(costs[i] for i in chosen) <= room
    assert worth >= best(values, costs, room) - 1e-9
    assert worth <= bound(values, costs, room) + 1e-9


def test_one_large_valuable_thing_does_not_push_out_five_of_equal_total_worth() -> None:
    values, costs = [1.0, *[0.21] * 5], [100, *[20] * 5]
    assert choose(values, costs, 100) == {1, 2, 3, 4, 5}


def test_greedy_would_waste_room_and_the_choice_does_not() -> None:
    values, costs = [0.6, 1.0], [10, 100]  # by value for each byte the small one goes first, and the large does not fit
    assert choose(values, costs, 100) == {1}


def test_of_equal_things_the_later_one_is_taken() -> None:
    assert choose([0.5] * 4, [10] * 4, 20) == {2, 3}


def test_what_costs_nothing_is_always_kept_and_nothing_fits_into_no_room() -> None:
    assert choose([0.1, 0.9], [0, 5], 0) == {0}
    assert choose([], [], 10) == set()
