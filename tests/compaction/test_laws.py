"""The laws of the compaction, on generated conversations."""

from __future__ import annotations

import copy
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.compacting import compact
from threefold.compaction.excerpts import scrubbed
from threefold.compaction.pins import Pins
from threefold.compaction.settings import CompactSettings
from threefold.relevance.protocol import Report, Request, Score, Scorer, ScorerUnavailable, Scoring
from threefold.store import receipts
from threefold.store.archive import Archive


def _beside(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


made = _beside("conversations")
EXAMPLES = settings(max_examples=60, deadline=None)
budgets = st.one_of(st.integers(200, 12_000), st.floats(0.05, 0.95))
"""Bytes, or a share of the conversation: the first reaches what cannot fit, the second what has to be chosen."""


class Dice:
    """A scorer whose values are drawn from the content: calibrated, doubtful here and there, always the same."""

    name = "dice"

    def score(self, request: Request) -> Scoring:
        scores = tuple(
            Score(
                index=c.index,
                value=hash_of(c.text) / 100,
                confidence=(hash_of(c.text[::-1]) % 10) / 10,
                source=self.name,
            )
            for c in request.candidates
            if not c.settled
        )
        return Scoring(scores=scores, report=Report(scorer=self.name, tier=self.name, calibrated=True))


def hash_of(text: str) -> int:
    return sum(map(ord, text)) % 101


DICE: list[Scorer] = [Dice()]


def bytes_of(messages: list[Any], budget: float) -> int:
    return budget if isinstance(budget, int) else int(made.written(messages) * budget)


def run(messages: list[Any], budget: float, **fields: Any) -> Any:
    budget = bytes_of(messages, budget)
    return compact(messages, settings=CompactSettings(target_bytes=budget, **fields), scorers=DICE, environ={})


@EXAMPLES
@given(made.chats, budgets)
def test_the_output_fits_the_budget_or_the_overage_is_exactly_what_is_reported(
    messages: list[Any], budget: float
) -> None:
    result = run(messages, budget)
    assert result.stats.error == ""
    budget = bytes_of(messages, budget)
    size = made.written(result.messages)
    assert result.stats.bytes_after == size
    assert size <= budget or result.stats.over_budget_bytes == size - budget
    assert size <= max(budget, made.written(messages))


@EXAMPLES
@given(made.chats, budgets)
def test_every_message_kept_whole_is_the_same_object_and_order_is_kept(messages: list[Any], budget: float) -> None:
    before = copy.deepcopy(messages)
    result = run(messages, budget)
    assert messages == before
    kept = [messages[d.index] for d in result.decisions if d.decision == "keep"]
    same = [m for m in result.messages if any(m is original for original in messages)]
    assert len(kept) == len(same)
    assert all(one is other for one, other in zip(kept, same, strict=True))
    assert [d.index for d in result.decisions] == list(range(len(messages)))


@EXAMPLES
@given(made.chats, budgets)
def test_no_call_is_parted_from_its_result(messages: list[Any], budget: float) -> None:
    calls, results = made.calls_and_results(run(messages, budget).messages)
    assert sorted(calls) == sorted(results)


@EXAMPLES
@given(made.chats, budgets, st.booleans())
def test_every_distinct_pinned_span_stands_in_the_output(messages: list[Any], budget: float, archived: bool) -> None:
    pins = Pins((r"lo+rem \w+",))
    result = run(messages, budget, pin_patterns=(r"lo+rem \w+",))
    assert result.stats.error == ""

    def read(message: Any) -> bytes:  # half a surrogate pair has no letter: whoever reads it reads U+FFFD
        return scrubbed(made.text_of(message).encode("utf-8", "surrogatepass"))

    output = b"\n".join(map(read, result.messages))
    for message in messages:
        if message["role"] == "system":
            continue
        data = read(message)
        for found in pins.find_bytes(data):
            assert data[found.start : found.end] in output


@EXAMPLES
@given(made.chats, budgets)
def test_compacting_a_compacted_conversation_changes_nothing_more(messages: list[Any], budget: float) -> None:
    once = run(messages, budget)
    twice = run(once.messages, bytes_of(messages, budget))
    assert twice.messages == once.messages


@EXAMPLES
@given(made.chats, budgets)
def test_the_same_input_gives_the_same_bytes(messages: list[Any], budget: float) -> None:
    assert run(messages, budget).output == run(copy.deepcopy(messages), budget).output


@settings(max_examples=40, deadline=None)
@given(messages=made.chats, budget=budgets)
def test_what_was_cut_is_in_the_receipts_and_its_bytes_in_the_archive(
    messages: list[Any], budget: float, tmp_path_factory: Any
) -> None:
    place = tmp_path_factory.mktemp("run")
    result = run(
        messages, budget, receipt_path=str(place / "r.jsonl"), archive_path=str(place / "archive"), run_id="r1"
    )
    if not result.stats.run_id:
        assert not any(place.iterdir())
        return
    (found,) = receipts.read(place / "r.jsonl")
    assert [receipt.decision for receipt in found.decisions] == [d.decision for d in result.decisions]
    archive = Archive(place / "archive")
    for decision in result.decisions:
        if decision.decision != "keep":
            raw = archive.get(decision.hash)
            assert made.written([messages[decision.index]]) == len(raw) + 2


@settings(max_examples=40, deadline=None)
@given(messages=made.chats, budget=budgets, ordered=st.booleans())
def test_replaying_the_receipts_gives_the_same_output(
    messages: list[Any], budget: float, ordered: bool, tmp_path_factory: Any
) -> None:
    place = tmp_path_factory.mktemp("run") / "r.jsonl"
    budget = bytes_of(messages, budget)
    wanted = CompactSettings(target_bytes=budget, receipt_path=str(place), run_id="r1", scorer="recency")
    first = compact(messages, settings=wanted, scorers=None if ordered else DICE, environ={})
    if not first.stats.receipts or not first.stats.sources:
        return
    again = CompactSettings(target_bytes=budget, run_id="r1")
    assert compact(messages, settings=again, scores=str(place), environ={}).messages == first.messages


class Broken:
    """A scorer that fails in a way of its own each time."""

    name = "broken"

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def score(self, request: Request) -> Scoring:
        raise self.fault


@EXAMPLES
@given(
    made.chats, budgets, st.sampled_from((ScorerUnavailable("no"), ValueError("x"), OSError(5, "io"), RecursionError()))
)
def test_a_failing_scorer_or_disk_never_costs_the_caller_its_conversation(
    messages: list[Any], budget: float, fault: Exception
) -> None:
    before = copy.deepcopy(messages)
    budget = bytes_of(messages, budget)
    nowhere = CompactSettings(target_bytes=budget, receipt_path="/dev/null/r.jsonl", archive_path="/dev/null/archive")
    result = compact(messages, settings=nowhere, scorers=[Broken(fault)], environ={})
    assert messages == before
    assert result.stats.error == ""
    if result.stats.run_id:
        assert result.stats.receipt_error
        assert result.stats.scorer == "recency"
        assert result.stats.fallbacks
