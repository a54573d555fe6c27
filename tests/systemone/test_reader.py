from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jevcompat import validate

from threefold.systemone import Choice, Chosen, Failed, FailureKind, Score, Scored
from threefold.systemone.phocinae import read_reply
from threefold.systemone.reader import choice_confidence, read_answer, score_confidence, tokens

CHOICE = Choice(instructions="Which?", options={"a": "the first", "b": "the second", "c": "the third"})
SCORE = Score(instructions="How much?", levels=("none of it", "some of it", "all of it"))

numbers = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True), st.integers(), st.sampled_from([0, 1, 0.5, 0.33, 10**400])
)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
near_answers = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["choice", "score", "noul", 3, None]),
        "choice": st.one_of(st.sampled_from(["a", "b", "z"]), json_values),
        "score": st.one_of(numbers, json_values),
        "confidence": json_values,
        "probabilities": st.one_of(
            json_values,
            st.dictionaries(
                st.sampled_from(["a", "b", "c", "0", "1", "2"]), st.one_of(numbers, json_values), max_size=6
            ),
            st.fixed_dictionaries(dict.fromkeys("abc", numbers)),
            st.fixed_dictionaries(dict.fromkeys("012", numbers)),
        ),
    },
)
near_replies = st.fixed_dictionaries(
    {},
    optional={
        "answers": st.one_of(json_values, st.dictionaries(st.just("q"), st.one_of(numbers, json_values))),
        "option_scores": st.one_of(
            json_values,
            st.dictionaries(st.just("q"), st.one_of(json_values, st.lists(numbers, min_size=3, max_size=9))),
        ),
        "model": json_values,
        "usage": json_values,
    },
)


def in_range(outcome: object) -> bool:
    if isinstance(outcome, Chosen):
        values = list(outcome.probabilities.values())
        bounded = [outcome.confidence, *values]
        return outcome.label in CHOICE.options and abs(sum(values) - 1) < 1e-9 and all(0 <= v <= 1 for v in bounded)
    if isinstance(outcome, Scored):
        bounded = [outcome.confidence, outcome.relevance, *outcome.probabilities]
        return abs(sum(outcome.probabilities) - 1) < 1e-9 and all(0 <= v <= 1 for v in bounded)
    return isinstance(outcome, Failed) and outcome.kind is FailureKind.BAD_ANSWER


@given(st.one_of(json_values, near_answers), st.sampled_from([CHOICE, SCORE]))
def test_arbitrary_json_is_an_answer_in_range_or_a_failure(raw: object, question: Choice | Score) -> None:
    assert in_range(read_answer(question, raw, "m"))


@given(st.one_of(json_values, near_replies), st.sampled_from([CHOICE, SCORE]))
def test_arbitrary_json_from_phocinae_is_an_answer_in_range_or_a_failure(raw: object, question: Choice | Score) -> None:
    outcome = read_reply(question, "q", raw)
    assert outcome is None or in_range(outcome)


@given(json_values)
def test_a_token_count_is_a_whole_number_or_none(usage: object) -> None:
    count = tokens({"input_tokens": usage}, "input_tokens")
    assert count is None or (isinstance(count, int) and count >= 0)
    assert tokens(usage, "input_tokens") is None or isinstance(usage, dict)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=10))
def test_confidence_is_the_published_formula(weights: list[float]) -> None:
    values = [weight / sum(weights) for weight in weights]
    assert math.isclose(choice_confidence(values), validate.choice_confidence(values), abs_tol=1e-9)
    assert math.isclose(score_confidence(values), validate.score_confidence(values), abs_tol=1e-9)


def test_relevance_is_the_expected_level_over_the_highest() -> None:
    raw = {"type": "score", "score": 1.5, "probabilities": {"0": 0.0, "1": 0.5, "2": 0.5}}
    outcome = read_answer(SCORE, raw, "m")
    assert isinstance(outcome, Scored)
    assert outcome.relevance == 0.75


def test_the_servers_own_confidence_is_not_believed() -> None:
    raw = {"type": "choice", "choice": "a", "probabilities": {"a": 0.34, "b": 0.33, "c": 0.33}, "confidence": 0.99}
    outcome = read_answer(CHOICE, raw, "m")
    assert isinstance(outcome, Chosen)
    assert outcome.confidence < 0.02


def test_two_decimals_that_sum_to_99_hundredths_are_an_answer() -> None:
    raw = {"type": "choice", "choice": "b", "probabilities": {"a": 0.33, "b": 0.33, "c": 0.33}}
    outcome = read_answer(CHOICE, raw, "m")
    assert isinstance(outcome, Chosen)
    assert outcome.label == "b"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"type": "noul"}, "type"),
        ({"probabilities": None}, "missing"),
        ({"probabilities": {"a": 0.5, "b": 0.5}}, "names"),
        ({"probabilities": {"A": 0.5, "B": 0.3, "C": 0.2}}, "names"),
        ({"probabilities": {"a": 0.9, "b": 0.2, "c": 0.2}}, "sum to 1.300"),
        ({"probabilities": {"a": float("nan"), "b": 0.5, "c": 0.5}}, "not a number"),
        ({"probabilities": {"a": True, "b": 0, "c": 0}}, "not a number"),
        ({"probabilities": {"a": "0.8", "b": 0.1, "c": 0.1}}, "not a number"),
        ({"probabilities": {"a": 1.5, "b": -0.5, "c": 0}}, "not a number"),
        ({"choice": "d"}, "none of the options"),
        ({"choice": "b"}, "contradicts"),
    ],
)
def test_a_bad_choice_is_refused_with_the_reason(change: dict[str, object], word: str) -> None:
    raw = {"type": "choice", "choice": "a", "probabilities": {"a": 0.8, "b": 0.1, "c": 0.1}} | change
    outcome = read_answer(CHOICE, raw, "m")
    assert isinstance(outcome, Failed)
    assert word in outcome.message


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -1, 2.6, "1", True, [1]])
def test_a_score_outside_its_levels_is_refused(score: object) -> None:
    raw = {"type": "score", "score": score, "probabilities": {"0": 0.2, "1": 0.3, "2": 0.5}}
    assert isinstance(read_answer(SCORE, raw, "m"), Failed)
