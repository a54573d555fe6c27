"""One pass over a session's records that folds them to the state of the work."""

from __future__ import annotations

import msgspec

from threefold.session import (
    Author,
    Directory,
    Edit,
    Fact,
    Flag,
    Job,
    Mark,
    Message,
    Question,
    Queued,
    Ran,
    Session,
    Text,
    Todos,
    ToolCall,
    ToolResult,
    Turn,
)
from threefold.work import ledger
from threefold.work.branches import abandoned
from threefold.work.calls import Calls
from threefold.work.changing import Trackers
from threefold.work.commands.foreign import person_committed
from threefold.work.commands.outcome import outcome_of
from threefold.work.exchanges.landing import FAILED
from threefold.work.exchanges.picking import dismisses
from threefold.work.model import Item, Records, Work
from threefold.work.sentences.deciding import calls_off

_STOPPED = frozenset(("aborted", "interrupted", "cancelled", "canceled", "user_abort", "abort", "stopped"))
_FOLLOWED = 20
_SUMMARY = int(Flag.SUMMARY)  # arithmetic on flags costs a call each
_SAYS = int(Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN)


def fold(session: Session, until: int | None = None) -> Work:
    """The state of the work that a session's log shows, after all of it or after its first ``until`` events.

    One pass; nothing but the session is read. Linear in the log.
    """
    return Progress(session).finish(until)


class Progress:
    """A fold that goes on from one place of the log to the next, so that several states of one log cost one pass."""

    def __init__(self, session: Session, records: Records | None = None) -> None:
        """``records`` gives the records of events, if not the session itself is to."""
        self.session = session
        self.done = 0
        self._records = records or session.records
        self._state = Fold(session.cwd, crashes="interrupted" if session.format == "dsh" else "")
        self._dead = abandoned(session)

    def read_by(self, records: Records) -> None:
        """Take the records of further events from here."""
        self._records = records

    def at(self, until: int) -> Work:
        """The state after the first ``until`` events, which must not be fewer than before."""
        import copy  # most folds are finished, and never asked on the way

        self._go_on(until)
        return copy.deepcopy(self._state).work()  # saying what is open ends what waits; the pass itself goes on

    def finish(self, until: int | None) -> Work:
        """The state after the first ``until`` events (None: all). Nothing can be asked after it."""
        self._go_on(until)
        return self._state.work()

    def _go_on(self, until: int | None) -> None:
        session, state, flags = self.session, self._state, self.session.events.flags
        stop = len(session.events) if until is None else min(until, len(session.events))
        events = range(self.done, stop)
        self.done = max(self.done, stop)
        for index, record in self._records(events):
            for mark in record.marks:
                state.mark(mark, index)
            message = record.message
            if message is None or not flags[index] & _SAYS:
                continue
            if flags[index] & _SUMMARY:
                state.summary(message, index, covered=_covered(session, index))
            else:
                state.message(message, index, spoken=not message.sidechain and index not in self._dead)


def _covered(session: Session, event: int) -> bool:
    """Whether what a summary was made from stands in this log as well."""
    return any(len(c.covers) > 0 for c in session.compactions if c.summary_event == event)


class Goal(msgspec.Struct):
    """A goal as DeepSeek Harness logs it, and as the reader of Codex puts it."""

    objective: str = ""
    phase: str = ""


class GoalChange(msgspec.Struct):
    goal: Goal | None = None


_GOAL_OPEN = frozenset(("active", "blocked", "paused", "disarmed", "budgetlimited", "usagelimited"))


def _goal(value: str) -> Goal:
    try:
        return msgspec.json.decode(value, type=GoalChange).goal or Goal(phase="cleared")
    except msgspec.DecodeError:
        return Goal()


