"""Regular expressions of the standard library that are compiled when they are first used.

A module that knows many phrases pays for all of them when it is loaded, and most runs ask for a few: a hook, for which
a person waits, reads one summary.
"""

from __future__ import annotations

import re
from typing import cast


class _Later:
    """Stands for a pattern. Whatever is asked of it is asked of the pattern, and from then on kept beside it."""

    def __init__(self, source: str, flags: int) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        value: object = getattr(
            re.compile(*self._given), name
        )  # a second attribute finds the pattern in re's own cache
        setattr(self, name, value)
        return value


def later(source: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile`` put off until the pattern is first used; an error in it shows no earlier."""
    return cast("re.Pattern[str]", _Later(source, flags))
