"""Several phrases that one text after another is asked for: RE2 says in one pass which of them may match at all."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from threefold.text.later import ODD, READ

if TYPE_CHECKING:
    from threefold.text.patterns import PatternSet

_MEMORY = 8 << 20


class Together:
    """Patterns of the standard library, made by ``later``. What is asked of them is what they answer themselves."""

    def __init__(self, *patterns: re.Pattern[str]) -> None:
        self._patterns = patterns
        self._places = {id(pattern): place for place, pattern in enumerate(patterns)}
        self._every = range(len(patterns))
        self._sides = _Side(patterns, False), _Side(patterns, True)
        self._text = ""
        self._open: Sequence[int] = self._every

    def search(self, pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
        """What the pattern's own ``search`` gives."""
        if text is not self._text:
            self._ask(text)
        return pattern.search(text, 0) if self._places[id(pattern)] in self._open else None

    def open_to(self, text: str) -> list[re.Pattern[str]]:
        """Those of the patterns that may match in a text, in their order."""
        self._ask(text)
        return [self._patterns[place] for place in self._open]

    def _ask(self, text: str) -> None:
        found = self._sides[not text.isascii()].matching(text)
        self._text, self._open = text, self._every if found is None else found


class _Side:
    """The gate of all of them, for texts in ASCII or for others."""

    def __init__(self, patterns: Sequence[re.Pattern[str]], wide: bool) -> None:
        self._patterns, self._wide = patterns, wide
        self._left = READ
        self._gate: PatternSet | None = None

    def matching(self, text: str) -> list[int] | None:
        """The places of those that may match in a text; None where that is not known."""
        if self._gate is None:
            if self._left >= 0:
                self._left -= len(text)
                if self._left < 0:
                    self._make()
            return None
        if self._wide and any(letter in text for letter in ODD):
            return None
        try:
            return self._gate.matching(text.encode())
        except UnicodeEncodeError:  # a lone surrogate
            return None

    def _make(self) -> None:
        with contextlib.suppress(Exception):  # Python's parser may be another one day; then there is no gate
            from threefold.text.patterns import PatternSet
            from threefold.text.relaxed import relaxed

            sources = [relaxed(one.pattern, one.flags, wide=self._wide) for one in self._patterns]
            self._gate = PatternSet(sources, max_mem=_MEMORY)
