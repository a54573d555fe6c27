"""An audit for a person: at most five findings first, then what stands behind them."""

from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.record import AuditRecord, Candidate, Statement, Where
from threefold.report.text import clip, heading, number, plural, rows, say
from threefold.session import Session

_SHOWN = 12
_WORDS = {
    "invented": "INVENTED", "wrong_author": "NOT THE USER'S", "no_consent": "NO CONSENT", "unverified": "unverified",
    "altered": "ALTERED", "lost": "LOST",
}  # fmt: skip


def table(session: Session, records: Sequence[AuditRecord], *, all_facts: bool = False) -> None:
    """Print every record of a session."""
    if not records:
        say("This log holds no compaction, so there is nothing to audit.")
    for index, record in enumerate(records, 1):
        if index > 1:
            say()
        _record(record, index, len(records), all_facts)
    if records:
        say()
        say(
            "Findings are candidates: unverified does not mean invented, and a rewording is neither loss nor support.",
            "dim",
        )


def _record(record: AuditRecord, index: int, of: int, all_facts: bool) -> None:
    say(f"Compaction {index} of {of}  {clip(record.compaction_id, 40)}", "bold")
    if record.unauditable:
        say(f"  cannot be audited: {record.unauditable}", "yellow")
        return
    fidelity, coverage = record.fidelity, record.coverage
    facts = (
        f"{fidelity.verified} verified, {fidelity.equivalent} equivalent, {fidelity.altered} altered, "
        f"{fidelity.unverified} unverified"
        + (f", {fidelity.derived} the summary's own counts" if fidelity.derived else "")
    )
    rows(
        [
            (
                "summary",
                f"{number(record.summary_char_count)} characters, {plural(record.summary_facts_count, 'fact')}",
            ),
            ("made from", f"{plural(record.leaf_events_count, 'event')}, {number(record.leaf_char_count)} characters"),
            ("its facts", facts),
            (
                "lost",
                f"{plural(coverage.lost_count, 'critical fact')} of {number(record.leaf_facts_count)} in the events",
            ),
        ]
    )
    rows((("incomplete", reason) for reason in record.incomplete), style="yellow")
    rows((("failed", f"{one.stage}: {one.error}") for one in record.failures), style="red")
    heading("first", "what binds most")
    if record.headline:
        rows(_line(one) for one in record.headline)
    else:
        say("  nothing that a person should look at first")
    _more(record, all_facts)


def _more(record: AuditRecord, all_facts: bool) -> None:
    rest = [one for one in record.fidelity.candidates if one not in record.headline]
    if rest:
        heading("facts", "asserted by the summary, without grounds in the events")
        rows(_line(one) for one in rest[:_SHOWN])
        _and_more(len(rest))
    said = [one for one in record.statements if one not in record.headline]
    if said:
        heading("said", "words, rules and tasks")
        rows(_line(one) for one in said[:_SHOWN])
        _and_more(len(said))
    lost = [one for one in record.coverage.ranked if one not in record.headline]
    if lost:
        heading("lost", f"the first of {number(record.coverage.lost_count)}, most binding first")
        rows(_line(one) for one in lost[: _SHOWN // 2])
    words = record.compliance
    if words is not None and (words.missing or words.superseded or words.scopeLost or words.coexists_review):
        heading("words", "of the keep, drop and scope lists")
        rows((name, ", ".join(found)) for name, found in words.words.items() if found)
    if all_facts and record.facts:
        heading("all", "every fact of the summary")
        rows((f"{one.status} {one.category}", f"{one.value}  {one.basis}{_at(one.where)}") for one in record.facts)


def _and_more(count: int) -> None:
    if count > _SHOWN:
        say(f"  and {count - _SHOWN} more (--json lists them all)", "dim")


def _line(one: Candidate | Statement) -> tuple[str, str]:
    label = f"{_WORDS.get(one.status, one.status)} {one.category}"
    if isinstance(one, Statement):
        return label, f"{one.value}  ({one.basis}{_at(one.where)})"
    near = next(iter(one.near), None)
    if near is not None:
        return label, f"{one.value}  (near {near.value}: {near.difference}{_at(near.where)})"
    return label, f"{one.value}  ({one.basis}{_times(one)}{_at(one.where)})"


def _times(one: Candidate) -> str:
    told = one.status != "lost" or one.count < 2 or one.basis.startswith("used ")
    return "" if told else f", {one.count} times"


def _at(where: Where | None) -> str:
    return f", line {where.line}" if where is not None and where.line else ""
