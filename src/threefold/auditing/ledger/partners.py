"""Which call each result answers, in eight bytes a result: a long log has hundreds of thousands of them."""

from __future__ import annotations

from array import array
from bisect import bisect_left

_OPEN = 1 << 14
"""Calls that are remembered for their results, the latest ones; a result comes soon after its call."""


class Partners:
    """Fed call by call and result by result."""

    def __init__(self) -> None:
        self._calls: dict[str, int] = {}
        self._results = array("i")
        self._of = array("i")

    def called(self, call: str, event: int) -> None:
        """A call was made in this event."""
        self._calls.pop(call, None)
        if len(self._calls) >= _OPEN:
            del self._calls[next(iter(self._calls))]
        self._calls[call] = event

    def answered(self, call: str, event: int) -> None:
        """A result came in this event."""
        made = self._calls.get(call)
        if made is None:
            return
        place = bisect_left(self._results, event)
        if self._results[place : place + 1] == array("i", (event,)):
            self._of[place] = made
        else:  # nearly always at the end
            self._results.insert(place, event)
            self._of.insert(place, made)

    def get(self, event: int) -> int | None:
        """The event of the call that this event answers; of several, the last one."""
        place = bisect_left(self._results, event)
        return self._of[place] if self._results[place : place + 1] == array("i", (event,)) else None
