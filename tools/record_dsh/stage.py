"""What a scenario is written with: the person's moves, the model's scripted words, and the tools it calls.

A scenario is a function that is given a `Stage` and plays one session on it:

    @case("lost", "One edited file was never committed.")
    def one_file_dirty(s: Stage) -> None:
        s.turn("Strip the line ending.", read("src/importer.py"), edit("src/importer.py", "old", "new"), "Done.")

Every string in a turn is one model answer, every call one answer that calls a tool; `say` puts several in one answer;
a function gives its call when it is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from logfile import Row
from model_server import Call, Reply, Scripted, ScriptedModel
from runtime import Runtime
from workspace import Workspace

Label = Literal["lost", "keep"]
Status = Literal["pending", "in_progress", "completed"]
Step = str | Call | Reply | Callable[[], Call]


@dataclass(frozen=True)
class Scenario:
    """One session to record, with the truth about it.

    `worktree` False leaves git's word out of the corpus row: the log alone must decide. `files` are in the project
    beside the usual ones.
    `failures` is how many tool results are meant to fail (an error, or a command with another exit code than 0).
    """

    name: str
    label: Label
    why: str
    play: Callable[[Stage], None]
    worktree: bool = True
    repository: bool = True
    compression: Literal["none", "zstd"] = "none"
    small_window: bool = False
    failures: int = 0
    files: Mapping[str, str] = field(default_factory=dict)


SCENARIOS: dict[str, Scenario] = {}


def case(
    label: Label,
    why: str,
    *,
    worktree: bool = True,
    repository: bool = True,
    compression: Literal["none", "zstd"] = "none",
    small_window: bool = False,
    failures: int = 0,
    files: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[[Stage], None]], Callable[[Stage], None]]:
    """Register a scenario of the verdict corpus under its function's name."""

    def register(play: Callable[[Stage], None]) -> Callable[[Stage], None]:
        name = play.__name__.replace("_", "-")
        if name in SCENARIOS:
            raise ValueError(f"two scenarios are called {name}")
        SCENARIOS[name] = Scenario(
            name, label, why, play, worktree, repository, compression, small_window, failures, files
        )
        return play

    return register


