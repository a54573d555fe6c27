"""What becomes of a verdict, whatever the harness."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.harness.policy import POLICIES, Past, Policy, Trigger, decide, kept, reason, way_out

TRIGGERS: tuple[Trigger, ...] = ("manual", "automatic", "overflow")


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize("safe", [True, False])
def test_observing_never_does_anything(trigger: Trigger, safe: bool) -> None:
    assert decide("observe", safe=safe, trigger=trigger, past=Past()).action == "pass"


@settings(max_examples=100)
@given(
    policy=st.sampled_from(POLICIES),
    safe=st.booleans(),
    trigger=st.sampled_from(TRIGGERS),
    refusals=st.integers(0, 5),
    acknowledged=st.booleans(),
    most=st.integers(0, 3),
)
def test_what_is_safe_overflows_was_acknowledged_or_refused_often_enough_is_never_stopped(
    policy: Policy, safe: bool, trigger: Trigger, refusals: int, acknowledged: bool, most: int
) -> None:
    found = decide(policy, safe=safe, trigger=trigger, past=Past(refusals, acknowledged), most_refusals=most)
    if safe or trigger == "overflow" or acknowledged or (trigger == "automatic" and refusals >= most):
        assert found.action in ("pass", "guide")
    if trigger != "manual" and policy == "hold":
        assert found.action == "guide"


@pytest.mark.parametrize("refusals", range(4))
def test_a_persons_compaction_is_vetoed_at_most_so_often_where_a_bound_is_set(refusals: int) -> None:
    bound = decide("veto", safe=False, trigger="manual", past=Past(refusals), most_vetoes=2).action
    assert bound == ("veto" if refusals < 2 else "guide")
    assert decide("veto", safe=False, trigger="manual", past=Past(refusals)).action == "veto"
    assert decide("hold", safe=False, trigger="manual", past=Past(refusals), most_vetoes=2).action == "hold"


def test_a_reason_names_some_items_and_counts_the_rest() -> None:
    text = reason("wait", "20 items.", [f"item {number}." for number in range(20)], "Do this.")
    assert text.startswith(
        "Threefold: this compaction was stopped: work is open that a summary may lose (wait). 20 items."
    )
    assert "Open: item 0; item 1;" in text
    assert text.endswith("item 11; and 8 more. Do this.")


def test_a_person_is_held_as_often_as_they_ask() -> None:
    assert decide("hold", safe=False, trigger="manual", past=Past(9)).action == "hold"


@pytest.mark.parametrize("policy", POLICIES)
def test_files_that_the_session_did_not_change_stop_nothing(policy: Policy) -> None:
    found = decide(policy, safe=False, trigger="manual", past=Past(), only_others=True)
    assert found.action == ("pass" if policy == "observe" else "guide")
    assert bool(found.why) is (policy in ("hold", "veto"))


@settings(max_examples=100)
@given(lines=st.lists(st.text(st.characters(), max_size=30), max_size=12), budget=st.integers(0, 200))
def test_guidance_never_exceeds_its_bytes_and_says_each_line_once(lines: list[str], budget: int) -> None:
    text = kept("Keep:\n", lines, budget)
    assert text == "" or len(text.encode("utf-8", "replace")) <= budget
    for line in set(lines):
        if "\n" not in line and line:
            assert text.removeprefix("Keep:\n").split("\n").count(line) <= 1


def test_the_way_out_is_a_command_that_a_shell_takes_for_this_session_alone() -> None:
    assert "`threefold acknowledge s-1`" in way_out("s-1")
    assert "`threefold acknowledge 'a; rm -rf x'`" in way_out("a; rm -rf x")
