"""Todo lists, jobs, calls and questions by tool: what harnesses track, folded to what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from threefold.session import Job, Question, Queued, Todo, Todos
from threefold.text.later import later
from threefold.work.model import Item, Task
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import share, terms

Slot = tuple[str, str]


class Tasks:
    """Every task a list ever held, with its last state. A list that is written whole replaces the one before."""

    def __init__(self) -> None:
        self.tasks: dict[Slot, Task] = {}
        self.touched: tuple[Slot, ...] = ()
        """what the last change wrote, or left out of a list that it wrote whole"""
        self._live: dict[str, list[Slot]] = {}

    def whole(self, todos: Todos, event: int) -> None:
        """A whole list as it stands from here on."""
        now: list[Slot] = []
        for todo in todos.items:
            slot = (todos.list, todo.id or " ".join(todo.text.split()))
            now.append(slot)
            self.tasks[slot] = Task(todo.text, todo.status, event, todos.list, todo.id)
        before = self._live.get(todos.list, [])
        self.touched = tuple({**dict.fromkeys(before), **dict.fromkeys(now)})
        for slot in before:
            if slot not in now and self.tasks[slot].open:
                self.tasks[slot] = msgspec.structs.replace(self.tasks[slot], status="dropped", event=event)
        self._live[todos.list] = now

    def create(self, todo: Todo, event: int, list: str) -> None:
        """One task was added to a list."""
        slot = (list, todo.id or todo.text)
        self.touched = (slot,)
        self.tasks[slot] = Task(todo.text, todo.status, event, list, todo.id)

    def update(self, id: str, event: int, list: str, status: str = "", text: str = "") -> None:
        """One task of a list changed."""
        self.touched = ((list, id),)
        known = self.tasks.get((list, id)) or Task(text or f"task {id}", "pending", event, list, id)
        self.tasks[(list, id)] = msgspec.structs.replace(
            known, status=status or known.status, text=text or known.text, event=event
        )

    def clear(self, list: str, event: int) -> None:
        """A whole list was thrown away."""
        self.touched = tuple(slot for slot in self.tasks if slot[0] == list)
        for slot, task in self.tasks.items():
            if slot[0] == list and task.open:
                self.tasks[slot] = msgspec.structs.replace(task, status="cancelled", event=event)

    def open(self) -> list[Item]:
        return [
            Item(task.text, task.event, f"{task.status.replace('_', ' ')} in the last state of its todo list")
            for task in self.tasks.values()
            if task.open
        ]


class Jobs:
    """Background work: started and not ended, by the harness's marks or by what results say."""

    def __init__(self) -> None:
        self.running: dict[str, Item] = {}
        self.failed: dict[str, Item] = {}
        """by their labels those that failed, and of which nothing came since"""

    def mark(self, job: Job, event: int) -> None:
        if job.running:
            text = f"Running job: {_line(job.label) or job.id}"
            self.running[job.id] = Item(text, event, f"job {job.id} started and did not end")
            return
        ended = self.running.pop(job.id, None)
        label = ended.text.removeprefix("Running job: ") if ended else _line(job.label)
        if job.failed and label:
            self.failed[label] = Item(f"Failed job: {label}", event, f"job {job.id} failed, and it was not run again")

    def start(self, id: str, label: str, event: int) -> None:
        known = self.running.get(id)
        if known is None or known.text.endswith(_UNNAMED):
            self.mark(Job(id, running=True, label=label), known.event if known else event)

    def ran(self, command: str) -> None:
        """A command succeeded: a job that failed is over when most of its words were run again."""
        given = terms(command) if self.failed else frozenset()
        for label in [label for label in self.failed if share(terms(label), given) >= _AGAIN]:
            del self.failed[label]

    def let_be(self, said: str) -> None:
        """The person lets something be: the failed jobs of which their words speak, or all where they name little."""
        given = terms(said) if self.failed else frozenset()
        for label in [label for label in self.failed if len(given) <= _LITTLE or terms(label) & given]:
            del self.failed[label]

    def returned(self, command: str, event: int) -> None:
        """A command that the harness ran as a job has given its result: whatever became of the job, it is over."""
        text = f"Running job: {_line(command)}"
        for id in [id for id, item in self.running.items() if item.event >= event and item.text == text]:
            del self.running[id]

    def shell_started(self, command: str, event: int) -> None:
        """A shell put a command into the background; no harness knows of it."""
        self.running[f"shell/{len(self.running)}/{event}"] = Item(
            f"Running job: {command}", event, "put into the background by a shell, and nothing waits for it or ends it"
        )

    def shell_ended(self) -> None:
        """A shell waited for or killed what it had in the background."""
        for id in [id for id in self.running if id.startswith("shell/")]:
            del self.running[id]

    def killed(self, argv: Sequence[str]) -> None:
        """A command that ended processes succeeded: those that it names, else by number the only job there is."""
        if {"-0", "-l", "-L"} & set(argv):  # it only looks
            return
        named = [word for word in argv[1:] if len(word) > 2 and not word.startswith("-")]
        ended = [id for id, item in self.running.items() if any(word in item.text for word in named)]
        by_number = len(self.running) == 1 and argv[0].rpartition("/")[2] in ("kill", "fuser")
        for id in ended or (list(self.running) if by_number else []):
            del self.running[id]

    def stopped(self, named: Iterable[object]) -> None:
        """A tool ended the jobs whose ids are among its arguments, however short they are."""
        for id in named:
            if isinstance(id, str):
                self.running.pop(id, None)

    def mentioned_as_ended(self, text: str) -> list[str]:
        """A notice, result or message that names a job together with a word for its end; answers which it names."""
        text = text if len(text) <= 2 * EDGE else text[:EDGE] + "\n" + text[-EDGE:]
        if not self.running or not _ENDED.within(text) or _RUNS.within(text):
            return []
        ended = [id for id in list(self.running)[-FOLLOWED:] if len(id) >= 3 and id in text]
        same = {self.running[id].text for id in ended}
        for id in [id for id, item in self.running.items() if id in ended or item.text in same]:
            del self.running[id]  # the same command, run again, takes the place of an earlier run
        return ended


