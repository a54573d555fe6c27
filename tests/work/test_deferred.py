"""What a person puts off of what came up before it is told apart from what is open, and is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.postponing import put_off, puts_off

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

    from threefold.work import Work

OFF = [
    "let's do that tomorrow", "Let's do it later.", "leave it for now", "leave it for now, maybe next week",
    "not now", "ok, not today", "maybe later", "that can wait", "let's park that", "put it on hold",
    "I'd rather do this another time", "No, let's leave that for another day.", "I'll look at it tomorrow",
    "明天再说", "明天再说吧", "先放着，以后再改", "下周再看吧", "先不管这个", "改天再弄", "不着急，下次再说",
]  # fmt: skip
NOT_OFF = [
    "don't forget to do that tomorrow", "tomorrow we must rotate the key", "let's continue tomorrow", "see you later",
    "use sqlite for now", "do that by tomorrow", "after the release we do that", "let's do it now", "fix it",
    "I'll send you the sample tonight", "keep the old key until tomorrow", "schedule the job for Monday",
    "发布之前别忘了改", "以后再修，先记着", "明天继续", "等发布之后再做", "以后都用空格",
]  # fmt: skip


def _open(work: Work) -> tuple[str, ...]:
    items = (*work.questions, *work.decisions, *work.next_steps)
    return tuple(item.text for item in items)


def _asked(log: ClaudeLog, *, chinese: bool) -> None:
    log.human("索引是怎么建的？" if chinese else "How is the search index built?")
    log.bash("cat index.py", "rebuild()")
    log.model(
        "每晚全量重建，改成增量能快很多。要我现在改成增量吗？"
        if chinese
        else "It is rebuilt every night; incremental updates would be much faster. Shall I make it incremental?"
    )


@pytest.mark.parametrize("words", OFF)
def test_what_is_put_off_is_neither_open_nor_lost(log: ClaudeLog, words: str) -> None:
    chinese = not words.isascii()
    _asked(log, chinese=chinese)
    log.human(words)
    log.model("好的。" if chinese else "Sure, I'll do that later.")
    work = log.work()
    assert _open(work) == ()
    [item] = work.deferred
    assert ("增量" if chinese else "incremental") in item.text
    assert words.rstrip(".") in item.why or any(clause in item.why for clause, _ in put_off(words))


@pytest.mark.parametrize("words", NOT_OFF)
def test_who_reminds_obliges_pauses_or_says_a_time_puts_nothing_off(words: str) -> None:
    assert not puts_off(words)


@pytest.mark.parametrize(
    ("picks_up", "reply", "left"),
    [
        ("ok, make the index incremental now", "The index is incremental now, committed.", 0),
        ("rename the job", "The job is renamed, committed.", 1),
        ("forget about the incremental index", "OK.", 0),
    ],
)
def test_what_was_put_off_stays_so_until_it_is_done_or_dropped(
    log: ClaudeLog, picks_up: str, reply: str, left: int
) -> None:
    _asked(log, chinese=False)
    log.human("let's do that tomorrow")
    log.model("Fine.")
    log.human(picks_up)
    if left or "now" in picks_up:
        log.edit("jobs.py" if left else "index.py")
        log.bash('git commit -qam "x"', f"[main 1a2b3c4] {'Rename the job' if left else 'Incremental index'}\n 1 file")
    log.model(reply)
    work = log.work()
    assert len(work.deferred) == left
    assert _open(work) == ()


@pytest.mark.parametrize(
    ("words", "own"),
    [
        ("The upload is broken as well, but that can wait until Thursday.", "upload"),
        ("The upload is broken as well. Let's fix that next week.", "upload"),
        ("登录页的样式也有问题，明天再修", "登录页"),
    ],
)
def test_what_the_message_itself_brings_up_is_open_however_it_is_put_off(log: ClaudeLog, words: str, own: str) -> None:
    log.human("索引多大？" if not words.isascii() else "How large is the index?")
    log.bash("du -sh index", "2G")
    log.model("2 GB。" if not words.isascii() else "2 GB.")
    log.human(words)
    log.model("好。" if not words.isascii() else "All right.")
    work = log.work()
    assert any(own in text for text in _open(work))
    assert work.deferred == ()


def test_an_order_beside_what_is_put_off_is_open(log: ClaudeLog) -> None:
    _asked(log, chinese=False)
    log.human("leave it for now and raise the timeout to 30 seconds")
    log.model("OK.")
    work = log.work()
    assert len(_open(work)) == len(work.deferred) == 1
    assert "timeout" in _open(work)[0]


def test_who_stops_for_the_day_puts_off_no_step_of_a_plan_that_is_under_way(log: ClaudeLog) -> None:
    log.human("Plan the move to the new database.")
    log.model("Plan:\n\n1. Dump the tables.\n2. Load them.\n3. Switch the DSN.")
    log.human("let's continue tomorrow")
    log.model("See you.")
    work = log.work()
    assert work.deferred == ()
    assert len(work.next_steps) >= 3
