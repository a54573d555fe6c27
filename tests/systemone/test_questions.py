from __future__ import annotations

import hashlib
from importlib.resources import files

import pytest

from threefold.systemone import Choice, Excerpt, Score, questions

WORDING = {
    "relevance": "8f73c87c2e84e0d9",
    "verdict": "a960f284c8a8e955",
    "phocinae": "08edfa0e934fe35b",
}


@pytest.mark.parametrize("name", WORDING)
def test_a_changed_wording_has_a_new_version(name: str) -> None:
    """Scores of different wordings are not comparable: raise the file's version, then update the hash here."""
    text = files("threefold.systemone.questions").joinpath(f"{name}.toml").read_bytes().replace(b"\r\n", b"\n")
    assert hashlib.sha256(text).hexdigest()[:16] == WORDING[name]


def test_the_versions_are_named_for_receipts() -> None:
    assert questions.relevance_version() == "relevance/1"
    assert questions.verdict_version() == "verdict/1"
    assert questions.phocinae().version == "phocinae/1"


def test_the_relevance_question_judges_one_message_and_never_asks_what_may_go() -> None:
    question = questions.relevance_question("tool", "some output", 2000)
    assert isinstance(question, Score)
    assert isinstance(question.instructions, dict)
    assert question.instructions["message"] == {"role": "tool", "text": Excerpt("some output", 2000)}
    words = " ".join([str(question.instructions["question"]), *question.levels]).lower()
    assert not any(word in words for word in ("drop", "remove", "discard", "delete", "low", "medium", "high"))
    assert 2 <= len(question.levels) <= 10


def test_the_verdict_has_exactly_three_options_in_their_order_and_described_levels() -> None:
    choice, risk = questions.verdict_questions()
    assert isinstance(choice, Choice)
    assert list(choice.options) == ["safe_to_compact", "wait", "preserve_first"]
    assert all(choice.options.values())
    assert isinstance(risk, Score)
    assert len(risk.levels) == 4
