"""The audit of one compaction, stage by stage: its summary beside the events that it was made from."""

from __future__ import annotations

import functools
from collections.abc import Callable, Container

import msgspec

from threefold.auditing.asserting import Asserting
from threefold.auditing.earlier import ELSEWHERE
from threefold.auditing.facts.fact import CATEGORIES, NORMAL_FORMS, ORIGINAL_CATEGORIES
from threefold.auditing.folding import Folding
from threefold.auditing.gathering import Gathering
from threefold.auditing.grounds import suspects
from threefold.auditing.grounds.corrected import corrected, set_by, undone
from threefold.auditing.grounds.coverage import Asserted, Loss, losses
from threefold.auditing.grounds.fidelity import Judge
from threefold.auditing.grounds.findings import ALTERED, DERIVED, EQUIVALENT, UNVERIFIED, VERIFIED, Finding
from threefold.auditing.grounds.likeness import Likeness
from threefold.auditing.grounds.lines import Lines
from threefold.auditing.grounds.outside import Outside
from threefold.auditing.ledger.ledger import Ledger, gaps
from threefold.auditing.reports import compliance as words
from threefold.auditing.reports import record as records
from threefold.auditing.reports.heading import headline
from threefold.auditing.reports.record import AuditRecord, Coverage, Statement
from threefold.auditing.reports.reporting import Reporter, tallied
from threefold.auditing.reports.stages import Stages
from threefold.auditing.scope import categories, finder
from threefold.auditing.settings import AuditSettings
from threefold.auditing.statements import statements as said
from threefold.auditing.statements.carrying import queued
from threefold.auditing.statements.left import messages_lost
from threefold.auditing.statements.reverted import reverted
from threefold.auditing.statements.summary import body, essence
from threefold.auditing.statements.tasks import listed, none_open, speaks_of_tasks
from threefold.auditing.statements.unkept import may_lack
from threefold.session import Compaction, Session
from threefold.work.model import Work

_NO_LOSS: list[Loss] = []
_NO_FINDING: list[Finding] = []
_NONE_SAID: tuple[Statement, ...] = ()
_NO_GAP: tuple[str, ...] = ()
_NONE_TOLD: Container[tuple[str, str]] = ()


