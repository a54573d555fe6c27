"""The tasks that a log lists, and whether a person took anything back in it.

A small part of the state of the work (see ``folding``) at a small part of its price: of calls only those that write
todo lists are looked into, of words only those of a person. Who wants to know what was taken back, where something was,
has to fold the rest as well.
"""

from __future__ import annotations

from typing import NamedTuple

from threefold.session import Author, Flag, Mark, Message, Session, Text, Todos, ToolCall, ToolResult, Turn
from threefold.work import lists
from threefold.work.branches import abandoned
from threefold.work.commands import tools
from threefold.work.commands.outcome import is_answer, outcome_of
from threefold.work.ledger import Tasks
from threefold.work.model import Records, Task
from threefold.work.sentences.phrases import bounded

_SPOKEN = int(Flag.MESSAGE | Flag.SIDECHAIN)  # arithmetic on flags costs a call each
_SUMMARY = int(Flag.SUMMARY)


class _Waiting(NamedTuple):
    """A call about a list, or a question, that has no result yet."""

    kind: str
    call: ToolCall
    event: int


class Undertaken:
    """Goes on from one place of the log to the next, as ``folding.Progress`` does, and agrees with it."""

    def __init__(self, session: Session, records: Records | None = None) -> None:
        """``records`` gives the records of events, if not the session itself is to."""
        self.session = session
        self._records = records or session.records
        self.done = 0
        self._tasks = Tasks()
        self._waiting: dict[str, _Waiting] = {}
        self._dead = abandoned(session)
        self._person = ""
        """what a person said in the exchange that is being heard"""
        self._answered = False
        self._taken_back = False

    def at(self, until: int) -> tuple[Task, ...]:
        """The tasks after the first ``until`` events, which must not be fewer than before."""
        flags = self.session.events.flags
        events = range(self.done, min(until, len(flags)))
        self.done = max(self.done, events.stop)
        for index, record in self._records(events):
            for mark in record.marks:
                self._mark(mark, index)
            message = record.message
            if message is not None and flags[index] & _SPOKEN and not flags[index] & _SUMMARY:
                self._message(message, index, spoken=not message.sidechain and index not in self._dead)
        return tuple(self._tasks.tasks.values())

    def takes_back(self) -> bool:
        """Whether a person took anything back in these events."""
        from threefold.work.sentences.deciding import calls_off

        return self._taken_back or calls_off(self._person)

    def _mark(self, mark: Mark, event: int) -> None:
        if isinstance(mark, Todos):
            self._tasks.whole(mark, event)
        elif isinstance(mark, Turn) and not mark.open:
            self._answered = True

    def _message(self, message: Message, event: int, *, spoken: bool) -> None:
        human: list[str] = []
        for part in message.parts:
            if isinstance(part, ToolCall):
                self._call(part, event)
                self._answered = self._answered or spoken
            elif isinstance(part, ToolResult):
                self._result(part)
            elif isinstance(part, Text) and spoken:
                if part.author is Author.HUMAN:
                    human.append(part.text)
                elif part.author is Author.MODEL and part.text.strip():
                    self._answered = True
        if human:
            self._hear(bounded("\n".join(human)))

    def _hear(self, text: str) -> None:
        """A person wrote. Words before anything was answered belong together (see ``talk``)."""
        if self._person and not self._answered:
            self._person += "\n\n" + text
            return
        self._taken_back = self.takes_back()
        self._person, self._answered = text, False

    def _call(self, call: ToolCall, event: int) -> None:
        if tools.is_shell(call):
            kind = ""
        else:
            kind = "question" if tools.plain(call.name) in tools.QUESTIONS else lists.kind_of(call.name)
        if kind:
            self._waiting[call.id] = _Waiting(kind, call, event)
        else:
            self._waiting.pop(call.id, None)  # no result of this id is of an earlier call any more

    def _result(self, result: ToolResult) -> None:
        waiting = self._waiting.pop(result.call_id, None) if result.call_id else None
        if waiting is None:
            return
        outcome = outcome_of(result.text, result.is_error)
        if waiting.kind == "question":
            asked = tools.plain(waiting.call.name) not in tools.PLANS
            self._answered = self._answered or (asked and is_answer(outcome))
        elif outcome.ok:
            lists.follow(self._tasks, waiting.kind, waiting.call.input, outcome.text, waiting.event)
