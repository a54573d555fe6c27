from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import pi, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Ran, Session, Turn, Usage

Json = dict[str, Any]
HEADER: Json = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"}
FILES = [
    "pi/compacted-before-compaction.jsonl",
    "pi/compacted-small.jsonl",
    "pi-live/0.73.1-threshold.jsonl",
    "pi-live/1.6.0-CANCELLED.jsonl",
    "pi-live/1.6.0-extension-summary.jsonl",
    "pi-live/1.6.0-rpc-manual.jsonl",
    "pi-live/1.6.0-threshold.jsonl",
]


def entry(id: str, parent: str | None, **more: Any) -> Json:
    return {"type": "message", "id": id, "parentId": parent, "timestamp": "2026-01-01T00:00:01Z", **more}


def user(id: str, parent: str | None, text: str) -> Json:
    return entry(id, parent, message={"role": "user", "content": [{"type": "text", "text": text}]})


def answer(id: str, parent: str | None, text: str = "", call: str = "", **more: Any) -> Json:
    content: list[Json] = [{"type": "text", "text": text}] if text else []
    if call:
        content.append({"type": "toolCall", "id": call, "name": "bash", "arguments": {"command": "ls"}})
    return entry(id, parent, message={"role": "assistant", "content": content, "model": "m-1", **more})


def result(id: str, parent: str | None, call: str, text: str = "out") -> Json:
    content = [{"type": "text", "text": text}, {"type": "image", "data": "A" * 40, "mimeType": "image/png"}]
    message = {"role": "toolResult", "toolCallId": call, "toolName": "bash", "content": content, "isError": True}
    return entry(id, parent, message=message)


def compaction(id: str, parent: str, summary: str, first: str, **more: Any) -> Json:
    return entry(id, parent, summary=summary, firstKeptEntryId=first, tokensBefore=900, **more) | {"type": "compaction"}


def session(*entries: Json) -> Session:
    return pi.read(
        BytesSource(b"".join(json.dumps(e, ensure_ascii=False).encode() + b"\n" for e in (HEADER, *entries)))
    )


def texts(log: Session, events: Any = None) -> list[str]:
    return [message.text() for message in log.messages(events)]


def test_what_each_role_says_has_its_author() -> None:
    log = session(
        user("a", None, "<skill name='x'>\nsteps\n</skill>\n\nship it"),
        answer("b", "a", "ok", "call_x|fc_y", usage={"input": 7, "cacheRead": 3, "output": 2}, stopReason="toolUse"),
        result("c", "b", "call_x|fc_y"),
        entry("d", "c", message={"role": "bashExecution", "command": "git push", "output": "rejected", "exitCode": 1}),
        entry("e", "d", customType="x", content="injected") | {"type": "custom_message"},
        entry("f", "e", message={"role": "custom", "content": "more"}),
        answer("g", "f", "bye", stopReason="aborted"),
    )
    assert [[part.author.value for part in m.parts] for m in log.messages()] == [
        ["harness", "human"],
        ["model", "model"],
        ["tool"],
        ["harness", "tool"],
        ["harness"],
        ["harness"],
        ["model"],
    ]
    outcome = list(log.messages())[2].tool_results[0]
    assert (outcome.call_id, outcome.name, outcome.text, outcome.is_error, outcome.blobs) == (
        "call_x|fc_y",
        "bash",
        "out",
        True,
        40,
    )
    assert list(log.messages())[1].tool_calls[0].input == {"command": "ls"}
    marks = [mark for _, record in log.records() for mark in record.marks][1:]
    assert marks == [Turn(True), Usage(10, 2), Ran("git push", "rejected", failed=True), Turn(False, "aborted")]
    assert (log.id, log.cwd, log.version) == ("s1", "/w", "3")


def test_a_command_kept_out_of_the_context_is_not_seen() -> None:
    hidden = {"role": "bashExecution", "command": "secret", "output": "x", "excludeFromContext": True}
    log = session(user("a", None, "hi"), entry("b", "a", message=hidden), answer("c", "b", "ho"))
    assert texts(log) == ["hi", "ho"]


def test_the_active_path_ends_at_the_last_entry() -> None:
    log = session(
        user("a", None, "one"), answer("b", "a", "left"), user("x", "b", "left too"), answer("c", "a", "right")
    )
    assert texts(log) == ["one", "right"]
    assert len(log.events) == 5


def test_the_kept_tail_stands_before_the_compaction() -> None:
    log = session(
        user("a", None, "one"),
        answer("b", "a", "alpha"),
        user("c", "b", "two"),
        answer("d", "c", "beta"),
        compaction("k", "d", "S", "c"),
        user("e", "k", "three"),
    )
    (cut,) = log.compactions
    assert texts(log, cut.covers) == ["one", "alpha"]
    assert texts(log, cut.kept) == ["two", "beta"]
    assert texts(log) == ["S", "two", "beta", "three"]
    assert next(log.messages()).author is Author.SUMMARY
    assert (cut.id, cut.summary, cut.model, cut.tokens_before) == ("k", "S", "m-1", 900)


def test_a_second_compaction_covers_what_the_first_one_kept() -> None:
    log = session(
        user("a", None, "one"),
        user("b", "a", "two"),
        compaction("k", "b", "S1", "b"),
        user("c", "k", "three"),
        user("d", "c", "four"),
        compaction("l", "d", "S2", "d"),
    )
    first, second = log.compactions
    assert texts(log, second.covers) == ["two", "three"]
    assert (second.earlier, first.earlier) == ((0,), ())
    assert texts(log, log.leaves(second)) == ["one", "two", "three"]
    assert texts(log) == ["S2", "four"]


