"""The whole product on one screen: read, then judge before, compact during, audit after.

The verbs are pure; here files are opened, git is asked, and the time is taken. Every door calls ``run`` or one of its
verbs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from threefold.auditing import AuditRecord, audit_all
from threefold.auditing.reports.record import encode
from threefold.compacting import Compaction, Made, compact
from threefold.compaction.result import Stats
from threefold.errors import InputError, OverBudget, SettingsError, UsageError, expect
from threefold.reading import formats, read
from threefold.report.masking import masked
from threefold.session import Session
from threefold.settings import Settings, load
from threefold.store import receipts
from threefold.store.files import replace_files
from threefold.systemone import verdict_service
from threefold.verdict import Snapshot, Verdict, VerdictSettings, WorkTree, cautious, explain, judge, refuse_silence
from threefold.verdict import build as build_snapshot
from threefold.work import Item

__all__ = ["Run", "audit", "build", "compact", "judge", "run", "write"]

ASK: Literal["ask"] = "ask"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What ``run`` found: one verdict, one compaction, one audit record for each compaction that the log holds."""

    format: str
    title: str
    """what the format is called in prose"""
    source: str
    """the name of the file that was read"""
    at: str
    """when it was run (ISO 8601)"""
    session_id: str
    messages: int
    """messages that the model sees now"""
    broken: int
    """lines of the log that could not be read"""
    verdict: Verdict | None
    """None where the state is over its budget; ``refusal`` says so, with the sums"""
    files: tuple[Item, ...] = ()
    """the grounds of the files that the verdict counts"""
    refusal: str
    compacted: Made
    audits: tuple[AuditRecord, ...]

    def to_json(self) -> dict[str, object]:
        """The whole as plain data, with secrets masked; the compacted conversation itself is not in it (``write`` gives
        it)."""
        return self.shown()._plain()

    def shown(self) -> Run:
        """The same with secrets masked in all but the compacted conversation: fit for a screen, a file, a log."""
        compacted = self.compacted
        verdict, refusal, stats, decisions, audits = masked(
            (self.verdict, self.refusal, compacted.stats, compacted.decisions, self.audits)
        )
        compacted = msgspec.structs.replace(compacted, stats=stats, decisions=decisions)
        return msgspec.structs.replace(self, verdict=verdict, refusal=refusal, compacted=compacted, audits=audits)

    def _plain(self) -> dict[str, object]:
        return {
            "format": self.format,
            "session": self.session_id,
            "at": self.at,
            "messages": self.messages,
            "broken_lines": self.broken,
            "verdict": self.verdict.to_json() if self.verdict is not None else None,
            "refusal": self.refusal or None,
            "compaction": {
                "stats": msgspec.to_builtins(self.compacted.stats),
                "decisions": msgspec.to_builtins(self.compacted.decisions),
            },
            "audits": [msgspec.json.decode(encode(record)) for record in self.audits],
        }


def run(
    session: Session | str | os.PathLike[str],
    *,
    settings: Settings | None = None,
    target_bytes: int | None = None,
    budget: Literal["half", "settings"] = "half",
    task: str = "",
    scores: str | None = None,
    at: str = "",
    progress: Callable[[str], None] | None = None,
) -> Run:
    """Judge, compact and audit a session log, and change nothing.

    ``target_bytes`` is the budget of the compaction; if it is not given, ``budget`` says which: half of what the model
    sees now, or that of the settings. ``task`` and ``scores`` are those of ``compact``. ``at`` is the time for the
    records (now, if not given). Raises an InputError for a log that cannot be read, or in which nobody says anything.
    """
    if not isinstance(session, Session):
        expect(session, (str, os.PathLike), "run takes a Session or the path of a log")
        with read(session) as opened:
            return run(
                opened,
                settings=settings,
                target_bytes=target_bytes,
                budget=budget,
                task=task,
                scores=scores,
                at=at,
                progress=progress,
            )
    expect(progress, (Callable, type(None)), "run takes a progress that can be called", UsageError)  # type: ignore[arg-type]
    settings, at = _settings(settings), at or _now()
    if budget not in ("half", "settings"):
        raise UsageError(f"run takes a budget of 'half' or 'settings', not {budget!r}.")
    say = progress or (lambda stage: None)
    say("judging")
    verdict, refusal = None, ""
    files: tuple[Item, ...] = ()
    try:
        tree = _asked(session, settings.verdict)
        explained = explain(session, tree)
        refuse_silence(session, session.source.name, explained.snapshot)
        files = tuple(explained.items.get("uncommitted", ()))
        verdict = judge(explained.snapshot, verdict_service(settings.service), settings.verdict)
        verdict = cautious(verdict, session.lines, tree)
    except OverBudget as error:
        refusal = str(error)
    say("compacting")
    if target_bytes is not None:
        settings = _within(settings, target_bytes=target_bytes, target_ratio=0.0)
    elif budget == "half":
        settings = _within(settings, target_ratio=0.5)
    compacted = _compacted(session, settings, task, scores)
    say("auditing")
    return Run(
        format=session.format,
        title=next((known.title for known in formats() if known.name == session.format), session.format),
        source=session.source.name,
        at=at,
        session_id=session.id,
        messages=sum(1 for _ in session.messages()),
        broken=session.lines.broken,
        verdict=verdict,
        files=files,
        refusal=refusal,
        compacted=compacted,
        audits=tuple(audit(session, settings=settings, at=at)),
    )


