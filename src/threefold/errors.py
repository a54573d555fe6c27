"""The one tree of errors.

Each error carries a stable ``code`` for programs and an ``exit_status`` for the command line.

    ThreefoldError                  1
    ├── InputError                  3   a file or argument that cannot be used
    │   ├── UnreadableInput         3   missing, a directory, no permission
    │   ├── EmptyInput              3   nothing in it
    │   ├── UnknownFormat           3   not a session log of a known format
    │   ├── RecordRefused           3   a record, snapshot or corpus that is not of the closed shape
    │   ├── StateRefused            3   a state that its digest does not match
    │   └── ForbiddenKey            3   a per-block shape where only the session as a whole may be judged
    ├── OverBudget                  2   a rendered state with more characters than the budget
    ├── UsageError                  3   options that contradict each other or are out of range
    ├── SettingsError               3   a settings file or variable that cannot be used
    ├── MissingExtra                3   an optional dependency that is not installed
    └── InternalError               1   a rule of ours was broken; nothing of the caller's was touched
"""

from __future__ import annotations


class ThreefoldError(Exception):
    """Root of every error that this package raises on purpose.

    The message says what happened, with the numbers, and what to do next; it is one paragraph and fit to be shown to a
    person as it stands.
    """

    code = "error"
    exit_status = 1


class InputError(ThreefoldError):
    """An input that cannot be used."""

    code = "input"
    exit_status = 3


class UnreadableInput(InputError):
    """The input is missing, is a directory, or may not be read."""

    code = "unreadable"


class EmptyInput(InputError):
    """The input holds nothing."""

    code = "empty"


class UnknownFormat(InputError):
    """The input is not a session log of a format that a reader knows."""

    code = "unknown_format"


class RecordRefused(InputError):
    """An explicit record, a snapshot, a question or a corpus that is not of the one shape allowed."""

    code = "record"


class StateRefused(InputError):
    """A rendered state that is not what the one renderer makes of the snapshot it came with."""

    code = "state"


class ForbiddenKey(InputError):
    """A key that names parts of a context. Refused before anything else is looked at, never stripped.

    ``path`` is where it stands, as ``$.outer.inner[0].perBlock``.
    """

    code = "forbidden_key"

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.path = path


class OverBudget(ThreefoldError):
    """A rendered state is over its budget of characters: a matter of configuration, never a verdict."""

    code = "over_budget"
    exit_status = 2


class UsageError(ThreefoldError):
    """Arguments that contradict each other, or a value out of its range."""

    code = "usage"
    exit_status = 3


class SettingsError(ThreefoldError):
    """A setting that is unknown, of the wrong type, or out of its range."""

    code = "settings"
    exit_status = 3


class MissingExtra(ThreefoldError):
    """An optional dependency is not installed; the message holds the exact install line."""

    code = "missing_extra"
    exit_status = 3


class InternalError(ThreefoldError):
    """A rule of this package was broken by the package itself; the caller's data is untouched."""

    code = "internal"
    exit_status = 1


def visible(text: str, most: int = 0) -> str:
    """Foreign text (a path, an id) for a message: what a terminal would obey or not show is written as an escape.

    Of a text longer than ``most`` characters, where that is given, the rest is counted in place of being shown.
    """
    kept = text[:most] if most else text
    more = f"… ({len(text) - len(kept):,} more characters)" if len(kept) < len(text) else ""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in kept) + more


def expect(
    value: object, kinds: type | tuple[type, ...], wanted: str, error: type[ThreefoldError] = InputError
) -> None:
    """Raise ``error`` for a value of none of the kinds; ``wanted`` is what takes it and what that should be."""
    if not isinstance(value, kinds):
        raise error(f"{wanted}, not {type(value).__name__}.")
