"""A fold that goes on from where an earlier one of the same log ended, in another process.

A log grows at its end, so what its beginning says about the work is worked out once. What is kept is bound to all that
the fold looked at beside the bytes: which events there were, what was known of each, which of them stand on branches
that were left, and the working directory. Where one of these is no longer what it was, the log is folded from its
beginning. That the bytes are the same is the caller's to make sure of.
"""

from __future__ import annotations

import hashlib
import pickle
from array import array
from typing import TYPE_CHECKING, TypeVar

from threefold.session import Session

if TYPE_CHECKING:  # of the two folds, the one that is not asked for need not be loaded
    from threefold.work.folding import Progress
    from threefold.work.undertaken import Undertaken


def saved(progress: Progress) -> bytes:
    """Fold to the end of the log, and give what it came to, for :func:`resumed`. To be called before ``finish``.

    The bytes are a pickle: give them to nobody, and take them back from a place that only their owner can write.
    """
    progress._go_on(None)
    return pickle.dumps((_looked_at(progress, progress.done), progress.done, progress._state), pickle.HIGHEST_PROTOCOL)


def resumed(session: Session, kept: bytes) -> Progress | None:
    """A fold of this session that goes on from what was kept; None where that is of another log, or cannot be read."""
    from threefold.work.folding import Fold, Progress

    try:
        looked_at, done, state = pickle.loads(kept)
    except Exception:  # a pickle that was cut or is of other code may raise anything
        return None
    if not isinstance(state, Fold) or not isinstance(done, int) or not 0 <= done <= len(session.events):
        return None
    progress = Progress(session)
    if _looked_at(progress, done) != looked_at:
        return None
    progress.done, progress._state = done, state
    return progress


_BEGINS_WITH = {"Progress": ("_state",), "Undertaken": ("_tasks", "_waiting", "_person", "_answered", "_taken_back")}


def kept(fold: Progress | Undertaken) -> bytes:
    """What a fold came to, for :func:`take_back`: how far it went, which events before that stand on branches that were
    left, and its state. A pickle, as ``saved`` gives."""
    state = {name: getattr(fold, name) for name in _BEGINS_WITH[type(fold).__name__]}
    return pickle.dumps((fold.done, _left(fold, fold.done), state), pickle.HIGHEST_PROTOCOL)


F = TypeVar("F", "Progress", "Undertaken")


def take_back(fold: F, known: bytes | None) -> F:
    """A new fold of the same session that goes on from what was kept, unless other branches were left since. That the
    bytes and events up to there are the same is the caller's to make sure of."""
    if known is not None:
        done, left, state = pickle.loads(known)
        if _left(fold, done) == left:
            fold.done = done
            for name, value in state.items():
                setattr(fold, name, value)
    return fold


def _left(fold: Progress | Undertaken, done: int) -> array[int]:
    return array("q", sorted(event for event in fold._dead if event < done))


def _looked_at(progress: Progress, done: int) -> bytes:
    """A digest of what the fold of the first ``done`` events depends on beside their bytes."""
    session, events = progress.session, progress.session.events
    digest = hashlib.sha256(f"{session.format}\0{session.cwd}\0{done}".encode("utf-8", "surrogatepass"))
    for column in (events.starts, events.sizes, events.heads):
        digest.update(memoryview(column)[:done])
    digest.update(memoryview(events.flags)[:done])
    digest.update(_left(progress, done))
    return digest.digest()
