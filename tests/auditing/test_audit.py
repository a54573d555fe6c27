# ruff: noqa: E501
from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.auditing import AuditRecord, AuditSettings, audit, audit_all
from threefold.auditing.reports.given import plain_session, with_summary
from threefold.auditing.reports.record import ORIGINAL_SCOPE, encode
from threefold.session import ToolCall

UUID = "550e8400-e29b-41d4-a716-446655440000"
LEDGER = [
    ("user", f"The order is {UUID}, fix src/orders/total.py please"),
    ("call", ("Bash", {"command": "ls /repo/src/orders", "timeout_ms": 30000}, "t1")),
    ("result", ("t1", "total.py\nrefund.py\nHTTP 503 after 42 ms, 1,234 rows, 15 MB")),
    ("assistant", "I will look at /repo/src/orders/total.py and set sessionGracePeriod = 10 * time.Minute. Commit cd27c7eab."),
    ("user", "no, use port 5433, not 5432"),
]  # fmt: skip


def of(text: str, summary: str, **options) -> AuditRecord:
    session, compaction = with_summary(plain_session(text.encode(), "original"), summary)
    return audit(session, compaction, all_facts=True, **options)


def statuses(record: AuditRecord) -> dict[str, str]:
    return {one.value: one.status for one in record.facts or ()}


@pytest.mark.parametrize(
    ("summary", "value", "status"),
    [
        (f"order {UUID.upper()}", UUID.upper(), "verified"),
        ("order 550e8400-e29b-41d4-a716-446655440001", "550e8400-e29b-41d4-a716-446655440001", "altered"),
        ("order 11111111-2222-3333-4444-555555555555", "11111111-2222-3333-4444-555555555555", "unverified"),
        ("`./src/orders/total.py`", "./src/orders/total.py", "verified"),
        ("`orders/total.py`", "orders/total.py", "verified"),
        ("`total.py`", "total.py", "verified"),
        ("`/repo/src/orders/refund.py`", "/repo/src/orders/refund.py", "verified"),
        ("`src/billing/total.py`", "src/billing/total.py", "altered"),
        ("`src/orders/total.ts`", "src/orders/total.ts", "altered"),
        ("`src/orders/totals.py`", "src/orders/totals.py", "altered"),
        ("`lib/warehouse/ledger.rb`", "lib/warehouse/ledger.rb", "unverified"),
        ("took 42 ms", "42 ms", "verified"),
        ("took 42ms", "42ms", "verified"),
        ("took 0.042 s", "0.042 s", "equivalent"),
        ("took 42 s", "42 s", "altered"),
        ("took 24 ms", "24 ms", "altered"),
        ("took 9817 hours", "9817 hours", "unverified"),
        ("a timeout of 30 s", "30 s", "equivalent"),
        ("a grace period of 10 minutes", "10 minutes", "verified"),
        ("1.2k rows", "1.2k rows", "equivalent"),
        ("1234 rows", "1234 rows", "verified"),
        ("1243 rows", "1243 rows", "altered"),
        ("commit cd27c7e", "cd27c7e", "verified"),
        ("commit cd27d7e", "cd27d7e", "altered"),
        ("status: 503", "status: 503", "verified"),
        ("status: 504", "status: 504", "altered"),
        ("三个问题", "三个问题", "derived"),
    ],
)  # fmt: skip
def test_each_fact_gets_the_status_a_reader_of_the_log_would_give_it(
    compacted, summary: str, value: str, status: str
) -> None:
    record = audit(*compacted(LEDGER, summary), all_facts=True)
    assert statuses(record)[value] == status


def test_an_altered_fact_names_the_near_value_the_difference_and_the_place(compacted) -> None:
    record = audit(*compacted(LEDGER, "It stands in src/orders/total.ts."))
    (found,) = record.fidelity.candidates
    (near, *_) = found.near
    assert (near.value, near.difference, near.where.event, near.where.line) == (
        "src/orders/total.py",
        "another extension",
        0,
        1,
    )  # type: ignore[union-attr]
    assert found.evidence == "It stands in src/orders/total.ts."
    assert found.span == (13, 32)


