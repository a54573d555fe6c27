"""Several of RE2's patterns of which only those are compiled that can match in the texts at hand.

To compile all phrases that are asked for takes a hook longer than to look through the few sentences that a log grew by.
So as long as only few texts were looked at, a pattern's alternatives are held against what they need (see ``needed``),
as far as another process worked that out before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from threefold.text.later import parts_in_book
from threefold.text.patterns import Pattern

if TYPE_CHECKING:
    from threefold.text.needed import Part

_OFTEN = 64
"""Texts after which it is cheaper to compile all of it."""
_LONG = 1 << 14
"""Bytes of a text in which it takes longer to look for letters."""


_declared: list[str] = []


def declared() -> tuple[str, ...]:
    """Every pattern for which the modules loaded so far may come to ask."""
    return tuple(dict.fromkeys(_declared))


class Sieve:
    """Patterns that are searched for together. They are known to be good, and hold no flags that reach beyond them."""

    __slots__ = ("_asked", "_ignore_case", "_parts", "_source", "_whole")

    def __init__(self, sources: Sequence[str], *, ignore_case: bool = False) -> None:
        self._source, self._ignore_case = "|".join(sources), ignore_case
        _declared.append(self._source)
        self._asked = 0
        self._parts: list[tuple[Part, Pattern]] | None = None
        self._whole: Pattern | None = None

    def within(self, text: bytes) -> bool:
        """Whether one of the patterns matches somewhere in a text."""
        return self._sifted(text) if self._whole is None else self._whole.within(text)

    def _sifted(self, text: bytes) -> bool:
        self._asked += 1
        parts = self._parts
        if parts is None:
            known = parts_in_book(self._source)
            if known is not None:
                parts = [(part, Pattern(part.source, ignore_case=self._ignore_case, later=True)) for part in known]
                self._parts = parts
        if parts is None or self._asked > _OFTEN or len(text) > _LONG:
            self._parts, self._whole = None, Pattern(self._source, ignore_case=self._ignore_case)
            return self._whole.within(text)
        folded = text.decode("utf-8", "replace").casefold()
        for part, pattern in parts:
            for literals in part.sets:
                for one in literals:
                    if one in folded:
                        break
                else:
                    break
            else:
                if pattern.within(text):
                    return True
        return False
