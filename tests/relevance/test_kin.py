"""The thread of the task: what shares words, meaning or a turn with it, and the forest that weighs signals together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.relevance.calibration import Forest, Pass, Tier, guess, load
from threefold.relevance.kin import Kin, KinInMeaning, of_turn, turns
from threefold.relevance.protocol import Author, Candidate
from threefold.relevance.signals import TOPICAL, Texts

SAID: tuple[tuple[Author, str], ...] = (
    ("human", "The stock of orders that time out is never released, please repair it."),
    ("tool", "guard_state is read in hub.go:77 before the lease ends"),
    ("model", "hub.go returns early: guard_state is stale there."),
    ("human", "Which colour has the banner on the landing page of the shop?"),
    ("tool", "banner_tint: teal"),
    ("model", "The banner_tint is teal."),
    ("human", "ok, go on"),
    ("tool", "func publish in hub.go"),
)


def texts(said: Sequence[tuple[Author, str]] = SAID) -> Texts:
    candidates = [Candidate(index=place, author=one[0], role="x", text=one[1]) for place, one in enumerate(said)]
    return Texts(candidates, [[candidate.text] for candidate in candidates])


def test_a_message_is_kin_to_the_task_through_another_that_shares_its_words() -> None:
    guessed = [1.0, 0.2, 1.0, 0.0, 0.0, 0.0, 0.0, 0.2]
    found = Kin(texts()).of(guessed)
    assert found[1] > 0.2 > found[4]
    assert found[7] > 0.2  # it names hub.go, as the messages of the task do
    assert found[5] < 0.0  # it shares its words with what is not of the task


def test_no_message_is_a_witness_in_its_own_cause() -> None:
    found = Kin(texts()).of([0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    assert found[4] < found[5]


def test_kin_in_meaning_is_the_guess_of_those_that_resemble_a_message_itself_left_out() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(2, 32))
    rows = np.array([side + 0.3 * rng.normal(size=32) for side in (first,) * 5 + (second,) * 5])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    guessed = [1.0] * 4 + [0.0] * 6
    found = KinInMeaning(rows.astype(np.float32)).of(guessed)
    assert found[4] > 0.2  # guessed to be of no interest, like four that are of interest
    assert max(found[5:]) < 0.0


def test_kin_in_meaning_left_out_equals_a_fit_without_the_message() -> None:
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(7, 4)).astype(np.float32)
    centred = np.asarray(rows - rows.mean(axis=0), dtype=np.float64)
    guessed = rng.random(7)
    above = guessed - guessed.mean()
    found = KinInMeaning(rows).of(list(guessed))
    for left_out in range(7):
        others = np.delete(centred, left_out, axis=0)
        weights = np.linalg.solve(others.T @ others + np.eye(4), others.T @ np.delete(above, left_out))
        assert found[left_out] == pytest.approx(float(centred[left_out] @ weights), abs=1e-6)


def test_a_turn_opens_with_a_human_message_that_says_something() -> None:
    assert turns(texts().candidates) == [1, 1, 1, 2, 2, 2, 2, 2]


def test_a_message_is_given_the_mean_of_the_others_of_its_turn() -> None:
    assert of_turn([1, 1, 1, 2], [0.0, 0.5, 1.0, 0.9]) == [0.75, 0.5, 0.25, 0.0]


def test_topic_is_told_by_what_a_message_speaks_of_and_not_by_its_kind() -> None:
    reading = Pass(0.0, {"words": 2.0, "demand": 5.0})
    guessed = guess([reading] * 3, [{"words": 1.0}, {"demand": 1.0}, {}])
    assert guessed.topic[0] > guessed.topic[1] == guessed.topic[2]
    assert guessed.worth[1] > guessed.worth[0] > guessed.worth[2]


def test_what_a_forest_says_each_signal_gave_adds_up_to_its_value() -> None:
    forest = Forest(["a", "b"], [[[0.5, 0, 0.3, 1, 2], [-1.0], [1.5, 1, 0.7, 3, 4], [1.0], [2.5]]])
    assert forest.parts({"a": 0.9, "b": 0.9}) == {"a": 1.0, "b": 1.0}
    assert forest.parts({"a": 0.3}) == {"a": -1.5}
    assert forest.root == 0.5
    tier = Tier(Pass(0.0, {}), Pass(0.0, {}), Pass(0.25, {"a": 1.0}), 1.0, 0.0, forest)
    assert tier.logit({"a": 0.9, "b": 0.9}) == pytest.approx(0.25 + 0.9 + 2.5)


RISING = (
    "words",
    "kin",
    "turn",
    "strand",
    "both",
    "called",
    "feedback",
    "answered",
    "demand",
    "finding",
    "failing",
    "similarity",
    "kin_meaning",
)
FALLING = ("opening", "aside", "question", "monotony", "dismissal", "rival")
NAMES = sorted({name for tier in (load().lexical, load().packaged) for name in tier.forest.signals})


@given(
    signals=st.dictionaries(st.sampled_from(NAMES), st.floats(-0.5, 1.0)),
    name=st.sampled_from((*RISING, *FALLING)),
    to=st.floats(-0.5, 1.0),
)
@settings(max_examples=300, deadline=None)
def test_no_signal_turns_round_in_the_company_of_others(signals: dict[str, float], name: str, to: float) -> None:
    low, high = sorted((signals.get(name, 0.0), to))
    calibration = load()
    for tier in (calibration.lexical, calibration.encoder, calibration.packaged):
        if name in tier.third.weights:
            change = tier.logit({**signals, name: high}) - tier.logit({**signals, name: low})
            assert change >= -1e-9 if name in RISING else change <= 1e-9


def test_every_topical_signal_is_one_that_some_reading_weighs() -> None:
    assert set(load().packaged.third.weights) >= TOPICAL
