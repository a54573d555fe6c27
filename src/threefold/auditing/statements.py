"""What was said, as opposed to values: the user's words, standing rules, the state of tasks, claims of work done.

These findings stand in a section of their own and never enter the counts of hard facts. All are candidates for a person.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from threefold.auditing import quotes as q
from threefold.auditing.carrying import Carried, unasked, untold
from threefold.auditing.claims import DEEDS, changes, deeds, denials
from threefold.auditing.facts import Fact
from threefold.auditing.language import language, spoken
from threefold.auditing.late import Late, lines
from threefold.auditing.ledger import Ledger, Origin, Piece, humans_answer
from threefold.auditing.phrases import overlap, telling
from threefold.auditing.record import Statement
from threefold.auditing.reporting import Reporter, cut
from threefold.auditing.rounds import Ran, dropped, left_out, nests
from threefold.auditing.rules import Rule, constraints, core, literals_of, rules
from threefold.auditing.stated import Stated, lost_rules
from threefold.auditing.tasks import Cancellations, task_states
from threefold.auditing.undone import told_wrongly, unnamed
from threefold.text.later import later
from threefold.text.unicode import encode
from threefold.work.model import Work

MOST = 100
"""Statements of one category that a record lists."""
_MOST_RULES = 4000  # of one session; a log that states more is no place where each can be checked
_TELLING_WORDS = 3  # of a constraint, together in one event: it was taken from there
_LONG_WORD = later(r"[^\W\d_]{5,40}")
_SAME_RULE = 0.4  # of a constraint's telling words stand in one rule of the session
_DENIED = later(
    r"(?i)user (?:doesn't want to (?:proceed|take this action)|rejected|denied|declined|refused)|(?:tool use|permission|approval)"
    r"(?: request)? (?:was |has been )?(?:rejected|denied|declined|refused) by (?:the )?user"
)
_FOR_A_TIME = later(
    r"(?i)\b(?:until|yet|for now|till|not before|before (?:i|we|he|she|they))\b|n't .{1,60}\b(?:today|tonight)\b|先(?:别|不要|不)|暂时|等我"
)
"""How a human forbids for a time."""
_LIFTED = 0.5  # of the telling words of such a rule stand in a later turn
_COMMAND = 20_000  # characters of a call in which a command is looked for
_BY_BUTTON = later(r"(?i)(?:the )?user (?:has )?(?:approved|accepted|confirmed)\b")
"""How a harness says that a person pressed a button."""
_LINE = 600  # characters of a line that speaks of a question
_NO_ANSWER = later(
    r"(?i)\b(?:the )?user (?:(?:has|have|did)(?: not|n't)(?: yet)?|never|is yet to) (?:answer\w*|repl\w+|respond\w*|decided?|chosen?|confirm\w*)(?: yet| (?:to )?(?:this|it|that))*"
    r"|\b(?:awaiting|waiting (?:for|on)) (?:an? |the )?(?:answer|reply|decision) (?:from|of|by) the user|\b(?:awaiting|waiting (?:for|on)) (?:the )?user'?s? (?:answer|reply|decision)"
    r"|用户(?:还|尚|仍)?(?:没有?|未)(?:回答|答复|回复|决定|确认)"
)
_PUT = 1000  # characters of the model's words and of a call that are held as what a human answers
_PLANS = later(r"(?i)^\w*(?:todo|task|plan)")
_TAKES_BACK = later(
    r"(?i)\b(?:cancel|forget (?:it|that|about|the)|scrap|abandon|never ?mind|drop (?:it|that|the)|call (?:it|that) off|revert)\w*"
    r"|取消|算了|放弃|作废|撤回"
)


class Heard:
    """What the ledger's texts say in sentences; fed piece by piece in the pass that folds the ledger."""

    def __init__(self) -> None:
        self.humans = q.HumanTurns()
        self.rules: list[Rule] = []
        self._rules: set[tuple[str, str]] = set()
        self.deeds: set[str] = set()
        self.took_back = self.planned = False
        self.denials: list[tuple[int, str, str]] = []
        self._calls: dict[str, str] = {}
        self.carried = Carried()
        self.cancelled = Cancellations()
        self.late = Late()
        self.ran = Ran()
        self._for_a_time: list[Rule] = []
        self._put = ""
        """the last that the model said and called since a human spoke"""

    def add(self, piece: Piece, role: str) -> None:
        """Listen to one text."""
        self.carried.add(piece)
        self.late.add(piece)
        if piece.origin is Origin.HUMAN:
            self.humans.add(piece.event, piece.text, self._put)
            self._put = ""
            self.cancelled.add(piece.event, piece.text)
            self.took_back = self.took_back or _TAKES_BACK.search(piece.text) is not None
            self._lift(piece.text)
            self._add_rules(rules(piece.text, "human", piece.event))
        elif piece.origin is Origin.HARNESS:
            source = "system" if role in ("system", "developer") else "harness"
            self._add_rules(rules(piece.text, source, piece.event))
        elif piece.origin is Origin.MODEL:
            self._put = f"{self._put[-_PUT:]}\n{piece.text[-_PUT:]}"
        elif piece.origin is Origin.CALL:
            self._put = f"{self._put[-_PUT:]}\n{piece.text[:_PUT]}"
            self._calls[piece.call] = piece.text
            self.planned = self.planned or _PLANS.search(piece.text[:60]) is not None
            self._add_deeds(piece.text)
        elif piece.origin is Origin.RESULT:
            call = self._calls.pop(piece.call, None)  # what was answered need not be held
            head = piece.text[:300]
            if _BY_BUTTON.match(head):
                self.humans.agreed.append(self._put)
            if call is not None:
                self.ran.add(call, piece.text, piece.event)
            if call is not None and "user" in head.lower() and _DENIED.search(head):
                self.denials.append((piece.event, call, humans_answer(piece.text)))

    def _add_deeds(self, call: str) -> None:
        """Remember what a call may have done, by the words in it."""
        left = [word for word in DEEDS if word not in self.deeds]
        if left:
            lower = call[:_COMMAND].lower()
            self.deeds.update(word for word in left if word in lower)

    def _lift(self, text: str) -> None:
        """Let go of what a human ordered for a time, once they come back to it."""
        if not self._for_a_time:
            return
        known = telling(text[:_COMMAND])
        for rule in [rule for rule in self._for_a_time if overlap(telling(core(rule.text)), known) >= _LIFTED]:
            self._for_a_time.remove(rule)
            self.rules.remove(rule)

    def _add_rules(self, found: list[Rule]) -> None:
        """Remember rules, each text once: a harness repeats its reminders at every turn."""
        for rule in found:
            key = (rule.source, rule.text)
            if key not in self._rules and len(self.rules) < _MOST_RULES:
                self._rules.add(key)
                self.rules.append(rule)
                if rule.source == "human" and _FOR_A_TIME.search(rule.text):
                    self._for_a_time.append(rule)


