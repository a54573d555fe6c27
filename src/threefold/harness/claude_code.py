"""Claude Code, live: its hooks PreCompact and PostCompact, and those that reach the model afterwards.

What was observed with versions 2.1.197 and 2.1.332, and decides what is done here: everything that PreCompact prints
becomes instructions of the summariser, unless it is a JSON object with ``"decision": "block"``. A blocked automatic
compaction is asked about again at every step, and the model's own refusal of an over-long context looks the same on
standard input; blocking that one ends the turn. At PostCompact the summary is in the event and the boundary is not yet
in the log. What PostCompact prints does not reach the model after an automatic compaction; ``additionalContext`` of the
hooks in ``DELIVERING`` does.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from threefold.harness.asked import Answer, Event, Options
from threefold.store.state import State, States

if TYPE_CHECKING:
    from threefold.harness.policy import Past
    from threefold.session import Session

CLIENT = "claude-code"
DELIVERING = ("UserPromptSubmit", "PreToolUse", "PostToolUse")
OPENING = (
    "Carry each of the following lines into the summary word for word, as far as the conversation bears it out. A program "
    "copied them from this session's log: work that is recorded nowhere else, standing rules, and hard facts.\n"
)
_UNKNOWN_KEPT = "the boundary is not written yet, so what was kept verbatim beside the summary is not known"
_TAIL = 1 << 16
"""Bytes at the end of a log in which the request that the model refused is looked for."""


def answer(event: Event, options: Options) -> Answer:
    """What one event is answered. Events that are not ours to answer pass. Raises ThreefoldError and OSError."""
    if event.name == "PreCompact":
        return before(event, options)
    if event.name == "PostCompact":
        return after(event, options)
    if event.name in DELIVERING:
        return deliver(event, options)
    return Answer()


def before(event: Event, options: Options) -> Answer:
    """Judge what is about to be compacted, and do what the policy says."""
    from threefold.harness import guidance, live, policy
    from threefold.reading import read
    from threefold.verdict.gates import SAFE

    settings = live.settings_of(options.home)
    with read(event.text("transcript_path"), CLIENT) as session:
        snapshot, verdict, note = live.judged(session, event.text("cwd"), settings)
        states = States(options.home)
        state = states.get(event.session)
        trigger = _trigger(event)
        decision = policy.decide(
            options.policy,  # type: ignore[arg-type]
            safe=verdict is None or verdict.verdict == SAFE,
            trigger=trigger,
            past=_past(state, session),
            most_refusals=options.most_refusals,
        )
        if verdict is not None:
            live.record_verdict(options.home, CLIENT, trigger, decision.action, verdict)
        if decision.action == "pass":
            return Answer(notes=(note,) if note else ())
        if decision.action == "guide":
            lines = (*guidance.unlanded(snapshot), *guidance.stated(session, settings))
            return Answer(policy.kept(OPENING, lines, options.keep_bytes), (note,) if note else ())
        assert verdict is not None
        refusals = _past(state, session).refusals + 1
        states.put(State(event.session, CLIENT, refusals, False, len(session.compactions)))
        items = [text for found in snapshot.work.values() for text in found]
        reason = policy.reason(verdict.verdict, verdict.detail, items, _way_out(event.session))
        return Answer(json.dumps({"decision": "block", "reason": reason}))


def after(event: Event, options: Options) -> Answer:
    """Audit the summary of the event against the log, keep the record, tell the person, leave word for the model."""
    from threefold.audit import audit
    from threefold.harness import guidance, live
    from threefold.reading import read

    states = States(options.home)
    states.forget(event.session)
    settings = live.settings_of(options.home)
    if not settings.audit.enabled:
        return Answer()
    path = event.text("transcript_path")
    trigger = event.text("trigger")
    with read(path, CLIENT) as session:
        extended, compaction = guidance.with_compaction(
            session,
            event.text("compact_summary"),
            id=f"{event.session}/{len(session.compactions) + 1}",
            trigger="manual" if trigger == "manual" else "auto" if trigger == "auto" else "unknown",
            gaps=(_UNKNOWN_KEPT,),
        )
        record = audit(extended, compaction, settings=settings.audit, at=live.now())
        if options.inject or settings.audit.opt_in_inject:
            block = live.injected(extended, record, options.keep_bytes)
            if block:
                states.leave(event.session, block)
    report = live.keep_record(record, path, settings)
    return Answer(json.dumps({"systemMessage": live.told(record, report)}))


def deliver(event: Event, options: Options) -> Answer:
    """Hand what waits for the model to the first hook that reaches it."""
    text = States(options.home).take(event.session)
    if not text:
        return Answer()
    return Answer(json.dumps({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}}))


def _past(state: State, session: Session) -> Past:
    from threefold.harness.policy import Past

    if state.compactions < len(session.compactions):
        return Past(0, state.acknowledged and not state.refusals)
    return Past(state.refusals, state.acknowledged)


def _trigger(event: Event) -> str:
    if event.text("trigger") == "manual":
        return "manual"
    return "overflow" if _refused(event.text("transcript_path")) else "automatic"


def _refused(path: str) -> bool:
    """Whether the log ends with a request that got no answer: the model refused the context (from 2.1.332 on, which
    writes requests down; earlier versions do not tell the two apart, and the breaker is what bounds it)."""
    with open(path, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
        lines = file.read().split(b"\n")
    for line in reversed(lines):
        if b'"type":"api-request"' in line[:200]:
            return True
        if b'"type":"user"' in line or b'"type":"assistant"' in line or b'"type":"attachment"' in line:
            return False
    return False


def _way_out(session: str) -> str:
    return (
        f"To compact all the same: run `threefold acknowledge {session}`, then compact again. "
        "Or land the work first: commit it, write it down, finish it."
    )
