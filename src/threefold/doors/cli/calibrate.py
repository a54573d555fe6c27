"""``threefold calibrate``: how right the audit is, by a person's labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import JSON

if TYPE_CHECKING:
    from threefold.auditing.reports.calibrate import Calibration, Rate

LABELS = typer.Argument(
    help="Files: what 'audit --json' printed, with \"right\": true or false added to entries; or JSON lines, an entry "
    "each.",
    show_default=False,
)
WHY = {
    "critical_number_count": "from so many mentions on, at least 80% of the lost numbers were called right",
    "path_markers": "first folders of relative paths that were called right twice or more and never wrong: with them, "
    "paths below are facts also without an extension",
    "max_facts_per_category": "no loss that was called right stands behind this rank",
}
"""What each recommended setting follows from."""


def calibrate(labels: list[Path] = LABELS, as_json: bool = JSON) -> None:
    """Report precision and recall of labelled audit findings, and recommend settings from fifty of them on.

    To make labels: threefold audit SESSION --json --no-report > labels.json. Read the log, and give entries of
    fidelity.candidates, coverage.lost and statements one more member, "right": true where you agree that it is one
    (that it matters, for a loss), false where not. Entries without it are passed over. With --all-facts, a fact that
    was verified and should not have been gets "right": false, and counts against recall.
    """
    import msgspec

    from threefold.auditing.reports.calibrate import calibrate as measure
    from threefold.auditing.reports.calibrate import read_labels
    from threefold.errors import InputError
    from threefold.reading.plain import plain_bytes

    read = []
    for path, data in [(path, plain_bytes(path)) for path in labels]:
        try:
            read += read_labels(data)
        except InputError as error:
            raise InputError(f"{path}: {error}") from error
    found = measure(read)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _show(found)


def _show(found: Calibration) -> None:
    from threefold.report.text import heading, plural, rows, say

    say(plural(found.labels, "label"), "bold")
    rows(
        [
            ("findings", f"{found.findings:,}  (altered, unverified or lost: these count for a recommendation)"),
            ("passed", f"{found.passed:,}  (verified, equivalent or derived facts: these count for recall)"),
            ("statements", f"{found.statements:,}  (rules, quotes, tasks and the like: no setting hangs on them)"),
        ]
    )
    heading("right", "of the findings that were labelled, with 95% intervals (Wilson)")
    rows((name, _rate(rate)) for name, rate in found.precision.items())
    if found.recall is not None:
        rows([("recall", _rate(found.recall))])
    if found.settings:
        heading("lost", "how right the losses are that a setting lets through")
        rows((f"audit.{name}", _rate(rate)) for name, rate in found.settings.items())
    heading("set", "what the labels speak for")
    if found.refused:
        say(f"  nothing is recommended from {found.refused}", "yellow")
    elif not found.recommended:
        say("  no setting that the labels speak for: the defaults stand")
    else:
        say("  [audit]")
        for name, value in found.recommended.items():
            say(f"  {name} = {json.dumps(value, ensure_ascii=False)}")
            say(f"      {WHY[name]}", "dim")


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1%}  ({rate.right} of {rate.of}; {rate.low:.1%} to {rate.high:.1%})"


def register(app: typer.Typer) -> None:
    app.command()(calibrate)
