"""``threefold calibrate``: how right the audit is, by a person's labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import JSON

if TYPE_CHECKING:
    from threefold.auditing.calibrate import Calibration, Rate

LABELS = typer.Argument(
    help="JSON lines: a candidate of a record each, with 'right': true or false.", show_default=False
)


def calibrate(labels: Path = LABELS, as_json: bool = JSON) -> None:
    """Report precision and recall of labelled audit findings, and recommend settings from fifty of them on.

    A label is a candidate of fidelity.candidates or coverage.lost with one more member, "right": whether a person who
    read the log agrees. A fact that the audit verified and should not have is labelled with its status and false.
    """
    import msgspec

    from threefold.auditing.calibrate import calibrate as measure
    from threefold.auditing.calibrate import read_labels
    from threefold.errors import UnreadableInput

    try:
        with labels.open("rb") as file:
            found = measure(read_labels(file))
    except OSError as error:
        raise UnreadableInput(f"{labels} cannot be read: {error.strerror or error}.") from error
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _show(found)


def _show(found: Calibration) -> None:
    from threefold.report.text import heading, rows, say

    say(f"{found.labels:,} labels", "bold")
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
        rows((f"audit.{name}", str(value)) for name, value in found.recommended.items())


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1%}  ({rate.right} of {rate.of}; {rate.low:.1%} to {rate.high:.1%})"


def register(app: typer.Typer) -> None:
    app.command()(calibrate)
