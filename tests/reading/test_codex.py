from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import codex, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Edit, Fact, Flag, Job, Question, Session, Turn, Usage

OPENING = "Another language model started to solve this problem and produced a summary; here it is:\n"
OLD = "019d0000-0000-7000-8000-000000000001"
OWN = "019d1111-0000-7000-8000-000000000002"
LATER = "019d2222-0000-7000-8000-000000000003"
FILES = [
    "codex/compacted-019d7e3d.jsonl",
    "codex/compacted-small.jsonl",
    "codex/plain-019e7f79.jsonl",
    "codex-live/0.171.0-auto-STOPPED.jsonl",
    "codex-live/0.171.0-auto-hooks-untrusted.jsonl",
    "codex-live/0.171.0-auto-twice.jsonl",
    "codex-live/0.171.0-manual-appserver.jsonl",
    "codex-live/0.171.0-remote-v2-encrypted.jsonl",
]

Line = tuple[str, dict[str, Any]]


def said(role: str, *texts: str, **more: object) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    return {"type": "message", "role": role, "content": content, **more}


def item(payload: dict[str, Any]) -> Line:
    return "response_item", payload


def event(kind: str, **more: object) -> Line:
    return "event_msg", {"type": kind, **more}


def rollout(*lines: Line) -> bytes:
    out = ""
    for number, (kind, payload) in enumerate(lines):
        line = {"timestamp": f"2026-01-01T00:00:{number:02}.000Z", "type": kind, "payload": payload}
        out += json.dumps(line, ensure_ascii=False) + "\n"
    return out.encode()


def session(*lines: Line) -> Session:
    return codex.read(BytesSource(rollout(*lines)))


def texts(log: Session, events: Any = None) -> list[tuple[str, str]]:
    return [(message.author.value, message.text()) for message in log.messages(events)]


META: Line = ("session_meta", {"id": OWN, "cwd": "/w", "cli_version": "0.171.0"})
CALL = {"type": "function_call", "call_id": "c1", "name": "exec_command", "arguments": '{"cmd": "ls"}'}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "Process exited with code 1\nOutput:\nno\n"}


