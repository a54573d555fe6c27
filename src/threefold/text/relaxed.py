"""What a regular expression of the standard library asks of a text, put for RE2: it matches wherever that one does.

Most phrases that are asked for stand in no sentence at hand, and RE2 says so of an alternation of fifty in a hundredth
of the time. What RE2 has no words for is left out or widened, so that only the answer "nowhere" counts: look-around
asks for nothing, a reference to a group is anything, and long counted repeats have no upper end (they would make an
automaton that is larger than all texts).

On ASCII texts ``\\w``, ``\\b`` and the like mean the same to both. For others every character beyond ASCII is whatever
may be asked for, and an edge is asked for only beside what is surely a word in ASCII; nothing is said of texts that
hold one of the four letters beyond ASCII that Python takes for some of ASCII in another case.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

_MOST_TIMES = 8
"""A repeat of more has no upper end here."""
_SPACES = r"\t-\r\x1c-\x20"
_CATEGORIES = {
    "CATEGORY_DIGIT": "0-9", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W",
    "CATEGORY_SPACE": _SPACES, "CATEGORY_NOT_SPACE": r"\x00-\x08\x0e-\x1b!-\x7f",
}  # fmt: skip
_BEYOND = r"\x{80}-\x{10FFFF}"
_NOTHING, _ANYTHING, _ANY = r"[^\x00-\x{10FFFF}]", "(?s:.*)", "(?s:.)"
Item = tuple[Any, Any]


class Unknown(Exception):
    """A construct of which it is not known here what it asks for."""


def relaxed(source: str, flags: int, *, wide: bool = False) -> str:
    """The pattern for RE2, for texts of ASCII or (``wide``) for others, without flags of its own. Raises Unknown, and
    anything where Python's parser has changed."""
    tree = importlib.import_module("re._parser").parse(source, flags)
    return _sequence(tree, _How(flags | tree.state.flags, wide))


class _How(NamedTuple):
    flags: int
    wide: bool
    edge: bool = False
    """whether an edge of a word was asked for in front, and is to be asked for where that is sure to mean the same"""

    @property
    def any_case(self) -> bool:
        return bool(self.flags & re.IGNORECASE)


def _sequence(items: Sequence[Item], how: _How) -> str:
    found: list[str] = []
    for place, (name, value) in enumerate(items):
        if how.wide and str(name) == "AT" and str(value) == "AT_BOUNDARY":
            if place and _is_word(items[place - 1], -1):
                found.append(r"\b")
            else:
                how = how._replace(edge=True)
            continue
        piece = _item(str(name), value, how)
        found.append(piece)
        if piece:
            how = how._replace(edge=False)
    return "".join(found)


def _is_word(item: Item, end: int) -> bool:
    """Whether what an item matches surely begins (0) or ends (-1) with a letter or a digit of ASCII."""
    kind, value = str(item[0]), item[1]
    if kind == "LITERAL":
        return _word(value)
    if kind == "IN":
        return all(str(name) in ("LITERAL", "RANGE") and _are_word(one) for name, one in value)
    if kind == "BRANCH":
        return all(len(one) and _is_word(one[end], end) for one in value[1])
    if kind == "SUBPATTERN":
        return len(value[3]) > 0 and _is_word(value[3][end], end)
    if kind.endswith("_REPEAT"):
        return value[0] > 0 and len(value[2]) > 0 and _is_word(value[2][end], end)
    return False


def _are_word(one: Any) -> bool:
    return _word(one) if isinstance(one, int) else all(map(_word, range(one[0], one[1] + 1)))


def _word(code: int) -> bool:
    return code < 128 and (chr(code).isalnum() or code == 95)


