"""``threefold repair``: the lost facts as verbatim quotes, to be put back by whoever decides to."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from threefold.doors.cli.options import FORMAT, JSON, SESSION, SETTINGS

COMPACTION = typer.Option(
    None,
    "--compaction",
    help="This compaction: its number from 1, its id, or a beginning that only its id has. The last by default.",
    show_default=False,
)
BUDGET = typer.Option(4000, "--budget", min=0, help="Most bytes of the block.")
WHOLE = 1 << 20
"""Bytes within which all that was lost is looked for, so as to say how much that is."""


def repair(
    session: Path = SESSION,
    compaction: str | None = COMPACTION,
    budget: int = BUDGET,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
) -> None:
    """Print what a summary lost, word for word with its sources, within a budget of bytes. Changes nothing.

    Every quote is a line of the log; nothing in the block was written by a model.
    """
    from threefold.auditing.repair import repair as block_of
    from threefold.doors.cli.audit import choose, records_of
    from threefold.errors import UsageError
    from threefold.reading import read
    from threefold.report.masking import masked
    from threefold.report.text import tell
    from threefold.settings import load

    configured = load(settings).settings
    with read(session, format) as log:
        chosen = choose(log, compaction)[-1:]
        if not chosen:
            raise UsageError("This log holds no compaction, so there is nothing to repair.")
        (record,) = records_of(log, chosen, configured)
        block = block_of(log, record, budget, rules=True)
        whole = block or block_of(log, record, WHOLE, rules=True)
    if as_json:
        shown = {
            "compaction": record.compaction_id,
            "fingerprint": record.fingerprint,
            "block": masked(block),
            "unauditable": record.unauditable,
        }
        typer.echo(json.dumps(shown, ensure_ascii=True, indent=2))
    elif block:
        typer.echo(masked(block), nl=False)
    else:
        size = len(whole.encode("utf-8", "surrogatepass"))
        small = f"none of what was lost fits into {budget:,} bytes, and all of it takes {size:,} (--budget {size})"
        reason = record.unauditable or (small if whole else "nothing critical was lost")
        tell(f"Nothing to put back: {reason}.", error=True)


def register(app: typer.Typer) -> None:
    app.command()(repair)
