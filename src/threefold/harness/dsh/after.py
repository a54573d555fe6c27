"""After a compaction: the audit of one summary, written once, and one line about it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from threefold.auditing import AuditRecord, audit
from threefold.auditing.repair import repair
from threefold.errors import InputError
from threefold.harness.dsh.settings import Configured
from threefold.session import Session
from threefold.store.reports import REPORT, write_record


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """``line`` is for the console; ``inject`` is empty, or what is put back into the session."""

    line: str
    inject: str = ""


def audited(session: Session, compaction_id: str, configured: Configured, home: str, at: str) -> Audited:
    """Audit one compaction of the log and append its record to the report. Raises InputError where the log does not
    hold the compaction, OSError where the report cannot be written."""
    compaction = next((one for one in reversed(session.compactions) if one.id == compaction_id), None)
    if compaction is None:
        raise InputError(f"The log of {session.id} holds no compaction {compaction_id}.")
    settings = configured.settings.audit
    record = audit(session, compaction, settings=settings, at=at)
    wanted = settings.opt_in_inject and configured.repair.repair_bytes > 0
    block = repair(session, record, configured.repair.repair_bytes) if wanted else ""
    if block:
        record = msgspec.structs.replace(record, inject=block)
    report = Path(settings.report_file) if settings.report_file else Path(home) / REPORT
    write_record(report, record)
    return Audited(line=_line(record, report), inject=block)


def _line(record: AuditRecord, report: Path) -> str:
    where = os.fspath(report)
    if record.unauditable:
        return f"a compaction could not be audited: {record.unauditable} ({where})"
    counts = record.fidelity
    return (
        f"audit of a compaction: {counts.verified + counts.equivalent} facts verified, {counts.altered} altered, "
        f"{counts.unverified} unverified, {record.coverage.lost_count} lost ({where})"
    )
