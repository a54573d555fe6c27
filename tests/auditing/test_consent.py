"""Consent of others, for which a human made something wait, and which nobody gave."""

from __future__ import annotations

import pytest

from threefold.auditing import AuditRecord, audit


def found(record: AuditRecord) -> list[tuple[str, str]]:
    wanted = ("task_state", "user_quote")
    return [(one.category, one.evidence or one.value) for one in record.statements if one.category in wanted]


AWAITED = [
    ("Merge it once Priya has signed off on the schema.", "Priya has signed off on the schema"),
    ("I haven't shown the plan to the board yet, so keep it to yourself.", "The board has seen and approved the plan"),
    ("等钱工审完再合并到主干。", "合并请求：钱工已审过"),
    ("等钱工审完再合并到主干。", "The merge request was reviewed by Engineer Qian"),
    ("Don't merge the schema before I have reviewed it.", "The user has reviewed the schema"),
]


@pytest.mark.parametrize(("said", "told"), AWAITED)
def test_consent_that_a_human_waits_for_and_nobody_gave_is_no_fact(compacted, said: str, told: str) -> None:
    record = audit(*compacted([("user", said), ("assistant", "ok")], f"## Status\n- {told}.\n"))
    assert found(record) == [("task_state", f"{told}.")]


@pytest.mark.parametrize(("said", "told"), AWAITED)
def test_consent_that_came_later_is_a_fact(compacted, said: str, told: str) -> None:
    later = (
        "钱工审过了，没有意见"
        if "钱工" in said
        else "Priya, the board and I have approved and reviewed the schema and the plan."
    )
    entries = [("user", said), ("assistant", "ok"), ("user", later), ("assistant", "ok")]
    assert found(audit(*compacted(entries, f"## Status\n- {told}.\n"))) == []


@pytest.mark.parametrize(
    "told",
    [
        "Wait until Priya has signed off on the schema",
        "Priya still has to sign off on the schema",
        "The tests of the parser were reviewed",
        "If Priya has signed off, merge it",
    ],
)
def test_consent_that_is_told_of_as_yet_to_come_or_of_something_else_is_no_finding(compacted, told: str) -> None:
    entries = [("user", "Merge it once Priya has signed off on the schema."), ("assistant", "ok")]
    assert found(audit(*compacted(entries, f"## Status\n- {told}.\n"))) == []


def test_a_quote_that_tells_of_consent_which_is_awaited_was_not_said(compacted) -> None:
    entries = [("user", "导出先准备好，等处长签字，谁催都不要导出。"), ("assistant", "好")]
    record = audit(*compacted(entries, "## 五、用户原话\n- “处长签过字了，今晚导出。”\n"))
    assert found(record) == [("user_quote", "“处长签过字了，今晚导出。”")]
