"""Claude Code logs: the tree, split messages, boundaries, and whose words they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.reading import read, read_source
from threefold.reading.source import BytesSource
from threefold.session import Author, Edit, Job, Queued, Session, Turn


class Log:
    """Writes entries as the client does, each the child of the one before unless told otherwise."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.last: str | None = None
        self.count = 0

    def entry(self, type: str, parent: str | None = "", **fields: object) -> str:
        self.count += 1
        uuid = f"00000000-0000-4000-8000-{self.count:012d}"
        link = self.last if parent == "" else parent
        row = {"type": type, "uuid": uuid, "parentUuid": link, "sessionId": "s1", "isSidechain": False, "cwd": "/w"}
        self.lines.append(json.dumps(row | fields, ensure_ascii=False))
        self.last = uuid
        return uuid

    def user(self, text: object, **fields: object) -> str:
        return self.entry("user", message={"role": "user", "content": text}, **fields)

    def model(self, *blocks: dict[str, object], id: str = "", **fields: object) -> str:
        message = {"id": id or f"msg_{self.count}", "role": "assistant", "model": "m-1", "content": list(blocks)}
        return self.entry("assistant", message=message, **fields)

    def result(self, call: str, text: str, **fields: object) -> str:
        return self.user([{"type": "tool_result", "tool_use_id": call, "content": text}], **fields)

    def boundary(self, **metadata: object) -> str:
        link = self.last
        return self.entry(
            "system", None, subtype="compact_boundary", logicalParentUuid=link, compactMetadata=metadata or {}
        )

    def summary(self, text: str) -> str:
        return self.user(text, isCompactSummary=True)

    def read(self) -> Session:
        return read_source(BytesSource("\n".join(self.lines).encode() + b"\n"))


def text(t: str) -> dict[str, object]:
    return {"type": "text", "text": t}


def call(id: str, name: str = "Bash") -> dict[str, object]:
    return {"type": "tool_use", "id": id, "name": name, "input": {"command": "ls"}}


def texts(session: Session, events: object = None) -> list[str]:
    return [
        m.text() or ",".join(c.id for c in m.tool_calls) or m.tool_results[0].text for m in session.messages(events)
    ]  # type: ignore[arg-type]


def test_one_model_message_that_was_written_as_several_lines_is_one_message() -> None:
    log = Log()
    log.user("hi")
    log.model({"type": "thinking", "thinking": "hm", "signature": "sig"}, id="msg_a")
    log.model(text("I look."), id="msg_a")
    log.model(call("t1"), id="msg_a")
    log.result("t1", "file.txt")
    messages = list(log.read().messages())
    assert [m.author for m in messages] == [Author.HUMAN, Author.MODEL, Author.TOOL]
    assert len(messages[1].parts) == 3
    assert messages[1].events == (1, 2, 3)


def test_results_of_parallel_calls_beside_the_path_are_seen_by_the_model() -> None:
    log = Log()
    log.user("go")
    first = log.model(call("t1"), id="msg_a")
    second = log.model(call("t2"), id="msg_a")
    log.result("t1", "one", parent=first)
    log.result("t2", "two", parent=second)
    log.model(text("Done."))
    assert texts(log.read()) == ["go", "t1,t2", "one", "two", "Done."]


def test_a_branch_that_was_rewound_is_not_seen() -> None:
    log = Log()
    root = log.user("go")
    log.model(text("wrong way"))
    log.user("again", parent=root)
    log.model(text("right way"))
    session = log.read()
    assert texts(session) == ["go", "again", "right way"]
    assert len(list(session.messages(range(len(session.events))))) == 4


def test_a_compaction_covers_the_path_before_it_and_what_the_model_sees_begins_with_the_summary() -> None:
    log = Log()
    log.user("the task")
    log.model(text("working"))
    log.boundary(trigger="manual", preTokens=1000)
    log.summary("This session is being continued … Summary: the task")
    log.model(text("going on"))
    session = log.read()
    (compaction,) = session.compactions
    assert (compaction.trigger, compaction.tokens_before, compaction.model) == ("manual", 1000, "m-1")
    assert texts(session, session.leaves(compaction)) == ["the task", "working"]
    assert compaction.summary.endswith("Summary: the task")
    assert [m.author for m in session.messages()] == [Author.SUMMARY, Author.MODEL]


