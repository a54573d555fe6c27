"""What a summary leaves out of what was said: standing rules, questions, deeds, and messages that nobody heard.

This is the part of what statements tell that a summary which says nothing has too (see ``auditing.missing``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.reports.record import Statement
from threefold.auditing.reports.reporting import Reporter, cut
from threefold.auditing.statements.carrying import Carried, unasked, unheard, untold
from threefold.auditing.statements.ranked import Said, lost_rules
from threefold.auditing.statements.rules import Rule
from threefold.session import Compaction, Session

MOST = 100
"""Statements of one category that a record lists."""


def within(found: Iterable[Statement]) -> tuple[Statement, ...]:
    """The first of each category, as many as a record lists."""
    counts: dict[str, int] = {}
    kept = []
    for one in found:
        counts[one.category] = counts.get(one.category, 0) + 1
        if counts[one.category] <= MOST:
            kept.append(one)
    return tuple(kept)


def rules_lost(
    rules: Sequence[Rule],
    stated: Said,
    report: Reporter,
    summary: str = "",
    humans: Sequence[tuple[int, str]] = (),
) -> list[Statement]:
    """The standing rules that the summary lost or turned round, most binding first; none that it tells with the same
    values in another form, and none that a human turned round themselves in what they said later."""
    found = lost_rules(rules, stated)[:MOST]
    if found and summary:
        from threefold.auditing.statements.stated import Stated  # who has no summary needs neither
        from threefold.auditing.statements.told import respelled

        again = respelled(summary, [rule.text for rule in found])
        if again != summary:
            found = lost_rules(found, Stated(again))
    told = [(rule, _rule(rule, stated, report)) for rule in found]
    if all(one.status == "lost" for _, one in told):
        return [one for _, one in told]
    from threefold.auditing.statements.late import typed
    from threefold.auditing.statements.loosened import released  # who has no summary needs neither

    said = [(event, line) for event, text in humans[-_HEARD:] for line in typed(text[:_READ])]
    return [
        one
        for rule, one in told
        if one.status == "lost"
        or rule.source != "human"
        or not any(event > rule.event and released(rule.text, one.evidence, line) for event, line in said)
    ]


_HEARD, _READ = 100, 2_000
"""What humans said last, and characters of each text that are read for what ends a rule."""


def _rule(rule: Rule, stated: Said, report: Reporter) -> Statement:
    against = stated.opposed(rule.text) or stated.contradicts(rule)
    what = "its order of steps" if rule.steps else "its words and its polarity"
    basis = "the summary says the opposite" if against else f"{what} stand in no sentence of the summary"
    return Statement(
        category="rule",
        value=cut(rule.text),
        status="contradicted" if against else "lost",
        basis=f"{_SOURCES[rule.source]}; {basis}",
        where=report.where(rule.event, Origin.HUMAN if rule.source == "human" else Origin.HARNESS),
        evidence=cut(against),
    )


_SOURCES = {
    "human": "a human's rule",
    "system": "a rule of the system prompt",
    "harness": "a rule the harness gave",
    "memory": "a rule of a memory file, which the harness loads again",
}


def not_carried(summary: str, carried: Carried, report: Reporter, answered: bool) -> list[Statement]:
    """Open questions and deeds that are not to be done twice, of which the summary does not speak."""
    asked = "asked of the person and not answered; no sentence of the summary speaks of it"
    done = "it was done, and the summary does not tell of any {}: the next model may do it again"
    found = [
        Statement(category="question", value=cut(one.text), status="lost", basis=asked, where=report.where(one.event))
        for one in (() if answered else unasked(carried, summary))
    ]
    for deed, event, command in untold(carried, summary):
        where = report.where(event, Origin.RESULT)
        found.append(
            Statement(category="deed", value=cut(command), status="lost", basis=done.format(deed), where=where)
        )
    return found


def messages_lost(session: Session, compaction: Compaction, report: Reporter) -> tuple[Statement, ...]:
    """The messages of humans that a compaction went over."""
    basis = "a human's message that was neither summarised nor kept"
    return tuple(
        Statement(category="message", value=cut(text), status="lost", basis=basis, where=report.where(event, 1))
        for event, text in unheard(session, compaction)
    )
