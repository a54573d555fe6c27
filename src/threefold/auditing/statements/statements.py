"""What was said, as opposed to values: the user's words, standing rules, the state of tasks, claims of work done.

These findings stand in a section of their own and never enter the counts of hard facts. All are candidates for a person.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Sequence

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.phrases import overlap, telling
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.auditing.reports.record import Statement
from threefold.auditing.reports.reporting import Reporter, cut
from threefold.auditing.statements import quotes as q
from threefold.auditing.statements.claims import changes, denials
from threefold.auditing.statements.consent import Consents, consent, ungiven_in
from threefold.auditing.statements.deeds import deeds
from threefold.auditing.statements.heard import Heard
from threefold.auditing.statements.humans import HumanTurns
from threefold.auditing.statements.language import language, spoken
from threefold.auditing.statements.late import lines
from threefold.auditing.statements.left import not_carried, rules_lost, within
from threefold.auditing.statements.reverted import chosen
from threefold.auditing.statements.rounds import dropped, left_out, nests
from threefold.auditing.statements.stated import Stated
from threefold.auditing.statements.tasks import State, none_open, task_states
from threefold.auditing.statements.unfounded import SAME_RULE, constraints_of_nobody, questions_of_nobody, quoted
from threefold.auditing.statements.unkept import unkept
from threefold.work.model import Work


def statements(
    summary: str,
    heard: Heard,
    ledger: Ledger,
    facts: Sequence[Fact],
    work: Work,
    report: Reporter,
    complete: bool,
    earlier: Sequence[tuple[int, str]] = (),
    answered: bool = False,
    queued: Callable[[], Sequence[str]] = tuple,
) -> tuple[Statement, ...]:
    """Every finding about what was said, worst first. In a ledger that is not ``complete`` nothing is called invented.
    ``earlier`` are the summaries that were among this one's input, with their events. ``answered`` says that a human spoke in what was kept.
    ``queued`` gives what people typed that may never have become a turn; it is asked for where a quote stands nowhere.

    The order: words of the user, lost rules of humans, states of tasks, claims without evidence, other rules."""
    consents = Consents(heard.humans.texts, heard.late.texts) if complete else Consents((), ())
    found = _user_words(summary, heard, ledger, report, complete, queued, consents)
    stated = Stated(summary)
    lost = rules_lost(heard.rules, stated, report, summary, heard.humans.texts)
    lost = [one for one in lost if one.status != "lost" or not chosen(one.value, ledger.changes.found, summary)]
    report.truncated = stated.exhausted
    found += [one for one in lost if "human" in one.basis]
    states = task_states(summary, work, max(ledger.edited.values(), default=-1))
    named = {state.item for state in states}
    others = heard.cancelled.revived(summary)
    if complete:
        from threefold.auditing.statements.failing import unnamed
        from threefold.auditing.statements.undone import told_wrongly  # loaded where it is needed: much hangs on it

        variables = [(fact.start, fact.end, fact.literal) for fact in facts if fact.category == "env"]
        others += told_wrongly(summary, heard.late) + unnamed(summary, variables, ledger)
        others += [State(one.text, "open_listed_done", text, one.event) for text, one in ungiven_in(summary, consents)]
    states += {state.item: state for state in reversed(others) if state.item not in named}.values()
    if complete:
        from threefold.auditing.statements.nothing import left_open

        known = {state.task for state in states} | {state.item for state in states if state.item != none_open(summary)}
        states += [one for one in left_open(summary, work, heard.late) if one.task not in known]
    found += [
        Statement(
            category="task_state",
            value=cut(state.task),
            status=state.status,
            basis=_TASK_BASIS[state.status],
            where=report.where(state.event),
            evidence=cut(state.item),
        )
        for state in states
    ]
    found += denials(summary, heard.denials, report, earlier, heard.humans.texts)
    found += not_carried(summary, heard.carried, report, answered)
    found += unkept(summary, work.next_steps, report.where)
    found += _left_out(summary, work, {state.task for state in states}, report)
    found += _rounds(summary, earlier, heard, work)
    if complete:
        found += constraints_of_nobody(summary, heard, ledger)
        found += questions_of_nobody(summary, heard, ledger)
        humans = [text for _, text in heard.humans.texts]
        told = [cut(state.item) for state in states]
        made = deeds(summary, heard.deeds, humans, ledger)
        found += [one for one in made if not any(item in one.value for item in told)]
        found += changes(summary, ledger, facts, report.session.record)
    found += _language(summary, heard)
    found += [one for one in lost if "human" not in one.basis]
    return within(found)


_TASK_BASIS = {
    "done_listed_open": "the record shows it completed, the summary lists it as open",
    "open_listed_done": "the record shows it open, the summary lists it as done",
    "cancelled_listed_open": "it was cancelled or taken back, the summary lists it as open",
    "listed_twice": "the summary lists it both as open and as done",
}
_QUOTE_BASIS = {
    "invented": "given as the user's words; no human turn says anything like it",
    "added": "given as the user's words; the turn that it quotes says nothing like: ",
    "wrong_author": "given as the user's words; it stands only in the text of: ",
    "contradicted": "given as the user's words; a human said: ",
    "no_consent": "reports the user's consent; no human turn says yes to anything of the kind",
}


def _user_words(
    summary: str,
    heard: Heard,
    ledger: Ledger,
    report: Reporter,
    complete: bool,
    queued: Callable[[], Sequence[str]],
    consents: Consents,
) -> list[Statement]:
    elsewhere: dict[str, tuple[int, str]] = {}
    said: set[str] = set()
    for piece, needle in quoted(summary).items():
        if any(origin is Origin.HUMAN for _, origin in ledger.places(needle)):
            said.add(piece)
        others = [(event, origin) for event, origin in ledger.places(needle) if origin is not Origin.HUMAN]
        if others:
            elsewhere[piece] = others[0][0], others[0][1].word
    names = q.names_of(text for _, text in heard.humans.texts)
    found = q.quotes(summary, names)
    claims = q.judge(found, heard.humans, elsewhere, said) + consent(summary, heard.humans)
    judged = {claim.quote.text for claim in claims}
    claims += [
        q.Claim(one, "no_consent", to.event, "")
        for one in found
        if one.text not in judged and (to := consents.ungiven(one.text))
    ]
    if claims:
        typed = HumanTurns()
        for text in queued():
            typed.add(-1, text)
        claims = [one for one in claims if one.status == "no_consent" or not typed.says(one.quote.text)]
    known = [telling(rule.text) for rule in heard.rules if rule.source != "human"]
    claims = [one for one in claims if not one.quote.order or (complete and not _is_rule(one.quote.text, known))]
    claims = [one for one in claims if complete or one.status != "invented" or not one.origin]
    order = ("no_consent", "contradicted", "wrong_author", "invented")
    claims.sort(key=lambda claim: order.index(claim.status))
    return [
        Statement(
            category="user_quote",
            value=cut(claim.quote.text),
            status=claim.status if complete or claim.status == "wrong_author" else "unverified",
            basis=(
                _QUOTE_BASIS["added" if claim.status == "invented" and claim.origin else claim.status] + claim.origin
            )
            + ("" if complete else "; the ledger is incomplete"),
            where=report.where(claim.event),
            evidence=cut(claim.quote.sentence),
        )
        for claim in claims
    ]


def _is_rule(words: str, known: Sequence[set[str]]) -> bool:
    """Whether a system prompt or a memory file sets a rule in these words."""
    about = telling(words)
    return any(overlap(about, one) >= SAME_RULE for one in known)


def _left_out(summary: str, work: Work, named: set[str], report: Reporter) -> list[Statement]:
    """The tasks of the harness's list that are open and of which the summary says nothing."""
    basis = "the record shows it open, the summary does not name it"
    return [
        Statement(
            category="task_state", value=cut(one.text), status="dropped", basis=basis, where=report.where(one.event)
        )
        for one in left_out(summary, work.tasks)
        if one.text not in named
    ]


