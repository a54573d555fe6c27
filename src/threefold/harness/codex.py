"""Codex, live: its hooks PreCompact and PostCompact, and those that reach the model afterwards.

What was observed with version 0.171.0, and decides what is done here: nothing that a hook prints before a compaction
reaches the summariser, and stopping one aborts the turn and every prompt after it, so the verdict is recorded and
nothing else. At PostCompact the ``compacted`` item is in the rollout. With the vendor's own provider the summary is
encrypted.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from threefold.harness.asked import Answer, Event, Options
from threefold.store.state import States

if TYPE_CHECKING:
    from threefold.session import Compaction, Session

CLIENT = "codex"
SAYING = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse")


def answer(event: Event, options: Options) -> Answer:
    """What one event is answered. Events that are not ours to answer pass. Raises ThreefoldError and OSError."""
    if event.name == "PreCompact":
        return before(event, options)
    if event.name == "PostCompact":
        return after(event, options)
    if event.name in SAYING:
        return said(event, options)
    return Answer()


def before(event: Event, options: Options) -> Answer:
    """Judge what is about to be compacted, and record it."""
    from threefold.harness import live
    from threefold.harness.keeping import Keeping
    from threefold.harness.policy import Decision

    keeping = Keeping()
    settings = live.settings_of(options.home)
    seen = live.look(event.log(), CLIENT, options.home, settings, stated=False)
    _, verdict = live.judged(seen, event.text("cwd"), settings)
    trigger = "manual" if event.text("trigger") == "manual" else "automatic"
    live.record_verdict(keeping, options.home, CLIENT, trigger, Decision("pass"), verdict)
    return Answer(notes=keeping.notes())


def after(event: Event, options: Options) -> Answer:
    """Audit the last compaction of the rollout, keep the record, tell the person, leave word for the model."""
    from threefold.errors import InputError
    from threefold.harness import behind, live
    from threefold.harness.keeping import Keeping

    keeping = Keeping()
    settings = live.settings_of(options.home)
    if not settings.audit.enabled:
        return Answer()
    path = event.log()

    def find(session: Session) -> tuple[Session, Compaction]:
        if not session.compactions:
            raise InputError(f"{path} holds no compaction, so there is nothing to audit.")
        return session, session.compactions[-1]

    told = behind.audited(path, CLIENT, options, settings, "", find, keeping)
    if told.block:
        states = States(options.home)
        keeping.write("what the model is to be told", lambda: states.leave(event.session, "model", told.block))
    return Answer(json.dumps({"systemMessage": told.line}), keeping.notes())


def said(event: Event, options: Options) -> Answer:
    """What waits for the model, by the first hook that reaches it."""
    text = States(options.home).take(event.session, "model")
    if not text:
        return Answer()
    return Answer(json.dumps({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}}))
