"""pi, live: what its extension asks, and the extension's own file.

``pi_extension/threefold.ts`` runs inside pi and is as thin as it can be. What was observed with versions 0.73.1 and
1.6.0, and decides what is done here: a cancelled compaction lets the run go on and is asked about again later; what
stands at the end of the messages to be summarised reaches pi's summariser; at ``session_compact`` the entry is in the
log.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from threefold.harness.asked import Answer, Event, Options
from threefold.store.state import States

if TYPE_CHECKING:
    from threefold.harness.policy import Trigger
    from threefold.session import Compaction, Session
    from threefold.settings import Settings

CLIENT = "pi"
EXTENSION = Path(__file__).parent / "pi_extension" / "threefold.ts"
OPENING = (
    "[A program, not the user, adds this note for the summary.] Carry each of the following lines into the summary "
    "word for word, as far as the conversation bears it out. They were copied from this session's log: what the user "
    "refused, work that is recorded nowhere else, standing rules, and hard facts.\n"
)
_MARK = 'const COMMAND: string[] = ["threefold", "hook", "pi"]; // threefold: command'
_TRIGGERS: dict[str, Trigger] = {"manual": "manual", "threshold": "automatic", "overflow": "overflow"}


def answer(event: Event, options: Options) -> Answer:
    """What one event is answered, as JSON for the extension. Raises ThreefoldError and OSError."""
    if event.name == "session_before_compact":
        return before(event, options)
    if event.name == "session_compact":
        return after(event, options)
    return Answer()


def before(event: Event, options: Options) -> Answer:
    """Judge what is about to be compacted, and say what the policy asks for."""
    from threefold.harness import ahead
    from threefold.harness.weighing import weigh

    trigger = _TRIGGERS.get(event.text("reason"), "automatic")
    weighed = weigh(event, options, CLIENT, lambda: (trigger, options.most_refusals))
    action, notes = weighed.decision.action, weighed.keeping.notes()
    if action in ("pass", "guide") and options.engine == "threefold":
        summary = _ours(event.log(), event.text("first_kept"), weighed.settings)
        if summary:
            return _answer(notes, action="supply", summary=summary)
    guided = options.policy != "observe"
    afterwards = ahead.preparation(event.log(), CLIENT, options.home, weighed.settings, guided=guided)
    if action == "pass":
        return _answer(notes, afterwards)
    if action == "guide":
        return _answer(notes, afterwards, action="guide", keep=weighed.keep(OPENING, options.keep_bytes))
    return _answer(notes, action="cancel", line=weighed.reason())


def _ours(path: str, first_kept: str, settings: Settings) -> str:
    """Our compaction of what comes before the first entry that pi keeps; empty where pi's own is the better one."""
    from threefold.harness import extract
    from threefold.reading import read

    with read(path, CLIENT) as session:
        events = extract.before(session, first_kept)
        return extract.summary(session, events, settings) if events else ""


def after(event: Event, options: Options) -> Answer:
    """Audit the compaction that landed, keep the record, and give the words for the person and the model."""
    from threefold.harness import behind, live
    from threefold.harness.keeping import Keeping

    keeping = Keeping()
    States(options.home).forget(event.session)
    settings = live.settings_of(options.home)
    if not settings.audit.enabled:
        return Answer()
    path = event.log()
    id, summary = event.text("compaction_id"), event.text("summary")

    def find(session: Session) -> tuple[Session, Compaction]:
        from threefold.harness.guidance import with_compaction

        found = next((one for one in reversed(session.compactions) if one.id == id), None)
        return (session, found) if found is not None else with_compaction(session, summary, id=id)

    told = behind.audited(path, CLIENT, options, settings, f"{id} {summary}", find, keeping)
    return _answer(keeping.notes(), line=told.line, inject=told.block)


def extension(command: list[str]) -> str:
    """The extension's text, for the command that it is to ask."""
    text = EXTENSION.read_text("utf-8")
    assert _MARK in text
    return text.replace(_MARK, f"const COMMAND: string[] = {json.dumps(command)}; // threefold: command")


def _answer(notes: tuple[str, ...], afterwards: Callable[[], object] | None = None, **fields: str) -> Answer:
    return Answer(json.dumps({name: value for name, value in fields.items() if value}), notes, afterwards)
