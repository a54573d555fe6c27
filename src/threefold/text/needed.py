"""Which letters a text must hold for a pattern to match in it, so that for a few texts most need not be compiled.

A pattern is split into its alternatives, and of each the literals are gathered that no match can do without: of every
set at least one stands in the text. What is not understood of a pattern asks for nothing, which is always safe. Russ
Cox describes the same for RE2's own filter (https://swtch.com/~rsc/regexp/regexp4.html).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from threefold.text.later import later

_MOST_SETS = 3
_MOST_LITERALS = 80
"""A longer set is hit by nearly every text, or takes as long to look for as the pattern to compile."""
_TELLING = 3
"""Letters; every other text holds a shorter literal, unless it is Chinese."""
_RUNE = later(r"\\x\{([0-9a-fA-F]{1,6})\}")
_FLAGS = later(r"\(\?[imsU]+\)")
_FOREIGN = ("[[:", r"\Q", r"\C", r"\pL", r"\p{", r"\P")
"""What RE2 reads otherwise than the standard library does."""


class Part(NamedTuple):
    """One alternative of a pattern. Each of the sets holds some of the folded letters, one of which must stand in the
    folded text."""

    source: str
    sets: tuple[tuple[str, ...], ...]

    def may_stand_in(self, folded: str) -> bool:
        """Whether it can match in a text, of which the folded letters are given."""
        return all(any(one in folded for one in literals) for literals in self.sets)


def parts_of(source: str) -> list[Part]:
    """The alternatives of one of RE2's patterns, each with what it needs."""
    flags = _FLAGS.match(source)
    head = flags[0] if flags else ""
    return [Part(head + one, _needs(head + one)) for one in _alternatives(source[len(head) :])]


def _alternatives(source: str) -> Iterator[str]:
    """A pattern cut at the bars that stand in no group. Flags in its middle would hold for what follows them: it stays
    whole."""
    depth = begun = at = 0
    inside = False
    if _FLAGS.search(source):
        yield source
        return
    while at < len(source):
        char = source[at]
        if char == "\\":
            at += 1
        elif inside:
            inside = char != "]"
        elif char == "[":
            inside = True
            at += source[at + 1 : at + 2] == "^"
            at += source[at + 1 : at + 2] == "]"  # a bracket that stands first is one of the class
        elif char == "|" and not depth:
            yield source[begun:at]
            begun = at + 1
        else:
            depth += (char == "(") - (char == ")")
        at += 1
    yield source[begun:]


def _needs(source: str) -> tuple[tuple[str, ...], ...]:
    """The sets of an alternative, those first that fewest texts hold."""
    if any(one in source for one in _FOREIGN):
        return ()
    spelled = _RUNE.sub(lambda rune: re.escape(chr(int(rune[1], 16))), source).replace(r"\z", r"\Z")
    try:
        tree = importlib.import_module("re._parser").parse(spelled)
        sets = {tuple(sorted(one)) for one in _sets(tree)}
    except Exception:  # the parser is an inside of the standard library, and may be another one day
        return ()
    return tuple(sorted((one for one in sets if len(one) <= _MOST_LITERALS), key=_often)[:_MOST_SETS])


def _often(literals: tuple[str, ...]) -> tuple[bool, int, int]:
    """Orders sets by how many texts are likely to hold one of their letters."""
    shortest = min(map(len, literals))
    return shortest < _TELLING and all(map(str.isascii, literals)), len(literals), -shortest


def _sets(items: Iterable[tuple[Any, Any]]) -> Iterator[set[str]]:
    """Of a sequence of the parser's items, the sets of letters of which a match holds one each."""
    run = ""
    for name, value in items:
        kind = str(name)
        letters = _letters(kind, value)
        if len(letters) == 1:
            run += letters.pop()
            continue
        if kind == "AT":
            continue  # an edge has no letters
        if run:
            yield {run}
        run = ""
        if letters:
            yield letters
        elif kind == "SUBPATTERN":
            yield from _sets(value[3])
        elif kind == "BRANCH":
            yield from _of_branches(value[1])
        elif kind.endswith("_REPEAT") and value[0] > 0:
            yield from _sets(value[2])
    if run:
        yield {run}


def _letters(kind: str, value: Any) -> set[str]:
    """The folded letters of which an item is one; empty where that is not sure."""
    if kind == "LITERAL":
        letters = {_folded(value)}
    elif kind == "IN" and all(str(name) == "LITERAL" for name, _ in value):
        letters = {_folded(one) for _, one in value}
    else:
        return set()
    return letters if "" not in letters else set()


def _folded(code: int) -> str:
    """A letter as it stands, once folded, in every text that a pattern takes for it; empty where that is not sure."""
    letter = chr(code)
    has_no_case = letter == letter.lower() == letter.upper() == letter.casefold()
    return letter.lower() if letter.isascii() or has_no_case else ""


def _of_branches(branches: Iterable[Iterable[tuple[Any, Any]]]) -> Iterator[set[str]]:
    """One of each branch's sets, together: nothing where a branch needs nothing."""
    together: set[str] = set()
    for branch in branches:
        sets = list(_sets(branch))
        if not sets:
            return
        together |= max(sets, key=lambda one: (min(map(len, one)), -len(one)))
    yield together