FOLLOWED = 100
"""How many of the latest jobs are looked for in texts."""
EDGE = 8_000
"""Characters at both ends of a text in which a job's id and its end are looked for."""
_RUNS = Phrases(r"<status>\s*running|\"status\"\s*:\s*\"(?:running|pending)\"|\bstill running\b|status: running")
_ENDED = Phrases(
    r"\b(?:completed|finished|exited|succeeded|failed|killed|terminated|stopped|cancell?ed|closed|shut ?down)\b",
    r"\b(?:done|ended)\b",
    r"\b(?:not found|no longer)\b|完成|结束|退出|停止|终止|失败",
)
_LITTLE = 2
"""Content words of a person who names no other thing."""
_UNNAMED = ": background command"
"""What a reader calls a command of which the record tells but the id."""
_AGAIN = 0.5
"""The share of a job's words that a command has which runs it again."""
_SHELL = (
    r"running in (?:the )?background with ID:?|started background job|running with session ID|"
    r"moved to (?:the )?background with ID:?"
)
_SHELL_LAUNCHED = Phrases(_SHELL)
_SHELL_STARTED = later(rf"(?i)(?:{_SHELL})[\"'\s:=]{{1,6}}([A-Za-z0-9][\w:.-]{{1,80}})")
_LAUNCHED = Phrases(
    _SHELL,
    r"async_launched|background (?:job|task|process)|(?:agent|task|job) (?:launched|spawned|started)",
    r"spawned|still running",
    r"\"status\"\s*:\s*\"(?:accepted|running|started|spawned|launched|pending|queued)\"",
    r"started (?:sub-?agent|agent|task|job|process|workflow)",
)
_STARTED = later(
    rf"(?i)(?:{_SHELL}|background (?:job|task|process|command) (?:started|id)?:?|backgroundTaskId|agentId|agent_id|"
    r"session_?[kK]ey|runId|childSessionKey|task_id|job_?id|session_id|"
    r"(?:started|launched|spawned|running) (?:a |the |new |async |background )?"
    r"(?:sub-?agent|agent|task|job|process|workflow)"
    r"(?: with id)?)[\"'\s:=]{1,6}([A-Za-z0-9][\w:.-]{1,80})"
)


_ID_ALONE = later(r"\W*(?:\w+\W{1,4}[\w.:-]{1,80}\W*){1,4}")
"""A result that tells of nothing but one id or a few: ``{"agent_id": "7d3a", "nickname": "Ada"}``."""


def launched(text: str, *, shell: bool, spawns: bool = False) -> str:
    """The id of background work that a result says has started, or an empty string.

    A shell's output may speak of anybody's jobs; of that, only a harness's own words count. Where the tool ``spawns``
    by its name, an id is enough, if it is all that the result tells.
    """
    head = text[:2_000]
    alone = spawns and not _ENDED.within(head) and _ID_ALONE.fullmatch(head) is not None
    if not alone and not (_SHELL_LAUNCHED if shell else _LAUNCHED).within(head):
        return ""
    found = (_SHELL_STARTED if shell else _STARTED).search(head)
    return found[1].rstrip(".,:") if found else ""


class Questions:
    """Questions and approvals that a harness put to a person."""

    def __init__(self) -> None:
        self.open: dict[str, Item] = {}
        self.closed: list[Item] = []

    def mark(self, question: Question, event: int) -> None:
        if question.open:
            text = _line(question.text) or "A question or approval was put to the user"
            self.open.setdefault(question.id, Item(text, event, "asked by the harness and not decided"))
        else:
            self.close(question.id, event, "answered")

    def ask(self, id: str, text: str, event: int) -> None:
        self.open[id] = Item(_line(text) or "A question was put to the user", event, "asked by tool and not answered")

    def close(self, id: str, event: int, how: str) -> None:
        if not id and self.open:
            id = next(reversed(self.open))
        item = self.open.pop(id, None)
        if item is not None:
            self.closed.append(Item(item.text, event, how, opened=item.event))


class Queue:
    """Input that was typed and not yet handed to the model. Each inbox is a queue of its own."""

    def __init__(self) -> None:
        self._inboxes: dict[str, dict[int, tuple[Queued, int]]] = {}
        self._by_text: dict[str, list[tuple[str, int]]] = {}
        self._count = 0

    def mark(self, queued: Queued, event: int) -> None:
        inbox = self._inboxes.setdefault(queued.id, {})
        if queued.waiting:
            self._count += 1
            inbox[self._count] = (queued, event)
            self._by_text.setdefault(queued.text.strip(), []).append((queued.id, self._count))
        elif queued.text:
            self.handed_over(queued.text)
        elif inbox:
            del inbox[next(iter(inbox))]

    def handed_over(self, text: str) -> None:
        """A message with this text reached the model."""
        places = self._by_text.get(text.strip(), [])
        while places:
            id, number = places.pop(0)
            if self._inboxes[id].pop(number, None) is not None:
                return

    def open(self) -> list[Item]:
        waiting = sorted((event, queued.text) for inbox in self._inboxes.values() for queued, event in inbox.values())
        return [
            Item(f"Queued input: {_line(text)}", event, "typed and not yet read by the model")
            for event, text in waiting
            if text.strip()
        ]


def _line(text: str) -> str:
    return " ".join(text.split())
