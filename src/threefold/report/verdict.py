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
_ALLOWED = "no more is open than the settings allow"
_FILES = "commit this first: it is on disk, and in no commit"
_BOTH = "write down and commit this first: it exists nowhere else"


_GROUNDS = {
    "nothing_unlanded": "the number of items alone decides: there are none, or as few as the settings allow",
    "over_threshold": "the number of items alone decides: there are as many as the settings say, or more",
    "ambiguous_local": "the number of items does not decide, so a person does",
    "no_service_configured": "the number of items does not decide, so a person does",
    "service_absent": "the number of items does not decide and no service answered, so a person does",
    "service_says": "the number of items does not decide; the scoring service does",
    "service_unsure": "the scoring service says that it is safe, and is too little sure of it",
    "service_contradicts_itself": "the scoring service says that it is safe, and that the risk is high",
    "service_forbidden_key": "the scoring service's answer singles out parts of the context, and is not used",
    "service_invalid": "the scoring service's answer is none of the three",
    "other_version": "the state was built by another version, so its fields may mean something else",
    "log_damaged": "nothing is seen to be open, but lines of the log are broken",
    "git_unknown": "nothing is seen to be open, but git gave no answer about the work tree",
}


def grounds(verdict: Verdict) -> str:
    """On what a verdict rests, in words, and the name under which programs know it."""
    return f"{_GROUNDS[verdict.reason.value]} ({verdict.reason.value})"


def untouched(files: Sequence[Item], lead: str = "") -> str:
    """How many of the files git alone knows of, where the log shows what the session changed; else empty."""
    count = sum(item.event < 0 for item in files)
    some = "none of them" if count == len(files) else f"{count} of them not"
    return f"{lead}{some} changed by this session, as far as the log shows" if count else ""


def meaning(verdict: Verdict) -> str:
    """What the verdict says about what it names. Files stand somewhere else, other than things that were said."""
    files = verdict.counts["uncommitted"]
    if verdict.verdict == "safe_to_compact" and verdict.count:
        return _ALLOWED
    if verdict.verdict != "preserve_first" or not files:
        return _MEANINGS[verdict.verdict]
    return _FILES if files == verdict.count else _BOTH
