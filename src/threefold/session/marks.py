"""Marks: the facts about the state of the work that a harness writes into its log."""

from __future__ import annotations

import msgspec


class Todo(msgspec.Struct, frozen=True):
    """One item of a todo list. ``status`` is ``pending``, ``in_progress``, ``completed`` or ``cancelled``."""

    text: str
    status: str
    id: str = ""


class Todos(msgspec.Struct, frozen=True, tag="todos"):
    """A whole todo list, as it stands from here on; it replaces the one before. ``list`` tells lists apart."""

    items: tuple[Todo, ...]
    list: str = ""


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """A file was changed by a tool, as the harness itself recorded it (not merely asked for by a call)."""

    path: str
    call_id: str = ""


class Job(msgspec.Struct, frozen=True, tag="job"):
    """A background job or agent started (``running``) or came to an end; ``failed`` where that was none that somebody
    brought about."""

    id: str
    running: bool
    label: str = ""
    failed: bool = False


class Question(msgspec.Struct, frozen=True, tag="question"):
    """A question or approval put to a person by the harness; ``open`` false says that it was answered."""

    id: str
    open: bool
    text: str = ""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A turn began (``open``) or ended; ``reason`` is the harness's word for how it ended."""

    open: bool
    reason: str = ""


class Queued(msgspec.Struct, frozen=True, tag="queued"):
    """Input that waits to be handed to the model (``waiting``), or was handed over or withdrawn."""

    text: str
    waiting: bool
    id: str = ""


class Directory(msgspec.Struct, frozen=True, tag="directory"):
    """The working directory from here on."""

    path: str


class Usage(msgspec.Struct, frozen=True, tag="usage"):
    """Tokens as the provider reported them for one request."""

    input_tokens: int
    output_tokens: int = 0


class Ran(msgspec.Struct, frozen=True, tag="ran"):
    """A command that a person ran beside the conversation.

    With ``ended`` false, what it printed comes with a later mark that names no command.
    """

    command: str
    output: str = ""
    failed: bool = False
    ended: bool = True


class Fact(msgspec.Struct, frozen=True, tag="state"):
    """A state of the harness with no type of its own here (``plan``, ``goal``): the latest value of a key holds."""

    key: str
    value: str


Mark = Todos | Edit | Job | Question | Turn | Queued | Directory | Usage | Ran | Fact
