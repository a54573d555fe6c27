"""Session logs as files: find, read and write them, plain or as zstd frames, and take out the vendor's prompt text."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import zstandard

Row = dict[str, Any]  # an event as JSON gives it; its shape is the business of whoever asks
Batch = list[str]  # the lines of one zstd frame, without their ends; a plain log is one batch

NAMES = ("session.v4.jsonl", "session.v4.jsonl.zstd")
SYSTEM_STAND_IN = (
    "You are a coding agent. (A stand-in: the harness's own system prompt was taken out of this recording.)"
)
TOOL_STAND_IN = "(description taken out of this recording)"


def find_log(dsh_home: Path, session: str) -> Path | None:
    """The log of a session below a harness home, or None while there is none."""
    logs = find_logs(dsh_home, session)
    return logs[0] if logs else None


def find_logs(dsh_home: Path, session: str = "*") -> list[Path]:
    """The logs below a harness home; a file that the harness is still to rename is none."""
    return [log for name in NAMES for log in sorted(dsh_home.glob(f"sessions/*/{session}/{name}"))]


def read_batches(path: Path) -> list[Batch]:
    """The lines of a log, by frame; a torn last line or frame (the log is live) is left out."""
    raw = path.read_bytes()
    if path.suffix != ".zstd":
        return [_lines(raw)]
    batches: list[Batch] = []
    while raw:
        decoder = zstandard.ZstdDecompressor().decompressobj()
        text = decoder.decompress(raw)
        if not decoder.eof:
            break
        batches.append(_lines(text))
        raw = decoder.unused_data
    return batches


def read_rows(path: Path) -> list[Row]:
    """All rows of a log; the first is its header."""
    return [json.loads(line) for batch in read_batches(path) for line in batch]


def write_batches(path: Path, batches: list[Batch]) -> None:
    """Write a log in the form its name says, with the frames it had."""
    target = io.BytesIO()
    for batch in batches:
        text = "".join(line + "\n" for line in batch).encode()
        target.write(zstandard.ZstdCompressor(level=3).compress(text) if path.suffix == ".zstd" else text)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(target.getvalue())


def trimmed(line: str) -> str:
    """The line without the vendor's prompt text; any other line is handed back as it is, to the byte.

    The shape stays, the words go: a system message gets one neutral sentence; each tool keeps its name.
    """
    row = json.loads(line)
    if row["type"] == "system/message":
        row["data"]["message"]["content"] = [{"type": "text", "text": SYSTEM_STAND_IN}]
    elif row["type"] == "session/title-llm-request":
        row["data"]["system"] = SYSTEM_STAND_IN
    elif row["type"] == "request/header":
        header = row["data"]["header"]
        header["tools"] = [
            {"name": tool["name"], "description": TOOL_STAND_IN, "parameters": {"type": "object"}}
            for tool in header.get("tools", [])
        ]
    else:
        return line
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _lines(raw: bytes) -> list[str]:
    whole = raw[: raw.rfind(b"\n") + 1].decode()
    return [line for line in whole.split("\n") if line]
