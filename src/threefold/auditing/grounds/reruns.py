"""Whether a failure that a log tells of was overruled: the same tests ran again later, and passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.auditing.ledger.ledger import Origin, Piece
from threefold.session import Session, ToolCall, ToolResult

if TYPE_CHECKING:
    from threefold.work.commands.suites import Run

_AHEAD = 3_000  # events in which a later run is looked for
_BACK = 64  # events before one in which the run stands that it tells of


class Reruns:
    """The runs of tests of one session up to a compaction, read when they are first asked for."""

    def __init__(self, session: Session, before: int) -> None:
        self._session, self._before = session, min(before, len(session.events))
        self._runs: dict[int, list[tuple[int, Run]]] = {}

    def overruled(self, piece: Piece, shown: str) -> bool:
        """Whether a text is the result of a run that failed, or what is shown of it tells of one, and a later run of
        the same suite passed."""
        from threefold.work.commands.suites import says_tests_fail  # loaded where it is needed: much hangs on it

        printed = piece.origin is Origin.RESULT
        if not printed and (piece.origin not in (Origin.MODEL, Origin.REASONING) or not says_tests_fail(shown)):
            return False
        runs = self._around(piece.event)
        failed = [
            (event, run)
            for event, run in runs
            if not run.passed and (event == piece.event if printed else event <= piece.event)
        ]
        return bool(failed) and all(
            any(later.answers_for(run) for at, later in runs if at > event)
            for event, run in (failed if printed else failed[-1:])
        )

    def _around(self, event: int) -> list[tuple[int, Run]]:
        """The runs from a little before an event on, each with the event of its result."""
        if event not in self._runs:
            self._runs[event] = self._read(max(0, event - _BACK), min(event + _AHEAD, self._before))
        return self._runs[event]

    def _read(self, first: int, end: int) -> list[tuple[int, Run]]:
        from threefold.work.commands import tools
        from threefold.work.commands.outcome import outcome_of
        from threefold.work.commands.shell import steps
        from threefold.work.commands.suites import run_of

        calls: dict[str, ToolCall] = {}
        found: list[tuple[int, Run]] = []
        for event, record in self._session.records(range(first, end)):
            for part in record.message.parts if record.message is not None else ():
                if isinstance(part, ToolCall) and tools.is_shell(part):
                    calls[part.id] = part
                elif isinstance(part, ToolResult) and part.call_id in calls:
                    call = calls.pop(part.call_id)
                    outcome = outcome_of(part.text, part.is_error)
                    runs = (run_of(step, outcome) for step in steps(tools.command_of(call.input), self._session.cwd))
                    found += [(event, run) for run in runs if run is not None]
        return found
