from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from threefold.reading import read
from threefold.session import Compaction, Session

Entry = tuple[str, object]
Compacted = Callable[..., tuple[Session, Compaction]]


def _block(kind: str, value: object) -> tuple[str, object]:
    """One entry of a test log: what was said, as Claude Code writes it."""
    if kind in ("user", "assistant"):
        return kind, [{"type": "text", "text": value}] if kind == "assistant" else value
    if kind == "call":
        name, arguments, id = value  # type: ignore[misc]
        return "assistant", [{"type": "tool_use", "id": id, "name": name, "input": arguments}]
    if kind in ("result", "edited"):
        id, text = value  # type: ignore[misc]
        return "user", [{"type": "tool_result", "tool_use_id": id, "content": text}]
    if kind == "thinking":
        return "assistant", [{"type": "thinking", "thinking": value, "signature": ""}]
    raise AssertionError(kind)


@pytest.fixture
def compacted(tmp_path: Path) -> Compacted:
    """Write a Claude Code log that ends in a compaction, and read it back: ``compacted(entries, summary)``.

    An entry is ``("user", text)``, ``("assistant", text)``, ``("call", (name, arguments, id))``,
    ``("result", (id, text))``, ``("edited", (id, path))``, ``("thinking", text)`` or
    ``("compact", summary)`` for an earlier compaction.
    """

    def build(
        entries: list[Entry], summary: str, *, cwd: str = "/repo", **metadata: object
    ) -> tuple[Session, Compaction]:
        path = tmp_path / f"{uuid.uuid4()}.jsonl"
        lines: list[dict[str, object]] = []
        parent: str | None = None
        for number, (kind, value) in enumerate([*entries, ("compact", summary)]):
            common: dict[str, object] = {
                "sessionId": "s1",
                "cwd": cwd,
                "version": "2.1.42",
                "timestamp": f"2026-01-01T00:00:{number % 60:02}Z",
            }
            if kind == "compact":
                boundary = f"b{number}"
                lines.append(
                    {"type": "system", "subtype": "compact_boundary", "uuid": boundary, "parentUuid": None,
                     "logicalParentUuid": parent, "compactMetadata": {"trigger": "auto", **metadata}, **common}
                )  # fmt: skip
                parent = f"u{number}"
                lines.append(
                    {"type": "user", "uuid": parent, "parentUuid": boundary, "isCompactSummary": True,
                     "message": {"role": "user", "content": value}, **common}
                )  # fmt: skip
                continue
            role, content = _block(kind, value)
            message: dict[str, object] = {"role": role, "content": content}
            if role == "assistant":
                message |= {"id": f"m{number}", "model": "claude-test"}
            if kind == "edited":
                common["toolUseResult"] = {"filePath": value[1], "structuredPatch": []}  # type: ignore[index]
            lines.append({"type": role, "uuid": f"u{number}", "parentUuid": parent, "message": message, **common})
            parent = f"u{number}"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        session = read(path)
        return session, session.compactions[-1]

    return build
