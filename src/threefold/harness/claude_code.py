"""Claude Code, live: its hooks PreCompact and PostCompact, and those that reach the model afterwards.

What was observed with versions 2.1.197 and 2.1.332, and decides what is done here: everything that PreCompact prints
becomes instructions of the summariser, unless it is a JSON object with ``"decision": "block"``. A blocked automatic
compaction is asked about again at every step, and the model's own refusal of an over-long context looks the same on
standard input; blocking that one ends the turn. At PostCompact the summary is in the event and the boundary is not yet
in the log. What PostCompact prints reaches nobody after an automatic compaction, and person and model alike after a
manual one. So what there is to say is left for the hooks after it: ``systemMessage`` reaches the person alone, and
``additionalContext`` the model; Stop's would force another turn without end, so it never carries any.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from threefold.harness.asked import Answer, Event, Options
from threefold.store.state import States

if TYPE_CHECKING:
    from threefold.harness.policy import Trigger
    from threefold.session import Compaction, Session

CLIENT = "claude-code"
TO_MODEL = ("UserPromptSubmit", "PreToolUse", "PostToolUse")
TO_PERSON = (*TO_MODEL, "Stop")
OPENING = (
    "Carry each of the following lines into the summary word for word, as far as the conversation bears it out. A "
    "program copied them from this session's log: what the user refused, work that is recorded nowhere else, standing "
    "rules, and hard facts.\n"
)
_UNKNOWN_KEPT = "the boundary is not written yet, so what was kept verbatim beside the summary is not known"
_BEHIND = 4
"""Events that the harness itself writes behind a summary."""
_TAIL = 1 << 18
"""Bytes at the end of a log in which the request that the model refused is looked for."""
_REQUEST = b'"type":"api-request"'
_CONVERSATION = (b'"type":"user"', b'"type":"assistant"', b'"type":"attachment"')


def answer(event: Event, options: Options) -> Answer:
    """What one event is answered. Events that are not ours to answer pass. Raises ThreefoldError and OSError."""
    if event.name == "PreCompact":
        return before(event, options)
    if event.name == "PostCompact":
        return after(event, options)
    if event.name in TO_PERSON:
        return said(event, options)
    return Answer()


def before(event: Event, options: Options) -> Answer:
    """Judge what is about to be compacted, and do what the policy says."""
    from threefold.harness import ahead
    from threefold.harness.weighing import weigh

    def asking() -> tuple[Trigger, int]:
        trigger, told_apart = _trigger(event)
        return trigger, options.most_refusals if told_apart else 0

    weighed = weigh(event, options, CLIENT, asking)
    notes = weighed.keeping.notes()
    guided = options.policy != "observe"
    afterwards = ahead.preparation(event.log(), CLIENT, options.home, weighed.settings, guided=guided)
    if weighed.decision.action == "pass":
        return Answer("", notes, afterwards)
    if weighed.decision.action == "guide":
        return Answer(weighed.keep(OPENING, options.keep_bytes), notes, afterwards)
    return Answer(json.dumps({"decision": "block", "reason": weighed.reason()}), notes)


def after(event: Event, options: Options) -> Answer:
    """Audit the summary of the event against the log, keep the record, leave word for the person and the model."""
    from threefold.harness import behind, live
    from threefold.harness.keeping import Keeping

    states, keeping = States(options.home), Keeping()
    states.forget(event.session)
    settings = live.settings_of(options.home)
    if not settings.audit.enabled:
        return Answer()
    path, summary, trigger = event.log(), event.text("compact_summary"), event.text("trigger")

    def find(session: Session) -> tuple[Session, Compaction]:
        from threefold.auditing.statements.summary import essence
        from threefold.harness.guidance import with_compaction

        last = session.compactions[-1] if session.compactions else None
        if last is not None and _is_at_end(session, last) and essence(last.summary) == essence(summary):
            return session, last
        return with_compaction(
            session,
            summary,
            id=f"{event.session}/{len(session.compactions) + 1}",
            trigger="manual" if trigger == "manual" else "auto" if trigger == "auto" else "unknown",
            gaps=(_UNKNOWN_KEPT,),
        )

    told = behind.audited(path, CLIENT, options, settings, f"{event.session} {trigger} {summary}", find, keeping)
    if told.block:
        keeping.write("what the model is to be told", lambda: states.leave(event.session, "model", told.block))
    keeping.write("what the person is to be told", lambda: states.leave(event.session, "person", told.line))
    return Answer(notes=keeping.notes())


def _is_at_end(session: Session, last: Compaction) -> bool:
    """Whether a compaction was just written: nothing but what the harness puts behind it follows."""
    behind = len(session.events) - max(last.event, last.summary_event or 0)
    return behind <= len(last.kept) + _BEHIND


def said(event: Event, options: Options) -> Answer:
    """What waits for the person and for the model, by the first hook that reaches them."""
    states = States(options.home)
    answer: dict[str, object] = {}
    if text := states.take(event.session, "person"):
        answer["systemMessage"] = text
    if event.name in TO_MODEL and (text := states.take(event.session, "model")):
        answer["hookSpecificOutput"] = {"hookEventName": event.name, "additionalContext": text}
    return Answer(json.dumps(answer) if answer else "")


def _trigger(event: Event) -> tuple[Trigger, bool]:
    """Who asked, and whether that is known: a context that the model refused must be told from one that is full.

    A log that ends with a request that got no answer shows a refusal. Versions that write no requests down (2.1.197) do
    not tell the two apart, so there nothing automatic may be stopped.
    """
    if event.text("trigger") == "manual":
        return "manual", True
    with open(event.log(), "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
        tail = file.read()
    for line in reversed(tail.split(b"\n")):
        if _REQUEST in line[:200]:
            return "overflow", True
        if any(kind in line for kind in _CONVERSATION):
            break
    return "automatic", _REQUEST in tail
