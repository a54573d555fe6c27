"""The audit of one compaction, stage by stage. Pure: the session's bytes, the settings and the time are arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from threefold.auditing import compliance as words
from threefold.auditing import record as records
from threefold.auditing import statements as said
from threefold.auditing import suspects
from threefold.auditing.carrying import unheard
from threefold.auditing.corrected import corrected
from threefold.auditing.coverage import Asserted, Loss, losses
from threefold.auditing.facts import CATEGORIES, NORMAL_FORMS, ORIGINAL_CATEGORIES, Fact
from threefold.auditing.fidelity import Judge
from threefold.auditing.findings import (
    ALTERED,
    DERIVED,
    EQUIVALENT,
    UNVERIFIED,
    VERIFIED,
    Assertion,
    Finding,
    assertions,
)
from threefold.auditing.folding import Folding
from threefold.auditing.ledger import Ledger
from threefold.auditing.outside import Outside
from threefold.auditing.recall import Recall, Shelf
from threefold.auditing.record import AuditRecord, Coverage, Failure, Statement, place_of
from threefold.auditing.repair import repair
from threefold.auditing.reporting import Reporter, cut, headline, tallied
from threefold.auditing.resuming import Past, resumed, saved, worth_saving
from threefold.auditing.scope import categories, finder
from threefold.auditing.settings import AuditSettings
from threefold.auditing.spelling import needles_of
from threefold.auditing.summary import Context, body, essence
from threefold.auditing.tasks import speaks_of_tasks
from threefold.session import Compaction, Session
from threefold.work.model import Work

T = TypeVar("T")
_NO_LOSS: list[Loss] = []
_ELSEWHERE = (
    "encrypted",
    "provider",
    "beside it",
    "is known",
)  # there is a summary, and only this log does not hold it


def audit(
    session: Session,
    compaction: Compaction,
    *,
    settings: AuditSettings | None = None,
    at: str = "",
    clock: Callable[[], float] | None = None,
    all_facts: bool = False,
    shelf: Shelf | None = None,
    past: Past | None = None,
) -> AuditRecord:
    """Compare one compaction's summary with the events it was made from.

    ``shelf`` keeps which facts stand in which text, for another audit of the same log under the same settings, and
    ``past`` all that was found in it.
    ``at`` is the time for the record (ISO 8601). ``clock`` gives seconds, for the record's timings. ``all_facts`` puts
    the verified facts into the record too. Never raises for what the session holds: a stage that fails is named in
    ``failures`` and the others still answer; a record in which nothing could be done has the signal
    ``compaction.audit.failed``.
    """
    (record,) = audit_each(
        session, [compaction], settings=settings, at=at, clock=clock, all_facts=all_facts, shelf=shelf, past=past
    )
    return record


def audit_all(
    session: Session,
    compactions: Sequence[Compaction] | None = None,
    *,
    settings: AuditSettings | None = None,
    at: str = "",
    clock: Callable[[], float] | None = None,
    all_facts: bool = False,
    shelf: Shelf | None = None,
) -> list[AuditRecord]:
    """One record for each of the compactions (all, if none are given), as ``audit`` makes it.

    Given in the order of the log, each event is folded once, however many summaries go back to it.
    """
    return list(
        audit_each(session, compactions, settings=settings, at=at, clock=clock, all_facts=all_facts, shelf=shelf)
    )


def audit_each(
    session: Session,
    compactions: Sequence[Compaction] | None = None,
    *,
    settings: AuditSettings | None = None,
    at: str = "",
    clock: Callable[[], float] | None = None,
    all_facts: bool = False,
    shelf: Shelf | None = None,
    past: Past | None = None,
) -> Iterator[AuditRecord]:
    """The records of ``audit_all`` one after the other, for logs whose records are too many to be held at once.

    ``past`` serves an audit of a single compaction, as ``audit`` says."""
    chosen = session.compactions if compactions is None else compactions
    made = 0
    try:
        for record in _records(session, chosen, settings or AuditSettings(), at, clock, all_facts, shelf, past):
            made += 1
            yield record
    except Exception as error:  # what is outside of every stage; what was not made yet is lost, and the caller nothing
        failure = Failure("audit", f"{type(error).__name__}: {error}"[:500])
        for one in chosen[made:]:
            yield AuditRecord(
                at=at,
                signal=records.FAILED,
                session_id=session.id,
                compaction_id=one.id,
                ledger_incomplete=True,
                unauditable="the audit itself failed",
                failures=(failure,),
            )


def _records(
    session: Session,
    chosen: Sequence[Compaction],
    settings: AuditSettings,
    at: str,
    clock: Callable[[], float] | None,
    all_facts: bool,
    shelf: Shelf | None,
    past: Past | None,
) -> Iterator[AuditRecord]:
    runs = [_Run(session, one, settings, clock) for one in chosen]
    for run in runs:
        run.prepare()
    needles = list(dict.fromkeys(needle for run in runs for needle in run.needles))
    shared: Folding | None = None
    recall = Recall(runs[0].finder, shelf) if shelf is not None and runs else None
    outside = Outside(session)
    if len(runs) > 1:  # one pass over the log for all of them, instead of one for each
        outside.expect(claim.fact for run in runs for claim in run.claims)
    runs.reverse()
    while runs:  # each is let go with its record
        run = runs.pop()
        run.folding, run.all_needles, run.outside, run.recall = shared, needles, outside, recall
        run.past = past if len(chosen) == 1 else None
        none: AuditRecord | None = None
        record = run.stage("record", none, functools.partial(run.record, at, all_facts))
        yield record if record is not None else run.failed(at)
        shared = run.folding
    if recall is not None:
        recall.close()


class _Run:
    """One audit. Each stage is isolated: its failure is noted, and its answer is the empty one."""

    def __init__(
        self, session: Session, compaction: Compaction, settings: AuditSettings, clock: Callable[[], float] | None
    ) -> None:
        self.session, self.compaction, self.settings = session, compaction, settings
        self.clock = clock or (lambda: 0.0)
        self.failures: list[Failure] = []
        self.timings: dict[str, float] = {}
        self.categories = categories(settings)
        self.finder = finder(self.categories, frozenset(settings.path_markers))
        self.text = ""
        self.facts: list[Fact] = []
        self.claims: list[Assertion] = []
        self.suspects: list[Fact] = []
        self.answered = False  # by a human, in what was kept beside the summary
        self.context = Context("")
        self.needles: list[bytes] = []
        self.all_needles: Sequence[bytes] = ()
        self.folding: Folding | None = None
        self.outside = Outside(session)
        self.recall: Recall | None = None
        self.past: Past | None = None

    def stage(self, name: str, empty: T, work: Callable[[], T]) -> T:
        """Do a piece of work; on any exception note it and answer ``empty``."""
        begun = self.clock()
        try:
            return work()
        except Exception as error:  # the audit may never cost its caller anything
            self.failures.append(Failure(name, f"{type(error).__name__}: {error}"[:500], place_of(error)))
            return empty
        finally:
            self.timings[name] = self.timings.get(name, 0.0) + round(self.clock() - begun, 6)

    def failed(self, at: str) -> AuditRecord:
        """The record of an audit that could not be done at all."""
        return AuditRecord(
            at=at,
            signal=records.FAILED,
            session_id=self.session.id,
            compaction_id=self.compaction.id,
            ledger_incomplete=True,
            unauditable="the audit itself failed",
            failures=tuple(self.failures),
        )

    def record(self, at: str, all_facts: bool) -> AuditRecord:
        compaction, settings = self.compaction, self.settings
        base = AuditRecord(
            at=at,
            scope=records.scope(
                [c for c in CATEGORIES if c in self.categories], self.categories == ORIGINAL_CATEGORIES
            ),
            session_id=self.session.id,
            compaction_id=compaction.id,
            summary_model=compaction.model,
            shadowed_seqs_count=compaction.shadowed_count
            if compaction.shadowed_count is not None
            else len(compaction.covers),
            shadowed_range=_range(compaction),
            summary_char_count=len(compaction.summary),
            fingerprint=records.fingerprint(self.session.id, compaction.index, essence(compaction.summary), settings),
            opt_in_inject=settings.opt_in_inject,
            normal_forms={category: NORMAL_FORMS[category] for category in CATEGORIES if category in self.categories},
        )
        if compaction.unreadable or not compaction.summary.strip():
            return self._nothing_to_read(base)
        return self._compare(base, all_facts)

    def _nothing_to_read(self, base: AuditRecord) -> AuditRecord:
        """The record of a summary that cannot be read. Where there simply is none, what went is lost."""
        compaction, cap = self.compaction, self.settings.max_facts_per_category
        coverage = Coverage()
        if len(compaction.covers) and not any(word in compaction.unreadable for word in _ELSEWHERE):
            ledger = self._folded(None).ledger
            kept = self.stage("kept", None, self._kept)
            least = self.settings.critical_number_count
            nothing = Asserted((), "")
            lost = self.stage("coverage", _NO_LOSS, lambda: losses(ledger, nothing, kept, least, cap + 1))
            coverage, _ = Reporter(self.session, cap).coverage(lost)
        return msgspec.structs.replace(
            base,
            unauditable=compaction.unreadable or "the summary is empty",
            ledger_incomplete=True,
            incomplete=compaction.gaps,
            coverage=coverage,
            failures=tuple(self.failures),
        )

    def prepare(self) -> None:
        """Read the summary: its facts, and the letters to look for in the events."""
        if not self.compaction.unreadable:
            self.stage("summary", None, self._read_summary)

    def _read_summary(self) -> None:
        self.text = body(self.compaction.summary)
        self.facts = self.finder.facts(self.text)
        self.context = Context(self.text)
        self.claims = assertions(self.facts, self.context.of(self.facts))
        self.needles = [needle for claim in self.claims for needle in needles_of(claim.fact, self.session.cwd)]
        self.suspects = suspects.suspects(self.text, self.facts, self.categories)
        self.needles += suspects.needles_of(self.suspects)
        self.needles += said.needles(self.text)

    def _folded(self, locked: words.Vocabulary | None) -> Folding:
        """The events behind the summary, folded: what earlier audits folded is taken over where it fits."""
        folding = self.folding
        if folding is not None and folding.leads_to(self.compaction, self.needles):
            leaves = folding.further(self.compaction)
        else:
            leaves = list(self.session.leaves(self.compaction))
            if folding is None or not folding.can_go_on_to(leaves, self.needles):
                folding = self._resumed(locked, leaves) or Folding(
                    self.session,
                    self.finder,
                    self.all_needles,
                    locked,
                    folding,
                    self.recall,
                    None if self.past is None else [],
                )
        self.folding = folding
        self.stage("ledger", None, lambda: folding.fold(leaves, self.compaction.index))
        return folding

    def _resumed(self, locked: words.Vocabulary | None, leaves: Sequence[int]) -> Folding | None:
        """The folding of the log's beginning that was kept, if there is one."""
        kept = None if self.past is None else self.past.load()
        if not kept:
            return None
        none: Folding | None = None
        go_on = functools.partial(resumed, self.session, self.finder, self.all_needles, locked, self.recall)
        return self.stage("past", none, lambda: go_on(leaves, kept))

    def _keep(self, folding: Folding) -> None:
        """Keep the folding for the next audit of this log."""
        if self.past is not None and not self.failures and worth_saving(folding):
            data = saved(folding, self.finder)
            if data:
                self.past.save(data)

    def _compare(self, base: AuditRecord, all_facts: bool) -> AuditRecord:
        settings, text = self.settings, self.text
        vocabulary = words.vocabulary(settings.compliance_vocab) if settings.check_compliance else None
        folding = self._folded(vocabulary)
        ledger, heard = folding.ledger, folding.heard
        self.stage("past", None, lambda: self._keep(folding))
        kept = self.stage("kept", None, self._kept)
        judge = Judge(ledger, self.session.cwd, self.session)
        nothing: list[Finding] = []
        findings: list[Finding] = self.stage("fidelity", [], lambda: [judge.judge(claim) for claim in self.claims])
        places = self.context.of(self.suspects)
        findings += self.stage("suspects", nothing, lambda: list(suspects.altered(self.suspects, ledger, places)))
        findings += self.stage("corrections", nothing, lambda: corrected(ledger, text, self.context.around))
        findings = self.stage("outside", findings, lambda: self._outside(findings, kept))
        asserted, cap = Asserted(self.facts, text), settings.max_facts_per_category
        lost: list[Loss] = self.stage(
            "coverage", [], lambda: losses(ledger, asserted, kept, settings.critical_number_count, cap + 1)
        )
        compliance = None
        if vocabulary is not None:
            original, version = set(folding.standing.found), settings.compliance_fp_version
            compliance = self.stage("compliance", None, lambda: words.check(vocabulary, original, text, version))
        incomplete: tuple[str, ...] = self.stage("completeness", (), lambda: self._incomplete(ledger))
        report = Reporter(self.session, cap)
        coverage, cut = report.coverage(lost)
        earlier = [body(self.session.compactions[number].summary) for number in self.compaction.earlier]
        work = self.stage("work", Work(), lambda: self._work(folding))
        spoken: tuple[Statement, ...] = self.stage(
            "statements",
            (),
            lambda: said.statements(
                text, heard, ledger, self.facts, work, report, not incomplete, earlier, self.answered
            ),
        )
        silent: tuple[Statement, ...] = ()
        spoken = self.stage("messages", silent, lambda: self._unheard(report)) + spoken
        fidelity = report.fidelity(findings)
        found = msgspec.structs.replace(
            base,
            summary_facts_count=len(findings),
            leaf_facts_count=sum(min(len(known), cap) for known in ledger.facts.values()),
            leaf_events_count=ledger.events,
            leaf_char_count=ledger.characters,
            reasoning_char_count=ledger.reasoning_characters,
            ledger_incomplete=bool(incomplete),
            incomplete=incomplete,
            truncated=cut or any(len(known) > cap for known in ledger.facts.values()),
            fidelity=fidelity,
            headline=headline(fidelity, coverage, spoken, not incomplete),
            coverage=coverage,
            by_category=tallied(findings, coverage, self.categories),
            compliance=compliance,
            statements=spoken,
            facts=report.all(findings) if all_facts else None,
            failures=tuple(self.failures),
            timings=dict(self.timings) if any(self.timings.values()) else {},
        )
        if settings.opt_in_inject:
            block = self.stage("repair", None, lambda: repair(self.session, found, rules=True))
            found = msgspec.structs.replace(found, inject=block, failures=tuple(self.failures))
        return found

    def _unheard(self, report: Reporter) -> tuple[Statement, ...]:
        """The messages of humans that a compaction went over."""
        basis = "a human's message that was neither summarised nor kept"
        return tuple(
            Statement(category="message", value=cut(text), status="lost", basis=basis, where=report.where(event, 1))
            for event, text in unheard(self.session, self.compaction)
        )

    def _work(self, folding: Folding) -> Work:
        """The state of the work before the compaction; a second pass over the log, made only if it can matter."""
        heard = folding.heard
        if (folding.has_tasks or heard.planned or heard.took_back) and speaks_of_tasks(self.text):
            return folding.progress(self.compaction.event).at(self.compaction.event)
        return Work()

    def _kept(self) -> Ledger | None:
        if not len(self.compaction.kept):
            return None
        beside = Folding(self.session, self.finder, self.needles, None, recall=self.recall)
        beside.fold(self.compaction.kept)
        self.answered = bool(beside.heard.humans.texts)
        return beside.ledger

    def _outside(self, findings: list[Finding], kept: Ledger | None) -> list[Finding]:
        """Facts that stand only in what was kept beside the summary, in an earlier summary, or elsewhere in the log."""
        open_ = [one for one in findings if one.status in (ALTERED, UNVERIFIED, DERIVED)]
        if not open_:
            return findings
        if kept is not None:
            judge = Judge(kept, self.session.cwd, self.session)
            answers = {id(one): judge.judge(one.assertion) for one in open_}
            findings = [
                answers[id(one)]._replace(basis="kept verbatim beside the summary")
                if id(one) in answers and answers[id(one)].status in (VERIFIED, EQUIVALENT)
                else one
                for one in findings
            ]
        return self.outside.mark(self.compaction, findings)

    def _incomplete(self, ledger: Ledger) -> tuple[str, ...]:
        reasons = list(self.compaction.gaps)
        if not ledger.events:
            reasons.append("no event behind this summary could be resolved")
        if ledger.redacted:
            reasons.append(f"{ledger.redacted} places of the ledger are redacted")
        tokens = self.compaction.tokens_before
        if tokens and ledger.characters < 0.7 * tokens:
            reasons.append(
                f"the ledger holds {ledger.characters} characters for {tokens} reported tokens: "
                "the log was trimmed or resumed"
            )
        return tuple(reasons)


def _range(compaction: Compaction) -> dict[str, int] | None:
    if compaction.shadowed is not None:
        start, end = compaction.shadowed
    elif len(compaction.covers):
        start, end = compaction.covers[0], compaction.covers[-1]
    else:
        return None
    return {"start": start, "end": end}
