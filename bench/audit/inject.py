"""Change or delete one hard fact of a real summary at a time, and see whether the audit says so.

    python bench/audit/inject.py LOG... [--tries N] [--show] [--peers N]

For each compaction of each log, every fact that the untouched audit finds verified or equivalent is changed in each way
that applies (``--tries`` times each), in every place where the summary has it. Only changes whose new value stands
nowhere in the ledger count towards the bar; values taken from elsewhere in the log are reported without one. Deletions
remove every mention of a critical fact; those whose letters still stand in the summary do not count. ``--peers`` asks
other programs about N of the changes, deletions and untouched facts of each summary, the same for all of them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

from faults import CHANGES
from peers import Peer, installed

from threefold.auditing import AuditSettings
from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.corrected import corrected
from threefold.auditing.grounds.coverage import Asserted, losses
from threefold.auditing.grounds.fidelity import Judge
from threefold.auditing.grounds.findings import Assertion, Finding, assertions
from threefold.auditing.grounds.following import Following
from threefold.auditing.grounds.likeness import Likeness
from threefold.auditing.grounds.suspects import altered, suspects
from threefold.auditing.ledger.ledger import Ledger, Origin, of_message
from threefold.auditing.ledger.needles import stands_alone
from threefold.auditing.statements.summary import Context, body
from threefold.reading import read
from threefold.session import Compaction, Session
from threefold.text.unicode import Cleaned, encode

FLAGGED = ("altered", "unverified")


class Sample:
    """What peers are asked about, of one summary: changes and deletions with whether the audit noticed, and facts."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, str, str, bool]] = []
        self.deletions: list[tuple[str, str, bool]] = []


class OpenLedger(Ledger):
    """A ledger that keeps its texts, so that it can be asked for letters it was not told of beforehand."""

    def __init__(self, finder: Finder) -> None:
        super().__init__(finder)
        self.texts: list[tuple[int, Origin, bytes]] = []
        self._known: dict[bytes, list[tuple[int, Origin]]] = {}

    def places(self, needle: bytes) -> list[tuple[int, Origin]]:
        if needle not in self._known:
            self._known[needle] = [(event, origin) for event, origin, data in self.texts if _stands(data, needle)][:64]
        return self._known[needle]


def _stands(data: bytes, needle: bytes) -> bool:
    start = data.find(needle)
    while start >= 0:
        if stands_alone(data, start, start + len(needle), needle):
            return True
        start = data.find(needle, start + 1)
    return False


class Case:
    """One compaction, opened once and judged many times."""

    def __init__(self, session: Session, compaction: Compaction) -> None:
        self.session, self.compaction = session, compaction
        self.finder = Finder()
        self.ledger = OpenLedger(self.finder)
        for index, record in session.records(session.leaves(compaction)):
            if record.message is not None and not record.message.sidechain:
                for piece in of_message(record.message, index):
                    self.ledger.add(piece)
                    self.ledger.texts.append((index, piece.origin, Cleaned(encode(piece.text)).data))
        self.text = body(compaction.summary)
        self.facts = self.finder.facts(self.text)
        self.judge = Judge(self.ledger, session.cwd, session, self.facts, self.text)
        self.claims = self._claims(self.text, self.facts)
        self.findings = [self.judge.judge(claim) for claim in self.claims]
        self.whole = b"\n".join(data for _, _, data in self.ledger.texts)

    @staticmethod
    def _claims(text: str, facts: list[Fact]) -> list[Assertion]:
        return assertions(facts, Context(text).of(facts))

    def again(self, text: str) -> list[Finding]:
        """The findings of a changed text that are about facts the untouched text does not assert."""
        old = {(claim.fact.category, claim.fact.normal) for claim in self.claims}
        facts = self.finder.facts(text)
        claims = self._claims(text, facts)
        judge = Judge(self.ledger, self.session.cwd, self.session, facts, text)  # each summary has its own limits
        judge.around = judge.grounds.around = self.judge.around
        found = [judge.judge(c) for c in claims if (c.fact.category, c.fact.normal) not in old]
        if judge.around is not None and any(one.status in FLAGGED for one in found):
            like = Likeness(self.session, self.compaction, self.ledger, judge.around, judge.deriving)
            following = Following(self.session, self.compaction, self.ledger, judge.around, like)
            known = [one for one in self.findings if one.status not in FLAGGED]
            found = following.again([*known, *like.again(found)])[len(known) :]
        broken = suspects(text, facts, self.finder.categories)
        return found + list(altered(broken, self.ledger, Context(text).of(broken)))

    def replaced(self, fact: Fact, literal: str) -> str:
        """The summary with every mention of the fact's literal replaced."""
        spans = [one for one in self.facts if one.category == fact.category and one.normal == fact.normal]
        text = self.text
        for one in sorted(spans, key=lambda one: -one.start):
            text = text[: one.start] + literal + text[one.end :]
        return text

    def stands(self, literal: str) -> bool:
        """Whether a value stands in the ledger, by its letters or by its normal form."""
        if _stands(self.whole, encode(literal)):
            return True
        return any(self.ledger.entry(fact.category, fact.normal) for fact in self.finder.facts(literal))


