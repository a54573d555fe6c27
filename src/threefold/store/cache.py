"""What was worked out of a log, kept by the content of the log: a hook that sees the same log again reads it from here.

An entry's name is a digest of everything that its value depends on: the log's bytes, the code that read them, and the
question. So nothing here is ever out of date, and everything may be deleted at any time. Only the newest entries are
kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

FOLDER = os.path.join("cache", "logs")
MOST = 64
"""Entries that are kept."""
_ROOMS = ("", "auditing", "harness", "reading", "report", "session", "store", "systemone", "text", "verdict", "work")
"""Whose code and classes a value depends on; the first is the package's own modules."""
_SEAL = hashlib.sha256().digest_size
_CHUNK = 1 << 17
"""Bytes that are hashed at once: memory that is touched for the first time costs more than to hash it."""


class Cache:
    """The entries below one folder. Whatever goes wrong, a miss is the worst that happens.

    A value stands behind a digest of itself and its key, since a damaged one, or one of another log, may still be
    readable and say something else.
    """

    def __init__(self, home: str, folder: str = FOLDER, most: int | None = MOST) -> None:
        """``most`` is how many entries are kept; None where somebody else sees to it (see :func:`trim`)."""
        self.folder, self._most = os.path.join(home, folder), most

    def get(self, key: str) -> bytes | None:
        """The value of a key, if it is there."""
        try:
            with open(os.path.join(self.folder, key), "rb") as file:
                seal, value = file.read(_SEAL), file.read()
        except OSError:
            return None
        return value if _seal(key, value) == seal else None

    def get_private(self, key: str) -> bytes | None:
        """The same, of a file that nobody but its owner, who is us, may have written."""
        return self.get(key) if is_private(self.folder, key) else None

    def put(self, key: str, value: bytes) -> None:
        """Keep a value, in one step, and let the oldest go."""
        try:
            put_whole(self.folder, key, _seal(key, value), value)
            if self._most is None:
                return
            entries = sorted(os.scandir(self.folder), key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: -self._most]:
                os.unlink(entry.path)
        except OSError:  # a full disk costs the time that was to be saved, and nothing else
            return


def is_private(folder: str, name: str) -> bool:
    """Whether a file is there that nobody but its owner, who is us, may have written."""
    try:
        place, file = os.stat(folder), os.stat(os.path.join(folder, name))
    except OSError:
        return False
    ours = os.getuid() if hasattr(os, "getuid") else file.st_uid
    return all(one.st_uid == ours and not one.st_mode & 0o022 for one in (place, file))


def trim(folder: str, most: int) -> None:
    """Let the oldest files of a folder go, so that it holds no more than so many bytes."""
    try:
        entries = [(stat.st_mtime, stat.st_size, entry.path) for entry in os.scandir(folder) if (stat := entry.stat())]
    except OSError:
        return
    over = sum(size for _, size, _ in entries) - most
    for _, size, path in sorted(entries):
        if over <= 0:
            return
        with contextlib.suppress(OSError):  # somebody else is at it too
            os.unlink(path)
        over -= size


def _seal(key: str, value: bytes) -> bytes:
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass") + b"\0")
    digest.update(value)
    return digest.digest()


def put_whole(folder: str | os.PathLike[str], name: str, *pieces: bytes, durable: bool = False) -> None:
    """Write a file in one step, or nothing at all; ``durable`` waits for the disk. Raises OSError."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    temporary = os.path.join(folder, f"tmp{os.urandom(9).hex()}")  # tempfile takes longer to load than this to write
    try:
        with open(temporary, "xb", opener=_ours) as file:
            file.writelines(pieces)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _ours(path: str, flags: int) -> int:
    """Open a file that only its owner may read, since what is kept of a log says what stands in it."""
    return os.open(path, flags, 0o600)


class Hashed(NamedTuple):
    """A log's content in digests: of all its bytes and of its beginnings, and the key of a question about it."""

    key: str
    size: int
    whole: str
    beginnings: Mapping[int, str]
    """of as many bytes as were asked for, as far as the log has them"""
    stamp: tuple[int, ...] = ()
    """what the file system said of the file before it was hashed: its place, its size and its times; empty where the
    bytes were hashed by whoever reads them"""

    def is_of(self, log: str, size: int) -> bool:
        """Whether so many bytes that were read of the log since are those that were hashed: nothing was written since,
        or it still begins with them. What a change in between gave is kept nowhere."""
        if size != self.size or not self.stamp:
            return size == self.size
        try:
            now = _stamp(os.stat(log))
            if now[:2] != self.stamp[:2]:
                return False  # another file took its place
            return now == self.stamp or hashed(log, (size,)).beginnings.get(size) == self.whole
        except OSError:
            return False


def _stamp(of: os.stat_result) -> tuple[int, ...]:
    return of.st_dev, of.st_ino, of.st_size, of.st_mtime_ns, of.st_ctime_ns


def key_of(log: str, *question: str) -> str:
    """The name of the value that a question about a log has. Raises OSError for a log that cannot be read."""
    return hashed(log, (), *question).key


def hashed(log: str, beginnings: Iterable[int], *question: str) -> Hashed:
    """The key of a question about a log, and digests of the log and of its first bytes, in one pass over it.

    Raises OSError for a log that cannot be read.
    """
    digest, size = hashlib.sha256(), 0
    wanted = sorted(set(beginnings) - {0}, reverse=True)
    found: dict[int, str] = {}
    room = memoryview(bytearray(_CHUNK))
    with open(log, "rb", buffering=0) as file:
        stamp = _stamp(os.fstat(file.fileno()))
        while read := file.readinto(room[: wanted[-1] - size] if wanted else room):
            digest.update(room[:read])
            size += read
            if wanted and size == wanted[-1]:
                found[wanted.pop()] = digest.hexdigest()
    whole = digest.hexdigest()
    _add(digest, code_state(), *question)
    return Hashed(digest.hexdigest(), size, whole, found, stamp)


def name_of(log: str, *question: str) -> str:
    """The name of what is kept of a log by its place, whatever it holds now."""
    digest = hashlib.sha256()
    _add(digest, code_state(), os.path.abspath(log), *question)
    return digest.hexdigest()


def _add(digest: hashlib._Hash, *pieces: str) -> None:
    for piece in pieces:
        data = piece.encode("utf-8", "surrogatepass")
        digest.update(f"\0{len(data)}:".encode() + data)


def code_state() -> str:
    """What tells one state of our own code from another: sizes and times of the modules that answers depend on."""
    return _code_of(_ROOMS)


@cache  # whoever asks three things of a log does not see its code change in between
def _code_of(rooms: tuple[str, ...]) -> str:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return ";".join(told for room in rooms for told in _told(os.path.join(root, room), deep=bool(room)))


def _told(folder: str, *, deep: bool) -> Iterator[str]:
    """Size and time of each module in a folder, and with ``deep`` of those in its folders."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith((".py", ".pyc")):
            stat = entry.stat()
            yield f"{entry.name}:{stat.st_size}:{stat.st_mtime_ns}"
        elif deep and entry.name != "__pycache__" and entry.is_dir():
            yield from (f"{entry.name}/{told}" for told in _told(entry.path, deep=True))
