"""The verdict: before a compaction, one answer of three.

``build`` makes a snapshot of a session's unlanded work, ``judge`` a verdict of a snapshot. What folds a log or looks at
more than the snapshot is loaded when it is first used, so that settings and the gates cost no more than themselves.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from threefold.verdict.gates import FORBIDDEN_KEYS, MEASUREMENT, TOOLS, VERDICTS
from threefold.verdict.judge import Reason, Service, Verdict, judge, judge_locally
from threefold.verdict.settings import VerdictSettings
from threefold.verdict.snapshot import FIELDS, VERSION, Snapshot, from_record, parse_snapshot

if TYPE_CHECKING:
    from threefold.verdict.building import Explained, build, explain, from_work
    from threefold.verdict.caution import Reservation, cautious, refuse_silence, reservation, reserved
    from threefold.verdict.worktree import WorkTree, described

_LATER = {
    "building": ("Explained", "build", "explain", "from_work"),
    "caution": ("Reservation", "cautious", "refuse_silence", "reservation", "reserved"),
    "worktree": ("WorkTree", "described"),
}
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
    for module, names in _LATER.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
