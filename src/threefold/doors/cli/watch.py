"""``threefold watch``: follow live logs and audit each compaction when it is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from threefold.settings import Settings

FOLDERS = typer.Argument(
    None,
    help="Folders (or single logs) to follow, with everything below them; where every known harness keeps its "
    "sessions, if none are given.",
    show_default=False,
)
EXISTING = typer.Option(False, "--existing", help="Audit the compactions that are there already, too.")
ONCE = typer.Option(False, "--once", help="With --existing: stop when those are audited.")
SETTINGS = typer.Option(None, "--settings", help="Settings file to use.", show_default=False)
_FRESH = 3  # events at the end of a log among which a summary may still be on its way
STEP_MS = 200
"""How long changes are gathered before they are looked at."""


def watch(
    folders: list[Path] | None = FOLDERS,
    existing: bool = EXISTING,
    once: bool = ONCE,
    settings: Path | None = SETTINGS,
) -> None:
    """Audit each compaction within two seconds of its line, in any number of logs, until interrupted.

    Each is written once to the report file and told in one line. A log that cannot be read, or an audit that fails,
    costs a line and nothing else.
    """
    from threefold.errors import MissingExtra, UnreadableInput
    from threefold.settings import load

    configured = load(settings).settings
    folders = folders or _known()
    missing = [str(folder) for folder in folders if not folder.exists()]
    if missing:
        raise UnreadableInput(f"{', '.join(missing)}: there is nothing there to watch.")
    watcher = Watcher(configured, say=lambda line: print(line, flush=True))
    if once:
        watcher.start(folders, existing=existing)
        return
    try:
        from watchfiles import watch as changes
    except ImportError as error:
        raise MissingExtra("watch needs watchfiles: pip install 'threefold[watch]'") from error
    started = False
    for batch in changes(
        *folders,
        step=STEP_MS,
        debounce=STEP_MS * 4,
        rust_timeout=STEP_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
        watch_filter=None,
    ):
        if not started:  # only now are changes seen, so that none falls between the first look and the watch
            watcher.start(folders, existing=existing)
            started = True
        watcher.changed(Path(path) for _, path in batch)


class Watcher:
    """Audits what is new in changed logs. ``say`` takes one line for a person."""

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        from threefold.store.follow import Follower

        self.settings = settings
        self.say = say
        self.follower = Follower()
        self._done: dict[Path, set[str]] = {}

    def start(self, folders: Iterable[Path], *, existing: bool) -> None:
        """Take note of the logs that are there; with ``existing``, audit their compactions."""
        for path in _logs(folders):
            if existing and self.follower.grew(path):
                self.audit(path)
            else:
                self.follower.mark(path)
        self.say(f"watching {len(self.follower)} logs")

    def changed(self, paths: Iterable[Path]) -> None:
        """Look at logs that were written to, replaced or removed. Never raises."""
        from threefold.store.follow import is_log

        for path in sorted(set(paths)):
            if not is_log(path):
                continue
            try:
                self._heartbeat(path)
                if self.follower.grew(path):
                    self.audit(path)
            except Exception as error:  # one log may never end the watch over the others
                self.say(f"{path}: {type(error).__name__}: {error}")

    def audit(self, path: Path) -> None:
        """Audit the compactions of one log that were not audited yet."""
        from threefold.doors.cli.audit import records_of
        from threefold.errors import ThreefoldError
        from threefold.reading import read
        from threefold.store.reports import one_line, report_file, write_record

        done = self._done.setdefault(path, set())
        try:
            with read(path) as log:
                written = [c for c in log.compactions if not c.unreadable or c.event < len(log.events) - _FRESH]
                new = [c for c in written if f"{c.id}:{hash(c.summary)}" not in done]
                report = report_file(self.settings.audit.report_file, path, log.format, os.environ)
                for record in records_of(log, new, self.settings) if self.settings.audit.enabled else ():
                    if write_record(report, record):
                        self.say(f"{path.name}: {one_line(record)}")
                done.update(f"{c.id}:{hash(c.summary)}" for c in new)
        except (ThreefoldError, OSError) as error:
            self.say(f"{path}: {error}")

    def _heartbeat(self, path: Path) -> None:
        if not self.settings.audit.debug:
            return
        from datetime import UTC, datetime

        from threefold.store.reports import heartbeat, report_file

        try:
            report = report_file(self.settings.audit.report_file, path, "", os.environ)
            heartbeat(report, at=datetime.now(UTC).isoformat(), event="changed", file=str(path))
        except OSError as error:
            print(f"threefold: no heartbeat could be written: {error}.", file=sys.stderr)


def _known() -> list[Path]:
    """Where the harnesses on this machine keep their sessions."""
    from threefold.errors import UsageError
    from threefold.store.places import session_folders

    found = session_folders(os.environ)
    if not found:
        raise UsageError("No harness that is known keeps sessions on this machine; name the folders to follow.")
    for harness, folder in found.items():
        print(f"{harness}: {folder}", flush=True)
    return [Path(folder) for folder in found.values()]


def _logs(folders: Iterable[Path]) -> Iterator[Path]:
    from threefold.store.follow import logs_below

    for folder in folders:
        yield from logs_below(folder) if folder.is_dir() else (folder,)


def register(app: typer.Typer) -> None:
    app.command()(watch)
