"""``threefold acknowledge``: a person's word that lets one stopped compaction through."""

from __future__ import annotations

import os
from pathlib import Path

import typer

SESSION = typer.Argument("", help="The session's id, or its log; the one that was stopped last, if none is given.")
AHEAD = typer.Option(False, "--ahead", help="Also for a session that was not stopped yet.")
_SHOWN = 10
"""Sessions that are named."""


def acknowledge(session: str = SESSION, ahead: bool = AHEAD) -> None:
    """Let the next compaction of a session through, whatever is unlanded.

    It holds until a compaction lands: one that was let through and did not come about (it failed, or was broken off)
    is let through again. The one after that is judged anew.
    """
    from threefold.errors import UsageError
    from threefold.store.places import home
    from threefold.store.state import State, States

    session = _id_in(session)
    states = States(home(os.environ))
    stopped = states.stopped()
    known = next((one for one in stopped if session in ("", one.session)), None)
    if known is None and not (session and ahead):
        named = ", ".join(f"{one.session} ({one.client})" for one in stopped[:_SHOWN])
        which = f"Stopped were: {named}." if stopped else "No session was stopped."
        unknown = f"No compaction of session {session} was stopped since one landed, so nothing is let through. "
        raise UsageError(f"{unknown if session else ''}{which} To let one through that was not, name it with --ahead.")
    state = known or states.get(session)
    states.put(State(state.session, state.client, state.refusals, True, state.compactions))
    typer.echo(f"The next compaction of session {state.session} goes through; what is unlanded goes into its guidance.")


def _id_in(session: str) -> str:
    """The id of a session that is given by its log; anything else is an id itself."""
    if not os.path.isfile(session):
        return session
    from threefold.reading import read

    with read(Path(session)) as log:
        return log.id or session


def register(app: typer.Typer) -> None:
    app.command()(acknowledge)
