"""``threefold hook``, for the help: :mod:`threefold.doors.entry` answers it before this is loaded."""

from __future__ import annotations

import typer

CLIENT = typer.Argument("", help="claude-code, codex or pi; told from the event if it is not given.")
POLICY = typer.Option("observe", "--policy", help="observe, guide, hold or veto, as far as the client allows.")
INJECT = typer.Option(False, "--inject", help="Leave word for the model of the facts that a summary lost.")
KEEP_BYTES = typer.Option(4000, "--keep-bytes", help="Most bytes that a summariser is told to keep.")
ENGINE = typer.Option("off", "--engine", help="threefold: the compaction is ours, where the client takes one (pi).")


def hook(
    client: str = CLIENT,
    policy: str = POLICY,
    inject: bool = INJECT,
    keep_bytes: int = KEEP_BYTES,
    engine: str = ENGINE,
) -> None:
    """Answer one event of a harness, from standard input. `threefold install` puts this into a harness's settings.

    Whatever fails here costs one line on standard error; the status is always 0.
    """
    from threefold.doors.hook import main

    words = [client] if client else []
    words += ["--policy", policy, "--keep-bytes", str(keep_bytes), "--engine", engine]
    raise typer.Exit(main([*words, *(["--inject"] if inject else [])]))


def register(app: typer.Typer) -> None:
    app.command()(hook)
