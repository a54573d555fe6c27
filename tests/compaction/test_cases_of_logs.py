"""Shapes from public bug reports about whole logs: what a harness wrote besides messages; ids of the rows in names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.compacting import compact, opened
from threefold.compaction.settings import CompactSettings
from threefold.reading import read
from threefold.session import Queued, Session
from threefold.work.ledger import Queue

Line = dict[str, Any]


def log(path: Path, lines: list[Line]) -> Path:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return path


def again(path: Path, target: int, **settings: Any) -> tuple[Any, Session]:
    """Compact a log, and read what came out."""
    with opened(path) as at:
        assert at.session is not None
        chosen = CompactSettings(target_bytes=target, scorer="recency", **settings)
        result = compact(at.session, settings=chosen, environ={}, opened=(at.conversation, at.wire))
    assert result.stats.error == ""
    out = path.with_name("out-" + path.name)
    out.write_bytes(result.output)
    session = read(out)
    assert session.lines.broken == 0
    return result, session


def texts(session: Session) -> str:
    return "\n".join(
        [message.text() for message in session.messages()]
        + [result.text for message in session.messages() for result in message.tool_results]
    )


def waiting(session: Session) -> list[str]:
    queue = Queue()
    for event, record in session.records():
        for mark in record.marks:
            if isinstance(mark, Queued):
                queue.mark(mark, event)
    return [item.text for item in queue.open()]


# --- Claude Code -------------------------------------------------------------------------------------------------


def claude(rounds: int = 12) -> list[Line]:
    lines: list[Line] = []

    def entry(kind: str, **fields: Any) -> None:
        uuid = f"00000000-0000-4000-8000-{len(lines):012d}"
        parent = lines[-1]["uuid"] if lines else None
        lines.append(
            {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False} | fields
        )

    entry("user", message={"role": "user", "content": "Port the importer."})
    for n in range(rounds):
        use = {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": f"make step{n}"}}
        entry("assistant", message={"id": f"m{n}", "role": "assistant", "model": "m", "content": [use]})
        answer = {"type": "tool_result", "tool_use_id": f"t{n}", "content": f"{n}: all is well and nothing new. " * 20}
        entry("user", message={"role": "user", "content": [answer]})
    return lines


def queued(operation: str, text: str = "") -> Line:
    return {"type": "queue-operation", "operation": operation, "sessionId": "s"} | ({"content": text} if text else {})


def test_what_a_person_typed_while_the_model_worked_is_still_waiting_in_the_compacted_log_c001(tmp_path: Path) -> None:
    lines = claude()
    lines[6:6] = [queued("enqueue", "Also keep the old flag."), queued("dequeue")]
    lines += [queued("enqueue", "And write the changelog."), queued("enqueue", "Then stop.")]
    result, session = again(log(tmp_path / "a.jsonl", lines), 4_000)
    assert result.stats.bytes_after <= 4_000
    assert waiting(session) == ["Queued input: And write the changelog.", "Queued input: Then stop."]


def test_queued_input_that_reached_the_model_as_a_message_is_not_queued_again_c001(tmp_path: Path) -> None:
    lines = [*claude(), queued("enqueue", "Then stop.")]
    last = [line for line in lines if "uuid" in line][-1]
    said = {"type": "user", "uuid": "u-last", "parentUuid": last["uuid"], "sessionId": "s", "isSidechain": False}
    lines.append(said | {"message": {"role": "user", "content": "Then stop."}})
    _, session = again(log(tmp_path / "a.jsonl", lines), 4_000)
    assert waiting(session) == []
    assert "Then stop." in texts(session)


def test_input_queued_in_an_inbox_of_deepseek_harness_outlives_a_compaction_c001(tmp_path: Path, root: Path) -> None:
    lines = [json.loads(line) for line in (root / "examples" / "import-fix.v4.jsonl").read_text().splitlines()]
    inbox = next(line for line in lines if line.get("type") == "agent/inbox/spliced" and line["data"].get("inserted"))
    late = json.loads(json.dumps(inbox))
    late["seq"] = max(line.get("seq", 0) for line in lines) + 1
    late["data"]["inserted"] = [{"content": [{"type": "text", "text": "Also run the linter, please."}]}]
    _, session = again(log(tmp_path / "a.jsonl", [*lines, late]), 9_000)
    assert waiting(session) == ["Queued input: Also run the linter, please."]


def test_the_launch_of_a_job_that_still_runs_stays_and_that_of_one_that_ended_may_go_c023(tmp_path: Path) -> None:
    lines = claude()
    for at, agent in ((2, "ended1"), (4, "still1")):
        lines[at]["toolUseResult"] = {"isAsync": True, "status": "async_launched", "agentId": agent}
    notice = "<task-notification>\n<task-id>ended1</task-id>\n</task-notification>"
    uuid = {"uuid": "u-end", "parentUuid": lines[-1]["uuid"], "sessionId": "s", "isSidechain": False}
    lines.append({"type": "user", **uuid, "message": {"role": "user", "content": notice}})
    result, session = again(log(tmp_path / "a.jsonl", lines), 4_500)
    raw = b"".join(session.raw(event) for event in session.surface)
    assert b"still1" in raw
    assert b'"agentId": "ended1"' not in raw
    assert {d.reason for d in result.decisions if d.index in (3, 4)} == {"background job still running"}


# --- Codex -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [3_000, 20_000])
def test_an_image_in_a_replacement_history_is_counted_in_bytes_and_goes_whole_c016(tmp_path: Path, target: int) -> None:
    image = {"type": "input_image", "image_url": "data:image/png;base64," + "iVBORw0KGgo" * 40_000}
    first = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Look at this."}, image]}
    kept = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Port the importer."}]}
    lines: list[Line] = [
        {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}},
        {"type": "compacted", "payload": {"message": "The summary.", "replacement_history": [kept, first]}},
    ]
    for n in range(8):
        call = {"type": "function_call", "call_id": f"c{n}", "name": "shell", "arguments": "{}"}
        out = {"type": "function_call_output", "call_id": f"c{n}", "output": f"{n}: all is well and nothing new. " * 20}
        lines += [{"type": "response_item", "payload": call}, {"type": "response_item", "payload": out}]
    lines = [{"timestamp": "2026-01-01T00:00:00Z"} | line for line in lines]
    result, session = again(log(tmp_path / "a.jsonl", lines), target)
    assert result.stats.bytes_before > 400_000
    assert result.stats.bytes_after <= target or result.stats.over_budget_bytes == result.stats.bytes_after - target
    assert result.stats.bytes_after <= target, result.stats.over_budget_reason
    assert "iVBORw0KGgoiVBOR" not in texts(session)


# --- pi ----------------------------------------------------------------------------------------------------------


def test_a_result_that_hangs_on_the_compaction_itself_is_an_orphan_and_goes_c088(tmp_path: Path) -> None:
    lines: list[Line] = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"}]

    def entry(id: str, parent: str | None, **fields: Any) -> None:
        lines.append({"type": "message", "id": id, "parentId": parent, "timestamp": "2026-01-01T00:00:01Z"} | fields)

    def said(role: str, text: str) -> dict[str, Any]:
        return {"message": {"role": role, "content": [{"type": "text", "text": text}]}}

    def answer(call: str, text: str) -> dict[str, Any]:
        content = [{"type": "text", "text": text}]
        return {"message": {"role": "toolResult", "toolCallId": call, "toolName": "bash", "content": content}}

    entry("u0", None, **said("user", "Port the importer."))
    entry("a0", "u0", message={"role": "assistant", "content": [
        {"type": "toolCall", "id": "gone", "name": "bash", "arguments": {}}]})  # fmt: skip
    entry("u1", "a0", **said("user", "Go on."))
    entry("c0", "u1", type="compaction", summary="The summary.", firstKeptEntryId="u1", tokensBefore=9)
    entry("r0", "c0", **answer("gone", "late output of a call that was summarised away. " * 20))
    parent = "r0"
    for n in range(2):
        call = [{"type": "toolCall", "id": f"k{n}", "name": "bash", "arguments": {"n": n}}]
        entry(f"a{n + 1}", parent, message={"role": "assistant", "content": call})
        entry(f"r{n + 1}", f"a{n + 1}", **answer(f"k{n}", f"{n}: all is well and nothing new. " * 20))
        parent = f"r{n + 1}"
    for keep_recent in (0, 4, 5, 9):
        _, session = again(log(tmp_path / "a.jsonl", lines), 1_900, keep_recent=keep_recent)
        calls = {call.id for message in session.messages() for call in message.tool_calls}
        results = {answer.call_id for message in session.messages() for answer in message.tool_results}
        assert results <= calls, keep_recent
