"""What an audit's counts are called wherever a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.auditing.record import AuditRecord

SUMMARIES = "A summary leaves most of a log's facts out: what is left out is no fault by itself."
CANDIDATES = "Findings are candidates for a person; threefold audit --all lists them."


def tally(record: AuditRecord) -> str:
    """The counts of an audit, those first at which a person should look first; what a summary leaves out stands last,
    since it is most of a log and no fault by itself."""
    found = record.fidelity
    return (
        f"{found.altered:,} altered, {found.unverified:,} unverified, {found.verified + found.equivalent:,} verified; "
        f"{record.coverage.lost_count:,} left out"
    )
