"""What a message is by its wording alone: a demand, a correction, a finding, small talk, a passing log.

English and Chinese. Each function looks at a bounded part of the text and answers with a number from 0 to 1.
"""

from __future__ import annotations

import math
import re

_HEAD = 4000  # characters of a text that are looked at for wording
_TAIL = 1500  # characters at the end of a log, where its verdict stands

_DEMAND = re.compile(
    r"\b(?:must(?:n't)?|never|always|don'?t|do not|only|keep|leave|stays?|has to|have to|needs? to|should(?:n't)?|"
    r"shall|not allowed|can'?t|cannot|can not|may not|at (?:most|least)|no (?:more|longer|other)|limit(?:ed)?|"
    r"without|"
    r"careful|watch out|remember|don't forget|make sure|important|requires?|required|mustn't|instead of|rather than|"
    r"nothing else|exactly|except|unless|refuse|want(?:s|ed)?|promised?|agreed|frozen|out of scope|"
    r"no option|(?:^|(?<=[.!;:] ))no (?!problem|worries|idea|rush|hurry|thanks|one\b)\w+)\b"
    r"|不要|别[^的人处]|不能|不得|不可|不许|必须|只能|只[要用回给]|一定|务必|注意|记得|保留|保持|禁止|至少|最多|要求|为准|"
    r"不允许|除了|除非|要能|要写|要先|千万|绝对|宁可|不超过|以内|统一|确认|上限|下限|封顶|留空|先别|要防止|也要|都要",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:actually|correction|wrong|not quite|i meant|no,|that's not|isn't right|superseded?|out of date|"
    r"forgot to (?:say|mention)|one (?:more )?thing|one catch|in fact)\b"
    r"|不对|其实|更正|应该是|而不是|搞错|说错|忘了说|还有一[个点]|另外要",
    re.IGNORECASE,
)
_FINDING = re.compile(
    r"\b(?:because|since|therefore|hence|which is why|that is why|that's why|means|otherwise|"
    r"so (?:the|that|it|both|a|we|each|only|any|every)|instead|the (?:cause|reason|culprit|problem|bug)|due to|"
    r"caused? by|needs?|"
    r"must|has to|have to|decision|decided|agreed|plan:?|never|would|found|confirms?|shows?|belongs?|depends?|"
    r"differ\w*|however|but)\b"
    r"|因为|所以|导致|说明|原因|因此|否则|需要|必须|要改|问题|漏|应当|应该|可以用|不能|会把|就会|差异|规则|方案|改成|还要|没有",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\s*(?:let me|let's (?:see|look)|i'?ll|i will|i'?m going to|now|next|first|looking|checking|continuing|sure|"
    r"ok(?:ay)?|done|fine|good|great|nice|noted|understood|will do|got it|right|yes|no|thanks?|thx|perfect|"
    r"sounds|cool|"
    r"go|continue|proceed|on it|here (?:is|are))\b"
    r"|\s*(?:我先|我来|让我|好的?|收到|明白|行|嗯|可以|对[，。]|没问题|换好|已(?:经)?|记下|知道了|继续|开始|谢谢|辛苦|ok|同意)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:by the way|btw|unrelated|off[- ]topic|random|quick question|separately|just curious|fyi|lol|lunch|coffee|"
    r"brb|jk|haha)\b"
    r"|顺便|对了|话说|哈哈|开玩笑|吃饭|先问个|不急",
    re.IGNORECASE,
)
_DISMISSAL = re.compile(
    r"\b(?:nothing to do with|separate\w*|not (?:ours|affected|involved|related|relevant|needed|an? issue)|"
    r"unaffected|(?:isn't|aren't|wasn't|doesn't|not) (?:affected|involved|related|relevant|help\w*|"
    r"the (?:issue|problem))|"
    r"unrelated|ignore|healthy|in sync|quiet|clean|as expected|looks? (?:fine|right|good|normal)|ordinary|"
    r"no change|harmless|"
    r"too coarse|already (?:done|there|has|in)|just a)\b"
    r"|无关|没有?关系|没有?问题|没有?异常|正常|不用改|不涉及|不受影响|没什么|不参与|没看到别的|够用|都好|没有阻塞|先不",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\b(?:\d+ passed|all (?:tests|checks|files)? ?pass\w*|0 (?:failed|failures|errors|issues|problems|violations|"
    r"offenses|error\(s\))|no (?:issues?|problems?|errors?|offenses|vulnerabilities|changes)\b|build success\w*|"
    r"test succeeded|succeeded|up[- ]to[- ]date|passed\b|successfully|finished|done|ok)"
    r"|通过|成功|没有发现问题|✔|✓",
    re.IGNORECASE,
)
_FAILING = re.compile(
    r"(?:(?<![\w.-])(?:[1-9]\d* (?:failed|failures?|errors?)|fail(?:ed|ures?)?|failures: [1-9]\d*|error|"
    r"assert(?:ion)?\w*|panic|exception|traceback|denied|refused|unavailable|oomkilled|expected|race)\b|"
    r"[A-Z]\w{1,60}(?:Error|Exception)\b"
    r"|✘|✕|未通过|失败|异常|超时|错误)",
    re.IGNORECASE,
)
_NOTHING_WRONG = re.compile(
    r"\b(?:0|no) (?:failed|failures?|errors?|error\(s\)|warnings?)\b|\bfail(?:ed|ures)?: 0\b|\berrors?: ?0\b|ERROR=0",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0-9a-f]*\d[0-9a-f]*", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")


def _saturating(count: int, half: float = 1.0) -> float:
    return count / (count + half)


def _hits(pattern: re.Pattern[str], text: str) -> int:
    return len({match.lower() for match in pattern.findall(text[:_HEAD])})


def demand(text: str) -> float:
    """How far a text lays down what must and must not be."""
    return _saturating(_hits(_DEMAND, text))


def correction(text: str) -> float:
    """Whether a text sets something right that was said before."""
    return _saturating(_hits(_CORRECTION, text))


def finding(text: str) -> float:
    """How far a text explains, concludes or decides."""
    return _saturating(_hits(_FINDING, text), 2.0)


def dismissal(text: str) -> float:
    """Whether a text says that what it speaks of does not matter here; a long text says more than that."""
    if _DISMISSAL.search(text[:_HEAD]) is None:
        return 0.0
    return 1.0 / (1.0 + (_width(text) / 160.0) ** 2)


def opening(text: str) -> float:
    """Whether a text is an announcement or an acknowledgement: it opens like one, and the less follows the
    more so."""
    if _OPENING.match(text[:200]) is None:
        return 0.0
    return 1.0 / (1.0 + (_width(text) / 80.0) ** 2)


def aside(text: str) -> float:
    """Whether a text says of itself that it is beside the point."""
    return 1.0 if _ASIDE.search(text[:_HEAD]) else 0.0


def question(text: str) -> float:
    """Whether a text ends as a question, and a short one."""
    stripped = text.rstrip()
    if not stripped.endswith(("?", "？", "吗", "呢")):
        return 0.0
    return 1.0 / (1.0 + (_width(stripped) / 120.0) ** 2)


def passing(text: str) -> float:
    """Whether a log ends well and nothing in it went wrong."""
    if failing(text) > 0.0:
        return 0.0
    return 1.0 if _PASSING.search(text[-_TAIL:]) else 0.0


def failing(text: str) -> float:
    """How many different signs of failure a log's start and end hold, those that deny one left out."""
    part = text if len(text) <= _HEAD + _TAIL else text[:_HEAD] + "\n" + text[-_TAIL:]
    return _saturating(_hits(_FAILING, _NOTHING_WRONG.sub(" ", part)))


def monotony(text: str) -> float:
    """Share of a text's lines that look like another of its lines: access logs, listings, progress, test rosters."""
    lines = [line.strip() for line in text[: _HEAD * 4].split("\n") if line.strip()][:200]
    if len(lines) < 4:
        return 0.0
    shapes: dict[str, int] = {}
    for line in lines:
        shape = _WORDS.sub("a", _DIGITS.sub("0", line[:160]))[:24]
        shapes[shape] = shapes.get(shape, 0) + 1
    return sum(count for count in shapes.values() if count > 1) / len(lines)


def _width(text: str) -> int:
    """Length as it reads: a Chinese character says about as much as two and a half Latin ones."""
    head = text[:2000]
    return len(head) if head.isascii() else len(head) + sum(3 for c in head if "\u3400" <= c <= "\u9fff") // 2


def substance(text: str) -> float:
    """How much a text can say at all, from its length: 0 for a few letters, near 1 for a paragraph."""
    return min(1.0, math.log1p(_width(text)) / math.log1p(1500))
