"""Which message is the task."""

from __future__ import annotations

import pytest

from threefold.relevance.protocol import Author, Candidate
from threefold.relevance.task import find, is_request


def talk(*said: tuple[Author, str]) -> list[Candidate]:
    return [
        Candidate(index=10 * place, author=author, role="x", text=text) for place, (author, text) in enumerate(said)
    ]


def test_the_latest_request_is_the_task_when_it_is_the_last_word() -> None:
    candidates = talk(
        ("human", "Please rename the parser module to reader everywhere"),
        ("model", "Renamed."),
        ("human", "Now fix the timeout in the webhook sender, it gives up after one try"),
        ("model", "I'll look at the sender."),
    )
    text, index = find(candidates)
    assert text.startswith("Now fix the timeout")
    assert index == 20


def test_a_go_ahead_means_the_work_and_not_the_errand_on_the_way() -> None:
    candidates = talk(
        ("human", "Orders that time out in close_order never give their stock back, please fix CloseOrderConsumer"),
        ("tool", "class CloseOrderConsumer: close_order(order); stock.release(order)"),
        ("model", "CloseOrderConsumer calls release after close_order, so a timeout loses the stock."),
        ("human", "can you also change the copyright year in footer.html to 2026"),
        ("tool", "Replaced 1 occurrence."),
        ("model", "close_order has to be retried before release."),
        ("human", "ok go on"),
    )
    text, index = find(candidates)
    assert text.startswith("Orders that time out")
    assert index == 0


def test_what_machines_say_in_the_user_role_is_no_task() -> None:
    candidates = talk(("harness", "Please fix the tests, write the docs and add a changelog entry"), ("tool", "ok"))
    assert find(candidates) == ("", None)


@pytest.mark.parametrize(
    "text", ["ok", "thanks, looks good so far", "继续", "好的，开始改吧", "lunch, back in 40 min", ""]
)
def test_small_talk_is_no_request(text: str) -> None:
    assert not is_request(text)


@pytest.mark.parametrize(
    "text", ["Fix the failing refund rounding test in billing", "帮我把订单导出改成流式的，不要一次读进内存"]
)
def test_work_is_a_request(text: str) -> None:
    assert is_request(text)
