"""Following many growing logs: which of them were appended to, and whether what was appended can hold a compaction.

Formats differ, and a log is only read when its new bytes hold one of the words by which compactions are written down.
Compressed logs cannot be looked into and are read whenever they grew. A log that shrank or was replaced is new.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

SUFFIXES = (".jsonl", ".json", ".zstd", ".zst")
"""Names of files that can be logs."""
SIGNS = (
    *(b"compact_boundary", b"isCompactSummary"),  # Claude Code
    *(b"compaction/summary", b'"compacted"', b'"compaction"'),  # DeepSeek Harness, Codex, pi and OpenCode
    *(b"chat_compression", b"state_snapshot"),  # Qwen Code, Gemini CLI
    *(b'"Condensation"', b'"condensation"', b"session.compaction_complete"),  # OpenHands, Copilot CLI
    *(b"apply_compaction", b"context has been compacted", b"CompactionEnd"),  # Kimi
    b"summary of the conversation",  # LangChain
)
_OVERLAP = max(map(len, SIGNS))
_CHUNK = 1 << 20


class _Place(NamedTuple):
    device: int
    inode: int
    size: int


class Follower:
    """Remembers how far each log was looked at. A few dozen bytes for a file."""

    def __init__(self) -> None:
        self._places: dict[Path, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    def mark(self, path: Path) -> None:
        """Take the log as looked at up to its end."""
        found = _stat(path)
        if found is not None:
            self._places[path] = found

    def forget(self, path: Path) -> None:
        """The log is gone."""
        self._places.pop(path, None)

    def grew(self, path: Path) -> bool:
        """Whether new bytes that may hold a compaction stand in the log since it was last looked at."""
        found = _stat(path)
        if found is None:
            self.forget(path)
            return False
        known = self._places.get(path)
        self._places[path] = found
        if known is None or known[:2] != found[:2] or found.size < known.size:
            start = 0
        elif found.size == known.size:
            return False
        else:
            start = known.size
        if path.suffix in (".zstd", ".zst"):
            return True
        return _holds_sign(path, max(0, start - _OVERLAP))


def is_log(path: Path) -> bool:
    """Whether a file's name is one of a log's."""
    return path.suffix in SUFFIXES


def logs_below(folder: Path) -> list[Path]:
    """Every file below a folder that can be a log; what cannot be read is left out."""
    found: list[Path] = []
    for place, _, names in os.walk(folder):
        found.extend(Path(place, name) for name in names if name.endswith(SUFFIXES))
    return found


def _stat(path: Path) -> _Place | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return _Place(found.st_dev, found.st_ino, found.st_size)


def _holds_sign(path: Path, start: int) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(start)
            tail = b""
            while chunk := file.read(_CHUNK):
                data = tail + chunk
                if any(sign in data for sign in SIGNS):
                    return True
                tail = data[-_OVERLAP:]
    except OSError:
        return False
    return False
