"""Whether a person's later words give another value for what they ordered: "use port 8080", then "take 8099 instead".

A value is replaced by another of its kind. It is one where the later words name the old value and turn it down; where
they set the same thing, and nothing else, to another value; or where they name nothing ("make that 90") and come right
behind. What adds a value, asks, or holds on a condition replaces none.
"""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.text import units
from threefold.text.later import later
from threefold.work.sentences.allowing import DEPENDS
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.words import share, terms

_VALUE = later(
    r"(?i)(?P<url>https?://[^\s,;，；。]+)|(?P<address>(?<![\w.@-])[\w.+-]+@(?:[\w-]+(?:\.[\w-]+)*)?)|"
    r"(?P<time>(?<![\d:.])\d{1,2}:\d\d(?![\d:])|(?<![\w.])\d{1,2} ?[ap]\.?m\b|(?<![\d.])\d{1,2} ?点(?:半|\d{1,2}分)?)|"
    r"(?P<day>\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:周|星期|礼拜)[一二三四五六日天])|"
    r"(?P<path>(?<![\w/.])(?:~?/)?(?:[\w.-]+/)+[\w.-]*\w|(?<![\w/.])[\w-]+\.(?!\d)[a-z]{1,4}\b(?!\.\w))|"
    r"(?P<version>(?<![\w.])v?\d+\.\d+(?:\.\d+)+(?:-[\w.]+)?|(?<![\w.])v\d+(?:\.\d+)?(?![\w.]))|"
    r"(?P<number>(?<![A-Za-z0-9_.,:/-])\d(?:[\d.,]*\d)?(?![\d:/])(?: ?%| ?[\u4e00-\u9fff]{1,2}|[ -]?[a-z]{1,12}\b)?(?![A-Za-z0-9_]|-\d))"
)
_DIGITS = later(r"\d(?:[\d.,]*\d)?")
_TURNS_DOWN = Phrases(
    r"\b(?:instead|rather|no longer|not|isn'?t|don'?t|nope|wrong|no good|busy|blocked|doesn'?t|taken|in use|occupied|too (?:\w+))\b|\bfrom [\w.:@/% -]{1,40}? to\b|^\W*no\b",
    r"不[是要用对行够]|别[用发]?|而非|太[大小长短多少高低久快慢早晚]|占用|被占|换|改",
)
"""How the later words turn a value down that they name."""
_IN_PLACE_OF = later(r"(?i)(?:\b(?:not|instead of|rather than|nor)\s+[\"'`]?|(?:不是|而非|不用|别用)\s?)$")
"""What stands right before a value that the words themselves turn down."""
_SETS_ANEW = Phrases(
    r"\b(?:instead|rather|actually|make (?:it|that|this|them)|(?:change|switch|move|set|bump|raise|lower|increase|"
    r"reduce|shorten|extend|cut) (?:it|that|this|them)|on second thoughts?|scratch that|better|after all|"
    r"(?:i|we) (?:meant?|said)|let'?s (?:say|do|take|go with|make|use)|go with|take|use|try)\b|"
    r"^\W*(?:(?:hm+|ok(?:ay)?|well|sorry|oh|wait|ah)\b[\s,.…]*)*(?:no|nope|not)\b",
    r"改[成为到用]|换[成到用]?|还是|算了|不对|调[到成至]|设[为成]|要不|干脆|不是",
)
"""How one sets what was spoken of last to another value."""
_SETS = Phrases(
    r"\b(?:set|use|make|change|bump|raise|lower|increase|reduce|shorten|extend|cut|keep|limit|cap|switch|move|send|run|"
    r"schedule|bind|listen|should be|must be|has to be|needs? to be|goes? to|at most|at least)\b",
    r"设[为成]|用|改|调|换|定[为成在]|要|发[到给]|跑在|应该?是|监听",
)
"""How a thing is set to a value."""
_ADDS = Phrases(
    r"\b(?:also|too|as well|add|another|additional(?:ly)?|both|plus|second|extra|besides|in addition)\b",
    r"也|再加|另外|同时|加上|还要|都",
)
"""How a value is put beside another one."""
_EMPTY = (
    "hm hmm oh wait sorry make tak us us set chang switch mov bump rais lower increas reduc shorten extend cut instead "
    "rather actual better mean meant said let say try thought pleas ok no not nope longer tak port numb value should "
    "send run it that to at on be give put back 改成 改为 换成 还是 设成 设为 调到 算 换 改 调 设 用 发 成 为 到 "
    "要 对 秒 点"
)
_NOTHING = frozenset(_EMPTY.split()) | frozenset("吧了的还是不")
"""Content words of a sentence that name no thing."""
_FURTHEST = 2_000
"""Characters of a message that are read for values set anew; a longer one is pasted, or a task of its own."""


class Value(NamedTuple):
    """A value with its kind; of a number that is what it counts, if anything."""

    kind: str
    normal: str
    text: str


