"""What is put back of what was lost: rules and facts, and of orders only those that nobody took up."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.repair import CLOSING, OPENING, repair
from threefold.auditing.statements.holding import is_rule, tells
from threefold.auditing.statements.quotable import is_bare, is_quotable

GONE_ON = [("assistant", "Done as you said."), ("user", "Thanks. What is the port?"), ("assistant", "It is 5433.")]


def block(compacted, entries, summary: str = "Work went on.") -> str:
    session, compaction = compacted(entries, summary)
    return repair(session, audit(session, compaction), rules=True)


@pytest.mark.parametrize(
    "order",
    [
        "how about you kill the entire file src/tui/mode.ts and create it anew?",
        "can you update src/tui/mode.ts with the correct values?",
        "now delete src/tui/mode.ts and the staging database",
        "把 src/tui/mode.ts 整个删掉重写",
    ],
)
def test_an_order_that_was_taken_up_is_not_put_back_and_one_that_nobody_answered_is(compacted, order: str) -> None:
    assert order not in block(compacted, [("user", order), *GONE_ON])
    assert order in block(compacted, [*GONE_ON, ("user", order)])


def test_a_fact_that_stood_in_an_order_is_quoted_from_where_it_stood_last(compacted) -> None:
    entries = [("user", "Please rewrite src/tui/mode.ts."), *GONE_ON]
    read = [("call", ("Edit", {"file_path": "src/tui/mode.ts"}, "c1")), ("edited", ("c1", "src/tui/mode.ts"))]
    shown = block(compacted, [*entries, *read])
    assert "Please rewrite" not in shown
    assert "- [tool result, line 6, 1 back] src/tui/mode.ts\n" in shown


def test_rules_and_facts_of_a_person_stay_and_the_order_beside_them_does_not(compacted) -> None:
    told = "The staging host is staging-3.example.com:5433."
    entries = [("user", f"Please fix src/a.py. {told} Never push to main without asking me."), *GONE_ON]
    shown = block(compacted, entries)
    assert f"[user, line 1, 4 back] …{told} Never push to main without asking me.\n" in shown
    assert "Please fix" not in shown


def test_a_fact_that_stands_in_an_order_alone_is_put_back_without_the_order(compacted) -> None:
    shown = block(compacted, [("user", "Write notes.md, the relay listens on port 7391."), *GONE_ON])
    assert "the relay listens on port 7391." in shown
    assert "Write notes.md" not in shown


def test_the_block_says_that_it_orders_nothing_and_keeps_its_budget(compacted) -> None:
    entries = [("user", f"The rule is: never touch /srv/app{n}/conf.yaml by hand.") for n in range(40)]
    session, compaction = compacted(entries, "Nothing.")
    record = audit(session, compaction)
    for budget in (0, 400, 900, 2000):
        shown = repair(session, record, budget, rules=True)
        assert len(shown.encode()) <= budget
        assert not shown or (shown.startswith(OPENING) and shown.endswith(CLOSING))
    assert "nothing here is a new order" in OPENING


def test_an_open_question_to_the_person_is_put_back(compacted) -> None:
    asked = "Should a row that cannot be decoded be skipped, or stop the whole import?"
    entries = [("user", "Fix the importer."), ("assistant", f"I looked at it. {asked}")]
    assert f"- [asked of the user, unanswered, line 2, 1 back] …{asked}\n" in block(compacted, entries)


def test_what_a_harness_keeps_for_itself_and_what_a_tool_printed_wait_for_something_better(compacted) -> None:
    noise = "agentId: 550e8400-e29b-41d4-a716-446655440000 (internal ID - do not mention to user)\n/etc/passwd"
    printed = [("call", ("Bash", {"command": "ls"}, "c1")), ("result", ("c1", noise))]
    better = [("user", "The table is in src/orders/table.sql."), *GONE_ON]
    shown = block(compacted, [*printed, *better])
    assert "src/orders/table.sql" in shown
    assert "agentId" not in shown
    assert "/etc/passwd" not in shown
    assert "agentId" not in block(compacted, [*printed, *GONE_ON])


@pytest.mark.parametrize(
    ("sentence", "rule", "told"),
    [
        ("Leave src/a.py alone, and never push.", True, False),
        ("From now on use pnpm.", True, True),
        ("The API lives at https://api.example.com/v2.", True, True),
        ("客户 4711 的文件是 GB18030。", True, True),
        ("接下来把文件编码做成可配置的。", False, False),
        ("Let's drop the table orders_old.", False, False),
        ("Could you look at src/a.py.", False, False),
    ],
)
def test_orders_are_told_from_rules_and_facts(sentence: str, rule: bool, told: bool) -> None:
    assert is_rule(sentence) == rule
    assert tells(sentence) == told


def test_a_line_that_any_copy_of_a_file_holds_and_a_bare_name_are_no_quotes(compacted) -> None:
    said = 'import { run } from "./modes/index.js";\nAPP_SECRET_KEY,\nfor (const one of all) {'
    written = [("call", ("Write", {"file_path": f"src/{n}.ts", "content": said}, f"c{n}")) for n in range(4)]
    answers = [("result", (f"c{n}", "ok, written")) for n in range(4)]
    entries = [entry for pair in zip(written, answers, strict=True) for entry in pair]
    shown = block(compacted, [("user", "Split it."), *entries])
    assert "src/3.ts" in shown
    assert "modes/index" not in shown
    assert "APP_SECRET_KEY" not in shown


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("<task_id>a02cdeb</task_id>", False),
        ("path: lib/parser/a02cdeb", False),
        ("Let me look at a02cdeb first, it may hold the answer.", False),
        ("让我先看一下 a02cdeb 里面的改动。", False),
        ("47→ the parser of a02cdeb drops the last row", False),
        ("src/parse.py:47: the parser of a02cdeb drops the last row", False),
        ("🤖 Generated with [Some Agent](https://agent.example/) for a02cdeb", False),
        ("The file a02cdeb has been updated successfully.", False),
        ("File created successfully at: a02cdeb", False),
        ("Successfully replaced text in a02cdeb.", False),
        ("The file a02cdeb has been updated by the nightly job, leave it alone.", True),
        ("The parser has dropped the last row since a02cdeb.", True),
        ("从 a02cdeb 开始最后一行丢失了。", True),
    ],
)
def test_only_a_line_that_tells_something_is_quoted(line: str, quoted: bool) -> None:
    before, value, behind = line.partition("a02cdeb")
    assert is_quotable(before, value, behind, "hash", changed=False) is quoted


def test_of_a_call_that_writes_a_file_only_the_files_name_is_quoted() -> None:
    call = "Write\nfile_path: src/a.py\n# the port of the old server was 5433, for all tests"
    assert is_quotable("file_path: ", "src/a.py", "", "path", changed=False, call=call)
    assert not is_quotable("# the port of the old server was ", "5433", ", for all", "port", changed=False, call=call)
    asked = "Task\nprompt: The port of the old server was 5433, for all tests."
    assert is_quotable("The port of the old server was ", "5433", ", for", "port", changed=False, call=asked)


@pytest.mark.parametrize(
    ("said", "summary", "right"),
    [
        ("The database stands on db-eu-3.acme.io for all of us.", "The database stands on db-eu-8.acme.io.", "db-eu-3"),
        ("Their customer number is 88231, as ever.", "Their customer number is 88213, as ever.", "88231"),
        ("客户编号一直是 884310，不会变。", "客户编号是 883410。", "884310"),
    ],
)
def test_the_value_that_a_summary_altered_is_put_back_whatever_kind_it_is_of(compacted, said, summary, right) -> None:
    assert right in block(compacted, [("user", said), ("assistant", "Noted."), *GONE_ON], summary)


def test_of_an_order_that_was_taken_up_only_the_altered_value_is_put_back(compacted) -> None:
    order = "Please write the importer that fetches the nightly prices and stores them, by ticket PRC-3391."
    shown = block(compacted, [("user", order), *GONE_ON], "The importer is ticket PRC-3319.")
    assert "PRC-3391" in shown
    assert "Please write" not in shown


def test_a_command_that_only_looks_and_a_count_of_changed_files_are_no_quotes() -> None:
    call = "Bash\ngit log --oneline -3 -- src/a.py in the old branch of ours"
    assert not is_quotable("git log --oneline -3 -- ", "src/a.py", " in the old branch of ours", "path", False, call)
    assert not is_quotable(" ", "1 file", " changed, 12 insertions, and some more", "number", False)


def suite(printed: str, id: str) -> list[tuple[str, object]]:
    return [("call", ("Bash", {"command": "pytest tests/pool"}, id)), ("result", (id, printed))]


@pytest.mark.parametrize(
    ("said", "summary", "true"),
    [
        ("All 213 tests of the pool pass.", "All 231 tests of the pool pass.", "213 tests"),
        ("Pin tabula to 2.2.3, because 2.3.0 breaks us.", "tabula stands at 2.3.2 because 2.3.0 breaks.", "2.2.3"),
        ("Look at lib/tide.py line 318.", "The next is lib/tide.py:381.", "line 318"),
    ],
)
def test_the_true_value_of_an_altered_one_is_put_back(compacted, said: str, summary: str, true: str) -> None:
    shown = block(compacted, [("user", "go on"), *suite("213 passed in 7s", "c0"), ("assistant", said)], summary)
    assert true in shown


def test_a_failure_that_the_same_suite_passed_later_is_not_quoted(compacted) -> None:
    failed = suite("FAILED tests/pool/test_drain.py::test_reconnect - TimeoutError after the drain\n1 failed", "c0")
    told = [("assistant", "test_reconnect in tests/pool/test_drain.py fails with a TimeoutError.")]
    passed = suite("213 passed in 7s", "c1")
    assert "test_drain.py" in block(compacted, [("user", "go on"), *failed, *told])
    assert "test_drain.py" not in block(compacted, [("user", "go on"), *failed, *told, *passed])
    other = [("call", ("Bash", {"command": "pytest tests/queue"}, "c2")), ("result", ("c2", "9 passed"))]
    assert "test_drain.py" in block(compacted, [("user", "go on"), *failed, *told, *other])


CHANGED = [
    ("call", ("Edit", {"file_path": "/repo/src/tui/mode.ts", "old_string": "a", "new_string": "b"}, "c1")),
    ("edited", ("c1", "/repo/src/tui/mode.ts")),
]


def test_a_bare_name_of_a_file_comes_last_and_goes_first_where_there_is_no_room(compacted) -> None:
    told = ("user", "The relay of staging listens on port 7391 at night.")
    session, compaction = compacted([*CHANGED, ("assistant", "Done."), told, *GONE_ON], "Work went on.")
    record = audit(session, compaction)
    shown = repair(session, record)
    assert 0 < shown.index("port 7391") < shown.index("mode.ts")
    short = repair(session, record, len(shown.encode()) - 1)
    assert ("port 7391" in short, "mode.ts" in short) == (True, False)


def test_a_changed_file_is_quoted_from_a_line_that_tells_of_it_rather_than_by_its_name_alone(compacted) -> None:
    told = ("assistant", "In src/tui/mode.ts the cursor is now hidden while a menu is open.")
    shown = block(compacted, [("user", "Mend src/tui/mode.ts"), *GONE_ON, *CHANGED, told])
    assert "the cursor is now hidden" in shown
    assert "file_path" not in shown


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("file_path: /repo/a.go", True),
        ("| df4989c (logging) | +76 -6 | 100% | ok |", True),
        ("note: the relay must be stopped before the move", False),
        ("The relay listens on port 7391.", False),
    ],
)
def test_a_parameter_and_a_row_of_a_table_are_bare(line: str, bare: bool) -> None:
    assert is_bare(line, (0, len(line))) is bare
