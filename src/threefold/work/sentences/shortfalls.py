"""What a message says was not done, failed, or was done in part."""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.phrases import Phrases, said

_FAILS = Phrases(
    r"\b(?:push|deploy\w*|upload|publish\w*|build|ci|pipeline|tests?|suite|checks?|migration|release|merge|install\w*|"
    r"rollout|lint\w*|job)\b.{0,40}\b(?:fail(?:s|ed|ing)?|(?:is|are|stays?) red|(?:was|were|got|is) (?:rejected|"
    r"refused|denied|blocked)|broken|timed? out)\b",
    r"(?:推送|部署|发布|上传|构建|编译|测试|合并|安装|迁移|检查|CI|流水线).{0,30}(?:失败|报错|没过|不通过|未通过|"
    r"没通过|没成功|被拒|(?:变|飘|是)?红(?:的|了|[，,。]|$)|超时)",
)
_OVERCOME = Phrases(
    r"\b(?:fixed|now|pass(?:es|ed)?|resolved|earlier|before|used to|if|would|can|may|might|retried|again|no longer|"
    r"first|why|when(?:ever)?|unless|no (?:tests?|checks?)|expected|previously|already|until)\b",
    r"超过|直接失败|防止|时.{0,8}(?:就|则|会)|已|修好|之前|原先|现在|如果|重试|不再|没有(?:测试|检查)|时会|原因",
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HAN = "一二三四五六七八九十"
_SOME = later(
    r"\b(\w{1,6}) (?:out )?of (?:the )?(\w{1,6})\b(?! (?:them|these|those))|\b(\d{1,3})/(\d{1,3})\b(?= )|"
    r"([\d一二两三四五六七八九十]{1,5}) ?[个页条张份项篇家台行件只处].{0,8}(?:里|中|"
    r"当中).{0,10}?([\d一二两三四五六七八九十]{1,5}) ?[个页条张份项篇家台行件只处]",
    re.IGNORECASE,
)
_HAPPENED = Phrases(r"\b(?:is|are|was|were|has|have|done|finished|did)\b|了|完|好")


_UNDONE_BY_ME = Phrases(
    r"\bi (?:did not|didn't|could not|couldn't|was(?: not|n't) able to) \w+|\bi (?:left|skipped|postponed)\b|"
    r"\bleft (?:that|this|it|them)(?: one)? (?:alone|out|for)\b|\bbut not (?:for|in|on|the)\b|\bwaiting (?:on|for)\b|"
    r"\b(?:for the time being|temporarily|for now)\b|\b(?:half|third|quarter|thirds|quarters|most) of the\b|"
    r"\b(?:nobody|no one) (?:has (?:[a-su-z]\w|t[a-np-z])|was|got)\b|\b(?:does|do) not (?:compile|build|start|run|"
    r"work) any ?more\b",
    r"\bstill (?:uses?|using|on the|relies|rely|calls?|points?|references?|contains?|lacks?|miss(?:es)?)\b",
    r"没(?:能)?(?:发|推|传|连|导|跑)(?:出去|上去|进去|起来)|(?:得|需要|要)(?:去)?(?:通知|联系)",
    r"暂时|先(?:跳过|放着|不管)|跳过了|[一-龥]不(?:上去|下来|进去|通)[，,。]|没(?:有)?.{0,4}权限|要恢复",
)
_MEANT = Phrases(
    r"\b(?:as you (?:asked|said|wanted)|on purpose|as (?:asked|agreed|requested)|find|found|see|notice|change|touch|"
    r"modify|alter|need|have to)\b|\b(?:was|were) (?:already )?there (?:before|already)\b|\b(?:pre-?exist\w*|"
    r"pre-?dates?|unrelated|out of scope)\b|原(?:有|本|来就)|按你|如你|你说|你要求|故意",
)


def left_undone(text: str) -> list[str]:
    """The sentences in which the speaker says what was not done, or only for a while."""
    return [
        line.plain
        for line in said(text)
        if _UNDONE_BY_ME.within(line) and not (_MEANT.within(line) or is_question(line))
    ]


def failures(text: str) -> list[str]:
    """The sentences that end a message with something that was tried and failed."""
    return [
        line.plain
        for line in said(text)
        if _FAILS.within(line) and not (_OVERCOME.within(line) or is_question(line)) and line.kind is not Kind.HEADING
    ]


def parts_done(text: str) -> list[str]:
    """The sentences that say that some of several were done (two of five)."""
    return [
        line.plain for line in said(text) if _HAPPENED.within(line) and not is_question(line) and _some(line.masked)
    ]


def _some(text: str) -> bool:
    for groups in _SOME.findall(text):
        values = [value for value in map(_count, groups) if value]
        if len(values) == 2 and min(values) != max(values) and not groups[2]:
            return values[0] < values[1] if not groups[4] else values[0] > values[1]
        if len(values) == 2 and groups[2] and values[0] < values[1]:
            return True
    return False


def _count(word: str) -> int:
    if word.isascii() and word.isdigit():
        return int(word)
    if word.lower() in _WORDS:
        return _WORDS.index(word.lower()) + 1
    return 2 if word == "两" else _HAN.find(word) + 1 if len(word) == 1 else 0


def fell_short(text: str) -> list[str]:
    """The sentences that say that something failed, was done in part or was left."""
    return [*failures(text), *parts_done(text), *left_undone(text)]
