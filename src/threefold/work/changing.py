"""What a call that succeeded changed: files, commits, and texts that stand somewhere from then on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from threefold.session import ToolCall
from threefold.text.later import later
from threefold.work import ledger
from threefold.work.commands import tools, vcs
from threefold.work.commands.files import Files
from threefold.work.commands.looking import only_looks
from threefold.work.commands.outcome import Outcome
from threefold.work.commands.shell import Step, join, steps
from threefold.work.commands.suites import run_of
from threefold.work.commands.writes import Effect, effects, patch_effects
from threefold.work.exchanges.talk import Talk
from threefold.work.sentences.phrases import Phrases

_CREATED = later(r"(?i)\b(?:created?|new file|wrote)\b")
_TRACKERS = frozenset(("gh", "glab", "tea", "curl", "bd"))
"""Programs with which a text is written into a tracker."""
_UNCHANGED = Phrases(r"\A(?:.*\(unchanged\)\s*)+\z|\A[^,]*\bleft unchanged\b[^,]*\z|\A(?:all checks passed|up to date)")
"""What a formatter or package manager says when it changed nothing."""
_KILL = ("kill", "pkill", "killall", "fuser")
SHOWN = 160
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
    tests: bool = False
    """whether it ran tests, and otherwise only looked"""


class Changes:
    """Tells the trackers what calls did."""

    def __init__(self, on: Trackers) -> None:
        self.on = on

    def shell(self, pending: Pending, command: str, outcome: Outcome) -> None:
        """A command line that has ended."""
        base = join(self.on.cwd, tools.directory_of(pending.arguments)) if pending.arguments else self.on.cwd
        found = steps(command, base or self.on.cwd)
        pending.looks = all(map(only_looks, found))
        if outcome.ok or (len(found) > 1 and outcome.ran):
            why = "changed by a shell command, and no commit carries it since"
            for step in found:
                done = [
                    effect for effect in effects(step) if effect.kind != "touch" or not _UNCHANGED.within(outcome.text)
                ]
                self._effects(done, pending, why)
                if outcome.ok:
                    self._saw(step, done)
                if done or (step.program in _TRACKERS and not only_looks(step)):
                    self.on.talk.wrote(step.body + "\n" + " ".join(step.argv), pending.event)
        runs = [run_of(step, outcome) for step in found]
        pending.tests = any(runs) and all(run or only_looks(step) for run, step in zip(runs, found, strict=True))
        for run in filter(None, runs):
            self.on.talk.tested(run, pending.event)
        before, pushes = len(self.on.history.messages), self.on.history.pushes
        if outcome.ran:
            self.on.history.run(found, outcome, pending.event)
        for _, text in self.on.history.messages[before:]:
            self.on.talk.wrote(text, pending.event)
            self.on.talk.committed(pending.event, text)
        if self.on.history.pushes > pushes or (outcome.ok and any(map(vcs.opens_request, found))):
            self.on.talk.pushed()
        if outcome.ok:
            self.on.jobs.ran(command)
        if pending.arguments.get("run_in_background") is not True:
            self.on.jobs.returned(command, pending.event)
            self._detached(found, pending, succeeded=outcome.ok)

    def _saw(self, step: Step, done: list[Effect]) -> None:
        """What a command that succeeded names and does not write was there before."""
        written = {effect.path for effect in done}
        for word in step.argv[1:]:
            path = join(step.cwd, word) if "." in word and len(word) < 200 and word[0] != "-" else ""
            if path and path not in written:
                self.on.files.saw(path)

    def _detached(self, found: list[Step], pending: Pending, *, succeeded: bool) -> None:
        """``command &`` runs on, unless the same line or a later one waits for it or kills it. A kill that
        ``succeeded`` ends a harness's job as well."""
        if any(step.program in ("wait", "fg", *_KILL) for step in found):
            self.on.jobs.shell_ended()
            for step in found:
                if step.program in _KILL and succeeded:
                    self.on.jobs.killed(step.argv)
            return
        for step in found:
            if step.detached and step.argv:
                self.on.jobs.shell_started(" ".join(" ".join(step.argv).split())[:SHOWN], pending.event)

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

    def write(self, pending: Pending, outcome: Outcome) -> None:
        """A tool that writes: a file, a commit, a text in a tracker."""
        name, arguments = pending.call.name, pending.arguments
        text = tools.written_text(arguments)
        self.on.talk.wrote(text, pending.event)
        found = tools.words(name)
        if "push" in found or {"pull", "request"} <= found:
            self.on.talk.pushed()
        if {"git", "commit"} <= found or tools.plain(name) == "gitcommit":
            base = tools.directory_of(arguments)
            self.on.files.commit(
                pending.event, f"carried by {tools.short(name)}", base, everything=False, tracked=False, paths=()
            )
            self.on.talk.committed(pending.event, text)
        elif {"git", "add"} <= found:
            self.on.files.stage(tools.paths_of(arguments) or None, tools.directory_of(arguments))
        elif tools.is_remote_write(name, arguments):
            self.on.talk.committed(pending.event)
            self.on.talk.pushed()
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

    def patch(self, pending: Pending) -> None:
        """A patch that was applied."""
        text = _patch_of(pending)
        base = tools.directory_of(pending.arguments) or self.on.cwd
        self._effects(patch_effects(text, base), pending, "changed by a patch, and no commit carries it since")
        self.on.talk.wrote(text, pending.event)


def _patch_of(pending: Pending) -> str:
    for key in ("input", "patch", "patchText", "patch_text"):
        value = pending.arguments.get(key)
        if isinstance(value, str):
            return value
    command = pending.arguments.get("command")
    if isinstance(command, list):
        return "\n".join(str(word) for word in command)
    return pending.call.arguments