def test_a_second_compaction_goes_back_through_the_first_to_its_leaves_each_once() -> None:
    log = Log()
    log.user("one")
    log.boundary(trigger="auto")
    log.summary("first summary")
    log.user("two")
    log.boundary(trigger="auto")
    log.summary("second summary")
    session = log.read()
    assert session.compactions[1].earlier == (0,)
    assert texts(session, session.compactions[1].covers) == ["two"]
    assert texts(session, session.leaves(session.compactions[1])) == ["one", "two"]


def test_messages_kept_by_uuid_stand_behind_the_summary_and_are_not_covered() -> None:
    log = Log()
    log.user("old")
    kept = log.user("kept")
    log.boundary(trigger="auto", preservedMessages={"uuids": [kept, "11111111-1111-4111-8111-111111111111"]})
    log.summary("summary")
    log.model(text("next"))
    log.boundary(trigger="auto")
    log.summary("again")
    session = log.read()
    first, second = session.compactions
    assert texts(session, first.covers) == ["old"]
    assert texts(session, first.kept) == ["kept"]
    assert "1 of the kept messages" in first.gaps[0]
    assert texts(session, second.covers) == ["kept", "next"]


def test_a_link_that_leads_out_of_the_file_falls_back_to_file_order_and_says_so() -> None:
    log = Log()
    log.user("lost?", parent="22222222-2222-4222-8222-222222222222")
    log.entry("system", None, subtype="compact_boundary", logicalParentUuid="33333333-3333-4333-8333-333333333333")
    log.summary("summary")
    session = log.read()
    assert texts(session, session.compactions[0].covers) == ["lost?"]
    assert "file order" in session.compactions[0].gaps[0]


def test_a_boundary_without_a_summary_is_a_failed_compaction_and_hides_nothing_c002() -> None:
    log = Log()
    log.user("go")
    log.boundary(trigger="auto")
    log.model(text("still here"))
    session = log.read()
    assert session.compactions == ()
    assert session.attempts[0].reason == "no summary follows the boundary"
    assert texts(session) == ["go", "still here"]


def test_a_compaction_that_failed_and_was_tried_again_counts_once_c002() -> None:
    log = Log()
    log.user("go")
    log.boundary(trigger="auto")
    log.boundary(trigger="auto")
    log.summary("summary")
    session = log.read()
    assert texts(session, session.compactions[0].covers) == ["go"]
    assert len(session.attempts) == 1


def test_entries_written_again_with_the_same_uuid_count_once() -> None:
    log = Log()
    log.user("go")
    log.model(text("yes"))
    log.lines.extend(log.lines)
    session = log.read()
    assert texts(session) == ["go", "yes"]
    assert session.lines.skipped == 2
    assert session.lines.read == 2


def test_a_log_without_any_links_is_read_in_file_order() -> None:
    log = Log()
    log.user("one", parent=None)
    log.model(text("two"), parent=None)
    log.user("three", parent=None)
    assert texts(log.read()) == ["one", "two", "three"]


def test_a_sub_agents_conversation_is_not_the_main_one_and_its_prompt_is_not_a_humans() -> None:
    log = Log()
    root = log.user("go")
    log.user("explore the code", isSidechain=True, parent=None)
    log.model(text("explored"), isSidechain=True)
    log.model(text("done"), parent=root)
    session = log.read()
    assert texts(session) == ["go", "done"]
    assert [m.author for m in session.messages([1])] == [Author.MODEL]


@pytest.mark.parametrize(
    ("content", "fields", "author"),
    [
        ("Fix the parser", {}, Author.HUMAN),
        ("<task-notification>\n<task-id>a1</task-id>\n</task-notification>", {}, Author.HARNESS),
        ("[Request interrupted by user]", {}, Author.HARNESS),
        ("Caveat: the messages below …", {"isMeta": True}, Author.HARNESS),
        ("a peer's words", {"origin": {"kind": "peer"}}, Author.HARNESS),
        ("my words", {"origin": {"kind": "human"}}, Author.HUMAN),
        ("This session is being continued from a previous conversation that ran out of context.", {}, Author.SUMMARY),
        ("<local-command-stdout>ok</local-command-stdout>", {}, Author.HARNESS),
    ],
)
def test_the_author_of_a_user_entry_is_not_its_role(content: str, fields: dict[str, object], author: Author) -> None:
    log = Log()
    log.user(content, **fields)
    assert [m.author for m in log.read().messages()] == [author]


