"""Lists of work within a sentence: whatever form a summary gives them, each entry is held against the record."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.statements.inline import entries, split, tagged
from threefold.auditing.statements.sections import DONE, OPEN

LOG: list[tuple[str, object]] = [
    ("user", "Four things for the shop: the tax table, the price filter, the wish list and the cart badge."),
    ("call", ("Edit", {"file_path": "/repo/src/tax.ts", "old_string": "a", "new_string": "b"}, "t1")),
    ("result", ("t1", "The file /repo/src/tax.ts has been updated.")),
    ("assistant", "The tax table is finished and its 9 tests pass."),
    ("call", ("Edit", {"file_path": "/repo/src/badge.ts", "old_string": "a", "new_string": "b"}, "t2")),
    ("result", ("t2", "The file /repo/src/badge.ts has been updated.")),
    ("assistant", "The cart badge is finished as well."),
    ("user", "ok leave the price filter for tomorrow"),
    ("assistant", "Fine, tomorrow then."),
    ("user", "the wish list: drop that"),
    ("assistant", "Fine, no wish list."),
    ("user", "thanks"),
]
CHINESE: list[tuple[str, object]] = [
    ("user", "商城有四件事：税率表、价格筛选、心愿单、购物车角标。"),
    ("assistant", "税率表已完成，9 个用例通过。"),
    ("assistant", "购物车角标已完成。"),
    ("user", "价格筛选先放着，明天再弄。心愿单不做了"),
    ("assistant", "好，心愿单不做。"),
    ("user", "谢谢"),
]
FORMS = {
    "labels": lambda d, o: f"Done: {', '.join(d)}. Still to do: {', '.join(o)}.",
    "labels, each on its line": lambda d, o: f"**Completed**: {', '.join(d)}\n**Remaining**: {', '.join(o)}",
    "next": lambda d, o: f"Done so far: {'; '.join(d)}.\n\nNext: {'; '.join(o)}.",
    "sentences": lambda d, o: f"{_and(d)} are done. What remains is {_and(o)}.",
    "what we did": lambda d, o: f"We finished {_and(d)}. We still have to do {_and(o)}.",
    "of all": lambda d, o: f"Of the four things, {_and(d)} are done; {_and(o)} remain.",
    "states behind": lambda d, o: f"Status: {', '.join(f'{x} done' for x in d)}, {', '.join(f'{x} open' for x in o)}.",
    "dashes": lambda d, o: "; ".join([*(f"{x} — done" for x in d), *(f"{x} — not started" for x in o)]) + ".",
    "signs": lambda d, o: ", ".join([*(f"{x} ✅" for x in d), *(f"{x} ❌" for x in o)]),
    "signs in front": lambda d, o: "\n".join([*(f"✅ {x}" for x in d), *(f"❌ {x}" for x in o)]),
    "states in front": lambda d, o: "\n".join([*(f"[done] {x}" for x in d), *(f"[todo] {x}" for x in o)]),
    "elements": lambda d, o: f"<done>\n{_lines(d)}\n</done>\n<pending>\n{_lines(o)}\n</pending>",
    "attributes": lambda d, o: "".join(
        [*(f'<task status="completed">{x}</task>' for x in d), *(f'<task status="pending">{x}</task>' for x in o)]
    ),
    "set in": lambda d, o: "done:\n" + "".join(f"  - {x}\n" for x in d) + "todo:\n" + "".join(f"  - {x}\n" for x in o),
    "table": lambda d, o: (
        "| Task | Status |\n|---|---|\n"
        + "".join([*(f"| {x} | done |\n" for x in d), *(f"| {x} | open |\n" for x in o)])
    ),
}
FORMS_ZH = {
    "labels": lambda d, o: f"已完成：{'、'.join(d)}。待办：{'、'.join(o)}。",
    "sentence": lambda d, o: f"{'、'.join(d)}都已完成，还剩{'和'.join(o)}。",
    "next": lambda d, o: f"下一步：{'、'.join(o)}。\n\n已经完成了{'、'.join(d)}。",
    "brackets": lambda d, o: "、".join([*(f"{x}（已完成）" for x in d), *(f"{x}（待办）" for x in o)]) + "。",
    "signs": lambda d, o: "进度：" + "，".join([*(f"{x} ✅" for x in d), *(f"{x} ⏳" for x in o)]) + "。",
}
DONE_ONES, OPEN_ONES, OFF = ["the tax table", "the cart badge"], ["the price filter"], ["the wish list"]
DONE_ZH, OPEN_ZH, OFF_ZH = ["税率表", "购物车角标"], ["价格筛选"], ["心愿单"]


def _and(things: list[str]) -> str:
    return ", ".join(things[:-1]) + (" and " if len(things) > 1 else "") + things[-1]


def _lines(things: list[str]) -> str:
    return "\n".join(things)


def wrong(compacted, log: list[tuple[str, object]], summary: str) -> set[str]:
    found = audit(*compacted(log, summary)).statements
    turned = ("done_listed_open", "open_listed_done", "cancelled_listed_open")
    return {one.status for one in found if one.category == "task_state" and one.status in turned}


@pytest.mark.parametrize("form", FORMS)
def test_a_state_that_is_turned_round_is_named_in_every_form_and_the_right_ones_never(compacted, form: str) -> None:
    told = FORMS[form]
    assert wrong(compacted, LOG, told(DONE_ONES, OPEN_ONES)) == set()
    assert wrong(compacted, LOG, told(DONE_ONES[:1], [*OPEN_ONES, DONE_ONES[1]])) == {"done_listed_open"}
    assert wrong(compacted, LOG, told(DONE_ONES, [*OPEN_ONES, *OFF])) == {"cancelled_listed_open"}
    assert wrong(compacted, LOG, told([*DONE_ONES, *OFF], OPEN_ONES)) == {"open_listed_done"}


@pytest.mark.parametrize("form", FORMS_ZH)
def test_a_state_that_is_turned_round_is_named_in_chinese_too(compacted, form: str) -> None:
    told = FORMS_ZH[form]
    assert wrong(compacted, CHINESE, told(DONE_ZH, OPEN_ZH)) == set()
    assert wrong(compacted, CHINESE, told(DONE_ZH[:1], [*OPEN_ZH, DONE_ZH[1]])) == {"done_listed_open"}
    assert wrong(compacted, CHINESE, told(DONE_ZH, [*OPEN_ZH, *OFF_ZH])) == {"cancelled_listed_open"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The parser reads dates, times and zones.",
        "Note: the limit is 40, not 50.",
        "Files: src/a.py, src/b.py",
        '{"done": ["a", "b"]}',
        "The next release has a new parser, a new writer and a new reader.",
        "He said: open the door, then close it.",
        "接口返回三个字段：名称、数量、单价。",
    ],
)
def test_a_sentence_that_lists_no_work_has_no_entries(sentence: str) -> None:
    assert entries(sentence) == []


def test_what_goes_on_with_a_thing_or_stands_in_brackets_stays_with_it() -> None:
    listed = "fix the parser, which breaks on CRLF, and write the export (CSV, JSON), then the docs"
    assert split(listed) == ["fix the parser, which breaks on CRLF", "write the export (CSV, JSON)", "the docs"]


def test_an_element_says_by_its_name_or_its_attribute_how_far_a_thing_is() -> None:
    assert tagged("<next_steps>write the docs</next_steps><b>bold</b>") == [("write the docs", OPEN)]
    assert tagged('<item state="done">the docs</item>') == [("the docs", DONE)]
    assert tagged("<a>" * 5_000) == []


def test_a_list_that_says_there_is_nothing_lists_nothing(compacted) -> None:
    assert (
        wrong(compacted, LOG, "Done: the tax table, the cart badge. Remaining: nothing but the price filter.") == set()
    )
