# ruff: noqa: E501
"""Sentences that say the opposite of a rule or of a human's words in other words, and those that only sound like it."""

from __future__ import annotations

import pytest

from threefold.auditing import AuditRecord, audit
from threefold.auditing.statements.against import denies, opposes
from threefold.auditing.statements.poles import poles


def rules_of(record: AuditRecord) -> list[tuple[str, str]]:
    return [(one.status, one.evidence) for one in record.statements if one.category == "rule"]


TURNED = [
    ("Captions: sentence case, not title case.", "Captions: title case rather than sentence case"),
    ("Use pnpm for the workspace, not yarn.", "The workspace is installed with yarn, pnpm is to be avoided"),
    ("Restore the nightly dump, but don't restore the weekly one: it is half a year old.", "The weekly dump may be restored too, it is good enough"),
    ("Do not touch the ledger-import job.", "The ledger-import job can be changed where it is slow"),
    ("Not depot-7, they count stock until Monday.", "Roll it out to both sites, depot-6 and depot-7"),
    ("The palette stays: accent #C0FFEE is in the contract.", "The accent #C0FFEE may be changed for dark mode"),
    ("Drop row 12, but keep row R44 although it looks odd.", "Row R44 is excluded as well, it looks odd"),
    ("Always run the migration strictly after the backup.", "The migration runs before the backup"),
    ("没有我同意不要把报表发给客户。", "报表可以直接发给客户，无需等同意"),
    ("不要在 tsconfig.base.json 里打开 strict。", "The user wants strict switched on in tsconfig.base.json"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "told"), TURNED)
def test_a_rule_that_is_turned_round_in_other_words_is_shown_with_the_sentence(compacted, rule: str, told: str) -> None:
    assert rules_of(audit(*compacted([("user", rule)], f"## Notes\n- {told}\n"))) == [("contradicted", told)]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Captions: sentence case, not title case.", "Captions in sentence case instead of title case"),
        ("Don't deploy on Fridays without asking.", "No deployment on Fridays unless the user says so"),
        ("Don't publish it to npm, I do that myself.", "The user publishes to npm personally, the agent must not"),
        ("Never edit generated/api.ts.", "Hands off generated/api.ts"),
        ("The sensor must sleep between readings.", "The sensor did not sleep between readings."),
        ("Merge into next, not into stable.", "stable is frozen; not merged into next yet"),
        ("Please explain it in plain words, no jargon.", "Wants explanations in plain words, without jargon."),
        ("No changes to names, dates or sums, the auditors are strict.", "Names, dates and sums are not changed: the auditors are strict"),
        ("Add the flag only to the nightly job, not globally.", "The flag goes to the nightly job only, not globally"),
        ("注意不要改后端接口，后端归另外一个组。", "后端接口归另一个组，不能改。"),
    ],
)  # fmt: skip
def test_what_keeps_a_rule_in_other_words_or_tells_what_came_about_does_not_turn_it_round(
    compacted, rule: str, told: str
) -> None:
    assert not opposes(rule, told)
    assert "contradicted" not in dict(rules_of(audit(*compacted([("user", rule)], f"## Notes\n- {told}\n"))))


def test_a_contrast_that_is_merely_lost_is_no_finding(compacted) -> None:
    assert rules_of(audit(*compacted([("user", "Call it a draft, not a report.")], "The text is being written."))) == []


@pytest.mark.parametrize(
    ("said", "quote", "status"),
    [
        ("Don't send the flyer to the printer yet; I want to proofread it.", "Send the flyer to the printer and ring them up.", "contradicted"),
        ("Four boxes of the leaflet, matt paper. I'll order the boxes of the leaflet myself.", "Please order four boxes of the leaflet in town", "contradicted"),
        ("索引重建等今晚 22:00 再做。", "索引重建现在就可以做，不用等今晚。", "contradicted"),
        ("Please send the flyer to the printer today.", "send the flyer to the printer today", None),
        ("Could you send the flyer to the printer, and ring them up?", "Send the flyer to the printer and ring them up.", None),
    ],
)  # fmt: skip
def test_a_quote_against_what_a_human_said_last_is_not_theirs(
    compacted, said: str, quote: str, status: str | None
) -> None:
    record = audit(*compacted([("user", said), ("assistant", "ok")], f'- The user decided: "{quote}"\n'))
    found = [(one.status, one.value) for one in record.statements if one.category == "user_quote"]
    assert found == ([(status, quote)] if status else [])
    assert denies(said.split(". ")[-1], quote) == bool(status)


def test_translated_quotes_are_not_held_against_the_humans_words(compacted) -> None:
    entries = [("user", "用服务器的时间，不要加大有效期。"), ("assistant", "好")]
    quoted = '- "Use the time of the server, don\'t make it valid for longer."\n'
    for heading, found in (("All user messages, translated:", 0), ("All user messages:", 1)):
        record = audit(*compacted(entries, f"{heading}\n{quoted}"))
        assert len([one for one in record.statements if one.category == "user_quote"]) == found


def test_what_a_text_is_for_and_against_is_told_word_by_word() -> None:
    assert poles("tabs, not spaces") == {"tab": True, "spac": False}
    assert poles("spaces instead of tabs")["tab"] is False
    assert "sleep" not in poles("it did not sleep")


@pytest.mark.parametrize(
    ("rule", "told", "found"),
    [
        ("Please never print the numbers of customers.", "不得输出客户的号码。", []),
        ("Only write to /srv/out/report.csv.", "只能写 /srv/out/report.csv。", []),
        ("Only write to /srv/out/report.csv.", "报告写好了。", ["lost"]),
    ],
)
def test_a_rule_in_another_language_is_compared_by_what_it_names_whichever_of_the_two_is_chinese(
    compacted, rule: str, told: str, found: list[str]
) -> None:
    summary = f"## 约束\n- {told}\n" + "用户要求修复导出功能，已经完成，测试也通过了，接下来等待用户的检查。\n"
    assert [status for status, _ in rules_of(audit(*compacted([("user", rule)], summary)))] == found
