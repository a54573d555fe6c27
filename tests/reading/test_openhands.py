from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import UnreadableInput
from threefold.reading import openhands, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Todo, Todos, Turn
from threefold.work import fold

Json = dict[str, Any]


def event(id: str, kind: str, source: str = "environment", **more: Any) -> Json:
    return {"id": id, "timestamp": "2026-06-16T05:39:18", "source": source, "kind": kind, **more}


def said(id: str, text: str, source: str = "user", **more: Any) -> Json:
    role = "user" if source == "user" else "assistant"
    return event(
        id, "MessageEvent", source, llm_message={"role": role, "content": [{"type": "text", "text": text}]}, **more
    )


def acted(id: str, call: str, response: str = "r1", thought: str = "") -> Json:
    return event(
        id,
        "ActionEvent",
        "agent",
        thought=[{"type": "text", "text": thought}] if thought else [],
        action={"kind": "X"},
        tool_name="terminal",
        tool_call_id=call,
        llm_response_id=response,
        tool_call={"id": call, "name": "terminal", "arguments": '{"command": "ls"}'},
    )


def seen(id: str, call: str, text: str, **more: Any) -> Json:
    return event(
        id,
        "ObservationEvent",
        tool_call_id=call,
        tool_name="terminal",
        observation={"content": [{"type": "text", "text": text}], **more},
    )


def condensed(id: str, forgotten: list[str], summary: str | None = "S", offset: int = 0) -> Json:
    return event(id, "Condensation", forgotten_event_ids=forgotten, summary=summary, summary_offset=offset)


def lines(*events: Json) -> Session:
    return openhands.read(BytesSource(b"".join(json.dumps(one).encode() + b"\n" for one in events)))


def array(*events: Json) -> Session:
    return openhands.read(BytesSource(json.dumps(list(events), indent=1).encode()))


def texts(log: Session, events: Any = None) -> list[str]:
    return [message.text() for message in log.messages(events)]


def test_the_calls_of_one_answer_are_one_message_and_each_has_its_result() -> None:
    log = lines(
        said("m", "go"),
        acted("a", "c1", thought="look"),
        acted("b", "c2"),
        seen("o", "c1", "x"),
        seen("p", "c2", "no", is_error=True),
    )
    _, answer, first, second = log.messages()
    assert [call.id for call in answer.tool_calls] == ["c1", "c2"]
    assert answer.tool_calls[0].input == {"command": "ls"}
    assert [(r.call_id, r.is_error) for m in (first, second) for r in m.tool_results] == [("c1", False), ("c2", True)]


def test_only_a_persons_message_is_a_persons() -> None:
    log = lines(
        said("m", "please", extended_content=[{"type": "text", "text": "Never delete."}]),
        said("d", "delegated", sender="planner"),
        said("a", "done", "agent"),
        event("h", "MessageEvent", "hook", llm_message={"role": "user", "content": [{"text": "hook says"}]}),
    )
    assert [(p.author, p.text) for m in log.messages() for p in m.parts] == [  # type: ignore[union-attr]
        (Author.HUMAN, "please"),
        (Author.HARNESS, "Never delete."),
        (Author.HARNESS, "delegated"),
        (Author.MODEL, "done"),
        (Author.HARNESS, "hook says"),
    ]


def test_a_condensation_forgets_events_that_are_no_prefix() -> None:
    log = lines(
        said("a", "one"), said("b", "two"), said("c", "three"), said("d", "four"), condensed("k", ["b", "d"], offset=1)
    )
    (compaction,) = log.compactions
    assert texts(log) == ["one", "S", "three"]
    assert texts(log, compaction.covers) == ["two", "four"]
    assert texts(log, compaction.kept) == ["one", "three"]
    assert list(log.messages())[1].author is Author.SUMMARY


def test_a_forgotten_summary_leads_to_its_own_originals() -> None:
    log = lines(said("a", "one"), condensed("k", ["a"]), said("b", "two"), condensed("l", ["k-summary", "b"], "T"))
    assert (log.compactions[1].earlier, texts(log)) == ((0,), ["T"])
    assert [log.record(e).message.text() for e in log.leaves(log.compactions[1])] == ["one", "two"]  # type: ignore[union-attr]


def test_what_is_forgotten_without_a_summary_is_gone_and_cannot_be_audited() -> None:
    log = lines(said("a", "one"), said("b", "two"), condensed("k", ["a", "zz"], None))
    (compaction,) = log.compactions
    assert (texts(log), compaction.summary_event) == (["two"], None)
    assert compaction.unreadable
    assert compaction.gaps == ("1 forgotten events are not in this log",)


def test_the_state_of_the_run_and_of_the_tasks_is_marked() -> None:
    log = lines(
        event("s", "ConversationStateUpdateEvent", key="execution_status", value="finished"),
        seen("o", "c", "ok", task_list=[{"title": "ship", "status": "done"}, {"title": "test", "status": "todo"}]),
    )
    assert log.record(0).marks == (Turn(False, "completed"),)
    assert log.record(1).marks == (Todos((Todo("ship", "completed"), Todo("test", "pending"))),)


# --- version 0 -------------------------------------------------------------------------------------------------------


def old(id: int, source: str, what: str, **more: Any) -> Json:
    return {"id": id, "timestamp": "2025-01-01T00:00:00", "source": source, what: more.pop("name"), **more}


def talk(id: int, text: str, source: str = "user") -> Json:
    return old(id, source, "action", name="message", args={"content": text})


def cut(id: int, **args: Any) -> Json:
    return old(id, "agent", "action", name="condensation", args=args)


META = {"tool_call_id": "c9", "function_name": "execute_bash"}


