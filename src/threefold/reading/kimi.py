"""Kimi: ``context.jsonl`` and ``wire.jsonl`` of Kimi CLI, and the log of Kimi Code.

Shapes were taken from a context of Kimi CLI, a wire log of protocol 1.8, and a log of Kimi Code of protocol 1.4 with a
compaction; how Kimi CLI compacts, and how Kimi Code undoes, from their sources.
"""

from __future__ import annotations

from threefold.reading import kimi_code, kimi_context, kimi_wire
from threefold.reading.detect import Sample, sample
from threefold.reading.kimi_record import COMPACTED
from threefold.reading.values import Json, string
from threefold.session import Session, Source

NAME = "kimi"
TITLE = "Kimi session"


def sniff(seen: Sample) -> bool:
    return _is_context(seen) or _is_wire(seen) or _is_code(seen)


def _is_context(seen: Sample) -> bool:
    if seen.any(lambda record: string(record.get("role")) in kimi_context.CONTROL):
        return True
    first: Json = seen.records[0] if seen.records else {}
    return first.get("role") == "user" and COMPACTED in str(first.get("content"))[:200]


def _is_wire(seen: Sample) -> bool:
    return seen.any(lambda r: kimi_wire.is_row(r) and "timestamp" in r and "uuid" not in r)


def _is_code(seen: Sample) -> bool:
    return seen.any(lambda r: string(r.get("type")).startswith(("context.append_", "context.apply_", "turn.prompt")))


def read(source: Source) -> Session:
    """Read a session of any of the three shapes."""
    seen = sample(source)
    if _is_code(seen):
        return kimi_code.read(source, NAME)
    if _is_wire(seen) and not _is_context(seen):
        return kimi_wire.read(source, NAME)
    return kimi_context.read(source, NAME)
