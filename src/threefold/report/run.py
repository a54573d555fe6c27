"""The one screen of ``threefold run``: three headings, three answers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from threefold.report.audit import SUMMARIES
from threefold.report.text import clip, console, heading, number, plural, printable, rows, say
from threefold.store.reports import tally

if TYPE_CHECKING:
    from threefold.auditing import AuditRecord
    from threefold.auditing.record import Candidate, Statement
    from threefold.compaction.result import Decision, Stats
    from threefold.verdict import Verdict

STYLES = {"safe_to_compact": "bold green", "wait": "bold yellow", "preserve_first": "bold red"}
MEANINGS = {
    "safe_to_compact": "nothing that is recorded would be lost",
    "wait": "not decided, and that is no permission to go on",
    "preserve_first": "write this down first: it exists nowhere else",
}
ITEMS = 3
"""Items of each kind of unlanded work that are shown."""
CONTEXT, LONG = 8, 40
"""Characters before a difference that are shown, and how long two values may be together to be shown whole."""
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
        _before(run.verdict)
    else:
        say(f"  {run.refusal}", "bold red")
    _during(run.compacted.stats, run.compacted.decisions, run.messages)
    _after(run.audits)


def _before(verdict: Verdict) -> None:
    say(f"  {verdict.verdict}  ({MEANINGS[verdict.verdict]})", STYLES[verdict.verdict])
    say(f"  {verdict.detail}", "dim")
    shown: list[tuple[str, str]] = []
    for name, items in verdict.snapshot.work.items():
        shown += [(name.replace("_", " ") if place == 0 else "", item) for place, item in enumerate(items[:ITEMS])]
        if len(items) > ITEMS:
            shown.append(("", f"… and {len(items) - ITEMS} more (threefold check lists them)"))
    rows(shown, indent=4)


def _during(stats: Stats, decisions: tuple[Decision, ...], messages: int) -> None:
    heading("DURING", f"what does the task still need, within {number(stats.target_bytes)} bytes?")
    before, after = stats.bytes_before, stats.bytes_after
    share = f"{100 * after / before:.0f}%" if before else "0%"
    say(f"  {number(before)} bytes become {number(after)} ({share})", "bold")
    if stats.error:
        say(f"  Nothing was changed: {stats.error}", "bold red")
    elif stats.over_budget_bytes:
        say(f"  {number(stats.over_budget_bytes)} bytes over the budget: {stats.over_budget_reason}", "yellow")
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
    else:
        say("  Nothing that a person should look at first.")
        found = _left_out(audits)
        say("  Most binding of what is left out:" if found else "  Nothing is left out.")
    rows(found, indent=4)
    say(f"  {SUMMARIES} {CANDIDATES}", "dim")


def _counts(place: int, total: int, record: AuditRecord) -> None:
    name = f"compaction {place} of {total}"
    if record.unauditable:
        say(f"  {name}: cannot be audited: {record.unauditable}", "yellow")
        return
    text = f"  {name}: {tally(record)}"
    say(text, "bold red" if record.fidelity.altered else "bold" if record.fidelity.unverified else "")
    for reason in record.incomplete[:1]:
        say(f"    the ledger is incomplete: {printable(reason)}", "dim")


def _first(audits: tuple[AuditRecord, ...]) -> list[tuple[str, str]]:
    """The findings that bind most: those that head a record, the latest record's first, then what its summary asserts
    without grounds."""
    found = [(one, place) for place, record in _latest(audits) for one in record.headline]
    found += [(one, place) for place, record in _latest(audits) for one in record.fidelity.candidates[:WORST]]
    return list(dict.fromkeys(_finding(one, place) for one, place in found))[:WORST]


def _left_out(audits: tuple[AuditRecord, ...]) -> list[tuple[str, str]]:
    found = [
        (one.category, _finding(one, place)[1])
        for place, record in _latest(audits)
        for one in record.coverage.ranked[:WORST]
    ]
    return list(dict.fromkeys(found))[:WORST]


def _latest(audits: tuple[AuditRecord, ...]) -> list[tuple[int, AuditRecord]]:
    """The records that could be made, the latest first, each with its number where there are several, else 0."""
    numbered = [(place if len(audits) > 1 else 0, record) for place, record in enumerate(audits, 1)]
    return [(place, record) for place, record in numbered[::-1] if not record.unauditable]


def _finding(one: Candidate | Statement, compaction: int) -> tuple[str, str]:
    label = f"{compaction}: {one.status} {one.category}" if compaction else f"{one.status} {one.category}"
    near = getattr(one, "near", ())
    if near:
        return label, _difference(one.value, near[0].value)
    where = f"  (line {one.where.line})" if one.where and one.where.line else ""
    return label, f"{one.value}{where}"


def _difference(value: str, near: str) -> str:
    """Both values, without most of what they have in common where they are long."""
    same = next((i for i, (a, b) in enumerate(zip(value, near, strict=False)) if a != b), 0)
    begin = same - CONTEXT
    if begin > CONTEXT and len(value) + len(near) > LONG:
        value, near = "…" + value[begin:], "…" + near[begin:]
    return f"{value} (log: {near})"