def cases(paths: list[str]) -> Iterator[tuple[str, Case]]:
    for path in paths:
        session = read(path)
        for compaction in session.compactions:
            if compaction.summary.strip():
                yield f"{path.rpartition('/')[2]}#{compaction.index}", Case(session, compaction)


def change(
    case: Case, tries: int, chance: random.Random, results: Counter[tuple[str, str]], show: bool, sample: Sample
) -> None:
    for finding in case.findings:
        if finding.status not in ("verified", "equivalent"):
            continue
        fact = finding.assertion.fact
        for kind, (make, expected) in CHANGES.items():
            for _ in range(tries):
                literal = make(fact, chance)
                if literal is None or literal == fact.literal or case.stands(literal):
                    continue
                text = case.replaced(fact, literal)
                found = case.again(text)
                flagged = [one for one in found if one.status in FLAGGED]
                sentence = finding.assertion.sentence.replace(fact.literal, literal)
                sample.changes.append((literal, sentence, text, bool(flagged)))
                results[kind, "made"] += 1
                results[kind, "found"] += bool(flagged)
                right = any(one.status == expected for one in flagged)
                results[kind, "right kind"] += right
                if show and not (flagged and right):
                    said = [(one.status, one.basis, one.assertion.fact.literal) for one in found]
                    print(f"  {kind}: {fact.category} {fact.literal!r} -> {literal!r}: {said}")


def elsewhere(case: Case, chance: random.Random, results: Counter[tuple[str, str]]) -> None:
    """A value of the same category from another place in the log: no rule of letters can tell, so no bar."""
    for finding in case.findings:
        fact = finding.assertion.fact
        pool = [
            n
            for n, entry in case.ledger.facts.get(fact.category, {}).items()
            if entry.kind == fact.kind and n != fact.normal
        ]
        if finding.status == "verified" and pool:
            found = case.again(case.replaced(fact, chance.choice(sorted(pool))))
            results["from elsewhere in the log (no bar)", "made"] += 1
            results["from elsewhere in the log (no bar)", "found"] += any(one.status in FLAGGED for one in found)


def undo(case: Case, results: Counter[tuple[str, str]], show: bool) -> None:
    """Turn each correction that the summary carries back to the value that the user rejected."""
    for said in {one.correction.normal: one.correction for one in case.ledger.corrections}.values():
        if not said.rejected or said.wanted not in case.text or said.rejected in case.text:
            continue
        text = case.text.replace(said.wanted, said.rejected)
        found = corrected(case.ledger, text, Context(text).around)
        right = any(one.status == "altered" for one in found)
        results["a correction undone", "made"] += 1
        results["a correction undone", "found"] += right
        results["a correction undone", "right kind"] += right
        if show and not right:
            print(f"  a correction undone: {said.wanted!r} -> {said.rejected!r}")


