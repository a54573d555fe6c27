"""Whatever a log holds: a session or one clear error, every line accounted for, and nothing that raises later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.reading import (
    chat,
    cline,
    codex,
    copilot,
    gemini,
    kimi,
    langchain,
    opencode,
    openhands,
    otel,
    pi,
    qwen,
    read_source,
    responses,
    swe_agent,
)
from threefold.reading.source import BytesSource
from threefold.session import Session

Json = dict[str, Any]

CODEX: list[Json] = [
    {"type": "session_meta", "payload": {"id": "s", "cwd": "/w", "source": {"subagent": {"thread_spawn": {}}}}},
    {"type": "event_msg", "payload": {"type": "task_started", "turn_id": "t"}},
    {"type": "turn_context", "payload": {"cwd": "/w", "model": "m", "turn_id": "t"}},
    {
        "type": "response_item",
        "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
    },
    {"type": "response_item", "payload": {"type": "reasoning", "summary": [{"text": "x"}], "encrypted_content": "e"}},
    {"type": "response_item", "payload": {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}},
    {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": "o"}},
    {"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"text": "sum"}]}},
    {"type": "event_msg", "payload": {"type": "token_count", "info": {"last_token_usage": {"input_tokens": 3}}}},
    {
        "type": "compacted",
        "payload": {
            "message": "sum",
            "replacement_history": [
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "sum"}]},
            ],
        },
    },
    {"type": "compacted", "payload": {"message": ""}},
    {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 1}},
    {"type": "event_msg", "payload": {"type": "exec_approval_request", "call_id": "c", "command": ["ls"]}},
    {"type": "event_msg", "payload": {"type": "item_completed", "item": {"type": "FileChange", "changes": {"a": 1}}}},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "bare"}]},
]
PI: list[Json] = [
    {"type": "session", "version": 3, "id": "s", "cwd": "/w", "timestamp": "t"},
    {"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": "hi"}},
    {
        "type": "message",
        "id": "b",
        "parentId": "a",
        "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": "n", "arguments": {}}]},
    },
    {"type": "compaction", "id": "k", "parentId": "b", "summary": "S", "firstKeptEntryId": "b", "tokensBefore": 9},
    {
        "type": "message",
        "id": "r",
        "parentId": "k",
        "message": {"role": "toolResult", "toolCallId": "c", "content": [{"type": "text", "text": "o"}]},
    },
    {"type": "branch_summary", "id": "z", "parentId": "a", "fromId": "r", "summary": "B"},
    {"type": "compaction", "summary": "S", "firstKeptEntryIndex": 1},
    {"type": "custom_message", "id": "m", "parentId": "z", "content": "x"},
]
GEMINI: list[Json] = [
    {"sessionId": "s", "projectHash": "h"},
    {"id": "a", "type": "user", "content": [{"text": "hi"}]},
    {
        "id": "b",
        "type": "gemini",
        "content": "x",
        "thoughts": [{"subject": "s"}],
        "toolCalls": [{"id": "c", "name": "n", "args": {}, "result": [{"functionResponse": {"response": {"o": 1}}}]}],
    },
    {"$set": {"messages": [{"id": "k", "type": "user", "content": "<state_snapshot>s</state_snapshot>"}]}},
    {"$rewindTo": "a"},
    {"id": "q", "type": "user", "content": "<state_snapshot>s</state_snapshot>"},
    {"id": "w", "type": "info", "content": "i"},
]
CHAT: list[Json] = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "image_url", "image_url": {"url": "data:"}}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "n", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c", "content": "o"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "n", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [{"type": "image"}]}]},
    {"messages": [{"role": "user", "content": "x"}]},
    {"messages_display": "user: a\nassistant: None\ntool: b\\n"},
]
KIMI_CONTEXT: list[Json] = [
    {"role": "_system_prompt", "content": "s"},
    {"role": "_checkpoint", "id": 0},
    {"role": "user", "content": [{"type": "text", "text": "<system>Previous context has been compacted.</system>x"}]},
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": [{"type": "think", "think": "t"}], "tool_calls": [{"id": "c", "function": {}}]},
    {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "o"}, {"image_url": {"url": "u"}}]},
    {"role": "_usage", "token_count": 3},
]
KIMI_CODE: list[Json] = [
    {"type": "metadata", "protocol_version": "1.4"},
    {"type": "config.update", "systemPrompt": "s", "time": 1785612803281},
    {"type": "turn.prompt", "input": [], "origin": {"kind": "user"}},
    {"type": "context.append_message", "message": {"role": "user", "content": "hi", "origin": {"kind": "user"}}},
    {"type": "context.append_loop_event", "event": {"type": "step.begin", "uuid": "s"}},
    {"type": "context.append_loop_event", "event": {"type": "content.part", "stepUuid": "s", "part": {"text": "x"}}},
    {
        "type": "context.append_loop_event",
        "event": {"type": "tool.call", "stepUuid": "s", "toolCallId": "c", "args": {}},
    },
    {
        "type": "context.append_loop_event",
        "event": {"type": "tool.result", "toolCallId": "c", "result": {"output": "o"}},
    },
    {
        "type": "context.append_loop_event",
        "event": {"type": "step.end", "usage": {"inputOther": 1}, "finishReason": "s"},
    },
    {"type": "full_compaction.begin", "source": "auto"},
    {"type": "context.apply_compaction", "summary": "S", "keptUserMessageCount": 1, "keptHeadUserMessageCount": 1},
    {"type": "context.apply_compaction", "summary": "S", "compactedCount": 1},
    {"type": "full_compaction.complete"},
    {"type": "context.undo", "count": 1},
    {"type": "plan_mode.enter"},
]
KIMI_WIRE: list[Json] = [
    {"type": "metadata", "protocol_version": "1.8"},
    *(
        {"timestamp": 1.5, "message": {"type": kind, "payload": payload}}
        for kind, payload in (
            ("TurnBegin", {"user_input": [{"type": "text", "text": "hi"}]}),
            ("StepBegin", {"n": 1}),
            ("ContentPart", {"type": "think", "think": "x"}),
            ("ToolCall", {"id": "c", "function": {"name": "n", "arguments": "{"}}),
            ("ToolCallPart", {"arguments_part": "}"}),
            ("ToolResult", {"tool_call_id": "c", "return_value": {"output": "o", "display": [{"type": "diff"}]}}),
            ("CompactionBegin", {}),
            ("CompactionEnd", {}),
            ("SubagentEvent", {"event": {"type": "ContentPart", "payload": {"text": "x"}}}),
            ("StatusUpdate", {"token_usage": {"input_other": 1}}),
        )
    ),
]
OPENHANDS: list[Json] = [
    {"id": "p", "source": "agent", "kind": "SystemPromptEvent", "system_prompt": {"text": "s"}},
    {"id": "m", "source": "user", "kind": "MessageEvent", "llm_message": {"role": "user", "content": [{"text": "hi"}]}},
    {
        "id": "a",
        "source": "agent",
        "kind": "ActionEvent",
        "thought": [{"text": "x"}],
        "tool_call_id": "c",
        "action": {},
        "tool_name": "n",
        "tool_call": {"id": "c", "arguments": "{}"},
        "llm_response_id": "r",
    },
    {
        "id": "o",
        "source": "environment",
        "kind": "ObservationEvent",
        "tool_call_id": "c",
        "observation": {"content": [{"text": "o", "image_urls": ["u"]}], "task_list": [{"title": "t"}]},
    },
    {
        "id": "k",
        "source": "environment",
        "kind": "Condensation",
        "forgotten_event_ids": ["m", "a"],
        "summary": "S",
        "summary_offset": 1,
    },
    {
        "id": "s",
        "source": "environment",
        "kind": "ConversationStateUpdateEvent",
        "key": "execution_status",
        "value": "idle",
    },
]
OPENHANDS_OLD: list[Json] = [
    {"id": 0, "source": "user", "action": "message", "args": {"content": "hi", "image_urls": ["u"]}},
    {
        "id": 1,
        "source": "agent",
        "action": "run",
        "args": {"command": "ls", "thought": "t"},
        "tool_call_metadata": {"tool_call_id": "c", "function_name": "bash"},
    },
    {
        "id": 2,
        "source": "agent",
        "observation": "run",
        "cause": 1,
        "content": "o",
        "extras": {"metadata": {"exit_code": 1}},
    },
    {
        "id": 3,
        "source": "agent",
        "action": "condensation",
        "args": {"forgotten_events_start_id": 0, "forgotten_events_end_id": 1, "summary": "S", "summary_offset": 0},
    },
    {"id": 4, "source": "agent", "action": "condensation", "args": {"forgotten_event_ids": [2], "summary": "T"}},
    {
        "id": 5,
        "source": "environment",
        "observation": "agent_state_changed",
        "content": "",
        "extras": {"agent_state": "error"},
    },
]
QWEN_ENTRY: Json = {"sessionId": "s", "timestamp": "t", "cwd": "/w"}
QWEN: list[Json] = [
    {**QWEN_ENTRY, "uuid": uuid, "parentUuid": parent, "type": kind, **more}
    for uuid, parent, kind, more in (
        ("a", None, "user", {"message": {"parts": [{"text": "hi there"}]}, "systemPayload": {"displayText": "hi"}}),
        ("b", "a", "assistant", {"message": {"parts": [{"text": "t", "thought": True}, {"text": "x"}]}}),
        ("b", "a", "assistant", {"message": {"parts": [{"functionCall": {"id": "c", "name": "n", "args": {}}}]}}),
        ("c", "b", "tool_result", {"message": {"parts": [{"functionResponse": {"id": "c", "response": {"o": 1}}}]}}),
        ("d", "c", "system", {"subtype": "rewind", "systemPayload": {"targetUuid": "a"}}),
        ("e", "c", "user", {"subtype": "cron", "agentId": "g", "message": {"parts": [{"text": "x"}]}}),
        (
            "k",
            "c",
            "system",
            {
                "subtype": "chat_compression",
                "systemPayload": {
                    "compressedHistory": [
                        {"role": "user", "parts": [{"text": "<state_snapshot>s</state_snapshot>"}]},
                        {"role": "model", "parts": [{"text": "x"}]},
                    ],
                    "info": {"originalTokenCount": 5},
                },
            },
        ),
    )
]
COPILOT: list[Json] = [
    {"type": kind, "data": data, "id": "e", "parentId": None, "timestamp": "t"}
    for kind, data in (
        ("session.start", {"sessionId": "s", "copilotVersion": "1", "context": {"cwd": "/w"}}),
        ("system.message", {"content": "s", "role": "system"}),
        ("user.message", {"content": "hi", "transformedContent": "<x>hi</x>", "source": None}),
        ("assistant.message", {"content": "x", "messageId": "m", "toolRequests": [{"toolCallId": "c", "name": "n"}]}),
        ("assistant.message", {"content": "y", "messageId": "m", "parentToolCallId": "p", "reasoningText": "t"}),
        ("tool.execution_complete", {"toolCallId": "c", "success": False, "error": {"message": "e"}}),
        ("session.compaction_start", {}),
        ("session.compaction_complete", {"success": True, "summaryContent": "S", "preCompactionTokens": 9}),
        ("session.compaction_complete", {"success": False, "error": "no"}),
        ("subagent.started", {"toolCallId": "c", "agentName": "a"}),
        ("permission.requested", {"requestId": "r", "permissionRequest": {"intention": "i"}}),
        ("session.truncation", {}),
        ("abort", {}),
    )
]
FORMATS = {
    "codex": (codex, CODEX),
    "pi": (pi, PI),
    "gemini": (gemini, GEMINI),
    "chat": (chat, CHAT),
    "kimi context": (kimi, KIMI_CONTEXT),
    "kimi code": (kimi, KIMI_CODE),
    "kimi wire": (kimi, KIMI_WIRE),
    "qwen": (qwen, QWEN),
    "copilot": (copilot, COPILOT),
    "openhands": (openhands, OPENHANDS),
    "openhands v0": (openhands, OPENHANDS_OLD),
}

CLINE: list[Json] = [
    {"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "file", "path": "/x", "content": "c"}]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "n", "input": {}}], "metrics": {"a": 1}},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [{"result": "r"}]}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": '{"result": 1}'}]},
]
CLINE_TASK: list[Json] = [
    {"role": "user", "content": [{"type": "text", "text": "<task>\nhi\n</task>"}]},
    {
        "role": "assistant",
        "content": "x <read_file>\n<path>a</path>\n</read_file>",
        "metrics": {"tokens": {"prompt": 1}},
    },
    {
        "role": "user",
        "content": [{"type": "text", "text": "[read_file for 'a'] Result:"}, {"type": "text", "text": "o"}],
    },
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "attempt_completion", "input": {}}]},
    {
        "role": "user",
        "content": [{"type": "text", "text": "[attempt_completion] Result:\n<feedback>\nno\n</feedback>"}],
    },
    {"role": "user", "content": "[TASK RESUMPTION] x <user_message>\ny\n</user_message>"},
    {"role": "user", "content": "[condense] Result:\nThis session is being continued from a previous conversation x"},
]
SWE: list[Json] = [
    {"role": "system", "content": "s", "agent": "p"},
    {"role": "user", "content": "Please solve this issue: x\n\nYou can execute bash commands and edit files"},
    {"role": "assistant", "content": "t\n```mswea_bash_command\nls\n```"},
    {"role": "assistant", "content": "t", "thought": "t", "action": "ls"},
    {"role": "user", "content": [{"type": "text", "text": "<returncode>1</returncode>"}]},
    {"role": "tool", "content": "o", "tool_call_ids": ["c"]},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "function": {"name": "n", "arguments": "{}"}}]},
]
LANGCHAIN: list[Json] = [
    {"lc": 1, "type": "constructor", "id": ["langchain", name], "kwargs": kwargs}
    for name, kwargs in (
        ("HumanMessage", {"content": "hi", "id": "1"}),
        (
            "AIMessage",
            {"content": [{"type": "tool_use", "id": "c"}], "tool_calls": [{"id": "c", "args": {}}], "id": "2"},
        ),
        ("ToolMessage", {"content": [{"type": "image", "data": "d"}], "tool_call_id": "c", "status": "error"}),
        ("RemoveMessage", {"id": "__remove_all__"}),
        ("RemoveMessage", {"id": "1"}),
        ("HumanMessage", {"content": "Here is a summary of the conversation to date: x", "id": "3"}),
        ("AIMessage", {"content": [{"type": "reasoning", "summary": [{"text": "t"}]}], "id": "2"}),
    )
] + [{"type": "ai", "data": {"content": "x", "additional_kwargs": {"tool_calls": [{"id": "c", "function": {}}]}}}]
RESPONSES: list[Json] = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}, {"type": "input_image"}]},
    {"type": "reasoning", "summary": [{"text": "t"}], "encrypted_content": "e"},
    {"type": "function_call", "call_id": "c", "name": "n", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "o"}]},
    {"type": "web_search_call", "id": "w", "status": "completed", "action": {}},
    {"type": "compaction", "id": "k", "encrypted_content": "e"},
]
OTEL_SENT: list[Json] = [
    {"role": "system", "parts": [{"type": "text", "content": "s"}]},
    {"role": "user", "parts": [{"type": "text", "content": "hi"}, {"type": "blob", "content": "AA"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "c", "name": "n", "arguments": {"a": 1}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": [{"text": "o"}]}]},
    {"role": "user", "parts": [{"type": "text", "content": "Here is a summary of the conversation to date: x"}]},
]


def typed(value: Any) -> Json:
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": typed(one)} for key, one in value.items()]}}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(one) for one in value]}}
    return {"stringValue": str(value)}


OTEL: list[Json] = [
    {
        "name": "chat m",
        "context": {"trace_id": "t", "span_id": f"s{number}"},
        "start_time": f"2026-01-01T00:00:0{number}Z",
        "attributes": {"gen_ai.input.messages": json.dumps(sent), "gen_ai.output.messages": json.dumps(OTEL_SENT[2:3])},
        "events": [{"name": "gen_ai.choice", "attributes": {"message": {"content": "x"}}}],
    }
    for number, sent in enumerate((OTEL_SENT[:2], OTEL_SENT[:4], OTEL_SENT[4:]))
]
OTEL_SPAN: Json = {
    "traceId": "t",
    "spanId": "s9",
    "startTimeUnixNano": "7",
    "attributes": [
        {"key": "gen_ai.tool.call.id", "value": {"stringValue": "c"}},
        {"key": "gen_ai.tool.call.result", "value": {"stringValue": "r"}},
        {"key": "gen_ai.input.messages", "value": typed(OTEL_SENT)},
    ],
}
OTEL_LOG: Json = {"spanId": "s8", "eventName": "gen_ai.user.message", "body": typed({"content": "hi"})}
OTEL += [
    {"resourceSpans": [{"scopeSpans": [{"spans": [OTEL_SPAN, {"spanId": "s7"}]}]}]},
    {"resourceLogs": [{"scopeLogs": [{"logRecords": [OTEL_LOG]}]}]},
    {"body": {"content": "o", "id": "c"}, "trace_id": "t", "span_id": "s6", "event_name": "gen_ai.tool.message"},
]
FORMATS |= {"otel": (otel, OTEL)}
OPENCODE: list[Json] = [
    {"id": "s", "projectID": "p", "directory": "/w", "version": "1", "revert": {"messageID": "z"}},
    {"id": "m", "sessionID": "s", "role": "user", "time": {"created": 1}},
    {"id": "p", "messageID": "m", "type": "text", "text": "hi"},
    {
        "id": "a",
        "sessionID": "s",
        "role": "assistant",
        "time": {"created": 2},
        "tokens": {"input": 1},
        "finish": "stop",
    },
    {
        "id": "t",
        "messageID": "a",
        "type": "tool",
        "callID": "c",
        "tool": "bash",
        "state": {"status": "completed", "input": {}, "output": "o", "time": {"compacted": 3}, "metadata": {"exit": 1}},
    },
    {"id": "f", "messageID": "a", "type": "patch", "files": ["/w/x"]},
    {"id": "u", "sessionID": "s", "role": "user", "time": {"created": 3}},
    {"id": "c", "messageID": "u", "type": "compaction", "auto": True, "tail_start_id": "a"},
    {"id": "k", "sessionID": "s", "role": "assistant", "summary": True, "parentID": "u", "time": {"created": 4}},
    {"id": "q", "messageID": "k", "type": "text", "text": "S"},
    {"id": "r", "type": "reasoning", "text": "loose", "time": {"start": 1}},
]
FORMATS |= {"opencode": (opencode, OPENCODE)}
FORMATS |= {"langchain": (langchain, LANGCHAIN), "responses": (responses, RESPONSES)}
DOCUMENTS: dict[str, tuple[ModuleType, list[Json], Json]] = {
    "gemini": (gemini, GEMINI, {"sessionId": "s", "messages": None}),
    "chat": (chat, CHAT, {"messages": None}),
    "cline": (cline, CLINE, {"version": 1, "sessionId": "s", "system_prompt": "p", "messages": None}),
    "cline task": (cline, CLINE_TASK, {}),
    "swe-agent": (swe_agent, SWE, {"environment": "e", "history": None, "info": {"submission": "d"}}),
    "mini": (swe_agent, SWE, {"trajectory_format": "m", "messages": None}),
    "langchain": (langchain, LANGCHAIN, {"messages": None}),
    "otel": (otel, OTEL[-3]["resourceSpans"], {"resourceSpans": None}),
    "otel spans": (otel, OTEL, {}),
    "responses": (responses, RESPONSES, {"instructions": "i", "input": None, "output": [RESPONSES[0]]}),
    "openhands v0": (openhands, OPENHANDS_OLD, {"history": None}),
    "opencode": (
        opencode,
        [{"info": OPENCODE[1], "parts": OPENCODE[2:3]}, {"info": OPENCODE[8], "parts": OPENCODE[4:10]}],
        {"info": OPENCODE[0], "messages": None},
    ),
}

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 70), st.floats(allow_nan=True), st.text(max_size=4), st.just("\ud83d")
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)


@st.composite
def bent(draw: st.DrawFn, record: Json) -> Json:
    """A record in which one value somewhere is replaced by another of any type, or is gone."""
    record = json.loads(json.dumps(record))
    holder: Any = record
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return record
        key = draw(st.sampled_from(keys))
        if isinstance(holder[key], dict | list) and holder[key] and draw(st.booleans()):
            holder = holder[key]
            continue
        if draw(st.booleans()) or isinstance(holder, list):
            holder[key] = draw(values)
        else:
            del holder[key]
        return record


@st.composite
def logs(draw: st.DrawFn, templates: list[Json]) -> bytes:
    """Lines near a format, some of them bent, glued, torn, or not JSON at all."""
    out = b""
    for template in draw(st.lists(st.sampled_from(templates), max_size=14)):
        record = draw(bent(template)) if draw(st.integers(0, 2)) == 0 else template
        line = json.dumps(record).encode()
        match draw(st.integers(0, 12)):
            case 0:
                line = line[: draw(st.integers(0, len(line)))]
            case 1:
                line += line
            case 2:
                line = draw(st.binary(max_size=12))
            case 3:
                line = line[: draw(st.integers(0, len(line)))] + line
        out += line + (b"" if draw(st.integers(0, 15)) == 0 else b"\n")
    return out[: len(out) - draw(st.integers(0, 3))] if out else out


def check(session: Session, data: bytes) -> None:
    lines = session.lines
    assert lines.read + lines.skipped + lines.broken == lines.total
    assert lines.total == data.count(b"\n") + (not data.endswith(b"\n"))
    count = len(session.events)
    for index, record in session.records():
        assert 0 <= session.events[index].start <= session.events[index].end <= len(data)
        assert record.message is None or record.message.parts
        json.dumps(repr(record)).encode()
    assert len(set(session.surface)) == len(session.surface)
    assert all(0 <= event < count for event in session.surface)
    assert all(message.parts for message in session.messages())
    for number, compaction in enumerate(session.compactions):
        assert compaction.index == number
        assert compaction.summary.strip() or compaction.unreadable
        assert not set(compaction.covers) & set(compaction.kept)
        assert all(0 <= link < len(session.compactions) for link in compaction.earlier)
        assert all(0 <= event < count for event in session.leaves(compaction))


@pytest.mark.parametrize("name", FORMATS)
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_lines_near_a_format_give_a_session_with_every_line_accounted_for(name: str, data: st.DataObject) -> None:
    module, templates = FORMATS[name]
    read_or_refuse(module, data.draw(logs(templates)))


ODD: tuple[object, ...] = (None, [], [[1]], {}, {"a": {}}, 7, True, "x")


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    """Where in a JSON value something stands."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in entries:
        yield (key,)
        yield from ((key, *rest) for rest in places(held))


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "otel"])  # of which a line is a document
def test_a_value_of_another_type_breaks_no_line(name: str) -> None:
    """Each value of each record of each format in its turn, by values of every type."""
    module, templates = FORMATS[name]
    whole = b"".join(json.dumps(template).encode() + b"\n" for template in templates)
    for template in templates:
        for place in places(template):
            for odd in ODD:
                bent = json.loads(json.dumps(template))
                holder = bent
                for key in place[:-1]:
                    holder = holder[key]
                holder[place[-1]] = odd
                data = whole + json.dumps(bent).encode() + b"\n"
                session: Session = module.read(BytesSource(data))
                assert session.lines.faults == [], (place, odd)
                check(session, data)