def test_only_response_items_are_what_the_model_sees() -> None:
    log = session(
        META,
        event("user_message", message="fix it"),
        item(said("user", "fix it")),
        event("agent_reasoning", text="hm"),
        item({"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "gAA"}),
        item(CALL),
        event("exec_command_end", call_id="c1"),
        item(OUTPUT),
        event("agent_message", message="done"),
        item(said("assistant", "done")),
        ("world_state", {}),
    )
    assert [m.role for m in log.messages()] == ["user", "assistant", "assistant", "tool", "assistant"]
    thinking, call, result = (next(iter(m.parts)) for m in list(log.messages())[1:4])
    assert (thinking.text, thinking.signature) == ("hm", "gAA")
    assert (call.id, call.name, call.input) == ("c1", "exec_command", {"cmd": "ls"})
    assert (result.call_id, result.is_error) == ("c1", True)
    assert log.lines.reasons == {codex.REPEATED: 4, codex.QUIET: 1}
    assert (log.id, log.cwd, log.version) == (OWN, "/w", "0.171.0")


def test_machine_text_in_the_user_role_is_not_a_humans() -> None:
    machine = [
        "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>",
        "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nuse uv\n</INSTRUCTIONS>",
        "<recommended_plugins>\nx\n</recommended_plugins>",
        "<user_instructions>\nuse uv\n</user_instructions>",
        "<turn_aborted>\ninterrupted\n</turn_aborted>",
        '<subagent_notification>\n{"agent_path":"a","status":{"completed":"x"}}\n</subagent_notification>',
        "<user_shell_command>\n<command>ls</command>\n</user_shell_command>",
        "<skill>\n<name>x</name>\n</skill>",
    ]
    log = session(META, *(item(said("user", text)) for text in machine), item(said("developer", "be brief")))
    assert {author for author, _ in texts(log)} == {"harness"}


def test_what_codex_says_of_a_text_outweighs_how_it_looks() -> None:
    def told(kind: str) -> dict[str, Any]:
        return {"internal_chat_message_metadata_passthrough": {"content_item_kinds": [kind]}}

    log = session(
        META,
        item(said("user", "plain words", **told("environments.environment_context"))),
        item(said("user", "plain words", **told("user.text"))),
        item(said("user", "plain words", **told("unknown"))),
        item(said("user", "plain words", **told("compaction.summary"))),
    )
    assert [author for author, _ in texts(log)] == ["harness", "human", "human", "summary"]


def compacted(message: str, *history: dict[str, Any], **more: object) -> Line:
    return "compacted", {"message": message, "replacement_history": list(history), **more}


def test_a_local_compaction_covers_what_its_replacement_does_not_repeat() -> None:
    log = session(
        META,
        event("task_started", turn_id=OWN),
        item(said("user", "never touch prod", id="m1")),
        item(CALL),
        item(OUTPUT),
        item(said("assistant", "It is /srv/app — 完成")),
        event("token_count", info={"last_token_usage": {"input_tokens": 900}}),
        item({"type": "reasoning", "summary": [], "encrypted_content": "x"}),
        item(said("assistant", "The app is /srv/app.")),
        event("token_count", info={"last_token_usage": {"input_tokens": 950}}),
        compacted(
            OPENING + "The app is /srv/app.",
            said("developer", "be brief"),
            said("user", "never touch prod", id="m9"),
            said("user", OPENING + "The app is /srv/app."),
            window_id="w2",
        ),
        event("token_count", info={"last_token_usage": {"input_tokens": 0, "total_tokens": 70}}),
        event("task_complete", turn_id=OWN),
        item(said("user", "go on")),
    )
    (compaction,) = log.compactions
    assert compaction.summary == "The app is /srv/app."
    assert [log.record(e).kind for e in compaction.covers] == ["function_call", "function_call_output", "message"]
    assert texts(log, compaction.kept) == [("human", "never touch prod")]
    assert texts(log) == [
        ("harness", "be brief"),
        ("human", "never touch prod"),
        ("summary", OPENING + "The app is /srv/app."),
        ("human", "go on"),
    ]
    assert (compaction.trigger, compaction.tokens_before, compaction.tokens_after) == ("auto", 900, 70)
    assert (compaction.id, compaction.unreadable, compaction.gaps) == ("w2", "", ())


def test_the_summarisers_own_answer_is_no_ground_for_its_summary() -> None:
    log = session(
        META,
        item(said("user", "go")),
        item(said("assistant", "It is 17 ms.")),
        item(said("assistant", "It took 71 ms.")),
        compacted(OPENING + "It took 71 ms.", said("user", OPENING + "It took 71 ms.")),
    )
    leaves = list(log.leaves(log.compactions[0]))
    assert "71" not in " ".join(text for _, text in texts(log, leaves))
    answer = next(i for i, r in log.records() if r.message is not None and r.message.text() == "It took 71 ms.")
    assert log.record(answer).message.author is Author.SUMMARY  # type: ignore[union-attr]


def test_replacement_items_are_events_within_the_compacted_line() -> None:
    log = session(META, item(said("user", "旧")), compacted("s", said("user", "新 é \U0001f600"), said("user", "s")))
    inner = [e for e in log.surface if log.events.lines[e] == 3]
    assert [json.loads(log.raw(e))["content"][0]["text"] for e in inner] == ["新 é \U0001f600", "s"]
    boundary = log.events[log.compactions[0].event]
    assert all(boundary.start < log.events[e].start and log.events[e].end < boundary.end for e in inner)


def test_each_repeated_message_stands_for_one_event() -> None:
    log = session(
        META,
        item(said("user", "yes")),
        item(said("user", "yes")),
        compacted("s", said("user", "yes"), said("user", "s")),
    )
    (compaction,) = log.compactions
    assert len(compaction.kept) == len(compaction.covers) == 1


def test_a_second_compaction_goes_back_through_the_first() -> None:
    log = session(
        META,
        item(said("user", "one")),
        item(said("assistant", "alpha")),
        compacted(OPENING + "S1", said("user", "one"), said("user", OPENING + "S1")),
        item(said("assistant", "beta")),
        compacted(OPENING + "S2", said("user", "one"), said("user", OPENING + "S2")),
    )
    first, second = log.compactions
    assert (first.earlier, second.earlier) == ((), (0,))
    assert texts(log, second.covers) == [("model", "beta")]
    assert sorted(texts(log, log.leaves(second))) == [("model", "alpha"), ("model", "beta")]
    assert texts(log) == [("human", "one"), ("summary", OPENING + "S2")]


@pytest.mark.parametrize(
    ("history", "why"),
    [
        ([said("user", "one"), {"type": "compaction", "encrypted_content": "gAAAA"}], "encrypted"),
        ([said("user", "one")], "no summary"),
        ([], "no summary"),
    ],
)
def test_a_remote_compaction_says_why_it_cannot_be_audited(history: list[dict[str, Any]], why: str) -> None:
    log = session(META, item(said("user", "one")), item(said("assistant", "alpha")), compacted("", *history))
    (compaction,) = log.compactions
    assert compaction.summary == ""
    assert why in compaction.unreadable
    assert ("model", "alpha") in texts(log, compaction.covers)


def test_an_old_compaction_without_a_history_keeps_the_users_messages() -> None:
    log = session(
        META,
        item(said("user", "<environment_context>\n</environment_context>")),
        item(said("user", "one")),
        item(said("assistant", "alpha")),
        ("compacted", {"message": "It is alpha."}),
        item(said("user", "two")),
    )
    assert texts(log) == [("human", "one"), ("summary", "It is alpha."), ("human", "two")]
    assert texts(log, log.compactions[0].kept) == [("human", "one")]


def test_a_compaction_in_a_turn_without_a_prompt_was_asked_for() -> None:
    log = session(
        META,
        event("task_started"),
        item(said("user", "one")),
        event("task_complete"),
        event("task_started"),
        compacted("s", said("user", "one"), said("user", "s")),
        event("task_complete"),
        event("task_started"),
        compacted("s", said("user", "one"), said("user", "s")),
    )
    assert [c.trigger for c in log.compactions] == ["manual", "unknown"]


def test_a_compaction_that_failed_is_an_attempt() -> None:
    log = session(
        META,
        item(said("user", "one")),
        event("error", message="Error running remote compact task: stream closed"),
        event("error", message="quota reached"),
        item(said("user", "two")),
    )
    assert [attempt.reason for attempt in log.attempts] == ["Error running remote compact task: stream closed"]
    assert (log.compactions, [text for _, text in texts(log)]) == ((), ["one", "two"])


def test_a_forked_sub_agents_prompts_are_its_parents_models() -> None:
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": OLD}}}
    log = session(
        ("session_meta", {"id": OWN, "cwd": "/w", "forked_from_id": OLD, "source": spawn}),
        ("session_meta", {"id": OLD, "cwd": "/w"}),
        event("task_started", turn_id=OLD),
        item(said("user", "never touch prod")),
        event("task_started", turn_id=LATER),
        item(said("user", "Review commit 1a2b3c4.")),
    )
    assert texts(log) == [("human", "never touch prod"), ("model", "Review commit 1a2b3c4.")]
    assert "copied" in log.notes[0]


def test_a_sub_agent_without_copied_history_has_no_human_words() -> None:
    log = session(("session_meta", {"id": OWN, "source": {"subagent": "review"}}), item(said("user", "Review this.")))
    assert texts(log) == [("harness", "Review this.")]


def test_turns_that_were_rolled_back_are_not_seen() -> None:
    log = session(
        META,
        item(said("user", "<environment_context>\n</environment_context>")),
        item(said("user", "one")),
        item(said("assistant", "alpha")),
        item(said("user", "two")),
        item(said("assistant", "beta")),
        event("thread_rolled_back", num_turns=1),
        item(said("user", "three")),
    )
    assert [text for _, text in texts(log)][1:] == ["one", "alpha", "three"]


def test_a_line_written_twice_counts_once() -> None:
    data = rollout(META, item(said("user", "one")))
    line = data.splitlines(keepends=True)[1]
    log = codex.read(BytesSource(data + line))
    assert len(list(log.messages())) == 1
    assert log.lines.reasons == {codex.COPY: 1}


def test_a_record_cut_off_and_written_again_on_one_line_is_saved() -> None:
    sealed: Line = item({"type": "reasoning", "summary": [], "encrypted_content": "gAAAAABo" * 9})
    whole = rollout(META, sealed)
    head, line = whole.splitlines(keepends=True)
    log = codex.read(BytesSource(head + line[:120] + line))
    assert [m.parts[0].signature for m in log.messages()] == ["gAAAAABo" * 9]
    assert (log.lines.broken, log.lines.recovered) == (1, 1)


def test_events_tell_the_state_of_the_work() -> None:
    log = session(
        META,
        event("task_started"),
        event("exec_approval_request", call_id="c1", command=["rm", "-r", "x"]),
        item(OUTPUT),
        event("patch_apply_end", call_id="c2", success=True, changes={"/w/a.py": {}}),
        item({"type": "function_call_output", "call_id": "c3", "output": '{"agent_id":"a9","nickname":"Ada"}'}),
        item(said("user", '<subagent_notification>\n{"agent_path":"a9"}\n</subagent_notification>')),
        event("token_count", info={"last_token_usage": {"input_tokens": 5, "output_tokens": 2}}),
        event("turn_aborted", reason="interrupted"),
    )
    marks = [mark for _, record in log.records() for mark in record.marks][1:]
    assert marks == [
        Turn(True),
        Question("c1", open=True, text="rm -r x"),
        Question("c1", open=False),
        Edit("/w/a.py", "c2"),
        Job("a9", running=True, label="Ada"),
        Job("a9", running=False),
        Usage(5, 2),
        Turn(False, "interrupted"),
    ]


def test_usage_is_counted_once_where_each_request_has_its_record() -> None:
    log = session(
        META,
        event("token_count", info={"last_token_usage": {"input_tokens": 5}}),
        ("token_usage_record", {"usage": {"input_tokens": 5, "output_tokens": 1}}),
    )
    assert [m for _, r in log.records() for m in r.marks if isinstance(m, Usage)] == [Usage(5, 1)]


@pytest.mark.parametrize(
    ("payload", "name", "arguments"),
    [
        ({"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin"}, "apply_patch", "*** Begin"),
        ({"type": "tool_search_call", "arguments": {"query": "x"}}, "tool_search", '{"query": "x"}'),
        ({"type": "local_shell_call", "action": {"command": ["ls"]}}, "local_shell", '{"command": ["ls"]}'),
        ({"type": "web_search_call", "action": {"query": "x"}}, "web_search", '{"query": "x"}'),
        ({"type": "image_generation_call", "revised_prompt": "a cat"}, "image_generation", '{"prompt": "a cat"}'),
    ],
)
def test_every_kind_of_call_is_a_call(payload: dict[str, Any], name: str, arguments: str) -> None:
    log = session(META, item({"call_id": "c1", "status": "completed", "result": "A" * 30, **payload}))
    (message,) = log.messages()
    assert [(c.id, c.name, c.arguments) for c in message.tool_calls] == [("c1", name, arguments)]
    ended = payload["type"] in ("web_search_call", "image_generation_call")
    assert [(r.call_id, r.text, r.blobs) for r in message.tool_results] == ([("c1", "completed", 30)] if ended else [])


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ("plain", "plain", False),
        ({"content": "no", "success": False}, "no", True),
        ({"type": "input_text", "text": "a.txt"}, "a.txt", False),
        ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb", False),
        ('{"output": 3}', '{"output": 3}', False),
        ("Wall time: 1 s\nProcess exited with code 0\nOutput:\nProcess exited with code 9", None, False),
    ],
)
def test_an_output_is_read_in_every_shape(output: object, text: str | None, failed: bool) -> None:
    log = session(META, item({"type": "custom_tool_call_output", "call_id": "c1", "output": output}))
    result = next(log.messages()).tool_results[0]
    assert (result.text, result.is_error) == (output if text is None else text, failed)


