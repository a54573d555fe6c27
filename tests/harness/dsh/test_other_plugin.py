"""What other plugins may use."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

OTHER = """
import { writeFileSync } from 'node:fs'
import { compactMessages } from 'threefold-dsh'

export const name = 'other'
export const inject = ['sessions']

export function apply(ctx, config) {
  ctx.on('session/event', async (_session, event) => {
    if (event.type !== 'turn/end') return
    const result = await compactMessages(config.messages, 'finish the parser fix', { targetBytes: 6000, keepRecent: 2 })
    writeFileSync(config.file, JSON.stringify(result))
  })
}
"""
MESSAGES = [{"role": "user", "content": "Fix src/ingest/parser.py and never push."}] + [
    {"role": "assistant", "content": f"Line {number} of something long. " * 40} for number in range(12)
]


def test_another_plugin_compacts_its_own_messages(harness: Callable[..., Any], tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    other = tmp_path / "home" / ".dsh" / "profiles" / "sdk" / "other.mjs"
    config = json.dumps({"messages": MESSAGES, "file": str(found)})
    rows = f"- insert:\n    - {{ id: other, name: {json.dumps(str(other))}, config: {config} }}\n"
    live = harness(rows=rows, beside={"other.mjs": OTHER}, environment={"THREEFOLD_COMPACT_SCORER": "recency"})
    live.stage.turn("Hello.", "Hello.")
    live.until(lambda: found.exists() and found.stat().st_size > 0, "the other plugin's messages")
    result = json.loads(found.read_text())
    assert result["messages"][0] == MESSAGES[0]
    assert result["messages"][-1] == MESSAGES[-1]
    assert result["stats"]["bytes_after"] <= 6000
    assert len(result["messages"]) < len(MESSAGES)
