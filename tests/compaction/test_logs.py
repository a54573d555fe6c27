"""Logs of harnesses: what must stand in them, and what a line of ours looks like there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from threefold.compacting import compact
from threefold.compaction.settings import CompactSettings
from threefold.errors import UnknownFormat
from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.session import Author, Session

FILLER = "nothing of note " * 60


def claude_code(job: bool) -> list[dict[str, Any]]:
    """A session whose second call started a background agent, and was told of its end only if ``job`` is false."""
    found: list[dict[str, Any]] = []

    def add(kind: str, content: Any, **more: Any) -> None:
        number = len(found)
        entry = {
            "parentUuid": f"u{number - 1}" if number else None,
            "uuid": f"u{number}",
            "type": kind,
            "sessionId": "s",
        }
        message = {"role": kind, "content": content} | (
            {"id": f"m{number}", "model": "x"} if kind == "assistant" else {}
        )
        found.append({**entry, "timestamp": f"2026-01-01T00:00:{number:02}Z", "message": message, **more})

    add("user", "please fix the parser")
    for number in range(8):
        add("assistant", [{"type": "tool_use", "id": f"t{number}", "name": "Task", "input": {"n": number}}])
        launched = {"toolUseResult": {"status": "async_launched", "agentId": "a1"}} if number == 1 else {}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": FILLER}
        add("user", [result], **launched)
    if not job:
        add("user", "<task-notification><task-id>a1</task-id> done</task-notification>")
    add("assistant", [{"type": "text", "text": "working on it"}])
    return found


def session(entries: list[dict[str, Any]]) -> Session:
    return read_source(BytesSource("".join(json.dumps(entry) + "\n" for entry in entries).encode(), "log.jsonl"))


def run(entries: list[dict[str, Any]], budget: int) -> Any:
    settings = CompactSettings(target_bytes=budget, keep_recent=1, scorer="recency", summary_bytes=600)
    result = compact(session(entries), settings=settings, environ={})
    assert result.stats.error == ""
    return result


def test_the_launch_of_a_job_that_still_runs_stays_and_one_that_ended_may_go() -> None:
    running, ended = run(claude_code(job=True), 5000), run(claude_code(job=False), 5000)
    assert [running.decisions[i].reason for i in (3, 4)] == ["background job still running"] * 2
    assert "background job still running" not in {d.reason for d in ended.decisions}


def test_a_line_of_ours_in_a_claude_code_log_is_the_harness_and_in_the_chain() -> None:
    result = run(claude_code(job=False), 5000)
    (ours,) = [json.loads(line) for line in result.output.splitlines() if b"threefold-digest" in line]
    assert ours["isMeta"] is True
    assert ours["type"] == "user"
    assert (ours["sessionId"], ours["parentUuid"]) == ("s", "u0")
    again = read_source(BytesSource(result.output, "out.jsonl"))
    (message,) = [m for m in again.messages() if "threefold-digest" in m.text()]
    assert message.author in (Author.HARNESS, Author.SUMMARY)
    assert not again.notes or "dangling" not in " ".join(again.notes)


def test_lines_that_stay_are_byte_for_byte_those_of_the_log() -> None:
    entries = claude_code(job=False)
    result = run(entries, 5000)
    lines = {json.dumps(entry).encode() for entry in entries}
    assert all(line in lines or b"threefold" in line for line in result.output.splitlines())


def test_a_log_of_deepseek_harness_keeps_its_header_and_names_the_plugin_of_our_line() -> None:
    header = {"type": "session", "version": 4, "id": "s1", "createdAt": 1, "cwd": "/w", "delegationDepth": 0}
    events = [header]
    for number in range(30):
        role = "user" if number % 2 == 0 else "assistant"
        body: dict[str, Any] = {"role": role, "content": [{"type": "text", "text": f"{number} {FILLER}"}]}
        data: dict[str, Any] = {**body, "source": {"kind": "plugin"}} if role == "user" else {"message": body}
        events.append({"type": f"{role}/message", "seq": number, "time": number, "data": data, "surfaceOp": "append"})
    result = run(events, 6000)
    first, *rest = [json.loads(line) for line in result.output.splitlines()]
    assert first == header
    (ours,) = [event for event in rest if "threefold-digest" in json.dumps(event)]
    assert ours["data"]["source"] == {"kind": "plugin", "plugin": "threefold"}
    assert ours["surfaceOp"] == "append"


@pytest.mark.parametrize(("ends", "most"), [(b"", None), (b"\r", None), (b"\n", 1)], ids=["glued", "CR", "header"])
def test_of_a_header_that_shares_its_line_with_events_only_the_header_stays(ends: bytes, most: int | None) -> None:
    header = {"type": "session", "version": 4, "id": "s1", "createdAt": 1, "cwd": "/w", "delegationDepth": 0}
    lines = [json.dumps(header).encode()]
    for number in range(30):
        message = {"role": "user", "content": [{"type": "text", "text": f"{number} {FILLER}"}], "source": {}}
        event = {"type": "user/message", "seq": number, "time": number, "data": message, "surfaceOp": "append"}
        lines.append(json.dumps(event).encode())
    data = ends.join(lines) if most is None else lines[0] + b"\n".join(lines[1:])
    settings = CompactSettings(target_bytes=8000, keep_recent=1, scorer="recency", summary_bytes=600)
    with read_source(BytesSource(data, "log.jsonl")) as log:
        result = compact(log, settings=settings, environ={})
    assert result.stats.error == ""
    assert result.output.startswith(lines[0] + b"\n")
    assert len(result.output) <= 8000
    assert read_source(BytesSource(result.output, "out.jsonl")).format == "dsh"


def message_of_pi(number: int, role: str, text: str, *, linked: bool) -> dict[str, Any]:
    links = {"id": f"e{number}", "parentId": f"e{number - 1}" if number else None} if linked else {}
    said = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": "message", **links, "timestamp": f"2026-01-01T00:00:{number:02}Z", "message": said}


def message_of_gemini(number: int, role: str, text: str, *, linked: bool) -> dict[str, Any]:
    kind = "gemini" if role == "assistant" else "user"
    content = text if kind == "gemini" else [{"text": text}]
    return {"id": f"e{number}", "timestamp": f"2026-01-01T00:00:{number:02}Z", "type": kind, "content": content}


@pytest.mark.parametrize(
    ("format", "made", "linked"),
    [("pi", message_of_pi, True), ("pi", message_of_pi, False), ("gemini", message_of_gemini, True)],
    ids=["pi", "pi 1", "gemini"],
)
@pytest.mark.parametrize("spoken", ["user", "both"])
@pytest.mark.parametrize("budget", [1_500, 6_000])
def test_what_is_left_of_a_log_without_a_header_is_known_for_what_it_is(
    format: str, made: Any, linked: bool, spoken: str, budget: int
) -> None:
    entries = [
        made(
            number,
            "assistant" if spoken == "both" and number % 2 else "user",
            f"step {number}. {FILLER}",
            linked=linked,
        )
        for number in range(12)
    ]
    log = session(entries)
    assert log.format == format
    done = compact(log, settings=CompactSettings(target_bytes=budget, scorer="recency", keep_recent=1), environ={})
    assert done.stats.changed
    again = read_source(BytesSource(done.output, "again.jsonl"))
    assert again.format == format
    assert again.lines.broken == 0
    assert len(list(again.messages())) == len(done.output.splitlines())


@pytest.mark.parametrize(
    "entries",
    [
        [{"type": "message", "timestamp": "t", "role": "user", "content": "hello"}],
        [
            {
                "type": "message",
                "id": "1",
                "timestamp": "t",
                "sessionId": "s",
                "message": {"role": "user", "content": "x"},
            }
        ],
        [{"type": "user", "id": "1", "role": "user", "content": "hello"}],
    ],
)
def test_messages_that_only_look_alike_are_of_neither_format(entries: list[dict[str, Any]]) -> None:
    try:
        found = session(entries).format
    except UnknownFormat:
        found = ""
    assert found not in ("pi", "gemini")
