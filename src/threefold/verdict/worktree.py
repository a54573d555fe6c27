"""What a version control system says of a work tree, as data. Who asks it is not this room's business."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from threefold.errors import RecordRefused


class WorkTree(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a work tree; paths are relative to ``root``.

    ``known`` is false where nothing could be learned (no repository, no git, no time): then the log's own edits count,
    and ``problem`` says why; ``repository`` tells that there is one all the same. ``operation`` names a merge, rebase
    or the like that was begun and not concluded.
    ``committed`` are paths known to be carried by a commit; they count for nothing.
    ``unpushed`` is for explanations and does not count; neither does what lies stashed, except for a stash that the
    session itself made and left (``stashes`` is None where nothing is known of them).
    """

    root: str = ""
    known: bool = True
    problem: str = ""
    repository: bool = False
    committed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    staged: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()
    conflicted: tuple[str, ...] = ()
    operation: str = ""
    branch: str = ""
    stashes: int | None = None
    unpushed: int | None = None

    @property
    def paths(self) -> dict[str, str]:
        """Every path that is not committed, once, with what is the matter with it."""
        found: dict[str, str] = {}
        for paths, why in (
            (self.conflicted, "in conflict"),
            (self.staged, "staged and not committed"),
            (self.changed, "changed and not committed"),
            (self.untracked, "untracked"),
        ):
            for path in paths:
                found.setdefault(path, why)
        return found


_LISTS = {
    "committed": "committed",
    "changed": "changed",
    "modified": "changed",
    "deleted": "changed",
    "renamed": "changed",
    "staged": "staged",
    "untracked": "untracked",
    "conflicted": "conflicted",
    "unmerged": "conflicted",
    "ignored": "",
}
"""The lists of a description, and where each goes; what git ignores goes nowhere."""
_WORDS = frozenset(("operation", "branch", "root"))


def described(value: object, what: str = "The worktree") -> WorkTree:
    """A work tree described as data: ``{committed, changed, staged, untracked}``, lists of paths; null for none.

    ``modified``, ``deleted`` and ``renamed`` (new names) are changed too, ``conflicted`` or ``unmerged`` in conflict;
    ``operation`` may name a merge in progress. Any other key is an error.
    """
    if value is None:
        return WorkTree(known=False, problem="no repository")
    if not isinstance(value, Mapping):
        raise RecordRefused(f"{what} is an object with the lists committed, changed, staged and untracked, or null.")
    unknown = sorted(str(key) for key in value.keys() - _LISTS.keys() - _WORDS)
    if unknown:
        known = ", ".join((*_LISTS, *sorted(_WORDS)))
        raise RecordRefused(f"{what}: unknown {', '.join(unknown)}; known are {known}.")
    lists: dict[str, tuple[str, ...]] = {}
    for name, place in _LISTS.items():
        items = value.get(name, ())
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
            raise RecordRefused(f"{what}: {name} is a list of paths.")
        if place:
            lists[place] = (*lists.get(place, ()), *items)
    words = {name: value.get(name, "") for name in _WORDS}
    for name, word in words.items():
        if not isinstance(word, str):
            raise RecordRefused(f"{what}: {name} is a text.")
    return WorkTree(**words, **lists)  # type: ignore[arg-type]
