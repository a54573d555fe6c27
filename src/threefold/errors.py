"""The one tree of errors.

Each error carries a stable ``code`` for programs and an ``exit_status`` for the command line.

    ThreefoldError                  1
    ├── InputError                  3   a file or argument that cannot be used
    │   ├── UnreadableInput         3   missing, a directory, no permission
    │   ├── EmptyInput              3   nothing in it
    │   └── UnknownFormat           3   not a session log of a known format
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
