"""The verdict: before a compaction, one answer of three."""

from threefold.verdict.build import Explained, build, explain, from_work
from threefold.verdict.gates import FORBIDDEN_KEYS, MEASUREMENT, TOOLS, VERDICTS
from threefold.verdict.judge import Reason, Service, Verdict, judge, judge_locally
from threefold.verdict.settings import VerdictSettings
from threefold.verdict.snapshot import FIELDS, VERSION, Snapshot, from_record, parse_snapshot
from threefold.verdict.worktree import WorkTree, described

__all__ = [
    "FIELDS",
    "FORBIDDEN_KEYS",
    "MEASUREMENT",
    "TOOLS",
    "VERDICTS",
    "VERSION",
    "Explained",
    "Reason",
    "Service",
    "Snapshot",
    "Verdict",
    "VerdictSettings",
    "WorkTree",
    "build",
    "described",
    "explain",
    "from_record",
    "from_work",
    "judge",
    "judge_locally",
    "parse_snapshot",
]
