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
MARK = "Threefold: "
"""How every word to a person begins; by it a log shows which refusals were ours."""
SHOWN = 12
"""Items that a reason names."""
_ITEM = 300
"""Characters of an item that a reason shows."""
_OPEN = "work is open that a summary may lose"


class Past(msgspec.Struct, frozen=True):
    """What happened since the last compaction: refusals in a row, and whether a person let one through."""

    refusals: int = 0
    acknowledged: bool = False


class Decision(msgspec.Struct, frozen=True):
    """What is to be done, and why it is milder than the policy's name (else empty)."""

    action: Action
    why: str = ""


def decide(
    policy: Policy,
    *,
    safe: bool,
    trigger: Trigger,
    past: Past,
    most_refusals: int = 1,
    most_vetoes: int | None = None,
    only_others: bool = False,
) -> Decision:
    """The policy's answer for one compaction that is about to be.

    A context that the model refuses is never stopped, nothing automatic is stopped more than ``most_refusals`` times in
    a row (0 where a harness does not tell the two apart), and a person's acknowledgement lets one through. ``hold``
    stops only what a person asked for. ``most_vetoes`` bounds a veto of what a person asked for as well; None stops it
    as often as they ask. ``only_others`` says that all that counts are files which the session did not change.
    """
    if policy == "observe":
        return Decision("pass")
    if safe or policy == "guide":
        return Decision("guide")
    if only_others:
        return Decision("guide", "The files that are in no commit were not changed by this session.")
    if trigger == "overflow":
        return Decision("guide", "The model refuses the context as it is, so this one is not stopped.")
    if past.acknowledged:
        return Decision("guide", "A person asked for it.")
    if trigger != "manual" and policy == "hold":
        return Decision("guide")
    most = most_refusals if trigger != "manual" else most_vetoes if policy == "veto" else None
    if most == 0:
        return Decision("guide", "It cannot be told from a context that the model refuses, so it is not stopped.")
    if most is not None and past.refusals >= most:
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
    return f"{MARK}this compaction was stopped: {_OPEN} ({verdict}). {detail} Open: {named(items)}. {way_out}"


def question(verdict: str, detail: str, items: Sequence[str]) -> str:
    """What a person is asked where a compaction waits for their word; one paragraph."""
    return f"{MARK}{_OPEN} ({verdict}). {detail} Open: {named(items)}. Compact now, or land this first?"


def named(items: Sequence[str]) -> str:
    """The first of the items in one line, and how many more there are."""
    shown = "; ".join(short(item).rstrip(".") for item in items[:SHOWN])
    return shown + (f"; and {len(items) - SHOWN} more" if len(items) > SHOWN else "")


def short(item: str) -> str:
    """An item as a person is shown it, with the mark of what was cut where it is long."""
    return item if len(item) <= _ITEM else f"{item[:_ITEM].rstrip()} […]"


def way_out(session: str) -> str:
    """What a person can do about a compaction that was stopped; the command is fit for a shell."""
    import shlex  # few compactions are stopped

    return (
        "To land it: commit it, write it down, finish it. To compact all the same: run "
        f"`threefold acknowledge {shlex.quote(session)}` in a terminal, then compact again."
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
