# ruff: noqa: E501
"""What calls did of what a summary lists as open, and what people kept for themselves of what it gives as done."""

from __future__ import annotations

import pytest

from tests.auditing.test_undone import audited, states

Turns = list[tuple[str, str]]
ORDERED: Turns = [
    ("user", "Lower the sampling rate of the tracer to 5 percent, and shorten the banner text."),
    ("shell", "sed -i 's/sampling_rate: 50/sampling_rate: 5/' tracer.yaml"),
    ("result", ""),
]
COMMITTED: Turns = [
    ("user", "the kiosk forgets its language"),
    ("shell", "git commit -qam 'Remember the language of the kiosk'"),
    ("result", "[main 81aa0de] Remember the language of the kiosk"),
]
FAILED: Turns = [
    ("user", "roll the agent out to the boxes"),
    ("shell", "ansible-playbook site.yml -l box-7 --tags agent"),
    ("result", "box-7 : ok=11 changed=2 unreachable=0 failed=1"),
    ("shell", "sed -i s/network.target/vpn.service/ units/start.ini"),
    ("result", ""),
]
AGAIN: Turns = [("shell", "ansible-playbook site.yml -l box-7 --tags agent"), ("result", "box-7 : ok=12 failed=0")]


@pytest.mark.parametrize(
    ("turns", "item"),
    [
        (ORDERED, "lower the sampling rate of the tracer"),
        (COMMITTED, "let the kiosk remember its language"),
        ([*COMMITTED, ("shell", "git push origin main"), ("result", "main -> main")], "push the change of the language of the kiosk"),
        ([*FAILED, *AGAIN], "fix the agent on box-7, which fails to start"),
    ],
)  # fmt: skip
def test_what_calls_did_is_named_where_the_summary_lists_it_as_open(turns: Turns, item: str) -> None:
    found = states(audited(turns, f"## To do\n- {item}\n"), "task_state")
    assert [status for status, _ in found] == ["done_listed_open"]


@pytest.mark.parametrize(
    ("turns", "item"),
    [
        (ORDERED, "shorten the banner text"),  # of two orders the other one was done
        ([*ORDERED, ("user", "the tracer still drops spans, look at the sampling rate once more")], "lower the sampling rate of the tracer"),
        (COMMITTED, "push the change of the language of the kiosk"),
        (FAILED, "fix the agent on box-7, which fails to start"),
        (COMMITTED, "translate the kiosk"),
    ],
)  # fmt: skip
def test_what_no_call_did_stays_open(turns: Turns, item: str) -> None:
    assert states(audited(turns, f"## To do\n- {item}\n"), "task_state") == []


KEPT: Turns = [("user", "the handbook is fine. I'll print the handbook on friday")]


@pytest.mark.parametrize(
    ("turns", "item"),
    [
        (KEPT, "The handbook was printed."),
        ([("user", "表格没问题，合同我下午自己签")], "合同已签"),
        ([("user", "no, my sister is going to paint the fence")], "fence painted"),
        ([("user", "delete the replicas? hm"), ("assistant", "Both replicas stand. Shall I delete replica-b?"), ("user", "leave it till the audit is over")], "replica-b was deleted"),
        ([("user", "switch eu to the new router"), ("shell", "router set eu new"), ("result", "ok"), ("assistant", "eu uses the new router."), ("user", "I pulled the router out again, back on haproxy.")], "eu: the new router is in place"),
    ],
)  # fmt: skip
def test_what_people_kept_for_themselves_or_took_back_is_named_where_the_summary_gives_it_as_done(
    turns: Turns, item: str
) -> None:
    found = states(audited(turns, f"## Done\n- {item}\n"), "task_state")
    assert [status for status, _ in found] == ["open_listed_done"]


@pytest.mark.parametrize(
    ("turns", "item"),
    [
        ([*KEPT, ("user", "I have printed the handbook, it is fine")], "The handbook was printed."),
        ([("user", "I'll print the handbook on friday. please proofread it"), ("shell", "sed -i s/teh/the/ handbook.md"), ("result", "updated"), ("assistant", "The handbook is proofread.")], "handbook proofread"),
    ],
)  # fmt: skip
def test_what_was_done_since_or_by_another_deed_is_not(turns: Turns, item: str) -> None:
    assert states(audited(turns, f"## Done\n- {item}\n"), "task_state") == []


def test_a_summary_in_json_lists_what_is_open_and_done() -> None:
    summary = '```json\n{"open": ["lower the sampling rate of the tracer"], "done": ["tracer read"]}\n```\n'
    found = states(audited(ORDERED, summary), "task_state")
    assert [status for status, _ in found] == ["done_listed_open"]
