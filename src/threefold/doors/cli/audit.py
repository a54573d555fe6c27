"""``threefold audit``: what the summaries of a log altered, left without grounds, and lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

import typer

from threefold.doors.cli.options import FORMAT, JSON, PERHAPS_SESSION, SETTINGS
from threefold.doors.streams import at_hand

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
    from threefold.session import Compaction, Session
    from threefold.settings import Settings

COMPACTION = typer.Option(
    None,
    "--compaction",
    help="Only this compaction: its number from 1, its id, or a beginning that only its id has.",
    show_default=False,
)
SUMMARY = typer.Option(
    None, "--summary", help="Audit this text, with --original.", callback=at_hand, show_default=False
)
ORIGINAL = typer.Option(
    None,
    "--original",
    help="What --summary was made from: a session log, or plain text.",
    callback=at_hand,
    show_default=False,
)
ALL_FACTS = typer.Option(
    False, "--all-facts", help="List the verified facts too, and the losses that earlier records list."
)
EVERYTHING = typer.Option(False, "--all", help="Show every finding and loss, not only the first of each section.")
FAIL_ON = typer.Option(
    [],
    "--fail-on",
    help="Exit with 1 on altered, unverified, lost-critical (what may head a report: a person's rule, message or "
    "correction, a file in use) or statements, and where a compaction cannot be audited. Several with commas, or given "
    "several times.",
    show_default=False,
)
NO_REPORT = typer.Option(False, "--no-report", help="Keep no record: without it, each goes into the report file, once.")
FAILURES = ("altered", "unverified", "lost-critical", "statements")


def audit(
    session: Path | None = PERHAPS_SESSION,
    compaction: str | None = COMPACTION,
    summary: Path | None = SUMMARY,
    original: Path | None = ORIGINAL,
    all_facts: bool = ALL_FACTS,
    everything: bool = EVERYTHING,
    fail_on: list[str] = FAIL_ON,
    no_report: bool = NO_REPORT,
    format: str | None = FORMAT,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
) -> None:
    """Compare each compaction's summary with the events it was made from, fact by fact, without any model.

    Findings are candidates for a person: unverified does not mean invented, and a rewording is neither loss nor
    support. Nothing is blocked or changed.
    """
    from threefold.auditing.reports.record import encode
    from threefold.errors import UsageError, visible
    from threefold.report.audit import table
    from threefold.report.masking import masked
    from threefold.report.text import tell
    from threefold.settings import load

    wanted = [word.strip() for words in fail_on for word in words.split(",") if word.strip()]
    unknown = [word for word in wanted if word not in FAILURES]
    if unknown:
        raise UsageError(f"--fail-on does not know {', '.join(unknown)}; it knows {', '.join(FAILURES)}.")
    configured = load(settings).settings
    if (summary is None) != (original is None):
        raise UsageError("--summary and --original go together.")
    if summary is not None and summary == original:
        raise UsageError(f"--summary and --original are one file, {summary}: give the text that it was made from.")
    if summary is not None and original is not None:
        if session is not None:
            raise UsageError("Give a session log, or --summary and --original.")
        log, chosen, source = *_given(summary, original, format), original
    elif session is not None:
        log, source = _open(session, format), session
        chosen = choose(log, compaction)
    else:
        raise UsageError("Give a session log, or --summary FILE and --original FILE.")
    with log:
        records = records_of(log, chosen, configured, all_facts=all_facts, cached=summary is None)
    kept = None
    if not no_report and summary is None and configured.audit.enabled:
        kept = keep(records, source, log.format, configured)
    if as_json:
        for number, record in enumerate(records):  # one by one: together they may be larger than the log
            typer.echo(
                (",\n" if number else "[") + encode(masked(record)).decode("utf-8", "backslashreplace"), nl=False
            )
        typer.echo("]" if len(records) else "[]")
    else:
        locked = bool(configured.audit.compliance_vocab.strip())
        table(log, records, all_facts=all_facts, everything=everything, words=locked)
        if kept is not None and records:
            tell(f"Kept in {visible(str(kept))}; --no-report leaves it out.", hang=2)
    raise typer.Exit(1 if _fails(records, wanted) else 0)


def _open(path: Path, format: str | None) -> Session:
    from threefold.reading import read

    return read(path, format)


def _given(summary: Path, original: Path, format: str | None) -> tuple[Session, list[Compaction]]:
    """The session of an original that was named, a log or plain text, with the given summary as its compaction."""
    from threefold.auditing.reports.given import plain_session, with_summary
    from threefold.errors import UnknownFormat
    from threefold.reading import read_source
    from threefold.reading.lines import undecodable
    from threefold.reading.plain import plain_bytes
    from threefold.reading.source import BytesSource
    from threefold.text.unicode import decode

    words = plain_bytes(summary)
    piped = plain_bytes(original) if original.exists() and not original.is_file() else None  # it is read only once
    try:
        log = _open(original, format) if piped is None else read_source(BytesSource(piped, str(original)), format)
    except UnknownFormat:
        if format:
            raise
        log = plain_session(plain_bytes(original) if piped is None else piped, str(original))
    extended, compaction = with_summary(log, decode(words), undecodable(words))
    return extended, [compaction]


def choose(log: Session, wanted: str | None) -> list[Compaction]:
    """The compactions to look at: by id, by number, or by what only one id begins with. Raises UsageError where there
    is none of that name."""
    from threefold.errors import UsageError

    if wanted is None:
        return list(log.compactions)
    found = [c for c in log.compactions if c.id == wanted or str(c.index + 1) == wanted]
    begun = [c for c in log.compactions if wanted and c.id.startswith(wanted)] if not found else []
    if len({c.id for c in begun}) == 1:
        return begun
    if begun:
        which = ", ".join(f"{c.index + 1} ({c.id})" for c in begun[:8])
        raise UsageError(f"Several compactions begin with {wanted}: {which}.")
    if not found:
        known = ", ".join(f"{c.index + 1} ({c.id})" for c in log.compactions[:8]) or "none"
        raise UsageError(f"There is no compaction {wanted} in this log; it has: {known}.")
    return found


def records_of(
    log: Session, chosen: Sequence[Compaction], settings: Settings, *, all_facts: bool = False, cached: bool = True
) -> Records:
    """One record for each compaction; one that was made before of the same bytes is taken from our own directory, and
    what is new in a log is audited from where the last audit ended. Without ``cached`` nothing is taken or kept."""
    import time
    from datetime import UTC, datetime

    import msgspec

    from threefold.auditing import audit_each
    from threefold.store.audits import Audits
    from threefold.store.reports import home

    at = datetime.now(UTC).isoformat(timespec="seconds")
    ordered = sorted(chosen, key=lambda one: one.event)
    known = Audits(os.fspath(home(os.environ)), log, settings.audit, str(all_facts)) if cached and ordered else None
    keys = [known.key(one) for one in ordered] if known is not None else [""] * len(ordered)
    found = [None if known is None else known.get(key) for key in keys]
    missing = [one for one, record in zip(ordered, found, strict=True) if record is None]
    past = None if known is None else known.past
    made = audit_each(
        log, missing, settings=settings.audit, at=at, clock=time.perf_counter, all_facts=all_facts, past=past
    )
    records = Records()
    for place, key in enumerate(keys):
        record, found[place] = found[place], None
        if record is None:
            record = next(made)
            if known is not None:
                known.put(key, record)
        records.add(msgspec.structs.replace(record, at=at))
    if known is not None and missing:
        known.close()
    return records


class Records(Sequence["AuditRecord"]):
    """Records in order. Those of a log with many compactions are large, and lie packed until they are looked at."""

    _OPEN = 1

    def __init__(self) -> None:
        self._open: list[AuditRecord] = []
        self._packed: list[bytes] = []

    def add(self, record: AuditRecord) -> None:
        """One record more."""
        from threefold.auditing.reports.record import encode

        if len(self._open) < self._OPEN:
            self._open.append(record)
        else:
            import zstandard

            self._packed.append(zstandard.ZstdCompressor(level=1).compress(encode(record)))

    def __len__(self) -> int:
        return len(self._open) + len(self._packed)

    @overload
    def __getitem__(self, index: int) -> AuditRecord: ...
    @overload
    def __getitem__(self, index: slice) -> list[AuditRecord]: ...
    def __getitem__(self, index: int | slice) -> AuditRecord | list[AuditRecord]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if index < len(self._open):
            return self._open[index]
        import zstandard

        from threefold.auditing.reports.record import decode

        return decode(zstandard.ZstdDecompressor().decompress(self._packed[index - len(self._open)]))


def keep(records: Sequence[AuditRecord], source: Path, format: str, settings: Settings) -> Path | None:
    """Append the records to the report file, and say which that is. One that cannot be written costs a sentence and
    nothing else."""
    from threefold.errors import visible
    from threefold.store.jsonl import Journal
    from threefold.store.reports import heartbeat, report_file, write_record

    path = report_file(settings.audit.report_file, source, format, os.environ)
    journal = Journal(path)
    try:
        for record in records:
            heartbeat(settings.audit, path, "audit", file=str(source), compaction=record.compaction_id)
            write_record(journal, record)
    except OSError as error:
        print(
            f"threefold: the audit could not be kept in {visible(str(path))}: {error.strerror or error}.",
            file=sys.stderr,
        )
        return None
    return path


def _fails(records: Sequence[AuditRecord], wanted: Sequence[str]) -> bool:
    from threefold.auditing.reports.heading import binding
    from threefold.report.text import plural

    if not wanted:
        return False
    heading = [
        one
        for record in records
        for one in binding(record.fidelity, record.coverage, record.statements, not record.ledger_incomplete)
    ]
    counts = {
        "altered": sum(record.fidelity.altered for record in records),
        "unverified": sum(record.fidelity.unverified for record in records),
        "lost-critical": sum(one.status in ("lost", "contradicted") for one in heading),
        "statements": sum(len(record.statements) for record in records),
    }
    unaudited = sum(bool(record.unauditable) for record in records)
    why = [f"{word} ({counts[word]:,})" for word in dict.fromkeys(wanted) if counts[word]]
    why += [f"{plural(unaudited, 'compaction')} that cannot be audited"] if unaudited else []
    if why:
        print(
            f"threefold: --fail-on: status 1 for {', '.join(why)}. "
            "Nobody calibrated its thresholds yet; see 'threefold calibrate'.",
            file=sys.stderr,
        )
    elif not records:
        print("threefold: --fail-on: the log holds no compaction, so nothing was checked.", file=sys.stderr)
    return bool(why)


def register(app: typer.Typer) -> None:
    app.command()(audit)