class Setting(NamedTuple):
    """A sentence that gives values: these, and the terms that name what they are of."""

    values: tuple[Value, ...]
    about: frozenset[str]
    letters: frozenset[str]
    """what any spelling of one of these values begins with"""


class Replaced(NamedTuple):
    """What later words make of a sentence: the words, the values that hold no longer, and those in their place."""

    words: str
    rejected: tuple[Value, ...]
    wanted: tuple[Value, ...]


def may_replace(text: str) -> bool:
    """Whether a message gives a value at all, and is no longer than one that sets values anew."""
    return len(text) <= _FURTHEST and _VALUE.search(text) is not None


@lru_cache(1 << 12)
def setting(sentence: str) -> Setting:
    """The values of a sentence, and what they are of."""
    found: list[Value] = []
    for match in _VALUE.finditer(sentence):
        kind = match.lastgroup or ""
        text = match[0].rstrip(".,")
        if kind == "number":
            text = next((one for one in (text, text[:-1]) if units.parse(one) is not None), "") or _number(text)
            amount = units.parse(text)
            kind = f"number {amount.dimension}" if amount is not None else kind
        normal = text.lower().removesuffix("s") if kind == "day" else " ".join(text.lower().split())
        found.append(Value(kind, normal, text))
    letters = frozenset(_number(one.normal) if one.kind.startswith("number") else one.normal[:1] for one in found)
    return Setting(tuple(dict.fromkeys(found)), terms(_VALUE.sub(" ", sentence)) - _NOTHING, letters)


def replaced(first: Setting, text: str, *, near: bool) -> Replaced | None:
    """What a later message of the person replaces of what a sentence set. ``near``: nothing was said in between that
    its words could be about."""
    if not first.values:
        return None
    lines: list[str] = []
    old: list[Value] = []
    new: list[Value] = []
    for line, now in _giving(text):
        if not (near or lines or not now.about or now.about <= first.about or _meets(first, now)):
            continue
        pairs = _pairs(first, line, now, near=near, goes_on=bool(lines))
        if pairs:
            lines.append(line.plain)
            old += [one for one, _ in pairs]
            new += [one for _, one in pairs]
    return Replaced(" ".join(lines), tuple(old), tuple(new)) if lines else None


@lru_cache(1 << 11)
def _giving(text: str) -> tuple[tuple[Said, Setting], ...]:
    """The sentences of a message that give values, and neither ask nor hold on a condition."""
    if not may_replace(text):
        return ()
    found = ((line, setting(line.text)) for line in said(text) if not (is_question(line) or DEPENDS.within(line)))
    return tuple((line, now) for line, now in found if now.values)


def _meets(first: Setting, now: Setting) -> bool:
    """Whether a sentence may name a value of another: of an address its beginning, of an amount its number."""
    return not first.letters.isdisjoint(now.letters)


def _pairs(first: Setting, line: Said, now: Setting, *, near: bool, goes_on: bool) -> list[tuple[Value, Value]]:
    """Each value that a line replaces, with the one in its place."""
    named = [one for one in first.values if any(_same(one, other) for other in now.values)]
    given = [one for one in now.values if not any(_same(other, one) for other in first.values)]
    gone = named if named and _TURNS_DOWN.within(line) else [one for one in first.values if one not in named]
    pairs = [(one, other) for one in gone for other in given if _of_a_kind(one, other)]
    if not pairs or _ADDS.within(line) or any(_turned_down(one, line.text) for one in given):
        return []
    if gone is named:
        return pairs
    if named and not _SETS_ANEW.within(line):
        return []
    anew = _SETS_ANEW.within(line)
    if not now.about:
        alike = [(one, other) for one, other in pairs if one.kind == other.kind]
        return (pairs if near else alike) if (near and (anew or goes_on)) or (anew and alike and goes_on) else []
    pairs = [(one, other) for one, other in pairs if one.kind == other.kind or "number" in (one.kind, other.kind)]
    if share(now.about, first.about) == 1 and (anew or _SETS.within(line)):
        return pairs
    return pairs if near and anew and share(now.about, first.about) >= 0.5 else []


def _turned_down(value: Value, text: str) -> bool:
    """Whether a line turns this value down by name: then it is about something that had it."""
    return _IN_PLACE_OF.search(text[: max(0, text.find(value.text))][-20:]) is not None


def _number(text: str) -> str:
    match = _DIGITS.match(text)
    return match[0] if match else text


def _same(one: Value, other: Value) -> bool:
    """Whether two values are one: an address may be named by its beginning, an amount by its number."""
    if one.kind == other.kind == "address":
        return one.normal.startswith(other.normal) or other.normal.startswith(one.normal)
    if one.kind.startswith("number") and other.kind.startswith("number") and "number" in (one.kind, other.kind):
        return _number(one.normal) == _number(other.normal)
    return one.kind == other.kind and one.normal == other.normal


def _of_a_kind(one: Value, other: Value) -> bool:
    numbers = one.kind.startswith("number") and other.kind.startswith("number")
    return one.kind == other.kind or (numbers and "number" in (one.kind, other.kind))
