"""What the standard library makes of a regular expression, as a value that another process can begin with.

To compile the phrases that one summary asks for takes longer than to read the summary, and every process does it anew.
``re`` has no way to hand a compiled pattern on (a pickle of one holds its source), so this does what the last lines of
CPython's ``re._compiler.compile`` do. The engine checks the code that it is given (``_validate`` in ``_sre.c``). Code
is good for one build of Python only, which is the caller's to see to.
"""

from __future__ import annotations

import importlib
import re
from array import array
from typing import Any, NamedTuple


class Code(NamedTuple):
    """A compiled pattern without its source. ``words`` are the engine's, four bytes each; ``names`` are the groups'."""

    flags: int
    words: bytes
    groups: int
    names: dict[str, int]


def code_of(source: str | bytes, flags: int) -> Code:
    """Compile a pattern to its code. Raises ``re.error``, and anything else where Python has changed."""
    parser, compiler = _part("re._parser"), _part("re._compiler")
    tree = parser.parse(source, flags)
    words = array("I", compiler._code(tree, flags))
    return Code(flags | tree.state.flags, words.tobytes(), tree.state.groups - 1, dict(tree.state.groupdict))


def pattern_of(source: str | bytes, code: Code) -> re.Pattern[Any]:
    """The pattern of a source and its code. Raises anything where that is no code for this Python."""
    names: list[str | None] = [None] * (code.groups + 1)
    for name, number in code.names.items():
        names[number] = name
    words = array("I", code.words).tolist()
    pattern = _part("_sre").compile(source, code.flags, words, code.groups, code.names, tuple(names))
    assert isinstance(pattern, re.Pattern)
    return pattern


def engine() -> str:
    """Which engine code is for; empty where there is none that takes code."""
    return str(getattr(_part("_sre"), "MAGIC", "")) if array("I").itemsize == 4 else ""


def _part(name: str) -> Any:
    return importlib.import_module(name)
