"""Which changed files no commit carries, by the log alone.

Every edit, whoever made it (an editing tool, a shell command, a sub-agent, an MCP server), is open until a commit that
succeeded covers it, or until it is taken back. What version control itself reports is believed over what was inferred.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Callable, Iterable

import msgspec

from threefold.text.later import later
from threefold.work.commands.shell import join
from threefold.work.model import Item

_SCRATCH = later(
    r"^(?:/tmp|/var/tmp|/private/tmp|/private/var/folders|/dev|/proc|/var/folders)(?:/|$)|^\$|^&|^-$|(?:^|"
    r"/)(?:AppData/Local/Temp|\.git)/|(?:^~?|/)/?\.(?:claude|codex|gemini|dsh|pi|cache)/(?:plans|projects|tmp|"
    r"memor|todos|sessions)",
)
_GENERATED = later(
    r"(?:^|/)(?:node_modules|__pycache__|build|dist|target|out|coverage|htmlcov|\.venv|venv|\.next|"
    r"\.pytest_cache|\.mypy_cache|\.ruff_cache|logs?|tmp|temp)/|\.(?:log|tmp|pyc|pid|swp|bak|orig)$|(?:^|"
    r"/)(?:nohup\.out|\.coverage)$"
)


_REMEMBERED = 20_000
"""Files that were read, of which it is remembered that they were there."""


class Change(msgspec.Struct):
    """A changed file.

    ``created`` is true for one that the session made (git does not track it before it is added). ``stashed`` is the
    number of the stash that it was put aside with, 0 for none. ``loose`` is true for a guess (a formatter's folder):
    any commit covers it.
    """

    path: str
    event: int
    why: str
    created: bool = False
    staged: bool = False
    stashed: int = 0
    loose: bool = False


class Files:
    """Open changes, and what each commit took, so that a commit that is undone gives it back."""

    def __init__(self, cwd: str) -> None:
        self.cwd = join("", cwd) if cwd else ""
        self.open: dict[str, Change] = {}
        self.commits: list[list[Change]] = []
        self.landed: list[Item] = []
        self.added_by_name = False
        self.stashes: list[Item] = []
        self.folders: set[str] = set()
        """directories that the session made"""
        self._seen: set[str] = set()

    def edit(
        self, path: str, event: int, why: str, *, created: bool = False, base: str = "", loose: bool = False
    ) -> None:
        """A file was changed. Scratch space and generated files are no work."""
        path = join(base or self.cwd, path)
        if loose and any(_under(known, path) or known == path for known in self.open if known != "."):
            return  # what is known to be changed there says more
        if not path or self._is_scratch(path) or _GENERATED.search(self.shown(path)):
            return
        before = self.open.get(path)
        created = before.created if before is not None and before.created else created and path not in self._seen
        self.open.pop(path, None)
        self.open[path] = Change(path, event, why, created=created, loose=loose)

    def uncovered(self, path: str, event: int, why: str, base: str) -> None:
        """Version control shows a change that nothing in the log was seen to make."""
        full = join(base or self.cwd, path)
        if full not in self.open and not any(
            change.loose and _under(full, change.path) for change in self.open.values()
        ):
            self.edit(path, event, why, base=base)

    def saw(self, path: str) -> None:
        """A file was read: whoever writes it whole afterwards does not make it."""
        if len(self._seen) < _REMEMBERED:
            self._seen.add(join(self.cwd, path))

    def remove(self, path: str, event: int, why: str, *, tree: bool = False) -> None:
        """A file was removed: one that the session itself made is simply gone, any other is a change."""
        path = join(self.cwd, path)
        if self._is_afar(path):
            return  # no repository is known there that could hold its removal
        below = [known for known in self.open if known == path or known.startswith(path.rstrip("/") + "/")]
        made = [known for known in below if self.open[known].created]
        for known in made:
            del self.open[known]
        if path in self.folders:
            return
        whole = tree and not _GENERATED.search(self.shown(path) + "/")
        if not made and (below or whole or re.search(r"\.\w{1,8}$", path)) and not any(char in path for char in "*?$"):
            self.edit(path, event, why)

    def _is_afar(self, path: str) -> bool:
        """Whether a path lies neither in the session's directory nor beside it, nor below anything that is open."""
        beside = posixpath.dirname(self.cwd.rstrip("/"))
        return (
            self.outside(path)
            and not (len(beside) > 1 and _under(path, beside))
            and not any(known == path or _under(known, path) for known in self.open if known.startswith("/"))
        )

    def move(self, source: str, path: str, event: int, why: str) -> None:
        """A file was renamed; where it is open under its old name, it is under the new one."""
        source = join(self.cwd, source)
        before = self.open.pop(source, None)
        if before is not None or not self._is_scratch(source):
            self.edit(path, event, why, created=before.created if before is not None else False)

    def _is_scratch(self, path: str) -> bool:
        """Whether a path lies in scratch space. What a session works on is no scratch, wherever it lies."""
        shown = self.shown(path)
        return _SCRATCH.search(path if shown.startswith("/") or shown == path else shown) is not None

    def shown(self, path: str) -> str:
        """A path as a person in the session's directory would write it."""
        if self.cwd and path == self.cwd:
            return "."
        if self.cwd and path.startswith(self.cwd.rstrip("/") + "/"):
            return path[len(self.cwd.rstrip("/")) + 1 :]
        return path

    def outside(self, path: str) -> bool:
        """Whether a path lies outside the session's directory."""
        rooted = path.startswith(("/", "~")) or re.match(r"[A-Za-z]:/", path) is not None
        return rooted and bool(self.cwd) and not (path + "/").startswith(self.cwd.rstrip("/") + "/")

    # --- version control --------------------------------------------------------------------------------------------

    def stage(self, paths: Iterable[str] | None, base: str) -> None:
        """Mark changes as staged: all (None), or those that the given paths name."""
        chosen = self._below(base) if paths is None else self._named(paths, base)
        self.added_by_name = self.added_by_name or paths is not None
        for change in chosen:
            change.staged = True

    def unstage(self, paths: Iterable[str] | None, base: str) -> None:
        for change in self._below(base) if paths is None else self._named(paths, base):
            change.staged = False

    def commit(self, event: int, why: str, base: str, *, everything: bool, tracked: bool, paths: Iterable[str]) -> None:
        """A commit succeeded. It takes the named paths, or all, or all tracked ones, or what is staged."""
        below = [change for change in self._below(base) if not change.stashed]
        named = list(paths)
        if named:
            taken = [change for change in self._named(named, base) if not change.stashed]
        elif everything:
            taken = below
        elif tracked:
            taken = [change for change in below if change.staged or not change.created]
        elif any(change.staged for change in below) or self.added_by_name:
            taken = [change for change in below if change.staged]
        else:
            taken = below
        taken += [change for change in below if change.loose and change not in taken]
        self._take(taken, event, why)
        self.commits.append(taken)
        self.added_by_name = False

    def carried(self, name: str, before: int, event: int, why: str) -> None:
        """A commit of somebody else's is shown to hold a file (a path, or its end), as it was before an event."""
        end = "/" + name.lstrip("/")
        found = (change for change in self.open.values() if ("/" + change.path).endswith(end))
        self._take([change for change in found if change.event < before and not change.stashed], event, why)

    def clean(self, event: int, why: str, base: str = "") -> None:
        """Version control says that nothing is changed."""
        self._take([change for change in self._below(base) if not change.stashed], event, why)

    def status(self, lines: Iterable[tuple[str, str]], event: int, base: str) -> None:
        """A short status was shown: (code, path) of everything that is changed; the rest has landed."""
        shown = [(code, join(base or self.cwd, path), path.endswith("/")) for code, path in lines if code != "!!"]
        listed = {path for _, path, _ in shown}
        gone = [change for change in self._below(base) if not _within(change.path, listed)]
        self._take([change for change in gone if not change.stashed], event, "git status no longer lists it")
        for code, path, folder in shown:
            known = self.open.get(path)
            if known is None and not (folder and self._named([path], base)):
                self.edit(path, event, f"git status lists it as {code.strip()}", created=code == "??")
            elif known is not None and code[:1] not in (" ", "?"):
                known.staged = True

    def undo(self, count: int, *, keep: bool) -> None:
        """The last commits were reset: what they took is open again, or gone with them."""
        for _ in range(min(count, len(self.commits))):
            for change in self.commits.pop():
                if keep:
                    self.open.setdefault(change.path, change)
                self.landed = [item for item in self.landed if item.text != self.shown(change.path)]

    def restore(self, paths: Iterable[str] | None, base: str, *, created: bool = False) -> None:
        """Changes were thrown away. New files survive a checkout and a reset; ``created`` throws away those instead."""
        for change in self._below(base) if paths is None else self._named(paths, base):
            if change.created == created and not change.stashed:
                self.open.pop(change.path, None)

    def stash(self, event: int, base: str, *, new: bool) -> None:
        self.stashes.append(
            Item("Apply or drop the changes put aside with git stash", event, "stashed and not applied again")
        )
        for change in self._below(base):
            if (new or not change.created or change.staged) and not change.stashed:
                change.stashed = len(self.stashes)

    def unstash(self, *, drop: bool, everything: bool = False) -> None:
        """The latest stash was applied or dropped, or all of them."""
        oldest = 1 if everything else len(self.stashes)
        for change in list(self.open.values()):
            if change.stashed >= max(oldest, 1):
                change.stashed = 0
                if drop:
                    del self.open[change.path]
        del self.stashes[max(oldest - 1, 0) :]

    def _take(self, changes: Iterable[Change], event: int, why: str) -> None:
        for change in list(changes):
            self.open.pop(change.path, None)
            self.landed.append(Item(self.shown(change.path), event, why))

    def _below(self, base: str) -> list[Change]:
        """What a command in ``base`` reaches: what is there; in the session's directory or above, everything."""
        root = base or self.cwd
        if not root or not self.cwd or self.cwd == root or self.cwd.startswith(root.rstrip("/") + "/"):
            inside: Callable[[str], bool] = lambda path: not self.outside(path) or _under(path, root)  # noqa: E731
        else:
            inside = lambda path: _under(path, root)  # noqa: E731
        return [change for change in self.open.values() if inside(change.path)]

    def _named(self, paths: Iterable[str], base: str) -> list[Change]:
        chosen: dict[str, Change] = {}
        for path in paths:
            if path in (".", "./", ":/", "*") or "$" in path:
                chosen.update((change.path, change) for change in self._below(base))
                continue
            full = join(base or self.cwd, path.removeprefix(":/"))
            for change in self.open.values():
                if _same(change.path, full) or fnmatch.fnmatchcase(change.path, full):
                    chosen[change.path] = change
        return list(chosen.values())


def _under(path: str, root: str) -> bool:
    return not path.startswith(("/", "~")) or path.startswith(root.rstrip("/") + "/")


def _within(path: str, names: set[str]) -> bool:
    """Whether a path, or a directory above it, is among the names."""
    while path not in names:
        path = posixpath.dirname(path)
        if path in ("", "/"):
            return False
    return True


def _same(path: str, name: str) -> bool:
    """Whether ``name`` is the path, or a directory above it, allowing for one of them being relative."""
    if path == name or path.startswith(name + "/") or name == ".":
        return True
    if posixpath.isabs(path) != posixpath.isabs(name):
        long, brief = (path, name) if posixpath.isabs(path) else (name, path)
        return long.endswith("/" + brief) or f"/{brief}/" in long
    return False
