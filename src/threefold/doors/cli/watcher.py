"""Following live logs: each compaction is audited when it is written, and told in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
    from threefold.session import Compaction, Session
    from threefold.settings import Settings
    from threefold.store.jsonl import Journal

_FRESH = 3  # events at the end of a log among which a summary may still be on its way
_PATIENCE = 5
"""Looks (of STEP_MS) without a change after which no summary is waited for any more: the compaction has none."""


def _note(line: str) -> None:
    print(f"threefold: {line}.", file=sys.stderr, flush=True)


class Watcher:
    """Audits what is new in changed logs. ``say`` takes one line for a person, ``note`` one that is no finding."""

    def __init__(self, settings: Settings, say: Callable[[str], None], note: Callable[[str], None] = _note) -> None:
        from threefold.store.follow import Follower

        self.settings = settings
        self._say, self._note = say, note
        self._already = 0
        self._begun_to_follow = False
        self._journals: dict[Path, Journal] = {}
        self.follower = Follower()
        self._done: dict[Path, set[str]] = {}
        self._waiting: dict[Path, int] = {}
        self._begun = ""
        self._named: set[Path] = set()
        self._odd: dict[Path, str] = {}
        """What was said of the files that were named and are no logs."""

    def say(self, line: str) -> None:
        """Tell a line to a person, without what a terminal would obey: whoever writes a log chooses its name."""
        from threefold.errors import visible

        self._say(visible(line))

    def start(self, folders: Sequence[Path], *, existing: bool, once: bool = False) -> None:
        """Take note of the logs that are there; with ``existing``, audit their compactions. ``once``: nothing more is
        to come, so nothing is waited for."""
        from datetime import UTC, datetime

        from threefold.report.text import plural

        self._named.update(path for path in folders if not path.is_dir())
        for path in sorted(self._named):
            self._tell_of(path)
        for path in logs_of(folders):
            if existing:
                self._look(path)
            elif self._can_be_read(path):
                self.follower.mark(path)
        self._begun = "" if existing else datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")
        if once:
            self.settle()
        logs = plural(len(self.follower), "log")
        self.say(f"{logs} looked at" if once else f"watching {logs} for compactions; Ctrl-C ends it")
        self._begun_to_follow = True
        if self._already:
            audited = plural(self._already, "compaction")
            self._note(f"{audited} in these logs {'was' if self._already == 1 else 'were'} audited already")
        elif len(self.follower) and not existing:
            self._note(
                "a line follows for each new one; those that these logs hold already are audited with --existing"
            )

    def settle(self) -> None:
        """Wait for nothing any more."""
        for path in list(self._waiting):
            self.audit(path, patient=False)

    def changed(self, paths: Iterable[Path]) -> None:
        """Look at logs that were written to, replaced or removed, and at those that are waited for. Never raises."""
        from threefold.store.follow import is_log, logs_below

        looked: set[Path] = set()
        for given in sorted(set(paths)):
            for path in logs_below(given) if given.is_dir() else (given,):
                if (is_log(path) or path in self._named) and path not in looked and self._look(path):
                    looked.add(path)
        for path in self._waiting.keys() - looked:
            self._waiting[path] -= 1
            if self._waiting[path] <= 0:
                self.audit(path, patient=False)

    def _look(self, path: Path) -> bool:
        """Look at one log; whether it was changed."""
        from threefold.store.reports import heartbeat, report_file

        try:
            if not self.follower.touched(path):
                return False
            self._can_be_read(path)
            report = report_file(self.settings.audit.report_file, path, "", os.environ)
            heartbeat(self.settings.audit, report, "changed", file=str(path))
            if self.follower.grew(path) or path in self._waiting:
                self.audit(path)
        except Exception as error:  # one log may never end the watch over the others
            self.say(f"{path}: {type(error).__name__}: {error}")
        return True

    def audit(self, path: Path, *, patient: bool = True) -> None:
        """Audit the compactions of one log that are new. A summary that is still on its way is waited for, for as long
        as we are ``patient``. Never raises."""
        from threefold.doors.cli.audit import records_of
        from threefold.errors import ThreefoldError
        from threefold.reading import read
        from threefold.store.jsonl import Journal
        from threefold.store.reports import one_line, report_file, write_record

        done = self._done.setdefault(path, set())
        self._waiting.pop(path, None)
        try:
            if path.exists() and not path.is_file():  # a named pipe took its place: to open it would wait for good
                return
            with read(path) as log:
                new = [c for c in log.compactions if _key(c) not in done and not self._is_old(path, log, c)]
                if patient and any(c.unreadable and c.event >= len(log.events) - _FRESH for c in new):
                    self._waiting[path] = _PATIENCE
                    new = [c for c in new if not c.unreadable]
                report = report_file(self.settings.audit.report_file, path, log.format, os.environ)
                for record in records_of(log, new, self.settings) if self.settings.audit.enabled else ():
                    written = write_record(self._journals.setdefault(report, Journal(report)), record)
                    if written or self._begun_to_follow:  # what another auditor was faster with is news here
                        known = "" if written else " (recorded already)"
                        number, of = _place(log, record), len(log.compactions)
                        said = one_line(record, f"compaction {number} of {of}")
                        self.say(f"{path.name}: {said}{known}; see {_command(path, number, of)}")
                    else:
                        self._already += 1
                done.update(map(_key, new))
        except Exception as error:  # one log may never end the watch over the others
            if patient:
                self._waiting[path] = _PATIENCE  # it may have been cut or replaced while it was read
            elif (told := self._odd.pop(path, "")) == "" or told not in str(error):
                self.say(f"{path}: {'' if isinstance(error, ThreefoldError) else f'{type(error).__name__}: '}{error}")

    def _tell_of(self, path: Path) -> None:
        """Say of a file that was named, and is no log so far, what it is; it is followed all the same."""
        from threefold.errors import visible
        from threefold.store.follow import oddity

        said = oddity(path)
        if said:
            self._odd[path] = said
            self._note(visible(said.removesuffix(".")))

    def _can_be_read(self, path: Path) -> bool:
        """Whether a log can be opened; one that cannot costs a line."""
        try:
            if path.is_file():  # to open a named pipe would wait for its writer
                path.open("rb").close()
        except OSError as error:
            self.say(f"{path}: cannot be read: {error.strerror or error}")
            return False
        return True

    def _is_old(self, path: Path, log: Session, compaction: Compaction) -> bool:
        """Whether a compaction stood in the log when the watch began: by its bytes, or where bytes tell nothing, by its
        time."""
        from threefold.store.follow import UNKNOWN

        since = self.follower.since(path)
        if since == UNKNOWN:
            return compaction.time[10:11] == "T" and compaction.time < self._begun
        event = max(compaction.event, compaction.summary_event or 0)
        return since > 0 and event < len(log.events) and log.events.span(event)[1] <= since


def _place(log: Session, record: AuditRecord) -> int:
    """The number of a record's compaction, from 1."""
    return next((one.index + 1 for one in log.compactions if one.id == record.compaction_id), 0)


def _command(path: Path, number: int, of: int) -> str:
    """The command that shows a record whole."""
    import shlex

    which = ["--compaction", str(number)] if of > 1 else []
    return shlex.join(["threefold", "audit", str(path), *which])


def _key(compaction: Compaction) -> str:
    return f"{compaction.id}:{hash(compaction.summary)}"


def logs_of(folders: Iterable[Path]) -> Iterator[Path]:
    from threefold.store.follow import logs_below

    for folder in folders:
        yield from logs_below(folder) if folder.is_dir() else (folder,)
