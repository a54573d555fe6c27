"""Standing rules that stand beside an order count as they do by themselves, for the verdict and for the summariser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.phrases import said
from threefold.work.sentences.ruling import keeps, lays_down

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

COMMIT = "[main 1a2b3c4] x\n 1 file changed"
RULES = (
    "Do not delete anything in /srv/data without asking me.",
    "Keep the public API as it is.",
    "Only I deploy to production.",
    "Answer in English only.",
    "No new dependencies, please.",
    "We support Python 3.9, so no match statements.",
    "Commit messages in the imperative, at most 60 characters.",
    "The column names must not change.",
    "Never run the seed script against staging.",
    "提交之前必须先给我看 diff。",
    "生产库只能读，不能写。",
    "不要改 legacy/ 目录下的任何文件。",
    "提交信息用中文写。",
    "金额一律用分。",
)


def decisions(log: ClaudeLog) -> list[str]:
    return [item.text for item in log.work().decisions]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_beside_an_order_that_was_carried_out_stays(log: ClaudeLog, rule: str) -> None:
    log.human(f"{rule} Add a footer to web/f.html and commit it.")
    log.edit("web/f.html")
    log.bash("git commit -am 'Add footer'", COMMIT)
    log.model("The footer is in and committed.")
    assert decisions(log) == [rule]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_its_own_stays_through_other_work(log: ClaudeLog, rule: str) -> None:
    log.human(rule)
    log.model("Understood.")
    log.human("Add a footer to web/f.html and commit it.")
    log.edit("web/f.html")
    log.bash("git commit -am 'Add footer'", COMMIT)
    log.model("The footer is in and committed.")
    assert decisions(log) == [rule]


@pytest.mark.parametrize(
    "words",
    [
        "no no, way too much.",
        "no wait, s3 is better.",
        "Leave it as it is.",
        "Do you always deploy from main?",
        "Let us plan before any code is changed.",
        "Only the header is red.",
        "It must handle empty lists.",
        "Don't change anything yet.",
        "能不能用中文写？",
    ],
)
def test_what_is_said_of_the_task_at_hand_is_no_rule(words: str) -> None:
    assert not any(lays_down(line) or keeps(line) for line in said(words))


def test_what_is_to_stay_in_answer_to_a_proposal_is_a_refusal(log: ClaudeLog) -> None:
    log.human("Why is the build slow?")
    log.call("Read", "1\tx", file_path="ci.yml")
    log.model("It installs everything anew. Shall I cache the packages?")
    log.human("Leave the CI config as it is.")
    log.model("Left as it is.")
    assert not decisions(log)
