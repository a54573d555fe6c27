"""One running DeepSeek Harness, driven from Python: prompts, aborts, kills, resumes, and its log as it is on disk."""

from __future__ import annotations

import json
import os
import queue
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from deepseek_harness import DeepSeekHarness
from logfile import Row, find_log, read_rows
from workspace import Workspace

HERE = Path(__file__).parent
DEADLINE = 60.0  # seconds that any single wait may last; an ordinary one takes a few hundredths


class Runtime:
    """The harness process of one session. `start` boots it (about two seconds); `close`, `kill` end it."""

    def __init__(
        self, workspace: Workspace, model_url: str, session: str, compression: str, small_window: bool
    ) -> None:
        self.workspace = workspace
        self.session = session
        self.rows: list[Row] = []  # every event the harness told of, in order, over all its processes
        self._model_url = model_url
        self._compression = compression
        self.patches = [HERE / "patch.yml"] + ([HERE / "small_window.yml"] if small_window else [])
        self._port = 0
        self._inbox: queue.Queue[tuple[str, dict[str, object]] | None] = queue.Queue()
        self._harness: DeepSeekHarness | None = None
        self._idle = True
        self._ended = False
        self._read_by: Callable[[Row], bool] = lambda _: True  # tells the event that puts the input before the model
        self._was_read = True

    # -- life

    def start(self) -> None:
        """Boot the harness and follow the session's notifications."""
        self._port = free_port()
        self._harness = DeepSeekHarness(
            dsh_home=str(self.workspace.dsh_home),
            cwd=str(self.workspace.cwd),
            profile="sdk",
            patches=tuple(str(patch) for patch in self.patches),
            base_url=self._model_url,
            api_key="sk-scripted",
            max_tokens=1000,
            env=self.workspace.environment
            | {
                "DSH_TELEMETRY_DISABLED": "1",
                "DSH_TELEMETRY_MODE": "DISABLED",
                "DSH_PERMISSION_MODE": "danger-full-access",
                "RECORD_COMPRESSION": self._compression,
                "RECORD_PORT": str(self._port),
            },
            request_timeout_seconds=DEADLINE,
        )
        self._harness.start()
        problems = [line for line in self.console if "record-control" in line]
        if problems:
            raise RuntimeError("the control plugin did not load: " + " / ".join(problems))
        self._inbox, self._ended = queue.Queue(), False
        subscription = self._client.subscribe_session_notifications(self.session)
        threading.Thread(target=_pump, args=(subscription, self._inbox), daemon=True).start()

    def resume(self) -> None:
        """Boot a new process on the session that an earlier one left."""
        self.start()
        self._client.resume_session(self.session)

    def close(self) -> None:
        """End the harness in order, as a person who quits it."""
        if self._harness is not None:
            process = self.process
            self._harness.close()
            self._harness = None
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()  # the SDK leaves them open

    def kill(self) -> None:
        """End the harness with SIGKILL, and what it had started, as a crash or a power cut would."""
        process = self.process
        children = self.children()
        process.kill()
        process.wait()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue  # it ended with its parent
        self.close()

    @property
    def process(self) -> subprocess.Popen[str]:
        """The harness's process; the SDK has no public way to reach it."""
        process = self._client._proc
        assert process is not None
        return process  # type: ignore[no-any-return]

    def children(self) -> list[int]:
        """The processes below the harness, from /proc; it starts its shells in groups of their own."""
        return _descendants(self.process.pid)

    @property
    def console(self) -> list[str]:
        """What the harness has written to standard error, by line."""
        return self._client._stderr_lines  # type: ignore[no-any-return]

    # -- talk

    def elsewhere(self, text: str) -> None:
        """A person writes in another, new session of the same process; waits for the end of that turn."""
        self._harness.start_session(f"{self.session}-other").run(text)

    def prompt(self, text: str) -> None:
        """Send what a person typed; while a turn runs, the harness queues it."""
        self.expect(lambda row: False)  # until the id of the message is known
        message = self._client.session_prompt(self.session, [{"type": "text", "text": text}])
        self.expect(lambda row: row["type"] == "user/message" and row["data"]["id"] == message)

    def expect(self, read: Callable[[Row], bool]) -> None:
        """Input is on its way: being at rest counts only after the event that says the model was given it."""
        self._read_by, self._was_read, self._idle = read, any(map(read, self.rows)), False

    def control(self, verb: str, **arguments: object) -> dict[str, object]:
        """Ask the control plugin: status, command, abort, prepare, approve, hold, answer."""
        body = json.dumps({"session": self.session} | arguments).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}/{verb}", data=body, method="POST")
        with urllib.request.urlopen(request, timeout=DEADLINE) as response:
            answer: dict[str, object] = json.loads(response.read())
        return answer

    # -- waits

    def wait_idle(self) -> None:
        """Wait until the last input was read and the harness says that the session is at rest."""
        self._wait(lambda: self._idle, "the session to be idle")

    def wait_for(self, accept: Callable[[Row], bool], what: str, *, since: int) -> Row:
        """Wait for an event after the first `since` of them (one already told counts) and give the last that fits."""
        found: list[Row] = []

        def look() -> bool:
            found.extend(row for row in self.rows[since:] if accept(row))
            return bool(found)

        self._wait(look, what)
        return found[-1]

    def wait_on_disk(self) -> Path:
        """Wait until the log on disk holds every event the harness told of, and give its path."""
        self.look()
        wanted = max((int(str(row["seq"])) for row in self.rows), default=-1)
        deadline = time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            path = find_log(self.workspace.dsh_home, self.session)
            if path is not None and len(read_rows(path)) >= wanted + 2:  # the header is a row as well
                return path
            time.sleep(0.02)
        raise TimeoutError(f"the log on disk does not reach event {wanted}")

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + DEADLINE
        while not done():
            if self._ended:
                raise RuntimeError(f"the harness ended before {what}")
            try:
                self._take(self._inbox.get(timeout=max(0.0, deadline - time.monotonic())))
            except queue.Empty:
                raise TimeoutError(f"waited {DEADLINE:.0f} s for {what}") from None

    def look(self) -> None:
        """Take in what the harness has told of up to now."""
        while True:
            try:
                self._take(self._inbox.get_nowait())
            except queue.Empty:
                return

    def _take(self, item: tuple[str, dict[str, object]] | None) -> None:
        if item is None:
            self._ended = True
            return
        method, payload = item
        if payload.get("sessionId") != self.session:
            return
        if method == "session.event" and isinstance(event := payload.get("event"), dict):
            self.rows.append(event)
            self._was_read = self._was_read or self._read_by(event)
        elif method == "session.status":
            self._idle = self._was_read and payload.get("status") == "idle"

    @property
    def _client(self):  # type: ignore[no-untyped-def]  # the SDK ships without types
        assert self._harness is not None, "the harness is not running"
        return self._harness.client


def _pump(subscription, inbox) -> None:  # type: ignore[no-untyped-def]  # the SDK ships without types
    from deepseek_harness.errors import HarnessError

    try:
        while True:
            notification = subscription.next()
            inbox.put((notification.method, notification.payload))
    except HarnessError:
        inbox.put(None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _descendants(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue  # it ended while we looked
            parents.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(int(entry.name))
    found: list[int] = []
    open_ends = [pid]
    while open_ends:
        children = parents.get(open_ends.pop(), [])
        found.extend(children)
        open_ends.extend(children)
    return found
