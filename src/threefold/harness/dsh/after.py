"""After a compaction: the audit of one summary, written once, and one line about it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from threefold.auditing import audit
from threefold.errors import InputError
from threefold.harness.behind import injected
from threefold.harness.dsh.settings import Configured
from threefold.harness.keeping import Keeping
from threefold.report.masking import masked
from threefold.session import Session
from threefold.store.reports import REPORT, one_line, write_record


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """``line`` is for the console; ``inject`` is empty, or what is put back into the session."""

    line: str
    inject: str = ""


def audited(session: Session, compaction_id: str, configured: Configured, home: str, at: str) -> Audited:
    """Audit one compaction of the log and append its record to the report. A report that cannot be written costs
    neither the line, which tells of it, nor what is put back. Raises InputError where the log does not hold the
    compaction."""
    compaction = next((one for one in reversed(session.compactions) if one.id == compaction_id), None)
    if compaction is None:
        raise InputError(f"The log of {session.id} holds no compaction {compaction_id}.")
    settings = configured.settings.audit
    record = audit(session, compaction, settings=settings, at=at)
    wanted = settings.opt_in_inject and configured.repair.repair_bytes > 0
    block = injected(session, record, configured.repair.repair_bytes) if wanted else ""
    if block:
        block = masked(block)
        record = msgspec.structs.replace(record, inject=block)
    report = Path(settings.report_file) if settings.report_file else Path(home) / REPORT
    keeping = Keeping()
    keeping.write("the audit's record", lambda: write_record(report, record))
    (place,) = keeping.notes() or (str(report),)
    return Audited(line=f"{one_line(record)} ({place})", inject=block)
