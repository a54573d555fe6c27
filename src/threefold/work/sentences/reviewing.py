"""What a review found that lists nothing: the sentences that tell of a fault, each with those that go on about it.

A reply that begins by saying that all is well is believed, but for what it takes back ("but …") or calls by its name.
"""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.sentences import asking, numbering
from threefold.work.sentences.listing import SHOWN, Finding
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.words import terms

NOUNS = (
    r"bugs?|issues?|problems?|mistakes?|faults?|defects?|flaws?|holes?|gaps?|leaks?|risks?|concerns?|races?|"
    r"race conditions?|deadlocks?|vulnerabilit(?:y|ies)|injections?|overflows?|regressions?|smells?|"
    r"weaknesses|weak (?:spots?|points?)|nits?"
)
HAN_NOUNS = "bug|问题|毛病|漏洞|隐患|风险|缺陷|竞态|死锁|泄漏|错误|坑|注入"
"""What a review may find, as it is called."""
_POSTS = Phrases(
    r"\bpost (?:it|them|your|the|an?|each|comments?)\b|\b(?:submit|file) (?:it|them|your|an?|issues?|comments?)\b|"
    r"\bcomment on\b|发到|评论到|提[个成] ?issue"
)
_POSTED = Phrases(
    r"^(?:i(?:'ve| have)? )?(?:posted|submitted|commented|filed|opened)\b|\b(?:is|are) on (?:the )?pr\b|"
    r"^已(?:经)?(?:发|评论|登记)"
)
"""How a person wants what is found written down where it belongs, and how a reply says that it is."""
_SEVERAL = (
    r"(?:two|three|four|five|six|several|some|a few|a couple of|\d+) (?:\w+ ){0,2}"
    rf"(?:{NOUNS}|things|points|places|remarks|findings)|[一二两三四五六几\d] ?[个处点条项].{{0,6}}(?:{HAN_NOUNS})"
)
_COUNTS = rf"(?:an?|one) (?:\w+ ){{0,2}}(?:{NOUNS})|{_SEVERAL}"
_END = r"[\s.:!,：。，！*]*$"
_HEDGES = Phrases(
    r"\b(?:mostly|otherwise|apart from|other than|aside from|largely|almost|overall)\b|大体|基本|整体|总体|除了"
)
"""How a reply says that all is well but for something."""
_ANNOUNCES = Phrases(
    rf"^yes\b|^(?:有|是的)[，,。：:]|\b(?:{_COUNTS})(?: \w+){{0,4}}{_END}|^(?:{_COUNTS})\b.{{0,20}}[:：]|"
    rf"有(?:{_COUNTS})"
)
"""How a reply says that there is something, with or without what it is."""
_BARE = Phrases(
    rf"^(?:yes|有|是的)?{_END}|^[^:：`]{{0,60}}(?:{_SEVERAL})(?: \w+){{0,4}}{_END}|"
    rf"^[^:：`]{{0,20}}\b(?:an?|one) (?:\w+ )?(?:{NOUNS}){_END}|"
    rf"^[^:：`]{{0,12}}there (?:is|are)(?: (?:one|two|some))?{_END}"
)
"""The same without."""
_TELLS = Phrases(
    rf"\b(?:{_COUNTS})\b|\b(?:missing|missed|misses|fails?|broken|leaks?|wrong|crash\w*|los(?:es?|t)|vulnerab\w*|"
    r"unsafe|insecure|expired|corrupt\w*|not (?:safe|enough|work\w*|check\w*|valid\w*|escaped)|can(?:no|')t|"
    r"concern\w*|worr(?:y|ies|ied|ying)|ignor(?:es?|ed|ing)|swallow\w*|panics?|overflows?|deadlocks?|races?|lacks?|"
    r"twice|unbounded|stale|hard-?coded|duplicat\w+|off by|instead of|too (?:many|much|long|late|early|broad|wide|"
    r"few|small|short)|doubles?|mutat\w+|block(?:s|ed)|breaks?|forg[eo]t\w*|i(?:'d| would) (?:also |rather |not )?\w+|"
    r"should(?:n't)?|consider|not sure|confus\w+|misleading|redundant|unused|unclear|fragile|risky|dangerous)\b|"
    r"\bno (?:\w+ )?(?:tests?|locks?|checks?|limit|bound|validation|timeout|retry|index|rollback|keys?|escaping|"
    r"error handling|backoff|way)\b",
    r"隐患|风险|竞态|死锁|panic|越界|溢出|泄[漏露]|忽略|吞|写成|写死|等于不|不一致|缺少|失败|崩|损坏|过期|不够|"
    r"没有?(?:加|校|检|处|关|释|判|做|考虑|设|回滚|转义|限)|应该|建议|最好|不对|不安全|重复|多余|"
    r"(?:会|可能).{0,12}(?:丢|挂|卡|死|覆盖|报错|超时|出错)|[太过][大小多少长短早晚宽窄慢]|[少多漏][一了]",
)
"""How a sentence of a review tells of a fault."""
_MAYBE = Phrases(r"\b(?:doesn't|does not|isn't|is not|aren't|are not|don't|do not|won't|hasn't|without|never)\b|不会")
"""How a sentence may tell of a fault, or of what is as it has to be where the reply began by saying so of all."""
_WELL = Phrases(
    rf"\bno (?:\w+ ){{1,2}}(?:is|are|gets?|can|has)\b|\b(?:no|not? an?|without|zero|any) (?:\w+ ){{0,3}}(?:{NOUNS})\b|"
    r"\bnothing\b|\b(?:did|do|could|can)(?:n't|not| not) (?:find|see|spot|notice)\b|"
    r"\b(?:everything|rest|others?|remaining|all)\b.{0,60}\b(?:is|are|looks?|reads?|seems?|holds?|passe?s?)\b|"
    r"\b(?:never|not|doesn't|don't|no|cannot|can't|won't) (?:\w+ )?(?:leak\w*|races?|fail\w*|crash\w*|los[et]\w*|"
    r"panics?|deadlocks?|block\w*|overflows?|swallow\w*|break\w*|ignor\w+|mutat\w+|duplicat\w+)\b|"
    r"\b(?:correct(?:ly)?|properly|safely|consistent(?:ly)?|as (?:intended|expected|it should)|on purpose|by design|"
    r"good|fine|solid|clean|nice(?:ly)?|(?:reads?|works?|looks?|very|done|written) well|"
    r"(?:i'd|i would|can|could|ready to) (?:approve|merge|ship)|validated?s?|handled|guarded|escaped|"
    r"tests (?:also )?cover|matches|does what|(?:is|are|very) clear|tests? pass\w*)\b|\blgtm\b",
    r"没有?(?:什么|发现|看到|看出|找到)|没有?[^，。；]{0,3}(?:问题|隐患|漏洞|bug)|不会(?:泄漏|丢|崩|死锁|阻塞|重复)|"
    r"(?:其[他它余]|都|整体|总体).{0,12}(?:没问题|正确|正常|可以|不错|很好|对)|写得[很挺]?(?:好|清楚)|正确|清楚|可以合并|都有|全部?是",
)
"""How a sentence says that something is as it has to be."""
_NOT_WELL = later(
    r"(?:\b(?:not|never|hardly)|n't) (?:\w+ ){0,2}(?:escaped|validated?|handled|guarded|clear|correct\w*|clean|fine|"
    r"good|safe\w*|proper\w*|consistent\w*|cover\w*|match\w*)\b",
    re.IGNORECASE,
)
_CLEAN = Phrases(
    r"^(?:no|none|nope|nothing)\b|\blgtm\b|\bno (?:\w+ ){0,3}(?:issues|problems|bugs|findings|remarks|concerns)\b|"
    rf"^looks (?:good|fine|correct|solid)(?: to me)?{_END}|^(?:没有?(?:发现)?|未发现|没看到|看完了，?没)"
)
"""How a reply begins that found nothing."""
_TURNS = later(
    r"\b(?:but|however|except(?: that| for)?|although|though|that said)\b,?\s*|(?:但是?|不过|只是|除了|，就是)，?",
    re.IGNORECASE,
)
_EXCEPTS = later(
    r"除了(.{2,60}?)(?:之外|以外)|\b(?:apart from|except (?:for|that)|other than) (.{4,80}?),", re.IGNORECASE
)
"""What is taken out of what is well."""
_ASIDE = Phrases(r"\b(?:in case|if) you (?:want|like|prefer)\b|^i(?:'ve| have)? (?:read|went|looked|checked)\b")
"""How a reply offers something, or tells of the reviewing itself."""
_GOES_ON = Phrases(
    r"^(?:it|its|this|that|they|these|those|so|which|because|hence|then|to fix|the fix|a fix|for example|as a "
    r"result)\b|^(?:这|它|因此|所以|于是|导致|比如|例如|修复|修法|改法|结果)"
)
"""How a sentence goes on about the fault before it."""
_BODY = 300
"""Characters of a finding, from its beginning, whose words tell it from others."""


