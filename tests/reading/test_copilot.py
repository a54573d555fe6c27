from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import copilot, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Directory, Job, Question, Session, Text, Turn, Usage

Json = dict[str, Any]


def event(kind: str, **data: Any) -> Json:
    return {"type": kind, "data": data, "id": "e", "timestamp": "2025-12-18T21:32:04Z", "parentId": None}


def log(*events: Json) -> Session:
    return copilot.read(BytesSource(b"".join(json.dumps(one).encode() + b"\n" for one in events)))


def texts(session: Session, events: Any = None) -> list[str]:
    return [message.text() for message in session.messages(events)]


def answer(words: str, *calls: str, **more: Any) -> Json:
    requests = [{"toolCallId": call, "name": "shell", "arguments": '{"command": "ls"}'} for call in calls]
    return event("assistant.message", content=words, toolRequests=requests, **more)


def test_a_call_stands_once_though_its_start_repeats_it() -> None:
    session = log(
        event("user.message", content="go"),
        answer("ok", "c1", outputTokens=5, reasoningText="hm"),
        event("tool.execution_start", toolCallId="c1", toolName="shell", arguments={"command": "ls"}),
        event("tool.execution_complete", toolCallId="c1", success=False, error={"message": "boom"}),
        answer("done"),
    )
    _, called, result, _ = session.messages()
    assert [(call.id, call.input) for call in called.tool_calls] == [("c1", {"command": "ls"})]
    assert [(r.call_id, r.text, r.is_error) for r in result.tool_results] == [("c1", "boom", True)]
    assert session.record(1).marks == (Usage(0, 5),)
    assert session.record(4).marks == (Turn(False, "completed"),)


def test_what_was_typed_is_told_from_what_the_client_made_of_it() -> None:
    given = "<current_datetime>now</current_datetime>\nfix it\n<reminder>be careful</reminder>"
    session = log(event("user.message", content="fix it", transformedContent=given))
    parts = [(p.author, p.text) for m in session.messages() for p in m.parts if isinstance(p, Text)]
    assert [text for author, text in parts if author is Author.HUMAN] == ["fix it"]
    assert "".join(text for _, text in parts) == given


@pytest.mark.parametrize("source", ["skill-pdf", "autopilot", "system"])
def test_a_message_with_a_source_is_no_humans(source: str) -> None:
    session = log(event("user.message", content="Never push.", source=source))
    assert next(session.messages()).author is Author.HARNESS
    assert session.record(0).marks == ()


def test_a_notification_is_the_harness_s_and_a_sub_agents_answer_on_the_side() -> None:
    session = log(event("system.notification", content="agent ended"), answer("side", parentToolCallId="c1"))
    assert [message.author for message in session.messages()] == [Author.HARNESS]
    assert session.record(1).message.sidechain  # type: ignore[union-attr]


def test_pieces_of_one_answer_are_one_message() -> None:
    session = log(
        answer("a", messageId="m", chunkIndex=0), answer("b", messageId="m", chunkIndex=1), answer("c", messageId="n")
    )
    assert texts(session) == ["a\nb", "c"]


def test_a_compaction_leaves_the_system_prompt_and_the_summary() -> None:
    session = log(
        event("system.message", content="Be good.", role="system"),
        event("user.message", content="one"),
        event("session.compaction_start"),
        event("session.compaction_complete", success=True, summaryContent="S", preCompactionTokens=90),
        event("user.message", content="two"),
    )
    (compaction,) = session.compactions
    assert (compaction.summary, compaction.tokens_before, compaction.lock) == ("S", 90, (2, 3))
    assert (texts(session, compaction.covers), texts(session)) == (["one"], ["Be good.", "S", "two"])
    assert list(session.messages())[1].author is Author.SUMMARY


def test_a_failed_compaction_changes_nothing() -> None:
    failed = event("session.compaction_complete", success=False, error="quota")
    session = log(event("user.message", content="one"), event("session.compaction_start"), failed)
    assert (texts(session), len(session.compactions)) == (["one"], 0)
    assert [(a.event, a.reason) for a in session.attempts] == [(1, "quota")]


def test_a_compaction_without_a_summary_cannot_be_audited() -> None:
    session = log(event("user.message", content="one"), event("session.compaction_complete", success=True))
    assert (session.compactions[0].unreadable, texts(session)) == ("the event holds no summary", [])


def test_the_state_of_the_work_is_marked() -> None:
    session = log(
        event("session.start", sessionId="s", context={"cwd": "/w"}),
        event("subagent.started", toolCallId="c", agentDisplayName="Scout"),
        event("permission.requested", requestId="r", permissionRequest={"intention": "push"}),
        event("permission.completed", requestId="r"),
        event("abort", reason="user"),
    )
    assert [mark for _, record in session.records() for mark in record.marks] == [
        Directory("/w"),
        Job("c", True, "Scout"),
        Question("r", True, "approval of push"),
        Question("r", False),
        Turn(False, "aborted"),
    ]


def test_every_event_of_a_real_log_is_read(shared: Path) -> None:
    path = shared / "sessions/copilot-cli/small.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    with read(path) as session:
        assert (session.format, session.version, session.id) == ("copilot", "1.0.77", "copilot_stage0_small")
        assert session.lines.read == session.lines.total == len(rows)
        main = [r["data"] for r in rows if "parentToolCallId" not in r["data"]]
        asked = [c["toolCallId"] for data in main for c in data.get("toolRequests", ())]
        every = list(session.messages())
        assert [c.id for m in every for c in m.tool_calls] == asked
        done = [r["data"]["toolCallId"] for r in rows if r["type"] == "tool.execution_complete" and r["data"] in main]
        assert [r.call_id for m in every for r in m.tool_results] == done
        assert sum(m.author is Author.HUMAN for m in every) == sum(r["type"] == "user.message" for r in rows)
        assert len(session.notes) == 1
