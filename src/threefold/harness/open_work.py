"""The work that is open in a session: folded once, also where what a summariser is to keep asks for it on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from threefold.session import Session
from threefold.work.folding import Progress
from threefold.work.model import Item, Records, Work
from threefold.work.resuming import resumed, saved

T = TypeVar("T")


class OpenWork:
    """The fold of one session's work. What it comes to is the same whether anybody asked on the way."""

    def __init__(self, session: Session, resume: bytes) -> None:
        """``resume`` is what an earlier fold of the log's beginning came to, as :meth:`end` gives it, or nothing."""
        self._session, self._resume = session, resume
        self._progress: Progress | None = None

    def steps(self, event: int, records: Records | None = None) -> Sequence[Item]:
        """The steps that are open before an event. ``records`` gives the session's records to those who have them."""
        return self._ask(lambda progress: self._before(event, progress, records).at(event).next_steps)

    def end(self) -> tuple[Work, bytes]:
        """All that is open at the end of the log, and what its next fold goes on from."""

        def finish(progress: Progress) -> tuple[Work, bytes]:
            state = saved(progress)
            return progress.finish(None), state

        return self._ask(finish)

    def _before(self, event: int, progress: Progress, records: Records | None) -> Progress:
        """A fold that has not gone beyond an event."""
        if progress.done > event:
            return Progress(self._session, records)
        progress.read_by(records or self._session.records)
        return progress

    def _ask(self, question: Callable[[Progress], T]) -> T:
        """Ask the fold that goes on from what was kept; where it cannot, whatever the reason, one that begins anew."""
        if self._resume:
            try:
                self._progress = self._progress or resumed(self._session, self._resume)
                if self._progress is not None:
                    return question(self._progress)
            except Exception:  # the state is a pickle: what it lacks may show anywhere
                self._progress = None
            self._resume = b""
        self._progress = self._progress or Progress(self._session)
        return question(self._progress)
