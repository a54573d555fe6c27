"""The verdict: before a compaction, one answer of three.

``build`` makes a snapshot of a session's unlanded work, ``judge`` a verdict of a snapshot. What folds a log is loaded
when it is first used, so that settings and the gates cost no more than themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.verdict.caution import Reservation, cautious, refuse_silence, reservation, reserved
from threefold.verdict.gates import FORBIDDEN_KEYS, MEASUREMENT, TOOLS, VERDICTS
from threefold.verdict.judge import Reason, Service, Verdict, judge, judge_locally
from threefold.verdict.settings import VerdictSettings
from threefold.verdict.snapshot import FIELDS, VERSION, Snapshot, from_record, parse_snapshot
from threefold.verdict.worktree import WorkTree, described

if TYPE_CHECKING:
    from threefold.verdict.building import Explained, build, explain, from_work

_FOLDING = ("Explained", "build", "explain", "from_work")
__all__ = [
    "FIELDS",
    "FORBIDDEN_KEYS",
    "MEASUREMENT",
    "TOOLS",
    "VERDICTS",
    "VERSION",
    "Explained",
    "Reason",
    "Reservation",
    "Service",
    "Snapshot",
    "Verdict",
    "VerdictSettings",
    "WorkTree",
    "build",
    "cautious",
    "described",
    "explain",
    "from_record",
    "from_work",
    "judge",
    "judge_locally",
    "parse_snapshot",
    "refuse_silence",
    "reservation",
    "reserved",
]


def __getattr__(name: str) -> object:
    if name not in _FOLDING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from threefold.verdict import building

    return getattr(building, name)


def __dir__() -> list[str]:
    return sorted(__all__)