def is_posted(human: str, reply: str) -> bool:
    """Whether a review was to be written down where it belongs, or was."""
    return _POSTS.within(human) or _POSTED.within(reply)


def in_prose(reply: str, *, judges: bool) -> list[Finding]:
    """The sentences of a review without a list that tell of a fault, each with those that go on about it.

    ``judges``: it was to judge work, not to look something up: where it finds nothing well, all that it says counts.
    """
    found: list[Finding] = []
    lines = said(numbering.counted(reply))
    announced = _HEDGES.within(reply) or (
        judges and not any(_WELL.within(_NOT_WELL.sub("", line.text)) or _CLEAN.within(line) for line in lines)
    )
    clean = False
    for place, line in enumerate(lines):
        if asking.is_question(line) or (_ASIDE.within(line) and not _TELLS.within(line)):
            continue
        excepts = _EXCEPTS.search(line.text)
        *_, turned = before_and_after = ["", excepts[1] or excepts[2]] if excepts else _TURNS.split(line.text)
        clean = clean or (not place and _CLEAN.within(line))
        announced = announced or _ANNOUNCES.within(line)
        if _BARE.within(line) or len(terms(line.text)) < 2 or line.text.rstrip().endswith((":", "：")):
            continue
        tells = len(before_and_after) > 1 or _TELLS.within(turned)
        if found and _GOES_ON.within(line):
            found[-1] = found[-1]._replace(words=f"{found[-1].words} {line.plain}"[:_BODY])
        elif not _WELL.within(_NOT_WELL.sub("", turned)) and (
            tells or (not clean and (_MAYBE.within(turned) or announced))
        ):
            found.append(Finding(line.plain, len(found) + 1, "", line.plain[:_BODY]))
    if len(found) > SHOWN:
        rest = " ".join(one.words for one in found[SHOWN:])[:_BODY]
        found[SHOWN:] = [Finding(f"{len(found) - SHOWN} more findings of the same reply", SHOWN + 1, "", rest)]
    return found if len(found) > 1 else [one._replace(number=0) for one in found]
