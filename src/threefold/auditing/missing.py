"""What a summary that says nothing would lose: that is what a summariser is to be told.

The audit of such a summary finds the same, and for it all is loaded that compares what a summary says; a person waits
for this.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import msgspec

from threefold.auditing.facts.phrases import overlap
from threefold.auditing.facts.recall import Recall, Shelf
from threefold.auditing.folding import Folding
from threefold.auditing.gathering import Gathering
from threefold.auditing.grounds.coverage import Asserted, Loss, losses
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.reports import compliance
from threefold.auditing.reports.record import Candidate, Statement
from threefold.auditing.reports.reporting import Reporter
from threefold.auditing.reports.stages import Stages
from threefold.auditing.resuming import Past
from threefold.auditing.scope import categories, finder
from threefold.auditing.settings import AuditSettings
from threefold.auditing.statements.late import Late, claim_of, lines
from threefold.auditing.statements.late import said as about_of
from threefold.auditing.statements.left import messages_lost, not_carried, rules_lost, within
from threefold.auditing.statements.rules import Rule
from threefold.auditing.statements.summary import body
from threefold.auditing.statements.unkept import may_lack, unkept
from threefold.session import Compaction, Session
from threefold.text.later import later
from threefold.work.model import Item, Records
from threefold.work.sentences.force import Later

Steps = Callable[[int, Records], Sequence[Item]]
"""Gives the steps that are open before an event, of a session whose records the other gives."""
_NO_LOSS: list[Loss] = []
_NONE_SAID: tuple[Statement, ...] = ()
_NONE_SET: tuple[str, ...] = ()
_NONE_TOLD: Container[tuple[str, str]] = ()


class Missing(msgspec.Struct, frozen=True):
    """The statements that are lost, and the facts of the ranked list, as the record of an audit has them; and what the
    model last said of values that it set."""

    statements: tuple[Statement, ...]
    ranked: tuple[Candidate, ...]
    changed: tuple[str, ...] = ()
    said: tuple[tuple[int, str], ...] = ()
    """what people said, by event"""


class _Silent:
    """A summary that says nothing of any rule (see ``ranked.Said``)."""

    exhausted = False

    def survives(self, rule: Rule) -> bool:
        return False

    def opposed(self, text: str, *, openly: bool = False) -> str:
        return ""

    def contradicts(self, rule: Rule) -> str:
        return ""


def missing(
    session: Session,
    compaction: Compaction,
    settings: AuditSettings,
    shelf: Shelf | None = None,
    past: Past | None = None,
    steps: Steps | None = None,
) -> Missing:
    """What the summary of a compaction lacks, which says nothing: no fact, no quote, nothing that is done or open.

    Never raises for what the session holds: what cannot be found is left out. ``shelf`` and ``past`` as for an audit;
    ``steps`` comes from those who fold the work themselves, so that it is folded once.
    """
    stages, find = Stages(None), finder(categories(settings), frozenset(settings.path_markers))
    recall = None if shelf is None else Recall(find, shelf)
    gathering = Gathering(session, find, (), recall, past)
    gathering.keeps = False
    found = stages.do(
        "missing", Missing((), ()), lambda: _found(session, compaction, settings, gathering, stages, steps)
    )
    if recall is not None:
        recall.close()
    return found


def _found(
    session: Session,
    compaction: Compaction,
    settings: AuditSettings,
    gathering: Gathering,
    stages: Stages,
    steps: Steps | None,
) -> Missing:
    locked = compliance.vocabulary(settings.compliance_vocab) if settings.check_compliance else None
    folding = gathering.folded(compaction, (), locked, stages)
    text, cap = body(compaction.summary), settings.max_facts_per_category
    report, nothing = Reporter(session, cap), Asserted((), text)
    least = settings.critical_number_count
    lost = stages.do("coverage", _NO_LOSS, lambda: losses(folding.ledger, nothing, None, least, cap + 1))
    told = stages.do("earlier", _NONE_TOLD, lambda: gathering.earlier.told(compaction, nothing, lost))
    coverage, _, _ = report.coverage(lost, told)
    messages = stages.do("messages", _NONE_SAID, lambda: messages_lost(session, compaction, report))
    said = stages.do("statements", _NONE_SAID, lambda: _said(text, folding, compaction, report, steps))
    changed = stages.do("values", _NONE_SET, lambda: values_set(folding.heard.late, folding.heard.humans.texts))
    return Missing(messages + said, coverage.ranked, changed, tuple(folding.heard.humans.texts))


def _said(
    text: str, folding: Folding, compaction: Compaction, report: Reporter, steps: Steps | None
) -> tuple[Statement, ...]:
    """What was said and is lost, in the order of a record: rules of humans first, those of others last."""
    heard = folding.heard
    rules = rules_lost(heard.rules, _Silent(), report)
    found = [one for one in rules if "human" in one.basis]
    found += not_carried(text, heard.carried, report, answered=False)
    if may_lack(text, heard.found):
        working, event = folding.working, compaction.event
        if steps is not None:
            left = steps(event, working.twice.records)
        else:
            left = working.at(event, taken_back=False, took_back=heard.took_back, found=True).next_steps
        found += unkept(text, left, report.where)
    return within([*found, *(one for one in rules if "human" not in one.basis)])


_SETS = later(
    r"(?i)\b(?:set|raised|lowered|changed|increased|reduced|bumped|extended|shortened|cut|limited|moved|switched) (?:\S+ ){0,5}?(?:to|at) [`*\"$]*\d"
    r"|\b(?:is|are) (?:now [`*$]*\d|[`*$]*\d[\d.,]* ?[\w%]* now\b)|(?:改[为成到]|设[为成到]|调[到成至]|调整[为到]|[高低少长短加]到|换成)[了 `*]*\d"
)
_COUNTS = later(r"(?i)\btests?\b|\bpass|\bfail|\bfiles?\b|\?|测试|用例|通过|？")
"""What is counted, and not set; and what is asked."""
_LONGEST = 240  # characters of a sentence that is told whole
_LAST = 8
_ANEW = 0.6  # of what a sentence tells beside its values stands in a later one: it was set anew


def values_set(late: Late, humans: Sequence[tuple[int, str]] = ()) -> tuple[str, ...]:
    """The sentences in which the model said at the end of a record to which values it set things, each thing once, and
    none to which a person set it anew since."""
    found: list[tuple[set[str], str]] = []
    later_on = Later(humans)
    for one in late.of(Origin.MODEL):
        for line in lines(one.text):
            if len(line) <= _LONGEST and _SETS.search(line) and claim_of(line).words and not _COUNTS.search(line):
                if later_on.ended(line, one.event):
                    continue
                about = {word for word in about_of(line) if not word[:1].isdigit()}
                found = [known for known in found if overlap(known[0], about) < _ANEW]
                found.append((about, " ".join(line.split())))
    return tuple(text for _, text in found[-_LAST:])
