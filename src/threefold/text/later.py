"""Regular expressions of the standard library that are compiled when they are first used.

A module that knows many phrases pays for all of them when it is loaded, and most runs ask for a few: a hook, for which
a person waits, reads one summary. A process that is to answer at once begins with what others compiled before it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import AnyStr, cast

from threefold.text.compiled import Code, pattern_of

Key = tuple[str, int]
"""A pattern's source, and its flags."""


class Book:
    """The patterns that were compiled in other processes, and those that had to be compiled in this one."""

    def __init__(self, known: Callable[[], Mapping[Key, Code]] = dict) -> None:
        """``known`` is asked once, when the first pattern is used."""
        self._known = known
        self.missed: list[Key] = []

    @cached_property
    def known(self) -> Mapping[Key, Code]:
        """What was compiled in other processes."""
        return self._known()

    def pattern(self, source: str, flags: int) -> re.Pattern[str]:
        """The pattern, made of what is known of it where that serves."""
        code = self.known.get((source, flags))
        if code is not None:
            with contextlib.suppress(Exception):  # code of another engine may raise anything; it is compiled as usual
                return pattern_of(source, code)
        self.missed.append((source, flags))
        return re.compile(source, flags)


_book = Book()


def begin_with(book: Book) -> None:
    """Let every pattern that is first used from now on be made of this book."""
    global _book
    _book = book


class _Later:
    """Stands for a pattern. Whatever is asked of it is asked of the pattern, and from then on kept beside it."""

    _pattern: object = None

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._given = source, int(flags)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._pattern is None:
            source, flags = self._given  # the few over bytes stand in no book
            self._pattern = _book.pattern(source, flags) if isinstance(source, str) else re.compile(source, flags)
        value: object = getattr(self._pattern, name)
        setattr(self, name, value)
        return value


def later(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` put off until the pattern is first used; an error in it shows no earlier."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))
