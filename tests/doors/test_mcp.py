"""The MCP servers, asked by the SDK's own client over both of its transports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import msgspec
import pytest

pytest.importorskip("mcp", reason="needs the extra: pip install 'threefold[mcp]'")

import httpx2
import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from threefold.compaction.settings import CompactSettings
from threefold.doors.halves import id_of
from threefold.doors.mcp.roots import Roots
from threefold.doors.mcp.server import Abandoned, Serving
from threefold.doors.mcp.tools import Call, Tool
from threefold.settings import Settings
from threefold.verdict.gates import FORBIDDEN_KEYS, TOOLS

Json = dict[str, Any]
COMPACTION = ["compact_conversation", "audit_compaction", "recall", "explain_receipt"]
MODES = ["auto", "legacy"]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "threefold", "mcp", *words]


def over_stdio(folder: Path, *words: str, mode: str = "auto", roots: list[Path] | None = None) -> Client:
    program, *args = command(*words)
    parameters = StdioServerParameters(command=program, args=args, cwd=folder)

    async def named(context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=root.as_uri()) for root in roots or ()])

    return Client(parameters, mode=mode, list_roots_callback=named if roots is not None else None)  # type: ignore[arg-type]


def near(folder: Path, tools: str, *, roots: list[Path] | None = None, settings: Settings | None = None) -> Client:
    """The same server within this process: what it answers does not hang on how it is reached."""
    own = Roots(roots if roots is not None else [folder])
    return Client(Serving(tools, settings or Settings(), own, own, trusts_client=False).server)


def asked(client: Client, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        with anyio.fail_after(60):
            async with client as connected:
                return await ask(connected)

    return anyio.run(run)


def called(client: Client, name: str, **arguments: Any) -> Any:
    return asked(client, lambda connected: connected.call_tool(name, arguments))


@contextmanager
def served(folder: Path, *words: str, **environment: str) -> Iterator[str]:
    import os

    process = subprocess.Popen(
        command(*words, "--http", "0"), cwd=folder, stderr=subprocess.PIPE, text=True, env=os.environ | environment
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert "serving" in line, line + process.stderr.read()
        yield line.rpartition(" at ")[2].strip()
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A session with an open todo, and calls to cut."""
    rows: list[Json] = [{"role": "user", "content": "fix the parser in /w/src/parse.py, keep port 8443"}]
    for number in range(30):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
        rows.append({"role": "assistant", "content": "", "tool_calls": [call]})
        rows.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"line {number} " * 60})
    rows.append({"role": "assistant", "content": "Next I will write the test."})
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# --- the surface -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("tools", "names"), [("verdict", list(TOOLS)), ("compaction", COMPACTION)])
def test_each_server_offers_its_own_set_and_nothing_of_the_other(
    tmp_path: Path, mode: str, tools: str, names: list[str]
) -> None:
    listed = asked(over_stdio(tmp_path, tools, mode=mode), lambda client: client.list_tools()).tools
    assert [tool.name for tool in listed] == names
    assert not set(names) & set(COMPACTION if tools == "verdict" else TOOLS)


@pytest.mark.parametrize("tools", ["verdict", "compaction"])
def test_every_tool_has_schemas_of_both_sides_and_says_what_it_does(tmp_path: Path, tools: str) -> None:
    from jsonschema import Draft202012Validator

    for tool in asked(near(tmp_path, tools), lambda client: client.list_tools()).tools:
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert all(field.get("description") for field in tool.input_schema["properties"].values())
        hints = tool.annotations
        assert (hints.title, hints.destructive_hint) == (tool.title, False)
        assert hints.read_only_hint is (tool.name != "compact_conversation")


def test_the_three_tools_over_http_are_the_same_three(tmp_path: Path) -> None:
    with served(tmp_path, "verdict") as url:
        listed = asked(Client(url), lambda client: client.list_tools()).tools
    assert [tool.name for tool in listed] == list(TOOLS)


# --- the verdict -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_snapshot_is_built_and_judged_over_the_wire(log: Path, mode: str) -> None:
    async def both(client: Client) -> Any:
        built = await client.call_tool("context_verdict_build", {"session": log.name})
        return built, await client.call_tool("context_verdict_judge", {"snapshot": built.structured_content})

    built, judged = asked(over_stdio(log.parent, "verdict", mode=mode), both)
    assert built.structured_content["digest"] == judged.structured_content["digest"]
    assert judged.structured_content["verdict"] in ("wait", "preserve_first")
    assert json.loads(judged.content[0].text) == judged.structured_content


