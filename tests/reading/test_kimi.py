from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import kimi, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Edit, Session, Turn, Usage

Json = dict[str, Any]
SUMMARY = "<system>Previous context has been compacted. Here is the compaction output:</system>"


def row(role: str, content: Any, **more: Any) -> Json:
    return {"role": role, "content": content, **more}


def call(id: str, name: str = "Shell", **arguments: Any) -> Json:
    return {"type": "function", "id": id, "function": {"name": name, "arguments": json.dumps(arguments)}}


def encoded(rows: Iterable[Json]) -> bytes:
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in rows)


def log(*rows: Json) -> Session:
    return kimi.read(BytesSource(encoded(rows)))


def texts(session: Session, events: Any = None, author: Author | None = None) -> list[str]:
    return [message.text(author) for message in session.messages(events)]


def step(kind: str, id: str = "s1", **more: Any) -> Json:
    return {"type": "context.append_loop_event", "event": {"type": kind, "stepUuid": id, **more}, "time": 1785612803281}


def put(text: str, kind: str = "user") -> Json:
    message = {"role": "user", "content": [{"type": "text", "text": text}], "toolCalls": [], "origin": {"kind": kind}}
    return {"type": "context.append_message", "message": message}


def compacted(**more: Any) -> Json:
    return {"type": "context.apply_compaction", "summary": "S", "contextSummary": "Before: S", **more}


# --- context.jsonl ---------------------------------------------------------------------------------------------------


def test_a_call_is_paired_with_its_result_and_a_failure_is_told_by_kimis_own_word() -> None:
    session = log(
        row("_system_prompt", "Be good."),
        row("user", "go"),
        row("assistant", [{"type": "think", "think": "hm"}], tool_calls=[call("c1", command="ls")]),
        row("tool", [{"type": "text", "text": "<system>ERROR: no</system>"}], tool_call_id="c1"),
        {"role": "_usage", "token_count": 7},
    )
    system, _, answer, result = session.messages()
    assert (system.role, system.author) == ("system", Author.HARNESS)
    assert answer.tool_calls[0].input == {"command": "ls"}
    assert (result.tool_results[0].call_id, result.tool_results[0].is_error) == ("c1", True)
    assert [mark for _, record in session.records() for mark in record.marks] == [Turn(True), Usage(7)]


@pytest.mark.parametrize(
    "text",
    ["<system>CHECKPOINT 3</system>", "<notification id='n'>\nTask done\n</notification>", "<system>x\ny</system>\n"],
)
def test_what_kimi_tells_the_model_in_the_users_role_is_no_humans(text: str) -> None:
    session = log({"role": "_checkpoint", "id": 0}, row("user", [{"type": "text", "text": text}]))
    assert next(session.messages()).author is Author.HARNESS


def test_a_human_who_writes_of_a_system_stays_human() -> None:
    session = log({"role": "_checkpoint", "id": 0}, row("user", "what is <system>x</system> for?"))
    assert texts(session, author=Author.HUMAN) == ["what is <system>x</system> for?"]


def folder(path: Path, **files: list[Json]) -> Path:
    for name, rows in files.items():
        (path / f"{name}.jsonl").write_bytes(encoded(rows))
    return path / "context.jsonl"


OLD = [row("user", "one"), row("assistant", "alpha"), row("user", "two"), row("assistant", "beta")]
LEAD = row("user", [{"type": "text", "text": SUMMARY}, {"type": "text", "text": "They said one."}])


def test_the_originals_of_a_compaction_stand_in_the_file_that_was_moved_aside(tmp_path: Path) -> None:
    path = folder(
        tmp_path, context_1=[{"role": "_checkpoint", "id": 0}, *OLD], context=[LEAD, *OLD[2:], row("user", "three")]
    )
    with read(path) as session:
        (compaction,) = session.compactions
        assert compaction.summary == "They said one."
        assert texts(session, compaction.covers) == ["one", "alpha"]
        assert texts(session, compaction.kept) == ["two", "beta"]
        assert texts(session)[1:] == ["two", "beta", "three"]
        assert next(session.messages()).author is Author.SUMMARY
        assert session.lines.total == session.lines.read == 9
        assert texts(session, range(len(session.events))).count("two") == 1
        assert "context_1.jsonl, context.jsonl" in session.notes[0]


def test_a_second_compaction_goes_back_to_the_first(tmp_path: Path) -> None:
    second = row("user", [{"type": "text", "text": SUMMARY}, {"type": "text", "text": "More."}])
    path = folder(tmp_path, context_1=OLD, context_2=[LEAD, row("user", "x")], context_10=[second], context=[second])
    with read(path) as session:
        first, last = session.compactions
        assert (first.index, last.earlier) == (0, (0,))
        assert [texts(session, [event])[0] for event in session.leaves(last)] == ["one", "alpha", "two", "beta", "x"]