class Stage:
    """One live session: what the person does, and what the model is going to say."""

    def __init__(self, runtime: Runtime, model: ScriptedModel, workspace: Workspace) -> None:
        self.runtime = runtime
        self.model = model
        self.workspace = workspace
        self._mark = 0  # how many events the harness had told of when the person last wrote

    # -- the person

    def turn(self, text: str, *steps: Step) -> None:
        """The person writes, the model answers step by step, the session comes to rest."""
        self.start(text, *steps)
        self.runtime.wait_idle()

    def start(self, text: str, *steps: Step) -> None:
        """As `turn`, without waiting for the end."""
        self._mark = len(self.runtime.rows)
        self.script(*steps)
        self.runtime.prompt(text)

    def queue(self, text: str, *steps: Step) -> None:
        """The person writes while a turn runs; waits until the harness has it in its inbox."""
        self.start(text, *steps)
        self._wait_for(
            lambda row: row["type"] == "agent/inbox/spliced" and text in json.dumps(row, ensure_ascii=False),
            "the queue",
        )

    def abort(self) -> None:
        """The person presses stop; what the model had left to say is dropped."""
        self.runtime.control("abort")
        self.model.drop_script()

    def command(self, line: str) -> dict[str, object]:
        """The person types a command of the harness, such as /plan; it is not sent to the model."""
        return self.runtime.control("command", line=line)

    def compact(self, summary: str) -> None:
        """The person types /compact; the model's summary is given."""
        self._mark = len(self.runtime.rows)
        self.model.script_summary(Reply(text=summary))
        result = self.command("/compact")
        end = self._wait_for(lambda row: row["type"] == "compaction/end", f"the compaction ({result})")
        if "error" in _data(end):
            raise RuntimeError(f"the compaction failed: {_data(end)['error']}")

    def will_compact(self, summary: str) -> None:
        """The window is about to fill up: this is what the model will write when the harness compacts by itself."""
        self.model.script_summary(Reply(text=summary))

    def answer(self, question: str, *selected: str, custom: str = "") -> None:
        """The person answers, late, the last question that the model asked by tool; the session comes to rest."""
        call = self.runtime.wait_for(
            lambda row: row["type"] == "tool/call" and _data(row)["name"] == "ask_user_question", "a question", since=0
        )
        answer = {"id": question, "selected": list(selected)} | ({"custom": custom} if custom else {})
        self.runtime.expect(
            lambda row: row["type"] == "user/message" and "answer_to_pending_question" in json.dumps(row["data"])
        )
        self.runtime.control("answer", callId=_data(call)["callId"], answers=[answer])
        self.runtime.wait_idle()

    def will_answer(self, question: str, *selected: str) -> None:
        """The person is at the screen: the next question by tool is answered at once."""
        self.runtime.control("prepare", answers=[{"id": question, "selected": list(selected)}])

    def will_approve(self) -> None:
        """The person is at the screen and approves what the next question by tool proposes."""
        self.runtime.control("approve")

    def will_not_answer(self) -> None:
        """The person is at the screen and leaves the next question by tool standing there."""
        self.runtime.control("hold")

    def person(self, command: str) -> str:
        """The person works in a terminal beside the harness."""
        return self.workspace.run(command)

    # -- the machine

    def wait_for_call(self, tool: str) -> None:
        """Wait until a call of that tool runs and stands in the log on disk."""
        self._wait_for(lambda row: row["type"] == "tool/call" and _data(row)["name"] == tool, f"a call of {tool}")
        self.runtime.wait_on_disk()

    def wait_for_job(self) -> None:
        """Wait until a job runs: the harness makes one of every shell command, in the foreground as well."""

        def runs(row: Row) -> bool:
            settled = {_data(other)["jobId"] for other in self.runtime.rows if other["type"] == "job/settled"}
            return row["type"] == "job/registered" and _data(row)["jobId"] not in settled

        self._wait_for(runs, "a running job")

    def wait_for_words(self, words: str) -> None:
        """Wait until the model has said that, in a turn that the harness began by itself, and the session rests."""
        self._wait_for(
            lambda row: row["type"] == "assistant/message" and words in json.dumps(row, ensure_ascii=False), words
        )
        self._wait_for(lambda row: row is self.runtime.rows[-1] and row["type"] == "turn/end", "the end of that turn")

    def last_job(self) -> str:
        """The id of the job that was registered last."""
        jobs = [str(_data(row)["jobId"]) for row in self.runtime.rows if row["type"] == "job/registered"]
        return jobs[-1]

    def goal(self) -> dict[str, object]:
        """The goal as its last change left it."""
        goals = [row["data"]["goal"] for row in self.runtime.rows if row["type"] == "goal/change"]
        last: dict[str, object] = goals[-1]
        return last

    def kill(self) -> None:
        """The harness dies without a word (SIGKILL), after what it had told of has reached the disk."""
        self.runtime.wait_on_disk()
        self.runtime.kill()
        self.model.drop_script()

    def reopen(self) -> None:
        """The harness is quit, if it still lives, and the session is resumed in a new process."""
        self.runtime.close()
        self.runtime.resume()

    def subagent(self, task: str, *steps: Step) -> None:
        """What the model will say in the subagent that is given this task."""
        self.model.script_for(task, *(self._reply(step) for step in steps))

    def wait_for_event(self, kind: str, words: str = "") -> None:
        """Wait for an event of that type since the person last wrote, with those words in it if any are given."""
        self._wait_for(
            lambda row: row["type"] == kind and words in json.dumps(row, ensure_ascii=False), f"{kind} {words}"
        )

    def script(self, *steps: Step) -> None:
        """What the model will say next. File paths are made absolute, as the harness asks of its models."""
        self.model.script(*(self._reply(step) for step in steps))

    def log(self) -> Path:
        """The log on disk, once it holds everything."""
        return self.runtime.wait_on_disk()

    def _reply(self, step: Step) -> Scripted:
        if isinstance(step, str):
            return Reply(text=step)
        if callable(step):
            return lambda: Reply(calls=(step(),))
        reply = Reply(calls=(step,)) if isinstance(step, Call) else step
        return replace(reply, calls=tuple(self._absolute(call) for call in reply.calls))

    def _absolute(self, call: Call) -> Call:
        path = call.arguments.get("file_path")
        if not isinstance(path, str) or path.startswith("./"):
            return call
        return replace(call, arguments=call.arguments | {"file_path": str(self.workspace.cwd / path)})

    def _wait_for(self, accept: Callable[[Row], bool], what: str) -> Row:
        """As the runtime's, counting only what came after the person last wrote."""
        return self.runtime.wait_for(accept, what, since=self._mark)


def say(text: str, *calls: Call, think: str = "") -> Reply:
    """One answer of the model: words, and the tools it calls with them."""
    return Reply(text=text, calls=calls, reasoning=think)


def read(path: str) -> Call:
    return Call("read", {"file_path": path})


def edit(path: str, old: str, new: str) -> Call:
    return Call("edit", {"file_path": path, "old_string": old, "new_string": new})


def write(path: str, content: str) -> Call:
    return Call("write", {"file_path": path, "content": content})


def bash(command: str, what: str = "Run a command", *, background: bool = False) -> Call:
    arguments: dict[str, object] = {"description": what, "command": command}
    return Call("bash", arguments | ({"run_in_background": True} if background else {}))


def todo(*items: tuple[str, Status]) -> Call:
    return Call("todo_write", {"todos": [{"content": content, "status": status} for content, status in items]})


def ask(name: str, question: str, *options: str, wait: int | None = None) -> Call:
    """A question by tool. `wait` is how many seconds the model is willing to wait; -1 is for ever."""
    item: dict[str, object] = {"id": name, "question": question, "options": [{"label": label} for label in options]}
    return Call("ask_user_question", {"questions": [item]} | ({"timeout": wait} if wait is not None else {}))


def commit(message: str, paths: str = "-A") -> Call:
    return bash(f"git add {paths} && git commit -q -m {_quoted(message)} && git log --oneline -1", "Commit the work")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _data(row: Row) -> dict[str, object]:
    data = row["data"]
    assert isinstance(data, dict)
    return data
