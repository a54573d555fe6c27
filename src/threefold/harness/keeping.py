"""What a hook writes down beside its answer. What cannot be written is told, and never costs the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threefold.store.state import State, States

if TYPE_CHECKING:
    from threefold.harness.policy import Decision


class Keeping:
    """The writes of one event. All that failed is told in one line."""

    def __init__(self) -> None:
        self._failed: list[str] = []
        self._why = ""
        self._unread = False
        self._let_through = False

    def write(self, what: str, write: Callable[[], object]) -> bool:
        """Do one write; ``what`` names it for a person. Whether it was done."""
        try:
            write()
        except OSError as error:
            self._failed.append(what)
            self._why = self._why or ": ".join(str(part) for part in (error.filename, error.strerror) if part)
            return False
        return True

    def stopped(self, decision: Decision, states: States, past: State | None, now: State) -> Decision:
        """Remember a compaction that is about to be stopped. One that cannot be remembered is not stopped, since the
        next one could be stopped again without end; nor is one before which it cannot be read what was."""
        if decision.action not in ("hold", "veto"):
            return decision
        if past is not None and self.write("the session's state", lambda: states.put(now)):
            return decision
        from threefold.harness.policy import Decision

        self._let_through, self._unread = True, past is None
        if past is None:
            return Decision("guide", "What was stopped before cannot be read, so this one is not stopped.")
        return Decision("guide", "That it was stopped could not be remembered, so it is not stopped.")

    def notes(self) -> tuple[str, ...]:
        """What failed, in one line for standard error; none where nothing did."""
        failed = [f"could not write {' and '.join(self._failed)}: {self._why}"] if self._failed else []
        if self._unread:
            failed.append("could not read the session's state")
        if self._let_through:
            failed.append("so this compaction is not stopped")
        return ("; ".join(failed),) if failed else ()
