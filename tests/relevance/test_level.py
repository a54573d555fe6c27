"""The level of a conversation: how high its worthiest messages stand, set against the usual."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.relevance.calibration import Forest, Level, Pass, Tier, load, read
from threefold.relevance.signals import Guess, Signals

LEVEL = Level(weight=-0.5, usual=3.0, low=1.0, high=5.0)


def test_where_the_worthiest_stand_high_all_lose_and_where_they_stand_low_all_gain() -> None:
    rest = [-3.0] * 40
    assert LEVEL.part([4.0] * 4 + rest) == pytest.approx(-0.5)
    assert LEVEL.part([3.0] * 4 + rest) == 0.0
    assert LEVEL.part([2.0] * 4 + rest) == pytest.approx(0.5)


def test_beyond_the_range_that_was_fitted_nothing_is_taken_to_go_on() -> None:
    assert LEVEL.part([90.0] * 40) == LEVEL.part([5.0] * 40)
    assert LEVEL.part([-90.0] * 40) == LEVEL.part([1.0] * 40)


def test_what_a_conversation_holds_besides_does_not_count() -> None:
    assert LEVEL.part([4.0] * 4 + [-3.0] * 40) == LEVEL.part([4.0] * 4 + [-3.0] * 4000)


def test_a_short_conversation_tells_less_of_its_level() -> None:
    assert LEVEL.part([]) == 0.0
    assert LEVEL.part([5.0] * 8) == pytest.approx(LEVEL.part([5.0] * 32) / 4)


def test_the_level_is_the_same_for_every_message_and_is_told_as_a_part() -> None:
    tier = Tier(Pass(0.0, {}), Pass(0.0, {}), Pass(0.0, {"a": 1.0}), 1.0, 0.0, Forest([], []), LEVEL)
    direct: list[Signals] = [{"a": 5.0}] * 4 + [{"a": 1.0}] * 36
    logits, parts = read(lambda _: tier, direct, Unrelated())
    assert {given["level"] for given in parts} == {-1.0}
    assert logits == pytest.approx([4.0] * 4 + [0.0] * 36)


class Unrelated:
    """Messages that say nothing of one another."""

    def related(self, guess: Guess) -> list[Signals]:
        return [{} for _ in guess.worth]

    def strand(self, topic: Sequence[float]) -> list[float]:
        return [0.0 for _ in topic]


@given(logits=st.lists(st.floats(-20, 20), min_size=1, max_size=60), more=st.floats(0, 20), place=st.integers(0, 59))
def test_a_message_that_stands_higher_is_not_set_lower_by_the_level_that_it_raises(
    logits: list[float], more: float, place: int
) -> None:
    place %= len(logits)
    raised = [*logits[:place], logits[place] + more, *logits[place + 1 :]]
    for tier in (load().lexical, load().encoder, load().packaged):
        assert tier.level.weight < 0.0
        assert raised[place] + tier.level.part(raised) >= logits[place] + tier.level.part(logits) - 1e-9