def test_an_undo_is_no_compaction(tmp_path: Path) -> None:
    path = folder(tmp_path, context_1=[{"role": "_checkpoint", "id": 0}, *OLD], context=[{"role": "_usage"}, *OLD[:2]])
    with read(path) as session:
        assert (len(session.compactions), texts(session)) == (0, ["one", "alpha"])
        assert any("2 messages were taken back" in note for note in session.notes)


def test_a_summary_without_its_originals_says_that_they_are_missing() -> None:
    (compaction,) = log(LEAD, row("assistant", "ok")).compactions
    assert (list(compaction.covers), len(compaction.gaps)) == ([], 1)


# --- Kimi Code -------------------------------------------------------------------------------------------------------


def test_the_pieces_of_a_step_are_one_message() -> None:
    session = log(
        put("go"),
        step("content.part", part={"type": "think", "think": "hm"}),
        step("tool.call", toolCallId="c1", name="Bash", args={"command": "ls"}, display={"cwd": "/w"}),
        step("tool.result", toolCallId="c1", result={"output": "x.py", "isError": True}),
        step("content.part", id="s2", part={"type": "text", "text": "done"}),
        step("step.end", id="s2", usage={"inputOther": 2, "output": 1}, finishReason="end_turn"),
    )
    assert [len(message.parts) for message in session.messages()] == [1, 2, 1, 1]
    assert (session.cwd, session.record(1).time[:10]) == ("/w", "2026-08-01")
    assert session.record(3).message.tool_results[0].is_error  # type: ignore[union-attr]
    assert session.record(5).marks == (Usage(2, 1), Turn(False, "completed"))


def test_whose_a_message_is_its_origin_says() -> None:
    session = log(put("please"), put("You MUST NOT edit.", "injection"), put("job ended", "background_task"))
    assert [message.author for message in session.messages()] == [Author.HUMAN, Author.HARNESS, Author.HARNESS]


def test_a_compaction_leaves_the_persons_messages_and_puts_the_summary_behind_them() -> None:
    begin = {"type": "full_compaction.begin", "source": "auto"}
    session = log(
        put("one"), put("note", "injection"), put("two"), begin, compacted(keptUserMessageCount=1, tokensBefore=9),
        {"type": "full_compaction.complete"}, put("three"),
    )  # fmt: skip
    (compaction,) = session.compactions
    assert (compaction.summary, compaction.trigger, compaction.lock, compaction.tokens_before) == (
        "S",
        "auto",
        (3, 5),
        9,
    )
    assert texts(session) == ["two", "Before: S", "three"]
    assert (texts(session, compaction.covers), texts(session, compaction.kept)) == (["one", "note"], ["two"])


def test_the_older_form_keeps_what_stands_behind_the_count() -> None:
    session = log(put("one"), step("content.part", part={"text": "a"}), put("two"), compacted(compactedCount=2))
    assert texts(session) == ["Before: S", "two"]
    assert texts(session, session.compactions[0].covers) == ["one", "a"]


def test_an_answer_that_began_counts_as_one_message_whatever_it_holds() -> None:
    begin = {"type": "context.append_loop_event", "event": {"type": "step.begin", "uuid": "s1"}}
    pieces = [step("content.part", part={"text": "a"}), step("content.part", part={"text": "b"})]
    session = log(put("one"), begin, *pieces, put("two"), compacted(compactedCount=2))
    assert texts(session) == ["Before: S", "two"]
    assert texts(session, session.compactions[0].covers) == ["one", "a\nb"]


def test_undone_prompts_and_a_cleared_context_are_not_seen_any_more() -> None:
    assert texts(log(put("one"), put("two"), put("x", "injection"), {"type": "context.undo", "count": 1})) == ["one"]
    assert texts(log(put("one"), {"type": "context.clear"}, put("two"))) == ["two"]


@pytest.mark.parametrize(("behind", "reason"), [("full_compaction.cancel", "cancelled"), ("turn.prompt", "not ended")])
def test_a_compaction_that_came_to_nothing_is_an_attempt(behind: str, reason: str) -> None:
    session = log(put("one"), {"type": "full_compaction.begin"}, {"type": behind})
    assert (len(session.compactions), texts(session)) == (0, ["one"])
    assert session.attempts[0].reason.startswith(reason)


# --- wire.jsonl ------------------------------------------------------------------------------------------------------


