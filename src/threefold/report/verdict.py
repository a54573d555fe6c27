"""What a verdict means, in a few words for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.verdict import Verdict
    from threefold.work import Item

_MEANINGS = {
    "safe_to_compact": "nothing that is recorded would be lost",
    "wait": "not decided, and that is no permission to go on",
    "preserve_first": "write this down first: it exists nowhere else",
}
_FILES = "commit this first: it is on disk, and in no commit"
_BOTH = "write down and commit this first: it exists nowhere else"


def untouched(files: Sequence[Item], lead: str = "") -> str:
    """How many of the files git alone knows of, where the log shows what the session changed; else empty."""
    count = sum(item.event < 0 for item in files)
    some = "none of them" if count == len(files) else f"{count} of them not"
    return f"{lead}{some} changed by this session, as far as the log shows" if count else ""


def meaning(verdict: Verdict) -> str:
    """What the verdict says about what it names. Files stand somewhere else, other than things that were said."""
    files = verdict.counts["uncommitted"]
    if verdict.verdict != "preserve_first" or not files:
        return _MEANINGS[verdict.verdict]
    return _FILES if files == verdict.count else _BOTH
