"""What version control commands in a shell do to the open changes (git in full; hg, svn and jj as far as they commit).

Whether a command succeeded is read from the exit code where the command line makes that conclusive, else from what
git prints: ``[main 1a2b3c4] subject`` for a commit, a hook's or git's own refusal against it.
"""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.commands.files import Files
from threefold.work.commands.foreign import Commits
from threefold.work.commands.git_looks import git_words
from threefold.work.commands.looking import only_looks
from threefold.work.commands.outcome import Outcome
from threefold.work.commands.shell import Step, join
from threefold.work.model import Item

_COMMITTED = later(r"^\[[^\]\n]{1,200} [0-9a-f]{7,40}\]", re.MULTILINE)
_SUMMARY = later(r"^ ?\d+ files? changed|^ create mode |^ rename ", re.MULTILINE)
_NOTHING = later(
    r"nothing to commit|nothing added to commit|no changes added to commit|Aborting commit|Changes not staged|"
    r"^(?:error|fatal): |hook (?:failed|declined)|husky - pre-commit|hook: ",
    re.MULTILINE,
)
_CLEAN = later(r"nothing to commit, working (?:tree|directory) clean|无文件要提交，干净的工作区")
_CONFLICT = later(r"^CONFLICT |Automatic merge failed|could not apply|Merge conflict in", re.MULTILINE)
_SHORT = later(r"^([ MADRCUT?!]{2}) (?:\"((?:[^\"\\]|\\.)+)\"|(.+?))(?: -> (?:\"([^\"]+)\"|(.+)))?$", re.MULTILINE)
_LONG = later(r"^[ \t]+(?:modified|deleted|renamed|new file|both modified):[ \t]+(.{1,400})$", re.MULTILINE)
_STAT = later(r"^ (\S.{0,300}?) +\| +(?:\d+|Bin)\b", re.MULTILINE)
_COUNTS = frozenset(("--stat", "--shortstat", "--numstat", "--name-only"))
_REVISION = later(r"\.\.|[~^]|^(?:origin/|main$|master$|develop$|[0-9a-f]{7,40}$)")
_LISTED = 200
"""Paths of one listing that are looked at."""
_VALUES = (
    "-m -F -C -c -t --message --file --author --date --template --trailer --fixup --squash --reuse-message --cleanup"
)
_VALUED = frozenset(_VALUES.split())
_NO_PUSH = frozenset(("--dry-run", "-n", "--delete", "-d"))
_REJECTED = later(r"^ ! \[|^(?:error|fatal): ", re.MULTILINE)
"""How git says that a push did not come through, whatever the exit code of the line."""
_PUSHED = later(r"^Your branch is up to date with |^## \S+\.\.\.\S+$|^您的分支与上游分支.{0,80}一致", re.MULTILINE)
"""How git's status says that nothing is left to push."""
_SUFFIXED = later(r"(?:HEAD|@)(?:~(\d*)|(\^+))")


_MOVES = frozenset(("checkout", "switch", "reset", "merge", "rebase", "cherry-pick", "revert", "pull", "am"))
_LOOKS = frozenset(("--check", "--stat", "--numstat", "--summary"))
_BRINGS = {
    "merge": frozenset(("--no-commit", "--squash")), "pull": frozenset(("--no-commit", "--squash")),
    "cherry-pick": frozenset(("-n", "--no-commit")), "revert": frozenset(("-n", "--no-commit")),
}  # fmt: skip
"""With which words a command that commits leaves that to the person."""