class Comparison:
    """The audit of one compaction."""

    def __init__(
        self, session: Session, compaction: Compaction, settings: AuditSettings, clock: Callable[[], float] | None
    ) -> None:
        self.session, self.compaction, self.settings = session, compaction, settings
        self.stages = Stages(clock)
        self.categories = categories(settings)
        self.finder = finder(self.categories, frozenset(settings.path_markers))
        self.summary = Asserting(self.finder)
        self.answered = False  # by a human, in what was kept beside the summary
        self._aside = False
        self._cut = False

    def prepare(self) -> None:
        """Read the summary: its facts, and the letters to look for in the events."""
        if not self.compaction.unreadable:
            self.stages.do("summary", None, lambda: self.summary.read(self.session, self.compaction))

    def lay_aside(self) -> None:
        """Forget what was read of the summary until the record is made: a log has hundreds of them."""
        if not self.stages.failures:
            self.summary, self._aside = Asserting(self.finder), True

    def failed(self, at: str) -> AuditRecord:
        """The record of an audit that could not be done at all."""
        return AuditRecord(
            at=at,
            signal=records.FAILED,
            session_id=self.session.id,
            compaction_id=self.compaction.id,
            ledger_incomplete=True,
            unauditable="the audit itself failed",
            failures=tuple(self.stages.failures),
        )

    def record(self, gathering: Gathering, at: str, all_facts: bool) -> AuditRecord:
        """The record, with all that the stages before it came to."""
        if self._aside:
            self.prepare()
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
            return self._nothing_to_read(base, gathering, all_facts)
        return self._compare(base, gathering, all_facts)

    def _nothing_to_read(self, base: AuditRecord, gathering: Gathering, all_facts: bool) -> AuditRecord:
        """The record of a summary that cannot be read. Where there simply is none, what went is lost."""
        compaction, cap = self.compaction, self.settings.max_facts_per_category
        coverage = Coverage()
        if len(compaction.covers) and not any(word in compaction.unreadable for word in ELSEWHERE):
            ledger = gathering.folded(compaction, self.summary.needles, None, self.stages).ledger
            kept = self._kept(gathering)
            least = self.settings.critical_number_count
            nothing = Asserted((), "")
            lost = self.stages.do("coverage", _NO_LOSS, lambda: losses(ledger, nothing, kept, least, cap + 1))
            told = self._told(gathering, nothing, lost, all_facts)
            coverage, _, _ = Reporter(self.session, cap).coverage(lost, told)
        return msgspec.structs.replace(
            base,
            unauditable=compaction.unreadable or "the summary is empty",
            ledger_incomplete=True,
            incomplete=compaction.gaps,
            coverage=coverage,
            failures=tuple(self.stages.failures),
        )

    def _compare(self, base: AuditRecord, gathering: Gathering, all_facts: bool) -> AuditRecord:
        settings, text, stages = self.settings, self.summary.text, self.stages
        vocabulary = words.vocabulary(settings.compliance_vocab) if settings.check_compliance else None
        folding = gathering.folded(self.compaction, self.summary.needles, vocabulary, stages)
        ledger = folding.ledger
        kept = self._kept(gathering)
        findings = self._findings(ledger, kept, gathering)
        asserted, cap = Asserted(self.summary.facts, text), settings.max_facts_per_category
        asserted.take(stages.do("undone", [], lambda: self._settled(ledger, findings)))
        least = settings.critical_number_count
        lost = stages.do("coverage", _NO_LOSS, lambda: losses(ledger, asserted, kept, least, cap + 1))
        compliance = None
        if vocabulary is not None:
            original, version = set(folding.standing.found), settings.compliance_fp_version
            compliance = stages.do("compliance", None, lambda: words.check(vocabulary, original, text, version))
        incomplete = stages.do("completeness", _NO_GAP, lambda: gaps(ledger, self.session, self.compaction))
        report = Reporter(self.session, cap)
        coverage, lost_counts, cut = report.coverage(lost, self._told(gathering, asserted, lost, all_facts))
        spoken = self._spoken(folding, report, not incomplete)
        fidelity = report.fidelity(findings)
        stages.do("past", None, lambda: gathering.keep(folding, stages))
        found = msgspec.structs.replace(
            base,
            summary_facts_count=len(findings),
            leaf_facts_count=sum(min(len(known), cap) for known in ledger.facts.values()),
            leaf_events_count=ledger.events,
            leaf_char_count=ledger.characters,
            reasoning_char_count=ledger.reasoning_characters,
            ledger_incomplete=bool(incomplete),
            incomplete=incomplete,
            truncated=cut or self._cut or report.truncated or any(len(known) > cap for known in ledger.facts.values()),
            fidelity=fidelity,
            headline=headline(fidelity, coverage, spoken, not incomplete),
            coverage=coverage,
            by_category=tallied(findings, lost_counts, self.categories),
            compliance=compliance,
            statements=spoken,
            facts=report.all(findings) if all_facts else None,
            failures=tuple(stages.failures),
            timings=stages.timings,
        )
        if settings.opt_in_inject:
            from threefold.auditing.repair import repair  # few ask for it

            block = stages.do("repair", None, lambda: repair(self.session, found, rules=True))
            found = msgspec.structs.replace(found, inject=block, failures=tuple(stages.failures))
        return found

    def _told(
        self, gathering: Gathering, asserted: Asserted, lost: list[Loss], all_facts: bool
    ) -> Container[tuple[str, str]]:
        """The losses that the records of earlier compactions list; none where everything is to be listed here."""
        if all_facts:
            return ()
        told = gathering.earlier.told
        return self.stages.do("earlier", _NONE_TOLD, lambda: told(self.compaction, asserted, lost))

    def _findings(self, ledger: Ledger, kept: Ledger | None, gathering: Gathering) -> list[Finding]:
        """What became of everything that the summary asserts."""
        summary, stages = self.summary, self.stages
        judge = Judge(ledger, self.session.cwd, self.session, summary.facts, summary.text)
        findings: list[Finding] = stages.do("fidelity", [], lambda: [judge.judge(claim) for claim in summary.claims])
        self._cut = judge.exhausted
        before, like = findings, functools.partial(self._again, ledger, judge)
        findings = before = stages.do("amounts", before, lambda: like(before))
        findings = stages.do("reckoned", before, lambda: self._reckoned(ledger, judge, before))
        places = summary.context.of(summary.suspects)
        altered = functools.partial(suspects.altered, summary.suspects, ledger, places, judge.around)
        findings += stages.do("suspects", _NO_FINDING, lambda: list(altered()))
        findings += stages.do("tokens", _NO_FINDING, lambda: self._like(ledger, judge))
        findings += stages.do("places", _NO_FINDING, lambda: self._places(ledger, judge))
        around = summary.context.around
        findings += stages.do("corrections", _NO_FINDING, lambda: corrected(ledger, summary.text, around))
        before_them = findings
        findings = stages.do("wanted", before_them, lambda: self._wanted(ledger, before_them))
        findings += stages.do("changes", _NO_FINDING, lambda: self._reverted(ledger, findings))
        return stages.do("outside", findings, lambda: self._outside(findings, kept, gathering.outside))

    def _again(self, ledger: Ledger, judge: Judge, findings: list[Finding]) -> list[Finding]:
        """The findings, with another look at the amounts that stand nowhere."""
        if judge.around is None or all(one.status not in (UNVERIFIED, ALTERED) for one in findings):
            return findings
        like = Likeness(self.session, self.compaction, ledger, judge.around, judge.deriving)
        return like.again(findings)

    def _reckoned(self, ledger: Ledger, judge: Judge, findings: list[Finding]) -> list[Finding]:
        """The findings, without those that follow from values of the log."""
        if judge.around is None or all(one.status not in (UNVERIFIED, ALTERED) for one in findings):
            return findings
        from threefold.auditing.grounds.following import Following  # few ask for it

        like = Likeness(self.session, self.compaction, ledger, judge.around, judge.deriving)
        return Following(self.session, self.compaction, ledger, judge.around, like).again(findings)

    def _like(self, ledger: Ledger, judge: Judge) -> list[Finding]:
        """The values that no rule reads and that stand in the log with a slip in them."""
        summary = self.summary
        if judge.around is None or not summary.tokens:
            return []
        like = Likeness(self.session, self.compaction, ledger, judge.around, judge.deriving)
        sentences = summary.context.of([one.fact for one in summary.tokens])
        return list(like.altered(summary.tokens, sentences))

    def _places(self, ledger: Ledger, judge: Judge) -> list[Finding]:
        """The lines of files that the log shows nowhere while it names others of the same file."""
        summary = self.summary
        if judge.around is None or not summary.places:
            return []
        sentences = summary.context.of([one.fact for one in summary.places])
        return list(Lines(ledger, judge.around).altered(summary.places, sentences))

    def _settled(self, ledger: Ledger, findings: list[Finding]) -> list[str]:
        """The corrections that the summary need not tell: it has them, or they were turned round later."""
        told = [one.assertion.fact for one in findings if one.status == VERIFIED]
        return [*undone(ledger), *(fact.normal for fact in told if fact.category == "correction")]

    def _reverted(self, ledger: Ledger, findings: list[Finding]) -> list[Finding]:
        """The values that somebody replaced and the summary gives as they were, but those that are found already."""
        found = {one.assertion.fact.start for one in findings if one.status in (ALTERED, UNVERIFIED)}
        made = ledger.changes.found
        return (
            [one for one in reverted(made, self.summary.text) if one.assertion.fact.start not in found] if made else []
        )

    def _wanted(self, ledger: Ledger, findings: list[Finding]) -> list[Finding]:
        """The findings, but that amounts which a person set stand in the log however they are spelled there: 90 % where
        they answered "90" to "80 %?"."""
        made = [one for one in ledger.changes.found if one.human]
        return [set_by(one, made) if made and one.status in (ALTERED, UNVERIFIED) else one for one in findings]

    def _spoken(self, folding: Folding, report: Reporter, complete: bool) -> tuple[Statement, ...]:
        """What was said, as opposed to values, and the messages that nobody heard."""
        before = [self.session.compactions[number] for number in self.compaction.earlier]
        earlier = [(one.event, body(one.summary)) for one in before]
        work = self.stages.do("work", Work(), lambda: self._work(folding))
        text, heard, ledger, facts = self.summary.text, folding.heard, folding.ledger, self.summary.facts
        spoken = self.stages.do(
            "statements",
            _NONE_SAID,
            lambda: said.statements(
                text, heard, ledger, facts, work, report, complete, earlier, self.answered, self._queued
            ),
        )
        missed = functools.partial(messages_lost, self.session, self.compaction, report)
        return self.stages.do("messages", _NONE_SAID, missed) + spoken

    def _kept(self, gathering: Gathering) -> Ledger | None:
        """The ledger of what the harness kept verbatim beside the summary."""
        none: Folding | None = None
        beside = self.stages.do("kept", none, lambda: gathering.kept_beside(self.compaction, self.summary.needles))
        if beside is None:
            return None
        self.answered = beside.humans_spoke
        return beside.ledger

    def _queued(self) -> list[str]:
        """What people typed before the compaction while the model was at work."""
        return queued(self.session, self.compaction.event)

    def _work(self, folding: Folding) -> Work:
        """The state of the work before the compaction; a second pass over the log, made only if it can matter: what a
        person took back does to a summary that lists something as open, what is open to one that says nothing is."""
        heard, text = folding.heard, self.summary.text
        found = bool(none_open(text)) or may_lack(text, heard.found)
        if found or folding.has_tasks or heard.planned or (heard.took_back and speaks_of_tasks(text)):
            taken_back = any(item.open for item in listed(text))
            event, took_back = self.compaction.event, heard.took_back
            return folding.working.at(event, taken_back=taken_back, took_back=took_back, found=found)
        return Work()

    def _outside(self, findings: list[Finding], kept: Ledger | None, outside: Outside) -> list[Finding]:
        """Facts that stand only in what was kept beside the summary, in an earlier summary, or elsewhere in the log."""
        open_ = [one for one in findings if one.status in (ALTERED, UNVERIFIED, DERIVED)]
        if not open_:
            return findings
        if kept is not None:
            judge = Judge(kept, self.session.cwd, self.session)
            answers = {id(one): judge.told(one.assertion) for one in open_}
            findings = [
                told._replace(basis="kept verbatim beside the summary")
                if (told := answers.get(id(one))) is not None and told.status in (VERIFIED, EQUIVALENT)
                else one
                for one in findings
            ]
        return outside.mark(self.compaction, findings)


def _range(compaction: Compaction) -> dict[str, int] | None:
    if compaction.shadowed is not None:
        start, end = compaction.shadowed
    elif len(compaction.covers):
        start, end = compaction.covers[0], compaction.covers[-1]
    else:
        return None
    return {"start": start, "end": end}