class Fold(Trackers):
    """The trackers, and what each record tells which of them."""

    def __init__(self, cwd: str, crashes: str = "") -> None:
        """``crashes`` is the word with which the harness ends a turn that nobody stopped but the machine."""
        super().__init__(cwd)
        self.crashes = crashes
        self.calls = Calls(self)
        self.queue = ledger.Queue()
        self.goal: Item | None = None
        self.typed = ""
        """a person's command whose output is to come"""

    # --- marks ------------------------------------------------------------------------------------------------------

    def mark(self, mark: Mark, event: int) -> None:
        match mark:
            case Todos():
                self.tasks.whole(mark, event)
                self.talk.listed(event)
            case Edit():
                self.files.edit(mark.path, event, "changed by an editing tool, and no commit carries it since",
                                created=self.calls.creates(mark.call_id))  # fmt: skip
                self.talk.edited(mark.path)
            case Job():
                self.jobs.mark(mark, event)
            case Question():
                self.questions.mark(mark, event)
            case Queued():
                self.queue.mark(mark, event)
            case Directory():
                self.cwd = mark.path
            case Ran():
                self._ran(mark, event)
            case Fact():
                self._fact(mark, event)
            case Turn():
                self._turn(mark, event)

    def _ran(self, ran: Ran, event: int) -> None:
        """A command of the person's own lands, changes and throws away what one of the model's does."""
        command = ran.command or self.typed
        self.typed = "" if ran.ended else ran.command
        if command and ran.ended:
            self.calls.typed(command, outcome_of(ran.output, ran.failed), event)

    def _fact(self, fact: Fact, event: int) -> None:
        """A goal that a harness keeps is open until it says that the goal is complete or given up."""
        if not fact.key.startswith("goal"):
            return
        goal = _goal(fact.value)
        if goal.objective and goal.phase.lower().replace("_", "") in _GOAL_OPEN:
            self.goal = Item(
                f"Goal not reached: {' '.join(goal.objective.split())}", event, f"the goal is {goal.phase}"
            )
        elif goal.phase:
            self.goal = None

    def _turn(self, turn: Turn, event: int) -> None:
        self.turn_open = turn.open
        if turn.open:
            self.turn += 1
            self.marked_turns = True
        else:
            word = turn.reason.lower()
            self.talk.ended(turn.reason, stopped=word != self.crashes and word in _STOPPED)

    # --- messages ---------------------------------------------------------------------------------------------------

    def message(self, message: Message, event: int, *, spoken: bool) -> None:
        human: list[str] = []
        for part in message.parts:
            match part:
                case ToolCall():
                    self.calls.call(part, event, spoken=spoken)
                case ToolResult():
                    self.calls.result(part, event)
                case Text(author=Author.HUMAN):
                    human.append(part.text)
                case Text(author=Author.MODEL) if spoken:
                    self.talk.model(part.text, event)
                    if len(part.text) < 20_000:
                        self.jobs.mentioned_as_ended(part.text)
                case Text(author=Author.HARNESS) if len(part.text) < 50_000:
                    self.jobs.mentioned_as_ended(part.text)
        if human and spoken:
            self._cut_off()
            if not self.marked_turns:
                self.turn += 1
            self.talk.human("\n".join(human), event)
            self.history.heard = event
            self.calls.refusals.heard("\n".join(human))
            if dismisses("\n".join(human)) or calls_off("\n".join(human)):
                self.jobs.let_be("\n".join(human))
            if person_committed("\n".join(human)):
                self.files.clean(event, "the person says that they committed it")
            self.queue.handed_over("\n".join(human))
            latest = list(self.questions.open.items())[-_FOLLOWED:]
            for id in [id for id, item in latest if self.talk.answers_tool(item.text)]:
                self.talk.exchange.answers.append((self.questions.open[id].text, "\n".join(human)))
                self.questions.close(id, event, "answered in a message")

    def _cut_off(self) -> None:
        """A person writes while a call of the turn before has no result, and nobody ended that turn: it broke off."""
        if self.calls.broken_off(self.talk.exchange.human_event):
            self.talk.broke_off()

    def summary(self, message: Message, event: int, *, covered: bool) -> None:
        self.talk.summary(message.text(), event, covered=covered)

    def _steps(self) -> list[Item]:
        """The steps that talk left open; a conflict that git left counts once, by git's word."""
        steps = _without(("commit",), self.talk.steps())
        conflict = next((item.text for item in self.history.unfinished if item.topic == "conflict"), "")
        return [item for item in steps if not (conflict and _tells_of(conflict, item.text))]

    # --- the end ----------------------------------------------------------------------------------------------------

    def work(self) -> Work:
        """What is open now."""
        self.talk.finish(open_turn=self.turn_open or not self.marked_turns)
        edits: list[Item] = []
        outside: list[Item] = []
        for change in self.files.open.values():
            item = Item(
                self.files.shown(change.path),
                change.event,
                "put aside with git stash" if change.stashed else change.why,
            )
            (outside if self.files.outside(change.path) else edits).append(item)
        settled = () if edits or outside else ("commit",)
        return Work(
            cwd=self.cwd,
            todos=tuple(self.tasks.open()),
            edits=tuple(edits),
            outside=tuple(outside),
            questions=(*self.questions.open.values(), *_without(settled, self.talk.questions())),
            decisions=tuple(self.talk.decisions()),
            next_steps=(*([self.goal] if self.goal else ()),
                        *self.calls.running(), *self.jobs.failed.values(), *self.calls.unfinished(),
                        *self._steps(), *self.queue.open(), *self.history.unfinished),
            closed=(*self.questions.closed, *self.talk.closed),
            landed=tuple(self.files.landed),
            tasks=tuple(self.tasks.tasks.values()),
            stashed=tuple(self.files.stashes),
            deferred=tuple(self.talk.deferred()),
            refused=self.calls.refusals.open(),
            idle_compactions=self.talk.idle_summaries,
        )  # fmt: skip


def _tells_of(conflict: str, text: str) -> bool:
    """Whether words tell no more than that a command of git stopped at this conflict."""
    low = text.lower()
    named = conflict.removeprefix("Finish the git ").partition(" ")[0] in low
    return "conflict" in low or "冲突" in text or (named and text.startswith(FAILED))


def _without(topics: tuple[str, ...], items: list[Item]) -> list[Item]:
    return [item for item in items if item.topic not in topics]
