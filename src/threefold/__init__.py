"""Threefold makes it safe to compact a long agent session.

Before: ``judge(build(session))`` gives one verdict, ``safe_to_compact``, ``wait`` or ``preserve_first``. During:
``compact(messages)`` keeps what the task needs within a byte budget. After: ``audit(session)`` names the hard facts
that a summary altered, left without grounds or lost. ``run(path)`` does all three on a session log.

Importing this package does no work; each name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
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
    "AuditRecord": "threefold.auditing",
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


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
