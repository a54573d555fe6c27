"""What is known beside a snapshot and makes a verdict safer.

A snapshot holds the work that a log and git show. Where a part of the log could not be read, or git gave no answer
about a repository that is there, a snapshot without an item shows nothing: "I cannot decide" is no permission. This is
the one place that weighs it, for every caller that had the log; it turns safe into wait and never anything else.
"""

from __future__ import annotations

import msgspec

from threefold.errors import EmptyInput
from threefold.session import Flag, Lines, Session
from threefold.verdict.gates import SAFE, WAIT
from threefold.verdict.judge import Reason, Verdict
from threefold.verdict.snapshot import Snapshot
from threefold.verdict.worktree import WorkTree

_SAYS = int(Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN)  # arithmetic on flags costs a call each
_SHOWN = 3
"""Damaged lines that are named."""


def refuse_silence(session: Session, name: str, found: Snapshot) -> None:
    """Raise EmptyInput where nobody says anything in a log and nothing open was found in it either: it may be one file
    of a session that is kept in several, and says nothing of that session."""
    if not found.count and not any(flags & _SAYS for flags in session.events.flags):
        raise EmptyInput(
            f"Nobody says anything in {name}, so there is no work in it to judge; name the file, or the folder, that "
            "holds the session's messages."
        )


class Reservation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a snapshot may hold less than there was: ``log_damaged`` or ``git_unknown``, and a sentence for a person."""

    reason: Reason
    detail: str

    def __post_init__(self) -> None:
        if self.reason not in (Reason.LOG_DAMAGED, Reason.GIT_UNKNOWN):
            raise ValueError(f"{self.reason.value} is no reason for caution")


def reservation(lines: Lines | None = None, worktree: WorkTree | None = None) -> Reservation | None:
    """What stands against calling anything safe, or None.

    ``lines`` are the sums over the log's lines: a line that is broken (a torn last one is not) may have held anything.
    ``worktree`` is what git said where it was asked: no answer about a repository that is there is no clean tree.
    """
    if lines is not None and lines.broken:
        return Reservation(Reason.LOG_DAMAGED, _damage(lines))
    if lines is not None and lines.undecodable:
        return Reservation(Reason.LOG_DAMAGED, f"{lines.unread()}, so what was said there is not known.")
    if worktree is not None and not worktree.known and worktree.repository:
        detail = f"There is a repository, and git gave no answer about it: {worktree.problem}."
        return Reservation(Reason.GIT_UNKNOWN, detail)
    return None


def cautious(verdict: Verdict, lines: Lines | None = None, worktree: WorkTree | None = None) -> Verdict:
    """The verdict, or ``wait`` in place of a safe one that rests on less than was there to be seen."""
    return reserved(verdict, reservation(lines, worktree))


def reserved(verdict: Verdict, against: Reservation | None) -> Verdict:
    """The verdict, or ``wait`` in place of a safe one where something stands against it."""
    if verdict.verdict != SAFE or against is None:
        return verdict
    detail = f"{against.detail} What can be seen has landed; the rest is not known."
    return msgspec.structs.replace(verdict, verdict=WAIT, reason=against.reason, detail=detail)


def _damage(lines: Lines) -> str:
    named = "; ".join(f"line {line}: {what}" for line, what in lines.faults[:_SHOWN])
    sums = f"{lines.read:,} read, {lines.skipped:,} skipped, {lines.broken:,} broken of {lines.total:,}"
    what = "1 line of the log is" if lines.broken == 1 else f"{lines.broken:,} lines of the log are"
    return f"{what} damaged ({sums}){f'; {named}' if named else ''}."