def build(
    session: Session,
    worktree: WorkTree | Literal["ask"] | None = ASK,
    *,
    at_compaction: bool = False,
    settings: VerdictSettings | None = None,
) -> Snapshot:
    """The snapshot of a session's unlanded work.

    ``worktree`` is what git says of the session's directory; ``"ask"`` asks it, in bounded time, and None leaves the
    log's own record of edits and commits. ``at_compaction`` leaves the turn in progress out.
    """
    expect(session, Session, "build takes a Session, as threefold.read gives it")
    settings = VerdictSettings() if settings is None else settings
    expect(settings, VerdictSettings, "build takes VerdictSettings (settings.verdict of a Settings)", SettingsError)
    if worktree == ASK:
        worktree = _asked(session, settings)
    return build_snapshot(session, worktree, at_compaction)


def _asked(session: Session, settings: VerdictSettings) -> WorkTree:
    """What git says of the session's directory."""
    from threefold.store.git import status

    return status(session.cwd, settings.git_timeout_ms)


def audit(session: Session, *, settings: Settings | None = None, at: str = "") -> list[AuditRecord]:
    """One audit record for each compaction that a session holds, oldest first. Writes nothing."""
    expect(session, Session, "audit takes a Session, as threefold.read gives it")
    settings, at = _settings(settings), at or _now()
    return audit_all(session, settings=settings.audit, at=at)


def _verdict(result: Run) -> dict[str, object]:
    return result.verdict.to_json() if result.verdict is not None else {"verdict": None, "refusal": result.refusal}


def _receipts(result: Run) -> list[bytes]:
    stats = result.compacted.stats
    settings = {"target_bytes": stats.target_bytes}
    return receipts.encoded(
        result.compacted.decisions, stats, run=stats.run_id, time=result.at, task=stats.task, settings=settings
    )


def _lines(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _settings(given: Settings | None) -> Settings:
    """The settings that were given, else those of the files. Raises SettingsError."""
    if given is None:
        return load().settings
    expect(given, Settings, "settings takes a threefold.Settings", SettingsError)
    return given


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _within(settings: Settings, **budget: float) -> Settings:
    chosen = msgspec.structs.replace(settings.compact, target_tokens=0, **budget)
    return msgspec.structs.replace(settings, compact=chosen)


def _compacted(session: Session, settings: Settings, task: str, scores: str | None) -> Made:
    try:
        return compact(session, task, settings, scores=scores)
    except InputError as error:  # a format that is read and not written
        stats = Stats(format=session.format, error=str(error))
        return Compaction(messages=[], output=b"", decisions=(), stats=stats)


def write(result: Run, folder: str | os.PathLike[str]) -> list[Path]:
    """Write the compacted conversation, the receipts, the verdict and the audit records into a folder; name the files.

    All of them are written, or none; only their owner may read them. The conversation is written as it is; in the
    others secrets are masked. Raises OSError.
    """
    result, place = result.shown(), Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    stats = result.compacted.stats
    files = {
        "verdict.json": json.dumps(_verdict(result), indent=2).encode() + b"\n",
        "receipts.jsonl": _lines(_receipts(result)),
        "audit.jsonl": _lines(encode(record) for record in result.audits),
    }
    if not stats.error:
        ending = ".json" if Path(result.source).suffix == ".json" else ".jsonl"
        files[f"compacted{ending}"] = result.compacted.output
    replace_files({place / name: data for name, data in files.items()}, 0o600)
    return [place / name for name in files]
