"""A history that a compaction writes anew, mapped to the events that it repeats.

Clients that replace the whole history write what stays once more. An item that says what an event of the old history
said stands for that event, each for one: of two that say the same, the oldest that is not taken yet.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable


class Repeats:
    """The events of an old history by what they say."""

    def __init__(self, said: Iterable[tuple[int, int]]) -> None:
        """``said`` are keys of what events say, with the events, oldest first."""
        self._events: defaultdict[int, deque[int]] = defaultdict(deque)
        for key, event in said:
            self._events[key].append(event)

    def take(self, key: int) -> int | None:
        """The event that an item of the new history stands for, or None."""
        events = self._events.get(key)
        return events.popleft() if events else None
