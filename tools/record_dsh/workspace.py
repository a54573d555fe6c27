"""The place where a session is recorded: a home with neutral paths, and a small git repository in it.

The paths stand in the logs, so they must say nothing about the machine: everything is under one neutral home, which is
made for the recording and removed after it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MARK = ".made-by-record-dsh"
GITCONFIG = (
    "[user]\n\tname = Dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n[core]\n\tquotePath = false\n"
)


@dataclass(frozen=True)
class Workspace:
    """A home directory with the project's checkout and the harness's own home below it."""

    home: Path
    project: str = "importer"
    path: str = "/usr/local/bin:/usr/bin:/bin"

    @property
    def cwd(self) -> Path:
        return self.home / self.project

    @property
    def dsh_home(self) -> Path:
        return self.home / ".dsh"

    @property
    def environment(self) -> dict[str, str]:
        """The whole environment of the harness and of every command in it."""
        return {
            "HOME": str(self.home),
            "PATH": self.path,
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_PAGER": "cat",
        }

    def make(self, files: Mapping[str, str], *, repository: bool = True) -> None:
        """Make the home anew, with the files committed as the project's first commit."""
        self.remove()
        self.cwd.mkdir(parents=True)
        (self.home / MARK).touch()
        (self.home / ".gitconfig").write_text(GITCONFIG, encoding="utf-8")
        for name, text in files.items():
            path = self.cwd / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if repository:
            self.run("git init -q && git add -A && git commit -q -m 'Start' && git tag start")

    def remove(self) -> None:
        """Remove the home; refuses one that this program did not make."""
        if not self.home.exists():
            return
        if not (self.home / MARK).exists():
            raise SystemExit(f"{self.home} exists and was not made by this program, which would remove it")
        shutil.rmtree(self.home)

    def run(self, command: str) -> str:
        """Run a command in the checkout as the person at the keyboard would, outside the harness."""
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.cwd, env=self.environment, check=True, capture_output=True, text=True
        )
        return done.stdout

    def worktree(self) -> dict[str, list[str]] | None:
        """What git says now, as data: paths committed since the start, changed, staged and untracked.

        None when the directory is no repository. A path both staged and changed again stands in both lists.
        """
        if not (self.cwd / ".git").exists():
            return None
        state: dict[str, list[str]] = {"committed": [], "changed": [], "staged": [], "untracked": []}
        committed = self.run("git log --format= --name-only -z start..HEAD")
        state["committed"] = sorted({name.strip("\n") for name in committed.split("\0") if name.strip("\n")})
        entries = iter(self.run("git status --porcelain=v2 -z --untracked-files=all").split("\0"))
        for entry in entries:
            if entry.startswith("? "):
                state["untracked"].append(entry[2:])
            elif entry.startswith(("1 ", "2 ")):
                renamed = entry.startswith("2 ")
                fields = entry.split(" ", 9 if renamed else 8)
                if renamed:
                    next(entries)  # the name it had before
                for mark, group in zip(fields[1], ("staged", "changed"), strict=True):
                    if mark != ".":
                        state[group].append(fields[-1])
            elif entry.startswith("u "):
                state["changed"].append(entry.split(" ", 10)[-1])
        return state


def leave_only(environment: Mapping[str, str]) -> None:
    """Make this process's environment exactly that one: the SDK hands its own on to the harness."""
    os.environ.clear()
    os.environ.update(environment)