def test_marks_tell_edits_jobs_queued_input_and_interrupted_turns() -> None:
    log = Log()
    log.user("go")
    log.result("t1", "ok", toolUseResult={"filePath": "/w/a.py", "structuredPatch": []})
    log.result("t2", "ok", toolUseResult={"isAsync": True, "status": "async_launched", "agentId": "ag1"})
    log.user("<task-notification>\n<task-id>ag1</task-id>\n</task-notification>")
    log.user([text("[Request interrupted by user]")])
    log.lines.append('{"type":"queue-operation","operation":"enqueue","content":"later","sessionId":"s1"}')
    marks = [mark for _, record in log.read().records() for mark in record.marks]
    assert marks == [
        Turn(True),
        Edit("/w/a.py"),
        Job("ag1", True),
        Job("ag1", False),
        Turn(False, "interrupted"),
        Queued("later", True),
    ]


def test_a_web_export_is_read_from_its_one_document() -> None:
    log = Log()
    log.user("go")
    log.model(text("好的"))
    document = json.dumps({"loglines": [json.loads(x) for x in log.lines]}, ensure_ascii=False, indent=1)
    session = read_source(BytesSource(document.encode()))
    assert texts(session) == ["go", "好的"]
    assert session.lines.read == session.lines.total == document.count("\n") + 1


ENTRY = st.fixed_dictionaries(
    {"type": st.sampled_from(["user", "assistant", "system", "attachment", "progress", "mode", "?"])},
    optional={
        "uuid": st.sampled_from(["a", "b", "c", "d"]) | st.integers(),
        "parentUuid": st.sampled_from(["a", "b", "c", "d", "z", None]),
        "logicalParentUuid": st.sampled_from(["a", "d", "z", None]),
        "subtype": st.sampled_from(["compact_boundary", "turn_duration", "microcompact_boundary"]),
        "isCompactSummary": st.booleans(),
        "isSidechain": st.booleans() | st.none(),
        "compactMetadata": st.sampled_from([{}, {"trigger": "auto", "preservedMessages": {"uuids": ["a", "c"]}}, 3]),
        "attachment": st.sampled_from(
            [{"type": "queued_command", "prompt": "x"}, {"type": "d", "content": ["y"]}, "z"]
        ),
        "message": st.sampled_from(
            [
                {"role": "user", "content": "words"},
                {"id": "m", "content": [{"type": "tool_use", "id": "t"}, {"type": "text"}, 4, None]},
                {"content": [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "image"}, "s"]}]},
                {"content": None},
                "bare",
                {"content": "\ud83d lone"},
            ]
        ),
    },
)


@given(st.lists(ENTRY, max_size=14), st.integers(0, 30))
def test_no_log_raises_anything_but_an_input_error_and_its_lines_add_up(rows: list[object], cut: int) -> None:
    data = b'{"type":"user","sessionId":"s","message":{"content":"go"}}\n'
    data += b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    data = data[: len(data) - cut]
    try:
        session = read_source(BytesSource(data), "claude-code")
    except InputError:
        return
    lines = session.lines
    assert lines.read + lines.skipped + lines.broken == lines.total
    events = set(range(len(session.events)))
    assert set(session.surface) <= events
    assert len(set(session.surface)) == len(session.surface)
    list(session.records())
    list(session.messages())
    for compaction in session.compactions:
        leaves = list(session.leaves(compaction))
        assert len(set(leaves)) == len(leaves)
        assert set(leaves) <= events


def test_the_real_compacted_logs_hold_eleven_compactions(shared: Path) -> None:
    counts = {}
    for path in sorted((shared / "sessions" / "claude-code").glob("compacted-*.jsonl")):
        with read(path) as session:
            counts[path.stem] = len(session.compactions)
            assert session.lines.broken == 0
            assert all(c.summary.startswith("This session is being continued") for c in session.compactions)
    assert len(counts) == 8
    assert sum(counts.values()) == 11


def test_every_real_log_accounts_for_all_its_lines(shared: Path) -> None:
    paths = sorted((shared / "sessions").glob("claude-code*/*.jsonl"))
    for path in paths:
        raw = path.read_bytes()
        with read(path) as session:
            lines = session.lines
            assert lines.total == raw.count(b"\n") + (not raw.endswith(b"\n")), path
            assert lines.read + lines.skipped + lines.broken == lines.total, path
    assert len(paths) == 28