def test_a_first_kept_entry_that_is_not_there_is_a_gap() -> None:
    log = session(user("a", None, "one"), compaction("k", "a", "S", "gone"))
    assert texts(log) == ["S"]
    assert "first kept" in log.compactions[0].gaps[0]


def test_version_1_names_the_first_kept_entry_by_its_number() -> None:
    plain = [{"type": "message", "message": {"role": "user", "content": text}} for text in ("one", "two", "three")]
    cut = {"type": "compaction", "summary": "S", "firstKeptEntryIndex": 2, "tokensBefore": 9}
    last = {"type": "message", "message": {"role": "user", "content": "four"}}
    log = session(plain[0], plain[1], plain[2], cut, last)
    assert texts(log) == ["S", "two", "three", "four"]
    assert texts(log, log.compactions[0].covers) == ["one"]


def test_a_result_whose_call_was_compacted_away_is_left_out() -> None:
    log = session(
        user("a", None, "one"),
        answer("b", "a", call="c1"),
        compaction("k", "b", "S", "gone"),
        result("r", "k", "c1"),
        answer("d", "r", "done", "c2"),
        result("t", "d", "c2"),
    )
    assert [m.role for m in log.messages()] == ["user", "assistant", "tool"]
    assert "left out" in log.notes[0]


def test_a_result_whose_call_was_kept_stays() -> None:
    log = session(
        user("a", None, "one"), answer("b", "a", call="c1"), compaction("k", "b", "S", "b"), result("r", "k", "c1")
    )
    assert [m.role for m in log.messages()] == ["user", "assistant", "tool"]
    assert log.notes == ()


@pytest.mark.parametrize("source", ["c", "a"])
def test_a_branch_summary_is_a_summary_and_its_branch_the_ground(source: str) -> None:
    log = session(
        user("a", None, "one"),
        answer("b", "a", "on the branch"),
        answer("c", "b", "deep in the branch"),
        entry("z", "a", fromId=source, summary="tried it") | {"type": "branch_summary"},
        user("d", "z", "two"),
        compaction("k", "d", "S", "d"),
    )
    assert texts(log, log.compactions[0].covers) == ["one", "on the branch", "deep in the branch"]
    assert texts(log, range(4, 5)) == ["tried it"]
    assert log.record(4).message.author is Author.SUMMARY  # type: ignore[union-attr]
    assert len(log.compactions) == 1


def test_a_compaction_on_a_branch_that_was_left_is_found() -> None:
    log = session(
        user("a", None, "one"), answer("b", "a", "alpha"), compaction("k", "b", "S", "b"), user("c", "a", "again")
    )
    assert texts(log) == ["one", "again"]
    assert texts(log, log.compactions[0].covers) == ["one"]


def test_a_parent_that_is_not_there_does_not_cut_the_path() -> None:
    log = session(user("a", None, "one"), answer("c", "lost", "alpha"), user("d", "c", "two"))
    assert texts(log) == ["one", "alpha", "two"]
    assert "file order" in log.notes[0]


def test_a_system_message_that_a_compaction_restates_is_kept() -> None:
    system = entry("s", None, message={"role": "system", "content": "", "sections": {"rules": "be brief"}})
    log = session(
        system,
        user("a", "s", "one"),
        user("b", "a", "two"),
        compaction("k", "b", "S", "b", systemMessage={"role": "system"}),
    )
    assert texts(log) == ["be brief", "S", "two"]
    assert texts(log, log.compactions[0].covers) == ["one"]


@pytest.mark.parametrize("name", FILES)
def test_every_entry_of_a_real_session_is_accounted_for(shared: Path, name: str) -> None:
    path = shared / "sessions" / name
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    cuts = [(at, e) for at, e in enumerate(entries) if e["type"] == "compaction"]
    with read(path) as log:
        assert log.format == "pi"
        assert log.lines.read == log.lines.total == len(entries) == len(log.events)
        assert [c.event for c in log.compactions] == [at for at, _ in cuts]
        assert [c.summary for c in log.compactions] == [e["summary"] for _, e in cuts]
        roles = Counter(e["message"]["role"] for e in entries if e["type"] == "message" and e["message"].get("content"))
        said = Counter(m.role for m in log.messages(range(len(log.events))) if m.author is not Author.SUMMARY)
        assert (said["assistant"], said["tool"]) == (roles["assistant"], roles["toolResult"])
        for (at, cut), found in zip(cuts, log.compactions, strict=True):
            first = next((i for i, e in enumerate(entries) if e.get("id") == cut.get("firstKeptEntryId")), -1)
            first = cut.get("firstKeptEntryIndex", first)
            tail = [i for i in range(first, at) if entries[i]["type"] == "message"]
            assert [i for i in found.kept if entries[i]["message"]["role"] != "system"] == tail
            assert found.gaps == ()


def test_the_words_of_a_real_session_are_humans_only_where_a_human_wrote(shared: Path) -> None:
    with read(shared / "sessions/pi/compacted-before-compaction.jsonl") as log:
        authors = Counter(m.author.value for m in log.messages(range(len(log.events))))
        assert (authors["human"], authors["harness"], authors["summary"]) == (55, 3, 2)
        assert log.compactions[1].earlier == (0,)
        assert len(log.compactions[0].kept) == 66
