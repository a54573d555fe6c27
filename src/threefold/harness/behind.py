"""What every harness's hooks do behind a compaction: audit its summary, keep the record, tell person and model."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from threefold.harness.asked import Options
from threefold.harness.keeping import Keeping
from threefold.harness.live import beat, before_of, now, shelf_of
from threefold.session import Compaction, Session
from threefold.settings import Settings

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
    from threefold.auditing.reports.record import Candidate, Statement
    from threefold.store.known import Known

Find = Callable[[Session], tuple[Session, Compaction]]
_SHOWN = 3
"""Findings that a person is told of at once; the record holds them all."""
_PATIENCE = 5.0
"""Seconds in which another process that writes its record is waited for."""
_LONGEST = 160
"""Characters of a value that they are told."""


class Told(msgspec.Struct, frozen=True):
    """What an audit has to say: ``line`` to the person, ``block`` to the model where that was asked for. The record
    stands under ``fingerprint``."""

    line: str
    block: str
    fingerprint: str


def audited(
    path: str, client: str, options: Options, settings: Settings, summary: str, find: Find, keeping: Keeping
) -> Told:
    """Audit one compaction, keep the record and say what it found; or say it again, where the same bytes in the same
    place and the same summary were audited before. ``find`` gives the compaction in the session. Raises an InputError
    or OSError."""
    from threefold.harness.ahead import known_of
    from threefold.store.cache import Cache, hashed
    from threefold.store.reports import report_file

    beat(settings, path, client, "after")
    inject = options.inject or settings.audit.opt_in_inject
    settled = msgspec.json.encode(settings.audit, order="sorted").decode()
    cache = Cache(options.home)
    past = known_of(path, client, options.home, settings)
    before = before_of(cache, path, client)
    said = f"{inject} {options.keep_bytes}"
    content = hashed(path, (past.size, before.size), client, "audit", summary, settled, said, path)
    past.seen_in(content)
    report = report_file(settings.audit.report_file, Path(path), "", os.environ)
    known = _known(cache.get(content.key), report)
    if known is not None:
        return known
    begun = before.of(content).begun
    told, sound = _audited(path, client, options, settings, find, past, begun, report, keeping, inject=inject)
    if sound:
        cache.put(content.key, msgspec.json.encode(told))
    return told


def _known(kept: bytes | None, report: Path) -> Told | None:
    """What was said before, if its record still stands in the report."""
    from threefold.store.jsonl import Journal

    if kept is None:
        return None
    try:
        told = msgspec.json.decode(kept, type=Told)
    except msgspec.DecodeError:
        return None
    try:
        return told if Journal(report).holds(told.fingerprint) else None
    except OSError:
        return None


def _audited(
    path: str,
    client: str,
    options: Options,
    settings: Settings,
    find: Find,
    past: Known,
    begun: bytes,
    report: Path,
    keeping: Keeping,
    *,
    inject: bool,
) -> tuple[Told, bool]:
    """The audit itself, and whether it can be said again."""
    from threefold.auditing import audit
    from threefold.reading import read_on
    from threefold.report.masking import masked
    from threefold.store.jsonl import Journal
    from threefold.store.reports import append_record

    opened, _ = read_on(path, client, begun)
    with opened:
        session, compaction = find(opened)
        shelf = shelf_of(options.home, path, settings)
        current = past if past.is_of(opened.source.size) else None  # else it grew since it was looked at
        record = audit(session, compaction, settings=settings.audit, at=now(), shelf=shelf, past=current)
        block = injected(session, record, options.keep_bytes) if inject else ""
    shown = masked(record)
    kept = keeping.write("the audit's record", lambda: append_record(Journal(report, patience=_PATIENCE), shown))
    told = Told(line(shown, path, compaction.index + 1), _sayable(masked(block)), record.fingerprint)
    sound = kept and bool(record.fingerprint) and not record.failures
    return told, sound and past.is_of(opened.source.size)


def _sayable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def line(record: AuditRecord, log: str, number: int) -> str:
    """An audit in words for the person who sits there: the counts, what binds most, and the commands that show the
    rest and quote what was lost."""
    import shlex

    from threefold.store.reports import one_line

    findings = [f"  {_finding(one)}" for one in record.headline[:_SHOWN]]
    which = _plain(shlex.join([log, "--compaction", str(number)]))
    more = [] if record.unauditable else [f"  all of it: threefold audit {which}"]
    if any(one.status == "lost" for one in record.headline):
        more.append(f"  the lost words, to be put back: threefold repair {which}")
    said = one_line(record, "this compaction's summary")
    return "\n".join([f"Threefold: {said}", *findings, *more])


def _finding(one: Candidate | Statement) -> str:
    near = next(iter(getattr(one, "near", ())), None)
    place = near.where if near is not None else one.where
    known = f" (log: {_plain(near.value)[:_LONGEST]})" if near is not None else ""
    at = f", line {place.line}" if place is not None and place.line else ""
    return f"{one.status} {one.category}: {_plain(one.value)[:_LONGEST]}{known}{at}"


def _plain(text: str) -> str:
    """One line with nothing in it that a terminal would obey."""
    return "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))


def injected(session: Session, record: AuditRecord, budget: int) -> str:
    """What the model is told of an audit: a person's rules and the facts that were lost, quoted from the log; empty
    where none were. ``budget`` is in bytes and holds for the whole."""
    from threefold.auditing.repair import repair
    from threefold.harness.guidance import binds

    ranked = tuple(fact for fact in record.coverage.ranked if binds(fact))
    coverage = msgspec.structs.replace(record.coverage, ranked=ranked)
    return repair(session, msgspec.structs.replace(record, coverage=coverage), budget, rules=True)
