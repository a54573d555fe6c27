"""The compactions that a log holds, and those that came to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec


class Compaction(msgspec.Struct, frozen=True, kw_only=True):
    """One compaction that a log holds.

    ``id`` is its name in the log, or ``compaction-1`` and so on where the log gives none.
    ``covers`` are the events that the summary was made from, without earlier summaries; ``earlier`` are the positions
    (in ``Session.compactions``) of the compactions whose summary was among its input, so that
    :meth:`Session.leaves` can go on to what those were made from. ``kept`` are events that the harness left standing
    verbatim beside the summary. ``lock`` is the pair of events between which the harness held the log for the
    compaction (None where the format has no such bracket). ``unreadable`` is empty, or says why there is no summary
    text to audit. ``gaps`` are reasons why ``covers`` may be less than what the summariser saw.
    """

    index: int
    id: str = ""
    event: int
    summary: str
    summary_event: int | None = None
    covers: Sequence[int] = ()
    earlier: tuple[int, ...] = ()
    kept: Sequence[int] = ()
    trigger: Literal["manual", "auto", "unknown"] = "unknown"
    model: str = ""
    time: str = ""
    lock: tuple[int | None, int | None] | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    shadowed: tuple[int, int] | None = None
    shadowed_count: int | None = None
    unreadable: str = ""
    gaps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.id:
            msgspec.structs.force_setattr(self, "id", f"compaction-{self.index + 1}")


class Attempt(msgspec.Struct, frozen=True):
    """A compaction that was begun and came to nothing: failed, vetoed or torn off."""

    event: int
    reason: str
