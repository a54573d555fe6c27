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


FOUND = "Three problems:\n\n1. The bucket is public.\n2. The state has no lock.\n3. The replica lags."
FOUND_HAN = "有三个问题：\n\n1. 密码用 md5 存储。\n2. 登录没有限制次数。\n3. 会话从不过期。"


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("I've opened OPS-812 for the bucket.", [2, 3]),
        ("Filed a ticket for 2 and 3.", [1]),
        ("The second one I passed on: I opened OPS-9 for it", [1, 3]),
        ("I've opened OPS-812.", []),
        ("Opened OPS-812 to OPS-814 for these, thanks", []),
        ("I've put all of them into OPS-812", []),
        ("第一个我提了工单", [2, 3]),
        ("会话的问题我提了工单", [1, 2]),
        ("都提工单了", []),
        ("All three are in OPS-9 now", []),
        ("the bucket went into OPS-9", [2, 3]),
        ("我提了个工单", []),
    ],
)
def test_a_ticket_for_some_of_what_was_found_leaves_the_rest_open(log: ClaudeLog, words: str, left: list[int]) -> None:
    found = FOUND if words.isascii() else FOUND_HAN
    log.human("Review infra/ for problems." if words.isascii() else "审一下登录模块有什么问题")
    log.bash("cat infra/main.tf", "x")
    log.model(found)
    log.human(words)
    log.model("OK." if words.isascii() else "好的。")
    rows = found.splitlines()[2:]
    work = log.work()
    assert [item.text for item in work.next_steps] == [rows[number - 1][3:] for number in left]
    assert work.decisions == ()
