"""``threefold run``: before, during and after on one session log, on one screen."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from threefold.doors.cli.options import FORMAT, JSON, SESSION, SETTINGS

TARGET = typer.Option(
    None, "--target-bytes", min=1, help="Budget of the compaction in bytes.", show_default="half of what the model sees"
)
OUTPUT = typer.Option(
    None, "--output", "-o", help="Write the compacted conversation, receipts, verdict and audit into this folder."
)


def run(
    session: Path = SESSION,
    target_bytes: int | None = TARGET,
    output: Path | None = OUTPUT,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
) -> None:
    """Judge, compact and audit a session log; nothing is changed, and no result is written without -o."""
    from threefold import pipeline
    from threefold.errors import OverBudget
    from threefold.reading import read
    from threefold.report import run as report
    from threefold.report.text import progress, say
    from threefold.settings import load

    configured = load(settings).settings
    with read(session, format) as log, progress(stages=3) as stage:
        result = pipeline.run(log, settings=configured, target_bytes=target_bytes, progress=stage)
    if as_json:
        typer.echo(json.dumps(result.to_json(), ensure_ascii=False, indent=2))
    else:
        report.screen(result.shown())
    if output is not None:  # behind the result, which a full disk must not cost anybody
        written = pipeline.write(result, output)
        if not as_json:
            say()
            say(f"Written to {output}: {', '.join(path.name for path in written)}")
    if result.verdict is None:
        raise typer.Exit(OverBudget.exit_status)


def register(app: typer.Typer) -> None:
    app.command()(run)
