"""Tool calls and their results: what each kind of call does to the state of the work, once its result is known."""

from __future__ import annotations

from threefold.session import ToolCall, ToolResult
from threefold.work import lists
from threefold.work.changing import SHOWN, Changes, Pending, Trackers
from threefold.work.commands import tools
from threefold.work.commands.outcome import Outcome, humans_answer, is_answer, is_pending, outcome_of
from threefold.work.ledger import launched
from threefold.work.model import Item
from threefold.work.refusing import Refusals

LOOK = 600
"""Characters of a look that are kept with what it showed."""
_STOPS = frozenset(("kill", "stop", "cancel", "terminate", "close"))


class Calls:
    """Keeps calls until their results come."""

    def __init__(self, on: Trackers) -> None:
        self.on = on
        self.changes = Changes(on)
        self.pending: dict[str, Pending] = {}
        self.refusals = Refusals()
        self._deferred: dict[str, Pending] = {}

    def creates(self, call_id: str) -> bool:
        """Whether a call that waits for its result writes whole files."""
        pending = self.pending.get(call_id)
        return pending is not None and bool(tools.words(pending.call.name) & {"write", "create"})

    def broken_off(self, since: int) -> bool:
        """Whether a call of the main conversation that was made after an event has no result."""
        return any(p.spoken and p.event > since and p.kind != "question" for p in self.pending.values())

    def call(self, call: ToolCall, event: int, *, spoken: bool) -> None:
        name = tools.plain(call.name)
        arguments: tools.Arguments = {}
        kind = ""
        if tools.is_shell(call):
            kind, arguments = "shell", call.input
        elif name in tools.QUESTIONS:
            kind, arguments = "question", call.input
            self.on.questions.ask(call.id, tools.question_of(arguments), event)
            if name in tools.PLANS:
                self.on.talk.plan(tools.question_of(arguments), event)
                self.on.questions.open[call.id] = Item("Approval of the plan that was presented", event,
                                                    "a plan was presented and nobody approved it")  # fmt: skip
        elif lists.kind_of(call.name):
            kind, arguments = lists.kind_of(call.name), call.input
        elif "applypatch" in name:
            kind, arguments = "patch", call.input or {"input": call.arguments}
        elif _may_write(call.name):
            arguments = call.input
            kind = "write" if arguments else ""
        looks = not kind and not tools.words(call.name) & tools.SPAWN
        self.pending[call.id or f"{event}/{len(self.pending)}"] = Pending(
            call, event, arguments, kind, spoken, self.on.turn, looks
        )
        if spoken:
            self.on.talk.called(call.name, tools.command_of(arguments) if kind == "shell" else "", event)

    def result(self, result: ToolResult, event: int) -> None:
        pending = self.pending.pop(result.call_id, None)
        if pending is None:
            return
        outcome = outcome_of(result.text, result.is_error)
        match pending.kind:
            case "shell":
                self._shell(pending, outcome)
            case "question":
                self._asked(pending, outcome, event)
            case "todos" | "taskcreate" | "taskupdate" if outcome.ok:
                whole = lists.follow(self.on.tasks, pending.kind, pending.arguments, outcome.text, pending.event)
                self.on.talk.exchange.listed = True
                if whole:
                    self.on.talk.listed(event)
            case "patch" if outcome.ok:
                self.changes.patch(pending)
            case "write" if outcome.ok:
                self.changes.write(pending, outcome)
        if outcome.ok and tools.plain(pending.call.name) in _READS:
            for path in tools.paths_of(pending.call.input):
                self.on.files.saw(path)
        self._background(pending, outcome, event)
        if outcome.ran:
            self.refusals.ran(pending)
        elif pending.kind != "question":
            self._refused(pending, humans_answer(result.text), event)
        if pending.spoken:
            self.on.talk.resulted(
                outcome.ok, looks=pending.looks, acts=_acts(pending), ran=outcome.ran, text=outcome.text,
                look=_look(pending),
            )  # fmt: skip

    def _refused(self, pending: Pending, words: str, event: int) -> None:
        """A person did not let a call run: it is no deed, and what they say to it they say to the model."""
        if words:
            self.refusals.refuse(pending, _label(pending), words, event)
        if pending.spoken:
            self.on.talk.refused(tools.command_of(pending.arguments) if pending.kind == "shell" else "", words, event)

    def _shell(self, pending: Pending, outcome: Outcome) -> None:
        command = tools.command_of(pending.arguments)
        running = launched(outcome.text, shell=True) if command else ""
        if running and not outcome.known:  # its end comes with a later result
            self._deferred[running] = pending
        elif command:
            self.changes.shell(pending, command, outcome)

    def typed(self, command: str, outcome: Outcome, event: int) -> None:
        """A person ran a command line beside the conversation."""
        self._shell(
            Pending(ToolCall("", "bash", ""), event, {"command": command}, "shell", False, self.on.turn), outcome
        )

    def _asked(self, pending: Pending, outcome: Outcome, event: int) -> None:
        if not is_answer(outcome):
            if not is_pending(outcome):
                self.on.questions.open.pop(pending.call.id, None)  # the call itself failed: nobody was asked
            return
        if outcome.ok or pending.call.name.lower().startswith("exitplan"):
            self.on.questions.close(pending.call.id, event, "answered")
        if tools.plain(pending.call.name) in tools.PLANS:
            self.on.talk.plan_decided(outcome.ok, event)
        else:
            self.on.talk.answered(tools.question_of(pending.arguments), outcome.text, event)

    def _background(self, pending: Pending, outcome: Outcome, event: int) -> None:
        """Background work that only the text of a result tells of."""
        words = tools.words(pending.call.name)
        if pending.kind in ("todos", "question", "patch") or words & {"read", "grep", "glob"}:
            return
        shell = pending.kind == "shell"
        spawns = bool(words & tools.SPAWNS and words & tools.SPAWNED)
        known = shell or words & tools.SPAWN or self.on.jobs.running
        started = launched(outcome.text, shell=shell, spawns=spawns) if known else ""
        starts = shell or bool(words & tools.SPAWN) or started in self.on.jobs.running
        if started and starts and outcome.ok:
            self.on.jobs.start(started, _label(pending), event)
        elif self.on.jobs.running:
            if outcome.ok and words & _STOPS:
                self.on.jobs.stopped(pending.call.input.values())
            ended = self.on.jobs.mentioned_as_ended(f"{pending.call.arguments[:2000]} {outcome.text}")
            for waiting in [self._deferred.pop(id) for id in ended if id in self._deferred]:
                self._shell(waiting, outcome)

    def unfinished(self) -> list[Item]:
        """Calls without a result. One of an earlier turn that was ended is history: the turn says what became of it."""
        found = []
        in_turn = self.on.turn_open or not self.on.marked_turns  # a log that marks no turns ends within one
        for pending in self.pending.values():
            if pending.kind == "question" or pending.turn < self.on.turn:
                continue
            if _ASKS_FOR_VERDICT in pending.call.name:
                continue
            label = _label(pending)
            text = f"Unfinished call of {tools.short(pending.call.name)}" + (f": {label}" if label else "")
            found.append(Item(text, pending.event, "a tool call without a result",
                              current=pending.turn == self.on.turn and in_turn))  # fmt: skip
        return found

    def running(self) -> list[Item]:
        """Jobs that run; one that a call waits for is that call."""
        waited = tuple(label.rstrip("…") for label in map(_label, self.pending.values()) if label)
        return [
            item
            for item in self.on.jobs.running.values()
            if not (waited and item.text.removeprefix("Running job: ").startswith(waited))
        ]


