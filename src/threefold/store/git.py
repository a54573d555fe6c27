"""What git says of a work tree, asked once, in bounded time, without side effects.

The directory is a session's, so it is not trusted: no hook, pager, file-system monitor, prompt or filter of the
repository's own configuration is run, no lock is taken, and variables that point git elsewhere are not handed on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator

from threefold.verdict.worktree import WorkTree

_FIXED = (
    "--no-optional-locks",
    "--no-pager",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.untrackedCache=keep",
    "-c", "status.relativePaths=false",
    "-c", "status.branch=false",
    "-c", "submodule.recurse=false",
)  # fmt: skip
_STATUS = (
    "status", "--porcelain=v2", "-z", "--branch", "--show-stash", "--untracked-files=normal",
    "--ignore-submodules=none", "--renames",
)  # fmt: skip
_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)


class _NoAnswer(Exception):
    """git gave none; the text says why."""


def status(directory: str, timeout_ms: int = 2_000) -> WorkTree:
    """Ask git what is not committed in the work tree that holds ``directory``.

    Never raises: where nothing can be learned, ``known`` is false and ``problem`` says why in a few words.
    """
    if not directory or "\0" in directory or not os.path.isdir(directory):
        return WorkTree(
            known=False, problem=f"no directory {directory!r}" if directory else "the log names no directory"
        )
    deadline = time.monotonic() + timeout_ms / 1000
    try:
        root = _place("--show-toplevel", directory, deadline)
        git_dir = _place("--absolute-git-dir", directory, deadline)
        filters = tuple(_without_own_filters(directory, deadline))
        output = _run((*filters, *_STATUS), directory, deadline)
    except _NoAnswer as reason:
        return WorkTree(known=False, problem=str(reason))
    return _read(output, root, _operation(git_dir))


def _place(question: str, directory: str, deadline: float) -> str:
    """One path that git knows: the top of the work tree, or where git keeps its own files for it."""
    return os.fsdecode(_run(("rev-parse", question), directory, deadline)).removesuffix("\n")


def _without_own_filters(directory: str, deadline: float) -> Iterator[str]:
    """Options that switch off the content filters that the repository itself configures; a user's own stay."""
    query = ("config", "--show-scope", "-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$")
    try:
        output = _run(query, directory, deadline, accept=(0, 1))
    except _NoAnswer:
        return  # git older than 2.26 knows no --show-scope
    fields = output.split(b"\0")
    for scope, setting in zip(fields[::2], fields[1::2], strict=False):
        if scope in (b"local", b"worktree"):
            name = os.fsdecode(setting.partition(b"\n")[0])
            yield "-c"
            yield f"{name}=false" if name.endswith(".required") else f"{name}="


def _run(arguments: Iterable[str], directory: str, deadline: float, accept: tuple[int, ...] = (0,)) -> bytes:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_PAGER": "cat"}
    left = deadline - time.monotonic()
    if left <= 0:
        raise _NoAnswer("git took too long")
    try:
        process = subprocess.Popen(
            ["git", *_FIXED, *arguments], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
    except FileNotFoundError:
        raise _NoAnswer("git is not installed") from None
    except OSError as error:
        raise _NoAnswer(f"git cannot be run: {error.strerror}") from None
    with process:
        try:
            output, complaint = process.communicate(timeout=left)
        except subprocess.TimeoutExpired:
            _kill(process)
            raise _NoAnswer("git took too long") from None
    if process.returncode not in accept:
        raise _NoAnswer(_reason(os.fsdecode(complaint)))
    return output


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End git and what it started: the group is its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        process.kill()
    process.communicate()


def _reason(complaint: str) -> str:
    if "not a git repository" in complaint:
        return "no repository"
    if "dubious ownership" in complaint:
        return "the repository belongs to another user (git's safe.directory)"
    if "must be run in a work tree" in complaint:
        return "a repository without a work tree"
    return complaint.strip().splitlines()[0][:200] if complaint.strip() else "git failed"


def _operation(git_dir: str) -> str:
    return next((what for name, what in _OPERATIONS if os.path.lexists(os.path.join(git_dir, name))), "")


def _read(output: bytes, root: str, operation: str) -> WorkTree:
    """Read ``status --porcelain=v2 -z``; see git-status(1), "Porcelain Format Version 2"."""
    lists: dict[str, list[str]] = {"changed": [], "staged": [], "untracked": [], "conflicted": []}
    heads: dict[str, str] = {}
    entries = iter(os.fsdecode(output).split("\0"))
    for entry in entries:
        kind = entry[:2]
        if kind == "# ":
            key, _, value = entry[2:].partition(" ")
            heads[key] = value
        elif kind == "? ":
            lists["untracked"].append(entry[2:])
        elif kind == "u ":
            lists["conflicted"].append(entry.split(" ", 10)[10])
        elif kind in ("1 ", "2 "):
            fields = entry.split(" ", 9 if kind == "2 " else 8)
            if kind == "2 ":
                next(entries, "")  # the name it had before
            staged, changed = fields[1][:1], fields[1][1:]
            if staged != ".":
                lists["staged"].append(fields[-1])
            if changed != ".":
                lists["changed"].append(fields[-1])
    ahead = heads.get("branch.ab", "").partition(" ")[0].lstrip("+")
    stashes = heads.get("stash", "")
    return WorkTree(
        root=root,
        operation=operation,
        branch=heads.get("branch.head", ""),
        stashes=int(stashes) if stashes.isdigit() else 0,
        unpushed=int(ahead) if ahead.isdigit() else None,
        changed=tuple(lists["changed"]),
        staged=tuple(lists["staged"]),
        untracked=tuple(lists["untracked"]),
        conflicted=tuple(lists["conflicted"]),
    )
