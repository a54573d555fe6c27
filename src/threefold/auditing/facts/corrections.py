"""Corrections by a user: what was rejected and what is wanted instead, in English and Chinese.

"no, use 5433, not 5432", "I said staging", "不是 5432，是 5433". Only a human's own words are read for them; who the
human is, the caller knows. A correction is the fact whose loss costs most: the model goes back to what was rejected.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from threefold.auditing.facts.phrases import chinese
from threefold.text import units
from threefold.text.later import later
from threefold.text.sentences import Kind, sentences
from threefold.text.together import Together

_LONGEST = 500  # characters of a sentence that is read; longer ones are pasted data
_LONGEST_REVISED = 5_000  # and of a text that is read for what it puts right in the same breath


class Correction(NamedTuple):
    """One correction. ``start`` and ``end`` are characters of the text: the sentence that makes it.

    ``rejected`` is empty where only the wanted value was said ("I said staging").
    """

    wanted: str
    rejected: str
    start: int
    end: int

    @property
    def normal(self) -> str:
        """The form by which two corrections are the same one."""
        return f"{self.wanted.lower()} not {self.rejected.lower()}" if self.rejected else self.wanted.lower()


_QUOTED = r"`[^`\n]{1,80}`|\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”|「[^」\n]{1,80}」"
_TOKEN = r"[^\s,;:!?()\"'`，。；：！？（）]{1,80}(?<![.])"
_PHRASE = rf"(?:{_QUOTED}|{_TOKEN}(?: {_TOKEN}){{0,4}}?)"
_CODE = rf"(?:{_QUOTED}|(?=[^\s,]{{0,79}}[\d_./@#-])[^\s,;!?()，。；！？（）]{{1,80}})"
_HAN = r"(?:`[^`\n]{1,80}`|“[^”\n]{1,80}”|\"[^\"\n]{1,80}\"|「[^」\n]{1,80}」|[^\s，,。；;！!？?、的]{1,40}(?: [A-Za-z0-9][^\s，,。；;！!？?、]{0,40}){0,3})"
_FIGURE = r"\d(?:[\d.,:]{0,20}\d)?"
_HAN_AMOUNT = (
    rf"{_FIGURE}\s?(?:[A-Za-z%]{{1,10}}|[\u4e00-\u9fff]{{1,2}}(?=[，,。；;！!？?、（(]|不是|不要|而|$|的|\s))?"
)
_NO_UNIT = r"(?!(?:every|each|per|at|in|on|and|or|to|for|of|the|now|max|then|not)\b)"
_AMOUNT = rf"{_FIGURE}(?:[ -]?{_NO_UNIT}[A-Za-z%]{{1,20}})?"
_END = r"(?=\s*(?:$|[,.;:!?()，。；！？（）]|\b(?:please|instead|because|since|as|so|and|for|in|on|then)\b))"

_ENGLISH = [
    # 2000 ms, not 500
    later(
        rf"(?<![\w.,:-])(?P<wanted>{_AMOUNT})(?: [a-z]{{1,10}}){{0,2}},?\s+(?:and\s+)?not\s+(?P<rejected>{_AMOUNT}){_END}",
        re.IGNORECASE,
    ),
    # use W, not R · it should be W instead of R · I meant W, not R
    later(
        r"\b(?:use|using|it'?s|it is|that'?s|should be|must be|has to be|needs to be|i want(?:ed)?|i mean(?:t)?|i said|make it"
        rf"|set (?:it )?to|change (?:it )?to|go with|called|named|on|at|is)\s+(?P<wanted>{_PHRASE}),?\s+(?:and\s+)?"
        rf"(?:not|instead of|rather than)\s+(?:use\s+|the\s+)?(?P<rejected>{_PHRASE}){_END}",
        re.IGNORECASE,
    ),
    # not R but W · don't use R, use W · stop using R, use W
    later(
        rf"\b(?:(?:it'?s )?not|don'?t use|do not use|never use|stop using)\s+(?:the\s+)?(?P<rejected>{_PHRASE})\s*"
        rf"(?:,|;|\.|:|—|–|-|\bbut\b)\s*(?:but\s+)?(?:please\s+)?(?:use|it'?s|it is|i meant|i said|go with|rather|the)\s+(?P<wanted>{_PHRASE}){_END}",
        re.IGNORECASE,
    ),
    later(rf"\bnot\s+(?P<rejected>{_CODE}),?\s+but\s+(?:rather\s+)?(?P<wanted>{_CODE}){_END}", re.IGNORECASE),
    # use W instead of R is above; instead of R use W
    later(
        rf"\binstead of\s+(?P<rejected>{_PHRASE}),?\s+(?:please\s+)?use\s+(?P<wanted>{_PHRASE}){_END}", re.IGNORECASE
    ),
    # 5433, not 5432
    later(rf"(?<![\w`])(?P<wanted>{_CODE}),?\s+not\s+(?P<rejected>{_CODE}){_END}", re.IGNORECASE),
    # I said W · no, I meant W
    later(
        r"\b(?:(?<!what )i (?:already |clearly )?(?:said|meant|told you(?: to use)?|asked for)|as i said[,:]?)\s+(?:to use\s+|use\s+|the\s+)?"
        rf"(?P<wanted>{_PHRASE}){_END}",
        re.IGNORECASE,
    ),
    # no, it's W · wrong, use W · actually make it W
    later(
        r"(?:^|[.!?]\s)\s*(?:no|nope|wrong|incorrect|actually|wait|sorry|ok(?:ay)?|alright)\b[,.!:;]*\s+(?:wait,?\s+|no,?\s+)?(?:it'?s|it is|use|it should be|should be"
        rf"|i want|i meant|make it|the (?:right|correct) (?:one|value|port|path|name|file|branch) is|that'?s)\s+(?:the\s+)?(?P<wanted>{_PHRASE}){_END}",
        re.IGNORECASE,
    ),
]
_REPLY = _ENGLISH[-1]
_SAME_WORD = later(
    r"\b(?P<wanted>(per|in|on|at|with|by|from|to|for|as|via|under|before|after) [\w./-]{1,39}\w),?\s+not\s+(?P<rejected>\2 [\w./-]{1,39}\w)",
    re.IGNORECASE,
)
"""What stands behind one and the same word: neither value needs a sign of code."""
_LATIN = r"[A-Za-z][\w.+-]{1,40}"
_SET = "(?:用|改成|改为|换成|设成|设为|写成|调到|调成|叫)"
_NOT = rf"(?:而不是|不是|而非|(?:不要|别|不用|不能|不许|不准)再?{_SET}?)"
_NOT_SO = rf"(?:而不是|不是|而非|不用|(?:不要|别|不能|不许|不准)再?{_SET})"
_CHINESE = [
    # 统一译 Warenkorb，不要 Einkaufswagen
    later(rf"(?<![\w.])(?P<wanted>{_LATIN})\s*[，,；;]?\s*{_NOT}\s*(?P<rejected>{_LATIN})"),
    # 改成 90 秒，之前写成了 60 秒
    later(
        rf"(?:改成|改为|换成|应该是|应为|是)\s*(?P<wanted>{_HAN})\s*[，,；;]\s*(?:之前|原来|以前|先前|原先)[\u4e00-\u9fff]{{0,2}}(?:是|成了?|为|叫|填了?)\s*(?P<rejected>{_HAN})"
    ),
    later(
        rf"(?<![是我你他])不是\s*(?P<rejected>{_HAN})\s*[，,；;]?\s*(?:而是|应该是|是|要用|用|改成)\s*(?P<wanted>{_HAN})"
    ),
    later(
        rf"(?:应该是|应该用|要用|改用|改成|改为|换成|请用|使用|我说的是|我要的是|是|用)\s*(?P<wanted>{_HAN})\s*[，,；;]?\s*"
        rf"{_NOT_SO}\s*(?P<rejected>{_HAN})"
    ),
    later(
        rf"(?:别用|不要用|不能用|不用|不要再用)\s*(?P<rejected>{_HAN})\s*[，,；;。]\s*(?:改用|要用|请用|用|换成|改成|使用)\s*(?P<wanted>{_HAN})"
    ),
    # 留7天，不是14天 · 最多 2 次，不要 5 次 · 改为 14，用户更正：不要 30
    later(
        rf"(?<![\d.,:])(?P<wanted>{_HAN_AMOUNT})\s*[，,；;]?\s*(?:[\u4e00-\u9fff]{{1,8}}[：:]\s*)?"
        rf"{_NOT}\s*(?P<rejected>{_HAN_AMOUNT})"
    ),
    # 不要 14，改成 30
    later(
        rf"(?:不要|别用|不用)\s*(?P<rejected>{_HAN_AMOUNT})\s*[，,；;]\s*(?:而是|改成|改为|换成|改用|改|要|用)\s*(?P<wanted>{_HAN_AMOUNT})"
    ),
    later(rf"(?:不对|错了|搞错了|不，|不,)[，,。！!]?\s*(?:应该是|应该用|是|用|改成|要用|换成)\s*(?P<wanted>{_HAN})"),
    later(rf"(?:我说的是|我的意思是|我要的是|我说过要?用?)\s*(?P<wanted>{_HAN})"),
]
_NEGATION = r"(?:nicht|(?:et )?pas|non pas|não|non|no|не|niet|inte|ikke|nie)"
_INSTEAD = r"(?:sondern|mais|plutôt|sino|mas sim|mas|e sim|bensì|ma|а|maar|utan|men|lecz|ale|tylko)"
_ELSEWHERE = [
    # nicht 5432, sondern 5433 · no es 5432, sino 5433
    later(
        rf"(?i)\b{_NEGATION}\s+(?:\w{{1,5}} )?(?P<rejected>{_CODE}),?\s+{_INSTEAD}\s+(?:\w{{1,5}} )?"
        rf"(?P<wanted>{_CODE}){_END}"
    ),
    # 5433, pas 5432
    later(
        rf"(?i)(?<![\w`])(?P<wanted>{_CODE})(?:,|,? (?:und|et|y|e|en|och|og|i|и))\s+{_NEGATION}\s+(?P<rejected>{_CODE}){_END}"
    ),
    later(
        rf"(?P<rejected>{_FIGURE}\s?[A-Za-z]{{0,8}})\s?(?:じゃなくて|ではなく(?:て)?|[가이]? ?아니라|말고)[、,]?\s*"
        rf"(?P<wanted>{_FIGURE}\s?[A-Za-z]{{0,8}})"
    ),
]
"""The same in other languages, where both values have the same shape."""
_VERSION_OR_AMOUNT = (
    rf"(?:v?\d{{1,5}}(?:\.\d{{1,5}}){{2,3}}|v\d{{1,5}}\.\d{{1,5}}|{_FIGURE}\s?[\u4e00-\u9fff]{{1,2}}|{_AMOUNT})"
)
_REVISED = [
    # each 30 s, no, make that 45 s · 1.4.2? No wait, it breaks the format, so 1.5.0
    later(
        rf"(?<![\w.,:-])(?P<rejected>{_VERSION_OR_AMOUNT})[\s?,.;…–—-]{{1,4}}(?:oh,? )?(?:(?:no|nope)(?=\s*[,.!–—-]|\s+(?:wait|sorry|make)\b)"
        rf"|wait(?=\s*[,.!–—-])|sorry|scratch that|oops|actually|i mean)\b[^.!?\n\d]{{0,60}}?(?<![\w.])(?P<wanted>{_VERSION_OR_AMOUNT})",
        re.IGNORECASE,
    ),
    # 30 秒，哦不对，45 秒
    later(
        rf"(?<![\w.,:-])(?P<rejected>{_VERSION_OR_AMOUNT})[\s，,。；;…？?—-]{{1,4}}(?:[啊哦噢]?不对|[啊哦噢]不|不不|说错了?|记错了?|等等|等一下)"
        rf"[^。！？!?\n\d]{{0,20}}?(?P<wanted>{_VERSION_OR_AMOUNT})"
    ),
]
"""What is put right in the same breath: two values of one shape."""
_COUNTED = rf"{_FIGURE}\s?[万亿kKM%]?\s?(?:个?小时|分钟|秒|天|周|个月|年|条|行|次|个|台|份|分区|[KMG]i?B|ms|s|m|h)?(?![A-Za-z\d])"
_WEIGHED = [
    # 50% is far too generous. 35%
    later(
        rf"(?<![\w.,:-])(?P<rejected>{_AMOUNT}(?:%|))(?: [a-z]{{1,12}}){{0,3}}? (?:is|are|was|were|would be|seems?)"
        rf" (?:(?:still|far|much|way|a bit|simply) ){{0,2}}(?:too|not enough|overkill)\b[^\d\n!?]{{0,60}}?"
        rf"(?<![\w.:-])(?P<wanted>{_AMOUNT}(?:%|))(?=\s*(?:$|[.,;!\n]))",
        re.IGNORECASE,
    ),
    # not 5 minutes, that's too long, 30 seconds
    later(
        rf"\bnot (?P<rejected>{_AMOUNT})\s*[,.;—–-]\s*(?:(?:that|it)(?:'s| is| was)? [^\d\n,.;]{{1,40}}[,.;]\s*)?"
        rf"(?:but |rather |use |take |make it |please ){{0,2}}(?P<wanted>{_AMOUNT})(?=\s*(?:$|[.;!\n]))",
        re.IGNORECASE,
    ),
    # 20 万太大，内存扛不住，用 5 万
    later(
        rf"(?<![\w.,:-])(?P<rejected>{_COUNTED})\s?(?:还是|也|实在|有点)?(?:太[大小长短多少高低久快慢密]|不行|不够|偏[大小高低])了?"
        rf"[^\d\n。！？]{{0,16}}?(?:用|改成?|改为|要求?|设[为成]?|[降升调减加]到|换成?|保?留|给|至少|最多|按|[，,；;])\s?"
        rf"(?P<wanted>{_COUNTED})(?=\s*(?:$|[，。；！,.;\n]|就))"
    ),
    # 改成 24 分区，开发那边说 12 不够
    later(
        rf"(?:改成|改为|改到|调到|换成)\s?(?P<wanted>{_COUNTED})[^\d\n。！？]{{0,16}}?(?P<rejected>{_COUNTED})\s?"
        rf"(?:还是|也|实在|有点)?(?:太[大小长短多少高低久快慢密]|不行|不够)"
    ),
]
"""What is said to be too much or too little beside another amount of its kind."""
_NAMED = r"[`\"']?(?P<{}>[A-Za-z][\w./@#-]{{0,40}}\w)[`\"']?"
_REPLACED = [
    # Lanczos3 is too slow for thumbnails, take Mitchell
    later(
        rf"(?<![\w./-]){_NAMED.format('rejected')} is (?:still |far |much |way )?too [a-z]+\b[^.!?\n]{{0,60}}?[,;.] ?"
        rf"(?:so |please )?(?i:use|take|go with) (?:a |an |the )?{_NAMED.format('wanted')}"
    ),
    # no, not Redis. Use a Postgres table
    later(
        rf"(?:^|[.!?,] ?|\n)(?i:not) {_NAMED.format('rejected')}\. (?i:please )?(?i:use|take|go with) (?:a |an |the )?"
        rf"{_NAMED.format('wanted')}"
    ),
]
"""The same of names: a word that is written as no common one is."""
_NAME_CHAR = later(r"[\d_./@#-]|[A-Z]")
_RUN_OF_DIGITS = later(r"\d+")
_RUN_OF_LETTERS = later(r"[^\W\d_]+")
_CODE_CHAR = later(r"[\d_./@#\\-]|[a-z][A-Z]|^[`\"'“「]")
_EMPTY_WORDS = (
    "to a an the sure only yet be been it that this in on so very really just any ok okay fine good correct true right "
    "wrong what why how when where who because if but working possible necessary needed like all always too quite "
    "enough clear sense me you them us here there now something anything nothing"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())
_PRONOUNS = frozenset({"one", "ones", "that one", "those", "these", "the other"})
_STRIP = " \t`\"'“”「」,.;:!?，。；：！？、"
_QUOTES = ("`", '"', "'", "“", "「")
_PARTICLES = ("吧", "了", "啊", "呢", "哦", "呀", "的", "而")


_OTHERS = Together(*_ENGLISH, _SAME_WORD, *_ELSEWHERE)


def corrections(text: str) -> list[Correction]:
    """Every correction that a human's ``text`` makes, in order; at most one for each pair of values in a sentence."""
    found: list[Correction] = []
    for sentence in sentences(text):
        if sentence.kind is Kind.CODE or sentence.end - sentence.start > _LONGEST:
            continue
        words = sentence.of(text)
        made: list[Correction] = []
        for pattern in (_CHINESE if chinese(words) else []) + _OTHERS.open_to(words):
            for match in pattern.finditer(words):
                groups = match.groupdict()
                wanted, rejected = _value(groups["wanted"]), _value(groups.get("rejected") or "")
                if rejected.lower() in _PRONOUNS:  # "it is 8d2f, not the one in the file"
                    rejected, groups["rejected"] = "", None
                if pattern in _ELSEWHERE and _shape(wanted) != _shape(rejected):
                    continue
                if pattern is _SAME_WORD:
                    made.append(Correction(wanted, rejected, sentence.start, sentence.end))
                    continue
                if pattern is _REPLY and not _CODE_CHAR.search(groups["wanted"]):
                    continue  # "no, it's horrible"
                if _means(match["wanted"], wanted, groups.get("rejected") or "", rejected):
                    made.append(Correction(wanted, rejected, sentence.start, sentence.end))
        found.extend(_distinct(made))
    revised = [] if len(text) > _LONGEST_REVISED else list(_revised(text))
    again = {one.wanted.lower() for one in revised}
    return [one for one in found if one.rejected or one.wanted.lower() not in again] + revised


