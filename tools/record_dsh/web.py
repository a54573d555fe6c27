"""The harness's web app, driven as a browser drives it: remote calls over HTTP, events and questions over a WebSocket.

The same moves as `runtime.Runtime`, so that a scenario can be played in both profiles. Seen with runtime 0.2.1rc2.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from logfile import find_log, read_rows
from runtime import DEADLINE, HERE, Runtime, free_port
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from workspace import Workspace

QUESTION = "user-questions/request"
STEP = 0.02
NOT_IDLE = "the agent is not idle"
Answer = Callable[[dict[str, Any]], dict[str, Any] | None]


class WebRuntime(Runtime):
    """The web app with one session in it, which `start` makes; its id is the harness's choice."""

    def __init__(
        self, workspace: Workspace, model_url: str, session: str, compression: str, small_window: bool
    ) -> None:
        super().__init__(workspace, model_url, session, compression, small_window)
        self.patches = [HERE / "web.yml"] + ([HERE / "small_window_web.yml"] if small_window else [])
        self._lines: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._answers: list[Answer] = []
        self._running = False  # what the app said last

    # -- life

    def start(self) -> None:
        self._boot()
        self.session = self._create()

    def resume(self) -> None:
        """Boot a new process; the app resumes the session that an earlier one left when it is next asked of it."""
        self._boot()

    def close(self) -> None:
        if self._process is None:
            return
        self._socket.close()
        self._process.terminate()
        self._end()

    def kill(self) -> None:
        super().kill()
        self._end()

    def _end(self) -> None:
        assert self._process is not None
        self._process.wait(timeout=DEADLINE)
        self._reader.join(timeout=DEADLINE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "the harness is not running"
        return self._process

    @property
    def console(self) -> list[str]:
        return self._lines

    # -- talk

    def prompt(self, text: str) -> None:
        seen = len(self.rows)
        self.expect(
            lambda row: (
                row["type"] == "user/message" and row["seq"] >= seen and row["data"]["content"][-1].get("text") == text
            )
        )
        self._prompt(self.session, text)

    def leave(self) -> None:
        """The person closes the page; nobody hears of events and questions any more."""
        self._socket.close()

    def elsewhere(self, text: str) -> None:
        session = self._create()
        self._prompt(session, text)
        deadline = time.monotonic() + DEADLINE
        while not any(row["type"] == "turn/end" for row in self._log(session)):
            assert time.monotonic() < deadline, "the turn in the other session does not end"
            time.sleep(STEP)

    def control(self, verb: str, **arguments: Any) -> dict[str, object]:
        """What the person does: type a command, stop the turn, or answer the next question."""
        match verb:
            case "command":
                return self._command(arguments["line"])
            case "abort":
                self.ask("session/cancel", {"request": {"sessionId": self.session}})
            case "prepare":
                self._answers.append(lambda _: {"answers": arguments["answers"]})
            case "hold":
                self._answers.append(lambda _: None)
            case _:
                raise NotImplementedError(f"{verb} is played in the sdk profile only")
        return {}

    def _command(self, line: str) -> dict[str, object]:
        """Type a command, again where the turn that just ended is not quite over."""
        call = {"agentId": self.session, "line": line, "submittedAttachments": []}
        deadline = time.monotonic() + DEADLINE
        while True:
            done = dict(self.ask("commands/execute", call) or {})
            if NOT_IDLE not in json.dumps(done) or time.monotonic() > deadline:
                return done
            time.sleep(STEP)

    def ask(self, method: str, arguments: dict[str, Any]) -> Any:
        """One remote call; its value. Raises RuntimeError for a refusal."""
        call = {"type": "client-request", "rpcId": str(uuid.uuid4()), "method": method, "payload": {"args": arguments}}
        headers = {"content-type": "application/json", "origin": self._origin}
        request = urllib.request.Request(f"{self._origin}/api/{method}", json.dumps(call).encode(), headers)
        with self._opener.open(request, timeout=DEADLINE) as response:
            result = json.loads(response.read())["result"]
        if not result["ok"]:
            raise RuntimeError(f"{method}: {result['error']}")
        return result.get("value")

    def _create(self) -> str:
        made = self.ask("session/create", {"request": {"cwd": str(self.workspace.cwd)}})
        return str(made["sessionId"])

    def _prompt(self, session: str, text: str) -> None:
        request = {"sessionId": session, "requestId": str(uuid.uuid4()), "mode": "queue"}
        self.ask("session/prompt", {"request": request | {"content": [{"type": "text", "text": text}]}})

    # -- the app and its events

    def _boot(self) -> None:
        environment = os.environ | self.workspace.environment
        environment |= {
            "DSH_HOME": str(self.workspace.dsh_home),
            "DSH_TELEMETRY_DISABLED": "1",
            "DSH_PERMISSION_MODE": "danger-full-access",
            "DEEPSEEK_BASE_URL": self._model_url,
            "DEEPSEEK_API_KEY": "sk-scripted",
            "RECORD_COMPRESSION": self._compression,
        }
        patches = [word for patch in self.patches for word in ("--patch", str(patch))]
        program = Path(sys.executable).parent / "dsh"
        command = [str(program), "--profile", "web", *patches, "--no-open", "--port", str(free_port())]
        self._process = subprocess.Popen(
            command, cwd=self.workspace.cwd, env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._ended = False
        first = len(self._lines)
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        url = ""
        deadline = time.monotonic() + DEADLINE
        while not url:
            assert time.monotonic() < deadline, "the web app does not say where it is: " + "\n".join(self._lines)
            url = next((u for line in self._lines[first:] for u in re.findall(r"http://\S+token=\S+", line)), "")
            time.sleep(STEP)
        self._origin = url.partition("/?")[0]
        cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        self._opener.open(url, timeout=DEADLINE).close()
        headers = {"Cookie": "; ".join(f"{one.name}={one.value}" for one in cookies), "Origin": self._origin}
        self._socket: ClientConnection = connect(
            self._origin.replace("http", "ws", 1) + "/api/remote.mux",
            additional_headers=headers, max_size=None,
        )  # fmt: skip
        opening = {"type": "open", "streamId": "events", "endpoint": "$events", "payload": {"args": {}}}
        self._socket.send(json.dumps(opening))
        threading.Thread(target=self._listen, args=(self._socket,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._lines.append(line.rstrip("\n"))
        self._ended = True

    def _listen(self, socket: ClientConnection) -> None:
        """Hand on what the app tells a browser, and answer its questions as the person was told to."""
        client = ""
        try:
            for frame in socket:
                value = json.loads(frame).get("value") or {}
                kind, event = value.get("type"), value.get("event")
                if kind == "ready":
                    client = value["clientId"]
                elif kind == "waterfall":
                    self._answer(client, value)
                elif kind == "emit" and event == "api-session/status":
                    session, running = value["args"]
                    if session == self.session:
                        self._running = running
        except ConnectionClosed:
            return

    def _answer(self, client: str, asked: dict[str, Any]) -> None:
        outcome: dict[str, Any] = {"kind": "next"}
        if asked["event"] == QUESTION and self._answers:
            value = self._answers.pop(0)(asked["request"])
            if value is None:
                return  # the question is left standing
            outcome = {"kind": "result", "value": value}
        self.ask("$events/result", {"clientId": client, "eventId": asked["eventId"], "outcome": outcome})

    # -- waits: the events are read from the log itself, which shows them a fifth of a second late

    def look(self) -> None:
        for row in self._log(self.session)[len(self.rows) :]:
            self.rows.append(row)
            self._was_read = self._was_read or self._read_by(row)

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + DEADLINE
        while True:
            self.look()
            self._idle = self._was_read and not self._running and self._at_rest()
            if done():
                return
            if self._ended:
                raise RuntimeError(f"the harness ended before {what}: " + "\n".join(self._lines[-20:]))
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited {DEADLINE:.0f} s for {what}: " + "\n".join(self._lines[-20:]))
            time.sleep(STEP)

    def _at_rest(self) -> bool:
        turns = [row["type"] for row in self.rows if row["type"] in ("turn/start", "turn/end")]
        return turns[-1:] == ["turn/end"]

    def _log(self, session: str) -> list[dict[str, Any]]:
        path = find_log(self.workspace.dsh_home, session)
        return read_rows(path)[1:] if path is not None else []