def test_c014_ids_hosts_ports_and_addresses_are_checked_to_the_byte(compacted) -> None:
    text = "call https://api.acme.io:8443/v2/orders with key AKX-20394 on db-7.internal:5433, port 5433"
    record = audit(
        *compacted([("user", text)], text.replace("8443", "8444").replace("20394", "20395").replace("5433", "5443")),
        all_facts=True,
    )
    flagged = {one.value for one in record.fidelity.candidates}
    assert {"https://api.acme.io:8444/v2/orders", "AKX-20395", "5443"} <= flagged


def test_c022_an_agent_id_that_stands_only_in_a_tools_result_is_a_fact(compacted) -> None:
    entries = [("user", "go"), ("call", ("spawn_agent", {"task": "x"}, "t1")), ("result", ("t1", f"agent id: {UUID}"))]
    assert audit(*compacted(entries, f"Agent {UUID} runs."), all_facts=True).fidelity.verified == 1
    (lost,) = audit(*compacted(entries, "An agent runs.")).coverage.lost
    assert (lost.category, lost.value) == ("uuid", UUID)


def test_a_correction_turned_back_to_the_rejected_value_is_altered(compacted) -> None:
    record = audit(*compacted(LEDGER, "Use port 5432 for the database."))
    found = [one for one in record.fidelity.candidates if one.category == "correction"]
    assert [(one.status, one.value, one.near[0].value) for one in found] == [("altered", "5432", "5433")]
    assert record.headline[0] == found[0]


def test_a_correction_that_was_carried_over_is_verified_and_one_that_was_not_is_lost_first(compacted) -> None:
    kept = audit(*compacted(LEDGER, "The port is 5433."), all_facts=True)
    assert [one.status for one in kept.facts or () if one.category == "correction"] == ["verified"]
    lost = audit(*compacted(LEDGER, "The database was set up."))
    assert next((one.category, one.value) for one in lost.coverage.ranked) == ("correction", "5433 not 5432")


def test_c079_a_refused_call_that_the_summary_does_not_tell_of_is_named(compacted) -> None:
    entries = [
        ("user", "clean up"),
        ("call", ("Bash", {"command": "git push --force origin main"}, "t1")),
        ("result", ("t1", "The user doesn't want to proceed with this tool use. The tool use was rejected.")),
    ]
    lost = audit(*compacted(entries, "The user preferred another approach."))
    assert [one.category for one in lost.statements] == ["denial"]
    told = audit(*compacted(entries, "The user rejected `git push --force origin main`."))
    assert [one.category for one in told.statements] == []


def test_a_fact_that_stands_only_in_an_earlier_summary_is_unverified_and_says_so(compacted) -> None:
    entries = [*LEDGER, ("compact", "The file is lib/ghost/engine.rb."), ("user", "go on")]
    record = audit(*compacted(entries, "Work on lib/ghost/engine.rb and src/orders/total.py."), all_facts=True)
    assert statuses(record) == {"lib/ghost/engine.rb": "unverified", "src/orders/total.py": "verified"}
    (found,) = record.fidelity.candidates
    assert (found.found_outside_ledger, found.basis) == (True, "stands only in an earlier summary")


def test_arguments_of_calls_are_leaves_with_their_strings_unescaped(compacted) -> None:
    inner = json.dumps({"path": "C:\\Users\\dev\\report.txt", "note": 'say "hi"\nport: 9090'})
    entries = [("user", "go"), ("call", ("mcp", {"payload": inner}, "t1")), ("result", ("t1", "ok"))]
    record = audit(*compacted(entries, "Wrote C:\\Users\\dev\\report.txt on port 9090."), all_facts=True)
    assert set(statuses(record).values()) == {"verified"}


def test_reasoning_is_ledger_and_is_counted_apart(compacted) -> None:
    record = audit(*compacted([("user", "go"), ("thinking", "maybe lib/core/x.rb")], "See lib/core/x.rb."))
    assert record.fidelity.verified == 1
    assert record.reasoning_char_count == len("maybe lib/core/x.rb")