@pytest.mark.parametrize("name", DOCUMENTS)
@given(data=st.data(), cut=st.integers(0, 40), wrap=st.booleans())
def test_documents_near_a_format_give_a_session_or_an_error(
    name: str, data: st.DataObject, cut: int, wrap: bool
) -> None:
    module, templates, top = DOCUMENTS[name]
    elements = [data.draw(bent(template)) for template in data.draw(st.lists(st.sampled_from(templates), max_size=8))]
    around = {key: elements if value is None else value for key, value in top.items()}
    document = around if wrap or name in ("gemini", "cline") else elements
    if isinstance(document, dict) and data.draw(st.booleans()):
        document = data.draw(bent(document))
    text = json.dumps(document, indent=data.draw(st.sampled_from([None, 2]))).encode()
    read_or_refuse(module, text[: len(text) - cut] if cut < 20 else text)


@given(data=st.data())
def test_objects_over_several_lines_are_accounted_for_line_by_line(data: st.DataObject) -> None:
    text = ""
    for template in data.draw(st.lists(st.sampled_from(OTEL), max_size=5)):
        text += json.dumps(data.draw(bent(template)), indent=data.draw(st.sampled_from([None, 4])))
        text += data.draw(st.sampled_from(["\n", "", "\r\n", "\nprinted\n", "\n\n", "}", '\n{"']))
    made = text.encode()
    read_or_refuse(otel, made[: len(made) - data.draw(st.sampled_from([0, 0, 3, 40]))])


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.binary(max_size=200))
def test_any_bytes_give_a_session_or_an_error(name: str, data: bytes) -> None:
    read_or_refuse(FORMATS[name][0], data)


@pytest.mark.parametrize("name", FORMATS)
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_reader_is_chosen_or_refused_whatever_the_lines_hold(name: str, data: st.DataObject) -> None:
    log = data.draw(logs(FORMATS[name][1]))
    try:
        session = read_source(BytesSource(log))
    except InputError:
        return
    check(session, log)


def read_or_refuse(module: ModuleType, data: bytes) -> None:
    if not data:
        return
    try:
        session: Session = module.read(BytesSource(data))
    except InputError:
        return
    check(session, data)
