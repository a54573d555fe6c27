"""Standard streams: those on which a command may always write, so that its status says what it found and nothing else,
and the one from which it may be given a file."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path
from typing import TextIO

STDIN = Path("/dev/stdin")
_CHUNK = 1 << 20
_ENDS = 256 << 20
"""Bytes of standard input that are read where it does not begin as a log does: it may be without end."""
_BEGINNINGS = (b"{", b"[", b"\x28\xb5\x2f\xfd", b"\xff\xfe", b"\xfe\xff")
"""How logs begin: as JSON, as zstd frames, or with a byte order mark."""


class _Patient(io.RawIOBase):
    """A raw stream that goes on when whoever read it has gone (``| head``), and raises once where it is full: what is
    still in a buffer above it would raise again when the interpreter ends. What it raises names the stream."""

    def __init__(self, raw: io.RawIOBase, name: str) -> None:
        self._raw, self._name = raw, name
        self._gone = False

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        view = memoryview(data)  # type: ignore[arg-type]
        if self._gone:
            return view.nbytes
        try:
            return self._raw.write(view) or 0
        except BrokenPipeError:
            self._gone = True
            return view.nbytes
        except OSError as error:
            self._gone = True
            raise OSError(error.errno, error.strerror, self._name) from error

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()


def tolerant(stream: TextIO | None) -> TextIO:
    """A stream like this one that takes any text and survives its reader.

    Text of a session may not fit the terminal's encoding: it is escaped. A stream that is closed from the start
    swallows what is written. Streams that are no files (a test's) are given back as they are.
    """
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # PYTHONUNBUFFERED leaves no buffer in between
    if not isinstance(raw, io.RawIOBase) or isinstance(raw, _Patient):
        return stream
    stream.flush()
    name = {"<stdout>": "standard output", "<stderr>": "standard error"}.get(stream.name, stream.name)
    buffered = io.BufferedWriter(_Patient(raw, name))
    line_by_line = raw.isatty() or raw is buffer
    return io.TextIOWrapper(buffered, stream.encoding, "backslashreplace", line_buffering=line_by_line)


def printed(data: bytes) -> None:
    """Write to standard output what was asked for, at once. Raises UsageError where it was closed from the start: a
    verdict has its status as well, and these bytes would be nowhere."""
    if getattr(sys.stdout, "name", "") == os.devnull:  # see tolerant; a shell's >/dev/null has a name of its own
        from threefold.errors import UsageError

        raise UsageError("standard output is closed, so the output went nowhere: send it to a file or a pipe.")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def at_hand(path: Path | None) -> Path | None:
    """The log that was named, or standard input (see ``piped``). A person is told that a named pipe is waited for:
    nothing says whether anybody is going to write into it."""
    if path is not None and sys.stderr.isatty() and _is_pipe(path):
        from threefold.errors import visible
        from threefold.report.text import tell

        tell(visible(f"threefold: {path} is a named pipe; waiting until somebody writes into it"), hang=2, error=True)
    return piped(path)


def _is_pipe(path: Path) -> bool:
    """Whether it is a named pipe; one that a shell made for a process (``<(…)``) has its writer."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode) and not os.path.realpath(path).startswith("/proc/")
    except (OSError, ValueError):
        return False


def piped(path: Path | None) -> Path | None:
    """The file that was named; ``-`` is standard input, under a name by which it can be opened as often as is needed.

    Raises UsageError where nothing is piped in.
    """
    if path != Path("-"):
        return path
    from threefold.errors import UsageError

    try:
        mode = os.fstat(0).st_mode
    except OSError:
        mode = 0
    if not mode or os.isatty(0):
        what = "a terminal" if mode else "closed"
        raise UsageError(f"- reads standard input, which is {what}: pipe a file into it, or name one.")
    if not stat.S_ISREG(mode):
        _take_in()
    return STDIN


def _take_in() -> None:
    """Put a file that holds all of standard input in its place: what comes through a pipe can be read only once."""
    import tempfile

    with tempfile.TemporaryFile() as spool:
        pipe = sys.stdin.buffer
        head = pipe.read(_CHUNK)
        begins = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").startswith(_BEGINNINGS)
        while head and (begins or spool.tell() <= _ENDS):
            spool.write(head)
            head = pipe.read(_CHUNK)
        spool.seek(0)
        os.dup2(spool.fileno(), 0)