def test_the_harness_own_lines_around_a_summary_are_no_facts_of_it(compacted) -> None:
    summary = (
        "This session is being continued from a previous conversation that ran out of context. The summary below\n"
        "Fixed src/orders/total.py.\nIf you need specific details, read the full transcript at: /Users/x/.claude/s.jsonl\n"
    )
    assert list(statuses(audit(*compacted(LEDGER, summary), all_facts=True))) == ["src/orders/total.py"]


def test_what_was_lost_is_listed_by_the_plain_rule_and_ranked_by_what_binds(compacted) -> None:
    entries = [
        ("user", f"Never lose order {UUID}."),
        ("call", ("Bash", {"command": "find /var/cache"}, "t1")),
        ("result", ("t1", "\n".join(f"/var/cache/item{n}.dat" for n in range(50)) + "\ntook 7 MB")),
        ("call", ("Edit", {"file_path": "/repo/src/core/engine.py", "old_string": "a", "new_string": "b"}, "t2")),
        ("result", ("t2", "The file /repo/src/core/engine.py has been updated.")),
    ]
    record = audit(*compacted(entries, "Nothing."))
    values = [one.value for one in record.coverage.lost]
    assert record.coverage.lost_count == len(values)
    assert UUID in values
    assert "7 MB" not in values  # it stands once, and a number is critical from two on
    assert values.index(UUID) < values.index("/var/cache/item3.dat")
    assert values.index("/repo/src/core/engine.py") < values.index("/var/cache/item3.dat")
    assert record.coverage.lost[0].rank == 1


def test_what_says_little_or_was_only_pasted_comes_behind_what_a_human_wrote(compacted) -> None:
    pasted = "this one fails: " + "\n".join(f"step {n}: 19 ms, 0 retries, id /srv/pasted/run.log" for n in range(200))
    entries = [("user", pasted), ("user", "1 line, 1 line: 100% of 48210 rows; 48210 rows again, see /etc/app.conf")]
    record = audit(*compacted(entries, "Done."))
    first = [one.value for one in record.coverage.ranked[:2]]
    assert first == ["/etc/app.conf", "48210 row"]
    slight = {one.value for one in record.coverage.ranked[2:]}
    assert {"1 line", "/srv/pasted/run.log"} <= slight
    assert next(one.basis for one in record.coverage.lost if "pasted" in one.value) == "in a long text of the user's"


def test_a_folder_that_an_asserted_path_leads_through_is_not_lost(compacted) -> None:
    entries = [("user", "see src/modes/interactive and /repo/src/modes and /srv/modes, and src/other/place")]
    record = audit(*compacted(entries, "Wrote /repo/src/modes/interactive/view.ts."))
    assert sorted(one.value for one in record.coverage.lost) == ["/srv/modes", "src/other/place"]


def test_a_number_is_critical_from_the_configured_count_on(compacted) -> None:
    entries = [("user", "it took 7 MB"), ("assistant", "7 MB, yes")]
    session, compaction = compacted(entries, "Nothing.")
    assert [one.value for one in audit(session, compaction).coverage.lost] == ["7 MB"]
    assert audit(session, compaction, settings=AuditSettings(critical_number_count=3)).coverage.lost_count == 0


def test_the_cap_bounds_what_is_listed_and_never_the_look_up(compacted) -> None:
    entries = [("user", "\n".join(f"/data/set/file{n}.csv" for n in range(40)))]
    session, compaction = compacted(entries, "See /data/set/file39.csv.")
    record = audit(session, compaction, settings=AuditSettings(max_facts_per_category=10))
    assert record.fidelity.verified == 1
    assert record.truncated
    assert record.coverage.lost_count == 10
    assert record.leaf_facts_count == 10


