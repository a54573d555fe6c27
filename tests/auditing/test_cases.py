"""Shapes from public bug reports in which a compaction lost or turned something, and what the audit says of them.

Every input is written here; the ids name the reports.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from threefold.auditing import AuditRecord, AuditSettings, audit
from threefold.auditing.repair import repair
from threefold.reading import read

Row = tuple[str, str, str]


def said(record: AuditRecord, category: str) -> list[tuple[str, str]]:
    return [(one.status, one.value) for one in record.statements if one.category == category]


def edited(path: str, id: str = "t1") -> list[tuple[str, object]]:
    return [("call", ("Edit", {"file_path": path, "old_string": "a", "new_string": "b"}, id)), ("edited", (id, path))]


def ran(command: str, output: str, id: str) -> list[tuple[str, object]]:
    return [("call", ("Bash", {"command": command}, id)), ("result", (id, output))]


def test_a_message_typed_while_the_compaction_ran_and_then_dropped_is_named_first_c001(tmp_path: Path) -> None:
    """pi keeps what stands behind ``firstKeptEntryId``; this queued message stands in front of it and was not read."""
    lines: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s", "timestamp": "", "cwd": "/w"}]
    turns = [("user", "fix src/a.py"), ("assistant", "Fixed src/a.py."), ("user", "also rename the table to orders_v2")]
    for number, (role, text) in enumerate(turns):
        message = {"role": role, "content": [{"type": "text", "text": text}]}
        parent = f"e{number - 1}" if number else None
        lines.append({"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": "", "message": message})
    compaction = {"summary": "Fixed src/a.py.", "firstKeptEntryId": "e3", "tokensBefore": 10}
    lines.append({"type": "compaction", "id": "c", "parentId": "e2", "timestamp": "", **compaction})
    log = tmp_path / "pi.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with read(log) as session:
        covered = msgspec.structs.replace(session.compactions[0], covers=[1, 2], kept=[])
        record = audit(session, covered)
    assert said(record, "message") == [("lost", "also rename the table to orders_v2")]
    assert record.headline[0].category == "message"


def test_every_message_that_was_summarised_or_kept_is_heard_c001(compacted) -> None:
    entries = [("user", "fix src/a.py"), *edited("/repo/src/a.py"), ("user", "also rename the table to orders_v2")]
    assert said(audit(*compacted(entries, "Fixed src/a.py; then the table.")), "message") == []


@pytest.mark.parametrize(
    "rule",
    [
        "Always run the linter before you commit.",
        "Never write comments in German.",
        "每次提交之前必须先跑测试。",
    ],
)
@pytest.mark.parametrize("memory", [False, True])
def test_a_rule_stated_early_is_lost_when_the_summary_keeps_only_the_task_c004_c008(
    compacted, rule: str, memory: bool
) -> None:
    given = f"<system-reminder>\nContents of CLAUDE.md (project instructions):\n\n{rule}\n</system-reminder>"
    work = [step for n in range(30) for step in edited(f"/repo/src/m{n}.py", f"t{n}")]
    entries = [("user", given if memory else rule), ("user", "port the modules"), *work]
    summary = "The modules src/m0.py to src/m29.py were ported. Next: the last module."
    record = audit(*compacted(entries, summary))
    ((status, value),) = said(record, "rule")
    assert (status, value) == ("lost", rule)
    (basis,) = [one.basis for one in record.statements if one.category == "rule"]
    assert basis.startswith("a rule of a memory file" if memory else "a human's rule")


def test_three_standing_instructions_given_on_the_way_are_three_losses_c009(compacted) -> None:
    rules = [
        "From now on end every answer with a status block.",
        "Always write what you decided to notes/memory.md.",
        "Do not stop before all the tests pass.",
    ]
    entries = [
        ("user", "start"),
        *edited("/repo/a.py"),
        *((("user"), rule) for rule in rules),
        *edited("/repo/b.py", "t2"),
    ]
    record = audit(*compacted(entries, "a.py and b.py were changed, and both work."))
    assert sorted(value for _, value in said(record, "rule")) == sorted(rules)
    assert {one.category for one in record.headline[:3]} == {"rule"}


def test_a_constraint_on_the_task_outlives_the_harness_own_word_to_go_on_c012(compacted) -> None:
    nudge = "<system-reminder>Continue if you have next steps.</system-reminder>"
    entries = [("user", "Research only; do not edit any file."), ("assistant", "I looked."), ("user", nudge)]
    summary = 'The topic was researched. The user said "Continue if you have next steps". Next: fork and commit.'
    record = audit(*compacted(entries, summary))
    assert said(record, "rule") == [("lost", "Research only; do not edit any file.")]
    assert said(record, "user_quote") == [("wrong_author", "Continue if you have next steps")]


def test_a_missing_pinned_constraint_is_offered_for_re_injection_word_for_word_c013(compacted) -> None:
    rule = "Never drop the column legacy_id, the importer reads it."
    session, compaction = compacted(
        [("user", f"Migrate the table. {rule}"), *edited("/repo/db.sql")], "Migrated db.sql."
    )
    assert audit(session, compaction).inject is None
    record = audit(session, compaction, settings=AuditSettings(opt_in_inject=True))
    assert record.inject is not None
    assert f"- [user, line 1, 3 back] …{rule}\n" in record.inject
    kept, _ = compacted([("user", rule)], f"Rule: {rule}")
    assert repair(kept, audit(kept, kept.compactions[0]), rules=True) == ""


def test_a_mention_of_a_file_is_that_file_and_a_quote_of_it_mentions_nothing_c037(compacted) -> None:
    entries = [
        ("user", "see @src/cache.py and @docs/plan.md"),
        ("assistant", "src/cache.py and docs/other.md are done"),
    ]
    session, compaction = compacted(entries, "Done: @src/cache.py, @docs/other.md.")
    record = audit(session, compaction, all_facts=True)
    assert {one.status for one in record.facts or ()} == {"verified"}
    assert [one.value for one in record.coverage.lost] == ["@docs/plan.md"]
    block = repair(session, record)
    assert "docs/plan.md" in block
    assert "@" not in block


@pytest.mark.parametrize(
    ("words", "item"),
    [
        ("cancel plan B, we keep the old scheduler", "Carry out plan B for the scheduler"),
        ("forget about the cache rewrite", "Rewrite the cache"),
    ],
)
def test_a_cancelled_plan_that_the_summary_revives_is_named_c067(compacted, words: str, item: str) -> None:
    todos = {"todos": [{"content": item, "status": "cancelled", "activeForm": item}]}
    entries = [
        ("user", f"please {item.lower()}"),
        ("call", ("TodoWrite", todos, "t1")),
        ("result", ("t1", "Todos have been modified successfully.")),
        ("user", words),
        ("assistant", "All right."),
    ]
    record = audit(*compacted(entries, f"## Next Steps\n- {item}\n"))
    assert said(record, "task_state") == [("cancelled_listed_open", item)]
    assert record.headline


@pytest.mark.parametrize(
    ("later", "item", "revived"),
    [
        (["cancel plan B"], "Plan B: migrate the queue to Kafka", True),
        (["drop the option 2, please"], "Try option 2", True),
        (["取消方案B"], "继续方案B：换掉队列", True),
        (["cancel plan B"], "Plan A: keep Redis", False),
        (["cancel plan B", "on second thought, do plan B after all"], "Plan B: migrate the queue to Kafka", False),
    ],
)
def test_what_was_cancelled_by_its_name_is_not_revived_unnoticed_c067(
    compacted, later: list[str], item: str, revived: bool
) -> None:
    plans = "Plan A: keep Redis. Plan B: migrate the queue to Kafka; option 2 is a cron job. 方案B：换掉队列。"
    entries = [("user", plans), *[("user", words) for words in later], ("assistant", "All right.")]
    record = audit(*compacted(entries, f"## Next Steps\n1. {item}\n"))
    assert ("cancelled_listed_open" in [status for status, _ in said(record, "task_state")]) is revived


def test_a_plan_that_waits_for_a_word_is_an_open_question_that_must_be_carried_c068(compacted) -> None:
    ask = "Shall I drop the old index before I build the new one?"
    entries = [("user", "make the search faster"), ("assistant", f"Plan: a new index on orders. {ask}")]
    lost = audit(*compacted(entries, "## Next\n- Build a new index on orders."))
    assert said(lost, "question") == [("lost", ask)]
    assert lost.headline[0].value == ask
    told = audit(*compacted(entries, "Waiting: shall the old index be dropped before the new one is built?"))
    assert said(told, "question") == []
    answered = [*entries, ("user", "no, keep it for now")]
    assert said(audit(*compacted(answered, "The index stays for now.")), "question") == []


def test_a_question_asked_by_tool_is_carried_as_well_c068(compacted) -> None:
    question = "Should rows without a date be skipped or refused?"
    call = ("call", ("AskUserQuestion", {"questions": [{"question": question, "options": []}]}, "t1"))
    record = audit(*compacted([("user", "import it"), call], "The import is written."))
    assert said(record, "question") == [("lost", question)]


@pytest.mark.parametrize(
    ("command", "output", "told"),
    [
        (
            "git push origin main",
            "To github.com:acme/app.git\n   1a2b3c4..5d6e7f8  main -> main",
            "Everything was pushed.",
        ),
        ("gh pr create --fill", "https://github.com/acme/app/pull/7", "See PR #7."),
        ("npm publish --access public", "+ app@1.2.0", "1.2.0 was published."),
        ("kubectl apply -f deploy.yaml", "deployment.apps/app configured", "It was deployed."),
    ],
)
def test_a_deed_that_is_not_to_be_done_twice_must_be_told_c070(compacted, command: str, output: str, told: str) -> None:
    entries = [("user", "ship it"), *ran(command, output, "t1")]
    record = audit(*compacted(entries, "The work is finished."))
    assert said(record, "deed") == [("lost", command)]
    assert said(audit(*compacted(entries, f"The work is finished. {told}")), "deed") == []
    failed = [("user", "ship it"), *ran(command, "error: permission denied", "t1")]
    assert said(audit(*compacted(failed, "The work is finished.")), "deed") == []


def test_finished_work_that_the_summary_lists_as_open_is_named_c070(compacted) -> None:
    item = "Write the parser for invoices"
    todos = {"todos": [{"content": item, "status": "completed", "activeForm": item}]}
    entries = [("user", "go"), ("call", ("TodoWrite", todos, "t1")), ("result", ("t1", "Todos have been modified."))]
    record = audit(*compacted(entries, f"## Next Steps\n- {item}\n"))
    assert said(record, "task_state") == [("done_listed_open", item)]


def test_events_that_were_forgotten_without_a_summary_are_a_loss_and_never_a_clean_record_c098(tmp_path: Path) -> None:
    def event(number: int, **more: object) -> dict[str, object]:
        return {"id": number, "timestamp": "2026-01-01T00:00:00", **more}

    events = [
        event(0, source="user", action="message", args={"content": "deploy to /srv/app/releases with port 8443"}),
        event(1, source="agent", action="message", args={"content": "Deployed to /srv/app/releases."}),
        event(2, source="agent", action="condensation", args={"forgotten_event_ids": [0, 1], "summary": None}),
    ]
    log = tmp_path / "trajectory.json"
    log.write_text(json.dumps(events))
    with read(log) as session:
        record = audit(session, session.compactions[0])
    assert record.unauditable == "events were forgotten without a summary"
    assert record.ledger_incomplete
    assert {one.value for one in record.coverage.lost} >= {"/srv/app/releases", "8443"}
