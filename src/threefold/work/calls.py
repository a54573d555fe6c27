"""Tool calls and their results: what each kind of call does to the state of the work, once its result is known."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from threefold.session import Todo, Todos, ToolCall, ToolResult
from threefold.text.later import later
from threefold.work import ledger, tools, vcs
from threefold.work.files import Files
from threefold.work.ledger import launched
from threefold.work.model import Item
from threefold.work.outcome import Outcome, outcome_of
from threefold.work.phrases import Phrases
from threefold.work.shell import Step, join, only_looks, steps
from threefold.work.talk import Talk
from threefold.work.writes import Effect, effects, patch_effects

_CREATED = re.compile(r"(?i)\b(?:created?|new file|wrote)\b")
_NUMBER = re.compile(r"#(\w+)")
_UNDONE = re.compile(r"(?i)\b(?:uncompleted|incomplete|reopened|not done|unchecked|pending)\b")
_TASK_ID = re.compile(r"(?i)task #?(\w+)")
_ANSWERED_LATER = re.compile(r'^\s*\{\s*"pending"\s*:\s*true')
_DECLINED = later(r"(?i)doesn't want to|declined|rejected|did not answer|timed? ?out|no answer|dismissed|cancelled")
_STOPS = frozenset(("kill", "stop", "cancel", "terminate", "close"))
_TRACKERS = frozenset(("gh", "glab", "tea", "curl", "bd"))
"""Programs with which a text is written into a tracker."""
_UNCHANGED = Phrases(r"\A(?:.*\(unchanged\)\s*)+\z|\A[^,]*\bleft unchanged\b[^,]*\z|\A(?:all checks passed|up to date)")
"""What a formatter or package manager says when it changed nothing."""
_SHOWN = 160
"""Characters of a command that are shown."""


class Trackers:
    """What is followed, each by its own tracker; shared by whatever reads a log."""

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd
        self.turn = 0
        self.turn_open = False
        self.marked_turns = False
        self.files = Files(cwd)
        self.history = vcs.History(self.files)
        self.tasks = ledger.Tasks()
        self.jobs = ledger.Jobs()
        self.questions = ledger.Questions()
        self.talk = Talk()


class Pending(msgspec.Struct):
    """A call without its result yet."""

    call: ToolCall
    event: int
    arguments: tools.Arguments
    kind: str
    spoken: bool
    turn: int
    looks: bool = False


class Calls:
    """Keeps calls until their results come."""

    def __init__(self, on: Trackers) -> None:
        self.on = on
        self.pending: dict[str, Pending] = {}
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
            if name in ("exitplanmode", "presentplan"):
                self.on.talk.plan(tools.question_of(arguments), event)
                self.on.questions.open[call.id] = Item("Approval of the plan that was presented", event,
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
            case "todos" if outcome.ok:
                self._todos(pending, outcome, event)
            case "taskcreate" | "taskupdate" if outcome.ok:
                self._task(pending, outcome)
            case "patch" if outcome.ok:
                self._effects(patch_effects(_patch_of(pending), tools.directory_of(pending.arguments) or self.on.cwd),
                              pending, "changed by a patch, and no commit carries it since")  # fmt: skip
                self.on.talk.wrote(_patch_of(pending), pending.event)
            case "write" if outcome.ok:
                self._write(pending, outcome)
        if outcome.ok and tools.plain(pending.call.name) in _READS:
            for path in tools.paths_of(pending.call.input):
                self.on.files.saw(path)
        self._background(pending, outcome, event)
        if pending.spoken:
            self.on.talk.resulted(outcome.ok, looks=pending.looks)

    def _shell(self, pending: Pending, outcome: Outcome) -> None:
        command = tools.command_of(pending.arguments)
        if not command:
            return
        running = launched(outcome.text, shell=True)
        if running and not outcome.known:  # its end comes with a later result
            self._deferred[running] = pending
            return
        base = join(self.on.cwd, tools.directory_of(pending.arguments)) if pending.arguments else self.on.cwd
        found = steps(command, base or self.on.cwd)
        pending.looks = all(map(only_looks, found))
        if outcome.ok or len(found) > 1:
            why = "changed by a shell command, and no commit carries it since"
            for step in found:
                done = [
                    effect for effect in effects(step) if effect.kind != "touch" or not _UNCHANGED.within(outcome.text)
                ]
                self._effects(done, pending, why)
                if outcome.ok:
                    self._saw(step, done)
                if done or step.program in ("gh", "glab", "tea", "curl", "bd"):
                    self.on.talk.wrote(step.body + "\n" + " ".join(step.argv), pending.event)
        before = len(self.on.history.messages)
        self.on.history.run(found, outcome, pending.event)
        for _, text in self.on.history.messages[before:]:
            self.on.talk.wrote(text, pending.event)
            self.on.talk.committed(pending.event)
        if pending.arguments.get("run_in_background") is not True:
            self.on.jobs.returned(command, pending.event)
            self._detached(found, pending)

    def typed(self, command: str, outcome: Outcome, event: int) -> None:
        """A person ran a command line beside the conversation."""
        self._shell(
            Pending(ToolCall("", "bash", ""), event, {"command": command}, "shell", False, self.on.turn), outcome
        )

    def _saw(self, step: Step, done: list[Effect]) -> None:
        """What a command that succeeded names and does not write was there before."""
        written = {effect.path for effect in done}
        for word in step.argv[1:]:
            path = join(step.cwd, word) if "." in word and len(word) < 200 and word[0] != "-" else ""
            if path and path not in written:
                self.on.files.saw(path)

    def _detached(self, found: list[Step], pending: Pending) -> None:
        """``command &`` runs on, unless the same line or a later one waits for it or kills it."""
        if any(step.program in ("wait", "kill", "pkill", "killall", "fg") for step in found):
            self.on.jobs.shell_ended()
            return
        for step in found:
            if step.detached and step.argv:
                self.on.jobs.shell_started(" ".join(" ".join(step.argv).split())[:_SHOWN], pending.event)

    def _effects(self, done: Iterable[Effect], pending: Pending, why: str) -> None:
        for effect in done:
            if effect.kind.startswith("remove"):
                self.on.files.remove(effect.path, pending.event, why, tree=effect.kind == "remove tree")
            elif effect.kind == "folder":
                self.on.files.folders.add(join(self.on.cwd, effect.path))
            elif effect.kind == "move":
                self.on.files.move(effect.source, effect.path, pending.event, why)
            else:
                self.on.files.edit(effect.path, pending.event, why, created=effect.kind == "create",
                                   loose=effect.kind == "touch")  # fmt: skip
                self.on.talk.edited(effect.path)

    def _write(self, pending: Pending, outcome: Outcome) -> None:
        name, arguments = pending.call.name, pending.arguments
        text = tools.written_text(arguments)
        self.on.talk.wrote(text, pending.event)
        found = tools.words(name)
        if {"git", "commit"} <= found or tools.plain(name) == "gitcommit":
            base = tools.directory_of(arguments)
            self.on.files.commit(
                pending.event, f"carried by {tools.short(name)}", base, everything=False, tracked=False, paths=()
            )
            self.on.talk.committed(pending.event)
        elif {"git", "add"} <= found:
            self.on.files.stage(tools.paths_of(arguments) or None, tools.directory_of(arguments))
        elif tools.is_remote_write(name, arguments):
            self.on.talk.committed(pending.event)
        elif tools.is_edit(name, arguments):
            created = bool(found & {"write", "create"}) and _CREATED.search(outcome.text[:300]) is not None
            for path in tools.paths_of(arguments):
                self.on.files.edit(
                    path,
                    pending.event,
                    f"changed by {tools.short(name)}, and no commit carries it since",
                    created=created,
                )
                self.on.talk.edited(path)

    def _todos(self, pending: Pending, outcome: Outcome, event: int) -> None:
        """A whole list, or one step of a list that is changed step by step (pi's todo extension)."""
        todos = tools.todos_of(pending.arguments)
        if todos is not None:
            self.on.tasks.whole(Todos(todos), pending.event)
            self.on.talk.listed(event)
            return
        action, id = str(pending.arguments.get("action", "")), str(pending.arguments.get("id", ""))
        text = str(pending.arguments.get("text") or pending.arguments.get("content") or "")
        if action in ("add", "create") and text:
            found = _NUMBER.search(outcome.text)
            self.on.tasks.create(Todo(text, "pending", found[1] if found else ""), pending.event, "todo")
        elif action in ("toggle", "complete", "done", "check", "update") and id:
            undone = _UNDONE.search(outcome.text) is not None
            self.on.tasks.update(id, pending.event, "todo", "pending" if undone else "completed", text)
        elif action in ("remove", "delete") and id:
            self.on.tasks.update(id, pending.event, "todo", "cancelled", text)
        elif action == "clear":
            self.on.tasks.clear("todo", pending.event)

    def _task(self, pending: Pending, outcome: Outcome) -> None:
        arguments = pending.arguments
        text = str(arguments.get("subject") or arguments.get("title") or arguments.get("description") or "")
        if pending.kind == "taskcreate":
            found = _TASK_ID.search(outcome.text)
            self.on.tasks.create(Todo(text, "pending", found[1] if found else ""), pending.event, "tasks")
        else:
            status = arguments.get("status")
            id = str(arguments.get("taskId") or arguments.get("id") or "")
            self.on.tasks.update(
                id, pending.event, "tasks", tools.status_of(status) if isinstance(status, str) else "", text
            )

    def _asked(self, pending: Pending, outcome: Outcome, event: int) -> None:
        if _ANSWERED_LATER.match(outcome.text):
            return
        if not outcome.ok and not _DECLINED.search(outcome.text):
            self.on.questions.open.pop(pending.call.id, None)  # the call itself failed: nobody was asked
            return
        if outcome.ok or pending.call.name.lower().startswith("exitplan"):
            self.on.questions.close(pending.call.id, event, "answered")
        if tools.plain(pending.call.name) in ("exitplanmode", "presentplan"):
            self.on.talk.plan_decided(outcome.ok, event)
        else:
            self.on.talk.answered(tools.question_of(pending.arguments), outcome.text, event)

    def _background(self, pending: Pending, outcome: Outcome, event: int) -> None:
        """Background work that only the text of a result tells of."""
        words = tools.words(pending.call.name)
        if pending.kind in ("todos", "question", "patch") or words & {"read", "grep", "glob"}:
            return
        shell = pending.kind == "shell"
        started = launched(outcome.text, shell=shell) if shell or words & tools.SPAWN or self.on.jobs.running else ""
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
