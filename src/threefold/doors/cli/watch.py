"""``threefold watch``: follow live logs and audit each compaction when it is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from threefold.doors.cli.options import SETTINGS
from threefold.doors.cli.watcher import Watcher, logs_of

FOLDERS = typer.Argument(
    None,
    help="Folders (or single logs) to follow, with everything below them; where every known harness keeps its "
    "sessions, if none are given.",
    show_default=False,
)
EXISTING = typer.Option(False, "--existing", help="Audit the compactions that are there already, too.")
ONCE = typer.Option(False, "--once", help="With --existing: stop when those are audited.")
STEP_MS = 200
"""How long changes are gathered before they are looked at."""
_SWEEP = 150
"""Looks after which every log is asked for its size: some file systems tell of no change."""


def watch(
    folders: list[Path] | None = FOLDERS,
    existing: bool = EXISTING,
    once: bool = ONCE,
    settings: Path | None = SETTINGS,
) -> None:
    """Audit each compaction within two seconds of its line, in any number of logs, until interrupted.

    Each is written once to the report file and told in one line, with the command that shows all of it. A log that
    cannot be read, a file that is named and is none, or an audit that fails costs a line and nothing else.
    """
    from threefold.errors import MissingExtra, UnreadableInput, UsageError
    from threefold.report.text import tell
    from threefold.settings import load

    if once and not existing:
        raise UsageError(
            "--once stops when the compactions that are there are audited, and without --existing none of them is: "
            "add --existing, or leave --once out to follow the logs."
        )
    configured = load(settings).settings
    known = not folders
    folders = folders or _known()
    missing = [str(folder) for folder in folders if not folder.exists()]
    if missing:
        raise UnreadableInput(f"{', '.join(missing)}: there is nothing there to watch.")
    watcher = Watcher(configured, say=lambda line: tell(line, hang=2))
    if once:
        if not folders:
            raise UsageError("No harness that is known keeps sessions on this machine; name the folders to follow.")
        watcher.start(folders, existing=existing, once=True)
        return
    try:
        from watchfiles import watch as changes
    except ImportError as error:
        raise MissingExtra(
            "watch needs watchfiles: pip install 'threefold[watch]' ('.[watch]' in a checkout)."
        ) from error
    if not folders:
        watcher.say("no harness that is known keeps sessions here yet; waiting for the first")
    started = False
    while True:
        trees = [folder for folder in folders if folder.is_dir()]
        named = [file for file in folders if not file.is_dir()]  # asked each time: a file that is replaced is no more
        for number, batch in enumerate(_looks(changes, trees) if trees else _pauses()):
            if not started:  # only now are changes seen, so that none falls between the first look and the watch
                watcher.start(folders, existing=existing)
                started = True
            elif number % _SWEEP == 0:  # also what was written while the watch was begun anew for more folders
                watcher.changed(logs_of(folders))
            watcher.changed([*batch, *named])
            if known and (more := _known(folders)):
                folders = [*folders, *more]
                break


def _looks(changes: Callable[..., Iterable[set[tuple[Any, str]]]], folders: Sequence[Path]) -> Iterator[list[Path]]:
    """What changed below the folders, at every look; nothing where there was none."""
    for batch in changes(
        *folders,
        step=STEP_MS,
        debounce=STEP_MS * 4,
        rust_timeout=STEP_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
        watch_filter=None,
    ):
        yield [Path(path) for _, path in batch]


def _pauses() -> Iterator[list[Path]]:
    """Looks without a folder to be told of."""
    import time

    while True:
        yield []
        time.sleep(STEP_MS / 1000)


def _known(already: Sequence[Path] = ()) -> list[Path]:
    """Where the harnesses on this machine keep their sessions, without the folders that are known ``already``."""
    from threefold.errors import visible
    from threefold.store.places import session_folders

    found = {harness: Path(folder) for harness, folder in session_folders(os.environ).items()}
    new = {harness: folder for harness, folder in found.items() if folder not in already}
    for harness, folder in new.items():
        print(visible(f"{harness}: {folder}"), flush=True)
    return list(new.values())


def register(app: typer.Typer) -> None:
    app.command()(watch)