@pytest.mark.parametrize("read_as", [lines, array])
@pytest.mark.parametrize(
    ("meta", "id", "name"), [({}, "action-1", "run"), ({"tool_call_metadata": META}, "c9", "execute_bash")]
)
def test_an_old_observation_answers_the_action_that_caused_it(read_as: Any, meta: Json, id: str, name: str) -> None:
    log = read_as(
        talk(0, "go"),
        old(1, "agent", "action", name="run", args={"command": "ls", "thought": "look", "hidden": False}, **meta),
        old(2, "agent", "observation", name="run", cause=1, content="x", extras={"metadata": {"exit_code": 2}}, **meta),
        old(3, "environment", "observation", name="agent_state_changed", content="", extras={"agent_state": "error"}),
        old(4, "environment", "observation", name="recall", content="Repo rules", extras={}),
        old(5, "agent", "action", name="finish", args={"final_thought": "done"}),
    )
    _, answer, result, recalled, last = log.messages()
    assert [(c.id, c.name, c.input) for c in answer.tool_calls] == [(id, name, {"command": "ls"})]
    assert (answer.text(), result.tool_results[0].call_id, result.tool_results[0].is_error) == ("look", id, True)
    assert (recalled.author, last.text(), log.version) == (Author.HARNESS, "done", "v0")


def test_version_0_shows_the_latest_summary_alone() -> None:
    log = array(
        talk(0, "one"),
        talk(1, "two"),
        talk(2, "three"),
        cut(3, forgotten_events_start_id=1, forgotten_events_end_id=1, summary="S", summary_offset=1),
        talk(4, "four"),
        cut(5, forgotten_event_ids=[2], summary="T", summary_offset=1),
    )
    assert texts(log) == ["one", "T", "four"]
    assert (log.compactions[1].earlier, texts(log, log.compactions[1].covers)) == ((0,), ["three"])


@pytest.mark.parametrize("old_version", [False, True])
def test_a_call_that_a_person_rejected_is_their_refusal_and_no_failed_call(old_version: bool) -> None:
    default = "Action has been rejected by the user! Waiting for further user input."
    log = lines(
        talk(0, "tidy up"),
        old(1, "agent", "action", name="write", args={"path": "/repo/a.py", "content": "x"}),
        old(2, "environment", "observation", name="user_rejected", cause=1, content=default),
    ) if old_version else lines(
        said("u", "tidy up"),
        acted("a", "c1"),
        event("r", "UserRejectObservation", "user", tool_call_id="c1", tool_name="terminal",
              rejection_source="user", rejection_reason="leave the listing alone"),
    )  # fmt: skip
    work = fold(log)
    assert work.edits == ()
    assert [one.words for one in work.refused] == ([] if old_version else ["leave the listing alone"])


def test_a_call_that_a_hook_blocked_is_nobodys_refusal() -> None:
    log = lines(
        said("u", "tidy up"),
        acted("a", "c1"),
        event("r", "UserRejectObservation", tool_call_id="c1", rejection_source="hook", rejection_reason="no network"),
    )
    assert fold(log).refused == ()
    assert [one.text for message in log.messages() for one in message.tool_results] == ["no network"]


def test_every_event_of_a_real_log_is_read(shared: Path) -> None:
    path = shared / "sessions/openhands/events.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    with read(path) as log:
        assert (log.format, log.version, log.lines.read, log.lines.total) == ("openhands", "sdk", len(rows), len(rows))
        called = [r["tool_call_id"] for r in rows if r["kind"] == "ActionEvent"]
        answered = [r["tool_call_id"] for r in rows if r["kind"] == "ObservationEvent"]
        assert [c.id for m in log.messages() for c in m.tool_calls] == called
        assert [r.call_id for m in log.messages() for r in m.tool_results] == answered
        assert not any(m.author is Author.HUMAN for m in log.messages())


# --- a file of a benchmark: one run in each line --------------------------------------------------------------------


OLD_PAIR = [
    {"id": 1, "source": "agent", "action": "run", "args": {"command": "ls", "thought": ""}, "message": "m"},
    {"id": 2, "source": "agent", "observation": "run", "cause": 1, "content": "a.txt", "extras": {"exit_code": 0}},
]


@pytest.mark.parametrize(
    "history",
    [
        [said("m1", "go"), acted("a1", "c1"), seen("o1", "c1", "a.txt")],
        [{"id": 0, "source": "user", "action": "message", "args": {"content": "go"}}, *OLD_PAIR],
        [[{"id": 0, "source": "user", "action": "message", "args": {"content": "go"}}, {}], OLD_PAIR],
    ],
    ids=["sdk", "version 0", "pairs of version 0"],
)
def test_a_benchmarks_run_is_read_from_its_line(tmp_path: Path, history: list[Any]) -> None:
    path = tmp_path / "output.jsonl"
    other = {"instance_id": "other__1", "history": [said("m9", "something else")]}
    rows = [{"instance_id": "django__1", "instruction": "go", "history": history, "metrics": {}}, other]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with read(path / "django__1") as log:
        assert log.format == "openhands"
        every = list(log.messages())
        assert every[0].text(Author.HUMAN) == "go"
        assert [c.id for m in every for c in m.tool_calls] == [r.call_id for m in every for r in m.tool_results]
        assert [r.text for m in every for r in m.tool_results] == ["a.txt"]
        assert log.lines.read + log.lines.skipped == log.lines.total
    with pytest.raises(UnreadableInput, match=r"holds 2 sessions; name one, as .*django__1, other__1"):
        read(path)
    with pytest.raises(UnreadableInput, match="holds no session nothing"):
        read(path / "nothing")
    path.write_text(json.dumps(rows[0]) + "\n" + '{"instance_id": "torn", "history": [{"id"')
    with read(path) as log:
        assert next(iter(log.messages())).text() == "go"
