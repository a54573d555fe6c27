"""Work done beside other work: two things that one log is asked for need not wait for each other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import NamedTuple

Handed = Callable[[], bytes | None]
"""What was handed to a piece of work, for which it waits; None where nothing was, or more than there is room for."""
_SIZE = 8
"""Bytes in front of what is handed over that say how much it is."""


class Beside(NamedTuple):
    """A piece of work that is done in another process. ``hand`` gives it what it may ask for, once; ``outcome`` waits
    for what it came to, and is None where the process came to no good end."""

    hand: Callable[[bytes], None]
    outcome: Callable[[], bytes | None]


def beside(work: Callable[[Handed], bytes]) -> Beside | None:
    """Begin a piece of work on a processor that has nothing else to do; None where there is none.

    ``work`` must print nothing, and what it changes in memory is lost.
    """
    if not hasattr(os, "fork") or not _has_room():
        return None
    ends: list[int] = []
    try:
        ends += os.pipe()
        ends += os.pipe()
        child = os.fork()
    except OSError:
        for end in ends:
            os.close(end)
        return None
    found, telling, asking, handing = ends
    if not child:
        os.close(found)
        os.close(handing)
        _give(work, telling, asking)
    os.close(telling)
    os.close(asking)
    open_ends = {handing}

    def hand(data: bytes) -> None:
        os.set_blocking(handing, False)
        with contextlib.suppress(OSError):  # nobody asks any more
            os.write(handing, len(data).to_bytes(_SIZE) + data)
        _close(open_ends)

    def outcome() -> bytes | None:
        _close(open_ends)
        with open(found, "rb") as file:
            data = file.read()
        _, status = os.waitpid(child, 0)
        return data if status == 0 else None

    return Beside(hand, outcome)


def _close(ends: set[int]) -> None:
    while ends:
        os.close(ends.pop())


def _has_room() -> bool:
    """Whether a processor is idle most of the time. To part a process costs some milliseconds, which are lost where it
    has to wait."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        return count > 1 and os.getloadavg()[0] < count - 0.5
    except OSError:
        return False


def _give(work: Callable[[Handed], bytes], telling: int, asking: int) -> None:
    """What the other process does: it never returns."""
    status = 1

    def handed() -> bytes | None:
        with open(asking, "rb") as file:
            size, data = file.read(_SIZE), file.read()
        return data if size and len(data) == int.from_bytes(size) else None

    try:
        with open(telling, "wb") as file:
            file.write(work(handed))
        status = 0
    finally:
        os._exit(status)
