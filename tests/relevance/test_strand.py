"""The strand of work: which errand of a conversation a message belongs to, told by what it is tied to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.relevance.calibration import Aspects, Pass, load, stranded
from threefold.relevance.context import calls
from threefold.relevance.kin import Kin, KinInMeaning, turns
from threefold.relevance.protocol import Author, Candidate
from threefold.relevance.signals import Guess, Signals, Texts
from threefold.relevance.strand import Strand

SAID: tuple[tuple[Author, str], ...] = (
    ("human", "The stock of orders that time out is never released, please repair it."),
    ("tool", "guard_state of timed out orders is read in hub.go"),
    ("human", "Which colour has the banner on the landing page of the shop?"),
    ("tool", "banner_tint: teal"),
    ("model", "The banner_tint is teal."),
    ("human", "And the lease in hub.go, what holds it open so long in there?"),
    ("tool", "lease_clock starts before the queue is drained"),
    ("model", "lease_clock has to start later."),
    ("human", "Is the banner_tint of the footer teal as well, do you think?"),
    ("model", "It is teal."),
)


def texts(said: Sequence[tuple[Author, str]] = SAID) -> Texts:
    candidates = [Candidate(index=place, author=one[0], role="x", text=one[1]) for place, one in enumerate(said)]
    return Texts(candidates, [[candidate.text] for candidate in candidates])


def strand(found: Texts, meaning: KinInMeaning | None = None, places: Sequence[int] = ()) -> Strand:
    return Strand(Kin(found), turns(found.candidates), meaning, places)


def test_a_message_is_of_the_task_through_what_is_tied_to_what_speaks_of_it() -> None:
    found = strand(texts()).of([1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    # hub.go ties the question of the lease to the orders, and the question's turn ties the clock to it.
    assert found[5] > found[2]
    assert found[6] > found[3]
    assert found[7] > found[4]


def test_vectors_tie_what_shares_no_word() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(2, 32))
    rows = np.array([side + 0.3 * rng.normal(size=32) for side in (first,) * 3 + (second,) * 3])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    words = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")
    spoken = texts([("tool", word) for word in words])
    topic = [1.0, 0.8, 0.2, 0.2, 0.2, 0.2]
    meaning = KinInMeaning(rows.astype(np.float32))
    with_vectors, without = strand(spoken, meaning, range(6)).of(topic), strand(spoken).of(topic)
    assert with_vectors[2] - with_vectors[3] > without[2] - without[3]


def test_where_all_speak_of_the_task_alike_no_strand_stands_out() -> None:
    assert strand(texts()).of([0.5] * len(SAID)) == pytest.approx([0.0] * len(SAID))
    assert strand(texts(())).of([]) == []


@given(topic=st.lists(st.floats(0.0, 1.0), min_size=len(SAID), max_size=len(SAID)))
@settings(max_examples=50, deadline=None)
def test_what_is_passed_on_stays_within_bounds(topic: list[float]) -> None:
    found = strand(texts()).of(topic)
    assert all(math.isfinite(value) and abs(value) < 5.0 for value in found)


class Told:
    """Relations that say what they are given to say."""

    def __init__(self, values: list[float]) -> None:
        self.values = values

    def related(self, guess: Guess) -> list[Mapping[str, float]]:
        return [{} for _ in guess.worth]

    def strand(self, topic: Sequence[float]) -> list[float]:
        return self.values


def test_of_the_right_kind_and_in_the_right_strand_is_more_than_either() -> None:
    aspects = Aspects(kind=Pass(-2.0, {"demand": 4.0}))
    signals: list[Signals] = [{"demand": 1.0}, {"demand": 1.0}, {}, {}]
    both, elsewhere, aside, neither = (
        one["both"] for one in stranded([aspects] * 4, signals, Told([0.3, -0.3, 0.3, -0.3]))
    )
    assert both > 2.0 * max(elsewhere, aside)
    assert min(elsewhere, aside) > neither


def test_a_call_is_worth_what_its_results_are() -> None:
    said: tuple[tuple[Author, str, str], ...] = (
        ("model", "", "bash"),
        ("tool", "one", "bash"),
        ("tool", "two", "bash"),
        ("model", "", "read"),
        ("tool", "three", "read"),
        ("model", "That was it.", ""),
        ("tool", "four", "bash"),
    )
    candidates = [Candidate(index=at, author=one[0], role="x", text=one[1], tool=one[2]) for at, one in enumerate(said)]
    found = Texts(candidates, [[candidate.text] for candidate in candidates])
    assert calls(found, [0.0, 0.4, 0.9, 0.0, 0.3, 0.0, 0.8]) == [0.9, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0]


def test_the_strand_the_kind_and_the_call_speak_for_a_message_in_every_tier() -> None:
    calibration = load()
    for tier in (calibration.lexical, calibration.encoder, calibration.packaged):
        assert all(tier.third.weights[name] > 0.0 for name in ("strand", "both", "called"))
        assert all(tier.aspects.topic.weights[name] > 0.0 for name in ("words", "kin", "feedback"))
        assert all(tier.aspects.kind.weights[name] > 0.0 for name in ("demand", "finding", "failing"))
        assert tier.aspects.kind.weights["opening"] < 0.0
