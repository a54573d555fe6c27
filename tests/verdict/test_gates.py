"""The gates G1 to G4, and for each a seeded fault that turns it red."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import ForbiddenKey, RecordRefused
from threefold.systemone import questions
from threefold.verdict import FORBIDDEN_KEYS, MEASUREMENT, TOOLS, VERDICTS, from_record, judge
from threefold.verdict import gates as module

plain = st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda key: not module.forbidden_path({key: 0}))
trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3),
    max_leaves=12,
)


def test_there_are_exactly_35_forbidden_names_and_no_two_are_one() -> None:
    assert len(FORBIDDEN_KEYS) == 35
    assert len({module.normal(key) for key in FORBIDDEN_KEYS}) == 35
    assert "perBlock" in FORBIDDEN_KEYS


def spellings(key: str) -> list[str]:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)
    return [key, key.upper(), key.lower(), words.replace(" ", "_"), words.replace(" ", "-"), words, f"_{key}_"]


@pytest.mark.parametrize("key", FORBIDDEN_KEYS)
def test_each_name_is_refused_in_every_spelling(key: str) -> None:
    for name in spellings(key):
        with pytest.raises(ForbiddenKey) as caught:
            module.refuse_forbidden({"outer": [{"inner": {name: []}}]}, "The payload")
        assert caught.value.path.endswith(name) or caught.value.path.endswith(f"['{name}']")


def test_the_error_gives_the_path_and_quotes_the_measurement() -> None:
    with pytest.raises(ForbiddenKey) as caught:
        module.refuse_forbidden({"outer": {"inner": [{"perBlock": 1}]}}, "The record")
    assert caught.value.path == "$.outer.inner[0].perBlock"
    assert "$.outer.inner[0].perBlock" in str(caught.value)
    assert MEASUREMENT in str(caught.value)
    assert "0.323" in MEASUREMENT
    assert "0.691" in MEASUREMENT


@given(trees)
def test_what_carries_no_forbidden_name_passes(tree: object) -> None:
    assert module.forbidden_path(tree) == ""


@given(trees, st.sampled_from(FORBIDDEN_KEYS), st.data())
def test_a_forbidden_name_is_found_wherever_it_is_put(tree: object, key: str, data: st.DataObject) -> None:
    places: list[dict[str, object]] = []
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            places.append(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    if not places:
        tree = {"wrapped": tree}
        places = [tree]
    data.draw(st.sampled_from(places))[key] = 1
    assert module.forbidden_path(tree).endswith(key)


def test_a_payload_of_any_depth_is_looked_through() -> None:
    deep: object = {"perBlock": 1}
    for _ in range(20_000):
        deep = [deep]
    assert module.forbidden_path(deep).endswith(".perBlock")


def test_the_first_forbidden_name_in_reading_order_is_named() -> None:
    assert module.forbidden_path({"a": [{"blocks": 1}], "perBlock": 2}) == "$.a[0].blocks"


def test_a_name_beside_a_forbidden_one_passes() -> None:
    harmless = {
        "block": 1,
        "message": 2,
        "id": 3,
        "score": 4,
        "choice": 5,
        "probabilities": {},
        "legend": {},
        "keep": 6,
    }
    assert module.forbidden_path(harmless) == ""


def test_a_gate_without_its_names_lets_a_per_block_shape_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FORBIDDEN", frozenset())
    with pytest.raises(RecordRefused):  # no longer ForbiddenKey: the seeded fault is seen
        from_record({"perBlock": 1})


def test_a_fourth_option_is_refused_and_so_are_two_and_another_order() -> None:
    for options in ((*VERDICTS, "drop_context"), VERDICTS[:2], tuple(reversed(VERDICTS)), ()):
        with pytest.raises(RecordRefused, match="options"):
            judge(from_record({}), options=options)


def test_the_question_that_is_sent_has_exactly_the_three_options_and_one_score() -> None:
    choice, score = questions.verdict_questions()
    assert tuple(choice.options) == VERDICTS
    assert 2 <= len(score.levels) <= 10


def test_a_question_with_a_fourth_option_turns_the_gate_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[judge.__module__], "check_options", lambda options: None)
    assert judge(from_record({}), options=(*VERDICTS, "drop_context")).verdict == "safe_to_compact"


def test_there_are_exactly_three_tools_and_none_screens_filters_or_picks() -> None:
    assert TOOLS == ("context_verdict_build", "context_verdict_judge", "context_verdict_verify")
    module.check_tools(reversed(TOOLS))
    for names in ((*TOOLS, "context_verdict_screen"), TOOLS[:2], ("context_verdict_filter", *TOOLS[1:])):
        with pytest.raises(RecordRefused, match="exactly"):
            module.check_tools(names)


def test_no_setting_and_no_argument_adds_a_verdict() -> None:
    assert VERDICTS == ("safe_to_compact", "wait", "preserve_first")
    for count in range(8):
        assert judge(from_record({"todos": [f"todo {n}" for n in range(count)]})).verdict in VERDICTS