def needles(summary: str) -> list[bytes]:
    """What is to be looked for in everybody's words: the summary's quotes of the user, and what its constraints name."""
    found = list(_quoted(summary).values())
    for words in (*constraints(summary), *_unanswered(summary)):
        literal, longest = _named(words)
        found += map(encode, literal or (spelled for word in longest for spelled in (word, word.capitalize())))
    return found


def _quoted(summary: str) -> dict[str, bytes]:
    """The fragments of the summary's quotes of the user."""
    return {piece: encode(piece) for quote in q.quotes(summary) for piece in q.fragments(quote.text)[:2]}


def _named(constraint: str) -> tuple[list[str], list[str]]:
    """What a constraint names to the letter, and the longest words of one that names nothing."""
    longest = sorted(dict.fromkeys(_LONG_WORD.findall(constraint.lower())), key=lambda word: (-len(word), word))
    return literals_of(constraint), longest[:_TELLING_WORDS]


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
    found = _user_words(summary, heard, ledger, report, complete, queued)
    stated = Stated(summary)
    lost = [_rule(rule, stated, report) for rule in lost_rules(heard.rules, stated)]
    found += [one for one in lost if "human" in one.basis]
    states = task_states(summary, work, max(ledger.edited.values(), default=-1))
    named = {state.item for state in states}
    others = heard.cancelled.revived(summary)
    if complete:
        variables = [(fact.start, fact.end, fact.literal) for fact in facts if fact.category == "env"]
        others += told_wrongly(summary, heard.late) + unnamed(summary, variables, ledger)
    states += {state.item: state for state in reversed(others) if state.item not in named}.values()
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
    found += _carried(summary, heard.carried, report, answered)
    found += _left_out(summary, work, {state.task for state in states}, report)
    found += _rounds(summary, earlier, heard, work)
    if complete:
        found += _constraints(summary, heard, ledger)
        found += _questions(summary, heard, ledger)
        humans = [text for _, text in heard.humans.texts]
        told = [cut(state.item) for state in states]
        made = deeds(summary, heard.deeds, humans)
        found += [one for one in made if not any(item in one.value for item in told)]
        found += changes(summary, ledger, facts)
    found += _language(summary, heard)
    found += [one for one in lost if "human" not in one.basis]
    counts: dict[str, int] = {}
    kept = []
    for one in found:
        counts[one.category] = counts.get(one.category, 0) + 1
        if counts[one.category] <= MOST:
            kept.append(one)
    return tuple(kept)


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
    "no_consent": "reports the user's consent; no human turn says yes to anything of the kind",
}