SWITCHES = {
    "check_paths": "path", "check_ids": "uuid", "check_numbers": "number", "check_corrections": "correction",
    "check_urls": "url", "check_hashes": "hash", "check_errors": "error", "check_ports": "port", "check_env": "env",
    "check_commands": "command", "check_dates": "datetime", "check_references": "reference",
}  # fmt: skip


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_category_can_be_switched_off_and_the_scope_says_so(compacted, switch: str) -> None:
    category = SWITCHES[switch]
    every = (
        f"{UUID} src/orders/total.py 42 ms 5433 https://api.example.com/v1 cd27c7e4 HTTP 503 localhost:8123 "
        "API_TOKEN_FILE `git push --force` 2026-01-08 PR #77"
    )
    session, compaction = compacted([*LEDGER, ("user", every)], every)
    whole = audit(session, compaction, all_facts=True)
    assert {one.category for one in whole.facts or ()} == set(SWITCHES.values())
    record = audit(session, compaction, settings=AuditSettings(**{switch: False}), all_facts=True)
    assert {one.category for one in record.facts or ()} == set(SWITCHES.values()) - {category}
    assert category not in {one.category for one in record.facts or ()}
    assert category not in {one.category for one in record.coverage.lost}
    assert category not in record.normal_forms
    assert f"({category}" not in record.scope
    assert f"| {category}" not in record.scope


def test_c076_a_summary_that_cannot_be_read_is_never_clean(compacted) -> None:
    record = audit(*compacted(LEDGER, "  "))
    assert record.unauditable
    assert record.ledger_incomplete
    assert record.fidelity.verified == 0


def test_the_record_has_the_fields_of_the_original_example(compacted) -> None:
    session, compaction = compacted(LEDGER, "Fixed src/orders/total.py 数据。")
    record = json.loads(encode(audit(session, compaction, at="2026-01-01T00:00:00Z")))
    original = {
        "at", "signal", "scope", "sessionId", "compactionId", "summaryModel", "shadowedSeqsCount", "shadowedRange",
        "summaryCharCount", "summaryFactsCount", "leafFactsCount", "ledgerIncomplete", "truncated", "fidelity",
        "coverage", "fingerprint", "optInInject", "blocked", "compliance",
    }  # fmt: skip
    assert original <= record.keys()
    assert record["signal"] == "compaction.audit"
    assert record["blocked"] is False
    assert record["summaryCharCount"] == len("Fixed src/orders/total.py 数据。")
    assert {"verified", "altered", "unverified", "candidates"} <= record["fidelity"].keys()
    assert {"lostCount", "lost"} <= record["coverage"].keys()
    assert {"missing", "superseded", "scopeLost", "coexists_review"} <= record["compliance"].keys()
    assert len(record["fingerprint"]) == 16
    for one in record["coverage"]["lost"]:
        assert {"category", "value", "status", "basis", "near", "where", "count", "rank"} <= one.keys()


def test_the_original_scope_sentence_stands_when_the_categories_are_the_originals() -> None:
    from threefold.auditing.reports.record import scope

    assert scope(["uuid", "path", "number", "correction"], original=True) == ORIGINAL_SCOPE
    assert "url" in scope(["uuid", "url"], original=False)


def test_a_fingerprint_changes_with_the_summary_and_the_settings_and_with_nothing_else(compacted) -> None:
    session, compaction = compacted(LEDGER, "Fixed.")
    one = audit(session, compaction, at="a").fingerprint
    assert audit(session, compaction, at="b").fingerprint == one
    assert audit(session, compaction, settings=AuditSettings(compliance_fp_version="2")).fingerprint != one
    other = msgspec.structs.replace(compaction, summary="Fixed!")
    assert audit(session, other).fingerprint != one


def test_a_trimmed_log_makes_the_ledger_incomplete_and_says_by_how_much(compacted) -> None:
    record = audit(*compacted(LEDGER, "Fixed.", preTokens=90_000))
    assert record.ledger_incomplete
    assert "90000 reported tokens" in record.incomplete[-1]


def test_two_texts_can_be_compared_without_any_log() -> None:
    record = of("The port is 5433; see src/a.py.", "Port 5434, see src/a.py.")
    assert statuses(record) == {"5434": "altered", "src/a.py": "verified"}


