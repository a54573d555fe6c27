"""The state of the work behind the summaries of one log: folded when it is first asked for, since few summaries list
tasks and much is loaded for it, and gone on with from compaction to compaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.auditing.ledger.twice import Twice
from threefold.session import Session
from threefold.work.model import Work

if TYPE_CHECKING:
    from threefold.work import Progress
    from threefold.work.undertaken import Undertaken

Kept = tuple[bytes | None, bytes | None]
"""What the folds of the work came to, for another process."""


class Working:
    """The folds of the work of one session. ``twice`` gives its records."""

    def __init__(self, session: Session, twice: Twice) -> None:
        self.session, self.twice = session, twice
        self._kept: Kept = None, None
        self._progress: Progress | None = None
        self._undertaken: Undertaken | None = None

    def at(self, event: int, *, taken_back: bool, took_back: bool, found: bool = False) -> Work:
        """The tasks that are listed before an event, and with ``taken_back`` also what a person had taken back by
        then, with ``found`` what was found: of the state of the work as much as is asked for. ``took_back``: it is
        known that they did."""
        if found or (taken_back and took_back):
            return self._progress_to(event).at(event)
        undertaken = self._undertaken_to(event)
        tasks = undertaken.at(event)
        if taken_back and undertaken.takes_back():
            return self._progress_to(event).at(event)
        return Work(tasks=tasks)

    def _progress_to(self, event: int) -> Progress:
        """The fold of all work, where it has not gone beyond this event, or one from the beginning."""
        from threefold.work import Progress
        from threefold.work.resuming import take_back

        if self._progress is None:
            self._progress = take_back(Progress(self.session, self.twice.records), self._kept[0])
        if self._progress.done > event:
            self._progress = Progress(self.session, self.twice.records)
        return self._progress

    def _undertaken_to(self, event: int) -> Undertaken:
        """The same of what was undertaken."""
        from threefold.work.resuming import take_back
        from threefold.work.undertaken import Undertaken

        if self._undertaken is None:
            self._undertaken = take_back(Undertaken(self.session, self.twice.records), self._kept[1])
        if self._undertaken.done > event:
            self._undertaken = Undertaken(self.session, self.twice.records)
        return self._undertaken

    def kept(self) -> Kept:
        """What they came to; of what was not asked for, what had been kept before."""
        if self._progress is None and self._undertaken is None:
            return self._kept  # and nothing is loaded for it
        from threefold.work.resuming import kept

        progress, undertaken = self._kept
        return (
            progress if self._progress is None else kept(self._progress),
            undertaken if self._undertaken is None else kept(self._undertaken),
        )

    def take_back(self, known: Kept) -> None:
        """Go on, where anything is asked for, from what was kept in another process."""
        self._kept = known
