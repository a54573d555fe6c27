"""``docs/formats.md``: its table is made here, from a small log of each format, and the claims in it are checked.

``THREEFOLD_WRITE_DOCS=1 pytest tests/reading/test_formats_page.py`` writes the table anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from threefold.compacting import compact
from threefold.compacting.opened import opened
from threefold.reading import READERS, formats, read
from threefold.session import Author, Edit, Session, Todos
from threefold.work import fold

Json = dict[str, Any]
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
TODO = {"todos": [{"content": "ship it", "status": "pending"}]}
FILE = {"file_path": "/w/x.py", "content": "pass"}
WRITE = [("t1", "todo_write", TODO), ("f1", "write_file", FILE)]

SEEN = {
    "dsh": "0.1.1-rc.2 (version 0), 0.2.1rc2 (version 4), plain and zstd",
    "claude-code": "2.0.76 to 2.1.332",
    "codex": "0.118 to 0.171, and the lines of before September 2025",
    "pi": "0.1x to 1.6 (versions 1 to 3)",
    "gemini": "one document (to 0.3x), lines with `$set` and `$rewindTo` (0.40)",
    "kimi": "`context.jsonl`, `wire.jsonl` (protocol 1.8), Kimi Code (protocol 1.4)",
    "openhands": "events of the SDK; version 0 from its source",
    "qwen": "0.21.13",
    "copilot": "1.0.77",
    "opencode": "storage of 0.1 and 1.3.17; exports and the database from its source",
    "cline": "SDK sessions, version 1; tasks of its extension from a public file and its source",
    "swe-agent": "`.traj` without and with tool ids; mini-swe-agent 1 and 2 (2 from its source)",
    "langchain": "`dumps`; `messages_to_dict` from its source",
    "otel": "spans and events of the SDK 1.45 (conventions of 1.30 and 1.37), as OTLP in JSON and in the SDK's own",
    "responses": "from the interface's description",
    "anthropic": "message lists and request bodies",
    "openai": "message lists, request bodies, data sets with one conversation a line",
}
"""What each reader was written against. "From its source": no real file of that kind was at hand."""
REAL = {
    "dsh": ["dsh-v0", "dsh-v4"],
    "claude-code": ["claude-code", "claude-code-live"],
    "codex": ["codex", "codex-live"],
    "pi": ["pi", "pi-live"],
    "gemini": ["gemini-cli"],
    "kimi": ["kimi-cli"],
    "openhands": ["openhands"],
    "qwen": ["qwen-code"],
    "copilot": ["copilot-cli"],
    "opencode": ["opencode/storage"],
    "cline": ["cline"],
    "swe-agent": ["swe-agent", "mini-swe-agent"],
    "langchain": ["langchain"],
    "otel": [],
    "responses": [],
    "anthropic": [],
    "openai": ["openai-messages"],
}
"""The folders of real logs, where they stand beside the checkout."""
COMPACTIONS = {
    "dsh": "seen",
    "claude-code": "seen",
    "codex": "seen",
    "pi": "seen",
    "kimi": "seen in Kimi Code; Kimi CLI's from its source",
    "gemini": "from its source, no real file",
    "cline": "from its source, no real file",
    "openhands": "from its source, no real file",
    "qwen": "from its source, no real file",
    "copilot": "from its source, no real file",
    "opencode": "from its source, no real file",
    "langchain": "from its source, no real file",
    "otel": "from its description, and by known openings of summaries",
    "responses": "from its description; always encrypted",
}


def said(role: str, text: str) -> Json:
    return {"role": role, "content": [{"type": "text", "text": text}]}


def anthropic_calls() -> list[Json]:
    return [{"type": "tool_use", "id": id, "name": name, "input": given} for id, name, given in WRITE]


def anthropic_results() -> list[Json]:
    return [{"type": "tool_result", "tool_use_id": id, "content": "ok"} for id, _, _ in WRITE]


def openai_calls() -> list[Json]:
    return [
        {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
        for id, name, given in WRITE
    ]


def dsh() -> list[Json]:
    text = [{"type": "text", "text": "go"}]
    calls = [
        {"type": "tool-call", "id": id, "name": name, "arguments": json.dumps(given)} for id, name, given in WRITE[1:]
    ]
    result = {"type": "tool-result", "toolCallId": "f1", "content": [{"type": "text", "text": "ok"}]}
    checkpoint = {"kind": "plugin", "plugin": "compact"}
    rows: list[Json] = [
        {"type": "user/message", "data": {"content": text, "source": {"kind": "user"}}, "surfaceOp": "append"},
        {"type": "todo/write", "data": TODO},
        {"type": "assistant/message", "data": {"message": {"content": calls}}, "surfaceOp": "append"},
        {
            "type": "tool/result",
            "data": {"content": [result], "meta": {"diffs": [{"path": "/w/x.py"}]}},
            "surfaceOp": "append",
        },
        {"type": "user/message", "data": {"content": text, "source": {"kind": "job"}}, "surfaceOp": "append"},
        {"type": "compaction/start", "data": {}},
        {"type": "compaction/summary", "data": {"summary": [{"type": "text", "text": "S"}], "shadowedSeqs": [0, 2, 3]}},
        {
            "type": "user/message",
            "data": {"content": text, "source": checkpoint},
            "surfaceOp": {"op": "replace", "start": 0, "end": 3},
        },
        {"type": "compaction/end", "data": {}},
    ]
    return [
        {"type": "session", "version": 0, "id": "s", "cwd": "/w", "delegationDepth": 0},
        *({**row, "seq": seq} for seq, row in enumerate(rows)),
    ]


def claude_code() -> list[Json]:
    bodies: list[tuple[str, Any, Json]] = [
        ("user", "go", {}),
        ("assistant", anthropic_calls(), {}),
        ("user", anthropic_results(), {"toolUseResult": {"filePath": "/w/x.py"}}),
        ("user", "note", {"isMeta": True}),
        ("system", None, {"subtype": "compact_boundary", "compactMetadata": {"trigger": "auto"}}),
        ("user", "This session is being continued from a previous conversation: S", {"isCompactSummary": True}),
    ]
    rows: list[Json] = []
    for number, (kind, content, more) in enumerate(bodies):
        parent = f"u{number - 1}" if number and kind != "system" else None
        entry = {
            "type": kind,
            "uuid": f"u{number}",
            "parentUuid": parent,
            "sessionId": "s",
            "timestamp": "t",
            "cwd": "/w",
        }
        message = {"message": {"role": kind, "content": content, "id": f"m{number}"}} if content is not None else {}
        rows.append({**entry, **message, **more, "logicalParentUuid": f"u{number - 1}"})
    return rows


def codex() -> list[Json]:
    def item(**payload: Any) -> Json:
        return {"timestamp": "t", "type": "response_item", "payload": payload}

    def message(role: str, text: str) -> Json:
        return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}

    summary = "Another language model started to solve this problem and produced a summary: S"
    calls = [("t1", "update_plan", {"plan": [{"step": "ship it", "status": "pending"}]}), WRITE[1]]
    return [
        {"timestamp": "t", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}},
        item(**message("user", "go")),
        item(**message("developer", "note")),
        *(item(type="function_call", call_id=id, name=name, arguments=json.dumps(given)) for id, name, given in calls),
        *(item(type="function_call_output", call_id=id, output="ok") for id, _, _ in calls),
        item(type="message", role="assistant", content=[{"type": "output_text", "text": "done"}]),
        {
            "timestamp": "t",
            "type": "compacted",
            "payload": {"message": "S", "replacement_history": [message("user", summary)]},
        },
    ]


def pi() -> list[Json]:
    calls = [{"type": "toolCall", "id": id, "name": name, "arguments": given} for id, name, given in WRITE]
    bodies: list[Json] = [
        {"message": said("user", "go")},
        {"message": {"role": "assistant", "content": calls}},
        *(
            {"message": {"role": "toolResult", "toolCallId": id, "content": [{"type": "text", "text": "ok"}]}}
            for id, _, _ in WRITE
        ),
        {"type": "custom_message", "content": "note"},
        {"type": "compaction", "summary": "S", "firstKeptEntryId": "e9"},
    ]
    head = {"type": "session", "version": 3, "id": "s", "cwd": "/w"}
    return [
        head,
        *(
            {"type": "message", "id": f"e{n}", "parentId": f"e{n - 1}" if n else None, "timestamp": "t", **body}
            for n, body in enumerate(bodies)
        ),
    ]


def gemini() -> list[Json]:
    calls = [
        {
            "id": id,
            "name": name,
            "args": given,
            "status": "success",
            "result": [{"functionResponse": {"id": id, "response": {"output": "ok"}}}],
        }
        for id, name, given in WRITE
    ]
    return [
        {"sessionId": "s", "projectHash": "h"},
        {"id": "a", "type": "user", "content": "go"},
        {"id": "b", "type": "gemini", "content": "done", "toolCalls": calls},
        {"id": "c", "type": "user", "content": "System: Please continue."},
        {"id": "d", "type": "user", "content": "<state_snapshot>S</state_snapshot>"},
    ]


def kimi() -> list[Json]:
    def put(text: str, kind: str) -> Json:
        return {"type": "context.append_message", "message": {**said("user", text), "origin": {"kind": kind}}}

    def step(**event: Any) -> Json:
        return {"type": "context.append_loop_event", "event": {"stepUuid": "s1", **event}}

    calls = [("t1", "TodoList", TODO), ("f1", "Write", FILE)]
    return [
        put("go", "user"),
        put("note", "injection"),
        *(step(type="tool.call", toolCallId=id, name=name, args=given) for id, name, given in calls),
        *(step(type="tool.result", toolCallId=id, result={"output": "ok"}) for id, _, _ in calls),
        {"type": "context.apply_compaction", "summary": "S", "keptUserMessageCount": 1},
    ]


def openhands() -> list[Json]:
    actions = [
        {
            "id": id,
            "source": "agent",
            "kind": "ActionEvent",
            "tool_call_id": id,
            "tool_name": name,
            "tool_call": {"id": id, "name": name, "arguments": json.dumps(given)},
        }
        for id, name, given in WRITE
    ]
    answers = [
        {
            "id": f"o{id}",
            "source": "environment",
            "kind": "ObservationEvent",
            "tool_call_id": id,
            "observation": {"content": [{"text": "ok"}], "task_list": [{"title": "ship it", "status": "todo"}]},
        }
        for id, _, _ in WRITE
    ]
    return [
        {"id": "p", "source": "agent", "kind": "SystemPromptEvent", "system_prompt": {"text": "s"}},
        {"id": "m", "source": "user", "kind": "MessageEvent", "llm_message": said("user", "go")},
        *actions,
        *answers,
        {"id": "k", "source": "environment", "kind": "Condensation", "forgotten_event_ids": ["m"], "summary": "S"},
    ]


def qwen() -> list[Json]:
    calls = [{"functionCall": {"id": id, "name": name, "args": given}} for id, name, given in WRITE]
    results = [{"functionResponse": {"id": id, "name": name, "response": {"output": "ok"}}} for id, name, _ in WRITE]
    history = [{"role": "user", "parts": [{"text": "<state_snapshot>S</state_snapshot>"}]}]
    bodies: list[tuple[str, list[Json], Json]] = [
        ("user", [{"text": "go"}], {}),
        ("assistant", calls, {}),
        ("tool_result", results, {}),
        ("user", [{"text": "note"}], {"subtype": "notification"}),
        ("system", [], {"subtype": "chat_compression", "systemPayload": {"compressedHistory": history}}),
    ]
    return [
        {
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "sessionId": "s",
            "type": kind,
            "cwd": "/w",
            **({"message": {"parts": parts}} if parts else {}),
            **more,
        }
        for n, (kind, parts, more) in enumerate(bodies)
    ]


def copilot() -> list[Json]:
    requests = [{"toolCallId": id, "name": name, "arguments": given} for id, name, given in WRITE]
    bodies: list[tuple[str, Json]] = [
        ("session.start", {"sessionId": "s", "context": {"cwd": "/w"}}),
        ("user.message", {"content": "go"}),
        ("system.notification", {"content": "note"}),
        ("assistant.message", {"content": "ok", "toolRequests": requests}),
        *(
            ("tool.execution_complete", {"toolCallId": id, "success": True, "result": {"content": "ok"}})
            for id, _, _ in WRITE
        ),
        ("session.compaction_complete", {"success": True, "summaryContent": "S"}),
    ]
    return [{"type": kind, "data": data, "id": "e", "parentId": None, "timestamp": "t"} for kind, data in bodies]


def opencode() -> list[Json]:
    def message(id: str, role: str, **more: Any) -> Json:
        return {"id": id, "sessionID": "s", "role": role, "time": {"created": 1}, **more}

    tools = [
        {
            "id": id,
            "messageID": "b",
            "type": "tool",
            "callID": id,
            "tool": name,
            "state": {"status": "completed", "input": given, "output": "ok"},
        }
        for id, name, given in WRITE
    ]
    return [
        {"id": "s", "projectID": "p", "directory": "/w"},
        message("a", "user"),
        {"id": "1", "messageID": "a", "type": "text", "text": "go"},
        {"id": "2", "messageID": "a", "type": "text", "text": "note", "synthetic": True},
        message("b", "assistant"),
        *tools,
        {"id": "3", "messageID": "b", "type": "patch", "files": ["/w/x.py"]},
        message("c", "user"),
        {"id": "4", "messageID": "c", "type": "compaction", "auto": True},
        message("d", "assistant", summary=True),
        {"id": "5", "messageID": "d", "type": "text", "text": "S"},
    ]


def cline() -> list[Json]:
    summary = "[summarize_task] Result:\nThis session is being continued from a previous conversation: S"
    results = [{"type": "text", "text": f"[{name}] Result:\nok"} for _, name, _ in WRITE]
    environment = {"type": "text", "text": "<environment_details>\nx\n</environment_details>"}
    return [
        {"role": "user", "content": [{"type": "text", "text": "<task>\ngo\n</task>"}, environment]},
        {"role": "assistant", "content": anthropic_calls()},
        {"role": "user", "content": [*results, environment]},
        {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
        {"role": "user", "content": [{"type": "text", "text": "[ERROR] You did not use a tool"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "I will sum it up."}]},
        {"role": "user", "content": [{"type": "text", "text": summary}]},
    ]


def swe_agent() -> Json:
    act = {"role": "assistant", "content": "Look.", "thought": "Look.", "action": "cat > /w/x.py <<'E'\npass\nE"}
    rows = [
        {"role": "system", "content": "s", "agent": "p"},
        {"role": "user", "content": "go"},
        act,
        {"role": "user", "content": "ok"},
    ]
    return {"environment": "e", "trajectory": [], "history": rows}


def langchain() -> list[Json]:
    def made(name: str, **kwargs: Any) -> Json:
        return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": kwargs}

    calls = [{"id": id, "name": name, "args": given} for id, name, given in WRITE]
    return [
        made("SystemMessage", content="s"),
        made("HumanMessage", content="go"),
        made("AIMessage", content="", tool_calls=calls),
        *(made("ToolMessage", content="ok", tool_call_id=id) for id, _, _ in WRITE),
        made("HumanMessage", content="Here is a summary of the conversation to date: S"),
    ]


def otel() -> list[Json]:
    def parts(role: str, *held: Json) -> Json:
        return {"role": role, "parts": list(held)}

    def text(content: str) -> Json:
        return {"type": "text", "content": content}

    calls = [{"type": "tool_call", "id": id, "name": name, "arguments": given} for id, name, given in WRITE]
    first = [parts("system", text("s")), parts("user", text("go")), parts("assistant", *calls)]
    results = [parts("tool", {"type": "tool_call_response", "id": id, "response": "ok"}) for id, _, _ in WRITE]
    summary = parts("user", text("Here is a summary of the conversation to date: S"))
    asked = [
        (first[:2], first[2:]),
        ([*first, *results], [parts("assistant", text("done"))]),
        ([first[0], summary], []),
    ]
    return [
        {
            "name": "chat m",
            "context": {"trace_id": "0xt", "span_id": f"0x{number}"},
            "start_time": f"2026-01-01T00:00:{number:02}Z",
            "attributes": {"gen_ai.input.messages": json.dumps(sent), "gen_ai.output.messages": json.dumps(made)},
        }
        for number, (sent, made) in enumerate(asked)
    ]


def responses() -> Json:
    calls = [
        {"type": "function_call", "call_id": id, "name": name, "arguments": json.dumps(given)}
        for id, name, given in WRITE
    ]
    outputs = [{"type": "function_call_output", "call_id": id, "output": "ok"} for id, _, _ in WRITE]
    first = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}
    return {"instructions": "s", "input": [first, *calls, *outputs, {"type": "compaction", "encrypted_content": "e"}]}


def anthropic() -> Json:
    rows = [
        said("user", "go"),
        {"role": "assistant", "content": anthropic_calls()},
        {"role": "user", "content": anthropic_results()},
    ]
    return {"system": "s", "messages": rows}


def openai() -> list[Json]:
    return [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": openai_calls()},
        *({"role": "tool", "tool_call_id": id, "content": "ok"} for id, _, _ in WRITE),
    ]


SMALL = {
    "dsh": dsh,
    "claude-code": claude_code,
    "codex": codex,
    "pi": pi,
    "gemini": gemini,
    "kimi": kimi,
    "openhands": openhands,
    "qwen": qwen,
    "copilot": copilot,
    "opencode": opencode,
    "cline": cline,
    "swe-agent": swe_agent,
    "langchain": langchain,
    "otel": otel,
    "responses": responses,
    "anthropic": anthropic,
    "openai": openai,
}
DOCUMENTS = ("cline", "swe-agent", "langchain", "responses", "anthropic", "openai")


def small(name: str, folder: Path) -> Path:
    made = SMALL[name]()
    path = folder / "log"
    text = json.dumps(made) if name in DOCUMENTS else "".join(json.dumps(row) + "\n" for row in made)
    path.write_text(text)
    return path


def authors(log: Session) -> list[str]:
    every = range(len(log.events))
    found = {part.author for message in log.messages(every) for part in message.parts}
    return [author.value for author in Author if author in found]


def row(name: str, folder: Path) -> list[str]:
    path = small(name, folder)
    with read(path) as log:
        assert log.format == name
        assert bool(log.compactions) == (name in COMPACTIONS)
        marks = [mark for _, record in log.records() for mark in record.marks]
        work = fold(log)
        logged = any(isinstance(mark, Todos) for mark in marks)
        todos = "logged" if logged else "from calls" if any(task.text == "ship it" for task in work.tasks) else "none"
        recorded = any(isinstance(mark, Edit) for mark in marks)
        changed = any("x.py" in item.text for item in (*work.edits, *work.outside))
        edits = "logged" if recorded else "from calls" if changed else "none"
        told = ", ".join(authors(log))
    with opened(path) as at:
        shape = at.wire.shape
    own = shape == name or (name in ("anthropic", "openai", "langchain", "responses")) or (name == "gemini")
    title = next(known.title for known in formats() if known.name == name)
    written = "as itself" if own else "as OpenAI chat messages"
    return [title, f"`{name}`", SEEN[name], COMPACTIONS.get(name, "no marker is known"), told, todos, edits, written]


def table(folder: Path) -> Iterator[str]:
    heads = ("format", "`--format`", "versions and shapes", "compactions", "authors told apart", "todos", "edits")
    yield f"| {' | '.join(heads)} | written back |"
    yield "|---|---|---|---|---|---|---|---|"
    for known in formats():
        yield f"| {' | '.join(row(known.name, folder))} |"


def test_the_table_of_formats_is_what_the_readers_do(checkout: Path, tmp_path: Path) -> None:
    page = checkout / "docs" / "formats.md"
    text = page.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, behind = rest.partition(END)
    made = f"{before}{BEGIN}\n" + "\n".join(table(tmp_path)) + f"\n{END}{behind}"
    if os.environ.get("THREEFOLD_WRITE_DOCS"):
        page.write_text(made)
    assert page.read_text() == made, "run it with THREEFOLD_WRITE_DOCS=1 and read the difference"


def test_every_reader_stands_in_the_table() -> None:
    assert sorted(SMALL) == sorted(SEEN) == sorted(REAL) == sorted(known.name for known in formats())
    assert len(READERS) == len(formats())


@pytest.mark.parametrize("name", sorted(REAL))
def test_what_the_table_says_of_compactions_is_what_real_logs_show(shared: Path, name: str) -> None:
    real = 0
    for folder in REAL[name]:
        for path in sorted((shared / "sessions" / folder).iterdir()):
            if path.suffix in (".json", ".jsonl", ".traj", ".zstd") and "projcache" not in path.name:
                with read(path) as log:
                    real += len(log.compactions)
    assert bool(real) == COMPACTIONS.get(name, "").startswith("seen")


@pytest.mark.parametrize("name", sorted(SMALL))
def test_in_every_format_calls_are_paired_and_no_machine_is_a_human(name: str, tmp_path: Path) -> None:
    with read(small(name, tmp_path)) as log:
        flags, heads = log.events.flags, log.events.heads
        assert all(flags[heads[event]] & 7 for event in range(len(log.events)) if flags[event] & 7)
        every = list(log.messages(range(len(log.events))))
        calls = [call.id for message in every for call in message.tool_calls]
        assert calls
        assert sorted(calls) == sorted(result.call_id for message in every for result in message.tool_results)
        assert [message.text(Author.HUMAN) for message in every if message.text(Author.HUMAN)] == ["go"]
        assert log.lines.read + log.lines.skipped + log.lines.broken == log.lines.total


@pytest.mark.parametrize("name", sorted(SMALL))
def test_what_is_written_back_says_the_same_by_the_same_authors(name: str, tmp_path: Path) -> None:
    with opened(small(name, tmp_path)) as at:
        assert at.session is not None
        wanted = spoken(at.session)
        made = compact(at.session, opened=(at.conversation, at.wire), environ={})
    again = tmp_path / "again"
    again.write_bytes(made.output)
    with read(again) as log:
        assert made.stats.error == ""
        assert spoken(log) == wanted


@pytest.mark.parametrize("name", sorted(SMALL))
def test_before_its_compaction_too(name: str, tmp_path: Path) -> None:
    made = SMALL[name]()
    if name in DOCUMENTS:
        pytest.skip("its log is one document")
    cut = next(n for n in range(len(made), 0, -1) if not compacted(made[:n], tmp_path))
    path = tmp_path / "cut"
    path.write_text("".join(json.dumps(row) + "\n" for row in made[:cut]))
    with opened(path, name) as at:
        assert at.session is not None
        wanted = spoken(at.session)
        output = compact(at.session, opened=(at.conversation, at.wire), environ={}).output
    path.write_bytes(output)
    with read(path) as log:  # where a call and its result are one part, the results come behind all calls
        assert sorted(spoken(log)) == sorted(wanted)
        begun: set[str] = set()
        for message in log.messages():
            begun |= {call.id for call in message.tool_calls}
            assert {result.call_id for result in message.tool_results} <= begun


def compacted(rows: list[Json], folder: Path) -> bool:
    path = folder / "part"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with read(path) as log:
        return bool(log.compactions or any(log.events.flags[e] & 2 for e in log.surface))


def spoken(log: Session) -> list[tuple[str, str]]:
    """What the model sees, by author: texts, calls and results."""
    found: list[tuple[str, str]] = []
    for message in log.messages():
        for part in message.parts:
            words = getattr(part, "text", "") or getattr(part, "name", "")
            words = words.replace("<compacted-summary>\n", "").replace("\n</compacted-summary>", "")
            found.append((part.author.value, words))
    return found