class History:
    """Applies version control commands to the files, and remembers what they left unfinished."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.operations: dict[str, Item] = {}
        self.messages: list[tuple[int, str]] = []
        """texts that commits carry, with their events"""
        self.pushes = 0
        """how often commits were pushed, or git said that nothing is left to push"""
        self.foreign = Commits()
        self.heard = -1
        """the event of the person's last message"""
        self.unseen_changes = False
        """whether a command ran since the last commit that may have changed files without naming them"""

    def run(self, steps: list[Step], outcome: Outcome, event: int) -> None:
        """Apply one command line whose result is known."""
        for place, step in enumerate(steps):
            program = step.program
            if not self.unseen_changes and program != "git" and step.argv and not only_looks(step):
                self.unseen_changes = True
            if program == "git":
                self._git(step, steps[place + 1 :], outcome, event)
            elif program in ("hg", "svn", "jj", "sl") and outcome.ok:
                self._other(step, event)

    def _other(self, step: Step, event: int) -> None:
        verb = next((word for word in step.argv[1:] if not word.startswith("-")), "")
        if "push" in step.argv[1:3]:  # jj git push
            self.pushes += 1
        elif verb in ("commit", "ci", "describe", "desc"):
            self._landed(step, event, f"{step.program} {verb}", everything=True)

    def _git(self, step: Step, later: list[Step], outcome: Outcome, event: int) -> None:
        verb, words, base = git_words(step)
        certain = _conclusive(step, later, outcome)
        if outcome.ok and verb in ("log", "show", "diff"):
            for name, before in self.foreign.holding(verb, words, outcome.text, self.heard):
                self.files.carried(name, before, event, "git shows it in a commit that was made meanwhile")
        elif verb in _MOVES:
            self.foreign.moved()
        match verb:
            case "add" | "stage" if outcome.ok or later:
                everything = bool({"-A", "--all", "-u", "--update"} & set(words)) and not _operands(words)
                self.files.stage(None if everything else _operands(words), base)
            case "commit":
                if "--dry-run" not in words and _committed(words, step, later, outcome, certain):
                    self._commit(step, words, base, event)
                    self.foreign.made(outcome.text)
                elif _CLEAN.search(outcome.text):
                    self.files.clean(event, "git said that there was nothing to commit", base)
            case "reset" if outcome.ok:
                self._reset(words, base)
            case "checkout" | "restore" | "clean" | "rm" | "mv" if outcome.ok:
                self._paths(verb, words, base, event)
            case "stash" if outcome.ok:
                if "No local changes to save" not in outcome.text or len(later) > 0:
                    self._stash(words, base, event)
            case "diff" if outcome.ok and self.unseen_changes:
                self._diff(words, base, later, outcome, event)
            case "status" if outcome.ok:
                self._status(words, base, later, outcome, event)
                self.pushes += _PUSHED.search(outcome.text) is not None and not self._uncommitted()
            case "push" if outcome.ok and not (_NO_PUSH & set(words) or _REJECTED.search(outcome.text)):
                self.pushes += 1
            case "merge" | "rebase" | "cherry-pick" | "revert" | "pull" | "am":
                self._operation(verb, words, outcome, event)
            case "apply" if outcome.ok and not _LOOKS & set(words):
                self._brought(verb, event)

    def _commit(self, step: Step, words: list[str], base: str, event: int) -> None:
        flags = {word for word in words if word.startswith("-")}
        tracked = "--all" in flags or any(re.match(r"-[a-zA-Z]*a", word) for word in flags if not word.startswith("--"))
        self._landed(step, event, "git commit", tracked=tracked, paths=_operands(words, _VALUED), base=base)

    def _landed(
        self, step: Step, event: int, what: str, *, everything: bool = False, tracked: bool = False,
        paths: list[str] | None = None, base: str = "",
    ) -> None:  # fmt: skip
        self.files.commit(event, f"carried by {what}", base, everything=everything, tracked=tracked, paths=paths or [])
        self.messages.append((event, " ".join(step.argv) + "\n" + step.body))
        self.operations.clear()
        self.unseen_changes = False

    def _reset(self, words: list[str], base: str) -> None:
        hard = "--hard" in words
        target = next((word for word in words if _SUFFIXED.fullmatch(word)), "")
        if target:
            found = _SUFFIXED.fullmatch(target)
            assert found is not None
            count = len(found[2]) if found[2] else int(found[1] or 1)
            self.files.undo(count, keep=not hard)
        if hard:
            self.operations.clear()
            self.files.restore(None, base)
        elif not target:
            named = [word for word in _operands(words) if word not in ("HEAD", "@")]
            self.files.unstage(named or None, base)

    def _paths(self, verb: str, words: list[str], base: str, event: int) -> None:
        named = _operands(words)
        if verb == "clean":
            if any(word.startswith("-") and "f" in word for word in words) and "-n" not in words:
                self.files.restore(named or None, base, created=True)
        elif verb == "mv" and len(named) >= 2:
            self.files.move(join(base, named[-2]), join(base, named[-1]), event, "renamed with git mv")
        elif verb == "rm":
            for path in named:
                if "--cached" not in words:
                    self.files.edit(path, event, "removed with git rm", base=base)
        elif verb == "restore" and {"--staged", "-S"} & set(words) and not {"--worktree", "-W"} & set(words):
            self.files.unstage(named, base)
        elif verb == "restore" or "--" in words or "." in named:
            after = words[words.index("--") + 1 :] if "--" in words else named
            self.files.restore([path for path in after if not path.startswith("-")], base)
        elif verb == "checkout" and not {"-b", "-B", "--orphan"} & set(words):
            known = [path for path in named if "/" in path or "." in path]
            if known:
                self.files.restore(known, base)

    def _stash(self, words: list[str], base: str, event: int) -> None:
        verb = next((word for word in words if not word.startswith("-")), "push")
        if verb in ("push", "save"):
            self.files.stash(event, base, new=bool({"-u", "--include-untracked", "-a", "--all"} & set(words)))
        elif verb in ("pop", "apply", "branch"):
            self.files.unstash(drop=False)
        elif verb in ("drop", "clear"):
            self.files.unstash(drop=True, everything=verb == "clear")

    def _status(self, words: list[str], base: str, later: list[Step], outcome: Outcome, event: int) -> None:
        """What git shows is believed: a clean tree, or the list of a short status."""
        if _CLEAN.search(outcome.text):
            self.files.clean(event, "git status was clean", base)
            self.operations.pop("brought", None)
            return
        short = any(word in ("-s", "--short", "--porcelain", "-sb", "-bs") for word in words)
        narrowed = bool(_operands(words)) or any(step.program in ("grep", "head", "wc", "tail") for step in later)
        if not short:
            for changed in _LONG.findall(outcome.text)[:_LISTED]:
                self.files.uncovered(changed.split(" -> ")[-1].strip(), event, "git status lists it", base)
            return
        lines = [(code, path or plain if not (to or to2) else to or to2)
                 for code, path, plain, to, to2 in _SHORT.findall(outcome.text) if code.strip()]  # fmt: skip
        if narrowed or "-uno" in words or "--untracked-files=no" in words:
            for code, path in lines[:_LISTED]:
                if code not in ("??", "!!") and not any(step.program in ("wc", "grep") for step in later):
                    self.files.uncovered(path, event, f"git status lists it as {code.strip()}", base)
            return
        noisy = any(step.program not in ("git", "echo", "true") for step in later)
        if lines or (outcome.known or not outcome.text.strip() or not noisy):
            self.files.status(lines, event, base)

    def _diff(self, words: list[str], base: str, later: list[Step], outcome: Outcome, event: int) -> None:
        """Files that git counts as changed after a command that may have written them by itself."""
        compares = any(_REVISION.search(word) for word in _operands(words) if word not in ("HEAD", "@"))
        if compares or not _COUNTS & {word.partition("=")[0] for word in words}:
            return
        named = [match[1] for match in _STAT.finditer(outcome.text)]
        if "--name-only" in words and not later:
            named = [line for line in outcome.text.splitlines() if line and " " not in line]
        for path in named[:_LISTED]:
            self.files.uncovered(path, event, "git diff counts its changes", base)
        if not named and _SUMMARY.search(outcome.text) and not self.files.open:
            self.files.edit(base or ".", event, "git diff counts changed files", loose=True)

    def _operation(self, verb: str, words: list[str], outcome: Outcome, event: int) -> None:
        if {"--abort", "--quit", "--skip"} & set(words) or ("--continue" in words and outcome.ok):
            self.operations.clear()
        elif _CONFLICT.search(outcome.text):
            text = f"Finish the git {verb} that stopped at a conflict"
            why = f"git {verb} reported a conflict and was not concluded"
            self.operations["conflict"] = Item(text, event, why, topic="conflict")
        elif outcome.ok:
            self.operations.pop("conflict", None)
            if _BRINGS.get(verb, frozenset()) & set(words):
                self._brought(verb, event)

    def _uncommitted(self) -> bool:
        """Whether what the person wanted last waits for a commit: no status tells that this was pushed. What is
        committed and level with the branch upstream did get there: that moves by a push or a fetch alone."""
        if self.messages and self.messages[-1][0] > self.heard:
            return False
        inside = (change for change in self.files.open.values() if not self.files.outside(change.path))
        return any(not change.why.endswith("as ??") for change in inside)

    def _brought(self, verb: str, event: int) -> None:
        """Changes were brought into the work tree without a commit; git's word on the tree settles it."""
        text = f"Commit what git {verb} brought into the work tree"
        self.operations["brought"] = Item(text, event, f"git {verb} commits nothing here, and no commit followed",
                                          topic="commit")  # fmt: skip

    @property
    def unfinished(self) -> list[Item]:
        return list(self.operations.values())


