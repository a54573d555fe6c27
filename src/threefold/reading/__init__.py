"""Bytes to :class:`~threefold.session.Session`: one file for each format, chosen by what the bytes say.

To read another format, write a module with ``NAME``, ``TITLE``, ``sniff(sample)`` and ``read(source)``, and name it in
``READERS`` below; order matters only where two formats share a shape. ``first_pass`` gathers what most of them need.
"""

from __future__ import annotations

import importlib
import os
from functools import cache

from threefold.errors import InputError, UnknownFormat, UsageError, expect
from threefold.reading.detect import Format, choose, sample
from threefold.reading.folders import open_folder
from threefold.reading.source import BytesSource, FileSource, open_source
from threefold.session import Session, Source

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
    return tuple(map(_format, READERS))


def _format(reader: str) -> Format:
    module = importlib.import_module(f"{__name__}.{reader}")
    return Format(module.NAME, module.TITLE, module.sniff, module.read)


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
    source, reader = open_folder(path) or open_source(path), format.replace("-", "_")
    going_on = getattr(importlib.import_module(f"{__name__}.{reader}"), "read_on", None) if reader in READERS else None
    if going_on is None or not isinstance(source, FileSource):
        return read_source(source, format), b""
    session, kept = going_on(source, begun, keep=keep)
    _check_named(_format(reader), session)
    return session, kept


def read_source(source: Source, format: str | None = None) -> Session:
    """Read a session log from any source of bytes."""
    reader = (format or "").replace("-", "_")
    chosen = _format(reader) if reader in READERS else choose(source, formats(), format)
    session = chosen.read(source)
    for line, what in source.damage if isinstance(source, BytesSource) else ():
        session.lines.total += 1
        session.lines.fault(line, what)
    if format is not None:
        _check_named(chosen, session)
    return session


def _check_named(chosen: Format, session: Session) -> None:
    """A format that the caller insists on must show in the log; one without any message must look like it at least."""
    if next(session.messages(range(len(session.events))), None) is not None:
        return
    try:
        known = chosen.sniff(sample(session.source))
    except InputError:
        known = False
    if not known:
        lines = session.lines
        raise UnknownFormat(
            f"{session.source.name} holds no message when it is read as {chosen.name} ({lines.read:,} lines read, "
            f"{lines.skipped:,} skipped, {lines.broken:,} broken). Not naming a format has it found."
        )