def test_a_snapshot_of_a_damaged_log_carries_a_caution_that_the_judge_heeds(tmp_path: Path) -> None:
    said = {"type": "user", "message": {"role": "user", "content": "hi"}, "uuid": "u", "sessionId": "s", "cwd": "/x"}
    row = json.dumps(said)
    (tmp_path / "torn.jsonl").write_text(f"{row}\n{row[:40]}\n{row.replace('hi', 'thanks')}\n")

    async def both(client: Client) -> Any:
        built = (await client.call_tool("context_verdict_build", {"session": "torn.jsonl"})).structured_content
        judged = await client.call_tool("context_verdict_judge", {"snapshot": built})
        odd = await client.call_tool("context_verdict_judge", {"snapshot": built | {"caution": {"reason": "mood"}}})
        return built, judged, odd

    built, judged, odd = asked(near(tmp_path, "verdict"), both)
    assert built["caution"]["reason"] == "log_damaged"
    assert (judged.structured_content["verdict"], judged.structured_content["reason"]) == ("wait", "log_damaged")
    assert odd.is_error


def test_an_explicit_record_is_judged_and_a_snapshot_that_was_changed_is_refused(tmp_path: Path) -> None:
    async def ask(client: Client) -> Any:
        built = (await client.call_tool("context_verdict_build", {"record": {"session": "s"}})).structured_content
        good = await client.call_tool("context_verdict_judge", {"snapshot": built})
        bad = await client.call_tool("context_verdict_judge", {"snapshot": built | {"todos": ["ship"]}})
        return good, bad

    good, bad = asked(near(tmp_path, "verdict"), ask)
    assert good.structured_content["verdict"] == "safe_to_compact"
    assert bad.is_error
    assert "risk hints" in bad.content[0].text


@pytest.mark.parametrize("tool", TOOLS)
def test_a_key_that_singles_out_parts_of_a_context_is_refused_before_anything_else(tmp_path: Path, tool: str) -> None:
    async def ask(client: Client) -> list[Any]:
        return [await client.call_tool(tool, {"x": {"y": [{key: 1}]}}) for key in FORBIDDEN_KEYS[:5]]

    for key, refused in zip(FORBIDDEN_KEYS, asked(near(tmp_path, "verdict"), ask), strict=False):
        assert refused.is_error
        assert f"$.x.y[0].{key}" in refused.content[0].text
        assert "0.323" in refused.content[0].text


def test_a_corpus_is_verified(tmp_path: Path, root: Path) -> None:
    corpus = root / "corpus" / "verdict"
    if not corpus.is_dir():
        pytest.skip("needs the labelled corpus of the checkout")
    result = called(near(root, "verdict"), "context_verdict_verify", corpus=str(corpus))
    assert (result.is_error, result.structured_content["lost"]["letThrough"]) == (False, [])


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("context_verdict_build", {}),
        ("context_verdict_build", {"session": "a", "record": {}}),
        ("context_verdict_build", {"session": 3}),
        ("context_verdict_judge", {"snapshot": {}}),
        ("context_verdict_judge", {"snapshot": {}, "more": 1}),
        ("context_verdict_screen", {}),
    ],
)
def test_what_a_tool_cannot_use_is_answered_with_a_sentence(tmp_path: Path, tool: str, arguments: Json) -> None:
    refused = called(near(tmp_path, "verdict"), tool, **arguments)
    assert refused.is_error
    assert refused.content[0].text.endswith(".")


