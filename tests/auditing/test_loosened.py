# ruff: noqa: E501
"""A rule that a summary loosens or widens, and what keeps to it."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.statements.loosened import loosens


def rules_of(record) -> list[tuple[str, str]]:
    return [(one.status, one.evidence) for one in record.statements if one.category == "rule"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("keep the titles short, no abbreviations.", "abbreviations are welcome in titles"),
        ("Ground rule: work only inside apps/billing. The rest has other owners.", "The agent may edit apps/billing and apps/shop"),
        ("以后所有 delete 必须带 limit", "delete 可以不带 limit"),
        ("Every public endpoint needs a schema and an example, internal ones I don't care.", "examples are optional"),
        ("house rule: run the linter BEFORE every push", "push first, then run the linter"),
        ("给供应商的合同一律先存草稿，别直接发。内部的可以直接发", "所有合同都只能存草稿"),
        ("If a migration drops a column get a sign-off from Mira first.", "Every migration requires a sign-off from Mira first"),
    ],
)  # fmt: skip
def test_a_rule_that_is_loosened_or_widened_is_shown_with_the_sentence(compacted, rule: str, told: str) -> None:
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"## Rules\n- {told}\n"))
    assert [status for status, _ in rules_of(record)][:1] == ["contradicted"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("keep the titles short, no abbreviations.", "titles are short, abbreviations are not welcome"),
        ("Ground rule: work only inside apps/billing.", "The agent may edit apps/billing, but not apps/shop"),
        ("Ground rule: work only inside apps/billing.", "The agent may edit apps/billing/api.py and apps/billing/db.py"),
        ("Every public endpoint needs a schema and an example, internal ones I don't care.", "examples are optional on internal endpoints"),
        ("以后所有 delete 必须带 limit", "select 可以不带 limit"),
        ("给供应商的合同一律先存草稿，别直接发", "给供应商的所有合同都先存草稿"),
        ("If a migration drops a column get a sign-off from Mira first.", "Every migration that drops a column needs Mira's sign-off"),
        ("Never push without my ok.", "Pushing is fine once the user says so"),
    ],
)  # fmt: skip
def test_what_keeps_to_a_rule_does_not_loosen_it(rule: str, told: str) -> None:
    assert not loosens(rule, told)


@pytest.mark.parametrize(
    ("rule", "later", "told"),
    [
        ("Ground rule: work only inside apps/billing.", "you may also edit apps/shop now", "The agent may edit apps/billing and apps/shop."),
        ("Ground rule: work only inside apps/billing.", "the fix has to go into apps/shop too", "The agent may edit apps/billing and apps/shop."),
        ("no emojis in commit messages", "ok emojis are fine after all", "Emojis are fine in commit messages."),
        ("every delete needs a limit", "forget the limit on deletes", "limits are optional on deletes"),
    ],
)  # fmt: skip
def test_what_a_person_loosened_themselves_is_no_finding(compacted, rule: str, later: str, told: str) -> None:
    turns = [("user", rule), ("assistant", "ok")]
    summary = f"## Rules\n- {told}\n"
    assert [one for one, _ in rules_of(audit(*compacted(turns, summary)))] == ["contradicted"]
    assert rules_of(audit(*compacted([*turns, ("user", later), ("assistant", "ok")], summary))) == []
    asked = [*turns, ("user", "does apps/shop have emojis, or deletes without a limit?"), ("assistant", "yes")]
    assert [one for one, _ in rules_of(audit(*compacted(asked, summary)))] == ["contradicted"]
