"""The real clients, each in a home of its own, against a scripted model on loopback.

``make test-clients`` installs the clients and runs these tests in a network namespace that holds nothing but loopback;
anywhere else they skip, so that no test ever talks to a provider.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

PLACES = {
    "claude-code-2.1.332": "claude-code-2.1.332/claude",
    "claude-code-2.1.197": "claude-code-2.1.197/claude",
    "codex": "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
    "inspector": "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    "node-24": "node-24/bin/node",
    "pi-1.6.0": "pi-1.6.0/dist/cli.js",
    "pi-0.73.1": "pi-0.73.1/dist/cli.js",
}


def load(name: str) -> ModuleType:
    full = f"threefold_tests_clients_{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[full] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[full])
    return sys.modules[full]


@pytest.fixture(scope="session")
def wire() -> ModuleType:
    """The module ``loopback_model``."""
    return load("loopback_model")


@pytest.fixture(scope="session")
def clients() -> Path:
    """The folder of installed clients; skips where there is none, or where a provider could be reached."""
    given = os.environ.get("THREEFOLD_CLIENTS")
    if not given:
        pytest.skip("the real clients run in `make test-clients` only")
    interfaces = {name for _, name in socket.if_nameindex()} - {"lo"}
    if interfaces:
        pytest.skip(f"not in a network namespace of its own: {', '.join(sorted(interfaces))} could reach a provider")
    return Path(given) / "node_modules"


class Ran(NamedTuple):
    """What a program did."""

    status: int
    output: str
    errors: str


class Box:
    """One person's machine: a home, a folder to work in, our own files, and no way out."""

    def __init__(self, root: Path, clients: Path) -> None:
        self.clients = clients
        self.home, self.work, self.ours = root / "home", root / "work", root / "threefold"
        self.home.mkdir()
        self.work.mkdir()
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "THREEFOLD_HOME": str(self.ours),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
        }
        self.run("git", "init", "--quiet")
        self.run("git", "config", "user.email", "someone@example.org")
        self.run("git", "config", "user.name", "Someone")

    def client(self, name: str) -> str:
        """The path of a client's program; skips where it was not installed."""
        path = self.clients / PLACES[name]
        if not path.exists():
            pytest.skip(f"{name} is not installed at {path}")
        return str(path)

    def run(self, *words: str, given: str = "", limit: int = 60) -> Ran:
        """Run a program in the folder to work in."""
        done = subprocess.run(
            words,
            cwd=self.work,
            env=self.environ,
            input=given,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def threefold(self, *words: str) -> Ran:
        """Run our own command line, which must succeed."""
        done = self.run(sys.executable, "-P", "-m", "threefold", *words)
        assert done.status == 0, done
        return done

    def lines(self, name: str) -> list[dict[str, Any]]:
        """The lines of one of our reports."""
        path = self.ours / "reports" / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        return self.lines("compaction-verdict.jsonl")

    @property
    def audits(self) -> list[dict[str, Any]]:
        return self.lines("compaction-audit.jsonl")

    def files(self, folder: Path) -> dict[str, bytes]:
        """Everything below a folder."""
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def box(tmp_path: Path, clients: Path) -> Box:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    return Box(tmp_path, clients)


@pytest.fixture(scope="session")
def asked() -> Callable[[dict[str, object]], str]:
    """The newest message of a request, as text."""

    def newest(body: dict[str, object]) -> str:
        messages = body.get("messages") or body.get("input")
        assert isinstance(messages, list)
        return json.dumps(messages[-1], ensure_ascii=False)

    return newest
