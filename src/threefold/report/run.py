"""The one screen of ``threefold run``: three headings, three answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len

from threefold.report.audit import SUMMARIES
from threefold.report.text import clip, console, heading, middle, number, plural, printable, rows, say
from threefold.report.verdict import meaning, untouched
from threefold.store.reports import tally

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
    from threefold.auditing.reports.record import Candidate, Statement
    from threefold.compaction.result import Decision, Stats
    from threefold.verdict import Verdict
    from threefold.work import Item

STYLES = {"safe_to_compact": "bold green", "wait": "bold yellow", "preserve_first": "bold red"}
ITEMS = 3
"""Items of each kind of unlanded work that are shown."""
LABEL = 34
"""Columns of a finding's name."""
CANDIDATES = "Findings are candidates for a person; threefold audit --all lists them."
WORST = 5
"""Findings of the audit that are shown."""
NAMES = {
    "human": "of a person",
    "model": "of the model",
    "tool": "of tools",
    "harness": "of the harness",
    "summary": "a summary",
}


class Compacted(Protocol):
    """What a compaction must tell to be shown."""

    @property
    def stats(self) -> Stats: ...
    @property
    def decisions(self) -> tuple[Decision, ...]: ...


class Outcome(Protocol):
    """What a run must tell to be shown (``threefold.pipeline.Run`` does)."""

    @property
    def title(self) -> str: ...
    @property
    def session_id(self) -> str: ...
    @property
    def messages(self) -> int: ...
    @property
    def broken(self) -> int: ...
    @property
    def verdict(self) -> Verdict | None: ...
    @property
    def files(self) -> Sequence[Item]: ...
    @property
    def refusal(self) -> str: ...
    @property
    def compacted(self) -> Compacted: ...
    @property
    def audits(self) -> tuple[AuditRecord, ...]: ...


def screen(run: Outcome) -> None:
    """Print the verdict, the compaction and the audit of a session."""
    title = f"{run.title} · {run.session_id or 'no name'} · {plural(run.messages, 'message')}"
    say(clip(title, console().width), "bold")
    if run.broken:
        say(f"{plural(run.broken, 'line')} of the log could not be read: threefold inspect names them.", "yellow")
    heading("BEFORE", "would a compaction now lose work?")
    if run.verdict is not None:
        _before(run.verdict, run.files)
    else:
        say(f"  {run.refusal}", "bold red")
    _during(run.compacted.stats, run.compacted.decisions, run.messages)
    _after(run.audits)


def _before(verdict: Verdict, files: Sequence[Item]) -> None:
    say(f"  {verdict.verdict}  ({meaning(verdict)})", STYLES[verdict.verdict])
    say(f"  {verdict.detail}{untouched(files, ' The files: ')}", "dim")
    shown: list[tuple[str, str]] = []
    for name, items in verdict.snapshot.work.items():
        shown += [(name.replace("_", " ") if place == 0 else "", item) for place, item in enumerate(items[:ITEMS])]
        if len(items) > ITEMS:
            shown.append(("", f"… and {len(items) - ITEMS} more (threefold check lists them)"))
    rows(shown, indent=4)


def _during(stats: Stats, decisions: tuple[Decision, ...], messages: int) -> None:
    budget = f"{stats.target_tokens:,} tokens" if stats.counter else f"{number(stats.target_bytes)} bytes"
    heading("DURING", f"what does the task still need, within {budget}?")
    before, after = stats.bytes_before, stats.bytes_after
    share = f"{100 * after / before:.0f}%" if before else "0%"
    say(f"  {number(before)} bytes become {number(after)} ({share})", "bold")
    if stats.error:
        say(f"  Nothing was changed: {stats.error}", "bold red")
    elif stats.over_budget_bytes:
        over = plural(stats.over_budget_bytes, "byte")
        share = "Of what may go, nothing is left" if stats.cut else "So short a session has little that may go"
        say(f"  {share}; what stays by rule is {over} more than the budget: {stats.over_budget_reason}", "dim")
    shown = [
        ("task", clip(stats.task, console().width - 16) or "none was found, so messages were scored by themselves")
    ]
    shown = shown if stats.sources.keys() - {"recency"} else []  # age asks for no task
    # A harness may write one message as several entries; then these are counted, and called so.
    noun = "message" if len(decisions) == messages else "log entry"
    if noun != "message" and decisions:
        shown.append(("counted", f"log entries: {plural(messages, 'message')} in {len(decisions):,} of them"))
    shown.append(("kept", _who(decisions, "keep", noun)))
    if stats.shrunk:
        shown.append(("shrunk", _who(decisions, "shrink", noun)))
    shown.append(("cut", _who(decisions, "cut", noun)))
    decided = ", ".join(f"{source} {count}" for source, count in sorted(stats.sources.items()))
    if decided:
        shown.append(("decided by", decided))
    rows(shown, indent=4, whole=True)
    for step in stats.fallbacks:
        say(f"    {printable(step)}", "dim")


