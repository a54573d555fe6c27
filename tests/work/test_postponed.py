"""An order that waits until something was told is not carried out by the telling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

POSTPONED = [
    ("Move the retry loop into its own module. But first tell me who imports it.", "jobs.py and mail.py import it."),
    ("Can you also make sure that empty carts are refused? First explain how a cart gets empty.", "By two removals."),
    ("Rename the flag to --quiet, but before that show me where it is read.", "In cli.py, line 12."),
    ("Before you drop the old table, tell me which views read it.", "Only v_sales reads it."),
    ("Add a lock to the cache. Tell me how many threads use it first.", "Four of them."),
    ("把按钮颜色改成蓝色，改之前先告诉我颜色在哪里定义。", "在 theme.css 第 8 行。"),
    ("给订单表加一个索引。不过先说说现在有哪些索引。", "只有主键。"),
]
TOLD = [
    ("First tell me what the loop does.", "It retries three times."),
    ("What does the flag do? But first explain what quiet means.", "It prints errors only."),
    ("Before you answer, tell me which version you know.", "Version 3."),
    ("先告诉我颜色在哪里定义。", "在 theme.css 第 8 行。"),
    ("Can you explain the cache? But first show me the file.", "It is in cache.py."),
]


@pytest.mark.parametrize(("wants", "reply"), POSTPONED)
def test_what_waits_until_something_was_told_stays_open_once_it_was(log: ClaudeLog, wants: str, reply: str) -> None:
    log.human(wants)
    log.bash("grep -rn x src", "src/a.py:1: x")
    log.model(reply)
    work = log.work()
    assert len(work.next_steps) + len(work.decisions) == 1
    log.human("ok, go ahead" if wants.isascii() else "好，改吧")
    log.edit("src/a.py")
    log.bash('git commit -qam "Do it"', "[main 1a2b3c4] Do it\n 1 file changed")
    log.model("Done, committed." if wants.isascii() else "已改好并提交。")
    work = log.work()
    assert (*work.next_steps, *work.decisions) == ()


@pytest.mark.parametrize(("wants", "reply"), TOLD)
def test_where_only_words_were_wanted_nothing_waits(log: ClaudeLog, wants: str, reply: str) -> None:
    log.human(wants)
    log.bash("grep -rn x src", "src/a.py:1: x")
    log.model(reply)
    work = log.work()
    assert [item for item in work.next_steps if item.text.startswith("Asked for")] == []
