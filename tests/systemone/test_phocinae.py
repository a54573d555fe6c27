"""Phocinae's dialect, as its server's reference documents it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from threefold.systemone import Chosen, Failed, FailureKind, Scored, Service, VerdictService, questions
from threefold.systemone.phocinae import STATE_BYTES

Serve = Callable[..., Any]
Connect = Callable[..., Service]


def many(count: int, text: str = "the parser fails on tabs") -> dict[str, Any]:
    return {f"m{n}": questions.relevance_question("tool", f"{n}: {text}", 2000) for n in range(count)}


def test_each_message_is_an_item_of_its_own_in_the_batch_endpoint(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    server = serve(wire.phocinae)
    asked = connect(server.url, provider="phocinae").ask(questions.relevance_state("fix the parser"), many(20))
    assert asked.failures() == {}
    assert sorted(len(seen.json()["requests"]) for seen in server.seen) == [4, 8, 8]
    for seen in server.seen:
        assert seen.path == "/v1/systemone/batch"
        for item in seen.json()["requests"]:
            (question,) = item["questions"]
            assert item["model"] == "Phocinae-Largha-150M-v1"
            assert isinstance(item["state"], str)
            assert "options" not in question
            assert question["type"] == "score"


def test_the_question_stands_at_the_head_of_the_state_and_the_message_in_it(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    server = serve(wire.phocinae)
    connect(server.url, provider="phocinae").ask(questions.relevance_state("fix the parser"), many(1))
    state = server.seen[0].json()["requests"][0]["state"]
    assert state.startswith("How much does finishing `task`")
    assert "task: fix the parser" in state
    assert "role: tool" in state
    assert "0: the parser fails on tabs" in state


@pytest.mark.parametrize("text", ["x" * 50_000, "多" * 20_000, "\ud800" * 3000], ids=["Latin", "Chinese", "surrogates"])
def test_a_message_is_shortened_to_what_is_surely_read(
    wire: ModuleType, serve: Serve, connect: Connect, text: str
) -> None:
    server = serve(wire.phocinae)
    asked = connect(server.url, provider="phocinae").ask(questions.relevance_state(text), many(2, text))
    assert asked.failures() == {}
    for item in server.seen[0].json()["requests"]:
        assert STATE_BYTES - 60 <= len(item["state"].encode()) <= STATE_BYTES


def test_nine_levels_become_a_relevance_from_0_to_1(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    lowest = connect(serve(wire.phocinae).url, provider="phocinae").ask("s", many(1)).outcomes["m0"]
    highest = (
        connect(serve(lambda seen: wire.as_json(wire.phocinae_body(seen, top=8))).url, provider="phocinae")
        .ask("s", many(1))
        .outcomes["m0"]
    )
    assert isinstance(lowest, Scored)
    assert isinstance(highest, Scored)
    assert len(lowest.probabilities) == 9
    assert lowest.relevance < 0.3 < 0.7 < highest.relevance


def test_a_choice_sends_options_that_explain_themselves_and_reads_the_index(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    server = serve(wire.phocinae)
    choice, _ = questions.verdict_questions()
    outcome = connect(server.url, provider="phocinae").ask("todos: 1", {"v": choice}).outcomes["v"]
    assert isinstance(outcome, Chosen)
    assert outcome.label == "safe_to_compact"
    (question,) = server.seen[0].json()["requests"][0]["questions"]
    assert question["options"] == list(choice.options.values())
    assert all(len(option) < 140 for option in question["options"]), "an option is cut at 48 tokens"


def test_the_verdict_is_asked_in_one_batch_of_two(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(wire.phocinae)
    answer = VerdictService(connect(server.url, provider="phocinae"))("todos: 1\n- write the migration")
    assert not isinstance(answer, Failed)
    assert answer.label == "safe_to_compact"
    assert len(server.seen) == 1


def test_a_verdicts_state_that_would_be_cut_without_a_word_is_refused_instead(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    server = serve(wire.phocinae)
    failed = VerdictService(connect(server.url, provider="phocinae"))("todos: " + "a long list " * 200)
    assert isinstance(failed, Failed)
    assert failed.kind is FailureKind.TOO_LARGE
    assert server.seen == []


def test_both_ends_count_the_same(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(wire.phocinae, hold=16)
    asked = connect(server.url, provider="phocinae").ask("s", many(160))
    assert asked.usage.requests == len(server.seen) == 20
    assert asked.usage.input_tokens == 160 * 20
    assert server.most_in_flight == 16


def spoilt(wire: ModuleType, change: Callable[[dict[str, Any]], object]) -> Callable[[Any], Any]:
    def behave(seen: Any) -> Any:
        body = wire.phocinae_body(seen)
        change(body[0])
        return wire.as_json(body)

    return behave


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda reply: reply.pop("option_scores"), "bad_answer"),
        (lambda reply: reply["option_scores"].update(m0=[0.5, 0.5]), "bad_answer"),
        (lambda reply: reply["option_scores"].update(m0=[0.2] * 9), "bad_answer"),
        (lambda reply: reply["option_scores"].update(m0=[float("nan")] * 9), "bad_answer"),
        (lambda reply: reply["option_scores"].update(m0="high"), "bad_answer"),
        (lambda reply: reply["answers"].update(m0=11), "bad_answer"),
        (lambda reply: reply["answers"].update(m0=2.5), "bad_answer"),
        (lambda reply: reply["answers"].update(m0=True), "bad_answer"),
        (lambda reply: reply["answers"].pop("m0"), "missing_answer"),
        (lambda reply: reply.clear(), "bad_answer"),
    ],
)
def test_a_spoilt_answer_is_named(
    wire: ModuleType, serve: Serve, connect: Connect, change: Callable[[dict[str, Any]], object], kind: str
) -> None:
    asked = connect(serve(spoilt(wire, change)).url, provider="phocinae").ask("s", many(2))
    assert asked.failures() == {kind: 1}


def test_a_batch_that_is_answered_short_names_the_missing(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(lambda seen: wire.as_json(wire.phocinae_body(seen)[:3]))
    asked = connect(server.url, provider="phocinae").ask("s", many(8))
    assert asked.failures() == {"missing_answer": 5}


def test_more_answers_than_items_are_noted(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(lambda seen: wire.as_json(wire.phocinae_body(seen) * 2))
    asked = connect(server.url, provider="phocinae").ask("s", many(2))
    assert asked.failures() == {}
    assert "2 answers" in asked.notes[0]
