"""Command lines of a summary that lack an option of the one that was run."""

from __future__ import annotations

from threefold.text.later import later

ELLIPSES = frozenset({"…", "..."})
_OPTION = later(r"--?[A-Za-z]")
_LOUDNESS = later(
    r"-[qvsx]{1,3}|--(?:quiet|silent|verbose|no-colou?r|colou?r(?:=\S+)?|progress(?:=\S+)?|no-progress|no-pager)"
)
_JOINS_COMMANDS = later(r"&&|\|\|?|;|.*;")


def words_of(command: str) -> list[str]:
    """The words of a command line, without quotes around them."""
    return [word.strip("\"'") for word in command.split()]


def lacks_option(told: str, run: str) -> bool:
    """Whether a command that is told as it was run, from its first to its last word, lacks an option that stands
    between them and changes what it does. One that is told with a gap (…), or without how loud it was, does not."""
    mine, theirs = words_of(told), words_of(run)
    if not ELLIPSES.isdisjoint(mine):
        return False
    place = 0
    passed: list[str] = []
    for word in mine:
        if word not in theirs[place:]:
            return False  # in another order
        following = theirs.index(word, place)
        passed += theirs[place:following] if place else ()
        place = following + 1
    return not any(_JOINS_COMMANDS.fullmatch(one) for one in passed) and any(
        _OPTION.match(one) and not _LOUDNESS.fullmatch(one) for one in passed
    )
