"""What git says of a work tree, asked once, in bounded time, without side effects.

The directory is a session's, so it is not trusted: no hook, pager, file-system monitor, prompt or filter of the
configuration of the repository or of a submodule is run, nothing is fetched (a partial clone would, by whatever
command its configuration names), no lock is taken, and variables that point git elsewhere are not handed on. Each
question after the first names the repository and its work tree, so that all are of the same one, whatever either says
of where the other is; submodules are asked one by one, as git itself would run their filters.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from threefold.store.git_process import LACKS, MOST, NoAnswer, run
from threefold.text.later import later
from threefold.verdict.worktree import WorkTree

_STATUS = (
    "status", "--porcelain=v2", "-z", "--branch", "--show-stash", "--untracked-files=normal",
    "--ignore-submodules=dirty",
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
"""Submodules that are asked; of a tree with more there is no answer."""
_GITLINK_MODE = 0o160000.to_bytes(4, "big")
_LINK = b"link\0"
"""An extension of the index, and the first byte of its length."""
_GITLINK = later(rb"\x00160000 [^\t\0]*\t([^\0]*)")  # begins with what is looked for, which is fast
_FILTERS = r"^(filter\..*\.(clean|smudge|process|required)|lfs\.extension\..*)$"


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
        root, git_dir = _places(directory, deadline)
        output, dirty = _asked(root, git_dir, deadline)
    except NoAnswer as reason:
        return WorkTree(known=False, problem=str(reason), repository=_is_repository(directory))
    return _read(output, root, _operation(git_dir), dirty)


def _is_repository(directory: str) -> bool:
    """Whether a directory, or one above it, holds a repository, by its looks and without git."""
    place = os.path.realpath(directory)
    while not os.path.lexists(os.path.join(place, ".git")):
        above = os.path.dirname(place)
        if above == place:
            return False
        place = above
    return True


def _places(directory: str, deadline: float) -> list[str]:
    """The top of the work tree, and where git keeps its own files for it."""
    questions = ("--show-toplevel", "--absolute-git-dir")
    found = _said(("rev-parse", *questions), directory, deadline).split("\n")
    if len(found) != len(questions):  # a line feed stands in one of them
        found = [_said(("rev-parse", question), directory, deadline) for question in questions]
    if not all(map(os.path.isabs, found)):
        raise NoAnswer("git rev-parse said nothing")
    return found


def _said(arguments: Iterable[str], directory: str, deadline: float) -> str:
    return os.fsdecode(run(arguments, directory, deadline)).removesuffix("\n")


def _asked(root: str, git_dir: str, deadline: float) -> tuple[bytes, set[str]]:
    """What ``git status`` says of a work tree, and which of its submodules hold what is not committed, in themselves or
    in one of theirs."""
    answer, dirty = b"", set[str]()
    trees = [(root, git_dir, "")]
    for tree, its_git_dir, top in trees:  # grows by the submodules that are found in it
        ask = partial(run, directory=tree, deadline=deadline, git_dir=its_git_dir)
        output = _status(ask)
        if not top:
            answer = output
        elif any(entry and not entry.startswith(b"# ") for entry in output.split(b"\0")):
            dirty.add(top)
        if _may_hold_submodules(its_git_dir):
            trees += [(place, os.path.join(place, ".git"), top or path) for path, place in _submodules(tree, ask)]
        if len(trees) > _SUBMODULES:
            raise NoAnswer(f"the repository has more than {_SUBMODULES} submodules")
    return answer, dirty


def _status(ask: Callable[..., bytes]) -> bytes:
    command = (*_without_own_filters(ask), *_STATUS)
    try:
        output = ask((*command, "--renames"))
    except NoAnswer as reason:
        if str(reason) != LACKS:
            raise
        # a partial clone: it may lack no more than the old text of what was renamed
        output = ask((*command, "--no-renames"))
    if not output.startswith(b"# branch."):
        raise NoAnswer("git status said nothing")
    return output


def _may_hold_submodules(git_dir: str) -> bool:
    """Whether git has to be asked for submodules. Most repositories have none, and each entry of the index holds its
    mode as four bytes (see gitformat-index(5)); an index in two files, of which this is one, holds a link."""
    index = os.path.join(git_dir, "index")
    try:
        if not os.path.isfile(index):  # a pipe would be waited for
            return True
        with open(index, "rb") as file:
            data = file.read(MOST)
    except OSError:
        return True
    return len(data) == MOST or _GITLINK_MODE in data or _LINK in data


def _submodules(tree: str, ask: Callable[..., bytes]) -> Iterator[tuple[str, str]]:
    """The submodules that are checked out in a work tree: the path of each in it, and its place. What a link leads to
    is none, as it is none for git."""
    real = os.path.realpath(tree)
    for path in map(os.fsdecode, _GITLINK.findall(b"\0" + ask(("ls-files", "-z", "--stage")))):
        place = os.path.join(real, path)
        if os.path.realpath(place) == place and os.path.lexists(os.path.join(place, ".git")):
            yield path, place


def _without_own_filters(ask: Callable[..., bytes]) -> Iterator[str]:
    """Options that switch off the content filters that a repository itself configures; a user's own stay. Raises
    NoAnswer where these cannot be known: git runs them to see whether a file was changed."""
    for name in dict.fromkeys(_own_filters(ask)):
        if name.startswith("lfs."):
            raise NoAnswer("the repository tells git-lfs to run a program")
        if "=" in name:
            raise NoAnswer(f"the repository configures {name!r}, which cannot be switched off")
        yield "-c"
        yield f"{name}=false" if name.endswith(".required") else f"{name}="


def _own_filters(ask: Callable[..., bytes]) -> list[str]:
    """The settings of filters in a repository's own configuration; of a git that does not say whose a setting is
    (before 2.26), all of them. What git-lfs runs beside its filter, which may be the user's, is named as well."""
    query = ("-z", "--name-only", "--get-regexp", _FILTERS)
    try:
        fields = ask(("config", "--show-scope", *query), accept=(0, 1)).split(b"\0")
    except NoAnswer as reason:
        if "unknown option" not in str(reason):
            raise
        return [os.fsdecode(name) for name in ask(("config", *query), accept=(0, 1)).split(b"\0") if name]
    scoped = zip(fields[::2], fields[1::2], strict=False)
    return [os.fsdecode(name) for scope, name in scoped if scope in (b"local", b"worktree")]


def _operation(git_dir: str) -> str:
    return next((what for name, what in _OPERATIONS if os.path.lexists(os.path.join(git_dir, name))), "")


def _read(output: bytes, root: str, operation: str, dirty: set[str]) -> WorkTree:
    """Read ``status --porcelain=v2 -z``; see git-status(1), "Porcelain Format Version 2". Submodules that are ``dirty``
    count as changed."""
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
        changed=tuple(sorted(dirty.union(lists["changed"]), key=os.fsencode)),
        staged=tuple(lists["staged"]),
        untracked=tuple(lists["untracked"]),
        conflicted=tuple(lists["conflicted"]),
    )
