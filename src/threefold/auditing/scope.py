"""What an audit looks for, by its settings."""

from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.fact import CATEGORIES
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.grammar import ROOT_MARKERS
from threefold.auditing.settings import AuditSettings

_SWITCHES = {
    "path": "check_paths", "uuid": "check_ids", "number": "check_numbers", "correction": "check_corrections",
    "url": "check_urls", "hash": "check_hashes", "error": "check_errors", "port": "check_ports", "env": "check_env",
    "command": "check_commands", "datetime": "check_dates", "reference": "check_references",
}  # fmt: skip


def categories(settings: AuditSettings) -> frozenset[str]:
    """The categories that the settings leave on."""
    off = {category for category, switch in _SWITCHES.items() if not getattr(settings, switch)}
    return frozenset(CATEGORIES) - off


@lru_cache(maxsize=8)
def finder(wanted: frozenset[str], markers: frozenset[str]) -> Finder:
    return Finder(wanted, ROOT_MARKERS | markers)
