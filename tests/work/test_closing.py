"""What closes a step or a remark that the model's closing words left, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]


def begun(log: ClaudeLog, closing: str) -> None:
    log.human("Show the agent of each checkpoint in the list.")
    log.edit("list/data.go")
    log.bash("git commit -am 'Show the agent'", "[main 1a2b3c4] Show the agent\n 1 file changed")
    log.model(closing)


def steps(log: ClaudeLog) -> list[str]:
    return [item.text for item in log.work().next_steps]


REMARK = "Done. The column count still shows 0 for uncommitted sessions, as the metadata lacks it."


def test_a_remark_is_over_once_the_person_came_back_to_it_and_it_was_worked_on(log: ClaudeLog) -> None:
    begun(log, REMARK)
    log.human("What does the badge mean?")
    log.model("It names the agent.")
    log.human("for the column count we could show the commits")
    log.edit("list/count.go")
    log.bash("git commit -am 'Count the columns of uncommitted sessions'", "[main 2a2b3c4] Count\n 1 file changed")
    log.model("Done. The column count shows the commits of uncommitted sessions now.")
    assert steps(log) == []


@pytest.mark.parametrize(
    ("wish", "closing"),
    [
        ("move the column count to the left", "Done, it is on the left now."),
        ("for the column count we could show the commits", "The column count still shows 0 for uncommitted sessions."),
    ],
)
def test_a_remark_stays_where_something_else_was_done_or_it_is_made_again(
    log: ClaudeLog, wish: str, closing: str
) -> None:
    begun(log, REMARK)
    log.human("What does the badge mean?")
    log.model("It names the agent.")
    log.human(wish)
    log.edit("list/count.go")
    log.bash("git commit -am 'Work on it'", "[main 2a2b3c4] Work on it\n 1 file changed")
    log.model(closing)
    assert steps(log)


@pytest.mark.parametrize(
    ("closing", "words"),
    [
        ("The migration has to be run on staging by somebody with access.", "I ran the migration on staging."),
        ("Somebody needs to rotate the API key of the mailer.", "ok, I rotated the API key of the mailer"),
        ("还需要有人在预发环境跑迁移。", "我在预发环境跑过迁移了。"),
    ],
)
def test_a_step_is_over_once_the_person_says_that_they_did_it(log: ClaudeLog, closing: str, words: str) -> None:
    begun(log, closing)
    assert steps(log)
    log.human(words)
    log.model("Good.")
    assert steps(log) == []


@pytest.mark.parametrize(
    "words", ["I ran the linter.", "I haven't run the migration on staging.", "Did I run the migration on staging?"]
)
def test_a_step_stays_where_the_person_did_something_else_or_did_not_do_it(log: ClaudeLog, words: str) -> None:
    begun(log, "The migration has to be run on staging by somebody with access.")
    log.human(words)
    log.model("Good.")
    assert steps(log)


@pytest.mark.parametrize(
    "advice",
    [
        "Make sure to rebuild the binary before testing.",
        "Don't forget to pull before you try it.",
        "You might need to run `make clean` once.",
        "After a rebuild you should see the new badge.",
        "记得重启应用再测试。",
        "清一下浏览器缓存再看。",
    ],
)
def test_advice_on_how_to_try_the_result_is_no_step(log: ClaudeLog, advice: str) -> None:
    begun(log, f"Done. {advice}")
    assert steps(log) == []


@pytest.mark.parametrize(
    "duty",
    [
        "You need to restart the production server.",
        "Remember to run the migration on production.",
        "需要有人重启线上服务才能生效。",
        "别忘了告诉运维新端口。",
    ],
)
def test_what_has_to_be_done_where_others_work_is_one(log: ClaudeLog, duty: str) -> None:
    begun(log, f"Done. {duty}")
    assert steps(log)
