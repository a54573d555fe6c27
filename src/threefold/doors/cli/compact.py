"""``threefold compact``: the messages that the task needs, within a budget, in the input's own format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import FORMAT, SETTINGS
from threefold.doors.streams import at_hand

if TYPE_CHECKING:
    from threefold.compacting import Compaction
    from threefold.compaction.result import Stats
    from threefold.settings import Settings

FILE = typer.Argument(
    help="A session log of any format, or a list of messages (JSON or JSON lines); - reads it from standard input.",
    callback=at_hand,
    show_default=False,
)
TARGET_BYTES = typer.Option(
    None, "--target-bytes", min=0, help="Budget in bytes of the whole output.", show_default="262144"
)
TARGET_RATIO = typer.Option(
    None, "--target-ratio", min=0, max=1, help="Budget as a share of the input, in place of bytes."
)
TARGET_TOKENS = typer.Option(None, "--target-tokens", min=0, help="Budget in tokens of --token-counter.")
COUNTER = typer.Option(None, "--token-counter", help="tiktoken:ENCODING, tokenizers:FILE, or usage.")
TASK = typer.Option(None, "--task", help="What the session still has to achieve.", show_default="the last request")
KEEP_RECENT = typer.Option(None, "--keep-recent", min=0, help="Last messages that stay whatever their score.")
MIN_CONFIDENCE = typer.Option(None, "--min-confidence", min=0, max=1, help="Below this a score is doubt.")
SUMMARY_BYTES = typer.Option(None, "--summary-bytes", min=0, help="Most bytes of the digest's quotes; 0 is none.")
SUMMARY_ROLE = typer.Option(None, "--summary-role", help="Role of the digest: system, user, assistant or developer.")
STATE_BYTES = typer.Option(None, "--state-message-bytes", min=1, help="Most bytes of a message sent to a scorer.")
BATCH = typer.Option(None, "--batch-size", min=1, help="Most messages in one request to a service.")
SCORER = typer.Option(None, "--scorer", help="auto, jev, phocinae, local or recency.")
FALLBACK = typer.Option(None, "--fallback", help="Who scores when a named scorer gives nothing: recency or local.")
SCORES = typer.Option(None, "--scores", help="Take the scores from this receipts file; nobody is asked.")
PIN = typer.Option(None, "--pin", help="A further pin pattern (RE2); may be given several times.", show_default=False)
PIN_FLAGS = typer.Option(None, "--pin-flags", help="Flags of the pin patterns.")
NO_PIN = typer.Option(False, "--no-pin", help="Pin nothing.")
RECEIPT = typer.Option(None, "--receipt", help="Append receipts to this file.")
ARCHIVE = typer.Option(None, "--archive", help="Put what is cut into this directory.")
RUN_ID = typer.Option(None, "--run-id", help="Name of the run in receipts and archive.")
TIMEOUT = typer.Option(None, "--timeout", min=1, help="Milliseconds that scoring may take.")
NO_REDACT = typer.Option(False, "--no-redact", help="Send secrets to a scoring service as they are.")
PRICE = typer.Option(None, "--price", min=0, help="US dollars for a million input tokens.")
OUTPUT = typer.Option(None, "--output", "-o", help="Write the messages here.", show_default="standard output")
STATS = typer.Option(None, "--stats-json", help="Write the stats to this file as JSON (- is standard error).")
STRICT = typer.Option(
    False, "--strict", help="Status 2 when the output is over the budget; it is written all the same."
)
QUIET = typer.Option(False, "--quiet", "-q", help="Print no stats.")


def compact(
    file: Path = FILE,
    target_bytes: int | None = TARGET_BYTES,
    target_ratio: float | None = TARGET_RATIO,
    target_tokens: int | None = TARGET_TOKENS,
    token_counter: str | None = COUNTER,
    task: str | None = TASK,
    keep_recent: int | None = KEEP_RECENT,
    min_confidence: float | None = MIN_CONFIDENCE,
    summary_bytes: int | None = SUMMARY_BYTES,
    summary_role: str | None = SUMMARY_ROLE,
    state_message_bytes: int | None = STATE_BYTES,
    batch_size: int | None = BATCH,
    scorer: str | None = SCORER,
    fallback: str | None = FALLBACK,
    scores: Path | None = SCORES,
    pin: list[str] | None = PIN,
    pin_flags: str | None = PIN_FLAGS,
    no_pin: bool = NO_PIN,
    receipt: str | None = RECEIPT,
    archive: str | None = ARCHIVE,
    run_id: str | None = RUN_ID,
    timeout: int | None = TIMEOUT,
    no_redact: bool = NO_REDACT,
    price: float | None = PRICE,
    output: Path | None = OUTPUT,
    stats_json: Path | None = STATS,
    strict: bool = STRICT,
    quiet: bool = QUIET,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
) -> None:
    """Compact a session log or a list of messages; the messages go to standard output, the sums to standard error.

    What a pin matched always stands in the output, and what was cut can be got back from the archive. What is
    within the budget comes out as it is, and nobody is asked; what earlier compactions of a log replaced the model does
    not see, and it is never in the output. What may not go can be more than the budget: then that is said, and the
    status is 0, or 2 with --strict.
    """
    from threefold.doors.cli.check import open_work
    from threefold.errors import UsageError

    refuse_same(file, output)
    if [target_bytes, target_ratio, target_tokens].count(None) < 2:
        raise UsageError("Give one budget: --target-bytes, --target-ratio or --target-tokens.")
    configured = configure(
        settings,
        {
            "target_bytes": target_bytes,
            "target_ratio": target_ratio,
            "target_tokens": target_tokens,
            "token_counter": token_counter,
            "keep_recent": keep_recent,
            "min_confidence": min_confidence,
            "summary_bytes": summary_bytes,
            "summary_role": summary_role,
            "state_message_bytes": state_message_bytes,
            "batch_size": batch_size,
            "scorer": scorer,
            "fallback": fallback,
            "pin_flags": pin_flags,
            "enable_pinning": False if no_pin else None,
            "receipt_path": receipt,
            "archive_path": archive,
            "run_id": run_id,
            "timeout_ms": timeout,
            "price_per_million_tokens": price,
        },
        pin or [],
        unredacted(no_redact),
    )
    result, counted = compacted(file, configured, task or "", scores, format)
    deliver(result, output)
    account(result.stats, stats_json, quiet, counted)
    if not quiet and str(stats_json) != "-":
        way_back(result.stats, configured.compact.archive_path)
        if result.stats.changed:
            open_work(file, format, configured)
    if strict and (result.stats.over_budget_bytes or result.stats.over_budget_tokens):
        raise typer.Exit(2)
    if result.stats.archive_error or result.stats.receipt_error:  # what was asked for by name was not done
        raise typer.Exit(1)


def configure(
    file: Path | None, fields: dict[str, object], pins: list[str], service: dict[str, object] | None = None
) -> Settings:
    """The settings of the file and the environment, with flags over them; pins are added and never replace."""
    from threefold.settings import load

    before = load(file).settings
    if pins:
        fields = {**fields, "pin_patterns": [*before.compact.pin_patterns, *pins]}
    if fields.get("target_bytes") is not None:
        fields = {"target_ratio": 0.0, **{k: v for k, v in fields.items() if k != "target_ratio" or v is not None}}
    overrides: dict[str, object] = {"compact": fields}
    if service:
        overrides["service"] = service
    return load(file, overrides=overrides).settings


def unredacted(no_redact: bool) -> dict[str, object]:
    """What ``--no-redact`` says to the service's settings: nothing, unless it was given."""
    return {"redact": "never"} if no_redact else {}