def wire(kind: str, **payload: Any) -> Json:
    return {"timestamp": 1775104348.6, "message": {"type": kind, "payload": payload}}


HEAD = {"type": "metadata", "protocol_version": "1.8"}


def test_arguments_that_came_in_pieces_are_put_together() -> None:
    session = log(
        HEAD,
        wire("TurnBegin", user_input="go"),
        wire("StepBegin", n=1),
        wire("ToolCall", id="c1", function={"name": "ReadFile", "arguments": '{"pa'}),
        wire("ToolCallPart", arguments_part='th": "x"}'),
        wire(
            "ToolResult", tool_call_id="c1", return_value={"output": "o", "display": [{"type": "diff", "path": "/x"}]}
        ),
    )
    _, answer, result = session.messages()
    assert (answer.tool_calls[0].input, result.tool_results[0].text) == ({"path": "x"}, "o")
    assert session.record(5).marks == (Edit("/x", "c1"),)


def test_a_wire_log_tells_of_a_compaction_and_not_what_it_says() -> None:
    session = log(HEAD, wire("TurnBegin", user_input="a"), wire("CompactionBegin"), wire("CompactionEnd"),
                  wire("TurnBegin", user_input="b"), wire("CompactionBegin"))  # fmt: skip
    (compaction,) = session.compactions
    assert compaction.unreadable
    assert (texts(session, compaction.covers), texts(session), len(session.attempts)) == (["a"], ["b"], 1)


def test_a_sub_agents_words_are_on_the_side() -> None:
    inner = {"type": "ContentPart", "payload": {"type": "text", "text": "side"}}
    session = log(HEAD, wire("TurnBegin", user_input="a"), wire("SubagentEvent", task_tool_call_id="c", event=inner))
    assert texts(session) == ["a"]
    assert session.record(2).message.sidechain  # type: ignore[union-attr]


# --- real logs -------------------------------------------------------------------------------------------------------


def test_every_row_of_a_real_context_is_read(shared: Path) -> None:
    path = shared / "sessions/kimi-cli/context-100.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    with read(path) as session:
        assert (session.format, session.lines.read, session.lines.total) == ("kimi", len(rows), len(rows))
        messages = list(session.messages())
        spoken = [r["role"].strip("_").partition("_")[0] for r in rows if r["role"] not in ("_checkpoint", "_usage")]
        assert [message.role for message in messages] == spoken
        calls = [c["id"] for r in rows for c in r.get("tool_calls", ())]
        assert [c.id for m in messages for c in m.tool_calls] == calls
        assert [r.call_id for m in messages for r in m.tool_results] == [
            r["tool_call_id"] for r in rows if r["role"] == "tool"
        ]
        assert sum(m.author is Author.HUMAN for m in messages) == 3


def test_a_real_log_of_kimi_code_with_a_compaction_is_read(shared: Path) -> None:
    path = shared / "sessions/kimi-cli/assistant-tools.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    said = [r["message"] for r in rows if r["type"] == "context.append_message"]
    with read(path) as session:
        assert (session.version, session.lines.read, session.lines.total) == ("code 1.4", 200, 200)
        (compaction,) = session.compactions
        applied = next(r for r in rows if r["type"] == "context.apply_compaction")
        assert (compaction.summary, compaction.tokens_before, compaction.tokens_after) == (
            applied["summary"],
            15912,
            654,
        )
        assert len(compaction.kept) == applied["keptUserMessageCount"] == 8
        heads = {session.events.heads[e] for e in (*compaction.covers, *compaction.kept)}
        begun = {r["event"]["uuid"] for r in rows if r.get("event", {}).get("type") == "step.begin"}
        silent = begun - {
            r["event"].get("stepUuid") for r in rows if r.get("event", {}).get("type") != "step.end" and "event" in r
        }
        assert len(heads) + len(silent) == applied["compactedCount"]
        every = list(session.messages(range(len(session.events))))
        assert sum(m.author is Author.HUMAN for m in every) == sum(m["origin"]["kind"] == "user" for m in said) == 8
        assert {c.id for m in every for c in m.tool_calls} == {r.call_id for m in every for r in m.tool_results}


def test_a_real_wire_log_is_read(shared: Path) -> None:
    with read(shared / "sessions/kimi-cli/wire.jsonl") as session:
        assert (session.version, session.lines.read, session.lines.total) == ("wire 1.8", 10, 10)
        assert [c.name for m in session.messages() for c in m.tool_calls] == ["ReadFile", "WriteFile"]
        edits = [mark for _, record in session.records() for mark in record.marks if isinstance(mark, Edit)]
        assert [edit.path.rpartition("/")[2] for edit in edits] == ["translated.py"]
