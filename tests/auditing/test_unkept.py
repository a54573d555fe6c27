"""Findings of a review that stand in the model's words alone, and that the summary leaves out."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.repair import repair

REVIEW = [
    ("user", "Review src/loader.py and tell me which problems it has."),
    ("call", ("Read", {"file_path": "src/loader.py"}, "c1")),
    ("result", ("c1", "def load(path): ...")),
    ("call", ("Grep", {"pattern": "load", "path": "src"}, "c2")),
    ("result", ("c2", "src/loader.py: def load(path): ...")),
    (
        "assistant",
        "I found three problems:\n\n"
        "1. The header row is parsed as data when the file begins with a byte order mark.\n"
        "2. The connection pool is never drained, so that the process hangs at exit.\n"
        "3. Retries sleep without jitter and hammer the upstream gateway together.",
    ),
    ("user", "Fix the first one."),
    ("call", ("Edit", {"file_path": "src/loader.py", "old_string": "a", "new_string": "b"}, "c3")),
    ("edited", ("c3", "src/loader.py")),
    ("assistant", "The byte order mark is skipped now, and the header row is no longer parsed as data."),
]
ZH = [
    ("user", "审查一下 src/loader.py，看看有什么问题。"),
    *REVIEW[1:5],
    (
        "assistant",
        "发现三个问题：\n\n1. 文件带字节序标记时，表头会被当成数据解析。\n2. 连接池从不释放，进程退出时会卡住。\n"
        "3. 重试之间没有随机抖动，会同时冲击上游网关。\n\n以上是全部发现，都还没有修改。",
    ),
    ("user", "先修第一个。"),
    *REVIEW[7:9],
    ("assistant", "字节序标记现在会被跳过，表头不再被当成数据解析。"),
]


def left(compacted, entries, summary: str) -> list[str]:
    record = audit(*compacted(entries, summary))
    assert not record.failures
    return [one.value for one in record.statements if one.category == "finding"]


@pytest.mark.parametrize(
    ("entries", "summary", "gone"),
    [
        (REVIEW, "The user had src/loader.py reviewed; the byte order mark was fixed.", ("pool", "jitter")),
        (REVIEW, "The byte order mark was fixed. Open: retries sleep without jitter at the gateway.", ("pool",)),
        (ZH, "用户让审查 src/loader.py；字节序标记的问题已经修好。", ("连接池", "抖动")),
    ],
)
def test_open_findings_that_the_summary_does_not_name_are_one_statement(compacted, entries, summary, gone) -> None:
    (value,) = left(compacted, entries, summary)
    assert [word for word in ("byte order", "pool", "jitter", "字节序", "连接池", "抖动") if word in value] == list(
        gone
    )


@pytest.mark.parametrize(
    ("entries", "summary"),
    [
        (
            REVIEW,
            "Fixed: the byte order mark. Open findings: the connection pool is never drained (hangs at exit), and "
            "retries sleep without jitter and hammer the gateway.",
        ),
        (
            [*REVIEW, ("user", "The other two are fine as they are, leave them."), ("assistant", "Understood.")],
            "The byte order mark was fixed.",
        ),
        (ZH, "字节序标记已修好。还没修：连接池从不释放，退出时会卡住；重试没有随机抖动，会冲击上游网关。"),
        (ZH, "The byte order mark was fixed."),
    ],
)
def test_findings_that_are_named_dismissed_or_in_another_script_are_not(compacted, entries, summary) -> None:
    assert left(compacted, entries, summary) == []


def test_what_is_done_with_a_list_of_changes_is_no_finding(compacted) -> None:
    done = "All done. What was changed:\n\n1. The loader skips the byte order mark.\n2. The pool is drained at exit."
    entries = [*REVIEW[:1], *REVIEW[7:9], ("assistant", done)]
    assert left(compacted, entries, "Work on the loader went on.") == []


def test_findings_that_were_left_out_are_put_back_to_the_letter(compacted) -> None:
    session, compaction = compacted(REVIEW, "The byte order mark was fixed.")
    block = repair(session, audit(session, compaction), rules=True)
    assert "2. The connection pool is never drained, so that the process hangs at exit." in block
    assert "3. Retries sleep without jitter" in block
    assert "1. The header row" not in block
