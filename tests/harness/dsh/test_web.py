"""The web profile, where each agent preset has a compaction engine of its own: judged before, audited after."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from threefold.harness.dsh import install

FILLER = "The importer reads one customer a line, and quoted commas must survive. " * 40
SUMMARY = "## Primary Request and Intent\n- Mend src/importer.py.\n"


class Web:
    """The web app of the harness, asked as a browser asks it."""

    def __init__(self, process: subprocess.Popen[str], model: Any, workspace: Any) -> None:
        self.process, self.model, self.workspace = process, model, workspace
        self.lines: list[str] = []
        self._cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        threading.Thread(target=self._read, daemon=True).start()
        url = self._until(
            lambda: next((u for line in self.lines for u in re.findall(r"http://\S+token=\S+", line)), "")
        )
        self._origin = url.partition("/?")[0]
        self._cookies.open(url, timeout=30).close()

    def ask(self, method: str, payload: dict[str, object]) -> Any:
        """One remote call; its value."""
        body = {"type": "client-request", "rpcId": str(uuid.uuid4()), "method": method, "payload": {"args": payload}}
        headers = {"content-type": "application/json", "origin": self._origin}
        request = urllib.request.Request(f"{self._origin}/api/{method}", json.dumps(body).encode(), headers)
        with self._cookies.open(request, timeout=60) as response:
            return json.loads(response.read())["result"]["value"]

    def session(self) -> str:
        """A new session in the workspace; its id."""
        created = self.ask("session/create", {"request": {"cwd": str(self.workspace.cwd)}})
        return str(created["sessionId"])

    def turn(self, session: str, text: str, *replies: Any) -> None:
        """A person writes; waits until the model was asked for every reply."""
        self.model.script(*replies)
        wanted = self.asked() + len(replies)
        request = {"sessionId": session, "requestId": str(uuid.uuid4()), "mode": "queue"}
        self.ask("session/prompt", {"request": request | {"content": [{"type": "text", "text": text}]}})
        self.wait(lambda: self.asked() >= wanted)

    def command(self, session: str, line: str) -> str:
        """A person types a command; how it ended."""
        answer = self.ask("commands/execute", {"agentId": session, "line": line, "submittedAttachments": []})
        return str(answer["result"]["kind"]) if answer else "unknown"

    def asked(self) -> int:
        """Requests of ordinary turns up to now."""
        return len([one for one in self.model.requests if one.kind == "chat"])

    def report(self, name: str) -> list[dict[str, Any]]:
        path = self.workspace.dsh_home / "reports" / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def wait(self, done: Callable[[], Any]) -> Any:
        return self._until(done)

    def _until(self, done: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + 60
        while not (found := done()):
            assert time.monotonic() < deadline, "\n".join(self.lines)[-3000:]
            time.sleep(0.05)
        return found

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))


@pytest.fixture
def web(recorder: dict[str, ModuleType], tmp_path: Path) -> Iterator[Callable[[str], Web]]:
    workspace = recorder["workspace"].Workspace(tmp_path / "home")
    opened: list[subprocess.Popen[str]] = []
    with recorder["model_server"].ScriptedModel() as model:

        def boot(policy: str) -> Web:
            workspace.make(recorder["project"].FILES)
            choice = install.Choice(home=workspace.dsh_home, profile="web", policy=policy)
            install.carry_out(install.plan(choice))
            patch = tmp_path / "web.yml"
            patch.write_text("\n".join(f"- id: {row}\n  disabled: true" for row in OFF))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            program = Path(sys.executable).parent / "dsh"
            environment = workspace.environment | {
                "DSH_HOME": str(workspace.dsh_home),
                "DSH_TELEMETRY_DISABLED": "1",
                "DSH_PERMISSION_MODE": "danger-full-access",
                "DEEPSEEK_BASE_URL": model.url,
                "DEEPSEEK_API_KEY": "sk-scripted",
            }
            command = [program, "--profile", "web", "--patch", patch, "--no-open", "--port", str(port)]
            process = subprocess.Popen(
                command, cwd=workspace.cwd, env=environment, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            opened.append(process)
            return Web(process, model, workspace)

        yield boot
        for process in opened:
            process.terminate()
            process.wait(timeout=30)
            assert process.stdout is not None
            process.stdout.close()


def reply(app: Web, text: str, *calls: tuple[str, dict[str, object]]) -> Any:
    """One scripted answer of the model."""
    words = type(app.model).script.__globals__
    return words["Reply"](text=text, calls=tuple(words["Call"](name, arguments) for name, arguments in calls))


OFF = (
    "otel",
    "session-telemetry-otel",
    "plugin-package-inventory-deepseek",
    "session-log-deepseek",
    "web-search-deepseek",
    "web-deepseek-api",
    "web-fetch-http",
)


def test_a_compaction_in_the_web_app_is_judged_guided_and_audited(web: Callable[[str], Web]) -> None:
    app = web("guide")
    session = app.session()
    app.turn(session, "Never push to the origin remote. " + FILLER, reply(app, "I read it. " + FILLER))
    app.turn(session, "Go on.", reply(app, "Done so far."))
    app.model.script_summary(reply(app, SUMMARY))

    app.wait(lambda: app.command(session, "/compact") == "success")  # refused while the turn is not quite over
    (record,) = app.wait(lambda: app.report("compaction-audit.jsonl"))
    assert record["sessionId"] == session
    (verdict,) = app.report("compaction-verdict.jsonl")
    assert (verdict["trigger"], verdict["action"]) == ("manual", "guide")
    asked = [one for one in app.model.requests if one.kind == "compact"][-1]
    assert "Additional rule" in json.dumps(asked.last)
    offered = {tool["name"] for one in app.model.requests if one.kind == "chat" for tool in one.body["tools"]}
    assert {"context_verdict_build", "context_verdict_judge", "context_verdict_verify"} <= offered
    assert not [line for line in app.lines if "threefold" in line and "failed" in line]


def test_a_held_compaction_in_the_web_app_waits_for_a_person(web: Callable[[str], Web]) -> None:
    app = web("hold")
    session = app.session()
    todo = {"todos": [{"content": "Mend parse_line", "status": "pending"}]}
    app.turn(session, "Plan it. " + FILLER, reply(app, "", ("todo_write", todo)), reply(app, "Planned. " + FILLER))
    app.turn(session, "Go on.", reply(app, "Yes."))
    person = ThreadPoolExecutor(1)
    typed = person.submit(app.command, session, "/compact")

    def held() -> bool:
        nonlocal typed
        if typed.done():  # the turn was not quite over
            typed = person.submit(app.command, session, "/compact")
        return any(row["action"] == "hold" for row in app.report("compaction-verdict.jsonl"))

    app.wait(held)
    assert not typed.done()
    assert not [one for one in app.model.requests if one.kind == "compact"]
    person.shutdown(wait=False)


def test_an_engine_is_not_put_into_the_web_profile(tmp_path: Path) -> None:
    from threefold.errors import UsageError

    with pytest.raises(UsageError, match="each agent preset has an engine of its own"):
        install.plan(install.Choice(home=tmp_path, profile="web", engine="threefold"))
    assert not os.listdir(tmp_path)
