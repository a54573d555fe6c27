"""Regular expressions of the standard library that are compiled when they are first used.

A module that knows many phrases pays for all of them when it is loaded, and most runs ask for a few: a hook, for which
a person waits, reads one summary. A process that is to answer at once begins with what others compiled before it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, AnyStr, cast

from threefold.text.compiled import Code, pattern_of

if TYPE_CHECKING:
    from threefold.text.needed import Part

Key = tuple[str | bytes, int]
"""A pattern's source, and its flags."""


class Book:
    """What other processes worked out of patterns, and what of them had to be worked out in this one."""

    def __init__(
        self,
        known: Callable[[Key], Code | None] = lambda key: None,
        parts: Callable[[str], Sequence[Part] | None] = lambda source: None,
    ) -> None:
        """``known`` gives the code of a pattern, ``parts`` the alternatives of one of RE2's with what they need."""
        self._known, self._parts = known, parts
        self.missed: list[Key] = []
        self.unparted: list[str] = []

    def pattern(self, source: str | bytes, flags: int) -> re.Pattern[Any]:
        """The pattern, made of what is known of it where that serves."""
        code = self._known((source, flags))
        if code is not None:
            with contextlib.suppress(Exception):  # code of another engine may raise anything; it is compiled as usual
                return pattern_of(source, code)
        self.missed.append((source, flags))
        return re.compile(source, flags)

    def parts(self, source: str) -> Sequence[Part] | None:
        """The alternatives of a pattern of RE2's; None where nobody worked out what they need."""
        parts = self._parts(source)
        if parts is None:
            self.unparted.append(source)
        return parts


_book = Book()
_declared: list[Key] = []


def begin_with(book: Book) -> None:
    """Let every pattern that is first used from now on be made of this book."""
    global _book
    _book = book


def parts_in_book(source: str) -> Sequence[Part] | None:
    """The alternatives of a pattern of RE2's with what they need, where another process worked it out."""
    return _book.parts(source)


def declared() -> tuple[Key, ...]:
    """Every pattern that the modules loaded so far may come to use."""
    return tuple(dict.fromkeys(_declared))


class _Later:
    """Stands for a pattern. Whatever is asked of it is asked of the pattern, and from then on kept beside it."""

    _pattern: object = None

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._given = source, int(flags)
        _declared.append(self._given)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._pattern is None:
            self._pattern = _book.pattern(*self._given)
        value: object = getattr(self._pattern, name)
        setattr(self, name, value)
        return value


def later(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` put off until the pattern is first used; an error in it shows no earlier."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))
