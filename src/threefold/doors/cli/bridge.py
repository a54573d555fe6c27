"""``threefold bridge``: for a harness's plugin, not for people."""

from __future__ import annotations

import typer


def bridge() -> None:
    """Answer a harness's plugin in lines of JSON until the input ends. Plugins start it; see docs/dsh.md."""
    from threefold.doors.bridge import main

    main()


def register(app: typer.Typer) -> None:
    app.command(hidden=True)(bridge)
