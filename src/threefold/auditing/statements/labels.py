"""Tasks that are called by a letter or a number: ``(b) is done as well``, ``第二件还差一个用例``, ``drop item 3``."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from threefold.text.later import later

_LISTED = later(
    r"(?:^|(?<=[\s，,；;：:。]))(?:[(（]?(\d{1,2}|[a-hA-H])[)）、]|(\d{1,2})\.(?=\s?\D)|([A-H])(?=[ ：:.]\s?[a-z\u4e00-\u9fff]))[：:.、]?\s*([^\n；;。]{4,160})",
    8,
)
"""How a task is given its label: ``2. fix the zone``, ``(b) NetCDF output``, ``B 说话人改名``."""
_NEXT = later(
    r"[\s，,；;。](?:(?:and|then|和)\s)?(?:[(（]?(?:\d{1,2}|[a-hA-H])[)）、]|\d{1,2}\.\s?\D|[A-H][ ：:.]\s?[a-z\u4e00-\u9fff]).*"
)
_OWN = later(
    r"[\W_]*(?:(?:task|step|part|item|phase|任务|步骤|阶段)\s?)?(?:第\s?)?([A-Ha-h](?=[)）.、：: |\]])|\d{1,2}(?=[)）.、：: |\]步件项条])|[一二三四五六七八九十](?=[)）.、：: |\]步件项条]))[步件项条]?[)）.、：: |\]]*"
    r"|\W*([A-Z]{1,3}-?\d{1,4})(?=[)）.、：: |\]])"
)
"""The label that an item begins with."""
_CALLED = later(
    r"(?i)第\s?([一二三四五六七八九十]|\d{1,2})\s?(?:件|条|项|步|个|点)|\b(?:item|point|number|step|task|part|action|no\.|nr\.?) ?#?[(]?(\d{1,2}|(?-i:[a-hA-H]))\b|[(（](\d{1,2}|[a-h])[)）]"
    r"|(?:^\W*|\b(?:and|or|now|then|with|do|drop|skip|cancel|forget|start|begin|finish)\s|[,，、;；开做弃消过始完]\s?)(?-i:([B-H]|A(?=\s?(?:[\u4e00-\u9fff]|and\b|is\b|are\b|was\b|done\b|[,，、]))))(?![\w'-]|\.\w)"
    r"|^\W*(\d{1,2})(?=[)）]| (?:is|are|done|was)\b)|^\W*(?-i:([A-Z]{1,3}-?\d{1,4}))\b"
)
"""How a sentence speaks of a task by its label."""
_HAN = "一二三四五六七八九十"
_SHORTEST = 2
_LONGEST = 300  # characters at the beginning of a line in which labels are looked for


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


def own_label(item: str) -> str:
    """The label that an item begins with; empty where it has none."""
    match = _OWN.match(item[:_LONGEST])
    return _plain(match[1] or match[2]) if match else ""


def without_label(item: str) -> str:
    """An item without the label that it begins with."""
    return _OWN.sub("", item, count=1) if _OWN.match(item[:_LONGEST]) else item


def labels_in(line: str) -> frozenset[str]:
    """The labels by which a line speaks of tasks."""
    found = (next(filter(None, match.groups())) for match in _CALLED.finditer(line[:_LONGEST]))
    return frozenset(map(_plain, found))


def _plain(label: str) -> str:
    return str(_HAN.index(label) + 1) if label in _HAN else label.lower()