def test_a_copy_of_the_last_entry_or_of_a_summary_takes_nothing_away_c095_c096() -> None:
    log = Log()
    log.user("one")
    log.model(text("two"))
    log.user("three")
    log.lines.append(log.lines[-1])
    assert texts(log.read()) == ["one", "two", "three"]
    log.boundary(trigger="auto")
    log.summary("summary")
    log.lines.append(log.lines[-1])
    log.model(text("going on"))
    session = log.read()
    assert texts(session) == ["summary", "going on"]
    assert len(session.compactions) == 1
    assert texts(session, session.leaves(session.compactions[0])) == ["one", "two", "three"]


def test_a_first_line_of_many_megabytes_does_not_hide_the_format() -> None:
    log = Log()
    log.user("x" * 3_000_000)
    log.model(text("two"))
    assert [len(t) for t in texts(log.read())] == [3_000_000, 3]


def test_a_format_that_is_insisted_on_must_show_in_the_log() -> None:
    log = Log()
    log.user("one")
    source = BytesSource("\n".join(log.lines).encode())
    for wrong in ("dsh", "codex", "pi", "gemini"):
        with pytest.raises(InputError):
            read_source(source, wrong)
    assert texts(read_source(source, "claude-code")) == ["one"]


def test_a_log_that_changes_between_reading_and_decoding_is_an_error_and_no_empty_session(tmp_path: Path) -> None:
    log = Log()
    log.user("one")
    log.model(text("two"))
    path = tmp_path / "live.jsonl"
    path.write_text("\n".join(log.lines) + "\n")
    with read(path) as session:
        path.write_bytes(b"\x00" * path.stat().st_size)
        with pytest.raises(InputError, match="changed while it was being read"):
            list(session.messages())
        path.write_bytes(b"")
        with pytest.raises(InputError, match="fewer now"):
            list(session.messages())


def test_a_resume_right_behind_a_boundary_sees_only_what_follows_the_last_one_c071() -> None:
    log = Log()
    log.user("finished work")
    log.boundary(trigger="auto")
    log.summary("first")
    log.boundary(trigger="auto")
    log.summary("second")
    log.user("go on")
    assert texts(log.read()) == ["second", "go on"]


def test_a_launch_before_a_boundary_is_known_when_its_end_comes_behind_it_c023() -> None:
    log = Log()
    log.user("go")
    log.result("t1", "launched", toolUseResult={"isAsync": True, "status": "async_launched", "agentId": "ag1"})
    log.boundary(trigger="auto")
    log.summary("summary")
    marks = [mark for _, record in log.read().records() for mark in record.marks if isinstance(mark, Job)]
    assert marks == [Job("ag1", True)]
    log.user("<task-notification>\n<task-id>ag1</task-id>\n</task-notification>")
    marks = [mark for _, record in log.read().records() for mark in record.marks if isinstance(mark, Job)]
    assert marks[-1] == Job("ag1", False)


def places(value: object) -> Iterator[tuple[object, ...]]:
    """Where in a JSON value something stands."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in entries:
        yield (key,)
        yield from ((key, *rest) for rest in places(held))


@pytest.mark.parametrize("odd", [None, [], [[]], {}, {"a": {}}, 7, "x"], ids=repr)
def test_a_field_of_another_type_is_as_good_as_absent(odd: object) -> None:
    log = Log()
    first = log.user("hi", version="2.1")
    log.model(call("c1"))
    log.result("c1", "out", toolUseResult={"filePath": "/w/a", "structuredPatch": []})
    log.entry("attachment", attachment={"type": "queued_command", "prompt": "go on"})
    log.entry("system", subtype="microcompact_boundary", microcompactMetadata={"compactedToolIds": ["c1"]})
    log.boundary(trigger="auto", preTokens=9, preservedMessages={"uuids": [first]})
    log.summary("short")
    whole = list(log.lines)
    for line in whole:
        for place in places(json.loads(line)):
            bent: Any = json.loads(line)
            held = bent
            for key in place[:-1]:
                held = held[key]
            held[place[-1]] = odd
            log.lines = [*whole, json.dumps(bent)]
            session = log.read()
            assert session.lines.faults == [], place
            assert [*session.records()]
            assert [*session.messages()]
            assert session.compactions[0].trigger == "auto"


def test_of_a_boundary_an_odd_count_costs_only_the_count() -> None:
    log = Log()
    first = log.user("one")
    log.model(text("two"))
    log.boundary(trigger=["auto"], preTokens="many", preservedMessages={"uuids": [first]})
    log.summary("short")
    (compaction,) = log.read().compactions
    assert (compaction.trigger, compaction.tokens_before, list(compaction.kept)) == ("unknown", None, [0])
