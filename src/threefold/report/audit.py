"""An audit for a person: at most five findings first, then what stands behind them, and what is not shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from threefold.auditing.reports.compliance import Compliance
from threefold.auditing.reports.record import AuditRecord, Candidate, Statement, Where
from threefold.report.masking import masked
from threefold.report.text import clip, columns, console, heading, middle, number, plural, printable, rows, say
from threefold.session import Session

SUMMARIES = "A summary leaves most of a log's facts out: what is left out is no fault by itself."
_SHOWN = 10
"""Entries of a section, if not all are asked for."""
_WORDS = {
    "invented": "INVENTED", "wrong_author": "NOT THE USER'S", "no_consent": "NO CONSENT", "unverified": "unverified",
    "altered": "ALTERED", "lost": "LOST",
}  # fmt: skip
_STATUSES = ("verified", "equivalent", "altered", "unverified", "derived", "lost")
_TITLES = {"derived": "own count", "lost": "left out"}
_WHY = {
    "the user corrected this": "corrected", "the user wrote it": "user wrote", "a file that was changed": "changed",
    "in a long text of the user's": "user pasted", "only printed by a tool": "printed",
    "only in the harness's own text": "harness",
}  # fmt: skip
"""The reasons of a loss's weight, in a word or two; how often it was used stands beside it."""
_LOCKED = {
    "missing": "(to be kept: in the log, not in the summary)",
    "superseded": "(to be dropped: still in the summary)",
    "scopeLost": "(says how much: in the log, not in the summary)",
    "coexists_review": "(to be kept and to be dropped, both in the summary)",
}
"""What each of the original's four booleans says of its words."""
_ALIKE = 0.5
"""Of the words of two commands, how many they share that look at the same thing over and over."""
_OTHERS = 42  # columns that stand beside a value
_INDENT = "  "


def table(
    session: Session,
    records: Sequence[AuditRecord],
    *,
    all_facts: bool = False,
    everything: bool = False,
    words: bool = False,
) -> None:
    """Print every record of a session; with ``everything``, all that a record lists. ``words``: those locked are a
    person's, and not the default ones, which nobody asked for."""
    if not records:
        say("This log holds no compaction, so there is nothing to audit.")
    alone = len(records) != len(session.compactions)  # of all of them each has its place, also where ids repeat
    numbers = {one.id: one.index + 1 for one in session.compactions} if alone else {}
    for place, record in enumerate(map(masked, records), 1):
        if place > 1:
            say()
        index, of = numbers.get(record.compaction_id, place), len(session.compactions) or len(records)
        _record(record, index, of, all_facts, sys.maxsize if everything else _SHOWN)
        _locked(record.compliance, words)
    if not all(record.unauditable for record in records):
        say()
        say(
            f"{SUMMARIES} Findings are candidates: unverified does not mean invented, and a rewording is neither loss "
            "nor support.",
            "dim",
        )


def _record(record: AuditRecord, index: int, of: int, all_facts: bool, most: int) -> None:
    say(f"Compaction {index} of {of}  {clip(record.compaction_id, 40)}", "bold")
    if record.unauditable:
        say(f"  cannot be audited: {record.unauditable}", "yellow")
        rows((("failed", f"{one.stage}: {one.error}") for one in record.failures), style="red")
        return
    for reason in record.incomplete:
        say(f"  incomplete: {printable(reason)}", "yellow")
    rows((("failed", f"{one.stage}: {one.error}") for one in record.failures), style="red")
    heading("first", "what a person should look at")
    for one in record.headline:
        _entry(one)
    if not record.headline:
        say("  nothing")
    _counts(record)
    _more(record, all_facts, most)


def _counts(record: AuditRecord) -> None:
    """How many facts of each category became what."""
    heading("counts", "the summary's facts against the log, and what it leaves out")
    made = [
        ("summary", f"{number(record.summary_char_count)} characters, {plural(record.summary_facts_count, 'fact')}"),
        (
            "made from",
            f"{plural(record.leaf_events_count, 'event')}, {number(record.leaf_char_count)} characters, "
            f"{plural(record.leaf_facts_count, 'fact')}",
        ),
    ]
    rows(made)
    counted = {category: counts for category, counts in record.by_category.items() if any(counts.values())}
    if not counted:
        return
    shown = [status for status in _STATUSES if any(counts.get(status) for counts in counted.values())]
    cells = [["", *(_TITLES.get(status, status) for status in shown), ""]]
    for category, counts in counted.items():
        cells.append(
            [category, *(number(counts.get(status, 0)) if counts.get(status) else "-" for status in shown), ""]
        )
    totals = [sum(counts.get(status, 0) for counts in counted.values()) for status in shown]
    cells.append(["all", *map(number, totals), ""])
    say()
    _print(columns(cells, console().width - len(_INDENT), right=range(1, len(shown) + 1)))
    if record.truncated:
        say("  some categories hold more than are counted here (max_facts_per_category)", "dim")


