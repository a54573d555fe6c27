"""What a person hands to somebody else, or has put into a ticket, is not this session's any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.handing import hands_matter_over

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

HANDED = [
    "Right, Ines is already fixing that on her branch, leave it to her.",
    "I'll hand that over to the platform team.",
    "We've opened OPS-4411 for that. Thanks!",
    "I filed an issue for it.",
    "Thanks, I've passed it on to Ravi, nothing for us to do.",
    "这个已经转给运维了。",
    "我提了个工单，谢谢。",
    "老李在修了，不用管。",
]
KEPT = [
    "Is Ines already working on that?",
    "Could you open an issue for it?",
    "We have to fix that before Friday.",
    "Leave it for now and look at the cache.",
    "Give it to me as a table.",
    "转给谁比较好？",
]


@pytest.mark.parametrize("words", HANDED)
def test_a_matter_that_was_handed_over_is_closed(log: ClaudeLog, words: str) -> None:
    chinese = not words.isascii()
    log.human("定时任务为什么卡住？" if chinese else "Why does the nightly job hang?")
    log.bash("py-spy dump --pid 7", "wait_for_lock")
    log.model(
        "它在等一把从未释放的锁，这是个缺陷。"
        if chinese
        else "A bug: it waits for a lock that import never gives back."
    )
    log.human(words)
    log.model("好的。" if chinese else "Sounds good.")
    work = log.work()
    assert (*work.next_steps, *work.decisions) == ()


@pytest.mark.parametrize("words", KEPT)
def test_what_is_asked_or_still_to_be_done_here_is_not_handed_over(words: str) -> None:
    assert not hands_matter_over(words)