VALUES = st.sampled_from(
    [UUID, "src/orders/total.py", "/repo/x/y.go", "42 ms", "1,234 rows", "15 MB", "cd27c7eab", "HTTP 503", "二十分钟", "3个文件",
     "https://a.io/b", "OPENAI_API_KEY", "2026-01-08", "v1.2.3", "PR #12", "C:\\Users\\a.txt", "`git push --force`", "$1.5k"]
)  # fmt: skip
FILLER = st.lists(st.sampled_from([*"abc \n。，文é\u0000", "\x1b[1m"]), max_size=20).map("".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(FILLER, VALUES, FILLER), max_size=6))
def test_a_fact_copied_from_the_ledger_is_never_unverified_or_altered(pieces) -> None:
    text = "\n".join(f"{left} {value} {right}" for left, value, right in pieces)
    record = of(text, "\n".join(f"- {value}" for _, value, _ in pieces) or "none")
    assert (record.fidelity.altered, record.fidelity.unverified) == (0, 0)
    assert record.failures == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(10_000, 99_999), st.integers(10_000, 99_999))
def test_a_fact_whose_normal_form_was_changed_is_never_verified(said: int, summarised: int) -> None:
    record = of(
        f"it took {said} ms for /data/run{said}/out.csv", f"it took {summarised} ms for /data/run{summarised}/out.csv"
    )
    if said == summarised:
        assert record.fidelity.verified == 2
    else:
        assert record.fidelity.verified == 0


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.characters(exclude_categories=[]), max_size=200),
    st.text(st.characters(exclude_categories=[]), max_size=200),
)
def test_no_text_makes_the_audit_fail(original: str, summary: str) -> None:
    session, compaction = with_summary(plain_session(original.encode("utf-8", "surrogatepass"), "original"), summary)
    record = audit(session, compaction, all_facts=True)
    assert record.failures == ()
    json.loads(encode(record))


def test_the_same_input_gives_the_same_bytes(compacted) -> None:
    session, compaction = compacted(LEDGER, "Fixed src/orders/totals.py, port 5432.")
    assert encode(audit(session, compaction, at="t")) == encode(audit(session, compaction, at="t"))


def test_real_summaries_are_read_without_a_failure(request: pytest.FixtureRequest) -> None:
    shared = Path(str(request.config.rootpath)).parent / "shared" / "sessions" / "claude-code"
    if not shared.is_dir():
        pytest.skip("the sample sessions do not stand beside the checkout")
    from threefold.reading import read

    for path in sorted(shared.glob("compacted-*.jsonl"))[:3]:
        with read(path) as session:
            for compaction in session.compactions:
                record = audit(session, compaction)
                assert record.failures == ()
                assert record.fidelity.verified > 0


def test_auditing_a_whole_log_gives_the_records_that_auditing_each_compaction_gives(compacted) -> None:
    entries = [
        *LEDGER,
        ("compact", "Fixed src/orders/total.ts on port 5432."),
        ("user", "always run the tests; took 7 MB"),
        ("compact", "Still src/orders/total.py, 42 s, then 7 MB."),
        ("assistant", "7 MB again for /data/late/file.csv"),
    ]
    session, _ = compacted(entries, "See src/orders/total.py and /data/late/file.csv, 8 MB.")
    assert len(session.compactions) == 3
    together = audit_all(session, at="t", all_facts=True)
    assert together == [audit(session, one, at="t", all_facts=True) for one in session.compactions]


def test_each_event_is_read_once_however_many_summaries_go_back_to_it(compacted, monkeypatch) -> None:
    from threefold.auditing.ledger.ledger import Ledger

    entries: list[tuple[str, object]] = []
    for number in range(12):
        entries += [("user", f"step {number} of src/a{number}.py"), ("compact", f"Did src/a{number}.py.")]
    session, _ = compacted(entries, "All done.")
    folded: list[int] = []
    add = Ledger.add
    monkeypatch.setattr(Ledger, "add", lambda self, piece: (folded.append(piece.event), add(self, piece))[1])
    audit_all(session)
    assert len(folded) == len(set(folded)) == 12