def _more(record: AuditRecord, all_facts: bool, most: int) -> None:
    rest = [one for one in record.fidelity.candidates if one not in record.headline]
    if rest:
        heading("facts", "asserted by the summary, without grounds in the events")
        for one in rest[:most]:
            _entry(one)
        _left(len(rest), most)
    said = [one for one in record.statements if one not in record.headline]
    if said:
        heading("said", "words, rules and tasks")
        for statement in said[:most]:
            _entry(statement)
        _left(len(said), most)
    lost = [one for one in record.coverage.lost if one not in record.headline]
    if lost:
        heading("lost", "left out, though it could matter: most binding first")
        room = console().width - len(_INDENT)
        shown = _families(lost, most) if most < len(lost) else [(one, 0) for one in lost]
        cells = [
            [
                one.category,
                number(one.count),
                _line(one.where),
                _WHY.get(one.basis, ""),
                middle(one.value, max(room - _OTHERS, 20)) + (f" (+{alike})" if alike else ""),
            ]
            for one, alike in shown
        ]
        _print(columns([["category", "times", "line", "why", "value"], *cells], room, right=(1, 2)))
        if any(alike for _, alike in shown):
            say("  (+1): and one more command of nearly the same words", "dim")
        _left(len(lost), most)
        if record.coverage.left_to_earlier:
            more = number(record.coverage.left_to_earlier)
            say(f"  {more} more were left out at earlier compactions already and stand there", "dim")
    if all_facts and record.facts:
        heading("all", "every fact of the summary")
        rows((f"{one.status} {one.category}", f"{one.value}  {one.basis}{_at(one.where)}") for one in record.facts)


def _families(lost: Sequence[Candidate], most: int) -> list[tuple[Candidate, int]]:
    """The first losses, of commands of nearly the same words only one, and how many more of them there are."""
    found: list[list[Candidate]] = []
    words: list[frozenset[str]] = []
    for one in lost:
        own = frozenset(one.value.split()) if one.category == "command" else frozenset[str]()
        alike = (place for place, other in enumerate(words) if own and len(own & other) >= _ALIKE * len(own | other))
        place = next(alike, None)
        if place is not None:
            found[place].append(one)
        elif len(found) < most:
            found.append([one])
            words.append(own)
    return [(family[0], len(family) - 1) for family in found]


def _locked(found: Compliance | None, asked: bool) -> None:
    """What became of the words that a person locked; and a setting of them that cannot be used."""
    if found is not None and asked and not found.warning and any(found.words.values()):
        heading("words", "locked in the setting compliance_vocab, looked for to the letter")
        rows((name, f"{', '.join(words)}  {_LOCKED[name]}") for name, words in found.words.items() if words)
    if found is not None and found.warning:
        say(f"  {found.warning}", "yellow")


def _left(count: int, most: int) -> None:
    """Say how many entries are not shown, and how to see them."""
    if count > most:
        say(f"  {number(most)} of {number(count)} shown; --all lists all of them, --json too", "dim")


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        console().print(f"{_INDENT}{line}", overflow="crop", no_wrap=True)


def _entry(one: Candidate | Statement) -> None:
    """A finding: what it is and its value, and below, why."""
    label = f"{_WORDS.get(one.status, one.status)} {one.category}"
    say(f"  {label}  {clip(one.value, 2 * console().width - len(label) - 12)}")
    near = next(iter(one.near), None) if isinstance(one, Candidate) else None
    if near is not None:
        why = f"near {clip(near.value, console().width)}: {near.difference}{_at(near.where)}"
    else:
        why = f"{one.basis}{_at(one.where)}"
    say(f"      {why}", "dim")


def _line(where: Where | None) -> str:
    return number(where.line) if where is not None and where.line else "-"


def _at(where: Where | None) -> str:
    if where is None or not where.line:
        return ""
    return f", line {where.line}" + (f", column {where.column}" if where.column else "")
