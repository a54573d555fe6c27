"""Where the bytes of a log come from: a file, a spooled decompression, or memory.

Files are read with ``pread`` and not mapped: a mapped log counts against resident memory as it is read, and one that is
truncated while it is mapped kills the process.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from typing import IO

from threefold.errors import EmptyInput, InputError, UnknownFormat, UnreadableInput
from threefold.session import Source

CHUNK = 1 << 20
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
SPOOL_IN_MEMORY = 8 << 20


class FileSource:
    """An open file (or a temporary one), read at any place; it takes the file over.

    Its size is fixed when it is opened: a log may grow meanwhile.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._fd = os.dup(file.fileno())
        file.close()
        self._name = name
        self._size = os.fstat(self._fd).st_size

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return self._size

    def read(self, start: int, end: int) -> bytes:
        """The bytes from ``start`` to ``end``. Raises UnreadableInput where the file has shrunk since it was opened."""
        parts: list[bytes] = []
        while start < end:
            piece = os.pread(self._fd, min(end - start, 1 << 30), start)
            if not piece:
                raise UnreadableInput(
                    f"{self._name} had {self._size:,} bytes when it was opened and has fewer now: it was cut or "
                    "replaced while it was being read. Run again."
                )
            parts.append(piece)
            start += len(piece)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def chunks(self) -> Iterator[bytes]:
        at = 0
        while at < self._size:
            piece = os.pread(self._fd, min(CHUNK, self._size - at), at)
            if not piece:
                return
            yield piece
            at += len(piece)

    def close(self) -> None:
        """Let go of the file; a session that is dropped does so by itself."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    __del__ = close


class BytesSource:
    """Bytes in memory. ``damage`` are lines of the file they were taken from that could not be read, and why: they
    count as broken lines of the session, which may have stood in them."""

    def __init__(self, data: bytes, name: str = "<memory>", damage: tuple[tuple[int, str], ...] = ()) -> None:
        self.damage = damage
        self._data = data
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return len(self._data)

    def read(self, start: int, end: int) -> bytes:
        return self._data[start:end]

    def chunks(self) -> Iterator[bytes]:
        for at in range(0, len(self._data), CHUNK):
            yield self._data[at : at + CHUNK]


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a log for reading; zstd frames are decompressed into a temporary file.

    Raises :class:`UnreadableInput` or :class:`EmptyInput` with one sentence that names the path.
    """
    name = os.fspath(path)
    try:
        mode = os.stat(name).st_mode
        if stat.S_ISDIR(mode):
            raise UnreadableInput(f"{name} is a directory; name the session's log file in it.")
        file: IO[bytes] = open(name, "rb")  # noqa: SIM115 - the source keeps it open
    except FileNotFoundError:
        raise UnreadableInput(f"{name} does not exist.") from None
    except PermissionError:
        raise UnreadableInput(f"{name} may not be read by this user (permission denied).") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableInput(f"{name} cannot be opened: {reason}.") from None
    try:
        return _source_of(file, name, regular=stat.S_ISREG(mode))
    except OSError as error:
        file.close()
        where = "temporary space" if error.errno == errno.ENOSPC else "input"
        raise UnreadableInput(f"{name} cannot be read ({where}): {error.strerror}.") from None
    except BaseException:
        file.close()
        raise


def _source_of(file: IO[bytes], name: str, *, regular: bool) -> Source:
    if not regular:  # a pipe cannot be read twice
        return _spooled(file, name, _copy)
    head = os.pread(file.fileno(), 4, 0)
    if not head:
        raise EmptyInput(f"{name} is empty: there is no session in it.")
    if head == ZSTD_MAGIC:
        return _spooled(file, name, _decompress)
    return FileSource(file, name)


def _copy(file: IO[bytes], out: IO[bytes]) -> None:
    """Spool a pipe. Its beginning tells whether it can be a log: endless input must not fill the disk."""
    head = file.read(CHUNK)
    begins = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")[:1]
    if head and begins not in (b"{", b"["):
        raise UnknownFormat(f"{file.name} is not a session log of a known format: it does not begin as JSON does.")
    out.write(head)
    while piece := file.read(CHUNK):
        out.write(piece)


def _decompress(file: IO[bytes], out: IO[bytes]) -> None:
    """Decompress every whole frame; a torn last frame is normal in a live log and gives what it holds."""
    import zstandard

    reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    while True:
        try:
            piece = reader.read(CHUNK)
        except zstandard.ZstdError as error:
            if out.tell() == 0:
                raise InputError(f"The zstd frames cannot be decompressed: {error}.") from None
            return
        if not piece:
            return
        out.write(piece)


def _spooled(file: IO[bytes], name: str, fill: Callable[[IO[bytes], IO[bytes]], None]) -> Source:
    import tempfile  # few inputs are compressed or come through a pipe

    spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=SPOOL_IN_MEMORY)  # noqa: SIM115 - the source keeps it open
    with file:
        fill(file, spool)
    if spool.tell() == 0:
        spool.close()
        what = (
            "its zstd frames hold nothing that can be decompressed" if fill is _decompress else "there is nothing in it"
        )
        raise EmptyInput(f"{name} holds no session: {what}.")
    if spool.tell() <= SPOOL_IN_MEMORY:
        spool.seek(0)
        data = spool.read()
        spool.close()
        return BytesSource(data, name)
    spool.flush()
    return FileSource(spool, name)
