"""Before a compaction: the verdict, and what the policy makes of it.

Everything that a decision rests on stands in the log itself: refusals in a row, and a person's word that lets one
through. So it holds over a new bridge, a resumed session and a second process.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from threefold.errors import OverBudget
from threefold.harness.dsh.guide import guidance
from threefold.harness.dsh.settings import Configured, PolicySettings
from threefold.session import Session
from threefold.verdict import Service, Verdict, WorkTree, build, cautious, judge
from threefold.verdict.gates import SAFE

Trigger = Literal["manual", "pressure", "context-overflow"]
Action = Literal["pass", "guide", "hold", "veto"]
MARK = "Threefold: "
"""How the reason of a refusal begins; by it refusals are counted in the log."""
ANYWAY = "compact-anyway"
_SHOWN = 12
"""Items that a reason names."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What the plugin is to do. ``line`` is for the console, ``reason`` for the person, ``model`` for the model."""

    action: Action
    line: str
    verdict: str
    keep: str = ""
    reason: str = ""
    model: str = ""


class Past(msgspec.Struct, frozen=True):
    """What the log says of the compactions before this one."""

    refusals: int
    """how many were refused since the last one that landed; attempts that failed otherwise do not end the row"""
    acknowledged: bool
    """whether a person asked for a compaction whatever the verdict, since the last one"""


def decide(
    session: Session,
    trigger: Trigger,
    configured: Configured,
    worktree: WorkTree | None,
    ask: Service | None,
) -> tuple[Decision, Verdict | None]:
    """The decision for the compaction that is about to be, and the verdict it rests on (None where the state is over
    its budget of characters). Pure but for ``ask``, the service for the ambiguous band."""
    policy = configured.policy
    try:
        snapshot = build(session, worktree, at_compaction=True)
        verdict = cautious(judge(snapshot, ask, configured.settings.verdict), session.lines, worktree)
    except OverBudget as error:
        return Decision(action="pass", verdict="", line=f"no verdict on this compaction: {error}"), None
    past = _past(session)
    action, why = _action(verdict.verdict == SAFE, trigger, policy, past)
    line = f"{verdict.verdict} before a compaction ({trigger}): {verdict.detail}{f' {why}' if why else ''}"
    if action == "pass":
        return Decision(action=action, verdict=verdict.verdict, line=line), verdict
    asked = action != "veto"
    keep = guidance(session, verdict.snapshot, configured.settings, policy.guide_bytes) if asked else ""
    if action == "guide":
        return Decision(action=action, verdict=verdict.verdict, line=line, keep=keep), verdict
    reason = _reason(verdict, policy, past, action)
    told = policy.tell_model and action == "veto" and trigger == "pressure" and past.refusals == 0
    model = _to_model(verdict) if told else ""
    return (
        Decision(action=action, verdict=verdict.verdict, line=line, keep=keep, reason=reason, model=model),
        verdict,
    )


def _action(safe: bool, trigger: Trigger, policy: PolicySettings, past: Past) -> tuple[Action, str]:
    """The policy's answer, and why it is milder than the policy's name."""
    chosen = policy.verdict_policy
    if chosen == "observe":
        return "pass", ""
    if safe or chosen == "guide":
        return "guide", ""
    if trigger == "context-overflow":
        return "guide", "The model refuses the context as it is, so this one is not stopped."
    if past.acknowledged:
        return "guide", "A person asked for it."
    if past.refusals >= policy.max_refusals:
        return "guide", f"{past.refusals} were refused in a row; this one is let through."
    if chosen == "hold" and trigger != "manual":
        return "guide", ""
    return chosen, ""


class _Bracket(msgspec.Struct, rename="camel"):
    name: str = ""
    error: msgspec.Raw = msgspec.Raw()


class _Event(msgspec.Struct):
    data: _Bracket = msgspec.field(default_factory=_Bracket)


def _past(session: Session) -> Past:
    """Look back over the log's compactions until one that landed."""
    refusals = 0
    acknowledged = False
    for event in range(len(session.events) - 1, -1, -1):
        kind = session.events.kind(event)
        if kind == "compaction/summary":
            break
        if kind not in ("compaction/end", "command/run"):
            continue
        data = msgspec.json.decode(session.raw(event), type=_Event).data
        if kind == "command/run":
            acknowledged = acknowledged or data.name == ANYWAY
        elif MARK.encode() in bytes(data.error):
            refusals += 1
    return Past(refusals, acknowledged)


def _items(verdict: Verdict) -> list[str]:
    return [text for items in verdict.snapshot.work.values() for text in items]


def _reason(verdict: Verdict, policy: PolicySettings, past: Past, action: Action) -> str:
    items = [text.rstrip(".") for text in _items(verdict)]
    shown = "; ".join(items[:_SHOWN]) + (f"; and {len(items) - _SHOWN} more" if len(items) > _SHOWN else "")
    if action == "hold":
        return f"{MARK}{verdict.verdict}. {verdict.detail} {shown}. Compact now, or land this first?"
    left = policy.max_refusals - past.refusals - 1
    after = f"{left} more in a row may be refused" if left else "the next one is let through"
    return (
        f"{MARK}{verdict.verdict}, so this compaction was refused. {verdict.detail} {shown}. "
        f"/{ANYWAY} lets it through; {after}."
    )


def _to_model(verdict: Verdict) -> str:
    items = "\n".join(f"- {text}" for text in _items(verdict)[:_SHOWN])
    return (
        "Note by Threefold, a program; no person wrote this. The context is nearly full, and a compaction was put off "
        f"because work that is recorded nowhere else would be lost:\n{items}\n"
        "Land it soon (commit, write it down, finish the todo), within what you were asked to do."
    )
