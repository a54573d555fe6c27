"""Threefold makes it safe to compact a long agent session.

Before: ``judge(build(session))`` gives one verdict, ``safe_to_compact``, ``wait`` or ``preserve_first``. During:
``compact(messages)`` keeps what the task needs within a byte budget. After: ``audit(session)`` names the hard facts
that a summary altered, left without grounds or lost. ``run(path)`` does all three on a session log.

Importing this package does no work; each name is loaded when it is first used.
"""

from __future__ import annotations

import sys as _sys
from types import ModuleType as _ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.audit import AuditRecord
    from threefold.compacting import Compaction, acompact, compact
    from threefold.errors import ThreefoldError
    from threefold.pipeline import Run, audit, build, judge, run
    from threefold.reading import read
    from threefold.session import Session
    from threefold.settings import Settings
    from threefold.verdict import Snapshot, Verdict, WorkTree

__all__ = [
    "AuditRecord",
    "Compaction",
    "Run",
    "Session",
    "Settings",
    "Snapshot",
    "ThreefoldError",
    "Verdict",
    "WorkTree",
    "acompact",
    "audit",
    "build",
    "compact",
    "judge",
    "read",
    "run",
]

_HOMES = {
    "AuditRecord": "threefold.audit",
    "Compaction": "threefold.compacting",
    "Run": "threefold.pipeline",
    "Session": "threefold.session",
    "Settings": "threefold.settings",
    "Snapshot": "threefold.verdict",
    "ThreefoldError": "threefold.errors",
    "Verdict": "threefold.verdict",
    "WorkTree": "threefold.verdict",
    "acompact": "threefold.compacting",
    "audit": "threefold.pipeline",
    "build": "threefold.pipeline",
    "compact": "threefold.compacting",
    "judge": "threefold.pipeline",
    "read": "threefold.reading",
    "run": "threefold.pipeline",
}


_ROOMS = ("compact", "audit")
"""Verbs that have the name of a room."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name in _ROOMS:
        import_module(f"threefold.{name}")  # makes it an attribute of this package, see _Front
    else:
        globals()[name] = getattr(import_module(_HOMES[name]), name)
    return globals()[name]


class _Verb:
    """A verb that has the name of a room: called it is the verb, and the room's own names are found on it."""

    def __init__(self, room: _ModuleType) -> None:
        self._room = room

    @property
    def __wrapped__(self) -> object:
        from importlib import import_module

        name = self._room.__name__.rpartition(".")[2]
        return getattr(import_module(_HOMES[name]), name)

    def __call__(self, *arguments: object, **named: object) -> object:
        return self.__wrapped__(*arguments, **named)  # type: ignore[operator]

    def __getattr__(self, name: str) -> object:
        return getattr(self._room, name)


class _Front(_ModuleType):
    """Python makes a room an attribute of this package when the room is first imported, by whomever. Where a verb has
    the same name (``compact``, ``audit``), the verb stays."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, _Verb(value) if name in _HOMES and isinstance(value, _ModuleType) else value)


_sys.modules[__name__].__setattr__("__class__", _Front)


def __dir__() -> list[str]:
    return sorted(__all__)
