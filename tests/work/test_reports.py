"""In a long report only what says outright that something is open counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work.sentences.phrases import said
from threefold.work.sentences.reports import open_in_report, says_outright

REPORT = """The importer streams now; a file of 2 GB needs 40 MB. Everything is committed as 4f1c9aa.

## What happens to a row

| row | outcome |
|---|---|
| too few fields | skipped, not yet counted as read |
| unknown currency | refused |

- Rows with a broken date are skipped and counted.
- A row that fails twice is dropped; the rest of the file goes on.
- Most of the time, four fifths, went into parsing.

## Why not a queue

A queue would survive a restart, but somebody must run it. The importer starts over in nine seconds.

The first run failed because the fixture was missing. That was fixed before the commit.
{extra}
Half of the gain comes from the new parser."""

CHINESE = """导入改成流式了，2 GB 的文件只占 40 MB，已提交 4f1c9aa。

## 行的处理

- 日期不合法的行会跳过，并计入 skipped；
- 失败两次的行丢弃，其余照常导入；
- 大约五分之四的时间花在解析上。

## 为什么不用队列

队列重启后不丢，但要多维护一个服务；现在重来一遍只要九秒。

第一次运行失败，因为缺了夹具，提交前已经修好。
{extra}
一半的收益来自新的解析器。
重跑的结果与旧版一致。"""


@pytest.mark.parametrize("report", [REPORT, CHINESE])
def test_a_report_that_describes_leaves_nothing_open(report: str) -> None:
    assert open_in_report(report.format(extra="")) == []


@pytest.mark.parametrize(
    "said_outright",
    [
        "Accounting has to approve the new rounding before Friday.",
        "The files of March have not been imported.",
        "As soon as the vendor sends the key, we can switch it on.",
        "The nightly job still reads the old table.",
        "The backfill is running in the background.",
        "I will rerun the comparison with the corrected rates.",
        "While there I noticed that the export writes the total twice.",
        "For now the limit is a placeholder.",
        "Somebody should tell the partners about the new header.",
    ],
)
def test_a_report_that_says_so_leaves_that_open(said_outright: str) -> None:
    assert open_in_report(REPORT.format(extra=said_outright)) == [said_outright]


@pytest.mark.parametrize(
    "said_outright",
    [
        "三月份的文件还没有导入。",
        "新的舍入规则得等财务确认。",
        "夜里的任务仍在用旧表。",
        "密钥拿到以后再打开开关。",
        "下周我把对比重新跑一遍。",
        "旧接口要通知合作方停用。",
    ],
)
def test_a_chinese_report_that_says_so_leaves_that_open(said_outright: str) -> None:
    assert open_in_report(CHINESE.format(extra=said_outright)) == [said_outright]


def test_a_few_sentences_are_no_report() -> None:
    assert open_in_report("Committed. The files of March have not been imported.") is None


@given(st.text(max_size=2_000))
def test_a_report_gives_its_own_sentences(text: str) -> None:
    lines = said(text)
    assert len(says_outright(lines)) == len(lines)
    assert set(open_in_report(text) or []) <= {line.plain for line in lines}
