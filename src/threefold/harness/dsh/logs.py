"""The live log of a session: from where the harness keeps it, or from the events that the plugin sent along."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from threefold.errors import InputError
from threefold.reading import read, read_source
from threefold.reading.source import BytesSource
from threefold.session import Session

_PATIENCE = 0.4
"""Seconds in which a log that was flushed must show its last event."""
_STEP = 0.02


class Told(msgspec.Struct, rename="camel"):
    """What a request says of its session: the log's path, or the header and the events."""

    session: str = ""
    cwd: str = ""
    last: int = -1
    log: str = ""
    header: dict[str, object] | None = None
    events: list[msgspec.Raw] = []


def opened(told: Told, *, exact: bool = False) -> Session:
    """The session as it is now; with ``exact`` as it was when it was told of, whatever has been written since.

    Raises InputError where there is no log that holds its last event.
    """
    if not told.log:
        if told.header is None:
            raise InputError("The request names no session.")
        head = msgspec.json.encode({"type": "session"} | told.header)
        return read_source(BytesSource(b"\n".join([head, *map(bytes, told.events), b""]), told.session), "dsh")
    if Path(told.log).exists() and not Path(told.log).is_file():  # a pipe or a device would be read without end
        raise InputError(f"The session's log is no file: {told.log!a}")
    deadline = time.monotonic() + _PATIENCE
    while True:
        session = _read(told.log)
        if session is not None and _last(session) >= told.last:
            return _until(session, told.last) if exact and told.last >= 0 else session
        if session is not None:
            session.close()
        if time.monotonic() > deadline:
            raise InputError(f"The log {told.log} does not hold event {told.last} of session {told.session}.")
        time.sleep(_STEP)


def _until(session: Session, last: int) -> Session:
    """The session up to an event."""
    count = len(session.events)
    while count > 1 and _seq(session, count - 1) > last:
        count -= 1
    if count == len(session.events):
        return session
    with session:
        data = session.source.read(0, session.events.span(count - 1)[1])
    return read_source(BytesSource(data + b"\n", session.source.name), "dsh")


def _read(path: str) -> Session | None:
    try:
        return read(path, "dsh")
    except InputError:
        if Path(path).exists():
            raise
        return None


class _Numbered(msgspec.Struct):
    seq: int = -1


def _last(session: Session) -> int:
    """The number of the newest event in the log."""
    return _seq(session, len(session.events) - 1) if len(session.events) else -1


def _seq(session: Session, event: int) -> int:
    return msgspec.json.decode(session.raw(event), type=_Numbered).seq
