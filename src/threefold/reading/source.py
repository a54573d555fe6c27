"""Where the bytes of a log come from: a file, a spooled decompression, or memory.

Files are read with ``pread`` and not mapped: a mapped log counts against resident memory as it is read, and one that is
truncated while it is mapped kills the process.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO

from threefold.errors import EmptyInput, InputError, UnknownFormat, UnreadableInput
from threefold.session import Source

CHUNK = 1 << 17
"""Bytes that are read at once; more is memory that the system gives anew for each piece."""
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
ZSTD_TIMES = 200
ZSTD_FLOOR = 512 << 20
"""A compressed log may grow to so many times its size, and to so many bytes in any case."""
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
    if (encoding := marked_encoding(head)) is not None:
        return _spooled(file, name, partial(_transcode, encoding))
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


def marked_encoding(head: bytes) -> str | None:
    """The encoding that a byte order mark other than UTF-8's says; None where there is none. A shell of Windows writes
    such files."""
    return next((name for mark, name in _MARKS if head.startswith(mark)), None)


_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def _transcode(encoding: str, file: IO[bytes], out: IO[bytes]) -> None:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while piece := file.read(CHUNK):
        out.write(decoder.decode(piece).encode("utf-8", "replace"))
    out.write(decoder.decode(b"", True).encode("utf-8", "replace"))


def _decompress(file: IO[bytes], out: IO[bytes]) -> None:
    """Decompress every whole frame; a torn last frame is normal in a live log and gives what it holds. Raises
    InputError for frames that grow beyond all that a log can."""
    import zstandard

    size = os.fstat(file.fileno()).st_size
    most = max(ZSTD_TIMES * size, ZSTD_FLOOR)
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
        if out.tell() + len(piece) > most:
            raise InputError(
                f"{file.name} has {size:,} bytes and decompresses to more than {most:,}: no session log does."
            )
        out.write(piece)


def _spooled(file: IO[bytes], name: str, fill: Callable[[IO[bytes], IO[bytes]], None]) -> Source:
    import tempfile  # few inputs are compressed or come through a pipe

    spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=SPOOL_IN_MEMORY)  # noqa: SIM115 - the source keeps it open
    try:
        with file:
            fill(file, spool)
    except BaseException:
        spool.close()
        raise
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
