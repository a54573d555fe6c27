"""``threefold score``: what each message is worth to the task, as a table; nothing is cut."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.choosing import Chosen, choosing
from threefold.doors.cli.compact import FILE
from threefold.doors.cli.options import FORMAT, JSON, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from threefold.compaction.conversation import Conversation
    from threefold.compaction.result import Decision
    from threefold.relevance.protocol import Report
    from threefold.settings import Settings

WIDTH = 160
"""Columns of the table where it does not go to a terminal and ``COLUMNS`` says nothing."""
WIDE = 110
"""Columns from which on hashes have a place in the table."""
SORT = typer.Option(False, "--sort", help="The most valuable first, not in the order of the conversation.")

EXPLAIN = typer.Option(
    False,
    "--explain",
    help="Say under each message what the scorer's signals gave, in log-odds, the strongest first "
    "(docs/relevance.md says what they are).",
)
CONSTANT = "constant"
"""What the embedded scorer gives every message alike; named last."""
SHOWN = 8
"""Signals that are named under a message; the others, and those that gave less than 0.05, are added up."""


@choosing("task", "scorer", "fallback", "state_message_bytes", "batch_size", "timeout", "no_redact")
def score(
    file: Path = FILE,
    sort: bool = SORT,
    explain: bool = EXPLAIN,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
    *,
    chosen: Chosen,
) -> None:
    """Score the messages of a file and print the value table: also those that would be kept whatever their score."""
    show(file, chosen.settings(settings), chosen.task, format, as_json=as_json, sort=sort, explain=explain)


def show(
    file: Path,
    settings: Settings,
    task: str,
    format: str | None,
    *,
    as_json: bool,
    sort: bool,
    explain: bool = False,
) -> None:
    """Score and print."""
    import msgspec

    from threefold.compacting import opened, values
    from threefold.report.masking import masked
    from threefold.report.text import progress

    with opened(file, format) as at:
        with progress(stages=3) as stage:
            decisions, report = values(at.conversation, at.wire, task, settings, session=at.session, progress=stage)
        if sort:
            decisions = tuple(sorted(decisions, key=lambda d: (-(d.value or 0.0), d.index)))
        if as_json:
            table = masked({"report": msgspec.to_builtins(report), "messages": msgspec.to_builtins(decisions)})
            typer.echo(json.dumps(table, ensure_ascii=False, indent=2))
            return
        _print(decisions, at.conversation, explain=explain)
    _footer(decisions, report)


def _print(decisions: Sequence[Decision], conversation: Conversation, *, explain: bool) -> None:
    from threefold.compacting.request import scored_text
    from threefold.report.masking import masked
    from threefold.report.text import clip, columns, console, folded

    width = console().width if console().is_terminal or os.environ.get("COLUMNS") else WIDTH
    wide = width >= WIDE
    table = [["index", "role", "value", "conf", "source", "flag", *(["hash"] if wide else []), "excerpt"]]
    for d in decisions:
        row = [
            str(d.index),
            clip(d.role or d.author, 9),
            "-" if d.value is None else f"{d.value:.3f}",
            "-" if d.confidence is None else f"{d.confidence:.3f}",
            d.source or "-",
            clip(d.reason, 28 if wide else 15) or ("doubt" if d.decision == "doubt" else ""),
        ]
        row += [d.hash[:12]] if wide else []
        message = conversation.items[d.index].message
        calls = ", ".join(call.name for call in message.tool_calls)
        table.append([*row, clip(masked(scored_text(message))[:400] or (f"({calls})" if calls else ""), 72)])
    head, *lines = columns(table, width, right=(0, 2, 3))
    typer.echo(head)
    for line, d in zip(lines, decisions, strict=True):
        typer.echo(line)
        if explain and d.value is not None:
            typer.echo("\n".join(folded(f"       {explanation(d.signals)}", width)))


def explanation(signals: dict[str, float]) -> str:
    """What each signal gave, the strongest first, and what all others gave together, so that nothing of their sum
    is missing."""
    own = {name: given for name, given in signals.items() if name != CONSTANT}
    strongest = sorted(own.items(), key=lambda item: (-abs(item[1]), item[0]))
    shown = [(name, given) for name, given in strongest[:SHOWN] if abs(given) >= 0.05]
    rest = strongest[len(shown) :]
    named = [f"{name} {given:+.2f}" for name, given in shown]
    named += [f"{len(rest)} others {sum(given for _, given in rest):+.2f}"] if rest and shown else []
    named += [f"{CONSTANT} {signals[CONSTANT]:+.2f}"] if named and CONSTANT in signals else []
    return ", ".join(named) or "this scorer names no signals"


def _footer(decisions: Sequence[Decision], report: Report) -> None:
    from threefold.report.compaction import NO_TASK
    from threefold.report.text import tell

    scored = sum(d.value is not None for d in decisions)
    cost = f"{report.requests:,} requests, {report.input_tokens:,} input tokens" if report.requests else "no request"
    tell(
        f"{scored:,} of {len(decisions):,} messages scored by {report.scorer}; {cost}; values are "
        f"{'probabilities of being needed' if report.calibrated else 'an order, no probabilities'}",
        hang=2,
        error=True,
    )
    if scored and not report.task and report.scorer != "recency":
        tell(NO_TASK, hang=2, error=True)
    for step in report.fallbacks:
        tell(f"stepped down: {step.wanted} → {step.used}: {step.reason}", hang=2, error=True)


def register(app: typer.Typer) -> None:
    app.command()(score)
