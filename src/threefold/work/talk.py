"""Conversation folded to what it left open: questions, decisions, plans and promises that only stand in talk.

The unit is an *exchange*: what a person wrote, what the model did, and the words it closed with. Words between tool
calls are narration; only closing words put questions to a person or say what comes next. An exchange is read when the
next one begins, so that each step sees what came before it and nothing that came after.
"""

from __future__ import annotations

from collections import Counter

from threefold.work import (
    answering,
    asking,
    claims,
    deciding,
    landing,
    phrases,
    planning,
    shortfalls,
    summaries,
)
from threefold.work.exchange import Exchange, Open
from threefold.work.model import Item
from threefold.work.replies import addresses, answered_of, is_carried, reads_out, same_script
from threefold.work.settling import NEAR, STEPS, Deeds
from threefold.work.tools import SPAWN, words
from threefold.work.words import carried, share, terms

KEPT = 60
"""How many items of one kind a message may open."""
FOLLOWED = 200
"""How many open items are followed; what is older than those stays as it is."""
WRITTEN = 200_000
"""Characters of one written text in which a decision is looked for."""
WRITES = 200
"""How many written texts of one exchange are kept for comparison with what was planned and decided in it."""
_REVOCABLE = frozenset(
    ("decision", "said", "request", "finding", "loose", "plan", "promise", "reminder", "pending", "interrupted")
)
_SHAPED = frozenset(("loose", "finding"))
"""Kinds that are weak evidence: once they are closed, nobody needs to be told of them."""
_CARRIED_BY_TEXT = {"decision": 0.5, "said": 0.34, "finding": 0.34}
"""What a written text carries, and from which share of its content words."""


