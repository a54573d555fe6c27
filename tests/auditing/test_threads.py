# ruff: noqa: E501
"""The last word of a record about a thing, against what a summary gives as done or as open."""

from __future__ import annotations

import pytest

from tests.auditing.test_undone import audited, states

LISTED = ("user", "For 2.4 please: A) cache the tiles, B) sign the installer, C) mail the changelog to Odile.")
LISTED_ZH = ("user", "四件事：T1 清洗日志，T2 重建索引，T3 给前台装扫码枪，T4 写交接文档")


@pytest.mark.parametrize(
    ("turns", "item", "status"),
    [
        (  # the words of the model, with the same deed and things
            [("user", "go"), ("shell", "./copyrows --table ledger"), ("result", "batch 2/9 error: lock wait"), ("assistant", "The copy of the ledger stopped at batch 2 with a lock wait."), ("user", "ok, sort the rows, but don't start it again before lunch")],
            "[x] Copy of the ledger completed, all rows checked",
            "open_listed_done",
        ),
        (  # a call in another language
            [("user", "把 shop-eu 升到 7.3"), ("shell", "helm upgrade shop-eu charts/shop --version 7.3.0 --atomic"), ("result", "Error: UPGRADE FAILED: rolled back"), ("assistant", "升级失败了，节点内存不够。")],
            "Upgrade of shop-eu to 7.3.0: done",
            "open_listed_done",
        ),
        (  # a commit that a human had taken back
            [("user", "use the new scheduler"), ("shell", "git commit -qam 'new scheduler'"), ("result", "8fc21d0"), ("user", "太慢了，把 8fc21d0 撤回"), ("shell", "git revert --no-edit 8fc21d0"), ("result", "ok")],
            "[x] New scheduler in use (8fc21d0)",
            "open_listed_done",
        ),
        (  # put off
            [("user", "renew the licence of the plotter"), ("assistant", "The form is filled in. Shall I send it?"), ("user", "leave the licence of the plotter till Monday, then we know the price")],
            "Licence of the plotter renewed",
            "open_listed_done",
        ),
        (  # a label, and a row of a table
            [LISTED, ("assistant", "C is done: Odile has the mail.")],
            "| C | mail the changelog | not started |",
            "done_listed_open",
        ),
        ([LISTED, ("user", "B can be dropped, the store signs it for us. Forget B.")], "B) sign the installer", "cancelled_listed_open"),
        ([LISTED_ZH, ("assistant", "T2 完成。"), ("user", "T2 没问题")], "| T2 | 重建索引 | 未开始 |", "done_listed_open"),
        ([LISTED_ZH, ("user", "T3 不做了，门店有人来装")], "T3：给前台装扫码枪", "cancelled_listed_open"),
        (  # the deed in Chinese, and nothing of it left
            [("user", "发合同给秦律师"), ("shell", "send_mail.py out/contract.eml --to qin@law.example"), ("result", "250 OK queued as 9AA31"), ("assistant", "邮件已发出。")],
            "给秦律师发合同的邮件（尚未发送）",
            "done_listed_open",
        ),
    ],
)  # fmt: skip
def test_the_last_word_about_a_thing_stands_against_what_the_summary_says_of_it(
    turns: list[tuple[str, str]], item: str, status: str
) -> None:
    heading = "## Progress" if status == "open_listed_done" else "## To do"
    line = item if item.startswith("|") else f"- {item}"
    found = states(audited(turns, f"{heading}\n{line}\n"), "task_state")
    assert [one for one, _ in found] == [status]


