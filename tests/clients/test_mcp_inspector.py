"""Our MCP servers, asked by the command line of the protocol's own inspector."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

pytest.importorskip("mcp", reason="needs the extra: pip install 'threefold[mcp]'")

from threefold.verdict.gates import FORBIDDEN_KEYS, TOOLS

if TYPE_CHECKING:
    from conftest import Box

COMPACTION = ["compact_conversation", "audit_compaction", "recall", "explain_receipt"]
SETS = {"verdict": list(TOOLS), "compaction": COMPACTION}
SERVER = [sys.executable, "-P", "-m", "threefold", "mcp"]


class Told(NamedTuple):
    status: int
    answer: dict[str, Any]
    errors: str


def inspect(box: Box, method: str, *words: str, server: list[str]) -> Told:
    """Ask by the inspector; ``server`` is a command, or the options that name an address."""
    program = [box.client("node-24"), box.client("inspector"), "--cli", "--method", method]
    target = server if server[0].startswith("--") else ["--", *server]
    done = box.run(*program, *words, *target)
    return Told(done.status, json.loads(done.output), done.errors)


def reading(times: int) -> Iterator[dict[str, Any]]:
    """Calls whose results can go."""
    for number in range(times):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
        yield {"role": "assistant", "content": "", "tool_calls": [call]}
        yield {"role": "tool", "tool_call_id": f"c{number}", "content": f"line {number} " * 60}


@pytest.fixture
def log(box: Box) -> str:
    """A session with an open todo and an edit, in the folder to work in."""
    todos = {"todos": [{"content": "Write the changelog entry", "status": "pending"}]}
    calls = [
        {"id": "t1", "type": "function", "function": {"name": "todo_write", "arguments": json.dumps(todos)}},
        {"id": "f1", "type": "function", "function": {"name": "write_file", "arguments": '{"path": "src/x.py"}'}},
    ]
    rows: list[dict[str, Any]] = [
        {"role": "user", "content": "Fix the import. Never touch vendor/."},
        {"role": "assistant", "content": "", "tool_calls": calls},
        *({"role": "tool", "tool_call_id": id, "content": "ok"} for id in ("t1", "f1")),
        *reading(20),
    ]
    (box.work / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return "log.jsonl"


@contextmanager
def served(box: Box, *words: str, **environ: str) -> Iterator[str]:
    """The server over HTTP; gives its address."""
    process = subprocess.Popen(
        [*SERVER, *words, "--http", "0"], cwd=box.work, env=box.environ | environ, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert "serving" in line, line
        yield line.rpartition(" at ")[2].strip()
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.mark.parametrize("tools", SETS)
def test_the_inspector_lists_exactly_the_tools_of_a_server_and_finds_no_fault_in_their_schemas(
    box: Box, tools: str
) -> None:
    told = inspect(box, "tools/list", "--strict", server=[*SERVER, tools])
    assert told.status == 0, told.errors
    assert "Warning" not in told.errors
    assert "Error" not in told.errors
    assert [tool["name"] for tool in told.answer["tools"]] == SETS[tools]
    assert all(tool["outputSchema"]["type"] == "object" for tool in told.answer["tools"])
    assert all("readOnlyHint" in tool["annotations"] for tool in told.answer["tools"])


def test_the_inspector_builds_a_snapshot_and_has_it_judged(box: Box, log: str) -> None:
    server = [*SERVER, "verdict", "--root", "."]
    built = inspect(box, "tools/call", "--tool-name", TOOLS[0], "--tool-arg", f"session={log}", server=server).answer[
        "structuredContent"
    ]
    assert built["todos"] == ["Write the changelog entry"]
    given = f"snapshot={json.dumps(built)}"
    judged = inspect(box, "tools/call", "--tool-name", TOOLS[1], "--tool-arg", given, server=server).answer
    assert judged["structuredContent"]["verdict"] in ("wait", "preserve_first")
    assert judged["structuredContent"]["digest"] == built["digest"]


@pytest.mark.parametrize("key", ["perBlock", "messageIds"])
def test_a_call_that_singles_out_parts_of_a_context_is_refused_over_the_wire(box: Box, log: str, key: str) -> None:
    assert key in FORBIDDEN_KEYS
    words = ("--tool-name", TOOLS[0], "--tool-arg", f"session={log}", f"{key}=1")
    refused = inspect(box, "tools/call", *words, server=[*SERVER, "verdict"])
    assert refused.answer["isError"] is True
    assert f"$.{key}" in refused.answer["content"][0]["text"]
    assert refused.status != 0


def test_no_tool_of_one_server_can_be_called_at_the_other(box: Box, log: str) -> None:
    words = ("--tool-arg", f"session={log}")
    done = [
        box.run(box.client("node-24"), box.client("inspector"), "--cli", "--method", "tools/call", "--tool-name", name,
                *words, "--", *SERVER, tools)
        for tools, name in (("verdict", "compact_conversation"), ("compaction", TOOLS[1]))
    ]  # fmt: skip
    assert all(one.status for one in done)
    assert not any("structuredContent" in one.output for one in done)


def test_the_inspector_compacts_a_log_and_gets_back_what_was_cut(box: Box, log: str) -> None:
    (box.work / "threefold.toml").write_text('[compact]\narchive_path = "archive"\n')
    server = [*SERVER, "compaction", "--root", ".", "--settings", "threefold.toml"]
    words = ("--tool-name", "compact_conversation", "--tool-arg", f"session={log}", "target_ratio=0.2")
    made = inspect(box, "tools/call", *words, server=server).answer["structuredContent"]
    assert made["stats"]["error"] == ""
    assert made["stats"]["bytes_after"] < made["stats"]["bytes_before"]


def test_streamable_http_answers_the_inspector_alike_and_only_with_the_token(box: Box) -> None:
    with served(box, "verdict", THREEFOLD_MCP_TOKEN="a-token") as url:
        address = ["--transport", "http", "--server-url", url]
        told = inspect(box, "tools/list", "--header", "Authorization: Bearer a-token", server=address)
        assert [tool["name"] for tool in told.answer["tools"]] == list(TOOLS)
        node, program = box.client("node-24"), box.client("inspector")
        refused = box.run(node, program, "--cli", "--method", "tools/list", *address)
        assert refused.status != 0
        assert "context_verdict" not in refused.output
