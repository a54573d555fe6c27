"""Where audit records are kept, and how one is written: once for each fingerprint, whoever else is auditing."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from threefold.auditing.reports.record import AuditRecord, Statement, encode
from threefold.auditing.settings import AuditSettings
from threefold.store import places
from threefold.store.jsonl import Journal

REPORT = Path("reports") / "compaction-audit.jsonl"
HEARTBEATS = "audit-debug.jsonl"


def home(environ: Mapping[str, str]) -> Path:
    """Our own directory, as :func:`threefold.store.places.home` has it."""
    return Path(places.home(environ))


def report_file(setting: str, session_file: Path, format: str, environ: Mapping[str, str]) -> Path:
    """The file of audit records for a session.

    ``setting`` is ``report_file``; empty, it is ``reports/compaction-audit.jsonl`` in the DeepSeek Harness home that
    the session stands in, if it stands in one, and in our own directory otherwise.
    """
    if setting:
        return Path(setting).expanduser()
    if format == "dsh":
        given = environ.get("DSH_HOME")
        if given:
            return Path(given).expanduser() / REPORT
        for folder in session_file.absolute().parents:
            if folder.name == "sessions" and session_file.name.startswith("session."):
                return folder.parent / REPORT
    return home(environ) / REPORT


def write_record(path: Path | Journal, record: AuditRecord) -> bool:
    """Append a record unless its fingerprint is there; whether it was written. A failed audit is always written.

    Who writes many gives the same journal each time, which reads of the file only what it does not know yet. Raises
    OSError. Secrets in it are masked; its fingerprint is that of what was audited.
    """
    from threefold.report.masking import masked

    return append_record(path, masked(record))


def append_record(path: Path | Journal, record: AuditRecord) -> bool:
    """The same of a record in which the secrets are masked already."""
    journal = path if isinstance(path, Journal) else Journal(path)
    if not record.fingerprint:
        journal.append([encode(record)])
        return True
    return journal.append_once(encode(record), record.fingerprint)


def heartbeat(settings: AuditSettings, report: Path, event: str, **fields: object) -> None:
    """With ``debug``, append one line about an event that was handled to ``audit-debug.jsonl`` beside the report.

    A heartbeat that cannot be written is nobody's business: it is there to see what arrives, and costs nothing else,
    nor is another process waited for that holds the file.
    """
    if not settings.debug:
        return
    beat = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **fields}
    with contextlib.suppress(OSError, UnicodeEncodeError):
        Journal(report.parent / HEARTBEATS, patience=0.05).append([msgspec.json.encode(beat)])


def tally(record: AuditRecord) -> str:
    """The counts of an audit, those first at which a person should look first; what a summary leaves out stands last,
    since it is most of a log and no fault by itself."""
    found = record.fidelity
    return (
        f"{found.altered:,} altered, {found.unverified:,} unverified, {found.verified + found.equivalent:,} verified; "
        f"{record.coverage.lost_count:,} left out"
    )


def one_line(record: AuditRecord, name: str = "") -> str:
    """The record in one line, for a console; ``name`` says of what it is, where its id says little."""
    name = name or record.compaction_id or "compaction"
    if record.unauditable:
        return f"audit of {name}: cannot be audited, {record.unauditable}"
    found, _, left_out = tally(record).partition("; ")
    line = f"audit of {name}: {', '.join([found, *_statements(record)])}; {left_out}"
    return line + (", log incomplete" if record.ledger_incomplete else "")


_CALLED = {
    ("user_quote", "no_consent"): ("consent that nobody gave", "consents that nobody gave"),
    ("claim", "no_evidence"): ("claim without evidence", "claims without evidence"),
    ("task_state", "dropped"): ("dropped task", "dropped tasks"),
    ("task_state", ""): ("task in a wrong state", "tasks in a wrong state"),
}
"""What statements are called that their status and category do not name: one, and several."""
_SETTLED = ("told_before", "overtaken")
"""Statuses of what is recorded, and no finding."""
_NAMED = 3
"""Kinds of statements that a line names; the others it counts."""


def _statements(record: AuditRecord) -> list[str]:
    """What was said and is not right, by kind: those that head the record first."""
    heading = [one for one in record.headline if isinstance(one, Statement)]
    said = [one for one in record.statements if one.status not in _SETTLED]
    kinds = Counter(map(_kind, heading)) | Counter(map(_kind, said))
    order = dict.fromkeys([*map(_kind, heading), *map(_kind, said)])
    named = [_counted(kind, kinds[kind]) for kind in list(order)[:_NAMED]]
    rest = sum(kinds[kind] for kind in list(order)[_NAMED:])
    return [*named, *([f"{rest:,} more statement{'s' if rest > 1 else ''}"] if rest else [])]


def _kind(one: Statement) -> tuple[str, str]:
    """What a statement is called, and what several of its kind are."""
    called = _CALLED.get((one.category, one.status)) or _CALLED.get((one.category, ""))
    name = f"{one.status} {one.category.removeprefix('user_')}"
    return called or (name, f"{name}s")


def _counted(kind: tuple[str, str], count: int) -> str:
    return f"{count:,} {kind[count > 1]}"