def _revised(text: str) -> Iterator[Correction]:
    """What a human puts right in the same breath."""
    for pattern in _REVISED:
        for match in pattern.finditer(text):
            wanted, rejected = match["wanted"].strip(), match["rejected"].strip()
            one, other = (_RUN_OF_DIGITS.sub("0", value.lower()) for value in (wanted, rejected))
            if wanted != rejected and one == other:
                yield Correction(wanted, rejected, *match.span())
    for pattern in _WEIGHED:
        for match in pattern.finditer(text):
            wanted, rejected = match["wanted"].strip(), match["rejected"].strip()
            kinds = {amount.dimension for value in (wanted, rejected) if (amount := units.parse(value)) is not None}
            if wanted != rejected and len(kinds) < len((wanted, rejected)):
                yield Correction(wanted, rejected, *match.span())

    for pattern in _REPLACED:
        for match in pattern.finditer(text):
            if (
                all(_NAME_CHAR.search(match[side]) for side in ("wanted", "rejected"))
                and match["rejected"] not in _SPOKEN
            ):
                yield Correction(match["wanted"], match["rejected"], *match.span())


_SPOKEN = frozenset(("It", "That", "This", "There", "He", "She", "What"))


def _shape(value: str) -> str:
    return _RUN_OF_LETTERS.sub("a", _RUN_OF_DIGITS.sub("0", value))