def opens_request(step: Step) -> bool:
    """Whether a command asks for commits to be pulled, for which they have to be pushed."""
    return step.program in ("gh", "glab", "tea") and step.argv[1:3][-1:] == ["create"] and step.argv[1] in ("pr", "mr")


def _operands(words: list[str], valued: frozenset[str] = frozenset()) -> list[str]:
    operands: list[str] = []
    skip = bare = False
    for word in words:
        if skip:
            skip = False
        elif bare or not word.startswith("-"):
            operands.append(word)
        elif word == "--":
            bare = True
        elif word in valued or (valued and re.fullmatch(r"-[a-zA-Z]*[mFCct]", word)):
            skip = True
    return operands


def _conclusive(step: Step, later: list[Step], outcome: Outcome) -> bool:
    """Whether exit code 0 of the whole line says that this step succeeded: it does for what stands before ``&&``."""
    return outcome.ok and step.after in ("&&", "") and all(link.after in ("&&", "|", "") for link in later[:-1])


def _committed(words: list[str], step: Step, later: list[Step], outcome: Outcome, certain: bool) -> bool:
    if _COMMITTED.search(outcome.text):
        return True
    if not outcome.ok or _NOTHING.search(outcome.text):
        return False
    if certain or step.after == ";":
        return True
    if step.after == "|" or any(link.after == "|" for link in later[:1]):
        return _SUMMARY.search(outcome.text) is not None
    quiet = any(word == "--quiet" or re.match(r"-[a-zA-Z]*q", word) for word in words if not word.startswith("--m"))
    return quiet and not outcome.text.strip()
