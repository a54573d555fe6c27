"""``threefold acknowledge``: a person's word that lets one stopped compaction through."""

from __future__ import annotations

import os

import typer

SESSION = typer.Argument("", help="The session's id; the one that was stopped last, if none is given.")


def acknowledge(session: str = SESSION) -> None:
    """Let the next compaction of a session through, whatever is unlanded. It holds for one compaction."""
    from threefold.errors import UsageError
    from threefold.store.places import home
    from threefold.store.state import State, States

    states = States(home(os.environ))
    state = states.get(session) if session else states.latest()
    if state is None:
        raise UsageError("No compaction was stopped; name the session whose next one is to be let through.")
    states.put(State(state.session, state.client, state.refusals, True, state.compactions))
    typer.echo(f"The next compaction of session {state.session} goes through; what is unlanded goes into its guidance.")


def register(app: typer.Typer) -> None:
    app.command()(acknowledge)