_READS = frozenset(("read", "readfile", "view", "viewfile", "cat"))
_ASKS_FOR_VERDICT = "context_verdict_"
"""In the name of the call that asks: the snapshot is its result, and it loses nothing by being open meanwhile."""


def _acts(pending: Pending) -> bool:
    """Whether a call may have changed something: it neither looks, nor tests, nor asks, nor keeps a list."""
    if pending.kind in ("shell", "write", "patch"):
        return not (pending.looks or pending.tests)
    return not pending.kind and not tools.only_reads(pending.call.name)


def _look(pending: Pending) -> str:
    """A look as it was called."""
    if pending.kind == "shell":
        return tools.command_of(pending.arguments)[:LOOK]
    return f"{tools.short(pending.call.name)} {pending.call.arguments[:LOOK]}"


def _may_write(name: str) -> bool:
    found = tools.words(name)
    return bool(found & tools.WRITING) or bool(found & {"commit", "add", "push"}) or bool(found & tools.ISSUE_WORDS)


def _label(pending: Pending) -> str:
    arguments = pending.arguments or (pending.call.input if len(pending.call.arguments) < 20_000 else {})
    given = (arguments.get(key) for key in ("description", "prompt", "message", "task"))
    told = next((one for one in given if one and isinstance(one, str)), "")
    text = " ".join((tools.command_of(arguments) or told or tools.path_of(arguments)).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
