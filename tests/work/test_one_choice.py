"""Two question sentences about one choice are one question; two questions of a person are two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.asking import asks_of_person

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]


@pytest.mark.parametrize(
    "words",
    [
        "Retry three times, or fail at once? Which one?",
        "SQLite or flat files? Which do you prefer?",
        "Weekly or monthly? Which one should I take?",
        "Should the job use cron or a timer? Tell me which one you prefer.",
        "Which format do you want? CSV or JSON?",
        "header.css or base.css? Which one do you mean?",
        "Should the page scroll, or be split? What would you rather have?",
        "调高级别，还是按天轮转？选哪个？",
        "用 A 方案还是 B 方案？你更倾向哪个？",
        "放在 core 里，还是单独一个包？请告诉我选哪种。",
    ],
)
def test_what_to_choose_from_and_which_is_one_question(words: str) -> None:
    assert len(asks_of_person(words)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "SQLite or flat files? Which port should it use?",
        "Should I delete the table? Which migration comes first?",
        "Tabs or spaces? And should I reformat old files?",
        "What name should it get? Should it be public?",
        "用 A 还是 B？超时设多少？",
    ],
)
def test_questions_about_two_things_stay_two(words: str) -> None:
    assert len(asks_of_person(words)) == 2


@pytest.mark.parametrize(
    ("asks", "picks"), [("SQLite or flat files? Which one?", "SQLite"), ("用 SQLite 还是文件？选哪个？", "文件")]
)
def test_the_name_of_one_answers_the_whole(log: ClaudeLog, asks: str, picks: str) -> None:
    log.human("store the sessions somewhere")
    log.model(asks)
    assert len(log.work().questions) == 1
    log.human(picks)
    log.edit("store.py")
    log.bash('git commit -qam "Store sessions"', "[main 1a2b3c4] Store sessions\n 1 file changed")
    log.model("Sessions are stored. Committed." if asks.isascii() else "已存储并提交。")
    assert log.work().questions == ()


PASSED_OVER = [
    ("Which Node version do we build with, and does it support fetch?", "18.2."),
    ("What does --depth do? And should we set it in CI?", "It cuts the history that is cloned."),
    ("Two questions:\n1. Where does the cache live?\n2. Is it shared?", "In /var/cache/shop."),
    ("How long is a token valid, and can a user revoke it?", "30 minutes."),
    ("Nginx 用哪个版本？另外，开了 gzip 吗？", "1.25。"),
]
ANSWERED = [
    ("Which Node version do we build with, and does it support fetch?", "18.2, with fetch."),
    ("Which Node version do we build with, and does it support fetch?", "18.2. Yes."),
    ("Where does the cache live? Is it shared?", "In /var/cache/shop, one for each host."),
    ("How many users and how many orders are there?", "12 and 40."),
    ("Is it cached, and is it logged?", "Both."),
    ("Nginx 用哪个版本？另外，开了 gzip 吗？", "1.25，开了。"),
]


@pytest.mark.parametrize(("asks", "reply"), PASSED_OVER)
def test_one_thing_said_answers_one_of_two_questions(log: ClaudeLog, asks: str, reply: str) -> None:
    log.human(asks)
    log.bash("cat conf", "x")
    log.model(reply)
    assert len(log.work().questions) == 1


@pytest.mark.parametrize(("asks", "reply"), ANSWERED)
def test_two_things_said_answer_two_questions(log: ClaudeLog, asks: str, reply: str) -> None:
    log.human(asks)
    log.bash("cat conf", "x")
    log.model(reply)
    assert log.work().questions == ()
