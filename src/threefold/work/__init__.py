"""The state of the work that a log shows: todos, edits, commits, jobs, questions, turns, and what stands only in talk.

Folded once by :func:`fold`; read by verdict, compact and audit. What folds is loaded when it is first used: who only
holds a ``Work`` that was folded before needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.work.model import Item, Task, Work

if TYPE_CHECKING:
    from threefold.work.folding import Progress, fold

__all__ = ["Item", "Progress", "Task", "Work", "fold"]


def __getattr__(name: str) -> object:
    if name not in ("Progress", "fold"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from threefold.work import folding

    return folding.Progress if name == "Progress" else folding.fold


def __dir__() -> list[str]:
    return sorted(__all__)