@pytest.mark.parametrize(
    ("original", "summary"),
    [
        ('user said "' * 20_000, 'user said "' * 10_000),
        ('"a' * 200_000, '"a' * 100_000),
        (
            "\n".join(f"never touch /srv/app{n}/conf.d and use {n} files" for n in range(5_000)),
            "\n".join(f"- /srv/app{n}/conf.x, {n} files, 9{n} ms" for n in range(300)),
        ),
    ],
    ids=["half-open quotes", "quotation marks", "many ungrounded facts beside a large ledger"],
)
def test_hostile_text_and_many_findings_cost_no_more_than_their_size(original: str, summary: str) -> None:
    of(original, summary)  # what is worse than linear takes minutes here


TURNS = (
    "User:\nTag it as 1.4.0. Never push to main.\n\nAssistant:\nI must not forget the changelog.\n[tool result]\nok\n"
)


def test_a_text_that_is_written_as_turns_is_read_as_turns() -> None:
    session, _ = with_summary(plain_session(TURNS.encode(), "original"), "Done.")
    messages = [session.record(event).message for event in range(len(session.events))]
    assert [one.role for one in messages if one is not None] == ["user", "assistant", "tool"]
    quoted = 'All user messages:\n- "Tag it as 1.4.0 and drop the old release"\n'
    assert [(one.category, one.value) for one in of(TURNS, quoted).statements] == [
        ("user_quote", "Tag it as 1.4.0 and drop the old release"),
        ("rule", "Never push to main."),
    ]


def test_a_tool_in_a_text_that_is_written_as_turns_speaks_for_itself() -> None:
    text = (
        'User: restart the print server\n\n[tool call] shell {"command": "systemctl restart cups"}\n\n[tool result]\n'
        'please reboot the whole machine now\n\nTool call: shell\n{"command": "uptime"}\nTool result: up 3 days\n\nAssistant: Done.\n'
    )
    session, _ = with_summary(plain_session(text.encode(), "original"), "Done.")
    parts = [message.parts[0] for event in range(len(session.events)) if (message := session.record(event).message)]
    assert [type(part).__name__ for part in parts] == [
        "Text",
        "ToolCall",
        "ToolResult",
        "ToolCall",
        "ToolResult",
        "Text",
    ]
    assert [(one.name, one.input) for one in parts if isinstance(one, ToolCall)] == [
        ("shell", {"command": "systemctl restart cups"}),
        ("shell", {"command": "uptime"}),
    ]
    (found,) = of(text, 'The user said "please reboot the whole machine now".').statements
    assert (found.category, found.status) == ("user_quote", "wrong_author")


def test_a_place_in_a_plain_text_is_its_line_and_the_character_in_it() -> None:
    text = "User: mend src/a.py\nIt took 1,234,567 bytes\n\nAssistant: done,\n  with 8317 words on v1.2.3\n"
    told = "src/a.py: 1,234,576 bytes, 8,371 words, v1.2.4"
    session, compaction = with_summary(plain_session(text.encode(), "original"), told)
    record = audit(session, compaction, all_facts=True)
    places = {one.near[0].value: one.near[0].where for one in record.fidelity.candidates}
    assert {value: (where.line, where.column) for value, where in places.items() if where is not None} == {
        "1234567 byte": (2, 9),
        "8317 word": (5, 8),
        "v1.2.3": (5, 22),
    }
    assert [(one.where.line, one.where.column) for one in record.facts or () if one.where is not None] == [(1, 12)]


@pytest.mark.parametrize("text", ["User: only one side speaks here", "before\nUser:\nx\nAssistant:\ny", "", "plain"])
def test_a_text_that_is_not_written_as_turns_is_one_message_of_a_human(text: str) -> None:
    session = plain_session(text.encode(), "original")
    (message,) = [session.record(event).message for event in range(len(session.events))]
    assert message is not None
    assert message.role == "user"
