"""``threefold compact``: the messages that the task needs, within a budget, in the input's own format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.choosing import Chosen, choosing
from threefold.doors.cli.options import FORMAT, SETTINGS
from threefold.doors.streams import at_hand, printed

if TYPE_CHECKING:
    from threefold.compacting import Made
    from threefold.compaction.result import Stats
    from threefold.settings import Settings

FILE = typer.Argument(
    help="A session log of any format, or a list of messages (JSON or JSON lines); - reads it from standard input.",
    callback=at_hand,
    show_default=False,
)
OUTPUT = typer.Option(None, "--output", "-o", help="Write the messages here.", show_default="standard output")
STATS = typer.Option(None, "--stats-json", help="Write the stats to this file as JSON (- is standard error).")
STRICT = typer.Option(
    False, "--strict", help="Status 2 when the output is over the budget; it is written all the same."
)
QUIET = typer.Option(False, "--quiet", "-q", help="Print no stats.")


@choosing()
def compact(
    file: Path = FILE,
    output: Path | None = OUTPUT,
    stats_json: Path | None = STATS,
    strict: bool = STRICT,
    quiet: bool = QUIET,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    *,
    chosen: Chosen,
) -> None:
    """Compact a session log or a list of messages; the messages go to standard output, the sums to standard error.

    What a pin matched always stands in the output, and what was cut can be got back from the archive. What is
    within the budget comes out as it is, and nobody is asked; what earlier compactions of a log replaced the model does
    not see, and it is never in the output. What may not go can be more than the budget: then that is said, and the
    status is 0, or 2 with --strict.
    """
    from threefold.doors.cli.check import open_work

    refuse_same(file, output)
    configured = chosen.settings(settings)
    result, counted = compacted(file, configured, chosen, format)
    deliver(result, output)
    account(result.stats, stats_json, quiet, counted)
    if not quiet and str(stats_json) != "-":
        way_back(result.stats, configured.compact.archive_path)
        if result.stats.changed:
            open_work(file, format, configured)
    leave(result.stats, strict=strict)


def leave(stats: Stats, *, strict: bool) -> None:
    """Leave with a status of its own where a fault of ours kept the messages as they were, or where what was asked for
    by name was not done."""
    faulty(stats)
    if strict and (stats.over_budget_bytes or stats.over_budget_tokens):
        raise typer.Exit(2)
    if stats.archive_error or stats.receipt_error:
        raise typer.Exit(1)


def faulty(stats: Stats) -> None:
    """Leave with the status of a fault of ours where there was one: the messages were given, and not compacted."""
    from threefold.errors import InternalError

    if stats.error:
        raise typer.Exit(InternalError.exit_status)


def compacted(file: Path, settings: Settings, chosen: Chosen, format: str | None) -> tuple[Made, str]:
    """Compact a file, with a line on the terminal that names the stage at work; and say how many messages it had, or
    how many entries of a log that hold them."""
    from threefold.compacting import compact as verb
    from threefold.compacting import opened
    from threefold.report.text import plural, progress

    with progress(stages=5) as stage, opened(file, format) as at:
        made = verb(
            at.session if at.session is not None else (),
            chosen.task,
            settings,
            scores=None if chosen.scores is None else str(chosen.scores),
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


def deliver(result: Made, output: Path | None) -> None:
    """Write the messages: to a file whole or not at all, or to standard output."""
    from threefold.errors import InternalError
    from threefold.store.files import replace_file

    if result.stats.error and not result.output:
        raise InternalError(f"nothing was compacted and nothing written: {result.stats.error}")
    if output is not None:
        replace_file(output, result.output)
    else:
        printed(result.output)


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
