"""The state of the work that a log shows: todos, edits, commits, jobs, questions, turns, and what stands only in talk.

Folded once by :func:`fold`; read by verdict, compact and audit.
"""

from threefold.work.fold import fold
from threefold.work.model import Item, Task, Work

__all__ = ["Item", "Task", "Work", "fold"]
