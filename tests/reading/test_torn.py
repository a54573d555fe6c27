"""Logs whose first line is torn: what is left is read, what is missing is said, and no other format is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.auditing import audit_all
from threefold.errors import UnknownFormat
from threefold.reading import read

AT = "2026-01-01T00:00:00Z"
CLAUDE = [
    {"type": kind, "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "sessionId": "s", "timestamp": AT,
     "message": {"role": kind, "content": f"turn {n}"}}
    for n, kind in enumerate(["user", "assistant", "user"])
]  # fmt: skip
PI = [
    {"type": "session", "version": 3, "id": "s", "timestamp": AT, "cwd": "/w"},
    *({"type": "message", "id": f"m{n}", "parentId": f"m{n - 1}" if n else None, "timestamp": AT,
       "message": {"role": "user", "content": f"turn {n}"}} for n in range(3)),
    {"type": "compaction", "id": "c", "parentId": "m2", "timestamp": AT, "summary": "Three turns.",
     "firstKeptEntryId": "m2", "tokensBefore": 9},
]  # fmt: skip
CODEX = [
    {"timestamp": AT, "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}},
    *({"timestamp": AT, "type": "response_item", "payload": {"type": "message", "role": "user", "content":
       [{"type": "input_text", "text": f"turn {n}"}]}} for n in range(3)),
]  # fmt: skip
DSH = [
    {"type": "session", "version": 4, "id": "s", "createdAt": 1, "cwd": "/w"},
    *({"type": "user/message", "seq": n, "ts": 1, "data": {"content": [{"type": "text", "text": f"turn {n}"}]}}
      for n in range(3)),
]  # fmt: skip
LOGS = {"claude-code": CLAUDE, "pi": PI, "codex": CODEX, "dsh": DSH}


def text(rows: list[dict[str, object]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


@pytest.mark.parametrize("format", LOGS)
def test_a_log_whose_first_line_lacks_its_beginning_is_read_and_the_line_is_broken(tmp_path: Path, format: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text(LOGS[format])[40:])
    with read(path) as log:
        assert (log.format, log.lines.broken, log.lines.faults[0][0]) == (format, 1, 1)
        assert log.lines.total == len(LOGS[format])


@pytest.mark.parametrize("format", LOGS)
@pytest.mark.parametrize("size", [5, 40])
def test_a_log_that_ends_within_its_first_line_is_said_to_be_cut(tmp_path: Path, format: str, size: int) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text(LOGS[format])[:size])
    with pytest.raises(UnknownFormat, match="cut off, or is still being written"):
        read(path)


@pytest.mark.parametrize("given", [b"{no json}", b"[1, 2", b"notes: {", b'{"a": b, "c": 1}'])
def test_what_is_no_json_is_not_called_cut_unless_it_is(tmp_path: Path, given: bytes) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(given)
    with pytest.raises(UnknownFormat) as refused:
        read(path)
    assert ("cut off" in str(refused.value)) == (given == b"[1, 2")


def test_an_audit_says_that_a_line_before_the_compaction_could_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text(PI)[40:])
    with read(path) as log:
        (record,) = audit_all(log, at=AT)
    assert record.ledger_incomplete
    assert "1 line before the compaction could not be read" in record.incomplete
    path.write_bytes(text(PI) + b"{torn\n" + text(PI[1:2]))
    with read(path) as log:
        (record,) = audit_all(log, at=AT)
        assert log.lines.broken == 1
    assert not record.incomplete
