"""Append-only files of JSON lines: audit records, receipts, heartbeats.

Several writers may share a file: each appends whole lines under an exclusive lock. A writer that died in the middle of
a line leaves a torn last line; the next writer closes it with a line feed, and readers pass over it. Nothing that was
written is ever changed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

try:
    import fcntl
except ImportError:  # Windows: appends of one write are still whole, only the check for a key is not atomic
    fcntl = None  # type: ignore[assignment]

_CHUNK = 1 << 20
_PAUSE = 0.005  # seconds
_LONGEST_KEY = 256  # bytes, between its quotation marks


class Journal:
    """One file of JSON lines. The file and its folders are made by the first append."""

    def __init__(self, path: str | os.PathLike[str], *, key_field: str = "fingerprint", patience: float = 10.0) -> None:
        """``key_field`` is the member by which ``append_once`` recognises a line that is already there. ``patience`` is
        for how many seconds another writer is waited for before an OSError says so."""
        self.path = Path(path)
        self.patience = patience
        self.key_field = key_field
        field = re.escape(key_field.encode())
        self._any_key = re.compile(rb'"%b"\s*:\s*("(?:[^"\\\n]|\\.){0,%d}")' % (field, _LONGEST_KEY))
        self._seen: set[bytes] = set()
        self._place = 0, 0, 0

    def append(self, lines: Iterable[bytes]) -> None:
        """Append lines of JSON (without line feeds), all of them or none. Raises OSError."""
        data = b"".join(_line(line) for line in lines)
        if data:
            with self._locked() as file:
                self._write(file, data)

    def append_once(self, line: bytes, key: str) -> bool:
        """Append a line unless one with this key (of 256 bytes at most) is there; whether it was appended. Raises
        OSError."""
        if len(msgspec.json.encode(key)) > _LONGEST_KEY + 2:
            raise ValueError("this key is too long to be found again")
        data = _line(line)
        if self.holds(key):  # a long file is read before others have to wait for it
            return False
        with self._locked() as file:
            if self._holds(file, key):
                return False
            self._write(file, data)
            return True

    def holds(self, key: str) -> bool:
        """Whether a line with this key is there."""
        try:
            file = self._opened(os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            return self._holds(file, key)
        finally:
            os.close(file)

    def __iter__(self) -> Iterator[dict[str, object]]:
        """Every line that is a JSON object, in order; torn and foreign lines are passed over."""
        decoder = msgspec.json.Decoder(dict[str, object])
        try:
            file = self._opened(os.O_RDONLY)
        except FileNotFoundError:
            return
        with open(file, "rb") as lines:
            for line in lines:
                try:
                    yield decoder.decode(line)
                except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
                    continue

    @contextmanager
    def _locked(self) -> Iterator[int]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self._opened(os.O_RDWR | os.O_APPEND | os.O_CREAT)
        try:
            if fcntl is not None:
                self._lock(file)
            yield file
        finally:
            os.close(file)  # and with it the lock

    def _lock(self, file: int) -> None:
        """Wait for the other writers, but not without end: one that was stopped holds its lock for good."""
        until = time.monotonic() + self.patience
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise OSError(errno.EAGAIN, "another process holds it", os.fspath(self.path)) from None
                time.sleep(_PAUSE)

    def _write(self, file: int, data: bytes) -> None:
        """Append to the end, after closing a torn last line; a write that was cut short is undone."""
        size = os.fstat(file).st_size
        if size and _read_at(file, size - 1, 1) != b"\n":
            data = b"\n" + data
        done = 0
        try:
            while done < len(data):
                done += os.write(file, data[done:])
        except OSError as error:
            if done:
                os.ftruncate(file, size)
            raise OSError(error.errno, error.strerror, os.fspath(self.path)) from error

    def _opened(self, flags: int) -> int:
        """The file, opened. Raises OSError, also for what is no regular file: a device may be read without end, and a
        pipe waits for another process."""
        flags |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
        file = os.open(self.path, flags, 0o600)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise OSError(errno.EINVAL, "not a regular file", os.fspath(self.path))
        return file

    def _holds(self, file: int, key: str) -> bool:
        """Whether the key stands in the file; only what was added since the last time is read."""
        status = os.fstat(file)
        device, inode, position = self._place
        if (device, inode) != (status.st_dev, status.st_ino) or status.st_size < position:
            self._seen, position = set(), 0
        wanted, overlap = msgspec.json.encode(key), len(self.key_field) + _LONGEST_KEY + 64
        position = max(0, position - overlap)  # a line may have been half written then
        tail = b""
        while chunk := _read_at(file, position):
            self._seen.update(self._any_key.findall(tail + chunk))
            tail = (tail + chunk)[-overlap:]
            position += len(chunk)
        self._place = status.st_dev, status.st_ino, position
        return wanted in self._seen


def _line(line: bytes) -> bytes:
    if b"\n" in line:
        raise ValueError("a line of JSON holds no line feed")
    return line + b"\n"


def _read_at(file: int, position: int, size: int = _CHUNK) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(file, size, position)
    os.lseek(file, position, os.SEEK_SET)
    return os.read(file, size)
