"""What becomes of a verdict, whatever the harness: the policies, their bounds, and the words that a person reads.

Pure: the verdict, the trigger, what happened before and the policy are arguments. Each harness says which of the
policies it can carry out, and keeps what happened before where it keeps its state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

Policy = Literal["observe", "guide", "hold", "veto"]
Trigger = Literal["manual", "automatic", "overflow"]
"""Who asked: a person; the harness, for the size of the context; the harness, since the model refused the context."""
Action = Literal["pass", "guide", "hold", "veto"]

POLICIES: tuple[Policy, ...] = ("observe", "guide", "hold", "veto")
KEEP_BYTES = 4_000
"""Most bytes that a summariser is told to keep, if nothing else is said."""
_SHOWN = 12
"""Items that a reason names."""


class Past(msgspec.Struct, frozen=True):
    """What happened since the last compaction: refusals in a row, and whether a person let one through."""

    refusals: int = 0
    acknowledged: bool = False


class Decision(msgspec.Struct, frozen=True):
    """What is to be done, and why it is milder than the policy's name (else empty)."""

    action: Action
    why: str = ""


def decide(policy: Policy, *, safe: bool, trigger: Trigger, past: Past, most_refusals: int = 1) -> Decision:
    """The policy's answer for one compaction that is about to be.

    A context that the model refuses is never stopped, nothing is stopped more than ``most_refusals`` times in a row,
    and a person's acknowledgement lets one through. ``hold`` stops only what a person asked for.
    """
    if policy == "observe":
        return Decision("pass")
    if safe or policy == "guide":
        return Decision("guide")
    if trigger == "overflow":
        return Decision("guide", "The model refuses the context as it is, so this one is not stopped.")
    if past.acknowledged:
        return Decision("guide", "A person asked for it.")
    if trigger != "manual" and policy == "hold":
        return Decision("guide")
    if trigger != "manual" and past.refusals >= most_refusals:
        return Decision("guide", f"{past.refusals} stopped in a row; this one is let through.")
    return Decision(policy)


def kept(opening: str, lines: Iterable[str], budget: int) -> str:
    """``opening`` and as many of the lines, in their order and each once, as fit into ``budget`` bytes of UTF-8; empty
    where none fits."""
    room = budget - _size(opening)
    chosen: list[str] = []
    for line in dict.fromkeys(lines):
        size = _size(line) + 1
        if size <= room:
            chosen.append(line)
            room -= size
    return opening + "\n".join(chosen) + "\n" if chosen else ""


def reason(verdict: str, detail: str, items: Sequence[str], way_out: str) -> str:
    """Why a compaction was stopped, what would be lost, and what to do now; one paragraph."""
    shown = "; ".join(items[:_SHOWN]) + (f"; and {len(items) - _SHOWN} more" if len(items) > _SHOWN else "")
    return f"Threefold: {verdict}, so this compaction was stopped. {detail} {shown}. {way_out}"


def way_out(session: str) -> str:
    """What a person can do about a compaction that was stopped."""
    return (
        f"To compact all the same: run `threefold acknowledge {session}`, then compact again. "
        "Or land the work first: commit it, write it down, finish it."
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
