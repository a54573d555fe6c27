"""What the first pass over a log gathers, whatever its format; a reader adds how the events hang together."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable

import msgspec

from threefold.session import Attempt, Compaction, EventTable, Lines, Record, Session, Source


class FirstPass:
    """The events of a log, those that the model sees now, and the compactions that made it so."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events = EventTable()
        self.surface: list[int] = []
        self.compactions: list[Compaction] = []
        self.attempts: list[Attempt] = []
        self.notes: list[str] = []
        self.id = self.version = self.cwd = ""
        self.begun: int | None = None
        """the event that began a compaction which has not ended yet"""

    def raw(self, event: int) -> bytes:
        """The bytes of an event."""
        return self.source.read(*self.events.span(event))

    def session(
        self,
        format: str,
        decode: Callable[[bytes, int], Record],
        lines: Lines,
        *,
        cleared: Iterable[str] = (),
    ) -> Session:
        """What was gathered, as a session. An event without any flag left is not seen any more."""
        flags = self.events.flags
        return Session(
            format=format,
            version=self.version,
            id=self.id,
            cwd=self.cwd,
            source=self.source,
            decode=decode,
            events=self.events,
            lines=lines,
            surface=array("q", (event for event in self.surface if flags[event])),
            compactions=self.compactions,
            attempts=self.attempts,
            cleared=frozenset(cleared),
            notes=self.notes,
        )

    # --- formats that bracket a compaction ---------------------------------------------------------------------------

    def begin(self, event: int) -> None:
        """A compaction begins; one that is still open was torn off."""
        self.abandon("torn off: another one was begun")
        self.begun = event

    def end(self, event: int, otherwise: str) -> None:
        """The bracket closes; ``otherwise`` is what became of it where no summary stands within."""
        if self._is_summarised():
            last = self.compactions[-1]
            self.compactions[-1] = msgspec.structs.replace(last, lock=(self.begun, event))
            self.begun = None
        else:
            self.abandon(otherwise)

    def abandon(self, reason: str) -> None:
        """A compaction that was begun goes no further: without a summary it is an attempt."""
        if self.begun is not None and not self._is_summarised():
            self.attempts.append(Attempt(self.begun, reason))
        self.begun = None

    def _is_summarised(self) -> bool:
        """Whether the summary of the bracket that is open was found."""
        return bool(self.compactions) and self.compactions[-1].lock == (self.begun, None)
