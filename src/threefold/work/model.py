"""What a log says of the state of the work: the result of :func:`threefold.work.fold`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from threefold.session import Record

Records = Callable[[Iterable[int]], Iterator[tuple[int, Record]]]
"""Gives events with what they say, in the order asked for."""


FOUND = "found by looking, and nothing written since carries it"
"""Why a finding of a review or an investigation is open."""


class Item(msgspec.Struct, frozen=True):
    """One thing that has not landed, or did and says how.

    ``text`` is a plain sentence or a path, fit for a snapshot. ``event`` is where in the log it stands and ``why``
    the reason for which it counts; both are for explanations and never reach a snapshot. ``current`` is true for what
    belongs to the turn that was still open when the log ended: a compaction inside that turn does not lose it.
    ``topic`` is ``commit`` for words about committing: where nothing is left to commit, they are out of date; and
    ``conflict`` for a merge or rebase that stopped: what git says of its work tree takes its place.
    Of what is closed, ``event`` is where that was and ``opened`` where it had come up; else ``opened`` is -1.
    """

    text: str
    event: int
    why: str
    current: bool = False
    topic: str = ""
    opened: int = -1


class Task(msgspec.Struct, frozen=True):
    """One entry of a todo list, in the last state that the log gives it.

    ``status`` is ``pending``, ``in_progress``, ``completed``, ``cancelled`` or ``dropped`` (the list was written again
    without it while it was still open). ``list`` names the list, where a harness keeps several.
    """

    text: str
    status: str
    event: int
    list: str = ""
    id: str = ""

    @property
    def open(self) -> bool:
        return self.status in ("pending", "in_progress")


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A call that a person did not let run, for the reason that they gave, and that nothing like it ran since.

    ``call`` is a line for a person; ``command`` the whole command line, where it is a shell's.
    """

    call: str
    words: str
    event: int
    command: str = ""

    @property
    def said(self) -> str:
        """What was said in refusing it, on one line."""
        return " ".join(self.words.split())


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the work at the end of a log (or where the fold was told to stop).

    The first five fields hold what has not landed. ``closed`` holds what the log shows answered, done, written down
    or taken back, each with how; ``tasks`` every todo ever listed, with its last status; ``landed`` the files that a
    commit carries, newest last. ``outside`` are the changed files that lie outside the session's directory, which a
    git status there cannot know of. ``stashed`` says where changes were put aside (they stand in ``edits`` too): a
    clean work tree does not land them. ``deferred`` is what a person put off: it is to be done, and not
    now. ``refused`` is what a person did not let run. ``idle_compactions`` counts the
    last compactions that had no edit and no commit since the one before: a session that only compacts and reads again
    makes no progress.
    """

    cwd: str = ""
    todos: tuple[Item, ...] = ()
    edits: tuple[Item, ...] = ()
    questions: tuple[Item, ...] = ()
    decisions: tuple[Item, ...] = ()
    next_steps: tuple[Item, ...] = ()
    outside: tuple[Item, ...] = ()
    closed: tuple[Item, ...] = ()
    landed: tuple[Item, ...] = ()
    tasks: tuple[Task, ...] = ()
    stashed: tuple[Item, ...] = ()
    deferred: tuple[Item, ...] = ()
    refused: tuple[Refusal, ...] = ()
    idle_compactions: int = 0
