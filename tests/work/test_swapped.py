"""An order in whose place something else was done stands until the person takes what they got; so does what a promise
for several things left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]


def _did(log: ClaudeLog, order: str, path: str, commit: str, reply: str) -> list[str]:
    log.human(order)
    log.edit(path)
    log.bash(f'git commit -qam "{commit}"', f"[main 1a2b3c4] {commit}\n 1 file changed")
    log.model(reply)
    return [item.text for item in log.work().next_steps]


SWAPPED = [
    (
        "Put a doorbell sound on new orders.",
        "mail.py",
        "Mail on orders",
        "I added a mail that goes out on each. Committed.",
    ),
    ("add a spinner to the upload page", "up.js", "Smaller chunks", "I changed the chunk size, it takes a second now."),
    ("Write a test for the error path.", "imp.py", "Raise early", "The importer raises early now; committed."),
    ("set the timeout to 30 seconds", "conf.py", "Timeout", "The timeout is now 60 seconds, committed."),
    ("put a lock around the refresh", "c.py", "One thread", "Rather than a lock I moved the refresh into one thread."),
    ("给接口加限流", "api.py", "接口加缓存", "接口现在有缓存了，压力小了很多，已提交。"),
    ("把超时改成 30 秒", "api.py", "超时", "超时已改成 10 秒，已提交。"),
]
DONE = [
    ("Put a doorbell sound on new orders.", "bell.js", "Doorbell on new orders", "It rings now. Committed."),
    ("add a spinner to the upload page", "up.js", "Upload spinner", "The page shows it while a file goes up."),
    ("add validation for mail addresses", "f.py", "Reject malformed ones", "Malformed ones are rejected now."),
    ("add a healthcheck to the compose file", "c.yml", "Health check", "It is probed every 10 s now, committed."),
    ("set the timeout to 30 seconds", "conf.py", "Timeout", "Changed from 60 to 30 seconds, committed."),
    ("set the timeout to 30 seconds", "conf.py", "Timeout", "Done, committed."),
    ("put our phone number in the footer", "f.html", "+49 30 1234", "It is in the footer and on the contact page."),
    ("Use a queue instead of the lock", "cache.py", "Queue", "The refresh waits in a queue now instead of the lock."),
    ("给接口加限流", "api.py", "限流", "已加上，每分钟 60 次，已提交。"),
    ("Make the report faster", "r.py", "Index on day", "I added an index on day; it takes 0.2 s now. Committed."),
]


@pytest.mark.parametrize("story", SWAPPED)
def test_an_order_in_whose_place_something_else_was_done_is_open(log: ClaudeLog, story: tuple[str, ...]) -> None:
    [step] = _did(log, *story)
    assert story[0].rstrip(".") in step


@pytest.mark.parametrize("story", DONE)
def test_an_order_that_was_carried_out_in_other_words_is_none(log: ClaudeLog, story: tuple[str, ...]) -> None:
    assert _did(log, *story) == []


@pytest.mark.parametrize(
    ("words", "left"),
    [("nice, that's better", 0), ("ok, works for me", 0), ("thanks, but I wanted a lock", 1), ("What does it do?", 1)],
)
def test_what_was_done_instead_is_settled_once_the_person_takes_it(log: ClaudeLog, words: str, left: int) -> None:
    assert _did(log, *SWAPPED[4])
    log.human(words)
    log.model("All right.")
    assert len([step for step in log.work().next_steps if "lock around" in step.text]) == left


TOLD = [
    ("the avatar is stretched and the toast hides the menu", "I'll fix both.", "The avatar keeps its shape now.",
     "The avatar keeps its shape, and the toast sits below the menu.", "toast"),
    ("The totals are off by a cent. The export has no header row.", "I'll take care of both of these.",
     "Totals match to the cent now.", "Totals match to the cent, and the export opens with its header.", "export"),
    ("搜索框会清空，分页也坏了", "两个都修。", "搜索框现在会保留内容。", "搜索框会保留内容，分页也正常了。", "分页"),
]  # fmt: skip


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("story", TOLD)
def test_who_promises_to_mend_both_and_tells_of_one_leaves_the_other(
    log: ClaudeLog, story: tuple[str, ...], between: bool
) -> None:
    told, promise, one, both, other = story
    log.human(told)
    log.model(promise)
    if between:
        log.human("ok" if told.isascii() else "好")
    log.edit("a.py")
    log.bash('git commit -qam "x"', "[main 1a2b3c4] x\n 1 file changed")
    log.model(one)
    assert [other in item.text for item in log.work().next_steps] == [True]
    log.human("and the other?" if told.isascii() else "另一个呢？")
    log.edit("b.py")
    log.model(both)
    assert log.work().next_steps == ()


def test_words_that_only_tell_of_what_the_deeds_show_tell_of_nothing_else(log: ClaudeLog) -> None:
    order = "make the nightly load skip weekends, and send the row count to the channel when it finishes"
    steps = _did(
        log,
        order,
        "dags/nightly.py",
        "Run nightly load on weekdays",
        "The job now starts Mon to Fri at two. Committed.",
    )
    assert ["row count" in step for step in steps] == [True]
