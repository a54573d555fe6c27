"""Following many growing logs: which of them were appended to, and whether what was appended can hold a compaction.

Formats differ, and a log is only read when its new bytes hold one of the words by which compactions are written down.
Compressed logs cannot be looked into and are read whenever they changed; documents of one JSON value are written anew
and looked through as a whole. A log that shrank, was replaced or was written over is new.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from threefold.errors import ThreefoldError

SUFFIXES = (".jsonl", ".json", ".zstd", ".zst")
"""Endings of names of files that can be logs; a number behind one (``.jsonl.1``) is a log that was rotated away."""
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
_SAMPLE = 64  # bytes at the beginning and before the place looked at, by which a file that was written over is known
UNKNOWN = -1
_NAME = re.compile(rf"(?:{'|'.join(map(re.escape, SUFFIXES))})(?:\.\d{{1,9}})?$")
_LINES = re.compile(r"\.jsonl(?:\.\d{1,9})?$")
_COMPRESSED = re.compile(r"\.zstd?(?:\.\d{1,9})?$")


class _Place(NamedTuple):
    """How far a log was looked at. ``done`` is the end of its last whole line: what follows may be half a line, and is
    looked at again with its other half. ``since`` is where it ended when the following began."""

    device: int
    inode: int
    size: int
    changed: int
    done: int = 0
    sample: bytes = b""
    since: int = 0


class Follower:
    """Remembers how far each log was looked at. A few hundred bytes for a file."""

    def __init__(self) -> None:
        self._places: dict[Path, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    def mark(self, path: Path) -> None:
        """Take the log as looked at up to its last whole line."""
        found = _stat(path)
        if found is not None:
            done = 0 if _is_whole(path) else _last_line_end(path, found.size)
            since = UNKNOWN if _is_whole(path) else done
            self._places[path] = found._replace(done=done, sample=_sample(path, done), since=since)

    def since(self, path: Path) -> int:
        """How many bytes of the log were there when it was marked: 0 for one that came or was replaced later,
        ``UNKNOWN`` for one that is not made of lines."""
        known = self._places.get(path)
        return known.since if known is not None else 0

    def forget(self, path: Path) -> None:
        """The log is gone."""
        self._places.pop(path, None)

    def touched(self, path: Path) -> bool:
        """Whether the log is there and was changed, created or replaced since it was last looked at."""
        found = _stat(path)
        if found is None:
            self.forget(path)
            return False
        known = self._places.get(path)
        return known is None or known[:4] != found[:4]

    def grew(self, path: Path) -> bool:
        """Whether bytes that may hold a compaction and were not looked at yet stand in the log."""
        found = _stat(path)
        if found is None or not self.touched(path):
            return False
        known = self._places.get(path)
        start = since = 0
        same = known is not None and known[:2] == found[:2] and found.size >= known.size
        if known is not None and same and _sample(path, known.done) == known.sample:
            start, since = known.done, known.since
        if _is_whole(path):
            self._places[path] = found._replace(since=known.since if known is not None else 0)
            return _COMPRESSED.search(path.name) is not None or _scan(path, 0)[0]
        signed, done = _scan(path, start)
        self._places[path] = found._replace(done=done, sample=_sample(path, done), since=since)
        return signed


def is_log(path: Path) -> bool:
    """Whether a file's name is one of a log's."""
    return _NAME.search(path.name) is not None


def logs_below(folder: Path) -> list[Path]:
    """Every file below a folder that can be a log; what cannot be read is left out."""
    found: list[Path] = []
    for place, _, names in os.walk(folder):
        found.extend(Path(place, name) for name in names if _NAME.search(name))
    return found


def oddity(path: Path) -> str:
    """What a file that can be read is, if it is no log so far, in a sentence; empty for a log."""
    from threefold.reading import formats
    from threefold.reading.detect import OVERRULES, choose
    from threefold.reading.source import open_source

    if path.exists() and not path.is_file():  # to open a named pipe would wait for its writer
        return f"{path} is no regular file and is passed over."
    try:
        if os.access(path, os.R_OK):
            choose(open_source(path), formats())
    except (ThreefoldError, OSError) as error:
        return str(error).removesuffix(OVERRULES)
    return ""


def _is_whole(path: Path) -> bool:
    """Whether the file is read as a whole: no line of it stands by itself."""
    return _LINES.search(path.name) is None


def _stat(path: Path) -> _Place | None:
    """None for what is not there or no regular file: to open a named pipe would wait for its writer."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return _Place(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _sample(path: Path, done: int) -> bytes:
    """The first bytes of what was looked at, and the last."""
    try:
        with path.open("rb") as file:
            head = file.read(min(_SAMPLE, done))
            file.seek(max(0, done - _SAMPLE))
            return head + file.read(min(_SAMPLE, done))
    except OSError:
        return b""


def _last_line_end(path: Path, size: int) -> int:
    """Where the last whole line ends; 0 if there is none."""
    try:
        with path.open("rb") as file:
            end = size
            while end > 0:
                start = max(0, end - _CHUNK)
                file.seek(start)
                place = file.read(end - start).rfind(b"\n")
                if place >= 0:
                    return start + place + 1
                end = start
    except OSError:
        return 0
    return 0


def _scan(path: Path, start: int) -> tuple[bool, int]:
    """Whether a sign stands in the file from ``start`` on, and where its last whole line ends."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            return _look(file, start)
    except OSError:
        return False, start


def _look(file: BinaryIO, start: int) -> tuple[bool, int]:
    signed, done, at, tail = False, start, start, b""
    while chunk := file.read(_CHUNK):
        data = tail + chunk
        signed = signed or any(sign in data for sign in SIGNS)
        place = chunk.rfind(b"\n")
        if place >= 0:
            done = at + place + 1
        at += len(chunk)
        tail = data[-_OVERLAP:]
    return signed, done
