"""Which counted things a person may call by each other's names: rows and lines, tests and cases, 条 and records."""

from __future__ import annotations

from functools import lru_cache

from threefold.text.later import later
from threefold.text.vocabulary import SINGULAR

_GROUPS = (
    "line row record entry",
    "test case spec example passed pass",
    "file document",
    "error failure exception",
    "request call query",
    "user customer",
    "server machine node host instance",
    "time attempt retry round run iteration",
    "image photo",
    "pod replica container",
    "step stage phase",
    "place occurrence match hit reference",
    "job task",
    "function method",
    "directory folder",
    "message mail",
    "issue problem bug violation",
    "commit change",
    "word token",
    "addition insertion",
)
UNNAMED = frozenset({"one", "item"})
"""What 个 and 条 count, which is anything."""
_FAILED = later(r"(?i)\s*(?:[a-z]+\s+){0,2}(?:failed|fail\b|failing|errored)|[^，。；,.;]{0,4}(?:失败|出错|报错)")
_PASSED = later(r"(?i)\s*(?:[a-z]+\s+){0,2}(?:passed|pass\b|passing|succeeded)|[^，。；,.;]{0,4}(?:通过|成功)")


_BEHIND = 40  # characters behind a count that may say what became of the things
_NEVER_RUN = frozenset(["file", "line", "row", "place", "word", "byte", "character"])
_TESTED = UNNAMED | {"test", "case", "check", "suite", "spec", "scenario"}


def counts(kind: str, things: frozenset[str]) -> bool:
    """Whether a kind of amounts counts one of these things; times of something are counts, and time is none."""
    return kind.startswith("count:") and kind.removeprefix("count:") in things


@lru_cache(maxsize=1 << 8)
def names(thing: str) -> tuple[str, ...]:
    """How a thing is spelled, one and many."""
    return tuple(sorted({thing, *(spelled for spelled, one in SINGULAR.items() if one == thing)}))


@lru_cache(maxsize=1 << 8)
def related(kind: str, behind: str = "") -> frozenset[str]:
    """The things that a count of this kind may be told of, itself among them; ``behind`` is what follows it, which may
    say what became of them (``17 requests failed`` are 17 errors)."""
    thing = kind.removeprefix("count:")
    found = {thing} | UNNAMED
    for group in _GROUPS:
        if thing in group.split():
            found.update(group.split())
    if thing not in _NEVER_RUN and _FAILED.match(behind[:_BEHIND]):
        found.update(("error", "failure"))
    if thing in _TESTED and _PASSED.match(behind[:_BEHIND]):
        found.update(("passed", "test", "case"))
    return frozenset(found)
