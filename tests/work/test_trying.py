"""What a person did or tried themselves: closed by the deed alone, and not by another deed or another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.acts import Act, acts
from threefold.work.sentences.trying import tries

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

UNTRIED = "The migration is committed; it is not tested on a copy of the data yet."


@pytest.mark.parametrize(
    ("words", "open_"),
    [
        ("done, renewed it just now", False),
        ("I've renewed it", False),
        ("ok, mailed it just now", True),
        ("I have not renewed it", True),
        ("thanks", True),
    ],
)
def test_a_reminder_is_over_once_the_person_says_that_they_did_that_deed(
    log: ClaudeLog, words: str, open_: bool
) -> None:
    log.human("Remind me to renew the certificate after this. Add the health route.")
    log.edit("routes.py")
    log.bash("git commit -am 'Add the health route'", "[main 1a2b3c4] done\n 1 file changed")
    log.model("The health route is in, committed.")
    log.human(words)
    log.model("Good.")
    assert any("renew" in item.text for item in log.work().next_steps) is open_


@pytest.mark.parametrize(
    ("words", "tried"),
    [
        ("I ran it on the copy, 12 s, no errors", True),
        ("tested it, works", True),
        ("we tried it on the copy and it failed", False),
        ("I ran it on staging, no errors", False),
        ("I ran the tests, all passed", False),
        ("I ran it on the copy, no errors, but two rows are missing", False),
        ("did you run it on the copy without errors?", False),
    ],
)
def test_only_a_trial_that_went_well_of_the_thing_itself_tries_it(words: str, tried: bool) -> None:
    assert tries(words, UNTRIED) is tried


@pytest.mark.parametrize(
    ("words", "tried"),
    [("我在副本上跑过了，没报错", True), ("我在副本上跑过了，报错了", False), ("我在测试机上跑了，没问题", False)],
)
def test_a_chinese_trial_is_one(words: str, tried: bool) -> None:
    assert tries(words, "迁移写好了，还没在数据副本上测过。") is tried


def test_a_trial_that_went_well_is_a_report_and_one_that_found_something_is_not() -> None:
    assert [act for act, _ in acts("I ran it on the copy, 12 s, no errors")] == [Act.REPORT]
    assert [act for act, _ in acts("I ran it on the copy, no errors, but row 7 is missing")] != [Act.REPORT]
