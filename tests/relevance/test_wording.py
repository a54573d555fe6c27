"""The wording of a message: the marks it bears, and what they say of it through the reading that is shipped."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.relevance.calibration import load
from threefold.relevance.protocol import Author, Candidate
from threefold.relevance.wording import Reader, Wording, tokens

CODE = """
from threefold.relevance.calibration import load
from threefold.relevance.protocol import Candidate
from threefold.relevance.wording import Wording
texts = ["Never restart the queue during the day, and keep `retry.max` at 5.", "ok, thanks!", "必须先备份，再改表。"]
candidates = [Candidate(index=i, author="human", role="user", text=text) for i, text in enumerate(texts)]
shipped = load().wording
print(Wording(shipped.bias, shipped.weights).of(candidates))
"""


def said(*texts: tuple[Author, str]) -> list[Candidate]:
    return [Candidate(index=place, author=author, role="x", text=text) for place, (author, text) in enumerate(texts)]


def worded(*texts: tuple[Author, str]) -> list[float]:
    shipped = load().wording
    return Wording(shipped.bias, shipped.weights).of(said(*texts))


@pytest.mark.parametrize(
    ("binding", "idle"),
    [
        ("Only touch orders/close.py, and the lease must stay at 30 seconds.", "Sounds good, go ahead with the lease."),
        ("Release needs both signatures: finance refused the single one in May.", "Thanks, that was quick. Lunch now?"),
        ("订单表不能加锁，超时必须保持 30 秒。", "好的，辛苦了，继续吧。"),
    ],
)
def test_what_lays_something_down_reads_as_needed_rather_than_what_says_little(binding: str, idle: str) -> None:
    first, second = worded(("human", binding), ("human", idle))
    assert first > 0.5 > second


def test_what_explains_a_cause_reads_as_needed_rather_than_what_announces() -> None:
    cause, next_step = worded(
        ("model", "The cause: `close_order` reads the lease after the timeout, so the row is already gone."),
        ("model", "Let me look at the next file."),
    )
    assert cause > 0.5 > next_step


def test_a_message_is_read_beside_its_neighbours() -> None:
    alone = Reader(said(("tool", "12 rows"))).marks(0)
    answered = Reader(said(("tool", "12 rows"), ("model", "That has nothing to do with it."))).marks(0)
    assert alone < answered | {"t>0"}
    assert {"t>m", "t>m:nothing"} <= answered
    assert "m<m:nothing" not in answered


def test_words_are_cut_alike_in_both_languages_and_figures_count_by_their_length() -> None:
    assert tokens("Don't drop 5433") == ["don't", "drop", "####"]
    assert tokens("不要删") == ["不要", "要删"]


def test_of_a_long_text_the_start_and_the_end_are_read() -> None:
    text = "first " + "x1 " * 400_000 + "last"
    found = tokens(text)
    assert (found[0], found[-1]) == ("first", "last")
    assert len(found) < 2000


def test_a_page_of_known_marks_does_not_outweigh_a_sentence_by_its_length() -> None:
    reading = Wording(0.0, {"must": 1.0, **{f"w{chr(97 + i)}": 0.01 for i in range(26)}})
    short, long = reading.of(
        said(("human", "must"), ("human", "must " + " ".join(f"w{chr(97 + i)}" for i in range(26))))
    )
    assert short > long > 0.5


def test_the_reading_does_not_depend_on_the_hash_seed() -> None:
    outputs = set()
    for seed in ("1", "2", "3"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
        outputs.add(done.stdout)
    assert len(outputs) == 1


@given(st.lists(st.tuples(st.sampled_from(["human", "model", "tool", "harness"]), st.text(max_size=80)), max_size=8))
def test_any_conversation_is_read_in_range(texts: list[tuple[Author, str]]) -> None:
    values = worded(*texts)
    assert len(values) == len(texts)
    assert all(0.0 <= value <= 1.0 for value in values)