def test_a_request_that_cannot_be_parsed_is_answered(tmp_path: Path) -> None:
    def call(number: int | str, record: str) -> str:
        params = '{"name":"context_verdict_build","arguments":{"record":' + record + "}}"
        return '{"method":"tools/call","params":' + params + ',"jsonrpc":"2.0","id":' + json.dumps(number) + "}"

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": "hi", "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        call(1, r'{"session":"s","todos":["half \ud83d here \udc00, whole \ud83d\ude00, \\ud800 none"]}'),
        call("two", '{"id":9,"x":' + "[" * 500 + "]" * 500 + "}"),
        call(3, '{"x":' * 50_000 + "1" + "}" * 50_000),
        call(4, '{"session":"s","todos":["a' + "\\u0000" + '"]}'),
        "no JSON", '{"id":5}', '{"jsonrpc":"2.0","method":"x","params":{"id":6,"x":"\\ud800',
        call(7, '{"session":"s","todos":[]}'),
    ]  # fmt: skip
    pipes: Json = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command("verdict"), cwd=tmp_path, **pipes) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        given_up = threading.Timer(60, program.kill)  # what never answers must not hold the test
        given_up.start()
        program.stdin.write("\n".join(lines) + "\n")
        program.stdin.flush()
        answers = {str(answer["id"]): answer for answer in (json.loads(program.stdout.readline()) for _ in range(6))}
        program.stdin.close()
        assert program.wait(60) == 0
        given_up.cancel()
    assert answers.keys() == {"hi", "1", "two", "3", "4", "7"}
    told = json.loads(answers["1"]["result"]["content"][0]["text"])["todos"]
    assert told == ["half \ufffd here \ufffd, whole \U0001f600, \\ud800 none"]
    for number in ("two", "3"):
        assert "recursion limit" in answers[number]["error"]["message"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"id":1}', 1), ('{"params":{"id":2},"id" : "b\\"c"}', 'b"c'), ('{"a":"\\"id\\":3","id":-4,"x":', -4),
        ('{"params":{"id":5}}', None), ('{"id":1.5}', None), ('{"id":null}', None), ("", None), ('"id":6', None),
        ('{"' + '\\"' * 400_000, None), ('{"id":"' + "x" * 300 + '"}', None), ("[" * 1_000_000, None),
    ],
    ids=range(11),
)  # fmt: skip
def test_the_id_of_a_request_is_the_one_that_is_its_own(text: str, found: int | str | None) -> None:
    assert id_of(text) == found


# --- around a compaction ---------------------------------------------------------------------------------------------


def test_a_compaction_fits_its_budget_tells_its_stages_and_what_was_cut_comes_back(log: Path) -> None:
    settings = log.parent / "threefold.toml"
    settings.write_text('[compact]\nscorer = "recency"\narchive_path = "archive"\nreceipt_path = "receipts.jsonl"\n')
    stages: list[str | None] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        stages.append(message)

    async def ask(client: Client) -> Any:
        wanted = {"session": log.name, "target_bytes": 6000, "out": "out.jsonl"}
        made = await client.call_tool("compact_conversation", wanted, progress_callback=heard)
        cut = next(one for one in made.structured_content["decisions"] if one["decision"] == "cut")
        again = await client.call_tool("compact_conversation", wanted)
        recalled = await client.call_tool("recall", {"hash": cut["hash"]})
        why = await client.call_tool("explain_receipt", {"receipts": "receipts.jsonl", "hash": cut["hash"]})
        return made, cut, again, recalled, why

    made, cut, again, recalled, why = asked(
        over_stdio(log.parent, "compaction", "--settings", str(settings), "--root", str(log.parent)), ask
    )
    written = (log.parent / "out.jsonl").read_bytes()
    assert len(written) == made.structured_content["stats"]["bytes_after"] <= 6000
    assert len(stages) > 1
    assert "exists already" in again.content[0].text
    assert recalled.structured_content["messages"][0]["text"] in log.read_text()
    (explained,) = why.structured_content["explanations"]
    assert (explained["kept"], cut["reason"] in explained["why"]) == (False, True)


def test_messages_are_compacted_without_any_file(tmp_path: Path, log: Path) -> None:
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    client = near(tmp_path, "compaction", settings=Settings(compact=CompactSettings(scorer="recency")))
    made = called(client, "compact_conversation", messages=rows, target_bytes=6000).structured_content
    calls = [call["id"] for row in made["messages"] for call in row.get("tool_calls", ())]
    assert calls == [row["tool_call_id"] for row in made["messages"] if row["role"] == "tool"]
    assert made["changed"]


def test_an_audit_names_what_a_summary_altered(log: Path) -> None:
    client = near(log.parent, "compaction")
    made = called(client, "audit_compaction", summary="The port is 8442.", original=log.name)
    (record,) = made.structured_content["records"]
    assert "8442" in json.dumps(record)
    assert called(near(log.parent, "compaction"), "audit_compaction", session=log.name).structured_content == {
        "records": []
    }


def test_without_an_archive_nothing_can_be_recalled_and_that_is_said(tmp_path: Path) -> None:
    refused = called(near(tmp_path, "compaction"), "recall", hash="abc")
    assert (refused.is_error, "archive_path" in refused.content[0].text) == (True, True)


class Held(msgspec.Struct):
    """No arguments."""