def _tidy(value: str) -> str:
    value = value.strip(_STRIP)
    for particle in _PARTICLES:
        if len(value) > 1:
            value = value.removesuffix(particle)
    return value.strip(_STRIP)


def _value(phrase: str) -> str:
    """The value that a phrase names: ``5433`` of ``port 5433``, ``30 seconds`` of ``a limit of 30 seconds``."""
    tidy = _tidy(phrase)
    words = tidy.split()
    coded = next((index for index, word in enumerate(words) if _CODE_CHAR.search(word)), 0)
    return _tidy(" ".join(words[coded:])) if coded and phrase.strip()[:1] not in _QUOTES else tidy


def _means(raw_wanted: str, wanted: str, raw_rejected: str, rejected: str) -> bool:
    """Whether the pair is a correction of values: one of them must be a literal, or both short and full words."""
    if not wanted or wanted.lower() == rejected.lower():
        return False
    if _is_empty(raw_wanted, wanted) or (rejected and _is_empty(raw_rejected, rejected)) or " not " in wanted:
        return False
    coded = bool(_CODE_CHAR.search(raw_wanted) or (raw_rejected and _CODE_CHAR.search(raw_rejected)))
    if not rejected:
        return coded or (len(wanted.split()) <= 2 and not chinese(wanted))
    if coded:
        return True
    if chinese(wanted + rejected):
        return max(len(wanted), len(rejected)) <= 12
    return max(len(wanted.split()), len(rejected.split())) <= 3


def _is_empty(raw: str, value: str) -> bool:
    return raw.strip()[:1] not in _QUOTES and value.split()[0].lower() in _EMPTY


def _distinct(made: list[Correction]) -> list[Correction]:
    """Drop what another reading of the same sentence says more of."""
    kept: list[Correction] = []
    for one in made:
        values = {one.wanted.lower(), one.rejected.lower()} - {""}
        if any(values & {other.wanted.lower(), other.rejected.lower()} for other in kept):
            continue
        kept.append(one)
    return kept