def _who(decisions: tuple[Decision, ...], decision: str, noun: str) -> str:
    chosen = [one for one in decisions if one.decision == decision]
    if not chosen:
        return "nothing"
    counts = Counter(NAMES.get(one.author, one.author) for one in chosen)
    parts = ", ".join(f"{count} {author}" for author, count in counts.most_common())
    return f"{plural(len(chosen), noun)}, {number(sum(one.bytes for one in chosen))} bytes: {parts}"


def _after(audits: tuple[AuditRecord, ...]) -> None:
    heading("AFTER", "what did the summaries do to the facts?")
    if not audits:
        say("  This log holds no compaction: nothing to audit.")
        return
    for place, record in enumerate(audits, 1):
        _counts(place, len(audits), record)
    if all(record.unauditable for record in audits):
        return
    found = _first(audits)
    if found:
        say("  Look at this first:" if len(audits) == 1 else "  Look at this first, by compaction:")
        width = min(max(cell_len(label) for label, _, _ in found), LABEL)
        room = console().width - 4 - width - 2
        for label, _, one in found:
            shown = _shown(one, room)
            rows(zip([label.ljust(width), *[" " * width] * len(shown)], shown, strict=False), indent=4)
    else:
        say("  Look at this first: nothing.")
    say(f"  {SUMMARIES} {CANDIDATES}", "dim")


def _counts(place: int, total: int, record: AuditRecord) -> None:
    name = f"compaction {place} of {total}"
    if record.unauditable:
        say(f"  {name}: cannot be audited: {record.unauditable}", "yellow")
        return
    text = f"  {name}: {tally(record)}"
    say(text, "bold red" if record.fidelity.altered else "bold" if record.fidelity.unverified else "")
    told = record.incomplete if total == 1 else record.incomplete[:1]
    for reason in told:
        say(f"    the log is incomplete: {printable(reason)}", "dim")
    if len(record.incomplete) > len(told):
        more = plural(len(record.incomplete) - len(told), "more reason")
        say(f"    and {more}, which threefold audit --compaction {place} names", "dim")


def _first(audits: tuple[AuditRecord, ...]) -> list[tuple[str, str, Candidate | Statement]]:
    """The findings that head the records, the latest record's first: what each is called, its value, and itself."""
    found: dict[tuple[str, str], Candidate | Statement] = {}
    for place, record in _latest(audits):
        for one in record.headline:
            label = f"{place}: {one.status} {one.category}" if place else f"{one.status} {one.category}"
            found.setdefault((label, one.value), one)
    return [(label, value, one) for (label, value), one in found.items()][:WORST]


def _latest(audits: tuple[AuditRecord, ...]) -> list[tuple[int, AuditRecord]]:
    """The records that could be made, the latest first, each with its number where there are several, else 0."""
    numbered = [(place if len(audits) > 1 else 0, record) for place, record in enumerate(audits, 1)]
    return [(place, record) for place, record in numbered[::-1] if not record.unauditable]


def _shown(one: Candidate | Statement, room: int) -> list[str]:
    """A finding in one or two lines of ``room`` columns, what stands in the log in the second where one has no room for
    both. What is too long loses its middle, or prose its end, and never its line."""
    near = next(iter(getattr(one, "near", ())), None)
    where = near.where if near is not None else one.where
    line = f"line {where.line}" if where and where.line else ""
    if near is not None:
        both = f"{one.value} (log: {near.value}{line and ', ' + line})"
        if cell_len(both) <= room:
            return [both]
        behind = line and f"  ({line})"
        return [middle(one.value, room), f"log: {middle(near.value, room - len('log: ') - len(behind))}{behind}"]
    behind = line and f"  ({line})"
    cut = clip if " " in one.value else middle
    return [cut(one.value, room - len(behind)) + behind]
