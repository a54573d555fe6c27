"""The stages of an audit, each isolated: what fails is named, with the function, and the others still answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from threefold.auditing.reports.record import Failure, place_of

T = TypeVar("T")
LONGEST = 500
"""Characters of an error's words that a record gives."""


class Stages:
    """What was done so far: how long each stage took, in seconds of the clock given, and what failed."""

    def __init__(self, clock: Callable[[], float] | None) -> None:
        self.clock = clock or (lambda: 0.0)
        self.failures: list[Failure] = []
        self._timings: dict[str, float] = {}

    def do(self, name: str, empty: T, work: Callable[[], T]) -> T:
        """Do a piece of work; on any exception note it and answer ``empty``."""
        begun = self.clock()
        try:
            return work()
        except Exception as error:  # the audit may never cost its caller anything
            self.failures.append(Failure(name, f"{type(error).__name__}: {error}"[:LONGEST], place_of(error)))
            return empty
        finally:
            self._timings[name] = self._timings.get(name, 0.0) + round(self.clock() - begun, 6)

    @property
    def timings(self) -> dict[str, float]:
        """Seconds by stage; none without a clock."""
        return dict(self._timings) if any(self._timings.values()) else {}
