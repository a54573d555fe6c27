"""What every harness's hooks do before a compaction: read the log, judge it, keep a record of the verdict."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from threefold.harness.keeping import Keeping
from threefold.harness.policy import Decision, Past
from threefold.session import Lines, Session
from threefold.settings import Settings, load
from threefold.store.state import State
from threefold.work.model import Work

if TYPE_CHECKING:
    from threefold.auditing.missing import Steps
    from threefold.harness.ahead import Pasts
    from threefold.harness.beside import Handed
    from threefold.harness.open_work import OpenWork
    from threefold.store.cache import Cache, Hashed
    from threefold.store.shelf import FactsShelf
    from threefold.systemone import Failed, VerdictAnswer
    from threefold.verdict import Explained, Verdict, WorkTree
    from threefold.work.model import Item, Records

VERDICTS = Path("reports") / "compaction-verdict.jsonl"
_GIT_MS = 400
"""Most milliseconds that git may take of the time in which a compaction waits."""
_SERVICE_MS = 900
"""And a service, in the ambiguous band."""
_PATIENCE = 0.3
"""Seconds in which a compaction waits for another process that writes its verdict."""


def settings_of(home: str) -> Settings:
    """The settings of the person: their file and environment. A file in the session's own directory is not read,
    since a stranger may have written it. Raises SettingsError."""
    return load(home=home).settings


class Seen(msgspec.Struct, frozen=True):
    """What a log shows before a compaction. It depends on the log alone, so it is kept by the log's content."""

    session: str
    cwd: str
    compactions: int
    """how many the log holds"""
    work: Work
    lines: Lines
    """the sums over its lines"""
    stated: tuple[tuple[str, str], ...] | None = None
    """rules and facts to be kept, each with its category, if they were asked for"""


def look(path: str, client: str, home: str, settings: Settings, *, stated: bool) -> Seen:
    """Read a log that is about to be compacted, or what is known of it. Raises an InputError or OSError.

    Of a log that grew since it was last looked at, the work is folded from there on.
    """
    from threefold.harness.ahead import pasts_of
    from threefold.store.cache import Cache, hashed

    beat(settings, path, client, "before")
    cache = Cache(home)
    before = before_of(cache, path, client)
    pasts = pasts_of(path, client, home, settings) if stated else None
    settled = msgspec.json.encode(settings.audit, order="sorted").decode()
    beginnings = (before.size, *(pasts.sizes if pasts is not None else ()))
    content = hashed(path, beginnings, client, str(stated), settled)
    known = cache.get(content.key)
    if known is not None:
        try:
            return msgspec.json.decode(known, type=Seen)
        except msgspec.DecodeError:
            known = None
    if pasts is not None:
        pasts.seen_in(content)
    before = before.of(content)
    seen, now = _read(path, client, home, settings, before, pasts)
    if not content.is_of(path, now.size):
        return seen  # it changed while it was looked at
    cache.put(_place(path, client), msgspec.msgpack.encode(msgspec.structs.replace(now, content=content.whole)))
    try:
        cache.put(content.key, msgspec.json.encode(seen))
    except UnicodeEncodeError:
        return seen  # half a surrogate pair cannot be kept; this log is read again
    return seen


class Before(msgspec.Struct, frozen=True):
    """What is kept of a log by its place: how many bytes were read and which, what the fold of the work came to, and
    what the reading of it goes on from."""

    size: int = 0
    content: str = ""
    state: bytes = b""
    begun: bytes = b""

    def of(self, content: Hashed) -> Before:
        """The same, if the log still begins with those bytes, and else nothing."""
        return self if content.beginnings.get(self.size) == self.content else Before()


def before_of(cache: Cache, path: str, client: str) -> Before:
    """What is kept of a log; a pickle is a part of it, so nothing that somebody else could have written is read."""
    kept = cache.get_private(_place(path, client))
    if kept is None:
        return Before()
    try:
        return msgspec.msgpack.decode(kept, type=Before)
    except msgspec.DecodeError:
        return Before()


def _place(path: str, client: str) -> str:
    from threefold.store.cache import name_of

    return name_of(path, client, "work")


def _read(
    path: str, client: str, home: str, settings: Settings, before: Before, pasts: Pasts | None
) -> tuple[Seen, Before]:
    """What a log shows, and what the next look at it goes on from. With ``pasts`` also what a summariser is to keep."""
    from threefold.harness.open_work import OpenWork
    from threefold.reading import read_on

    session, begun = read_on(path, client, before.begun, keep=True)
    with session:
        folding = OpenWork(session, before.state)
        held = None
        if pasts is not None:
            known = pasts if pasts.whole.is_of(session.source.size) else None  # else it grew since it was looked at
            shelf = shelf_of(home, path, settings)
            held = _stated(session, folding, settings, shelf, known, grown=before.size > 0)
        work, state = folding.end()
        stated = None if held is None else held()
        seen = Seen(session.id, session.cwd, len(session.compactions), work, session.lines, stated)
        return seen, Before(session.source.size, "", state, begun)


