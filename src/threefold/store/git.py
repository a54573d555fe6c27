"""What git says of a work tree, asked once, in bounded time, without side effects.

The directory is a session's, so it is not trusted: no hook, pager, file-system monitor, prompt or filter of the
configuration of the repository or of a submodule is run, nothing is fetched (a partial clone would, by whatever
command its configuration names), no lock is taken, and variables that point git elsewhere are not handed on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator

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
    "-c", "protocol.allow=never",
)  # fmt: skip
_STATUS = (
    "status", "--porcelain=v2", "-z", "--branch", "--show-stash", "--untracked-files=normal",
    "--ignore-submodules=none",
)  # fmt: skip
_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)


_SUBMODULES = 200
"""Submodules that are asked for their filters; of a tree with more there is no answer."""
_LACKS = "the repository lacks objects that it would have to fetch"
_GITLINK = b"160000 "
MOST = 64 << 20
"""Bytes of git's answer; a longer one is none."""


class _NoAnswer(Exception):
    """git gave none; the text says why."""


def status(directory: str, timeout_ms: int = 2_000) -> WorkTree:
    """Ask git what is not committed in the work tree that holds ``directory``.

    Never raises: where nothing can be learned, ``known`` is false, ``problem`` says why in a few words, and
    ``repository`` whether there is one all the same.
    """
    if not directory or "\0" in directory or not os.path.isdir(directory):
        return WorkTree(
            known=False, problem=f"no directory {directory!r}" if directory else "the log names no directory"
        )
    deadline = time.monotonic() + timeout_ms / 1000
    try:
        root = _place("--show-toplevel", directory, deadline)
        git_dir = _place("--absolute-git-dir", directory, deadline)
        filters = tuple(_without_own_filters(root, deadline))
        try:
            output = _run((*filters, *_STATUS, "--renames"), directory, deadline)
        except _NoAnswer as reason:
            if str(reason) != _LACKS:
                raise
            # a partial clone: it may lack no more than the old text of what was renamed
            output = _run((*filters, *_STATUS, "--no-renames"), directory, deadline)
        if not output.startswith(b"# branch."):
            raise _NoAnswer("git status said nothing")
    except _NoAnswer as reason:
        return WorkTree(known=False, problem=str(reason), repository=_is_repository(directory))
    return _read(output, root, _operation(git_dir))


def _is_repository(directory: str) -> bool:
    """Whether a directory, or one above it, holds a repository, by its looks and without git."""
    place = os.path.realpath(directory)
    while not os.path.lexists(os.path.join(place, ".git")):
        above = os.path.dirname(place)
        if above == place:
            return False
        place = above
    return True


def _place(question: str, directory: str, deadline: float) -> str:
    """One path that git knows: the top of the work tree, or where git keeps its own files for it."""
    found = os.fsdecode(_run(("rev-parse", question), directory, deadline)).removesuffix("\n")
    if not os.path.isabs(found):
        raise _NoAnswer("git rev-parse said nothing")
    return found


def _without_own_filters(root: str, deadline: float) -> Iterator[str]:
    """Options that switch off the content filters that the repository or a submodule itself configures; a user's own
    stay. Raises _NoAnswer where these cannot be known: git runs them to see whether a file was changed."""
    trees = [root]
    for tree in trees:  # grows by the submodules that are found in it
        for name in _own_filters(tree, deadline):
            if "=" in name:
                raise _NoAnswer(f"the repository configures {name!r}, which cannot be switched off")
            yield "-c"
            yield f"{name}=false" if name.endswith(".required") else f"{name}="
        for entry in _run(("ls-files", "-z", "--stage"), tree, deadline).split(b"\0"):
            place = os.path.join(tree, os.fsdecode(entry.partition(b"\t")[2])) if entry.startswith(_GITLINK) else ""
            if place and os.path.lexists(os.path.join(place, ".git")):
                trees.append(place)
        if len(trees) > _SUBMODULES:
            raise _NoAnswer(f"the repository has more than {_SUBMODULES} submodules")


def _own_filters(tree: str, deadline: float) -> list[str]:
    """The settings of filters in a work tree's own configuration; of a git that does not say whose a setting is (before
    2.26), all of them."""
    query = ("-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$")
    try:
        fields = _run(("config", "--show-scope", *query), tree, deadline, accept=(0, 1)).split(b"\0")
    except _NoAnswer as reason:
        if "unknown option" not in str(reason):
            raise
        settings = _run(("config", *query), tree, deadline, accept=(0, 1)).split(b"\0")
        fields = [part for setting in settings if setting for part in (b"local", setting)]
    scoped = zip(fields[::2], fields[1::2], strict=False)
    return [os.fsdecode(setting.partition(b"\n")[0]) for scope, setting in scoped if scope in (b"local", b"worktree")]


def _run(arguments: Iterable[str], directory: str, deadline: float, accept: tuple[int, ...] = (0,)) -> bytes:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_PAGER": "cat"}
    environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    left = deadline - time.monotonic()
    if left <= 0:
        raise _NoAnswer("git took too long")
    ends = [os.pipe(), os.pipe()]
    try:
        process = subprocess.Popen(
            ["git", *_FIXED, *arguments], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
            stdout=ends[0][1], stderr=ends[1][1], start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        for pipe in ends:
            os.close(pipe[0])
        missing = isinstance(error, FileNotFoundError)
        raise _NoAnswer("git is not installed" if missing else f"git cannot be run: {error.strerror}") from None
    finally:
        for pipe in ends:
            os.close(pipe[1])
    output, complaint = (_Output(pipe[0], lambda: _kill(process)) for pipe in ends)
    with process:
        try:
            process.wait(timeout=max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            _kill(process)
            raise _NoAnswer("git took too long") from None
    said = output.until(deadline)
    if process.returncode not in accept:
        raise _NoAnswer(_reason(os.fsdecode(complaint.until(deadline))))
    return said


class _Output:
    """What git prints into one pipe, read beside it and bounded.

    The thread ends with the pipe. That may be long after git has ended, where git left a process behind that holds
    it; nobody waits for that.
    """

    def __init__(self, descriptor: int, stop: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._stop = stop
        self._chunks: list[bytes] = []
        self._size = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            while chunk := os.read(self._descriptor, 1 << 16):
                self._size += len(chunk)
                if self._size > MOST:
                    self._chunks.clear()
                    self._stop()
                    return
                self._chunks.append(chunk)
        finally:
            os.close(self._descriptor)

    def until(self, deadline: float) -> bytes:
        """All of it. Raises _NoAnswer where it is too long, or where it does not end in time."""
        self._thread.join(max(deadline - time.monotonic(), 0))
        if self._size > MOST:
            raise _NoAnswer(f"git said more than {MOST >> 20} MB")
        if self._thread.is_alive():
            raise _NoAnswer("git left a process behind and its answer has no end")
        return b"".join(self._chunks)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End git and what it started: the group is its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        process.kill()


def _reason(complaint: str) -> str:
    if "not a git repository" in complaint:
        return "no repository"
    if "dubious ownership" in complaint:
        return "the repository belongs to another user (git's safe.directory)"
    if ("transport '" in complaint and "not allowed" in complaint) or "lazy fetching disabled" in complaint:
        return _LACKS
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
