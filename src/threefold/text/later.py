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


_NOWHERE: dict[str, Callable[..., object]] = {
    "search": lambda text: None,
    "findall": lambda text: [],
    "finditer": lambda text: iter(()),
    "sub": lambda _, text: text,
}
"""What a pattern answers of a text in which it matches nowhere."""
READ = 8_000
"""Characters after which it is worth while to compile a gate; a hook reads fewer."""
_SHORT = 24
"""Characters of a pattern that is no alternation of phrases, and of a text that is looked through at once."""
ODD = "\u0130\u0131\u017f\u212a"
_ASKED = 64
_MEMORY = 2 << 20
_MOSTLY = 0.5  # of the texts that a gate lets through: it is of no use


class _Gate:
    """Says in little time of most texts that a pattern matches nowhere in them (see ``relaxed``)."""

    __slots__ = ("_asked", "_given", "_left", "_passed", "_wide", "_within", "serves")

    def __init__(self, source: str, flags: int, wide: bool) -> None:
        """``wide``: for texts beyond ASCII."""
        self._given, self._wide = (source, flags), wide
        self.serves = True
        """whether it is worth while to ask it"""
        self._left = READ
        self._asked = self._passed = 0
        self._within: Callable[[bytes], bool] | None = None

    def shut(self, text: str) -> bool:
        """Whether the pattern surely matches nowhere in a text."""
        if self._within is None:
            self._left -= len(text)
            if self._left < 0:
                self._make()
            return False
        if self._wide and any(letter in text for letter in ODD):
            return False
        self._asked += 1
        try:
            if not self._within(text.encode()):
                return True
        except UnicodeEncodeError:  # a lone surrogate
            return False
        self._passed += 1
        self.serves = self._asked <= _ASKED or self._passed <= _MOSTLY * self._asked
        return False

    def _make(self) -> None:
        self.serves = False
        with contextlib.suppress(Exception):  # Python's parser may be another one day; then there is no gate
            from threefold.text.patterns import Pattern
            from threefold.text.relaxed import relaxed

            source = relaxed(*self._given, wide=self._wide)
            if not source.startswith(r"\A"):  # such a pattern is tried at one place only
                self._within, self.serves = Pattern(source, max_mem=_MEMORY).within, True


_Gates = tuple[_Gate, _Gate]


class _Later:
    """Stands for a pattern. Whatever is asked of it is asked of the pattern, and from then on kept beside it."""

    _pattern: object = None
    _gates: _Gates | None = None

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._given = source, int(flags)
        _declared.append(self._given)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._pattern is None:
            self._pattern = _book.pattern(*self._given)
        value: object = getattr(self._pattern, name)
        source, flags = self._given
        if name in _NOWHERE and isinstance(source, str) and len(source) > _SHORT:
            self._gates = self._gates or (_Gate(source, flags, False), _Gate(source, flags, True))
            value = _gated(cast("Callable[..., object]", value), _NOWHERE[name], self._gates)
        setattr(self, name, value)
        return value


def _gated(method: Callable[..., object], nowhere: Callable[..., object], gates: _Gates) -> Callable[..., object]:
    """The method of a pattern, behind its gates where all of a text is asked about."""
    plain, wide, needed = *gates, nowhere.__code__.co_argcount

    def ask(*given: Any, **how: Any) -> object:
        if len(given) == needed and not how and len(text := given[-1]) >= _SHORT:
            gate = plain if text.isascii() else wide
            if gate.serves and gate.shut(text):
                return nowhere(*given)
        return method(*given, **how)

    return ask


def later(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` put off until the pattern is first used; an error in it shows no earlier."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))