def test_another_agents_words_are_a_models() -> None:
    content = [{"type": "input_text", "text": "found it"}, {"type": "encrypted_content", "encrypted_content": "x"}]
    log = session(META, item({"type": "agent_message", "author": "/root", "content": content}))
    assert texts(log) == [("model", "found it")]


def test_sub_agents_goals_and_questions_are_marks() -> None:
    log = session(
        META,
        event("collab_agent_spawn_end", new_thread_id="a1", prompt="look"),
        event("collab_close_end", receiver_thread_id="a1"),
        event("thread_goal_updated", goal={"objective": "ship"}),
        event("request_user_input", call_id="q1", questions=[{"question": "Which port?"}]),
        event("elicitation_request", id="q2", message="Token?"),
        event("exec_approval_request", call_id="q3"),
        event("exec_command_end", call_id="q3"),
        event("task_complete", error={"message": "x"}),
        event("item_completed", item={"type": "FileChange", "id": "i", "status": "completed", "changes": {"b.py": {}}}),
    )
    assert [mark for _, record in log.records() for mark in record.marks][1:] == [
        Job("a1", running=True, label="look"),
        Job("a1", running=False),
        Fact("goal", '{"goal": {"objective": "ship", "phase": "active"}}'),
        Question("q1", open=True, text="Which port?"),
        Question("q2", open=True, text="Token?"),
        Question("q3", open=True, text="approval"),
        Question("q3", open=False),
        Turn(False, "failed"),
        Edit("b.py", "i"),
    ]


