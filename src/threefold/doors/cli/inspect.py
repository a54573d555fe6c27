"""``threefold inspect``: what was read from a log, and whether all of it was."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import FORMAT, JSON, SESSION

if TYPE_CHECKING:
    from threefold.session import Lines, Session


def inspect(session: Path = SESSION, format: str | None = FORMAT, as_json: bool = JSON) -> None:
    """Say which format a session log has, what was read, and what became of every line."""
    from threefold.reading import formats, read
    from threefold.report.masking import masked
    from threefold.report.text import inspection

    with read(session, format) as log:
        result = masked(account(log))
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        title = next((f.title for f in formats() if f.name == log.format), log.format)
        inspection(result, title)


def account(log: Session) -> dict[str, object]:
    """What was read from a log, as plain data."""
    authors, calls = _spoken(log)
    where = log.events.lines
    return {
        "format": log.format,
        "version": log.version,
        "session": log.id,
        "cwd": log.cwd,
        "events": len(log.events),
        "messages": authors.total(),
        "authors": dict(sorted(authors.items())),
        "tool_calls": calls,
        "surface": sum(1 for _ in log.messages()),
        "compactions": len(log.compactions),
        "compaction_list": [
            {"id": c.id, "line": where[c.event], "trigger": c.trigger, "unreadable": c.unreadable or None}
            for c in log.compactions
        ],
        "failed_compactions": [{"line": where[a.event], "reason": a.reason} for a in log.attempts],
        "kinds": log.events.counts(),
        "lines": _accounts(log.lines),
        "notes": list(log.notes),
    }


def _spoken(log: Session) -> tuple[Counter[str], int]:
    """How many messages each author wrote, and the tool calls in them."""
    from threefold.session import Flag

    flags, heads = log.events.flags, log.events.heads
    authors: Counter[str] = Counter()
    calls = 0
    for index, record in log.records():
        if record.message is None or not flags[index] & (Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN):
            continue
        calls += len(record.message.tool_calls)
        if heads[index] == index:
            authors[record.message.author.value] += 1
    return authors, calls


def _accounts(lines: Lines) -> dict[str, object]:
    return {
        "read": lines.read,
        "skipped": lines.skipped,
        "broken": lines.broken,
        "total": lines.total,
        "skipped_reasons": lines.reasons,
        "broken_lines": [{"line": number, "what": what} for number, what in lines.faults],
        "recovered_events": lines.recovered,
        "undecodable_bytes": lines.undecodable,
        "undecodable": lines.unread(),
    }


def register(app: typer.Typer) -> None:
    app.command()(inspect)
