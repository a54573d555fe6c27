"""What stands around a clause decides whether its words leave something open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work.exchanges.endings import open_ends
from threefold.work.sentences.framing import heading_over, without_tail
from threefold.work.sentences.phrases import said
from threefold.work.sentences.planning import plan_items
from threefold.work.sentences.summaries import pending_in_summary

REQUEST = "make the wrapper sturdier and commit it"


@pytest.mark.parametrize(
    "reply",
    [
        "What changed:\n- the loader fails gracefully where a variable is missing\n- other shells are skipped",
        "It logs at debug level in these cases:\n- branch missing\n- tree unavailable or broken",
        "### Changes\n- Remaining helpers moved to util\n- the cache drops entries that expired",
        "改动如下：\n- 超时的任务会被终止\n- 缺失的变量返回空字符串",
        "| case | outcome |\n|---|---|\n| timeout | the task is refused and the slot stays empty |",
        "The wrapper now reads any file, regardless of what other variables are missing.",
        "I added tracking to the list instead of treating everything as still open.",
        "The log names the caller to help diagnose missing entries.",
    ],
)
def test_what_tells_of_the_work_leaves_nothing_open(reply: str) -> None:
    assert open_ends(reply, REQUEST) == []


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("What changed:\n- loader rewritten\n- tenants 7 and 9 not yet migrated", "tenants 7 and 9 not yet migrated"),
        ("Not done:\n- the docs of the old client\n- none", "the docs of the old client"),
        ("改动如下：\n- 加载器已重写\n- 七号租户还没迁移", "七号租户还没迁移"),
        ("| part | state |\n|---|---|\n| api | done |\n| cli | not done yet |", "cli | not done yet |"),
        (
            "It needs to handle missing files before the release.",
            "It needs to handle missing files before the release.",
        ),
    ],
)
def test_what_says_outright_that_it_is_not_done_counts_wherever_it_stands(reply: str, left: str) -> None:
    assert open_ends(reply, REQUEST) == [left]


def test_a_line_stands_over_its_list_and_a_heading_over_all_up_to_the_next() -> None:
    lines = said("## Changes\nit does this:\n- one\n- two\n\nA paragraph.\n- three\n## Rest\nlast")
    heads = [None if head is None else head.text for head in heading_over(lines)]
    assert heads == [
        None,
        *["## Changes", "it does this:", "it does this:", "## Changes", "## Changes"],
        None,
        "## Rest",
    ]


def test_what_a_harness_adds_and_whom_a_summary_quotes_are_no_steps() -> None:
    summary = (
        "8. Pending Tasks:\n   - Wire the second handler\n"
        '   - User\'s exact question: "could we not diff against the base?"\n\n'
        "If you need specific details from before compaction, read the full transcript at: /a/b.jsonl"
    )
    assert pending_in_summary(summary) == ["Wire the second handler"]


@given(st.text(max_size=200))
def test_a_clause_without_its_tail_is_its_own_beginning(piece: str) -> None:
    assert piece.startswith(without_tail(piece))


def test_code_and_tables_of_a_plan_or_a_summary_are_no_steps() -> None:
    plan = "Plan:\n\n1. read the value\n\n| part | size |\n|------|------|\n| api | 3 |\n\n```\n- not a step\n```\n"
    assert plan_items(plan) == ["read the value"]
    summary = "Pending Tasks:\n- Wire the handler\n```go\nfunc main() {}\n```\n| a | b |\n|---|---|\n"
    assert pending_in_summary(summary) == ["Wire the handler"]
