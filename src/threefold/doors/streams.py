"""Standard streams on which a command may always write, so that its status says what it found and nothing else."""

from __future__ import annotations

import io
import os
from typing import TextIO


class _Patient(io.RawIOBase):
    """A raw stream that goes on when whoever read it has gone (``| head``), and raises once where it is full: what is
    still in a buffer above it would raise again when the interpreter ends."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw
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
        except OSError:
            self._gone = True
            raise

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
    buffered = io.BufferedWriter(_Patient(raw))
    line_by_line = raw.isatty() or raw is buffer
    return io.TextIOWrapper(buffered, stream.encoding, "backslashreplace", line_buffering=line_by_line)
