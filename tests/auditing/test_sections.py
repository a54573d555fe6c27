"""What stands under which heading of a summary."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.auditing import audit
from threefold.auditing.statements.summary import body
from threefold.auditing.statements.tasks import listed

NUMBERED = """5. 用户消息
   - “不是 50，用 100”
6. 待办
   - 补单元测试
   - 图片懒加载
7. 补充
   - 第一次失败的是 paginates
"""


def test_numbered_headings_without_a_colon_open_and_end_the_lists_that_are_set_in_below_them() -> None:
    assert [(item.text, item.open) for item in listed(NUMBERED)] == [("补单元测试", True), ("图片懒加载", True)]


def test_a_numbered_item_with_points_below_it_stays_an_item_of_its_list() -> None:
    summary = "## Pending Tasks\n1. Mend the parser\n   - it drops quotes\n2. Write the changelog\n"
    assert [item.text for item in listed(summary)] == ["Mend the parser", "it drops quotes", "Write the changelog"]


@pytest.mark.parametrize(
    ("said", "item"),
    [
        ("好。图片懒加载先不做了，设计要换 CDN。", "图片懒加载"),
        ("等评测完告诉我。消融实验（ema 0.9995）先取消，卡不够。", "消融实验（ema 0.9995）"),
    ],
)
def test_what_a_human_called_off_and_the_summary_lists_as_open_is_named(compacted, said: str, item: str) -> None:
    entries = [("user", f"先评测，再做{item}。"), ("assistant", "好的。"), ("user", said), ("assistant", "明白。")]
    record = audit(*compacted(entries, f"1. 目标\n   FID 降到 23\n2. 待办\n   - {item}\n"))
    assert [one.status for one in record.statements if one.category == "task_state"] == ["cancelled_listed_open"]


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
DOCUMENTS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)


@given(st.dictionaries(st.text(max_size=8), DOCUMENTS, max_size=4), st.sampled_from([None, 2]))
def test_a_summary_that_is_json_keeps_each_text_at_its_place(document: dict[str, object], indent: int | None) -> None:
    summary = json.dumps(document, ensure_ascii=False, indent=indent)
    laid_out = body(summary)
    assert len(laid_out) == len(summary)
    kept = [(at, char) for at, char in enumerate(laid_out) if char.isalnum()]
    assert all(summary[at] == char for at, char in kept)


def test_the_fields_of_a_json_summary_are_read_as_sentences_of_their_own() -> None:
    summary = '{"rules":["never push"],"todo":["add the index"],"done":[{"task":"the page","state":"done"}],"n":2}'
    lines = [line.split() for line in body(summary).split("\n") if line.strip()]
    assert lines == [
        ["rules:"],
        ["never", "push"],
        ["todo:"],
        ["add", "the", "index"],
        ["done:"],
        ["task:", "the", "page", ";", "state:", "done"],
        ["n:", "2"],
    ]
