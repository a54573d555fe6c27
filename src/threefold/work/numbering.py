"""The numbers of a list's items that a message names."""

from __future__ import annotations

import re

from threefold.text.later import later

_NUMBERS = later(
    r"\b(?:points?|steps?|items?|numbers?|tasks?|parts?|options?|nos?\.?|#)\s*"
    r"((?:\d{1,2}(?:\s*(?:,|and|&|to|-|–)\s*)?){1,20})|"
    r"第\s*([\d一二三四五六七八九十、和,，到至第-]{1,40})\s*(?:步|项|点|条|个)|前([一二三四五六两\d])(?:步|"
    r"项|点|条|个)|"
    r"\bfirst (two|three|four|\d)\b"
)
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"两": 2}
_ENGLISH = {"two": 2, "three": 3, "four": 4}
_RANGE = later(r"to|-|–|到|至")


def numbered(text: str) -> frozenset[int]:
    """The numbers of a list's items that a message names (``points 1 and 2``, 前两点)."""
    found: set[int] = set()
    for english, chinese, first, word in _NUMBERS.findall(text.lower()):
        if first or word:
            found.update(range(1, (_ENGLISH.get(word) or _HAN_DIGITS.get(first) or int(word or first)) + 1))
            continue
        named = english or chinese
        values = [int(v) for v in re.findall(r"\d+", named)] or [_HAN_DIGITS[c] for c in named if c in _HAN_DIGITS]
        if len(values) == 2 and _RANGE.search(named):
            values = list(range(values[0], min(values[1], values[0] + 50) + 1))
        found.update(values)
    return frozenset(found)
