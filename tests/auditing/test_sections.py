"""What stands under which heading of a summary."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
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