def test_images_are_counted_and_never_text() -> None:
    url = "data:image/png;base64," + "A" * 400
    picture = {"type": "input_image", "image_url": url}
    log = session(
        META,
        item({"type": "message", "role": "user", "content": [picture]}),
        item(
            {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "x"}, picture]}
        ),
        compacted("s", {"type": "message", "role": "user", "content": [picture, picture]}, said("user", "s")),
    )
    assert [(m.parts[0].media_type, m.parts[0].size) for m in log.messages(log.compactions[0].covers[:1])] == [
        ("image/png", len(url))
    ]
    assert [(m.text(), len(m.parts)) for m in log.messages()] == [("", 2), ("s", 1)]


def test_a_rollout_without_envelopes_is_read() -> None:
    lines: list[dict[str, Any]] = [
        {"id": "old", "timestamp": "2025-07-01T00:00:00Z", "instructions": "a\r\nb"},
        {"record_type": "state"},
        said("user", "<environment_context>\nCurrent working directory: /old\n</environment_context>"),
        said("user", "<user_instructions>\n\nuse uv\n\n</user_instructions>"),
        said("user", "fix it"),
        CALL,
        {**OUTPUT, "output": '{"output":"a\\nb","metadata":{"exit_code":2}}'},
    ]
    log = codex.read(BytesSource(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    assert (log.id, log.cwd) == ("old", "/old")
    assert [author for author, _ in texts(log)] == ["harness", "harness", "human", "model", "tool"]
    result = list(log.messages())[-1].tool_results[0]
    assert (result.text, result.is_error) == ("a\nb", True)
    assert log.lines.reasons == {codex.QUIET: 1}


@pytest.mark.parametrize("name", FILES)
def test_every_line_and_item_of_a_real_rollout_is_accounted_for(shared: Path, name: str) -> None:
    path = shared / "sessions" / name
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    items = [line["payload"] for line in lines if line["type"] == "response_item"]
    replaced = [line["payload"] for line in lines if line["type"] == "compacted"]
    with read(path) as log:
        assert log.format == "codex"
        accounts = log.lines
        assert accounts.read + accounts.skipped == accounts.total == len(lines)
        assert len(log.compactions) == len(replaced)
        own = {c.event for c in log.compactions}
        kinds = Counter(
            log.events.kind(e)
            for e in range(len(log.events))
            if not any(log.events.lines[e] == log.events.lines[b] for b in own)
        )
        wanted = Counter(i["type"] for i in items if i["type"] != "ghost_snapshot")
        assert {kind: kinds[kind] for kind in wanted} == wanted
        if replaced:
            history = replaced[-1].get("replacement_history") or []
            last = max(own)
            assert sum(1 for e in log.surface if e <= last or log.events.lines[e] == log.events.lines[last]) == len(
                history
            )


def test_real_compactions_keep_what_they_repeat(shared: Path) -> None:
    with read(shared / "sessions/codex-live/0.171.0-auto-twice.jsonl") as log:
        first, second = log.compactions
        assert (first.summary, second.summary) == ("MOCK-SUMMARY-3 handoff", "MOCK-SUMMARY-5 handoff")
        assert (first.trigger, second.trigger, second.earlier) == ("auto", "auto", (0,))
        assert [text for author, text in texts(log, first.kept) if author == "human"] == ["first prompt"]
        assert [text for author, text in texts(log) if author == "human"] == ["first prompt", "second prompt"]
    with read(shared / "sessions/codex-live/0.171.0-manual-appserver.jsonl") as log:
        assert [c.trigger for c in log.compactions] == ["manual"]
    with read(shared / "sessions/codex-live/0.171.0-remote-v2-encrypted.jsonl") as log:
        assert "encrypted" in log.compactions[0].unreadable
        assert log.events.flags[log.compactions[0].summary_event or 0] & Flag.SUMMARY


def test_a_real_sub_agents_own_prompts_are_told_from_the_copied_ones(shared: Path) -> None:
    path = shared / "sessions/codex/compacted-019d7e3d.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    prompts = [line["payload"]["message"] for line in lines if line["payload"].get("type") == "user_message"]
    with read(path) as log:
        everything = [(a, t) for a, t in texts(log, range(len(log.events))) if t in set(prompts)]
        assert [text for author, text in everything if author == "human"] == prompts[:9]
        assert [text for author, text in everything if author == "model"] == prompts[9:]
        (compaction,) = log.compactions
        assert (len(compaction.kept), compaction.trigger) == (27, "auto")
        assert "no summary" in compaction.unreadable
