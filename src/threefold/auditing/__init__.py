"""The audit: what a summary altered, left without grounds, and lost.

What reads summaries is loaded when it is first used: the settings alone cost next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.auditing.settings import AuditSettings

if TYPE_CHECKING:
    from threefold.auditing.record import AuditRecord
    from threefold.auditing.run import audit, audit_all

__all__ = ["AuditRecord", "AuditSettings", "audit", "audit_all"]


def __getattr__(name: str) -> object:
    if name == "AuditRecord":
        from threefold.auditing.record import AuditRecord

        return AuditRecord
    if name in ("audit", "audit_all"):
        from threefold.auditing import run

        return run.audit if name == "audit" else run.audit_all
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
