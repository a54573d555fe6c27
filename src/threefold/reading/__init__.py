"""Bytes to :class:`~threefold.session.Session`: one file for each format, chosen by what the bytes say.

To read another format, write a module with ``NAME``, ``TITLE``, ``sniff(sample)`` and ``read(source)``, and name it in
``READERS`` below; order matters only where two formats share a shape. ``first_pass`` gathers what most of them need.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from threefold.errors import InputError, UnknownFormat, UsageError, expect
from threefold.reading.folders import open_folder
from threefold.reading.source import BytesSource, FileSource, open_source
from threefold.session import Session, Source

if TYPE_CHECKING:  # the format is known of most logs: then nothing is loaded that finds it out
    from threefold.reading.detect import Format, Sample

READERS = (
    "dsh",
    "claude_code",
    "codex",
    "pi",
    "gemini",
    "kimi",
    "openhands",
    "qwen",
    "copilot",
    "opencode",
    "cline",
    "swe_agent",
    "langchain",
    "otel",
    "responses",
    "anthropic",
    "openai",
)
"""The modules of this package that read a format, in the order in which they are asked."""


@cache
def formats() -> tuple[Format, ...]:
    """Every format that can be read."""
    from threefold.reading.detect import Format

    return tuple(Format(one.NAME, one.TITLE, one.sniff, one.read) for one in map(_reader, READERS))


def _reader(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def read(path: str | os.PathLike[str], format: str | None = None) -> Session:
    """Read the session log at a path. Raises an :class:`~threefold.errors.InputError` that says what is wrong."""
    expect(path, (str, os.PathLike), "read takes the path of a log")
    expect(format, (str, type(None)), "read takes the name of a format", UsageError)
    return read_source(open_folder(path) or open_source(path), format)


def read_on(path: str | os.PathLike[str], format: str, begun: bytes, *, keep: bool = False) -> tuple[Session, bytes]:
    """Read a log of which the beginning was read before, and give what to ``keep`` for the next time.

    ``begun`` is what was kept then: empty bytes where nothing was, and for formats that are read as a whole each time.
    That the log still begins as it did is the caller's to make sure of. Raises as ``read`` does.
    """
    source, name = open_folder(path) or open_source(path), format.replace("-", "_")
    reader = _reader(name) if name in READERS else None
    if reader is None or not hasattr(reader, "read_on") or not isinstance(source, FileSource):
        return read_source(source, format), b""
    session: Session
    session, kept = reader.read_on(source, begun, keep=keep)
    _check_named(reader.NAME, reader.sniff, session)
    return session, kept


def read_source(source: Source, format: str | None = None) -> Session:
    """Read a session log from any source of bytes."""
    reader = (format or "").replace("-", "_")
    session: Session
    if reader in READERS:
        module = _reader(reader)
        name, sniff, session = module.NAME, module.sniff, module.read(source)
    else:
        from threefold.reading.detect import choose

        chosen = choose(source, formats(), format)
        name, sniff, session = chosen.name, chosen.sniff, chosen.read(source)
    for line, what in source.damage if isinstance(source, BytesSource) else ():
        session.lines.total += 1
        session.lines.fault(line, what)
    if format is not None:
        _check_named(name, sniff, session)
    return session


def _check_named(name: str, sniff: Callable[[Sample], bool], session: Session) -> None:
    """A format that the caller insists on must show in the log; one without any message must look like it at least."""
    if next(session.messages(range(len(session.events))), None) is not None:
        return
    from threefold.reading.detect import sample

    try:
        known = sniff(sample(session.source))
    except InputError:
        known = False
    if not known:
        lines = session.lines
        raise UnknownFormat(
            f"{session.source.name} holds no message when it is read as {name} ({lines.read:,} lines read, "
            f"{lines.skipped:,} skipped, {lines.broken:,} broken). Not naming a format has it found."
        )
