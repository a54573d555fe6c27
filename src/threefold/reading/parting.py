"""What a compaction parts: the messages that its summary stands for, the summaries among them, and what stays."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from threefold.session import Compaction, EventTable, Flag


class Parted(NamedTuple):
    """The parts, as :class:`~threefold.session.Compaction` names them."""

    covers: array[int]
    earlier: tuple[int, ...]
    kept: array[int]


def parted(
    done: Sequence[Compaction], events: EventTable, before: Iterable[int], stands: Container[int] = ()
) -> Parted:
    """Part what the model saw ``before`` a compaction; of it, what ``stands`` still is kept, and the rest is covered.

    A summary of a compaction that was ``done`` before is never covered itself: it is named as an earlier one, also
    where it stays.
    """
    numbers = {one.summary_event: one.index for one in done}
    seen = list(before)
    messages = [event for event in seen if events.flags[event] & Flag.MESSAGE]
    return Parted(
        covers=array("q", (event for event in messages if event not in stands)),
        earlier=tuple(sorted({numbers[event] for event in seen if event in numbers})),
        kept=array("q", (event for event in messages if event in stands)),
    )
