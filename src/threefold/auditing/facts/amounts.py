"""Reading candidates for numbers with a unit and for versions."""

from __future__ import annotations

import itertools
import re

from threefold.auditing.facts.paths import Reading
from threefold.auditing.facts.values import STOPPED, joins
from threefold.text import units
from threefold.text.coded import code_quantity
from threefold.text.later import later
from threefold.text.vocabulary import SINGULAR

_SMALL_DIMENSIONS = frozenset({"1d", "2d", "3d", "1D", "2D", "3D"})
_HALVES = later(r"半小时|一百|一个半")
_ORDINAL_WORDS = (
    "line lines step phase page item part no. task rule level stage round epoch iteration shard section chapter figure "
    "fig. table row column case question attempt migration milestone sprint version build run day week bar track room"
)
ORDINALS = tuple(word + " " for word in _ORDINAL_WORDS.split())
"""Words after which a number says which one, and not how many."""
_ORDINAL = later(rf"(?i)(?:^|[^a-z])(?:{'|'.join(map(re.escape, ORDINALS))})$")
_PADDED = later(r"00\d+(?![\d.])")


def read_number(text: str, before: str, after: str) -> list[Reading]:
    """An amount with its unit. Ordinals, parts of longer numbers and idioms (一个, 半天) are none."""
    if _is_part(before) or text in _SMALL_DIMENSIONS:
        return []
    if text[:1] in "一半" and text != "半小时" and not text.startswith("一百") and "个半" not in text:
        return []
    if text[:1] == "$" and text[1:].isdigit() and len(text) < 3:
        return []  # a positional parameter of a shell or an SQL statement
    text = _first_noun(text)
    if " " in text and not STOPPED.isdisjoint(text.split()[1:-1]):
        return []
    plain = units.quick(text)
    if plain is None or plain[0] == "count:one" or text.endswith("年"):
        quantity = units.parse(text)
        if quantity is None or (text.endswith("年") and quantity.number > 1000):
            return []
        least = 2 if text[:1].isdigit() else 4
        if quantity.dimension == "count:one" and quantity.number < least:
            return []
        plain = quantity.dimension, quantity.normal
    if plain[0].startswith("count:") and (_ORDINAL.search(before) or _PADDED.match(text)):
        return []  # 0049 numbers a migration
    return [Reading("number", *plain, 0, len(text))]


def _is_part(before: str) -> bool:
    """Whether what stands in front of a number makes it a part of something longer."""
    left, second = before[-1:], before[-2:-1]
    if joins(left) or (left and left in "#/.第\\$€£¥₹₩₽₺₪₴₫") or before.endswith("第 "):
        return True
    return (left == "-" and second.isascii() and second.isalpha()) or (left in (":", ",") and second.isdigit())


_SHOUTED = later(r"[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30})+(?![A-Za-z0-9_])")


def read_coded(text: str, before: str, after: str) -> list[Reading]:
    """An amount as code spells it."""
    if after[:1] == "." and after[1:2].isdigit():
        return []  # the whole part of a longer number
    if before[-1:] in ("/", "#") or (text[:1].isalpha() and after[:1] == " " and after[1:2].isalpha() and ":" in text):
        return []  # "Changes: 825 additions" counts additions
    quantity = code_quantity(text.strip())
    if quantity is None:
        return []
    amount = Reading("number", quantity.dimension, quantity.normal, 0, len(text))
    name = _SHOUTED.match(text)
    return [amount] if name is None else [amount, Reading("env", "name", name[0], 0, name.end())]


_WORDS = later(r"[A-Za-z][A-Za-z-]*")


def _first_noun(text: str) -> str:
    """``9 tests pass`` counts tests, and ``a 9-line file`` lines: the thing is the word that a dash joins to the
    number, or the first plural, or what stands in front of a word that belongs to no thing (``12 passed and file``)."""
    words = list(_WORDS.finditer(text))
    for word, following in itertools.pairwise(words):
        single = SINGULAR.get(word[0].lower())
        if single is None:
            continue
        joined = word is words[0] and text[word.start() - 1] == "-"
        if joined or (word[0].endswith("s") and single != word[0]) or following[0] in STOPPED:
            return text[: word.end()]
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
