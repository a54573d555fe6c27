"""The audit: what a summary altered, left without grounds, and lost.

What reads summaries is loaded when it is first used: the settings alone cost next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.auditing.settings import AuditSettings

if TYPE_CHECKING:
    from threefold.auditing.reports.record import AuditRecord
    from threefold.auditing.run import audit, audit_all, audit_each

__all__ = ["AuditRecord", "AuditSettings", "audit", "audit_all", "audit_each"]


def __getattr__(name: str) -> object:
    if name == "AuditRecord":
        from threefold.auditing.reports.record import AuditRecord

        return AuditRecord
    if name in ("audit", "audit_all", "audit_each"):
        from threefold.auditing import run

        return getattr(run, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
