"""Conversation folded to what it left open: questions, decisions, plans and promises that only stand in talk.

The unit is an *exchange*: what a person wrote, what the model did, and the words it closed with. Words between tool
calls are narration; only closing words put questions to a person or say what comes next. An exchange is read when the
next one begins, so that each step sees what came before it and nothing that came after.
"""

from __future__ import annotations

from threefold.work.commands.tools import SPAWN, words
from threefold.work.exchanges import kinds
from threefold.work.exchanges.exchange import Exchange
from threefold.work.exchanges.hearing import heard, left_unanswered, person_said
from threefold.work.exchanges.replies import addresses
from threefold.work.exchanges.standing import Standing
from threefold.work.exchanges.telling import KEPT, agreed, left_behind, model_said
from threefold.work.model import Item
from threefold.work.sentences import answering, claims, phrases, planning, summaries, wishes
from threefold.work.sentences.words import terms

WRITTEN = 200_000
"""Characters of one written text in which a decision is looked for."""
COMMAND = 4_000
"""Characters of a command that are kept for such a comparison."""
NAMED = 3
"""Parts of a path, from its end, that tell what was changed; where a work tree lies tells nothing."""
LOOKS = 40
"""How many looks of one exchange are kept with what they showed."""
WRITES = 200
"""How many written texts of one exchange are kept for comparison with what was planned and decided in it."""


class Talk(Standing):
    """Follows a conversation. Feed it in log order, then :meth:`finish`, then read it."""

    def __init__(self) -> None:
        super().__init__()
        self.idle_summaries = 0
        self._changes_before = -1
        self._plan_event = -1

    # --- what happens -----------------------------------------------------------------------------------------------

    def human(self, text: str, event: int) -> None:
        """A person wrote. Words before anything was answered belong to the same exchange."""
        text = phrases.punctuated(phrases.bounded(text))
        now = self.exchange
        if now.human and not now.answered and not now.calls and not now.ended:
            now.human += "\n\n" + text
            return
        self._close(open_turn=False)
        if not kinds.is_social(now):
            self.before = now
        self.exchange = Exchange(now.number + 1, human=text, human_event=event)

    def model(self, text: str, event: int) -> None:
        if text.strip():
            self.exchange.closing.append(phrases.punctuated(phrases.bounded(text)))
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
            now.commands.append(command[:COMMAND])
        elif len(now.tools) < WRITES:
            now.tools.append(name)

    def resulted(self, ok: bool, *, looks: bool, acts: bool, ran: bool = True, text: str = "", look: str = "") -> None:
        """A call has its result. One that only looks may fail: that nothing was found is an answer. One that a person
        did not let run is no attempt, and says nothing of how the last one went. ``acts``: it may have changed
        something."""
        self.exchange.successes += ok
        self.exchange.deeds += ok and acts
        self.exchange.looks += looks
        if ok and looks and len(self.exchange.seen) < LOOKS:
            self.exchange.seen.append((self.exchange.edits, look, text[:COMMAND]))
        if ran and not looks:
            self.exchange.failed_last = not ok

    def refused(self, command: str, words: str, event: int) -> None:
        """A person did not let a call run. What they forbid by that holds beyond it."""
        if command[:COMMAND] in self.exchange.commands:
            self.exchange.commands.remove(command[:COMMAND])
        for line in phrases.said(words):
            if wishes.prohibits(line):
                why = "said in refusing a call; nothing written since carries it"
                self.open("said", line.plain, event, why)

    def edited(self, path: str) -> None:
        if path.startswith("/dev/"):
            return
        self.changes += 1
        self.exchange.edits += 1
        self.exchange.commands.append("/".join(path.split("/")[-NAMED:]))
        self.touched.add(path.rpartition("/")[2])

    def wrote(self, text: str, event: int) -> None:
        """A text was written somewhere durable: a file, a commit's message, an issue."""
        text = text[:WRITTEN]
        if len(self.exchange.written) < WRITES:
            self.exchange.written.append(text)
        self.settle_written(text, event)

    def committed(self, event: int, message: str = "") -> None:
        self.settle_committed(message[:WRITTEN], event)
        self.changes += 1
        self.commits += 1
        self.exchange.commits += 1
        self.exchange.pushed = False

    def pushed(self) -> None:
        """Commits were pushed, or git said that nothing is left to push."""
        self.exchange.pushed = True

    def listed(self, event: int) -> None:
        """A todo list was written: it takes the place of plans made in prose before it."""
        self.exchange.listed = True
        for item in self.items:
            if item.kind in ("plan", "pending", "part"):
                self.shut(item, event, "a todo list took its place")
        self.sweep()

    def plan(self, text: str, event: int) -> None:
        """A plan was presented with a tool."""
        self._plan_event = event
        items = planning.plan_items("Plan:\n\n" + text) or planning.list_items(text)
        for number, step in enumerate(items[:KEPT], 1):
            self.open("plan", step, event, "a step of the presented plan", number)

    def plan_decided(self, approved: bool, event: int) -> None:
        self.exchange.approved = approved
        if not approved:
            self.drop(lambda item: item.event == self._plan_event, event, "the plan was not approved")

    def answered(self, question: str, text: str, event: int) -> None:
        """A question by tool was answered; the answer may answer what was said around it too."""
        self.exchange.narration.append(text[:2_000])
        self.exchange.answers.append((question, text[:2_000]))
        waiting = [item for item in self.items if item.kind == "question" and not item.has_content]
        for item in waiting:
            self.shut(item, event, "answered")
        self.sweep()

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
            self.open("pending", step, event, "an earlier summary names it as pending", covered=covered)

    def finish(self, *, open_turn: bool) -> None:
        """The log has ended."""
        self._close(open_turn=open_turn)

    # --- what is open -------------------------------------------------------------------------------------------------

    def questions(self) -> list[Item]:
        return self.of("question", "user_question")

    def deferred(self) -> list[Item]:
        return self.of("deferred")

    def decisions(self) -> list[Item]:
        return self.of("decision", "said")

    def steps(self) -> list[Item]:
        return self.of(
            "plan",
            "promise",
            "reminder",
            "pending",
            "interrupted",
            "request",
            "part",
            "push",
            "deed",
            "finding",
            "loose",
        )

    # --- an exchange is over ------------------------------------------------------------------------------------------

    def _close(self, *, open_turn: bool) -> None:
        now = self.exchange
        if now.human:
            heard(self, now)
        self.settle_done(now)
        if now.human:
            person_said(self, now)
            left_unanswered(self, now, open_turn=open_turn)
        if now.closing:
            agreed(self, now)
            model_said(self, now)
        left_behind(self, now, open_turn=open_turn)
        self.sweep()