def delete(case: Case, results: Counter[tuple[str, str]], show: bool, sample: Sample) -> None:
    count = AuditSettings().critical_number_count
    for finding in case.findings:
        fact = finding.assertion.fact
        entry = case.ledger.entry(fact.category, fact.normal)
        if entry is None or (fact.category == "number" and entry.count < count):
            continue
        text = case.replaced(fact, "it")
        asserted = Asserted(case.finder.facts(text), text)
        if fact.literal in text or asserted.has(fact.category, fact.normal):
            continue
        lost = losses(case.ledger, asserted, None, count)
        results["deleted", "made"] += 1
        hit = any(loss.category == fact.category and loss.value == fact.normal for loss in lost)
        results["deleted", "found"] += hit
        results["deleted", "right kind"] += hit
        sample.deletions.append((fact.literal, text, hit))
        if show and not hit:
            print(f"  deleted: {fact.category} {fact.literal!r} not lost")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    parser.add_argument("--tries", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print what was missed")
    parser.add_argument("--peers", type=int, default=0, metavar="N", help="ask other programs about N of each")
    options = parser.parse_args()
    chance = random.Random(20261129)
    results: Counter[tuple[str, str]] = Counter()
    statuses: Counter[str] = Counter()
    beside: Counter[tuple[str, str]] = Counter()
    others, missing = installed() if options.peers else ([], [])
    for name, case in cases(options.logs):
        print(name, len(case.claims), "facts")
        sample = Sample()
        statuses.update(finding.status for finding in case.findings)
        change(case, options.tries, chance, results, options.show, sample)
        elsewhere(case, chance, results)
        delete(case, results, options.show, sample)
        undo(case, results, options.show)
        ask(case, sample, others, options.peers, beside)
    report(results, statuses)
    compare(beside, missing)


OURS = "threefold audit"


def ask(case: Case, sample: Sample, others: list[Peer], most: int, beside: Counter[tuple[str, str]]) -> None:
    """Ask every peer about the same few changes, deletions and untouched facts of one summary."""
    if not others:
        return
    draw = random.Random(len(case.text))
    changes = draw.sample(sample.changes, min(most, len(sample.changes)))
    deletions = draw.sample(sample.deletions, min(most, len(sample.deletions)))
    facts = draw.sample(case.findings, min(most, len(case.findings)))
    texts = [data.decode("utf-8", "replace") for _, _, data in case.ledger.texts]
    sentences = [claim.sentence for claim in case.claims]

    def count(name: str, what: str, yes: bool) -> None:
        beside[name, what] += 1
        beside[name, f"{what}, yes"] += yes

    for *_, hit in changes:
        count(OURS, "changes", hit)
    for *_, hit in deletions:
        count(OURS, "deletions", hit)
    for finding in facts:
        count(OURS, "facts", finding.status in FLAGGED)
    for peer in others:
        peer.begin(texts, case.text, sentences)
        for literal, sentence, text, _ in changes:
            count(peer.name, "changes", peer.noticed(literal, sentence, text))
        for literal, text, _ in deletions:
            count(peer.name, "deletions", peer.missed(literal, text))
        for finding in facts:
            count(peer.name, "facts", peer.alarms(finding.assertion.fact.literal, finding.assertion.sentence))


def compare(beside: Counter[tuple[str, str]], missing: list[str]) -> None:
    """The peers and this audit in one table, by the same questions."""
    names = list(dict.fromkeys(name for name, _ in beside))
    if not names:
        return
    asked = " ".join(f"{beside[OURS, what]} {what}" for what in ("changes", "deletions", "facts"))
    print(f"\n{'of ' + asked:46} {'noticed':>9} {'deleted':>9} {'flagged untouched':>18}")
    for name in names:
        shares = [
            beside[name, f"{what}, yes"] / max(1, beside[name, what]) for what in ("changes", "deletions", "facts")
        ]
        print(f"{name:46} {shares[0]:9.1%} {shares[1]:9.1%} {shares[2]:18.1%}")
    for name in missing:
        print(f"{name:46} not installed")


def report(results: Counter[tuple[str, str]], statuses: Counter[str]) -> None:
    total: Counter[str] = Counter()
    print(f"{'change':36} {'made':>6} {'found':>7} {'right kind':>11}")
    for kind in dict.fromkeys(kind for kind, _ in results):
        made, found, right = (results[kind, key] for key in ("made", "found", "right kind"))
        print(f"{kind:36} {made:6} {found / made:7.1%} {right / made:11.1%}")
        if "no bar" not in kind:
            total.update({"made": made, "found": found, "right": right})
    if total["made"]:
        print(
            f"{'all with a bar':36} {total['made']:6} {total['found'] / total['made']:7.2%}"
            f" {total['right'] / total['made']:11.2%}"
        )
    print("untouched:", dict(statuses))


if __name__ == "__main__":
    main()