def _stated(
    session: Session, folding: OpenWork, settings: Settings, shelf: FactsShelf, known: Pasts | None, *, grown: bool
) -> Callable[[], tuple[tuple[str, str], ...]]:
    """Look for what a summariser is to keep; what is returned waits for it. It takes about as long as to fold the work,
    beside which it is done where that can be, and of a log that has only ``grown`` no longer than to part a process."""
    import pickle

    def find(steps: Steps) -> bytes:
        from threefold.harness import guidance

        found = guidance.stated(session, settings, shelf, known, steps)
        return json.dumps(list(found)).encode()  # in ASCII, which half a surrogate pair passes

    def apart(handed: Handed) -> bytes:
        def steps(event: int, records: Records) -> Sequence[Item]:
            data = handed()
            return folding.steps(event, records) if data is None else tuple(pickle.loads(data))

        return find(steps)

    parted = None
    if not grown:
        from threefold.harness.beside import beside

        parted = beside(apart)
    if parted is None:
        found = find(folding.steps)
        return lambda: _pairs(found)
    parted.hand(pickle.dumps(tuple(folding.steps(len(session.events) - 1))))
    return lambda: _pairs(parted.outcome() or find(folding.steps))


def _pairs(found: bytes) -> tuple[tuple[str, str], ...]:
    return tuple((category, words) for category, words in json.loads(found))


def judged(seen: Seen, cwd: str, settings: Settings) -> tuple[Explained, Verdict]:
    """What is open in a session that is about to be compacted, and its verdict, however much that is."""
    from threefold.verdict import cautious, from_work, judge

    tree = worktree(seen.cwd or cwd, settings)
    found = from_work(seen.work, seen.session, tree, at_compaction=True)
    verdict = judge(found.snapshot, service(settings), settings.verdict, any_length=True)
    return found, cautious(verdict, seen.lines, tree)


def worktree(directory: str, settings: Settings) -> WorkTree:
    """What git says of a directory, in a time that a compaction can wait."""
    from threefold.store.git import status

    return status(directory, min(settings.verdict.git_timeout_ms, _GIT_MS))


def service(settings: Settings) -> Callable[[str], VerdictAnswer | Failed] | None:
    """The service for the ambiguous band, where one is configured; else nothing of it is loaded."""
    from threefold.systemone.endpoint import Endpoint, locate

    if not isinstance(locate(settings.service, os.environ), Endpoint):
        return None
    timeout = min(settings.service.timeout_ms, _SERVICE_MS)
    hurried = msgspec.structs.replace(settings.service, timeout_ms=timeout)

    def ask(state: str) -> VerdictAnswer | Failed:
        from threefold.systemone import Service, VerdictService

        return VerdictService(Service(hurried))(state)

    return ask


def past(state: State, compactions: int) -> Past:
    """What happened since the last compaction, for a log that now holds so many: one that landed ends what was before,
    also where no hook told of it."""
    if state.compactions < compactions:
        return Past(0, state.acknowledged and not state.refusals)
    return Past(state.refusals, state.acknowledged)


def record_verdict(
    keeping: Keeping, home: str, client: str, trigger: str, decision: Decision, verdict: Verdict, *, late: bool = False
) -> None:
    """Append one line to the file of verdicts: what was decided, why, and the verdict; ``late`` where nobody had waited
    for it."""
    from threefold.report.masking import masked
    from threefold.store.jsonl import Journal

    line: dict[str, object] = {"at": now(), "signal": "compaction.verdict", "client": client, "trigger": trigger}
    line |= {"action": "late" if late else decision.action, "why": decision.why}
    line |= masked(verdict).to_json()
    journal = Journal(Path(home) / VERDICTS, patience=_PATIENCE)
    keeping.write("the verdict", lambda: journal.append([msgspec.json.encode(line)]))


def shelf_of(home: str, path: str, settings: Settings) -> FactsShelf:
    """Where the facts of a log's texts are kept: before a compaction and after it the same texts are read."""
    from threefold.store.audits import facts_shelf

    return facts_shelf(home, path, settings.audit)


def beat(settings: Settings, path: str, client: str, event: str) -> None:
    """The heartbeat of an event, where they are asked for; else nothing is loaded for it."""
    if settings.audit.debug:
        from threefold.store.reports import heartbeat, report_file

        report = report_file(settings.audit.report_file, Path(path), "", os.environ)
        heartbeat(settings.audit, report, event, client=client, file=path)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
