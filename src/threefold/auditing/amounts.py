"""Reading candidates for numbers with a unit and for versions."""

from __future__ import annotations

import re

from threefold.auditing.paths import Reading
from threefold.auditing.values import STOPPED, joins
from threefold.text import units
from threefold.text.coded import code_quantity
from threefold.text.later import later
from threefold.text.vocabulary import SINGULAR

_SMALL_DIMENSIONS = frozenset({"1d", "2d", "3d", "1D", "2D", "3D"})
_HALVES = later(r"半小时|一百|一个半")
_ORDINAL = later(r"(?i)(?:^|[^a-z])(?:lines?|step|phase|page|item|part|no\.|task|rule) $")


def read_number(text: str, before: str, after: str) -> list[Reading]:
    """An amount with its unit. Ordinals, parts of longer numbers and idioms (一个, 半天) are none."""
    left = before[-1:]
    if joins(left) or left in ("#", "/", ".", "第", "\\") or before.endswith("第 ") or (left in "$€£¥" and left):
        return []
    if left == "-" and len(before) > 1 and before[-2].isascii() and before[-2].isalpha():
        return []
    if (left == ":" and before[-2:-1].isdigit()) or _ORDINAL.search(before):
        return []
    if left == "," and before[-2:-1].isdigit():
        return []
    if text in _SMALL_DIMENSIONS or (
        text[:1] in "一半" and text != "半小时" and not text.startswith("一百") and "个半" not in text
    ):
        return []
    if text[:1] == "$" and text[1:].isdigit() and len(text) < 3:
        return []  # a positional parameter of a shell or an SQL statement
    text = _first_noun(text)
    words = text.split()[1:-1] if " " in text else []
    if any(word in STOPPED for word in words):
        return []
    plain = units.quick(text)
    if plain is not None and plain[0] != "count:one" and not text.endswith("年"):
        return [Reading("number", *plain, 0, len(text))]
    quantity = units.parse(text)
    if quantity is None:
        return []
    if quantity.dimension == "count:one" and (quantity.number < 2 or (not text[:1].isdigit() and quantity.number < 4)):
        return []
    if text.endswith("年") and quantity.number > 1000:
        return []
    return [Reading("number", quantity.dimension, quantity.normal, 0, len(text))]


_SHOUTED = later(r"[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30})+(?![A-Za-z0-9_])")


def read_coded(text: str, before: str, after: str) -> list[Reading]:
    """An amount as code spells it."""
    if before[-1:] in ("/", "#") or (text[:1].isalpha() and after[:1] == " " and after[1:2].isalpha() and ":" in text):
        return []  # "Changes: 825 additions" counts additions
    quantity = code_quantity(text.strip())
    if quantity is None:
        return []
    amount = Reading("number", quantity.dimension, quantity.normal, 0, len(text))
    name = _SHOUTED.match(text)
    return [amount] if name is None else [amount, Reading("env", "name", name[0], 0, name.end())]


def _first_noun(text: str) -> str:
    """``9 tests pass`` counts tests: the first plural after the number is the thing, whatever word follows."""
    place = text.find(" ")
    while place >= 0:
        following = text.find(" ", place + 1)
        word = text[place + 1 : following if following >= 0 else len(text)]
        if following >= 0 and word.endswith("s") and SINGULAR.get(word, word) != word:
            return text[:following]
        place = following
    return text


_VERSION = later(r"(?:([A-Za-z.]+|版本)(?: version|版本)?[ :=@]{0,2}[是为：]?)?v?(\d.*)$", re.DOTALL)


def read_version(text: str, before: str, after: str) -> list[Reading]:
    """A version, without its ``v``; four parts below 256 are an address of a host."""
    left = before[-1:]
    if left in (".", "_", "/", "\\") or (left == "-" and before[-2:-1].isdigit()) or after[:1] == "_":
        return []
    found = _VERSION.match(text)
    if not found:
        return []
    value = found[2]
    parts = value.split(".")
    if len(parts) == 4 and all(part.isdigit() and int(part) < 256 for part in parts) and not found[1]:
        return [Reading("url", "host", value, 0, len(text))]
    start = text.index(value) - (1 if text[: text.index(value)].endswith("v") else 0)
    return [Reading("number", "version", f"v{value}", start, len(text))]
