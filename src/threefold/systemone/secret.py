"""A value that does not show itself."""

from __future__ import annotations

from typing import NoReturn

TAIL = 4
_SHORT = 12


class Secret:
    """A key in memory. Only ``reveal`` gives it back; printing, formatting and pickling do not.

    A subclass of ``str`` would leak through every f-string and every ``json.dumps``, so this is none.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself, for the one header that needs it."""
        return self._value

    def masked(self) -> str:
        """Its length and last four characters; of a short one its length only."""
        size = len(self._value)
        return f"{size} characters" + (f", ending in {self._value[-TAIL:]}" if size >= _SHORT else "")

    def scrub(self, text: str) -> str:
        """``text`` without the value."""
        return text.replace(self._value, "***") if self._value else text

    def __repr__(self) -> str:
        return "Secret(***)"

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not written anywhere")
