"""The audit: what a summary altered, left without grounds, and lost."""

from threefold.audit.record import AuditRecord
from threefold.audit.run import audit
from threefold.audit.settings import AuditSettings

__all__ = ["AuditRecord", "AuditSettings", "audit"]
