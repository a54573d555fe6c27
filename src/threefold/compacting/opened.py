"""A file as something that can be compacted: a session log of any format, or a list of messages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from threefold.compaction.conversation import Conversation
from threefold.compaction.opening import open_session, open_source
from threefold.compaction.wire import Wire
from threefold.errors import UnknownFormat
from threefold.reading import read_source
from threefold.reading.folders import open_folder
from threefold.reading.source import open_source as source_at
from threefold.session import Session


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What a file holds: the conversation, how it is written again, and the session if it is a log."""

    conversation: Conversation
    wire: Wire
    session: Session | None


@contextmanager
def opened(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Opened]:
    """Open a file for as long as it is needed. Raises InputError for what is neither a log nor a list of messages."""
    source = open_folder(path) or source_at(path)
    try:
        try:
            session = read_source(source, format)
        except UnknownFormat:
            if format is not None:
                raise
            conversation, wire = open_source(source)
            yield Opened(conversation=conversation, wire=wire, session=None)
            return
        conversation, wire = open_session(session)
        yield Opened(conversation=conversation, wire=wire, session=session)
    finally:
        close = getattr(source, "close", None)
        if close is not None:
            close()
