"""``threefold receipts``: the runs in a receipts file: what was kept and cut, what it cost, who decided."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import JSON
from threefold.doors.streams import piped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from threefold.store.receipts import Receipt, RunReceipts

FILE = typer.Argument(
    help="A receipts file, ours or of dsh-plugin-jev-compaction; - reads it from standard input.",
    callback=piped,
    show_default=False,
)
RUN = typer.Option(None, "--run", help="Only this run.", show_default=False)
INDENT = 13
"""Columns before the second column."""
TOP = typer.Option(5, "--top", min=0, help="How many of the most valuable kept and cut messages are shown.")


def receipts(file: Path = FILE, run: str | None = RUN, top: int = TOP, as_json: bool = JSON) -> None:
    """Summarise the runs in a receipts file.

    What is counted are entries: messages, or in logs that write one message as several entries, each of those.
    """
    from threefold.errors import InputError
    from threefold.report.masking import masked
    from threefold.report.text import plural
    from threefold.store.receipts import read

    runs = masked([found for found in read(file) if run is None or found.run == run])
    if not runs:
        raise InputError(f"{file} holds no receipts." if run is None else f"{file} holds no run {run!r}.")
    if as_json:
        typer.echo(json.dumps([_account(found, top) for found in runs], ensure_ascii=False, indent=2))
        return
    for found in runs:
        _print(found, top)
    kept = sum(receipt.kept for found in runs for receipt in found.decisions)
    total = sum(len(found.decisions) for found in runs)
    shrunk = sum(_shrunk(found) for found in runs)
    typer.echo(
        f"{plural(len(runs), 'run')}, {plural(kept - shrunk, 'entry')} kept, {shrunk:,} shrunk, {total - kept:,} cut"
    )


def _shrunk(run: RunReceipts) -> int:
    """How many of what was kept were shortened."""
    return sum(receipt.decision == "shrink" for receipt in run.decisions)


def _account(run: RunReceipts, top: int) -> dict[str, object]:
    kept = [receipt for receipt in run.decisions if receipt.kept]
    cut = [receipt for receipt in run.decisions if not receipt.kept]
    return {
        "run": run.run,
        "time": run.time,
        "task": run.task,
        "written_by": "dsh-plugin-jev-compaction" if run.original else "threefold",
        "messages": len(run.decisions),
        "kept": len(kept),
        "shrunk": _shrunk(run),
        "cut": len(cut),
        "bytes_kept": sum(receipt.bytes for receipt in kept),
        "bytes_cut": sum(receipt.bytes for receipt in cut),
        "sources": dict(Counter(receipt.source or "none" for receipt in run.decisions)),
        "cost_usd": _number(run, "cost_usd", "estimatedCost"),
        "requests": _number(run, "requests", "jevCalls"),
        "over_budget_bytes": _number(run, "over_budget_bytes", "overBudgetBytes"),
        "top_kept": [_row(receipt) for receipt in _top(kept, top)],
        "top_cut": [_row(receipt) for receipt in _top(cut, top)],
    }


def _print(run: RunReceipts, top: int) -> None:
    from threefold.report.text import clip, console, plural, printable, tell

    width = console().width
    account = _account(run, top)
    kept, cut = [r for r in run.decisions if r.kept], [r for r in run.decisions if not r.kept]
    typer.echo(printable(f"{run.run}  {run.time}"))
    if run.task:
        typer.echo(f"  task       {clip(run.task, width - INDENT)}")
    shrunk = _shrunk(run)
    typer.echo(f"  entries    {len(run.decisions):,}: {len(kept) - shrunk:,} kept, {shrunk:,} shrunk, {len(cut):,} cut")
    before, after = _number(run, "bytes_before", "bytesBefore"), _number(run, "bytes_after", "bytesAfter")
    if before:
        typer.echo(f"  output     {before:,.0f} to {after:,.0f} bytes, with digest and frame")
    typer.echo(
        f"  bytes      {account['bytes_kept']:,} of entries kept or shrunk, {account['bytes_cut']:,} of entries cut"
    )
    decided = Counter(receipt.source or "none" for receipt in run.decisions)
    tell(f"  decided by {', '.join(f'{source} {count:,}' for source, count in decided.most_common())}", INDENT - 2)
    requests = plural(int(_number(run, "requests", "jevCalls")), "request")
    typer.echo(f"  cost       ${account['cost_usd']:.6f}, {requests}")
    if account["over_budget_bytes"]:
        typer.echo(f"  over       {account['over_budget_bytes']:,.0f} bytes over budget")
    for name, receipts in (("top kept", _top(kept, top)), ("top cut", _top(cut, top))):
        for place, r in enumerate(receipts):
            value = " -  " if r.value is None else f"{r.value:.2f}"
            lead = f"  {name if place == 0 else '':<10} {value}  "
            tell(printable(f"{lead}[{r.index}] {r.role}: {r.reason}"), hang=len(lead.lstrip()))
    typer.echo("")


def _top(receipts: Sequence[Receipt], count: int) -> list[Receipt]:
    """The most valuable; what nobody scored, since it stays anyway, stands behind what was."""
    ranked = sorted(receipts, key=lambda receipt: (1.0 if receipt.value is None else -receipt.value, receipt.index))
    return ranked[:count]


def _row(receipt: Receipt) -> dict[str, object]:
    return {"index": receipt.index, "hash": receipt.hash, "value": receipt.value, "reason": receipt.reason}


def _number(run: RunReceipts, *names: str) -> float:
    for name in names:
        value = run.stats.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return 0.0


def register(app: typer.Typer) -> None:
    app.command()(receipts)
