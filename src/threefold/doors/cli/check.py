"""``threefold check``: would a compaction now lose work? One verdict for a session as a whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import FORMAT, JSON, PERHAPS_SESSION, SETTINGS
from threefold.doors.streams import at_hand

if TYPE_CHECKING:
    from threefold.errors import InputError
    from threefold.session import Lines, Session
    from threefold.settings import Settings
    from threefold.verdict import Explained, Verdict, WorkTree
    from threefold.work import Item

RECORD = typer.Option(
    None,
    "--record",
    help="Judge an explicit record (JSON with the closed fields).",
    callback=at_hand,
    show_default=False,
)
WORKTREE = typer.Option(None, "--worktree", help="Ask git about this directory, not the session's.", show_default=False)
NO_GIT = typer.Option(False, "--no-git", help="Do not ask git: count the files that the log shows edited.")
AT_COMPACTION = typer.Option(False, "--at-compaction", help="Leave out the turn in progress and the call it waits for.")
EXPLAIN = typer.Option(False, "--explain", help="Say for each item where in the log it stands and why it counts.")
OFFLINE = typer.Option(False, "--offline", help="Ask no service: the local rule alone.")


_CLOSED = "closed: settled since it came up, so it does not count"


@dataclass
class Seen:
    """What is known beside a snapshot: the lines of the events that its grounds name, and what makes it safer."""

    lines: dict[int, int] = field(default_factory=dict)
    sums: Lines | None = None
    tree: WorkTree | None = None


def check(
    session: Path | None = PERHAPS_SESSION,
    record: Path | None = RECORD,
    worktree: Path | None = WORKTREE,
    no_git: bool = NO_GIT,
    at_compaction: bool = AT_COMPACTION,
    explain: bool = EXPLAIN,
    offline: bool = OFFLINE,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
) -> None:
    """Say whether a compaction now would lose work: safe_to_compact (0), wait (4) or preserve_first (5).

    A session as a whole gets one answer. This cannot tell which parts of a context matter: asked for that, screeners
    called a real fix disposable and a nursery rhyme worth keeping. safe_to_compact means that what is recorded has
    landed; work that no record shows looks the same.
    """
    from threefold.errors import UsageError
    from threefold.report.masking import masked
    from threefold.settings import load
    from threefold.systemone import verdict_service
    from threefold.verdict import cautious, judge, judge_locally

    if session is not None and record is not None:
        raise UsageError("Give a session log or --record, not both.")
    if session is not None and worktree is not None and no_git:
        raise UsageError("--worktree names what git is asked about and --no-git asks nothing; give one of them.")
    configured = load(settings).settings
    seen = Seen()
    if record is not None:
        explained = _of_record(record)
    elif session is not None:
        explained, seen = of_session(session, format, worktree, at_compaction, configured, git=not no_git)
    elif worktree is not None:
        explained = _of_worktree(worktree, configured)
    else:
        raise UsageError("Give a session log, --record FILE or --worktree DIRECTORY.")
    if offline:
        verdict = judge_locally(explained.snapshot, configured.verdict)
    else:
        verdict = judge(explained.snapshot, verdict_service(configured.service), configured.verdict)
    verdict = cautious(verdict, seen.sums, seen.tree)
    if as_json:
        shown = masked(verdict).to_json() | (
            {"explain": masked(_explanation(explained, seen.lines))} if explain else {}
        )
        typer.echo(json.dumps(shown, ensure_ascii=True, indent=2))
    else:
        _show(masked(verdict), masked(explained), seen, explain=explain)
    raise typer.Exit(verdict.exit_status)


def register(app: typer.Typer) -> None:
    app.command()(check)


def _of_record(path: Path) -> Explained:
    from threefold.verdict import Explained, from_record

    snapshot = from_record(read_json(path), f"The record {path}")
    return Explained(snapshot=snapshot, items={}, left_out=(), closed=(), notes=("An explicit record.",))


def _of_worktree(path: Path, configured: Settings) -> Explained:
    from threefold.store import git
    from threefold.verdict import from_work
    from threefold.work import Work

    tree = git.status(str(path), configured.verdict.git_timeout_ms)
    if not tree.known:
        raise _no_tree(path, tree)
    return from_work(Work(cwd=tree.root), tree.root, tree)


def _no_tree(path: Path, tree: WorkTree) -> InputError:
    from threefold.errors import InputError

    return InputError(f"git says nothing about {path}: {tree.problem}.")


def of_session(
    path: Path, format: str | None, worktree: Path | None, at_compaction: bool, configured: Settings, *, git: bool
) -> tuple[Explained, Seen]:
    """The snapshot of a log with its grounds, and what is known beside it."""
    from threefold.reading import read
    from threefold.store import git as store
    from threefold.verdict import from_work, refuse_silence
    from threefold.work import fold

    with read(path, format) as log:
        work = fold(log)
        directory = str(worktree) if worktree is not None else work.cwd
        tree = store.status(directory, configured.verdict.git_timeout_ms) if git else None
        if worktree is not None and tree is not None and not tree.known:
            raise _no_tree(worktree, tree)
        explained = from_work(work, log.id or path.name, tree, at_compaction)
        refuse_silence(log, str(path), explained.snapshot)
        return explained, Seen(_lines(log, explained), log.lines, tree)


def _lines(log: Session, explained: Explained) -> dict[int, int]:
    items = [item for group in explained.items.values() for item in group]
    named = (*items, *explained.left_out, *explained.closed, *explained.deferred)
    events = {event for item in named for event in (item.event, item.opened) if event >= 0}
    events |= {one.event for one in explained.refused}
    return {event: log.events.lines[event] for event in events}


def _explanation(explained: Explained, lines: dict[int, int]) -> dict[str, object]:
    def shown(items: tuple[Item, ...]) -> list[dict[str, object]]:
        return [
            {"text": item.text, "event": item.event, "line": lines.get(item.event), "why": item.why} for item in items
        ]

    closed = [
        told | {"opened_event": item.opened, "opened_line": lines.get(item.opened)}
        for told, item in zip(shown(explained.closed), explained.closed, strict=True)
    ]
    return {
        "items": {name: shown(items) for name, items in explained.items.items()},
        "left_out": shown(explained.left_out),
        "closed": closed,
        "deferred": shown(explained.deferred),
        "refused": [
            {"call": one.call, "said": one.said, "event": one.event, "line": lines.get(one.event)}
            for one in explained.refused
        ],
        "notes": list(explained.notes),
    }


def _show(verdict: Verdict, explained: Explained, seen: Seen, *, explain: bool) -> None:
    from threefold.report.text import printable, tell
    from threefold.report.verdict import grounds, meaning, untouched
    from threefold.verdict.snapshot import FIELDS, shown

    typer.echo(f"{verdict.verdict}  ({meaning(verdict)})")
    tell(printable(verdict.detail))
    for kind in FIELDS:
        items = verdict.snapshot.work[kind.name]
        why = explained.items.get(kind.name, ())
        if items:
            typer.echo(f"\n{kind.name} ({len(items)}{untouched(why, '; ') if kind.paths and seen.sums else ''})")
        for text, ground in zip_longest(items, why[: len(items)]):
            tell(f"  - {printable(shown(kind, text))}", hang=2)
            if ground is not None and explain:
                tell(f"      {_where(ground, seen.lines)}{printable(ground.why)}", hang=2)
    if explained.deferred:
        typer.echo(f"\nput off by the person ({len(explained.deferred)}; does not count, and a summary should keep it)")
    for item in explained.deferred:
        tell(f"  - {printable(item.text)}", hang=2)
        tell(f"      {_at(item.event, seen.lines) if explain else ''}{printable(item.why)}", hang=2)
    if explained.refused:
        typer.echo(
            f"\nnot let run by the person ({len(explained.refused)}; does not count, and a summary may lose why)"
        )
    for one in explained.refused:
        tell(f"  - {printable(one.call)}", hang=2)
        tell(f"      {_at(one.event, seen.lines) if explain else ''}they said: {printable(one.said)}", hang=2)
    if explain:
        for title, found in (("left out (the turn in progress)", explained.left_out), (_CLOSED, explained.closed)):
            if found:
                typer.echo(f"\n{title} ({len(found)})")
            for item in found:
                tell(f"  - {printable(item.text)}", hang=2)
                tell(f"      {_where(item, seen.lines)}{printable(item.why)}", hang=2)
        for note in explained.notes:
            typer.echo()
            tell(printable(note))
    typer.echo()
    problem = verdict.problem.rstrip(".")
    tell(printable(f"grounds: {grounds(verdict)}{'. ' + problem + '.' if explain and problem else ''}"))
    typer.echo(f"digest {verdict.snapshot.digest}")


def _where(item: Item, lines: dict[int, int]) -> str:
    place = _at(item.event, lines)
    if item.opened in lines and item.opened != item.event:
        return f"came up at line {lines[item.opened]}, closed at {place}"
    return place


def _at(event: int, lines: dict[int, int]) -> str:
    return f"line {lines[event]}, event {event}: " if event in lines else ""


def read_json(path: Path) -> object:
    """A JSON file's value. Raises InputError where there is none."""
    from threefold.errors import InputError
    from threefold.reading.lines import whole_number
    from threefold.reading.plain import plain_bytes

    raw = plain_bytes(path)
    try:
        return json.loads(raw.decode(), parse_int=whole_number)
    except (ValueError, RecursionError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"{path} is no JSON document: {what}.") from None


def open_work(file: Path, format: str | None, settings: Settings) -> None:
    """Say so where a log that was cut holds work that has not landed."""
    from threefold.errors import ThreefoldError
    from threefold.report.text import tell
    from threefold.verdict import judge_locally

    try:
        explained, _ = of_session(file, format, None, False, settings, git=True)
    except ThreefoldError:  # a list of messages is no log
        return
    verdict = judge_locally(explained.snapshot, settings.verdict)
    if verdict.exit_status:
        tell(f"threefold check of the input: {verdict.verdict}: {verdict.detail}", hang=2, error=True)