def _item(kind: str, value: Any, how: _How) -> str:
    if kind == "LITERAL":
        return _letter(value, how)
    if kind == "NOT_LITERAL":
        return f"[^{_code(value)}]"
    if kind == "ANY":
        return _ANY if how.flags & re.DOTALL else "."
    if kind == "IN":
        return (r"\b" if how.edge and _is_word((kind, value), 0) else "") + _class(value, how)
    if kind == "BRANCH":
        return f"(?:{'|'.join(_sequence(one, how) for one in value[1])})"
    if kind == "SUBPATTERN":
        _, more, fewer, inner = value
        return f"(?:{_sequence(inner, how._replace(flags=(how.flags | more) & ~fewer))})"
    if kind.endswith("_REPEAT"):
        least, most, inner = value
        edge = r"\b" if how.edge and _is_word((kind, value), 0) else ""
        end = "" if most > _MOST_TIMES else most
        return f"{edge}(?:{_sequence(inner, how._replace(edge=False))}){{{min(least, _MOST_TIMES)},{end}}}"
    if kind == "ATOMIC_GROUP":
        return f"(?:{_sequence(value, how)})"
    if kind in ("ASSERT", "ASSERT_NOT"):
        return ""
    if kind == "GROUPREF":
        return _ANYTHING
    if kind == "AT":
        return _edge(str(value), how)
    raise Unknown(kind)


def _edge(kind: str, how: _How) -> str:
    if kind == "AT_BOUNDARY":
        return r"\b"
    if kind == "AT_BEGINNING":
        return "(?m:^)" if how.flags & re.MULTILINE else r"\A"
    if kind == "AT_END" and how.flags & re.MULTILINE:
        return "(?m:$)"
    return ""  # without that flag it is at the end, or in front of a line feed there


def _letter(code: int, how: _How) -> str:
    if code > 127 and not how.wide:
        return _NOTHING if not how.any_case or not _cased(code) else "[A-Za-z]"
    if code > 127:
        return _ANY if how.any_case and _cased(code) else _code(code)
    edge = r"\b" if how.edge and _word(code) else ""
    if how.any_case and chr(code).isalpha():
        return f"{edge}[{chr(code).lower()}{chr(code).upper()}]"
    return edge + _code(code)


def _cased(code: int) -> bool:
    return not chr(code) == chr(code).lower() == chr(code).upper()


def _code(code: int) -> str:
    char = chr(code)
    return char if code < 128 and (char.isalnum() or char == " ") else f"\\x{{{code:x}}}"


def _class(items: Sequence[Item], how: _How) -> str:
    listed = [(str(name), value) for name, value in items]
    if listed[0][0] == "NEGATE":
        found = "".join(_left_out(name, value) for name, value in listed[1:])
        return f"[^{found}]" if found else _ANY
    found = "".join(_member(name, value, how) for name, value in listed)
    return f"[{found}]" if found else _NOTHING


def _left_out(name: str, value: Any) -> str:
    """A member of a class that is negated: no more than is surely meant, which is less than in any case."""
    if name == "CATEGORY":
        return "" if "_NOT_" in str(value) else _CATEGORIES[str(value)]
    low, high = (value, value) if name == "LITERAL" else value
    return f"{_code(low)}-{_code(high)}"


def _member(name: str, value: Any, how: _How) -> str:
    """A member of a class: all that may be meant."""
    if name == "CATEGORY":
        kind = str(value)
        return _CATEGORIES[kind] + (
            _BEYOND if how.wide and kind not in ("CATEGORY_NOT_WORD", "CATEGORY_NOT_DIGIT") else ""
        )
    if name not in ("LITERAL", "RANGE"):
        raise Unknown(name)
    low, high = (value, value) if name == "LITERAL" else value
    if not how.wide and low > 127:
        return "A-Za-z" if how.any_case else ""
    if not how.any_case:
        return f"{_code(low)}-{_code(high)}"
    cases = "".join(_code(ord(chr(one).swapcase())) for one in range(low, min(high, 127) + 1) if chr(one).isalpha())
    beyond = (
        ("A-Za-z" if not how.wide else f"A-Za-z{_BEYOND}" if _may_be_cased(low, high) else "") if high > 127 else ""
    )
    return f"{_code(low)}-{_code(high)}{cases}{beyond}"


def _may_be_cased(low: int, high: int) -> bool:
    return high - low > _MANY or any(map(_cased, range(low, high + 1)))


_MANY = 1 << 15
"""Characters of a range that are more than those of Chinese."""
