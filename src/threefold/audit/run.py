"""The audit of one compaction, stage by stage. Pure: the session's bytes, the settings and the time are arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec

from threefold.audit import compliance as words
from threefold.audit import record as records
from threefold.audit import statements as said
from threefold.audit.coverage import Asserted, Loss, losses
from threefold.audit.facts import CATEGORIES, NORMAL_FORMS, ORIGINAL_CATEGORIES, Fact, Finder
from threefold.audit.fidelity import (
    ALTERED,
    DERIVED,
    EQUIVALENT,
    UNVERIFIED,
    VERIFIED,
    Finding,
    Judge,
    assertions,
    corrected,
    needles_of,
)
from threefold.audit.grammar import ROOT_MARKERS
from threefold.audit.ledger import Ledger, of_message
from threefold.audit.outside import stands_outside
from threefold.audit.paths import normal_path
from threefold.audit.record import AuditRecord, Failure, Statement
from threefold.audit.repair import repair
from threefold.audit.reporting import Reporter, headline
from threefold.audit.settings import AuditSettings
from threefold.audit.summary import Context, body
from threefold.audit.tasks import listed
from threefold.session import Compaction, Edit, Session, Todos
from threefold.text.unicode import Cleaned, encode
from threefold.work import Work, fold

T = TypeVar("T")
_SWITCHES = {"path": "check_paths", "uuid": "check_ids", "number": "check_numbers", "correction": "check_corrections"}


def audit(
    session: Session,
    compaction: Compaction,
    *,
    settings: AuditSettings | None = None,
    at: str = "",
    clock: Callable[[], float] | None = None,
    all_facts: bool = False,
) -> AuditRecord:
    """Compare one compaction's summary with the events it was made from.

    ``at`` is the time for the record (ISO 8601). ``clock`` gives seconds, for the record's timings. ``all_facts`` puts
    the verified facts into the record too. Never raises for what the session holds: a stage that fails is named in
    ``failures`` and the others still answer; a record in which nothing could be done has the signal
    ``compaction.audit.failed``.
    """
    settings = settings or AuditSettings()
    run = _Run(session, compaction, settings, clock)
    none: AuditRecord | None = None
    record = run.stage("record", none, lambda: run.record(at, all_facts))
    return record if record is not None else run.failed(at)


class _Run:
    """One audit. Each stage is isolated: its failure is noted, and its answer is the empty one."""

    def __init__(
        self, session: Session, compaction: Compaction, settings: AuditSettings, clock: Callable[[], float] | None
    ) -> None:
        self.session, self.compaction, self.settings = session, compaction, settings
        self.clock = clock or (lambda: 0.0)
        self.failures: list[Failure] = []
        self.timings: dict[str, float] = {}
        self._has_tasks = False
        self.categories = categories(settings)

    def stage(self, name: str, empty: T, work: Callable[[], T]) -> T:
        """Do a piece of work; on any exception note it and answer ``empty``."""
        begun = self.clock()
        try:
            return work()
        except Exception as error:  # the audit may never cost its caller anything
            self.failures.append(Failure(name, f"{type(error).__name__}: {error}"[:500]))
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
            fingerprint=records.fingerprint(self.session.id, compaction.id, compaction.summary, settings),
            opt_in_inject=settings.opt_in_inject,
            normal_forms={category: NORMAL_FORMS[category] for category in CATEGORIES if category in self.categories},
        )
        if compaction.unreadable or not compaction.summary.strip():
            return _replace(
                base,
                unauditable=compaction.unreadable or "the summary is empty",
                ledger_incomplete=True,
                incomplete=compaction.gaps,
            )
        return self._compare(base, all_facts)

    def _compare(self, base: AuditRecord, all_facts: bool) -> AuditRecord:
        settings = self.settings
        finder = _finder(self.categories, frozenset(settings.path_markers))
        text = body(self.compaction.summary)
        facts: list[Fact] = self.stage("summary", [], lambda: finder.facts(text))
        context = Context(text)
        claims = assertions(facts, context.of(facts))
        needles = [needle for claim in claims for needle in needles_of(claim.fact, self.session.cwd)]
        none: tuple[bytes, ...] = ()
        needles += self.stage("quotes", none, lambda: tuple(said.needles(text).values()))
        heard = said.Heard()
        vocabulary = words.vocabulary(settings.compliance_vocab)
        standing = words.WordsFound((*vocabulary.keep, *vocabulary.scope) if settings.check_compliance else ())
        ledger = Ledger(finder, needles)
        self.stage("ledger", None, lambda: self._fold(ledger, self.session.leaves(self.compaction), standing, heard))
        kept = self.stage("kept", None, lambda: self._kept(finder, needles))
        nothing: list[Finding] = []
        findings: list[Finding] = self.stage(
            "fidelity", [], lambda: [Judge(ledger, self.session.cwd, self.session).judge(claim) for claim in claims]
        )
        findings += self.stage("corrections", nothing, lambda: corrected(ledger, text, context.around))
        findings = self.stage("outside", findings, lambda: self._outside(findings, kept))
        asserted = Asserted(facts, text)
        lost: list[Loss] = self.stage(
            "coverage", [], lambda: losses(ledger, asserted, kept, settings.critical_number_count)
        )
        compliance = None
        if settings.check_compliance:
            compliance = self.stage(
                "compliance",
                None,
                lambda: words.check(vocabulary, standing.found, text, settings.compliance_fp_version),
            )
        incomplete: tuple[str, ...] = self.stage("completeness", (), lambda: self._incomplete(ledger))
        cap = settings.max_facts_per_category
        report = Reporter(self.session, cap)
        coverage, cut = report.coverage(lost)
        work = self.stage("work", Work(), lambda: self._work(text, heard))
        spoken: tuple[Statement, ...] = self.stage(
            "statements", (), lambda: said.statements(text, heard, ledger, facts, work, report, not incomplete)
        )
        fidelity = report.fidelity(findings)
        found = _replace(
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
            headline=headline(fidelity, coverage, spoken),
            coverage=coverage,
            compliance=compliance,
            statements=spoken,
            facts=report.all(findings) if all_facts else None,
            failures=tuple(self.failures),
            timings=dict(self.timings) if any(self.timings.values()) else {},
        )
        if settings.opt_in_inject:
            found = _replace(found, inject=self.stage("repair", None, lambda: repair(self.session, found)))
        return found

    def _fold(
        self,
        ledger: Ledger,
        events: Iterable[int],
        standing: words.WordsFound | None = None,
        heard: said.Heard | None = None,
    ) -> None:
        cwd = self.session.cwd.rstrip("/")
        for index, entry in self.session.records(events):
            ledger.events += 1
            for mark in entry.marks:
                if isinstance(mark, Edit) and mark.path:
                    path = normal_path(mark.path)
                    ledger.edited[path] = index
                    if cwd and path.startswith(cwd + "/"):
                        ledger.edited[path[len(cwd) + 1 :]] = index
                elif isinstance(mark, Todos):
                    self._has_tasks = True
            if entry.message is None or entry.message.sidechain:
                continue
            for piece in of_message(entry.message, index):
                ledger.add(piece)
                if standing is not None:
                    standing.feed(Cleaned(encode(piece.text)).data)
                if heard is not None:
                    heard.add(piece, entry.message.role)

    def _work(self, text: str, heard: said.Heard) -> Work:
        """The state of the work before the compaction; a second pass over the log, made only if it can matter."""
        if (self._has_tasks or heard.planned or heard.took_back) and listed(text):
            return fold(self.session, self.compaction.event)
        return Work()

    def _kept(self, finder: Finder, needles: list[bytes]) -> Ledger | None:
        if not len(self.compaction.kept):
            return None
        ledger = Ledger(finder, needles)
        self._fold(ledger, self.compaction.kept)
        return ledger

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
        return stands_outside(self.session, self.compaction, findings)

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


def categories(settings: AuditSettings) -> frozenset[str]:
    """The categories that the settings leave on."""
    off = {category for category, switch in _SWITCHES.items() if not getattr(settings, switch)}
    return frozenset(CATEGORIES) - off


@lru_cache(maxsize=8)
def _finder(wanted: frozenset[str], markers: frozenset[str]) -> Finder:
    return Finder(wanted, ROOT_MARKERS | markers)


def _range(compaction: Compaction) -> dict[str, int] | None:
    if compaction.shadowed is not None:
        start, end = compaction.shadowed
    elif len(compaction.covers):
        start, end = compaction.covers[0], compaction.covers[-1]
    else:
        return None
    return {"start": start, "end": end}


def _replace(record: AuditRecord, **changes: object) -> AuditRecord:
    return msgspec.structs.replace(record, **changes)
