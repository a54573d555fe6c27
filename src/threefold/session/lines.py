"""The account of every line of an input."""

from __future__ import annotations

import msgspec

MAX_KINDS = 1000
"""Kinds of events, and reasons for skipping, that are told apart; a log of garbage may have as many as it has lines."""
OTHER = "other"


class Lines(msgspec.Struct):
    """Every line of the input is read, skipped for a reason, or broken: ``read + skipped + broken == total``.

    ``reasons`` counts the skipped lines by reason; ``faults`` holds the first broken lines as (line, what is wrong);
    ``recovered`` counts events that were saved from broken lines. ``undecodable`` counts bytes that are not UTF-8, each
    of which is read as U+FFFD: a log in another encoding is read without its words.
    """

    total: int = 0
    read: int = 0
    skipped: int = 0
    broken: int = 0
    recovered: int = 0
    undecodable: int = 0
    reasons: dict[str, int] = msgspec.field(default_factory=dict)
    faults: list[tuple[int, str]] = msgspec.field(default_factory=list)

    MAX_FAULTS = 100

    def broken_before(self, line: int) -> int:
        """How many of the first ``MAX_FAULTS`` broken lines stand before a line."""
        return sum(fault < line for fault, _ in self.faults)

    def unread(self) -> str:
        """What could not be decoded, in words; empty where all could."""
        bytes = "1 byte of the log is" if self.undecodable == 1 else f"{self.undecodable:,} bytes of the log are"
        return f"{bytes} not UTF-8 and read as U+FFFD" if self.undecodable else ""

    def skip(self, reason: str, count: int = 1) -> None:
        self.skipped += count
        if reason not in self.reasons and len(self.reasons) >= MAX_KINDS:
            reason = OTHER
        self.reasons[reason] = self.reasons.get(reason, 0) + count

    def fault(self, line: int, what: str) -> None:
        self.broken += 1
        if len(self.faults) < self.MAX_FAULTS:
            self.faults.append((line, what))
