"""From a session's log, and what git says of its work tree, to a snapshot."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from threefold.errors import expect
from threefold.session import Session
from threefold.verdict.snapshot import FIELDS, Snapshot, snapshot
from threefold.verdict.worktree import WorkTree
from threefold.work import Item, Work
from threefold.work.model import Refusal

OF_WORK = {
    "todos": "todos", "uncommitted": "edits", "questions": "questions", "decisions": "decisions",
    "next_steps": "next_steps",
}  # fmt: skip
"""Which field of :class:`~threefold.work.Work` each field of a snapshot is made of."""


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot, and what it never shows: for each item where in the log it stands and why it counts.

    ``event`` of an item is -1 where it comes from the work tree. ``left_out`` are the items of the turn in progress,
    at a compaction; ``closed`` what the log shows answered, done or taken back; ``notes`` what is worth knowing and
    does not count, ``deferred`` what a person put off, and ``refused`` what a person did not let run, and why: their
    words may stand nowhere else. ``only_others`` says that all that counts are files that git lists and that
    the session did not change, as far as its log shows: no compaction of it loses anything about them.
    """

    snapshot: Snapshot
    items: dict[str, tuple[Item, ...]]
    left_out: tuple[Item, ...]
    closed: tuple[Item, ...]
    notes: tuple[str, ...]
    only_others: bool = False
    deferred: tuple[Item, ...] = ()
    refused: tuple[Refusal, ...] = ()


def build(session: Session, worktree: WorkTree | None = None, at_compaction: bool = False) -> Snapshot:
    """The snapshot of a session: from its log, and its work tree where that is known.

    With ``at_compaction`` the turn that is in progress, and the call it waits for, are left out: an automatic
    compaction happens inside them and does not interrupt them.
    """
    return explain(session, worktree, at_compaction).snapshot


def explain(session: Session, worktree: WorkTree | None = None, at_compaction: bool = False) -> Explained:
    """As :func:`build`, with the grounds for each item."""
    from threefold.work import fold  # not needed for work that was folded before

    expect(session, Session, "build takes a Session, as threefold.read gives it")
    expect(worktree, (WorkTree, type(None)), "build takes a WorkTree, or None for the log alone")
    return from_work(fold(session), session.id, worktree, at_compaction)


def from_work(work: Work, name: str = "", worktree: WorkTree | None = None, at_compaction: bool = False) -> Explained:
    """The snapshot of work that was folded already."""
    found: dict[str, list[Item]] = {field.name: list(getattr(work, OF_WORK[field.name])) for field in FIELDS}
    found["uncommitted"] = _uncommitted(work, worktree)
    if worktree is not None and worktree.known:
        found["next_steps"] = [item for item in found["next_steps"] if item.topic != "conflict"]
    if worktree is not None and worktree.known and worktree.operation:
        text = f"Finish the {worktree.operation} in progress"
        found["next_steps"].append(Item(text, -1, "the work tree is in the middle of it"))
    known = worktree is not None and worktree.known
    if worktree.stashes != 0 if worktree is not None and known else not found["uncommitted"]:
        found["next_steps"].extend(work.stashed)
    if known and not found["uncommitted"]:
        found = {field: [item for item in these if item.topic != "commit"] for field, these in found.items()}
    left_out: list[Item] = []
    if at_compaction:
        for field, these in found.items():
            left_out.extend(item for item in these if item.current)
            found[field] = [item for item in these if not item.current]
    items = {field.name: tuple(_once(found[field.name], exact=field.paths)) for field in FIELDS}
    made = snapshot(name, {field: [item.text for item in kept] for field, kept in items.items()})
    counted = [item for kept in items.values() for item in kept]
    only_others = bool(counted) and counted == [item for item in items["uncommitted"] if item.event < 0]
    return Explained(snapshot=made, items=items, left_out=tuple(left_out), closed=work.closed,
                     notes=tuple(_notes(work, worktree)), only_others=only_others and not work.edits,
                     deferred=work.deferred, refused=work.refused)  # fmt: skip


def _uncommitted(work: Work, worktree: WorkTree | None) -> list[Item]:
    """What git says where it knows; else the log's edits. Files outside the work tree are known from the log only."""
    if worktree is None or not worktree.known:
        return [*work.edits, *work.outside]
    touched = (*work.landed, *work.edits)  # what the session committed and git calls changed again is its own as well
    edited = {_from_root(item.text, work.cwd, worktree.root): item for item in touched}
    found = []
    for path, why in worktree.paths.items():
        edit = edited.get(path) or _edit_below(path, edited)
        found.append(Item(path, edit.event if edit else -1, f"git: {why}"))
    found.extend(item for item in work.outside if not _belongs(item.text, worktree))
    return found


def _edit_below(folder: str, edited: dict[str, Item]) -> Item | None:
    """The first edit in a folder that git lists as a whole, for all of it is untracked."""
    return next((item for path, item in edited.items() if folder.endswith("/") and path.startswith(folder)), None)


def _from_root(path: str, cwd: str, root: str) -> str:
    """A path that is relative to the session's directory, seen from the top of the work tree."""
    below = cwd.rstrip("/").removeprefix(root.rstrip("/") + "/") if root else ""
    return f"{below}/{path}" if below and below != cwd.rstrip("/") and not path.startswith("/") else path


def _belongs(path: str, worktree: WorkTree) -> bool:
    """Whether git's word covers a file outside the session's directory."""
    root = worktree.root.rstrip("/")
    return bool(root and path.startswith(root + "/")) or any(path.endswith("/" + p) for p in worktree.committed)


def _once(items: Iterable[Item], *, exact: bool) -> list[Item]:
    """Each item once: sentences whatever their blanks and the mark at their end, paths exactly as they are."""
    seen: dict[str, Item] = {}
    for item in items:
        key = item.text if exact else " ".join(item.text.split()).rstrip(" .。!！;；")
        if key:
            seen.setdefault(key, item)
    return list(seen.values())


def _notes(work: Work, worktree: WorkTree | None) -> Iterable[str]:
    if work.idle_compactions >= 2:
        count = work.idle_compactions
        yield f"The last {count} compactions had no edit and no commit since the one before: there is no progress."
    if worktree is None:
        yield "No work tree was looked at: uncommitted files are those that the log shows edited and not committed."
        return
    if not worktree.known:
        yield f"git could not be asked ({worktree.problem}): uncommitted files are those that the log shows."
    listed = tuple(worktree.paths)
    gone = [
        item.text
        for item in work.edits
        if not _from_root(item.text, work.cwd, worktree.root).startswith(listed or ("\0",))
    ]
    if worktree.known and gone:
        shown = ", ".join(gone[:5]) + (" …" if len(gone) > 5 else "")
        yield f"Edited in the log and clean for git, though no commit of the log carries it: {shown}."
    if worktree.stashes:
        yield f"git holds {worktree.stashes} stashed {'change' if worktree.stashes == 1 else 'changes'}."
    if worktree.unpushed:
        yield f"{worktree.unpushed} {'commit is' if worktree.unpushed == 1 else 'commits are'} not pushed."
