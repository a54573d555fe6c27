"""What a verdict means, in a few words for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.verdict import Verdict

_MEANINGS = {
    "safe_to_compact": "nothing that is recorded would be lost",
    "wait": "not decided, and that is no permission to go on",
    "preserve_first": "write this down first: it exists nowhere else",
}
_FILES = "commit this first: it is on disk, and in no commit"


def meaning(verdict: Verdict) -> str:
    """What the verdict says about what it names. Files stand somewhere else, other than things that were said."""
    files_alone = 0 < verdict.count == verdict.counts["uncommitted"]
    return _FILES if verdict.verdict == "preserve_first" and files_alone else _MEANINGS[verdict.verdict]
