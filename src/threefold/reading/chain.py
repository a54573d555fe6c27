"""Events in an order of their own, which is not the log's."""

from __future__ import annotations

from collections.abc import Iterator

_END = -1
"""Stands before the first event and behind the last one."""


class Chain:
    """Events linked to their neighbours, so that to put one in or to take one out costs no more than that."""

    def __init__(self) -> None:
        self._next = {_END: _END}
        self._previous = {_END: _END}

    def __len__(self) -> int:
        return len(self._next) - 1

    def __contains__(self, event: int) -> bool:
        return event != _END and event in self._next

    def __iter__(self) -> Iterator[int]:
        at = self._next[_END]
        while at != _END:
            yield at
            at = self._next[at]

    def append(self, event: int) -> None:
        """Put an event at the end."""
        self._put(event, self._previous[_END])

    def insert(self, event: int, offset: int) -> None:
        """Put an event behind the first ``offset`` ones; the walk is from the nearer end."""
        at = _END
        if offset * 2 <= len(self):
            for _ in range(max(offset, 0)):
                at = self._next[at]
        else:
            for _ in range(max(len(self) - offset, 0) + 1):
                at = self._previous[at]
        self._put(event, at)

    def remove(self, event: int) -> None:
        """Take an event out."""
        self._unlink([event])

    def replace(self, start: int, end: int, event: int) -> bool:
        """Put ``event`` in the place of everything from ``start`` to ``end``; False if they are not a span."""
        if start not in self or end not in self:
            return False
        span = [start]
        while span[-1] != end:
            following = self._next[span[-1]]
            if following == _END:
                return False
            span.append(following)
        self._put(event, self._unlink(span))
        return True

    def _unlink(self, span: list[int]) -> int:
        """Take a span out; answer what stood before it."""
        before, behind = self._previous[span[0]], self._next[span[-1]]
        for event in span:
            del self._next[event], self._previous[event]
        self._next[before], self._previous[behind] = behind, before
        return before

    def _put(self, event: int, before: int) -> None:
        """Put an event behind another one."""
        behind = self._next[before]
        self._previous[event], self._next[event] = before, behind
        self._next[before] = self._previous[behind] = event
