"""``jev-compact``: the compaction under the name and with the flags of ``dsh-plugin-jev-compaction``.

Commands, flags and defaults are the original's; what differs is said where it is used. Messages go to standard output
as JSON lines, as the original prints them, whatever the input was.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from threefold.doors.cli import compact as shared
from threefold.doors.cli.choosing import Chosen, choosing
from threefold.doors.cli.options import SETTINGS
from threefold.doors.streams import printed

ENDPOINT = typer.Option(None, "--endpoint", help="Full address of the service; overrides JEV_API_URL.")
LEVELS = typer.Option(
    None, "--levels", help="Accepted and without effect: the levels belong to the question's version."
)
VERBOSE = typer.Option(False, "--json", help="Print one JSON document instead of a table.")


_SCORING = (
    "task", "batch_size", "state_message_bytes", "min_confidence", "timeout", "price", "no_redact", "pin", "no_pin"
)  # fmt: skip


@choosing("target_bytes", "keep_recent", "summary_bytes", "receipt", "scores", *_SCORING)
def compact(
    file: Path = shared.FILE,
    endpoint: str | None = ENDPOINT,
    levels: str | None = LEVELS,
    settings: Path | None = SETTINGS,
    *,
    chosen: Chosen,
) -> None:
    """Compact a conversation, JSON lines on standard output."""
    from threefold.compaction.slots import dumps

    _say_levels(levels)
    configured = chosen.settings(settings, _service(endpoint))
    result, counted = shared.compacted(file, configured, chosen, None)
    lines = [raw if b"\n" not in raw else dumps(_value(raw)) for raw in result.pieces]
    printed(b"".join(line + b"\n" for line in lines))
    shared.account(result.stats, None, quiet=False, counted=counted)
    shared.way_back(result.stats, configured.compact.archive_path, offer=False)
    shared.faulty(result.stats)


@choosing(*_SCORING)
def score(
    file: Path = shared.FILE,
    endpoint: str | None = ENDPOINT,
    levels: str | None = LEVELS,
    settings: Path | None = SETTINGS,
    as_json: bool = VERBOSE,
    *,
    chosen: Chosen,
) -> None:
    """Score messages and print a value table."""
    from threefold.doors.cli.score import show

    _say_levels(levels)
    show(file, chosen.settings(settings, _service(endpoint)), chosen.task, None, as_json=as_json, sort=False)


def app() -> typer.Typer:
    """The program, put together."""
    from threefold.doors.cli import doctor, receipts

    program = typer.Typer(
        name="jev-compact",
        help="Relevance-scored context compaction: score, compact, receipts, doctor.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    program.command()(score)
    program.command()(compact)
    receipts.register(program)
    doctor.register(program)
    return program


def main() -> None:
    """Run the program and leave with its status."""
    from threefold.doors.cli import execute

    sys.exit(execute(app()))


def _service(endpoint: str | None) -> dict[str, object]:
    return {"url": endpoint} if endpoint else {}


def _say_levels(levels: str | None) -> None:
    if levels:
        print(
            "jev-compact: --levels has no effect; the levels describe situations and belong to the question's version.",
            file=sys.stderr,
        )


def _value(raw: bytes) -> object:
    from threefold.reading.values import load

    return load(raw)
