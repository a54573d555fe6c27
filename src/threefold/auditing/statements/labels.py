"""Tasks that are called by a letter or a number: ``(b) is done as well``, ``第二件还差一个用例``, ``drop item 3``."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from threefold.text.later import later

_LISTED = later(
    r"(?:^|(?<=[\s，,；;：:。]))(?:[(（]?(\d{1,2}|[a-h])[)）、]|(\d{1,2})\.(?=\s?\D)|([A-H])(?=[ ：:.]\s?[a-z\u4e00-\u9fff]))[：:.、]?\s*([^\n；;。]{4,160})",
    8,
)
"""How a task is given its label: ``2. fix the zone``, ``(b) NetCDF output``, ``B 说话人改名``."""
_NEXT = later(
    r"[\s，,；;。](?:(?:and|then|和)\s)?(?:[(（]?(?:\d{1,2}|[a-h])[)）、]|\d{1,2}\.\s?\D|[A-H][ ：:.]\s?[a-z\u4e00-\u9fff]).*"
)
_CALLED = later(
    r"(?i)第\s?([一二三四五六七八九十]|\d{1,2})\s?(?:件|条|项|步|个|点)|\b(?:item|point|number|step|task|part|action|no\.|nr\.?) ?#?(\d{1,2}|(?-i:[a-hA-H]))\b|[(（](\d{1,2}|[a-h])[)）]|^\W*(?-i:([A-H]))(?=\s?(?:[\u4e00-\u9fff]|(?:is|was|and|has|done|works|looks|can|will|needs|fails|failed|too|also|ok)\b))"
)
_OWN = later(r"^\W*[(（]?(?:([a-h\d])[)）]|([A-H])(?=[ ：:.]\s?[A-Za-z\u4e00-\u9fff]))")
_HAN = "一二三四五六七八九十"
_SHORTEST = 2


def labelled(texts: Iterable[str]) -> dict[str, str]:
    """What each label stands for where tasks are listed under labels, at least two of them in one text; what is listed
    last counts."""
    found: dict[str, str] = {}
    for text in texts:
        listed = {
            (match[1] or match[2] or match[3]).lower(): _NEXT.sub("", match[4]).strip() for match in _listed(text)
        }
        if len(listed) >= _SHORTEST:
            found.update(listed)
    return found


def _listed(text: str) -> Iterator[re.Match[str]]:
    """Every label with what stands behind it up to the next one."""
    place = 0
    while (match := _LISTED.search(text, place)) is not None:
        yield match
        following = _NEXT.search(match[4])
        place = match.start(4) + (following.start() if following else len(match[4]))


def called(line: str, known: Mapping[str, str]) -> list[str]:
    """What a line speaks of by a label."""
    if not known:
        return []
    labels = (next(filter(None, match.groups())).lower() for match in _CALLED.finditer(line))
    named = (str(_HAN.index(label) + 1) if label in _HAN else label for label in labels)
    return [known[label] for label in named if label in known]


def same(item: str, told: str, known: Mapping[str, str]) -> bool:
    """Whether an item carries the label under which something is listed."""
    own = _OWN.match(item)
    return own is not None and known.get((own[1] or own[2]).lower()) == told