def compacted(
    file: Path, settings: Settings, task: str, scores: Path | None, format: str | None
) -> tuple[Compaction, str]:
    """Compact a file, with a line on the terminal that names the stage at work; and say how many messages it had, or
    how many entries of a log that hold them."""
    from threefold.compacting import compact as verb
    from threefold.compacting import opened
    from threefold.report.text import plural, progress

    with progress(stages=5) as stage, opened(file, format) as at:
        made = verb(
            at.session if at.session is not None else (),
            task,
            settings,
            scores=None if scores is None else str(scores),
            opened=(at.conversation, at.wire),
            progress=stage,
        )
        messages = made.stats.messages if at.session is None else sum(1 for _ in at.session.messages())
        earlier = 0 if at.session is None else len(at.session.compactions)
        lines = None if at.session is None else at.session.lines
    split = messages != made.stats.messages
    notes = [plural(messages, "message")] if split else []
    # Only the log holds what they replaced: it is in neither the output nor the archive.
    notes += [f"without what {plural(earlier, 'earlier compaction')} summarised"] if earlier else []
    if lines is not None:
        notes += (
            [f"{plural(lines.broken, 'line')} could not be read: threefold inspect says which"] if lines.broken else []
        )
        notes += [lines.unread()] if lines.undecodable else []
    counted = plural(made.stats.messages, "log entry" if split else "message")
    return made, counted + (f" ({', '.join(notes)})" if notes else "")


def refuse_same(file: Path, output: Path | None) -> None:
    """A source is never rewritten: what was cut from it might be nowhere else."""
    from threefold.errors import UsageError

    if output is not None and output.exists() and file.exists() and output.samefile(file):
        raise UsageError(f"--output names the input itself, {file}: write to another file.")


def deliver(result: Compaction, output: Path | None) -> None:
    """Write the messages: to a file whole or not at all, or to standard output."""
    from threefold.errors import InternalError
    from threefold.store.files import replace_file

    if result.stats.error and not result.output:
        raise InternalError(f"nothing was compacted and nothing written: {result.stats.error}")
    if output is not None:
        replace_file(output, result.output)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(result.output)
        sys.stdout.buffer.flush()


def account(stats: Stats, stats_json: Path | None, quiet: bool, counted: str) -> None:
    """The sums: in prose on standard error, as JSON where that is asked for."""
    import msgspec

    from threefold.report.compaction import summary
    from threefold.report.masking import masked
    from threefold.report.text import tell
    from threefold.store.files import replace_file

    stats = masked(stats)
    if stats_json is not None:
        data = msgspec.json.format(msgspec.json.encode(stats)) + b"\n"
        if str(stats_json) == "-":
            print(data.decode(), file=sys.stderr, end="")
        else:
            replace_file(stats_json, data)
    if not quiet and str(stats_json) != "-":
        for line in summary(stats, counted):
            tell(line, hang=2, error=True)


def way_back(stats: Stats, archive: str, *, offer: bool = True) -> None:
    """Say how what was cut comes back; where it does not, ``offer`` what would have kept it."""
    from threefold.compacting import recalling
    from threefold.report.text import plural, tell

    if stats.archived:
        words = recalling(archive, stats.run_id)
        tell(f"archived: {plural(stats.archived, 'message')}; recall them: {words}", hang=2, error=True)
    elif offer and stats.cut + stats.shrunk and not archive:
        tell("what was cut is kept nowhere; --archive DIR keeps it for threefold recall", hang=2, error=True)


def register(app: typer.Typer) -> None:
    app.command()(compact)
