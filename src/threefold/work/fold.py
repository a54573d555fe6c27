"""One pass over a session's records that folds them to the state of the work."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
    Session,
    Text,
    Todo,
    Todos,
    ToolCall,
    ToolResult,
    Turn,
)
from threefold.work import ledger, tools, vcs
from threefold.work.files import Files
from threefold.work.ledger import launched
from threefold.work.model import Item, Work
from threefold.work.outcome import Outcome, outcome_of
from threefold.work.shell import Effect, Step, effects, join, patch_effects, steps
from threefold.work.talk import Talk

_CREATED = re.compile(r"(?i)\b(?:created?|new file|wrote)\b")
_TASK_ID = re.compile(r"(?i)task #?(\w+)")
_ANSWERED_LATER = re.compile(r'^\s*\{\s*"pending"\s*:\s*true')
_DECLINED = re.compile(
    r"(?i)doesn't want to|declined|rejected|did not answer|timed? ?out|no answer|dismissed|cancelled"
)
_STOPPED = frozenset(("aborted", "interrupted", "cancelled", "canceled", "user_abort", "abort", "stopped"))
_FOLLOWED = 20
_SHOWN = 160


def fold(session: Session, until: int | None = None) -> Work:
    """The state of the work that a session's log shows, after all of it or after its first ``until`` events.

    One pass; nothing but the session is read. Linear in the log.
    """
    state = Fold(session.cwd, crashes="interrupted" if session.format == "dsh" else "")
    flags = session.events.flags
    dead = _abandoned(session)
    events = None if until is None else range(min(until, len(session.events)))
    for index, record in session.records(events):
        for mark in record.marks:
            state.mark(mark, index)
        message = record.message
        if message is None or not flags[index] & (Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN):
            continue
        if flags[index] & Flag.SUMMARY:
            state.summary(message, index, covered=_covered(session, index))
        else:
            state.message(message, index, spoken=not message.sidechain and index not in dead)
    return state.work()


def _abandoned(session: Session) -> frozenset[int]:
    """Messages on branches that were left: what was said there is not part of the conversation any more."""
    if session.format not in ("claude-code", "pi", "qwen"):
        return frozenset()
    live = bytearray(len(session.events))
    for event in session.surface:
        live[event] = 1
    for compaction in session.compactions:
        if compaction.gaps:
            return frozenset()
        for events in (compaction.covers, compaction.kept):
            for event in events:
                live[event] = 1
    flags = session.events.flags
    return frozenset(i for i in range(len(live)) if flags[i] & Flag.MESSAGE and not live[i])


def _covered(session: Session, event: int) -> bool:
    """Whether what a summary was made from stands in this log as well."""
    return any(len(c.covers) > 0 for c in session.compactions if c.summary_event == event)


class Goal(msgspec.Struct):
    """A goal as DeepSeek Harness logs it."""

    objective: str = ""
    phase: str = ""


class GoalChange(msgspec.Struct):
    goal: Goal | None = None


_GOAL_OPEN = frozenset(("active", "blocked", "paused", "disarmed"))


def _goal(value: str) -> Goal:
    try:
        return msgspec.json.decode(value, type=GoalChange).goal or Goal(phase="cleared")
    except msgspec.DecodeError:
        return Goal()


class Pending(msgspec.Struct):
    """A call without its result yet."""

    call: ToolCall
    event: int
    arguments: tools.Arguments
    kind: str
    spoken: bool
    turn: int


class Fold:
    """The trackers, and what each record tells which of them."""

    def __init__(self, cwd: str, crashes: str = "") -> None:
        """``crashes`` is the word with which the harness ends a turn that nobody stopped but the machine."""
        self.cwd = cwd
        self.crashes = crashes
        self.files = Files(cwd)
        self.history = vcs.History(self.files)
        self.tasks = ledger.Tasks()
        self.jobs = ledger.Jobs()
        self.questions = ledger.Questions()
        self.queue = ledger.Queue()
        self.talk = Talk()
        self.pending: dict[str, Pending] = {}
        self.turn = 0
        self.turn_open = False
        self.marked_turns = False
        self.deferred: dict[str, Pending] = {}
        self.goal: Item | None = None

    # --- marks ------------------------------------------------------------------------------------------------------

    def mark(self, mark: Mark, event: int) -> None:
        match mark:
            case Todos():
                self.tasks.whole(mark, event)
                self.talk.listed(event)
            case Edit():
                self.files.edit(mark.path, event, "changed by an editing tool, and no commit carries it since",
                                created=self._creates(mark.call_id))  # fmt: skip
                self.talk.edited(mark.path)
            case Job():
                self.jobs.mark(mark, event)
            case Question():
                self.questions.mark(mark, event)
            case Queued():
                self.queue.mark(mark, event)
            case Directory():
                self.cwd = mark.path
            case Fact():
                self._fact(mark, event)
            case Turn():
                self._turn(mark, event)

    def _fact(self, fact: Fact, event: int) -> None:
        """A goal that a harness keeps is open until it says that the goal is complete or given up."""
        if not fact.key.startswith("goal"):
            return
        goal = _goal(fact.value)
        if goal.objective and goal.phase in _GOAL_OPEN:
            self.goal = Item(
                f"Goal not reached: {' '.join(goal.objective.split())}", event, f"the goal is {goal.phase}"
            )
        elif goal.phase:
            self.goal = None

    def _creates(self, call_id: str) -> bool:
        pending = self.pending.get(call_id)
        return pending is not None and bool(tools.words(pending.call.name) & {"write", "create"}) and bool(call_id)

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
                    self.call(part, event, spoken=spoken)
                case ToolResult():
                    self.result(part, event)
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
            self.queue.handed_over("\n".join(human))
            latest = list(self.questions.open.items())[-_FOLLOWED:]
            for id in [id for id, item in latest if self.talk.answers_tool(item.text)]:
                self.talk.exchange.answers.append((self.questions.open[id].text, "\n".join(human)))
                self.questions.close(id, event, "answered in a message")

    def _cut_off(self) -> None:
        """A person writes while a call of the turn before has no result, and nobody ended that turn: it broke off."""
        begun = self.talk.exchange.human_event
        if any(p.spoken and p.event > begun and p.kind != "question" for p in self.pending.values()):
            self.talk.broke_off()

    def summary(self, message: Message, event: int, *, covered: bool) -> None:
        self.talk.summary(message.text(), event, covered=covered)

    def call(self, call: ToolCall, event: int, *, spoken: bool) -> None:
        name = tools.plain(call.name)
        arguments: tools.Arguments = {}
        kind = ""
        if name in tools.SHELL:
            kind, arguments = "shell", call.input
        elif name in tools.QUESTIONS:
            kind, arguments = "question", call.input
            self.questions.ask(call.id, tools.question_of(arguments), event)
            if name in ("exitplanmode", "presentplan"):
                self.talk.plan(tools.question_of(arguments), event)
                self.questions.open[call.id] = Item("Approval of the plan that was presented", event,
                                                    "a plan was presented and nobody approved it")  # fmt: skip
        elif name in tools.TODOS or tools.words(call.name) & {"todo", "todos"}:
            kind, arguments = "todos", call.input
        elif name in ("taskcreate", "taskupdate"):
            kind, arguments = name, call.input
        elif "applypatch" in name:
            kind, arguments = "patch", call.input or {"input": call.arguments}
        elif _may_write(call.name):
            arguments = call.input
            kind = "write" if arguments else ""
        self.pending[call.id or f"{event}/{len(self.pending)}"] = Pending(
            call, event, arguments, kind, spoken, self.turn
        )
        if spoken:
            self.talk.called(call.name, tools.command_of(arguments) if kind == "shell" else "", event)

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
            case "todos" if outcome.ok:
                todos = tools.todos_of(pending.arguments)
                if todos is not None:
                    self.tasks.whole(Todos(todos), pending.event)
                    self.talk.listed(event)
            case "taskcreate" | "taskupdate" if outcome.ok:
                self._task(pending, outcome)
            case "patch" if outcome.ok:
                self._effects(patch_effects(_patch_of(pending), tools.directory_of(pending.arguments) or self.cwd),
                              pending, "changed by a patch, and no commit carries it since")  # fmt: skip
                self.talk.wrote(_patch_of(pending), pending.event)
            case "write" if outcome.ok:
                self._write(pending, outcome)
        self._background(pending, outcome, event)
        if pending.spoken:
            self.talk.resulted(outcome.ok, outcome.text)

    def _shell(self, pending: Pending, outcome: Outcome) -> None:
        command = tools.command_of(pending.arguments)
        if not command:
            return
        running = launched(outcome.text, shell=True)
        if running and not outcome.known:  # its end comes with a later result
            self.deferred[running] = pending
            return
        base = join(self.cwd, tools.directory_of(pending.arguments)) if pending.arguments else self.cwd
        found = steps(command, base or self.cwd)
        if outcome.ok or len(found) > 1:
            why = "changed by a shell command, and no commit carries it since"
            for step in found:
                done = effects(step)
                self._effects(done, pending, why)
                if done or step.program in ("gh", "glab", "tea", "curl", "bd"):
                    self.talk.wrote(step.body + "\n" + " ".join(step.argv), pending.event)
        before = len(self.history.messages)
        self.history.run(found, outcome, pending.event)
        for _, text in self.history.messages[before:]:
            self.talk.wrote(text, pending.event)
            self.talk.committed(pending.event)
        if pending.arguments.get("run_in_background") is not True:
            self.jobs.returned(command, pending.event)
            self._detached(found, pending)

    def _detached(self, found: list[Step], pending: Pending) -> None:
        """``command &`` runs on, unless the same line or a later one waits for it or kills it."""
        if any(step.program in ("wait", "kill", "pkill", "killall", "fg") for step in found):
            self.jobs.shell_ended()
            return
        for step in found:
            if step.detached and step.argv:
                self.jobs.shell_started(" ".join(" ".join(step.argv).split())[:_SHOWN], pending.event)

    def _effects(self, done: Iterable[Effect], pending: Pending, why: str) -> None:
        for effect in done:
            if effect.kind == "remove":
                self.files.remove(effect.path, pending.event, why)
            elif effect.kind == "move":
                self.files.move(effect.source, effect.path, pending.event, why)
            else:
                self.files.edit(effect.path, pending.event, why, created=effect.kind == "create")
                self.talk.edited(effect.path)

    def _write(self, pending: Pending, outcome: Outcome) -> None:
        name, arguments = pending.call.name, pending.arguments
        text = tools.written_text(arguments)
        self.talk.wrote(text, pending.event)
        found = tools.words(name)
        if {"git", "commit"} <= found or tools.plain(name) == "gitcommit":
            base = tools.directory_of(arguments)
            self.files.commit(
                pending.event, f"carried by {tools.short(name)}", base, everything=False, tracked=False, paths=()
            )
            self.talk.committed(pending.event)
        elif {"git", "add"} <= found:
            self.files.stage(tools.paths_of(arguments) or None, tools.directory_of(arguments))
        elif tools.is_remote_write(name, arguments):
            self.talk.committed(pending.event)
        elif tools.is_edit(name, arguments):
            created = bool(found & {"write", "create"}) and _CREATED.search(outcome.text[:300]) is not None
            for path in tools.paths_of(arguments):
                self.files.edit(
                    path,
                    pending.event,
                    f"changed by {tools.short(name)}, and no commit carries it since",
                    created=created,
                )
                self.talk.edited(path)

    def _task(self, pending: Pending, outcome: Outcome) -> None:
        arguments = pending.arguments
        text = str(arguments.get("subject") or arguments.get("title") or arguments.get("description") or "")
        if pending.kind == "taskcreate":
            found = _TASK_ID.search(outcome.text)
            self.tasks.create(Todo(text, "pending", found[1] if found else ""), pending.event, "tasks")
        else:
            status = arguments.get("status")
            id = str(arguments.get("taskId") or arguments.get("id") or "")
            self.tasks.update(
                id, pending.event, "tasks", tools.status_of(status) if isinstance(status, str) else "", text
            )

    def _asked(self, pending: Pending, outcome: Outcome, event: int) -> None:
        if _ANSWERED_LATER.match(outcome.text):
            return
        if not outcome.ok and not _DECLINED.search(outcome.text):
            self.questions.open.pop(pending.call.id, None)  # the call itself failed: nobody was asked
            return
        if outcome.ok or pending.call.name.lower().startswith("exitplan"):
            self.questions.close(pending.call.id, event, "answered")
        if tools.plain(pending.call.name) in ("exitplanmode", "presentplan"):
            self.talk.plan_decided(outcome.ok, event)
        else:
            self.talk.answered(tools.question_of(pending.arguments), outcome.text, event)

    def _background(self, pending: Pending, outcome: Outcome, event: int) -> None:
        """Background work that only the text of a result tells of."""
        words = tools.words(pending.call.name)
        if pending.kind in ("todos", "question", "patch") or words & {"read", "grep", "glob"}:
            return
        shell = pending.kind == "shell"
        started = launched(outcome.text, shell=shell) if shell or words & tools.SPAWN or self.jobs.running else ""
        starts = shell or bool(words & tools.SPAWN) or started in self.jobs.running
        if started and starts and outcome.ok:
            self.jobs.start(started, _label(pending), event)
        elif self.jobs.running:
            ended = self.jobs.mentioned_as_ended(f"{pending.call.arguments[:2000]} {outcome.text}")
            for waiting in [self.deferred.pop(id) for id in ended if id in self.deferred]:
                self._shell(waiting, outcome)

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
                        *self._running(), *self._calls(), *_without(settled, self.talk.steps()),
                        *self.queue.open(), *self.history.unfinished),
            closed=(*self.questions.closed, *self.talk.closed),
            landed=tuple(self.files.landed),
            tasks=tuple(self.tasks.tasks.values()),
            stashed=tuple(self.files.stashes),
        )  # fmt: skip

    def _calls(self) -> list[Item]:
        """Calls without a result. One of an earlier turn that was ended is history: the turn says what became of it."""
        found = []
        for pending in self.pending.values():
            if pending.kind == "question" or (pending.turn < self.turn and not self._still_due(pending)):
                continue
            label = _label(pending)
            text = f"Unfinished call of {tools.short(pending.call.name)}" + (f": {label}" if label else "")
            found.append(Item(text, pending.event, "a tool call without a result",
                              current=pending.turn == self.turn and self.turn_open))  # fmt: skip
        return found

    def _still_due(self, pending: Pending) -> bool:
        return False

    def _running(self) -> list[Item]:
        """Jobs that run; one that a call waits for is that call."""
        waited = {_label(p) for p in self.pending.values()} - {""}
        return [item for item in self.jobs.running.values() if item.text.removeprefix("Running job: ") not in waited]


def _without(topics: tuple[str, ...], items: list[Item]) -> list[Item]:
    return [item for item in items if item.topic not in topics]


def _may_write(name: str) -> bool:
    found = tools.words(name)
    return bool(found & tools.WRITING) or bool(found & {"commit", "add", "push"}) or bool(found & tools.ISSUE_WORDS)


def _patch_of(pending: Pending) -> str:
    for key in ("input", "patch", "patchText", "patch_text"):
        value = pending.arguments.get(key)
        if isinstance(value, str):
            return value
    command = pending.arguments.get("command")
    if isinstance(command, list):
        return "\n".join(str(word) for word in command)
    return pending.call.arguments


def _label(pending: Pending) -> str:
    arguments = pending.arguments or (pending.call.input if len(pending.call.arguments) < 20_000 else {})
    text = tools.command_of(arguments) or str(arguments.get("description") or "") or tools.path_of(arguments)
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
