"""Before a compaction: the verdict, and what the policy makes of it.

Everything that a decision rests on stands in the log itself: refusals in a row, and a person's word that lets one
through. So it holds over a new bridge, a resumed session and a second process.
"""

from __future__ import annotations

import msgspec

from threefold.harness import guidance, policy
from threefold.harness.dsh.settings import Configured, PolicySettings
from threefold.harness.policy import MARK, Action, Past, Trigger
from threefold.report.masking import ADDRESSES, masked
from threefold.session import Session
from threefold.verdict import Service, Verdict, WorkTree, cautious, from_work, judge
from threefold.verdict.gates import SAFE
from threefold.work import fold

ANYWAY = "compact-anyway"
OPENING = (
    "\n\nAdditional rule, added by a program that read this session's log. The lines below are copied from it. Carry "
    "each one that the conversation above bears out into the checkpoint word for word, in the section it belongs to; "
    "add nothing else because of this list.\n"
)
"""What comes before them at the end of the harness's own instruction to its summariser."""


class Before(msgspec.Struct, frozen=True, kw_only=True):
    """What the plugin is to do. ``line`` is for the console, ``question`` and ``reason`` are for the person, ``model``
    for the model where the compaction is stopped."""

    action: Action
    line: str
    verdict: str = ""
    keep: str = ""
    question: str = ""
    reason: str = ""
    model: str = ""


def decide(
    session: Session,
    trigger: Trigger,
    configured: Configured,
    worktree: WorkTree | None,
    ask: Service | None,
) -> tuple[Before, policy.Decision, Verdict]:
    """What to do about the compaction that is about to be, why, and the verdict it rests on. Pure but for ``ask``, the
    service for the ambiguous band."""
    chosen = configured.policy
    work = fold(session)
    found = from_work(work, session.id, worktree, at_compaction=True)
    judged = judge(found.snapshot, ask, configured.settings.verdict, any_length=True)
    verdict = cautious(judged, session.lines, worktree)
    past = _past(session)
    decision = policy.decide(
        chosen.verdict_policy,
        safe=verdict.verdict == SAFE,
        trigger=trigger,
        past=past,
        most_refusals=chosen.max_refusals,
        most_vetoes=chosen.max_refusals,
        only_others=found.only_others,
    )
    line = f"{verdict.verdict} before a compaction ({trigger}): {verdict.detail} {decision.why}".rstrip()
    keep = ""
    if decision.action in ("guide", "hold"):
        lines = guidance.lines(work, verdict.snapshot, tuple(guidance.stated(session, configured.settings)))
        keep = policy.kept(OPENING, masked(list(lines), ADDRESSES), chosen.guide_bytes)
    answer = Before(action=decision.action, line=line, verdict=verdict.verdict, keep=keep)
    if decision.action in ("hold", "veto"):
        answer = _stopped(answer, verdict, trigger, chosen, past)
    shown = msgspec.structs.replace(masked(msgspec.structs.replace(answer, keep="")), keep=keep)
    return shown, decision, verdict


def _stopped(answer: Before, verdict: Verdict, trigger: Trigger, chosen: PolicySettings, past: Past) -> Before:
    """With what the person is asked and told, and the model, which hears of a row of refusals once."""
    items = [text for found in verdict.snapshot.work.values() for text in found]
    way_out = f"/{ANYWAY} lets it through."
    if answer.action == "veto":
        left = chosen.max_refusals - past.refusals - 1
        after = f"{left} more in a row may be stopped" if left > 0 else "the next one is let through"
        way_out = f"/{ANYWAY} lets it through; {after}."
    return msgspec.structs.replace(
        answer,
        question=policy.question(verdict.verdict, verdict.detail, items) if answer.action == "hold" else "",
        reason=policy.reason(verdict.verdict, verdict.detail, items, way_out),
        model=_to_model(items, trigger) if chosen.tell_model and past.refusals == 0 else "",
    )


def _to_model(items: list[str], trigger: Trigger) -> str:
    why = "A person asked for a compaction" if trigger == "manual" else "The context is nearly full"
    listed = "\n".join(f"- {policy.short(text)}" for text in items[: policy.SHOWN])
    return (
        f"Note by Threefold, a program; no person wrote this. {why}, and it was put off because work that is recorded "
        f"nowhere else would be lost:\n{listed}\n"
        "Land it soon (commit, write it down, finish the todo), within what you were asked to do."
    )


class _Bracket(msgspec.Struct, rename="camel"):
    name: str = ""
    error: msgspec.Raw = msgspec.Raw()


class _Event(msgspec.Struct):
    data: _Bracket = msgspec.field(default_factory=_Bracket)


def _past(session: Session) -> Past:
    """Look back over the log's compactions until one that landed; attempts that failed otherwise do not end a row of
    refusals."""
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
