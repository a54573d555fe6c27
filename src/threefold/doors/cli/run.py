"""``threefold run``: before, during and after on one session log, on one screen."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from threefold.doors.cli.choosing import Chosen, choosing
from threefold.doors.cli.compact import STRICT, leave, way_back
from threefold.doors.cli.options import FORMAT, JSON, SESSION, SETTINGS

OUTPUT = typer.Option(
    None, "--output", "-o", help="Write the compacted conversation, receipts, verdict and audit into this folder."
)


@choosing(budget="half of what the model sees")
def run(
    session: Path = SESSION,
    output: Path | None = OUTPUT,
    strict: bool = STRICT,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
    *,
    chosen: Chosen,
) -> None:
    """Judge, compact and audit a session log; nothing is changed, and no result is written without -o."""
    from threefold import pipeline
    from threefold.errors import OverBudget
    from threefold.reading import read
    from threefold.report import run as report
    from threefold.report.text import progress, say

    configured = chosen.settings(settings)
    with read(session, format) as log, progress(stages=3) as stage:
        result = pipeline.run(
            log,
            settings=configured,
            budget="settings" if chosen.budget else "half",
            task=chosen.task,
            scores=None if chosen.scores is None else str(chosen.scores),
            progress=stage,
        )
    if as_json:
        typer.echo(json.dumps(result.to_json(), ensure_ascii=False, indent=2))
    else:
        report.screen(result.shown())
    if output is not None:  # behind the result, which a full disk must not cost anybody
        written = pipeline.write(result, output)
        if not as_json:
            say()
            say(f"Written to {output}: {', '.join(path.name for path in written)}")
    way_back(result.compacted.stats, configured.compact.archive_path, offer=False)
    if result.verdict is None:
        raise typer.Exit(OverBudget.exit_status)
    leave(result.compacted.stats, strict=strict)


def register(app: typer.Typer) -> None:
    app.command()(run)
