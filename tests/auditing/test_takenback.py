"""What a human took back by its name, and tasks that are called by a letter or a number."""

from __future__ import annotations

import pytest

from tests.auditing.test_undone import audited, states
from threefold.auditing.statements.labels import labelled, labels_in


@pytest.mark.parametrize(
    ("said", "item"),
    [
        ("Forget the sitemap altogether. Tidy the footer instead.", "Generate the sitemap for the shop"),
        ("ditch the newsletter, nobody reads it", "Set up the newsletter template"),
        ("INV-2201 is no longer needed, finance does it by hand.", "INV-2201 export of the open invoices"),
        ("FooterTest.Wraps is known to be flaky, ignore it. On with the header", "Repair FooterTest.Wraps"),
        ("the committee decided against badges", "Draw the badges for the profile page"),
        ("短信先不接了，用邮件就够", "接入短信通知"),
        ("报表那 3 张我让小刘导了，你不用管", "导出 3 张报表"),
        ("水印作废", "给图片加水印"),
        ("forget about the dark theme", "实现 dark theme"),
    ],
)
def test_what_a_human_took_back_by_its_name_is_no_open_item(said: str, item: str) -> None:
    turns = [("user", "three things are left on the list"), ("assistant", "ok"), ("user", said), ("assistant", "ok")]
    assert states(audited(turns, f"## Pending tasks\n- {item}\n")) == [("cancelled_listed_open", item)]


@pytest.mark.parametrize(
    ("said", "item"),
    [
        ("drop the bold weight from the first view", "Take the bold weight out of the first view"),
        ("drop the price column", "Drop the price column of the export"),
        ("build 77 was rejected by the store, see the log", "Send build 77 to the store again"),
        ("速度不行了，先看首页", "优化首页速度"),
        ("forget the sitemap altogether", "The footer of the shop"),
    ],
)
def test_an_order_that_sounds_like_it_takes_nothing_back(said: str, item: str) -> None:
    assert states(audited([("user", said), ("assistant", "ok")], f"## Pending tasks\n- {item}\n")) == []


LISTED = ("user", "Please (a) speed up the import, (b) write a dump as Parquet, (c) add a --dry flag.")
LISTED_ZH = ("user", "三件事：1. 首页改版；2. 登录接口限流；3. 图片懒加载")


@pytest.mark.parametrize(
    ("turns", "summary", "found"),
    [
        (
            [LISTED, ("assistant", "(b) is done too, 40 columns.")],
            "## Next\n- [ ] (b) Parquet dump: still to be written\n",
            [("done_listed_open", "(b) Parquet dump: still to be written")],
        ),
        (
            [LISTED, ("assistant", "(b) is not done yet.")],
            "## Next\n- [ ] (b) Parquet dump: still to be written\n",
            [],
        ),
        (
            [LISTED_ZH, ("assistant", "第二件完成，接口测试通过。")],
            "## 待办\n- 登录接口限流\n",
            [("done_listed_open", "登录接口限流")],
        ),
        (
            [LISTED_ZH, ("user", "第 3 件不用做")],
            "## 进度\n- 图片懒加载：还没开始\n",
            [("cancelled_listed_open", "图片懒加载：还没开始")],
        ),
    ],
)
def test_a_task_is_known_by_the_label_under_which_it_was_listed(
    turns: list[tuple[str, str]], summary: str, found: list[tuple[str, str]]
) -> None:
    assert states(audited(turns, summary), "task_state") == found


def test_labels_stand_for_what_was_listed_last_and_single_numbers_for_nothing() -> None:
    assert labelled(["1. fix the zone\n2. add tests", "use 2 workers, version 1.5"]) == {
        "1": "fix the zone",
        "2": "add tests",
    }
    assert labels_in("item 2 is done, 3 left") == {"2"}
    assert labels_in("第二步好了") == {"2"}
    assert labels_in("2 workers") == frozenset()
