"""What a hook was asked and what it answers. Only the standard library is used: most calls need nothing more."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple


class Options(NamedTuple):
    """What the command line in the harness's settings says, and where our own files are."""

    home: str
    policy: str = "observe"
    inject: bool = False
    """whether an audit's findings are told to the model"""
    keep_bytes: int = 4_000
    most_refusals: int = 1
    engine: str = "off"
    """``threefold``: the compaction is ours, where the harness takes one"""


class Answer(NamedTuple):
    """``output`` goes to standard output as it stands, ``notes`` are lines for standard error."""

    output: str = ""
    notes: tuple[str, ...] = ()
    afterwards: Callable[[], object] | None = None
    """what is to be done once the answer was given, while nobody waits"""


class Event:
    """One event on a hook's standard input. Fields that are missing or of another type read as empty."""

    def __init__(self, fields: object) -> None:
        self.fields: dict[str, object] = fields if isinstance(fields, dict) else {}

    def text(self, name: str) -> str:
        """A field's text, or ""."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def log(self) -> str:
        """The path of the session's log. Raises InputError for one that no file can have."""
        from threefold.errors import InputError

        path = self.text("transcript_path")
        if not path:
            raise InputError("The event names no log of the session.")
        try:
            usable = b"\0" not in os.fsencode(path)
        except UnicodeEncodeError:
            usable = False
        if not usable:
            raise InputError(f"The path of the session's log cannot be used, no file has such a name: {path!a}")
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device would be read without end
            raise InputError(f"The session's log is no file: {path!a}")
        return path

    @property
    def name(self) -> str:
        return self.text("hook_event_name")

    @property
    def session(self) -> str:
        return self.text("session_id")
