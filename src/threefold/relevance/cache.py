"""Vectors of chunks on disk, by content: a session's messages are embedded once in its life, whatever the task.

One SQLite file, shared by all processes of a user. A cache that cannot be opened, read or written costs time and
nothing else: it says so in ``fault`` and answers as if it were empty.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.relevance.encoder import Vector

LIMIT_BYTES = 256 * 1024 * 1024
"""Size at which the oldest quarter is dropped; about 300,000 vectors of MiniLM."""
_BATCH = 500  # variables of one statement; SQLite's smallest default limit is 999


def default_directory() -> Path:
    """The user's cache directory, as each system has it."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "threefold"


def key_of(encoder: str, text: str) -> bytes:
    """The key of a chunk: 16 bytes of BLAKE2b over the encoder's name and the text."""
    digest = hashlib.blake2b(encoder.encode(), digest_size=16)
    digest.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return digest.digest()


class VectorCache:
    """A context manager; use it in one thread."""

    def __init__(self, directory: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        self.fault = ""
        """Why the cache is not used, one line; empty while it works."""
        self._limit = limit_bytes
        self._connection: sqlite3.Connection | None = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(directory / "vectors-1.sqlite", timeout=2.0)
            self._connection = connection
            connection.execute("pragma journal_mode=wal")
            connection.execute("pragma synchronous=off")  # a lost vector is made again
            connection.execute("create table if not exists vector (key blob primary key, value blob not null)")
        except (sqlite3.Error, OSError) as fault:
            self._give_up(fault)

    def __enter__(self) -> VectorCache:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, keys: Iterable[bytes]) -> dict[bytes, Vector]:
        """The vectors that are there."""
        import numpy as np

        wanted = list(dict.fromkeys(keys))
        found: dict[bytes, Vector] = {}
        try:
            for at in range(0, len(wanted) if self._connection is not None else 0, _BATCH):
                part = wanted[at : at + _BATCH]
                marks = ",".join("?" * len(part))
                rows = self._connection.execute(f"select key, value from vector where key in ({marks})", part)  # type: ignore[union-attr]
                for key, value in rows:
                    found[key] = np.frombuffer(value, dtype=np.float16).astype(np.float32)
        except (sqlite3.Error, ValueError, TypeError) as fault:
            self._give_up(fault)
            return {}
        return found

    def put(self, vectors: Mapping[bytes, Vector]) -> None:
        """Keep vectors; a later one under the same key changes nothing."""
        import numpy as np

        if self._connection is None or not vectors:
            return
        rows = [(key, vector.astype(np.float16).tobytes()) for key, vector in vectors.items()]
        try:
            with self._connection:
                self._connection.executemany("insert or ignore into vector values (?, ?)", rows)
            self._prune()
        except sqlite3.Error as fault:
            self._give_up(fault)

    def _prune(self) -> None:
        """Drop the oldest quarter when the file is over its limit."""
        if self._connection is None:
            return
        (pages,) = self._connection.execute("pragma page_count").fetchone()
        (size,) = self._connection.execute("pragma page_size").fetchone()
        if pages * size <= self._limit:
            return
        with self._connection:
            self._connection.execute(
                "delete from vector where rowid in (select rowid from vector order by rowid limit "
                "(select count(*) / 4 + 1 from vector))"
            )
        self._connection.execute("vacuum")

    def _give_up(self, fault: Exception) -> None:
        self.fault = f"the embedding cache cannot be used ({type(fault).__name__})"
        if self._connection is not None:
            self._connection.close()
            self._connection = None
