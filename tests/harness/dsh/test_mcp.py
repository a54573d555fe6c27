"""The verdict over MCP, through the harness's own MCP row and without the plugin."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAMES = ("context_verdict_build", "context_verdict_judge", "context_verdict_verify")


def row(root: Path) -> str:
    """The row that a person adds to the profile's cordis.patch.yml."""
    config = {
        "transport": "stdio",
        "serverName": "threefold",
        "command": sys.executable,
        "args": ["-m", "threefold", "mcp", "verdict", "--root", str(root)],
        "failOnStartupError": True,
    }
    return (
        f"- insert:\n    - {{ id: threefold-mcp, name: '@deepseek-ai/dsh-mcp-client', config: {json.dumps(config)} }}\n"
    )


def answer(live: Any, number: int) -> tuple[str, bool]:
    """What the model was told by the tool that it called, and whether as an error."""
    message = live.of("tool/result")[number]["data"]["message"]
    return "".join(block["text"] for block in message["content"] if block["type"] == "text"), bool(message["isError"])


def test_a_model_asks_for_the_verdict_through_the_harness_mcp_row(harness: Callable[..., Any], tmp_path: Path) -> None:
    live = harness(rows=row(tmp_path / "home"), install=False)
    todo = {"todos": [{"content": "Mend parse_line", "status": "pending"}]}
    change = {"file_path": "src/cli.py", "old_string": "2019", "new_string": "2020"}
    live.stage.turn(
        "Strip the line ending.",
        live.call("todo_write", todo),
        live.call("read", {"file_path": "src/cli.py"}),
        live.call("edit", change),
        "Done.",
    )
    log = live.stage.log()

    def judged() -> Any:
        return live.call(f"mcp__threefold__{NAMES[1]}", {"snapshot": json.loads(answer(live, 3)[0])})

    live.stage.turn(
        "Is it safe to compact?",
        live.call(f"mcp__threefold__{NAMES[0]}", {"session": str(log), "at_compaction": True}),
        judged,
        live.call(f"mcp__threefold__{NAMES[1]}", {"snapshot": {"outer": [{"perBlock": 1}]}}),
        "Not yet.",
    )
    offered = {tool["name"] for tool in live.model.requests[-1].body["tools"]}
    assert {name for name in offered if name.startswith("mcp__")} == {f"mcp__threefold__{name}" for name in NAMES}
    text, failed = answer(live, 3)
    assert not failed
    assert json.loads(text)["uncommitted"] == ["src/cli.py"]
    assert json.loads(text)["todos"] == ["Mend parse_line"]
    text, failed = answer(live, 4)
    assert not failed
    verdict = json.loads(text)
    assert (verdict["verdict"], verdict["count"], verdict["reason"]) == ("wait", 2, "no_service_configured")
    text, failed = answer(live, 5)
    assert failed
    assert "$.snapshot.outer[0].perBlock" in text
    live.model.check()