def _rounds(summary: str, earlier: Sequence[tuple[int, str]], heard: Heard, work: Work) -> list[Statement]:
    """What an earlier summary lists as open and this one does not name; and a summary that carries it along whole."""
    found: list[Statement] = []
    for event, before in earlier:
        basis = "the earlier summary lists it as open, this one does not name it"
        found += [
            Statement(category="task_state", value=cut(one.item), status="dropped", basis=basis)
            for one in dropped(before, summary, event, heard.humans.texts, heard.ran, work.tasks)
        ]
        times = nests(before, summary)
        if times:
            basis = "the summary carries the one before it along word for word"
            found.append(Statement(category="growth", value=f"{times:.1f} times as long", status="nested", basis=basis))
    return found


def _language(summary: str, heard: Heard) -> list[Statement]:
    turns = [text[:2000] for _, text in heard.humans.texts[:200]]
    theirs, ours = language("\n".join(turns)), language(summary)
    if not theirs or not ours or theirs == ours:
        return []
    if ours in spoken("\n".join(lines(turn)) for turn in turns):
        return []  # who writes a language reads it
    if theirs in spoken(["\n".join(lines(summary))]) or ours == language("\n".join(heard.late.told())):
        return []  # it gives their words in their language, or the model has written to them in that of the summary
    basis = f"the humans write {theirs}, the summary is in {ours}"
    return [Statement(category="language", value=ours, status="switched", basis=basis)]
