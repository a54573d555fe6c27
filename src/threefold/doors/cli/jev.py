"""``jev-compact``: the compaction under the name and with the flags of ``dsh-plugin-jev-compaction``.

Commands, flags and defaults are the original's; what differs is said where it is used. Messages go to standard output
as JSON lines, as the original prints them, whatever the input was.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from threefold.doors.cli import compact as shared
from threefold.doors.cli.options import SETTINGS

ENDPOINT = typer.Option(None, "--endpoint", help="Full address of the service; overrides JEV_API_URL.")
LEVELS = typer.Option(
    None, "--levels", help="Accepted and without effect: the levels belong to the question's version."
)
VERBOSE = typer.Option(False, "--json", help="Print one JSON document instead of a table.")


def compact(
    file: Path = shared.FILE,
    target_bytes: int | None = shared.TARGET_BYTES,
    keep_recent: int | None = shared.KEEP_RECENT,
    batch_size: int | None = shared.BATCH,
    min_confidence: float | None = shared.MIN_CONFIDENCE,
    summary_bytes: int | None = shared.SUMMARY_BYTES,
    state_message_bytes: int | None = shared.STATE_BYTES,
    timeout: int | None = shared.TIMEOUT,
    price: float | None = shared.PRICE,
    task: str | None = shared.TASK,
    endpoint: str | None = ENDPOINT,
    no_redact: bool = shared.NO_REDACT,
    pin: list[str] | None = shared.PIN,
    no_pin: bool = shared.NO_PIN,
    receipt: str | None = shared.RECEIPT,
    scores: Path | None = shared.SCORES,
    levels: str | None = LEVELS,
    settings: Path | None = SETTINGS,
) -> None:
    """Compact a conversation, JSON lines on standard output."""
    from threefold.compaction.slots import dumps

    _say_levels(levels)
    fields: dict[str, object] = {
        "target_bytes": target_bytes,
        "keep_recent": keep_recent,
        "batch_size": batch_size,
        "min_confidence": min_confidence,
        "summary_bytes": summary_bytes,
        "state_message_bytes": state_message_bytes,
        "timeout_ms": timeout,
        "price_per_million_tokens": price,
        "enable_pinning": False if no_pin else None,
        "receipt_path": receipt,
    }
    configured = shared.configure(settings, fields, pin or [], _service(endpoint) | shared.unredacted(no_redact))
    result, counted = shared.compacted(file, configured, task or "", scores, None)
    lines = [raw if b"\n" not in raw else dumps(_value(raw)) for raw in result.pieces]
    sys.stdout.flush()
    sys.stdout.buffer.write(b"".join(line + b"\n" for line in lines))
    sys.stdout.buffer.flush()
    shared.account(result.stats, None, quiet=False, counted=counted)
    shared.way_back(result.stats, configured.compact.archive_path, offer=False)


def score(
    file: Path = shared.FILE,
    task: str | None = shared.TASK,
    batch_size: int | None = shared.BATCH,
    state_message_bytes: int | None = shared.STATE_BYTES,
    min_confidence: float | None = shared.MIN_CONFIDENCE,
    timeout: int | None = shared.TIMEOUT,
    price: float | None = shared.PRICE,
    endpoint: str | None = ENDPOINT,
    no_redact: bool = shared.NO_REDACT,
    pin: list[str] | None = shared.PIN,
    no_pin: bool = shared.NO_PIN,
    levels: str | None = LEVELS,
    settings: Path | None = SETTINGS,
    as_json: bool = VERBOSE,
) -> None:
    """Score messages and print a value table."""
    from threefold.doors.cli.score import show

    _say_levels(levels)
    fields: dict[str, object] = {
        "batch_size": batch_size,
        "state_message_bytes": state_message_bytes,
        "min_confidence": min_confidence,
        "timeout_ms": timeout,
        "price_per_million_tokens": price,
        "enable_pinning": False if no_pin else None,
    }
    configured = shared.configure(settings, fields, pin or [], _service(endpoint) | shared.unredacted(no_redact))
    show(file, configured, task or "", None, as_json=as_json, sort=False)


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