def _user_words(
    summary: str, heard: Heard, ledger: Ledger, report: Reporter, complete: bool, queued: Callable[[], Sequence[str]]
) -> list[Statement]:
    elsewhere: dict[str, tuple[int, str]] = {}
    said: set[str] = set()
    for piece, needle in _quoted(summary).items():
        if any(origin is Origin.HUMAN for _, origin in ledger.places(needle)):
            said.add(piece)
        others = [(event, origin) for event, origin in ledger.places(needle) if origin is not Origin.HUMAN]
        if others:
            elsewhere[piece] = others[0][0], others[0][1].word
    names = q.names_of(text for _, text in heard.humans.texts)
    claims = q.judge(q.quotes(summary, names), heard.humans, elsewhere, said) + q.consent(summary, heard.humans)
    if claims:
        typed = q.HumanTurns()
        for text in queued():
            typed.add(-1, text)
        claims = [one for one in claims if one.status == "no_consent" or not typed.says(one.quote.text)]
    known = [telling(rule.text) for rule in heard.rules if rule.source != "human"]
    claims = [one for one in claims if not one.quote.order or (complete and not _is_rule(one.quote.text, known))]
    order = ("no_consent", "wrong_author", "invented")
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
    return any(overlap(telling(words), one) >= _SAME_RULE for one in known)


def _rule(rule: Rule, stated: Stated, report: Reporter) -> Statement:
    against = stated.contradicts(rule)
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


def _constraints(summary: str, heard: Heard, ledger: Ledger) -> list[Statement]:
    """Constraints that the summary lists and nobody set: no human, no system prompt, no memory file says anything like
    them, and no plan, file or result either, from which they may have been taken."""
    given = [telling(rule.text) for rule in heard.rules]
    found: list[Statement] = []
    for words in constraints(summary):
        wanted = telling(words)
        said = heard.humans.says(words.replace("(", " ").replace(")", " "))
        if said or any(overlap(wanted, known) >= _SAME_RULE for known in given):
            continue
        if _stands_somewhere(words, ledger):
            continue
        basis = "given as a constraint; no human, system prompt or memory file says anything like it"
        found.append(Statement(category="rule", value=cut(words), status="invented", basis=basis))
    return found


def _unanswered(summary: str) -> Iterator[str]:
    """The lines in which a summary says that the user has not answered something, without that remark."""
    for match in _NO_ANSWER.finditer(summary):
        start, end = summary.rfind("\n", 0, match.start()) + 1, summary.find("\n", match.end())
        line = _NO_ANSWER.sub("", summary[start : end if end >= 0 else len(summary)][:_LINE]).strip(" \t-*•.;,")
        if len(telling(line)) > 1:
            yield line


def _questions(summary: str, heard: Heard, ledger: Ledger) -> list[Statement]:
    """What a summary gives as waiting for the user's answer, and nothing in the log speaks of."""
    basis = "given as not answered by the user; nothing in the log speaks of it"
    return [
        Statement(category="question", value=cut(line), status="invented", basis=basis)
        for line in dict.fromkeys(_unanswered(summary))
        if not heard.humans.says(line) and not _stands_somewhere(line, ledger) and any(_named(line))
    ]


def _stands_somewhere(constraint: str, ledger: Ledger) -> bool:
    """Whether what a constraint names stands anywhere, or its longest words together in one event."""
    literal, longest = _named(constraint)
    if literal:
        return any(ledger.places(encode(one)) for one in literal)
    events = [
        {
            event
            for spelled in (word, word.capitalize())
            for event, origin in ledger.places(encode(spelled))
            if origin is not Origin.REASONING
        }
        for word in longest
    ]
    return len(events) == _TELLING_WORDS and bool(set.intersection(*events))


def _carried(summary: str, carried: Carried, report: Reporter, answered: bool) -> list[Statement]:
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
    basis = f"the humans write {theirs}, the summary is in {ours}"
    return [Statement(category="language", value=ours, status="switched", basis=basis)]
