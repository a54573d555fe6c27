"""The findings that a reply lists: numbered, labelled by their weight, or as points; each under whatever heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.sentences.phrases import Phrases, bare

SHOWN = 12
"""Findings of one reply that are named; of more, the rest is counted."""
_WIDTH = 200
"""Characters of a finding that are shown."""
_BODY = 300
"""Characters of a finding, from its beginning, whose words tell it from others."""


class Finding(NamedTuple):
    """One thing that was found: as it is shown, its number in the list (0: there is no list), how it is labelled, and
    its words."""

    text: str
    number: int
    label: str
    words: str


_LABEL = r"P[0-4]|S[0-4]|critical|high|medium|low|major|minor|blocker|nit|severe|important"
_HAN_LABEL = r"严重|一般|轻微|高危|中危|低危|高|中|低|重要|次要"
_MARK = later(
    r"(?P<indent>[ \t]*)(?P<head>#{1,6}[ \t]+)?(?:[-*+•·][ \t]+)?(?:\*\*|__|\[|【)?(?:"
    r"(?P<named>(?:finding|issue|problem|bug)\s*)?[#(（]?(?P<number>\d{1,2})(?:[.)）、:：]|\*\*)(?![\d])|"
    r"(?P<ring>[①-⑳]|[一二三四五六七八九十]、|第[一二三四五六七八九十][个处点条]?[，,、：:])|"
    rf"(?P<label>(?:(?:{_LABEL})\b|(?:{_HAN_LABEL})(?=[\]】*：:（(]))[^\n:：]{{0,20}}?"
    r"(?:[:：\]】]|\*\*|[-–—]))\**[ \t]*)|"
    r"(?P<indented>[ \t]*)(?P<point>[-*+•·][ \t]+)",
    re.IGNORECASE,
)
HEADING = later(
    r"[ \t]*(?:(#{1,6})[ \t]+\S.*|(?:\*\*|__)[^*\n]{1,120}(?:\*\*|__)[:：]?[ \t]*|[^\n|]{1,120}[:：][ \t]*)$"
)
_LABELS = later(rf"\b({_LABEL})\b|({_HAN_LABEL})", re.IGNORECASE)
_LAST = later(r"[.!?。！？]\s*(?=\S)")
"""Where the sentence begins that a line ends with."""
_FENCE = later(r"[ \t]*(?:```|~~~)")
_OF_FAULT = "问题|原因|缺陷|隐患|漏洞|瓶颈|毛病|风险"
_ANNOUNCES = Phrases(
    r"\b(?:findings|issues|problems|bugs|faults|defects|causes|reasons|remarks|concerns|weak (?:spots|points)|risks|"
    r"vulnerabilities|gaps|flaws|comments|hot spots|things (?:i would|i'd|to|that) \w+|(?:i|we) found|"
    r"found (?:these|the following)|"
    r"(?:two|three|four|five|six|several|some|a few|\d+) (?:\w+ )?(?:things|points|places|spots))\b",
    rf"[一二两三四五六七八几\d]\s?[个处点条项种].{{0,10}}(?:{_OF_FAULT}|建议)|(?:{_OF_FAULT}).{{0,6}}(?:有|如下|"
    rf"[两三四五六几])|"
    rf"主要(?:{_OF_FAULT})|以下.{{0,6}}(?:{_OF_FAULT})|发现.{{0,8}}[：:]|评审意见|审查结果|结果如下|建议修改|修改建议",
)
"""How a reply announces what it found."""
_OTHER = Phrases(
    r"\b(?:validation|verification|verified|checked|scope|positive\w*|strengths?|good|well|praise|recommend\w*|"
    r"conclusion|verdict|summary|overview|overall|next steps?|suggested|proposed|how to|fix(?:es)?|tests? run|plan|"
    r"options|choices|alternatives|approaches|background|context|questions?|notes?)\b|选项|验证|范围|优点|亮点|结论|总结|概述|概览|总体|下一步|"
    r"做得好|方案|计划|"
    r"背景|说明|修复建议|怎么修"
)
"""Headings under which no finding stands, unless they announce some."""
_NONE = Phrases(
    r"\bno (?:\w+ )?(?:issues?|problems?|findings?|concerns?|bugs?)\b|^(?:fix|note|suggestion|recommendation|impact)\b|"
    r"\b(?:looks?|is|are) (?:good|fine|correct|solid)[.!]?$|^[✅✓✔]|没(?:有)?(?:发现)?(?:什么)?问题|^(?:修复|建议|影响)"
)
"""Points that find nothing, or go on about what was found."""


def listed(reply: str, *, announced: bool = False) -> list[Finding]:
    """The findings that a reply lists; none where it lists fewer than two.

    ``announced``: they were asked for as such, so no line over the list need say what it holds.
    """
    found: dict[str, list[tuple[int, str, list[str]]]] = {"number": [], "label": [], "point": []}
    for kind, indent, label, lines in _items(reply, announced):
        found[kind].append((indent, label, lines))
    for items in found.values():
        top = min((indent for indent, _, _ in items), default=0)
        main = [(label, lines) for indent, label, lines in items if indent <= top + 1]
        if len(main) > 1:
            return _shown(main)
    return []


def _items(reply: str, announced: bool) -> Iterator[tuple[str, int, str, list[str]]]:
    """Every item under a heading that may hold findings: its kind, its indentation, its labels and its lines."""
    section = under = ""
    fenced = False
    now: tuple[str, int, str, list[str]] | None = None
    for row in reply.splitlines():
        fenced ^= _FENCE.match(row) is not None
        if fenced or not row.strip() or row.lstrip().startswith("|"):
            continue
        mark = _MARK.match(row)
        kind = (
            ""
            if mark is None
            else "number"
            if mark["number"] or mark["ring"]
            else "label"
            if mark["label"]
            else "point"
        )
        rest = row[mark.end() :] if mark else ""
        heading = HEADING.match(row)
        bracketed = mark is not None and "]" in (mark["label"] or "")
        weighs = kind == "label" and not bracketed and (heading is None or heading[1] or len(bare(rest)) < 12)
        if heading and (not kind or not bare(rest) or weighs):
            if now is None or not row.startswith((" ", "\t")):
                if now:
                    yield now
                section, under, now = (row, "", None) if heading[1] else (section, _LAST.split(row)[-1], None)
            continue
        if mark is None or not bare(rest):
            if now:
                now[3].append(row)
            continue
        indent = len(mark["indent"] or mark["indented"] or "")
        if now and kind == "point" and (now[0] != "point" or indent > now[1]):
            now[3].append(row)  # a detail
            continue
        if now:
            yield now
        now = None
        holds = (
            announced
            or kind == "label"
            or bool(mark["named"])
            or _ANNOUNCES.within(section)
            or _ANNOUNCES.within(under)
        )
        none = (
            _holds_none(section)
            or _holds_none(under)
            or _NONE.within(bare(rest))
            or rest.rstrip().endswith(("?", "？"))
        )
        if holds and not none:
            labels = " ".join(one or han for one, han in _LABELS.findall(f"{section} {under} {mark[0]}"))
            now = kind, indent, labels, [rest]
    if now:
        yield now


def _holds_none(heading: str) -> bool:
    return bool(heading) and (_NONE.within(heading) or (_OTHER.within(heading) and not _ANNOUNCES.within(heading)))


def _shown(items: list[tuple[str, list[str]]]) -> list[Finding]:
    """The first of them by their own words, and how many more there are."""
    found = []
    for number, (label, lines) in enumerate(items[:SHOWN], 1):
        text = bare(lines[0].strip(" :："))
        text = text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
        found.append(Finding(text, number, label, " ".join(lines)[:_BODY]))
    more = [" ".join(lines)[:_BODY] for _, lines in items[SHOWN:]]
    if more:
        found.append(Finding(f"{len(more)} more findings of the same list", SHOWN + 1, "", " ".join(more)))
    return found