@pytest.mark.parametrize(
    ("turns", "item"),
    [
        (  # run again, and well
            [("user", "go"), ("shell", "./copyrows --table ledger"), ("result", "error: lock wait"), ("assistant", "The copy of the ledger failed."), ("shell", "./copyrows --table ledger --retry"), ("result", "ok")],
            "[x] Copy of the ledger completed",
        ),
        (  # the tests pass after they failed
            [("user", "fix the parser"), ("shell", "pytest tests/parser"), ("result", "1 failed"), ("assistant", "The parser test fails at the comma."), ("shell", "pytest -q"), ("result", "212 passed")],
            "Parser test: done",
        ),
        (  # another of its kind
            [("user", "publish both"), ("assistant", "The upload of v1.4.1 failed. v1.4.2 is uploaded.")],
            "Upload of v1.4.2: done",
        ),
        (  # what failed is told by the item itself
            [("user", "ship it"), ("assistant", "The upload failed at 40%.")],
            "Upload: failed at 40%, to be repeated",
        ),
        (  # a failure that is spoken of, and did not happen
            [("user", "handle the timeouts"), ("shell", "ed client.py timeouts"), ("result", ""), ("assistant", "The client now handles the failed requests and the timeouts.")],
            "Timeouts of the client handled",
        ),
        (  # ordered anew
            [LISTED, ("assistant", "B is done."), ("user", "do B again with the new key")],
            "[ ] B) sign the installer",
        ),
        (  # an order with the same verb
            [("user", "skip the first column of the export")],
            "[ ] Skip the first column of the export",
        ),
        ([LISTED, ("assistant", "A is done."), ("user", "good. now write to team C")], "[ ] C) mail the changelog to Odile"),
    ],
)  # fmt: skip
def test_nothing_is_named_where_the_last_word_says_the_same_or_is_about_something_else(
    turns: list[tuple[str, str]], item: str
) -> None:
    assert states(audited(turns, f"## State\n- {item}\n"), "task_state") == []


PROSE = [
    ("user", "batch and mail today, please"),
    ("shell", "./queue --at 21:30 pyramids"),
    ("result", "timer set"),
    ("assistant", "The batch of pyramids has not begun, its timer fires at 21:30."),
    ("shell", "send_mail.py out/prices.eml --to odile@shop.example"),
    ("result", "250 OK queued as 9AA31"),
    ("assistant", "The mail with the prices is sent to Odile."),
]


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("The mail with the prices has not been sent to Odile yet.", ["done_listed_open"]),
        ("The mail with the prices still has to be sent to Odile.", ["done_listed_open"]),
        ("The batch of pyramids ran through.", ["open_listed_done"]),
        ("## Rules\n- The batch of pyramids was finished.", ["open_listed_done"]),
        ("The batch of pyramids has not run yet. The mail with the prices is sent to Odile.", []),
        ("## Rules\n- Never send the mail with the prices before it has been approved by Odile.", []),
        ("The mail with the prices has not been sent to Odile when the queue is closed.", []),
    ],
)
def test_a_sentence_that_says_outright_that_something_was_not_done_is_held_against_the_last_word(
    summary: str, expected: list[str]
) -> None:
    assert [one for one, _ in states(audited(PROSE, summary), "task_state")] == expected


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ("Module E is ported.", "Port module F"),
        ("Shard 3 is drained.", "Drain shard 4"),
        ("模块 E 已移植。", "移植模块 F"),
    ],
)
def test_what_was_said_of_one_letter_or_number_is_not_said_of_another(done: str, left: str) -> None:
    turns = [("user", "go on with all of them"), ("assistant", done)]
    assert states(audited(turns, f"## Remaining\n- [ ] {left}\n")) == []


COMMITTED = [
    ("user", "fix the retry"),
    ("assistant", "The retry is fixed, committed as 9e41c07."),
    ("user", "do the metrics"),
    ("assistant", "The metrics are there. They are not committed yet."),
]


@pytest.mark.parametrize(
    ("summary", "wrong"),
    [
        ("- The retry fix is committed as 9e41c07. src/metrics.ts is not committed yet.", False),
        ("- The retry fix is committed as 9e41c07.", False),
        ("Committed everything so far (9e41c07). The metrics came after that; they are still uncommitted.", False),
        ("Everything is committed (9e41c07).", True),
        ("The metrics are committed.", True),
        ("The retry fix and the metrics are committed.", True),
    ],
)
def test_what_names_nothing_is_about_what_was_spoken_of_and_not_about_what_was_done_before(
    summary: str, *, wrong: bool
) -> None:
    assert bool(states(audited(COMMITTED, summary))) is wrong


