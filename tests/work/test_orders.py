"""Orders that nobody carried out stay open: a change is fulfilled by a deed, or by words that say what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.exchanges.orders import NOT_CARRIED_OUT
from threefold.work.sentences.ordering import deed_of
from threefold.work.sentences.phrases import said

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

COMMIT = "[main 1a2b3c4] x\n 1 file changed"


def undone(log: ClaudeLog) -> list[str]:
    """The orders that stand open, as they were put."""
    texts = [item.text for item in log.work().next_steps]
    return [text.removeprefix(NOT_CARRIED_OUT) for text in texts if text.startswith(NOT_CARRIED_OUT)]


def anything(log: ClaudeLog) -> list[str]:
    work = log.work()
    return [item.text for item in (*work.questions, *work.decisions, *work.next_steps)]


@pytest.mark.parametrize(
    "order",
    [
        "Squash the last three commits.",
        "The export takes too long. Make it stream.",
        "Could you paginate the orders?",
        "Now the same on the login page.",
        "In load(), add a check for None.",
        "Restart the worker on staging.",
        "Open an issue about the flaky test.",
        "把超时改成 30 秒",
        "给用户表加一个 last_seen 字段",
        "修复登录页的崩溃",
    ],
)
def test_an_order_to_change_something_is_known(order: str) -> None:
    assert any(map(deed_of, said(order)))


@pytest.mark.parametrize(
    "words",
    [
        "Show me where the limit is set.",
        "Count the callers.",
        "Commit looks good.",
        "push notifications are late",
        "The build is broken again.",
        "Start with the first one.",
        "Make a list of all endpoints.",
        "Check whether it is used; if not, remove it.",
        "somewhere a build server is crying",
        "Saw it show up.",
        "Can we cache this?",
        "Do not touch the tests.",
        "导入支持哪些编码",
        "删除之后会怎样",
        "改好了",
        "看看日志里有什么",
    ],
)
def test_a_wish_for_words_and_a_remark_are_no_order(words: str) -> None:
    assert not any(map(deed_of, said(words)))


@pytest.mark.parametrize(
    ("order", "reply"),
    [
        ("Add a rate limit of 120 a minute.", "The limiter belongs into the middleware."),
        ("Fix the crash in load().", "I read it: load() is called from three places."),
        ("加一个页脚", "布局在 base.html 里。"),
    ],
)
def test_an_order_that_was_only_looked_into_stays_open(log: ClaudeLog, order: str, reply: str) -> None:
    log.human(order)
    log.call("Read", "1\tx", file_path="a.py")
    log.model(reply)
    assert undone(log) == [order]
    log.human("What does SKIP LOCKED do?")
    log.model("It skips rows that another transaction has locked.")
    assert undone(log) == [order], "another subject takes nothing up"


def test_an_order_stays_open_while_the_model_still_reads(log: ClaudeLog) -> None:
    log.human("Add a footer.")
    log.call("Read", "1\tx", file_path="a.py")
    assert [(item.text, item.current) for item in log.work().next_steps] == [(f"{NOT_CARRIED_OUT}Add a footer.", True)]


def test_a_run_of_the_tests_carries_out_no_other_order(log: ClaudeLog) -> None:
    log.human("Open an issue about the flaky login test.")
    log.bash("pytest -k login", "1 failed")
    log.model("The test waits for a toast that comes late.")
    assert undone(log)


@pytest.mark.parametrize("command", ["ssh web systemctl status app", "curl -s http://web/health", "psql -c 'select 1'"])
def test_looking_from_afar_carries_out_no_order(log: ClaudeLog, command: str) -> None:
    log.human("Restart the app on the web server.")
    log.bash(command, "ok")
    log.model("It has been up since Monday.")
    assert undone(log)


@pytest.mark.parametrize(
    "reply",
    [
        "There is a footer already, so there is nothing to do.",
        "I cannot add one: the page is generated elsewhere.",
        "Which page do you mean?",
        "已经有页脚了，不用改。",
    ],
)
def test_a_reply_that_tells_what_becomes_of_an_order_answers_it(log: ClaudeLog, reply: str) -> None:
    log.human("Add a footer.")
    log.call("Read", "1\tx", file_path="a.py")
    log.model(reply)
    assert not undone(log)


@pytest.mark.parametrize(
    ("order", "reply"),
    [
        ("Implement a debounce function.", "```ts\nexport const debounce = 1\n```"),
        ("unzip: drop the outer folder", "`tar --strip-components=1`"),
        ("Add one more sentence.", "It rained all night."),
        ("Shorten this: the quick brown fox went home.", "A fox went home."),
    ],
)
def test_what_stands_in_the_reply_was_made(log: ClaudeLog, order: str, reply: str) -> None:
    log.human(order)
    log.model(reply)
    assert not undone(log)


@pytest.mark.parametrize(
    "later",
    [
        ("never mind, no footer", "Okay."),
        ("I put it in myself meanwhile", "Good."),
    ],
)
def test_the_person_takes_an_order_back_or_sees_to_it(log: ClaudeLog, later: tuple[str, str]) -> None:
    log.human("Add a footer.")
    log.call("Read", "1\tx", file_path="a.py")
    log.model("The layout lives in base.html.")
    log.human(later[0])
    log.model(later[1])
    assert not anything(log)


def test_going_on_carries_an_order_out_however_many_turns_later(log: ClaudeLog) -> None:
    log.human("Add a rate limit.")
    for reply in ("The middleware is a chain.", "It has three links."):
        log.call("Read", "1\tx", file_path="a.py")
        log.model(reply)
        assert undone(log)
        log.human("go on")
    log.edit("a.py")
    log.bash("git commit -am 'Limit requests'", COMMIT)
    log.model("It is in and committed.")
    assert not anything(log)


def test_reading_on_about_the_same_thing_carries_out_nothing(log: ClaudeLog) -> None:
    log.human("Add a rate limit.")
    log.model("The limiter belongs into the middleware.")
    log.human("What does the limiter do with bursts?")
    log.call("Read", "1\tx", file_path="a.py")
    log.model("It lets 20 through at once.")
    assert undone(log)


CODE = "```python\ndef load(p):\n    return open(p).read()\n```"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (
            f"Review this function:\n{CODE}",
            "Two problems:\n\n1. The handle is never closed.\n2. The path is unchecked.",
        ),
        (f"评审一下这段代码：\n{CODE}", "有两个问题：\n1. 文件句柄没有关闭。\n2. 路径没有校验。"),
        ("Review src/http.py.", "1. The retry loop never sleeps.\n2. The header is logged."),
        (
            "Why does this fail?\nTraceback (most recent call last):\n  File 'a.py', line 4\nKeyError: 'tenant'",
            "The payload has had no key tenant since release 41, because enqueue() drops None values.",
        ),
    ],
)
def test_findings_count_without_a_call_before_them(log: ClaudeLog, asked: str, found: str) -> None:
    log.human(asked)
    log.model(found)
    assert anything(log)


def test_an_answer_about_the_world_at_large_holds_no_findings(log: ClaudeLog) -> None:
    log.human("Are there any issues with UUIDs as primary keys?")
    log.model("1. They scatter writes over the index.\n2. They take 16 bytes.")
    assert not anything(log)


@pytest.mark.parametrize(
    ("announced", "picks", "told"),
    [
        (
            "Committed. Next come the progress endpoint and the update of docs/export.md.",
            "Good, do the progress endpoint first.",
            "The progress endpoint is done and committed.",
        ),
        ("已提交。接下来还要加上进度查询，再更新 docs/export.md。", "好，先做进度查询。", "进度查询已完成并提交。"),
    ],
)
def test_who_picks_one_announced_step_to_begin_with_leaves_the_other_open(
    log: ClaudeLog, announced: str, picks: str, told: str
) -> None:
    log.human("Make the export asynchronous.")
    log.edit("x.py")
    log.bash("git commit -am 'Export asynchronously'", COMMIT)
    log.model(announced)
    log.human(picks)
    log.edit("api.py")
    log.bash("git commit -am 'Progress 进度查询'", COMMIT)
    log.model(told)
    (left,) = anything(log)
    assert "docs/export.md" in left


@pytest.mark.parametrize(
    "dismisses",
    [
        "Both are intended behaviour, nothing to do here.",
        "I disagree with 1 and 2.",
        "1 and 2 are by design.",
        "1 和 2 不是问题",
    ],
)
def test_findings_are_dismissed_and_that_is_no_decision(log: ClaudeLog, dismisses: str) -> None:
    log.human("Review src/http.py.")
    log.call("Read", "1\tx", file_path="src/http.py")
    log.model("1. The retry loop never sleeps.\n2. The header is logged.")
    log.human(dismisses)
    log.model("Understood, I leave the code as it is.")
    assert not anything(log)


def test_an_order_beside_a_dismissal_is_no_decision(log: ClaudeLog) -> None:
    log.human("Review src/http.py.")
    log.call("Read", "1\tx", file_path="src/http.py")
    log.model("1. The handle is never closed.\n2. The path is unchecked.")
    log.human("Fix 1. The other one is fine as it is.")
    log.edit("src/http.py")
    log.bash("git commit -am 'Close the handle'", COMMIT)
    log.model("Fixed and committed.")
    assert not anything(log)


def test_a_folder_that_was_deleted_far_from_any_repository_is_nothing_to_commit(log: ClaudeLog) -> None:
    log.human("Delete /srv/data/2023, I have a backup.")
    log.bash("rm -rf /srv/data/2023")
    log.model("Deleted.")
    assert not log.work().outside
    log.bash("rm -rf ../api/old")
    assert [item.text for item in log.work().outside] == ["/home/dev/api/old"]


def test_what_was_ordered_and_carried_out_is_told_with_how(log: ClaudeLog) -> None:
    log.human("Add a footer.")
    log.edit("f.html")
    log.bash("git commit -am 'Footer'", COMMIT)
    log.model("The footer is in, committed.")
    (told,) = log.work().closed
    assert (told.text, told.why) == ("Asked for: Add a footer.", "carried out: 1 edit, 1 commit")


def test_a_promise_to_look_first_stands_for_no_order(log: ClaudeLog) -> None:
    log.human("Add a rate limit.")
    log.model("I will look at the middleware first.")
    assert undone(log)
