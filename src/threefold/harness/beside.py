"""Work done beside other work: two things that one log is asked for need not wait for each other."""

from __future__ import annotations

import os
from collections.abc import Callable


def beside(work: Callable[[], bytes]) -> Callable[[], bytes]:
    """Begin a piece of work on a processor that has nothing else to do; what is returned waits for its outcome.

    Where there is none, or the process there comes to no good end, the work is done here when it is asked for; what it
    raises is raised then. ``work`` must print nothing, and what it changes in memory is lost.
    """
    if not hasattr(os, "fork") or not _has_room():
        return work
    try:
        reading, writing = os.pipe()
    except OSError:
        return work
    try:
        child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return work
    if not child:
        _give(work, reading, writing)
    os.close(writing)

    def outcome() -> bytes:
        with open(reading, "rb") as file:
            found = file.read()
        _, status = os.waitpid(child, 0)
        return found if status == 0 else work()

    return outcome


def _has_room() -> bool:
    """Whether a processor is idle most of the time. To part a process costs some milliseconds, which are lost where it
    has to wait."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        return count > 1 and os.getloadavg()[0] < count - 0.5
    except OSError:
        return False


def _give(work: Callable[[], bytes], reading: int, writing: int) -> None:
    """What the other process does: it never returns."""
    status = 1
    try:
        os.close(reading)
        with open(writing, "wb") as file:
            file.write(work())
        status = 0
    finally:
        os._exit(status)
