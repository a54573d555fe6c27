"""Lists that are counted within a line, and the numbers of items that a message names."""

from __future__ import annotations

import re

from threefold.text.later import later

_NUMBERS = later(
    r"\b(?:points?|steps?|items?|numbers?|tasks?|parts?|options?|findings?|nos?\.?|#)\s*"
    r"((?:\d{1,2}(?:\s*(?:,|and|&|to|-|–)\s*)?){1,20})|"
    r"第\s*([\d一二三四五六七八九十、和,，到至第-]{1,40})\s*(?:步|项|点|条|个|处|种|件)|前([一二三四五六两\d])(?:步|"
    r"项|点|条|个|处|种|件)|"
    r"\bfirst (two|three|four|\d)\b"
)
_ALONE = later(
    r"(?:^|\b(?:fix|do|ignore|skip|drop|with|only|just|take|leave|tackle|address|for)\s+)"
    r"((?:\d{1,2}(?:\s*(?:,|and|&|to|-|–|和|、)\s*)?){1,20})(?=\s*(?:$|[.,;!?](?!\d)|(?:first|please|only|now|then|are|is|can)\b|[不没都也是先可]))|"
    r"(?:修|改|做|处理|解决|忽略|跳过|弄|搞)(?:一下|掉)?\s*((?:\d{1,2}\s*[、和,，]?\s*){1,20})(?!\s*[\d个次天行秒分])"
)
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"两": 2}
_ENGLISH = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_THING = r"(?:point|step|item|number|task|part|option|finding|issue|problem|bug|thing|cause|remark|comment|suggestion)"
_IN_WORDS = later(
    rf"\bthe ({'|'.join(_ORDINALS)})\b(?! (?:\w+ )?(?:time|line|page|place|row|try|character|argument|run))|"
    rf"\b({'|'.join(_ORDINALS)}) (?:one|{_THING})\b|\b{_THING} ({'|'.join(_ENGLISH)})\b"
)
_ALL_OF = later(
    r"\b(both)\b|\b(?:those|these|all|the) (?:of )?(two|three|four|five|six|\d{1,3})\b|"
    r"[这那]([两三四五六七八九\d]) ?[个项条处种件]|"
    r"([两三四五六七八九\d]) ?[个项条处种件点步样台份页段块名位]\S{0,4}都"
)
_OF_DEEDS = later(r"(?:[改修做加删]|完成|处理|解决)了([两三四五六七八九\d]) ?[个项条处种件点]")
_LETTERED = later(
    r"(?:^|[.,;!]\s+|\b(?:fix|do|skip|ignore|only|just|leave|and|or|with)\s+)\(?([a-i])\b\)?"
    r"(?=\s*(?:$|[.,;!)]|(?:is|isn't|isnt|does|doesn't|doesnt|can|and|or|first|please|only|too|looks|seems)\b))"
)
"""A letter that stands for an item, and is no article."""
_RANGE = later(r"to|-|–|到|至")
_ENUMERATED = (
    (later(r"(?:^|(?<=[\s:：,，;；。.、]))[(（]?(\d{1,2})[.)）、](?=[ \t]*[^\s\d.)）])"), "123456789"),
    (later(r"(?:^|(?<=[\s:：,，;；]))[(（]?([a-i])[)）](?=[ \t]*\S)"), "abcdefghi"),
    (later(r"([①②③④⑤⑥⑦⑧⑨])"), "①②③④⑤⑥⑦⑧⑨"),
    (later(r"(?:第|其)([一二三四五六七八九])(?:[步项点件条个](?:是|：|:)?)?[，,、：: ]"), "一二三四五六七八九"),
    (later(r"(?:^|(?<=[：:，,；;。]))([一二三四五六七八九])(?:是|[、，,])"), "一二三四五六七八九"),
    (later(r"\bstep (one|two|three|four|five)\s*[:,]", re.IGNORECASE), ("one", "two", "three", "four", "five")),
    (later(r"\b(first|second|third|fourth|fifth)(?:ly)?\s*[:,]", re.IGNORECASE),
     ("first", "second", "third", "fourth", "fifth")),
)  # fmt: skip
"""How items are counted within a line, and in which order."""
_STEP = later(r"^\s*(?:step|task|part|item)\s*#?\d{1,2}\s*[:.)-]\s*", re.IGNORECASE)


def picked(text: str) -> frozenset[int]:
    """The numbers that a message names where it speaks of a list, be it by a word or by a bare number (``fix 2``)."""
    low = text.lower()
    found = {(_ORDINALS | _ENGLISH)[word] for words in _IN_WORDS.findall(low) for word in words if word}
    found.update("abcdefghi".index(letter) + 1 for letter in _LETTERED.findall(low))
    for numbers in _ALONE.findall(low):
        found.update(_values("".join(numbers)))
    return numbered(text) | found


def all_of(text: str) -> int:
    """How many things a message speaks of that were named before (``both``, ``those three``, 这三个); 0: none."""
    found = _ALL_OF.search(text.lower())
    word = next(filter(None, found.groups()), "") if found else ""
    return 2 if word == "both" else _ENGLISH.get(word) or _HAN_DIGITS.get(word) or int(word or 0)


def of_deeds(text: str) -> int:
    """How many things a Chinese reply says that it did (改了三处); 0: it does not say."""
    found = _OF_DEEDS.search(text)
    return (_HAN_DIGITS.get(found[1]) or int(found[1])) if found else 0


def numbered(text: str) -> frozenset[int]:
    """The numbers of a list's items that a message names (``points 1 and 2``, 前两点)."""
    found: set[int] = set()
    for english, chinese, first, word in _NUMBERS.findall(text.lower()):
        if first or word:
            found.update(range(1, (_ENGLISH.get(word) or _HAN_DIGITS.get(first) or int(word or first)) + 1))
            continue
        found.update(_values(english or chinese))
    return frozenset(found)


def _values(named: str) -> list[int]:
    values = [int(v) for v in re.findall(r"\d+", named)] or [_HAN_DIGITS[c] for c in named if c in _HAN_DIGITS]
    if len(values) == 2 and _RANGE.search(named):
        return list(range(values[0], min(values[1], values[0] + 50) + 1))
    return values


def counted(text: str) -> str:
    """A text with each item that is counted, by a word or within a line, as an item on a line of its own."""
    out = []
    for line in text.split("\n"):
        row = _STEP.sub("- ", line)
        for pattern, names in _ENUMERATED:
            marks = list(pattern.finditer(row))
            if len(marks) > 1 and [mark[1].lower() for mark in marks] == list(names[: len(marks)]):
                starts = [mark.start() for mark in marks]
                pieces = [row[: starts[0]]]
                for mark, stop in zip(marks, [*starts[1:], len(row)], strict=True):
                    piece = row[mark.end() : stop].strip(" \t,，;；、")
                    pieces.append(f"- {piece}")
                row = "\n".join(pieces)
                break
        out.append(row)
    return "\n".join(out)