@pytest.mark.parametrize(
    ("turns", "summary", "status"),
    [
        (  # lines with marks, put off
            [("user", "把 jest 换成 vitest，再升级 react"), ("assistant", "vitest 跑到一半报错。"), ("user", "那 vitest 先放放，下个版本再弄"), ("shell", "npm i react@19"), ("result", "ok"), ("assistant", "react 升好了。")],
            "升级记录\n▸ react:完成\n▸ jest → vitest:完成\n",
            "open_listed_done",
        ),
        (  # several ticks on one line; not named since
            [("user", "port the 5 filters"), ("assistant", "Blur, noise and edge are ported. Glow and tint remain."), ("shell", "run tools/check_glow.sh"), ("result", "ok"), ("assistant", "Glow is ported.")],
            "Filters\n[x] blur [x] noise [x] edge\n[x] glow [x] tint\n",
            "open_listed_done",
        ),
        (  # an issue, and a command about another one
            [("user", "看下 #411 #417"), ("shell", "gh issue view 417"), ("result", "title: iOS 黑屏"), ("assistant", "#417 没有真机，复现不了，已请报告人补日志。"), ("shell", "gh issue close 411"), ("result", "closed #411")],
            "#411 图标错位:已关闭\n#417 iOS 黑屏:已修复\n",
            "open_listed_done",
        ),
        (  # a job that still waits, in a summary that is written as YAML
            [("user", "kick off the fine-tuning"), ("shell", "sbatch tune.sbatch"), ("result", "Submitted batch job 77120"), ("assistant", "Job 77120 is queued."), ("user", "write the plots meanwhile"), ("shell", "ed plots.py"), ("result", "ok")],
            'tuning: "finished on the new data (job 77120)"\n',
            "open_listed_done",
        ),
        (  # left to stay as it is
            [("user", "做两张图：留存、渠道"), ("assistant", "留存图好了，渠道数据还没到。"), ("user", "渠道那张先空着")],
            "| 图 | 状态 |\n|---|---|\n| 留存 | 完成 |\n| 渠道 | 完成 |\n",
            "open_listed_done",
        ),
        (  # handed to somebody
            [("user", "登录页和埋点这周弄完"), ("assistant", "登录页好了。"), ("user", "埋点不用你做了,交给小周了"), ("assistant", "好,埋点转给小周。")],
            "1. 登录页 —— 已完成\n2. 埋点 —— 还需要我来完成\n",
            "cancelled_listed_open",
        ),
        (  # all of them
            [("user", "迁移 wiki"), ("assistant", "40 篇都迁了,还有 9 个坏链。"), ("user", "坏链修一下"), ("shell", "python fixlinks.py"), ("result", "broken links: 0"), ("assistant", "9 个坏链全部修复。")],
            "* 40 篇已迁到新站\n* 仍有 9 个坏链等待修复\n",
            "done_listed_open",
        ),
    ],
)  # fmt: skip
def test_the_last_word_stands_against_lines_in_whatever_form(
    turns: list[tuple[str, str]], summary: str, status: str
) -> None:
    found = states(audited(turns, summary), "task_state")
    assert [one for one, _ in found] == [status]


@pytest.mark.parametrize(
    ("turns", "summary"),
    [
        (  # who asks tells nothing
            [("user", "drop 3.8 from the matrix"), ("shell", "sed -i /3.8/d ci.yml"), ("result", ""), ("assistant", "3.8 is out of the matrix."), ("user", "does anyone still run 3.8?"), ("assistant", "About two per cent.")],
            "- [x] drop 3.8 from the matrix\n",
        ),
        (  # named since
            [("user", "port the filters"), ("assistant", "Glow and tint remain."), ("shell", "run tools/check_tint.sh"), ("result", "ok"), ("assistant", "Both are in now.")],
            "[x] glow [x] tint\n",
        ),
        (  # the job came to its end
            [("user", "kick off the tuning"), ("assistant", "Job 77120 is queued."), ("user", "and?"), ("assistant", "Job 77120 is finished.")],
            'tuning: "finished on the new data (job 77120)"\n',
        ),
    ],
)  # fmt: skip
def test_what_is_asked_named_again_or_over_stands_against_no_line(turns: list[tuple[str, str]], summary: str) -> None:
    assert states(audited(turns, summary), "task_state") == []
