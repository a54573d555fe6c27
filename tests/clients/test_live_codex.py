"""Codex itself, with our hooks in its hooks.json."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Queue
from types import ModuleType
from typing import Any

import pytest

SUMMARY = "We wrote deploy.md; the service listens on port 8124."
RULE = "Never push to main. Write deploy.md."  # what a person said is kept verbatim beside the summary
WRITE = "printf 'port 8123' > deploy.md"
CONFIG = """
model = "gpt-5.1-codex"
model_provider = "mock"
model_context_window = 200000
model_auto_compact_token_limit = 50000
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[feedback]
enabled = false
[model_providers.mock]
name = "NAME"
base_url = "URL/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[projects."WORK"]
trust_level = "trusted"
"""


class Codex:
    """Codex in a home of its own."""

    def __init__(self, box: Any, model: Any, name: str) -> None:
        self.box, self.model = box, model
        self.program = box.client("codex")
        home = box.home / ".codex"
        home.mkdir(exist_ok=True)
        config = CONFIG.replace("NAME", name).replace("URL", model.url).replace("WORK", str(box.work))
        (home / "config.toml").write_text(config)
        box.environ |= {"CODEX_HOME": str(home), "MOCK_KEY": "fake"}

    def execute(self, *words: str, trusted: bool = True) -> Any:
        trust = ["--dangerously-bypass-hook-trust"] if trusted else []
        return self.box.run(self.program, "exec", *words[:-1], "--json", "--skip-git-repo-check", *trust, words[-1])


@pytest.fixture
def session(box: Any, wire: ModuleType) -> Callable[..., Any]:
    @contextmanager
    def opened(*steps: Any, name: str = "mock") -> Iterator[Codex]:
        with wire.Model(steps, SUMMARY) as model:
            yield Codex(box, model, name)

    return opened


class AppServer:
    """The app server, which is what an editor talks to; the only way to a manual compaction without a screen."""

    def __init__(self, codex: Codex) -> None:
        words = [codex.program, "app-server"]
        self._process = subprocess.Popen(
            words, cwd=codex.box.work, env=codex.box.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self._told: Queue[dict[str, Any]] = Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self._number = 0
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> AppServer:
        self.ask("initialize", {"clientInfo": {"name": "tests", "version": "1"}})
        self._send({"method": "initialized"})
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._thread.join()

    def ask(self, method: str, parameters: dict[str, object]) -> dict[str, Any]:
        """Ask and wait for the answer."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": parameters})
        return self.until(lambda told: told.get("id") == number and "method" not in told)

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for what the server says; 30 seconds without a word is a failure."""
        while True:
            try:
                told = self._told.get(timeout=30)
            except Empty:
                raise AssertionError("the app server fell silent") from None
            self.heard.append(told)
            if wanted(told):
                return told

    def trust(self, folder: str) -> None:
        """Do what a person does in /hooks: trust each hook as it stands."""
        (listed,) = self.ask("hooks/list", {"cwds": [folder]})["result"]["data"]
        state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed["hooks"]}
        edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
        self.ask(
            "config/batchWrite",
            {"edits": [edit], "filePath": None, "expectedVersion": None, "reloadUserConfig": True},
        )

    def turn(self, thread: str, method: str, parameters: dict[str, object]) -> None:
        """Ask for a turn and wait for its end."""
        self.ask(method, {"threadId": thread} | parameters)
        self.until(lambda told: told.get("method") == "turn/completed")

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._told.put(json.loads(line))


def test_an_automatic_compaction_is_recorded_before_and_audited_after(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "codex")
    with session(wire.Run(WRITE), wire.Run("echo more", 60_000), wire.Say("done")) as codex:
        done = codex.execute(RULE)
        assert done.status == 0
        assert len(codex.model.summaries) == 1
        assert codex.model.left == []
    assert [(one["trigger"], one["action"], one["count"] > 0) for one in box.verdicts] == [("automatic", "pass", True)]
    (audit,) = box.audits
    assert [(one["value"], one["near"][0]["value"]) for one in audit["fidelity"]["candidates"]] == [("8124", "8123")]


def test_a_manual_compaction_is_audited_too(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    box.threefold("install", "codex")
    with session(wire.Run(WRITE), wire.Say("written")) as codex, AppServer(codex) as server:
        server.trust(str(box.work))
        thread = server.ask("thread/start", {"cwd": str(box.work)})["result"]["thread"]["id"]
        server.turn(thread, "turn/start", {"input": [{"type": "text", "text": RULE}]})
        server.turn(thread, "thread/compact/start", {})
        assert len(codex.model.summaries) == 1
        assert "Threefold: audit of" in json.dumps(server.heard)
    assert [(one["trigger"], one["action"]) for one in box.verdicts] == [("manual", "pass")]
    assert len(box.audits) == 1


def test_the_model_hears_of_lost_facts_right_after_the_compaction_where_that_was_asked_for(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "codex", "--inject")
    with session(wire.Run(WRITE), wire.Run("echo more", 60_000), wire.Say("done")) as codex:
        codex.execute(RULE)
        last = json.dumps(codex.model.requests[-1])
        assert "threefold-recovered" in last


def test_hooks_that_nobody_trusted_do_not_run(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    done = box.threefold("install", "codex")
    assert "trust" in done.output
    with session(wire.Run(WRITE), wire.Run("echo more", 60_000), wire.Say("done")) as codex:
        codex.execute(RULE, trusted=False)
        assert len(codex.model.summaries) == 1
    assert box.verdicts == []
    assert box.audits == []


def test_hooks_of_a_trusted_project_run_too(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    box.threefold("install", "codex", "--project", str(box.work))
    assert (box.work / ".codex" / "hooks.json").is_file()
    with session(wire.Run(WRITE), wire.Run("echo more", 60_000), wire.Say("done")) as codex:
        codex.execute(RULE)
    assert len(box.verdicts) == len(box.audits) == 1


def test_an_encrypted_summary_is_recorded_as_one_that_cannot_be_audited(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "codex")
    with session(wire.Run(WRITE), wire.Run("echo more", 60_000), wire.Say("done"), name="OpenAI") as codex:
        codex.execute(RULE)
    (audit,) = box.audits
    assert "encrypted" in audit["unauditable"]


def test_what_was_installed_is_removed_without_a_trace(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    with session() as codex:
        before = box.files(box.home / ".codex")
        box.threefold("install", "codex")
        assert box.files(box.home / ".codex") != before
        box.threefold("install", "codex", "--uninstall")
        assert box.files(box.home / ".codex") == before
        assert codex.model.requests == []