class Talk:
    """Follows a conversation. Feed it in log order, then :meth:`finish`, then read it."""

    def __init__(self) -> None:
        self.items: list[Open] = []
        self._old: list[Open] = []
        self.closed: list[Item] = []
        self.exchange = Exchange(0)
        self.changes = 0
        self.commits = 0
        self.idle_summaries = 0
        self._changes_before = -1
        self.tools = False
        self.elsewhere = False
        """whether something that the log does not show in full may have made a commit"""
        self._before: Exchange | None = None
        self._plan_event = -1
        self._touched: set[str] = set()
        """the names of the files that the log shows changed"""

    # --- what happens -----------------------------------------------------------------------------------------------

    def human(self, text: str, event: int) -> None:
        """A person wrote. Words before anything was answered belong to the same exchange."""
        text = phrases.bounded(text)
        now = self.exchange
        if now.human and not now.answered and not now.calls and not now.ended:
            now.human += "\n\n" + text
            return
        self._close(open_turn=False)
        if not landing.is_social(now):
            self._before = now
        self.exchange = Exchange(now.number + 1, human=text, human_event=event)

    def model(self, text: str, event: int) -> None:
        if text.strip():
            self.exchange.closing.append(phrases.bounded(text))
            self.exchange.closing_event = event

    def called(self, name: str, command: str, event: int) -> None:
        """The model called a tool: what it said before was narration."""
        now = self.exchange
        now.narration.extend(now.closing)
        now.closing.clear()
        now.calls += 1
        self.tools = True
        self.elsewhere = self.elsewhere or bool(SPAWN & words(name)) or claims.may_commit(command or name)
        if command:
            now.commands.append(command[:4_000])

    def resulted(self, ok: bool, *, looks: bool) -> None:
        """A call has its result. One that only looks may fail: that nothing was found is an answer."""
        self.exchange.successes += ok
        self.exchange.looks += looks
        if not looks:
            self.exchange.failed_last = not ok

    def edited(self, path: str) -> None:
        self.changes += 1
        self.exchange.edits += 1
        self.exchange.commands.append(path)
        self._touched.add(path.rpartition("/")[2])

    def wrote(self, text: str, event: int) -> None:
        """A text was written somewhere durable: a file, a commit's message, an issue."""
        text = text[:WRITTEN]
        if len(self.exchange.written) < WRITES:
            self.exchange.written.append(text)
        self._settle_written(text, event)

    def committed(self, event: int) -> None:
        self.changes += 1
        self.commits += 1
        self.exchange.commits += 1

    def listed(self, event: int) -> None:
        """A todo list was written: it takes the place of plans made in prose before it."""
        for item in self.items:
            if item.kind in ("plan", "pending"):
                self._shut(item, event, "a todo list took its place")
        self._sweep()

    def plan(self, text: str, event: int) -> None:
        """A plan was presented with a tool."""
        self._plan_event = event
        items = planning.plan_items("Plan:\n\n" + text) or planning.list_items(text)
        for number, step in enumerate(items[:KEPT], 1):
            self._open("plan", step, event, "a step of the presented plan", number)

    def plan_decided(self, approved: bool, event: int) -> None:
        if not approved:
            self._drop(lambda item: item.event == self._plan_event, event, "the plan was not approved")

    def answered(self, question: str, text: str, event: int) -> None:
        """A question by tool was answered; the answer may answer what was said around it too."""
        self.exchange.narration.append(text[:2_000])
        self.exchange.answers.append((question, text[:2_000]))
        waiting = [item for item in self.items if item.kind == "question" and not item.has_content]
        for item in waiting:
            self._shut(item, event, "answered")
        self._sweep()

    def answers_tool(self, question: str) -> bool:
        """Whether the message that just came answers a question that a tool put."""
        text = self.exchange.human
        if answering.puts_off(text):
            return False
        return addresses(question, terms(question), text)

    def ended(self, reason: str, *, stopped: bool = False) -> None:
        """The turn ended. ``stopped`` says that the person stopped it; it did not fail by itself."""
        self.exchange.reason = reason
        self.exchange.ended = True
        self.exchange.stopped = stopped

    def broke_off(self) -> None:
        """The exchange stopped in a call that never returned."""
        if not self.exchange.ended:
            self.ended("broken off")

    def summary(self, text: str, event: int, *, covered: bool) -> None:
        """An earlier compaction's summary: what it calls pending is open, unless work went on after it."""
        self.elsewhere = self.elsewhere or not covered
        self.idle_summaries = self.idle_summaries + 1 if self.changes == self._changes_before else 0
        self._changes_before = self.changes
        for step in summaries.pending_in_summary(text)[:KEPT]:
            self._open("pending", step, event, "an earlier summary names it as pending", covered=covered)

    def finish(self, *, open_turn: bool) -> None:
        """The log has ended."""
        self._close(open_turn=open_turn)

    # --- what is open -------------------------------------------------------------------------------------------------

    def questions(self) -> list[Item]:
        return self._items("question", "user_question")

    def decisions(self) -> list[Item]:
        return self._items("decision", "said")

    def steps(self) -> list[Item]:
        return self._items("plan", "promise", "reminder", "pending", "interrupted", "request", "finding", "loose")

    def _items(self, *kinds: str) -> list[Item]:
        return [
            Item(item.text, item.event, item.why, item.current, item.topic)
            for item in (*self._old, *self.items)
            if item.kind in kinds
        ]

    # --- an exchange is over ------------------------------------------------------------------------------------------

    def _close(self, *, open_turn: bool) -> None:
        now = self.exchange
        if now.human:
            self._heard(now)
        self._settle_done(now)
        if now.human:
            self._person_said(now)
            self._left_unanswered(now, open_turn=open_turn)
        if now.closing:
            self._agreed(now)
            self._model_said(now)
        self._left_behind(now, open_turn=open_turn)
        self._sweep()

    def _left_behind(self, now: Exchange, *, open_turn: bool) -> None:
        """What the exchange leaves by its shape, whatever its words: see :mod:`threefold.work.landing`."""
        if now.went_wrong or not now.human or (not now.closing and (now.calls or (open_turn and not now.ended))):
            return
        for left in [*landing.left_by_person(now, self._before)][:KEPT]:
            if not self._covers(left.text, now):
                self._open(left.kind, left.text, now.human_event, left.why)
        if not now.closing:
            return
        found = landing.finding(now)
        if found and not any(item.exchange == now.number for item in self.items):
            self._open("finding", found, now.closing_event, "found by looking, and nothing written since carries it")
        for question in landing.passed_over(now):
            self._open("user_question", question, now.human_event, "the user asked, and no reply speaks of it")
        if landing.is_work(now):
            for sentence in landing.loose_ends(now)[:KEPT]:
                if not self._covers(sentence, now):
                    self._open("loose", sentence, now.closing_event, "the assistant's closing words leave it open")

    def _covers(self, text: str, now: Exchange) -> bool:
        """Whether something that this exchange opened holds the same sentence."""
        return any(item.exchange == now.number and (text in item.text or item.text in text) for item in self.items)

    def _agreed(self, now: Exchange) -> None:
        """A choice that was put, answered and merely acknowledged is a decision, and it stands in talk alone."""
        if now.edits or now.commits or not deciding.acknowledges("\n".join(now.closing)):
            return
        why = "chosen in talk and only acknowledged; nothing written since carries it"
        for question, answer in now.answers:
            if answering.is_choice(question) and not deciding.refuses(answer):
                chosen = f"{question} {phrases.first_line(answer)}"
                self._decide(chosen, now.human_event, why, now, terms(answer) or terms(question))
        asked_before = self._before.human if self._before else ""
        before = "\n".join(self._before.closing) if self._before else ""
        asked = bool(asking.asks_of_model(asked_before)) and answering.is_choice(asked_before)
        choice = bool(before) and (asked or deciding.offers_choice(before))
        if not now.answers and not now.calls and choice and deciding.picks(now.human):
            self._decide(phrases.first_line(now.human), now.human_event, why, now)

    def _heard(self, now: Exchange) -> None:
        """What the person's words close of what stood open before them."""
        text, event = now.human, now.human_event
        given = terms(text)
        revocable = [item for item in self.items if item.kind in _REVOCABLE] if deciding.calls_off(text) else []
        latest = max((item.exchange for item in revocable), default=now.number)
        for item in revocable:
            if self._called_off(item, given, text, min(latest, now.number - 1)):
                self._shut(item, event, "taken back")
        asked = [item for item in self.items if item.kind == "question"]
        if asked and not (answering.puts_off(text) or answering.is_greeting(text)):
            last = [item for item in asked if item.exchange == max(other.exchange for other in asked)]
            for item in answered_of(last, text):
                self._shut(item, event, "answered")
                now.answers.append((item.text, text))
            for item in asked:
                if item not in last and share(item.terms, given) >= 0.5 and not asking.only_asks(text):
                    self._shut(item, event, "answered later")
                elif item.offer and item.kind == "question":
                    self._shut(item, event, "an offer that the user passed over")
        self._sweep()

    def _called_off(self, item: Open, given: frozenset[str], text: str, latest: int) -> bool:
        if share(item.terms, given) >= 0.25:
            return True
        if (
            item.kind in ("plan", "promise", "interrupted", "request", "finding", "loose")
            and share(item.about, given) >= 0.5
        ):
            return True
        recent = item.exchange >= latest
        return recent and (deciding.calls_off_altogether(text) or item.kind == "interrupted")

    def _settle_written(self, text: str, event: int) -> None:
        """A written text carries decisions that were made before it."""
        waiting = [item for item in self.items if item.kind in _CARRIED_BY_TEXT]
        if not waiting:
            return
        low = text.lower()
        for item in waiting:
            if carried(item.terms, low) >= _CARRIED_BY_TEXT[item.kind]:
                self._shut(item, event, "written down")
        self._sweep()

    def _settle_done(self, now: Exchange) -> None:
        """What the exchange did or claimed closes plans, promises and interrupted turns."""
        waiting = [item for item in self.items if item.kind != "decision"]
        if not waiting:
            return
        event = now.closing_event if now.closing_event >= 0 else now.human_event
        deeds = Deeds(now, self.changes)
        steps = Counter(item.exchange for item in self.items if item.kind in STEPS)
        for item in waiting:
            if deeds.settle(item, alone=steps[item.exchange] == 1):
                self._shut(item, event, "done since")
        self._sweep()

    def _person_said(self, now: Exchange) -> None:
        if asking.wants_text(now.human):
            return
        for sentence in deciding.decisions(now.human, person=True):
            self._decide(sentence, now.human_event, "decided by the user, and nothing written since carries it", now)
        asks = landing.asks_beside(now)
        for sentence in planning.reminders(now.human):
            if not (asks and planning.is_own(sentence)) and not self._done_within(sentence, now):
                self._open("reminder", sentence, now.human_event, "the user put it off, and it was not done since")

    def _done_within(self, sentence: str, now: Exchange) -> bool:
        return now.successes > 0 and carried(terms(sentence), now.evidence()) >= 0.5

    def _decide(self, sentence: str, event: int, why: str, now: Exchange, wanted: frozenset[str] = frozenset()) -> None:
        wanted = wanted or terms(sentence)
        for item in self.items:
            if item.kind == "decision" and (share(wanted, item.terms) >= 0.5 or share(item.terms, wanted) >= 0.5):
                if item.exchange == now.number:
                    return
                self._shut(item, event, "decided anew")
        self._sweep()
        written = "\n".join(now.written).lower()
        changed = now.edits > 0 or now.commits > 0
        told = changed and sentence in now.human and deciding.asks_to_record(now.human)
        if told or carried(wanted, written) >= 0.5 or (changed and is_carried(wanted, sentence, written)):
            self.closed.append(Item(sentence, event, "carried out and written down"))
        else:
            self._open("decision", sentence, event, why, wanted=wanted)

    def _left_unanswered(self, now: Exchange, *, open_turn: bool) -> None:
        """What the person asked for and got no answer to."""
        current = open_turn and not now.ended
        questions = asking.asks_of_model(now.human)
        if not now.answered and not now.calls:
            if landing.wants_nothing(now, self._before):
                return
            if questions:
                for question in questions:
                    self._open("user_question", question, now.human_event, "the user asked, and there is no answer",
                               current=current)  # fmt: skip
            elif now.went_wrong or current or not now.ended:
                self._open("interrupted", f"Asked for and not begun: {phrases.first_line(now.human)}", now.human_event,
                           "the user's message has no answer", current=current)  # fmt: skip
            return
        if now.went_wrong:
            self._open("interrupted", f"Interrupted: {phrases.first_line(now.human)}", now.human_event,
                       f"the turn ended as {now.reason!r} and nothing took it up")  # fmt: skip
            return
        if questions and not current:
            self._passed_over(questions, now)

    def _passed_over(self, questions: list[str], now: Exchange) -> None:
        """A question beside a request: the reply speaks of the request only."""
        if (
            landing.only_informs(now)
            or asking.only_asks(now.human)
            or len(questions) >= len(phrases.said(now.human))
            or not now.closing
        ):
            return
        replied = "\n".join((*now.narration, *now.closing)).lower()
        for question in questions:
            wanted = terms(question)
            if len(wanted) >= 3 and carried(wanted, replied) == 0.0 and same_script(question, replied):
                self._open("user_question", question, now.human_event, "the user asked, and no reply speaks of it")

    def _model_said(self, now: Exchange) -> None:
        text, event = "\n".join(now.closing), now.closing_event
        if now.calls == 0 and landing.wants_text(now):
            return
        asked = asking.asks_of_person(text)[:KEPT]
        for question in asked:
            why = "asked by the assistant and not answered"
            self._open("question", question, event, why, offer=asking.is_offer(question))
        self._saved_in_words(now, text, event)
        if reads_out(now, text):
            return
        self._claimed(now, text, event)
        self._left(now, text, event)
        steps = [] if asking.asks_how(now.human) and not now.edits else planning.plan_items(text)
        for number, step in enumerate(steps[:KEPT], 1):
            self._open("plan", step, event, "a step of a plan that nothing shows as done", number)
        informs = landing.only_informs(now)
        for sentence in planning.promises(text)[:KEPT]:
            if sentence not in asked and not (informs and not planning.is_own(sentence)):
                self._open("promise", sentence, event, "announced by the assistant and not done since")
        for sentence in deciding.decisions(text, person=False):
            self._decide(sentence, event, "decided in talk, and nothing written since carries it", now)

    def _left(self, now: Exchange, text: str, event: int) -> None:
        """What the assistant says went wrong or is done in part, where it was to do it and not to tell of it."""
        if not now.calls or asking.asks_for_report(now.human) or landing.only_informs(now):
            return
        for sentence in (*shortfalls.failures(text), *shortfalls.parts_done(text), *shortfalls.left_undone(text))[
            :KEPT
        ]:
            self._open("promise", sentence, event, "the assistant says that it failed or is done in part")

    def _saved_in_words(self, now: Exchange, text: str, event: int) -> None:
        """What is said to be saved in a file that the log never shows written."""
        if now.edits:
            return
        commands = "\n".join(now.commands)
        for line in phrases.said(text):
            named = [] if asking.is_question(line) else claims.saved_into(line.text)
            if named and not any(name in self._touched or name in commands for name in named):
                why = "said to be saved in a file that nothing in the log wrote"
                self._open("promise", f"Claimed and not seen done: {line.plain}", event, why)
                return

    def _claimed(self, now: Exchange, text: str, event: int) -> None:
        """Work that was asked for and is said to be done, in a session with tools, and no tool did it."""
        asked = self.tools and claims.asks_for_change(now.human)
        unseen = not (self.commits or self.elsewhere)
        for sentence in claims.claimed_changes(text):
            commit = claims.claims_commit(sentence, now.commands)
            never = unseen and (commit or (not self.changes and not now.calls and claims.claims_file(sentence)))
            if never or (asked and (now.calls == 0 or (commit and not self.commits and not now.edits))):
                why = "the assistant says that it is done, and no tool call did it"
                self._open("promise", f"Claimed and not seen done: {sentence}", event, why)
                return

    # --- the list -----------------------------------------------------------------------------------------------------

    def _open(
        self,
        kind: str,
        text: str,
        event: int,
        why: str,
        number: int = 0,
        *,
        covered: bool = False,
        current: bool = False,
        offer: bool = False,
        wanted: frozenset[str] = frozenset(),
    ) -> None:
        if not text or any(item.kind == kind and item.text == text for item in self.items):
            return
        self.items.append(
            Open(
                kind=kind,
                text=text,
                event=event,
                why=why,
                terms=wanted or terms(text),
                number=number,
                exchange=self.exchange.number,
                offer=offer,
                stopped=self.exchange.stopped,
                covered=covered,
                current=current,
                changes=self.changes,
                about=terms(self.exchange.human[:600])
                if kind in ("plan", "promise", "interrupted", "request", "finding", "loose")
                else frozenset(),
            )
        )

    def _shut(self, item: Open, event: int, how: str) -> None:
        if item.kind not in _SHAPED:
            self.closed.append(Item(item.text, event, how))
        item.kind = f"closed {item.kind}"

    def _drop(self, test: object, event: int, how: str) -> None:
        for item in self.items:
            if callable(test) and test(item):
                self._shut(item, event, how)
        self._sweep()

    def _sweep(self) -> None:
        """Drop what is closed. What is too old stays open and is not looked at again: each exchange costs the"
        " same."""
        old = self.exchange.number - NEAR
        self._old.extend(item for item in self.items if item.kind == "loose" and item.exchange < old)
        self.items = [
            item
            for item in self.items
            if not (item.kind.startswith("closed ") or (item.kind == "loose" and item.exchange < old))
        ]
        if len(self.items) > FOLLOWED:
            self._old.extend(self.items[:-FOLLOWED])
            self.items = self.items[-FOLLOWED:]