def test_a_call_that_was_cancelled_stops_at_its_next_stage(tmp_path: Path) -> None:
    begun, go_on, stopped = threading.Event(), threading.Event(), threading.Event()

    def work(asked: Held, call: Call) -> Json:
        begun.set()
        go_on.wait(30)
        try:
            call.progress("next")
        except Abandoned:
            stopped.set()
        return {}

    serving = Serving("compaction", Settings(), None, Roots([tmp_path]), trusts_client=False)
    held = Tool(name="held", title="", description="", arguments=Held, output={"type": "object"}, run=work)
    serving.tools["held"] = held

    async def ask(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "held", {})
            await anyio.to_thread.run_sync(begun.wait, 30)
            group.cancel_scope.cancel()
        go_on.set()
        await anyio.to_thread.run_sync(stopped.wait, 30)

    asked(Client(serving.server), ask)
    assert stopped.is_set()


# --- files and doors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["../secret.jsonl", "/etc/hostname", "link.jsonl", "a\x00b"])
def test_a_file_outside_the_roots_is_not_read(tmp_path: Path, given: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.jsonl").write_text('{"role": "user", "content": "x"}\n')
    (inside / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    refused = called(near(inside, "verdict"), "context_verdict_build", session=given)
    assert refused.is_error
    assert "secret" not in refused.content[0].text.replace(given, "") or "outside the roots" in refused.content[0].text


@pytest.mark.parametrize("tools", ["verdict", "compaction"])
def test_a_pipe_below_the_roots_is_refused_and_not_waited_for(tmp_path: Path, tools: str) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "corpus").mkdir()
    os.mkfifo(tmp_path / "corpus" / "pipe.jsonl")
    calls = {"verdict": "context_verdict_build", "compaction": "compact_conversation"}
    refused = called(near(tmp_path, tools), calls[tools], session="pipe.jsonl")
    assert refused.is_error
    assert "pipe.jsonl is no file" in refused.content[0].text
    if tools == "verdict":
        assert called(near(tmp_path, tools), "context_verdict_verify", corpus="corpus").is_error


@pytest.mark.parametrize("mode", MODES)
def test_the_roots_of_the_client_hold_where_the_operator_named_none(log: Path, mode: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    ask = {"session": str(log)}
    allowed = called(over_stdio(elsewhere, "verdict", mode=mode, roots=[log.parent]), "context_verdict_build", **ask)
    assert not allowed.is_error
    for roots, words in (([elsewhere], ()), ([log.parent], ("--root", str(elsewhere))), ([], ())):
        client = over_stdio(elsewhere, "verdict", *words, mode=mode, roots=roots)
        assert "outside the roots" in called(client, "context_verdict_build", **ask).content[0].text


def test_http_serves_files_below_its_roots_and_never_those_that_a_client_names(log: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    async def named(context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=log.parent.as_uri())])

    with served(elsewhere, "verdict") as url:
        client = Client(url, list_roots_callback=named)
        assert called(client, "context_verdict_build", session=str(log)).is_error
    with served(elsewhere, "verdict", "--root", str(log.parent)) as url:
        assert not called(Client(url), "context_verdict_build", session=str(log)).is_error


def test_an_address_that_others_reach_needs_a_token(tmp_path: Path) -> None:
    done = subprocess.run(
        command("verdict", "--http", "0", "--host", "0.0.0.0"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "token" in done.stderr) == (3, True)


def test_with_a_token_only_requests_that_carry_it_are_answered(tmp_path: Path) -> None:
    with served(tmp_path, "verdict", "--host", "0.0.0.0", THREEFOLD_MCP_TOKEN="open sesame") as url:
        near = url.replace("0.0.0.0", "127.0.0.1")
        assert httpx2.post(near, json={}).status_code == 401
        assert httpx2.post(near, json={}, headers={"Authorization": "Bearer wrong"}).status_code == 401

        async def ask() -> list[str]:
            sent = {"Authorization": "Bearer open sesame"}
            async with (
                httpx2.AsyncClient(headers=sent) as http,
                Client(streamable_http_client(near, http_client=http)) as client,
            ):
                return [tool.name for tool in (await client.list_tools()).tools]

        assert anyio.run(ask) == list(TOOLS)


def test_a_web_page_that_was_led_here_is_turned_away(tmp_path: Path) -> None:
    with served(tmp_path, "verdict") as url:
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            sent = {"Accept": "application/json, text/event-stream", **headers}
            assert httpx2.post(url, json={}, headers=sent).status_code in (403, 421)


def test_a_set_of_tools_that_is_none_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(command("both"), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "verdict and compaction" in done.stderr) == (3, True)
