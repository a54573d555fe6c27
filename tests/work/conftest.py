"""Short logs in the shape of Claude Code's, written as stories."""

from __future__ import annotations

import json

import pytest

from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.session import Session
from threefold.work import Work, fold

CWD = "/home/dev/shop"


class ClaudeLog:
    """Writes entries that follow one another."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []
        self.calls = 0

    def put(self, type: str, **fields: object) -> None:
        parent = self.rows[-1].get("uuid") if self.rows else None
        row = {"parentUuid": parent, "isSidechain": False, "cwd": CWD, "sessionId": "s", "type": type, **fields}
        self.rows.append({**row, "uuid": f"u{len(self.rows)}", "timestamp": "2026-11-12T10:00:00.000Z"})

    def human(self, text: str) -> None:
        self.put("user", message={"role": "user", "content": text})

    def model(self, text: str) -> None:
        self.put(
            "assistant",
            message={"role": "assistant", "id": f"m{len(self.rows)}", "content": [{"type": "text", "text": text}]},
        )

    def call(self, name: str, result: str | None, error: bool = False, **arguments: object) -> None:
        self.calls += 1
        call = {"type": "tool_use", "id": f"c{self.calls}", "name": name, "input": arguments}
        self.put("assistant", message={"role": "assistant", "id": f"m{len(self.rows)}", "content": [call]})
        if result is not None:
            answer = {"type": "tool_result", "tool_use_id": f"c{self.calls}", "content": result, "is_error": error}
            self.put("user", message={"role": "user", "content": [answer]})

    def bash(self, command: str, result: str | None = "", status: int = 0) -> None:
        shown = f"Exit code {status}\n{result}" if status else result
        self.call("Bash", shown, bool(status), command=command)

    def edit(self, path: str) -> None:
        self.call(
            "Edit",
            f"The file {CWD}/{path} has been updated.",
            file_path=f"{CWD}/{path}",
            old_string="a",
            new_string="b",
        )

    def write(self, path: str, content: str = "x") -> None:
        self.call("Write", f"File created successfully at: {CWD}/{path}", file_path=f"{CWD}/{path}", content=content)

    def interrupt(self) -> None:
        self.put(
            "user", message={"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user]"}]}
        )

    def session(self) -> Session:
        data = "\n".join(json.dumps(row) for row in self.rows)
        return read_source(BytesSource(data.encode("utf-8", "surrogatepass"), "log"))

    def work(self) -> Work:
        return fold(self.session())


@pytest.fixture
def log() -> ClaudeLog:
    return ClaudeLog()


@pytest.fixture(scope="session")
def new_log() -> type[ClaudeLog]:
    return ClaudeLog
