"""What a person puts off: "let's do that tomorrow", "leave it for now", 明天再说.

Who puts a thing off takes it out of what is to be done now, and does not drop it. That it is put off is a fact of its
own, which a summary has to keep: who forgets it loses the thing, or does it at once. Other words lay something down
for later: a reminder ("don't forget …"), a duty ("tomorrow we must …"), what waits for an event ("after the release").
"""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences import wishes
from threefold.work.sentences.phrases import Phrases, Said, bare, said
from threefold.work.sentences.words import GENERIC, terms

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TIME = (
    r"(?:later(?: on)?|tomorrow|another (?:day|time|week|session)|some ?other (?:day|time)|some time|someday|tonight|"
    rf"this afternoon|next (?:week|month|time|sprint|quarter|year|{_DAY})|(?:on )?{_DAY}|after (?:lunch|the weekend|"
    r"the holidays?|my holidays?))"
)
_END = r"(?: then| instead| maybe| please| perhaps| i think| if you like| ok(?:ay)?)?\W*$"
_LEAD = (
    r"^(?:(?:ok(?:ay)?|no|nah|nope|hm+|well|yes|yeah|good|thanks?|thank you|thx|fine|right|sure|and|but|so|then|maybe|"
    r"perhaps|actually|please|pls|probably|i (?:think|guess|would say)|great|cool|nice)[,.!\s-]+)*"
)
_WE = (
    r"(?:let's|lets|let us|we can|we could|we'll|we will|we should|we|i'd rather|i would rather|can we|"
    r"could we|better|you can)"
)
_IT = r"(?:it|that|this|them|those|these|that one|this one|the rest|the others?|all of (?:it|that|them))"
_HAN_TIME = r"(?:明天|后天|下周|下个?月|下次|改天|回头|以后|之后|晚点|晚些|稍后|过几天|过两天|过阵子|有空|有时间|空了)"
_PUTS_OFF = Phrases(
    rf"{_LEAD}{_WE} (?:just |rather |better |also |maybe )?\w+(?: \S+){{0,7}}? {_TIME}{_END}",
    rf"{_LEAD}(?:{_WE} |i'll |i will )?(?:do|fix|handle|change|tackle|leave|discuss|keep|look at|come back to|get to|"
    rf"deal with) {_IT} (?:for |till |until )?{_TIME}{_END}",
    rf"{_LEAD}(?:{_WE} )?(?:just )?(?:leave|park|shelve|table|skip|drop|forget|put) (?:\S+ ){{1,5}}?(?:for (?:now|"
    r"today|the moment|later|tomorrow|the time being|another day)|aside|on hold|off|on ice|"
    rf"(?:to|till|until) {_TIME})\b",
    rf"{_LEAD}(?:{_WE} )?(?:just )?(?:postpone|defer|delay|park|shelve) \S",
    rf"{_LEAD}(?:not (?:now|today|yet|this (?:week|sprint))|(?:for )?{_TIME}|for (?:later|another day))"
    rf"(?: is (?:fine|ok|enough)| works)?{_END}",
    r"\b(?:that|this|it|they|those|these|the rest|which)(?: one)?(?: all)? can wait(?:$|\W| a bit| for now)",
    rf"{_LEAD}(?:\S+ ){{1,6}}?(?:is|are|goes|comes|stays?) (?:something |one |an item )?for {_TIME}{_END}",
    rf"{_HAN_TIME}(?:我们|咱们|你|我)?(?:再|吧)(?:说|弄|做|看|改|讨论|聊|处理|修|搞|加|定|议|优化|研究|考虑|来|补|写|查)?"
    r"(?:了|吧|它|一?下|这个|那个|这块)*(?:$|[。.！!，,；～~])",
    r"(?:先|暂时|暂且)(?:放着|放一放|放一下|放放|搁着|搁置|缓缓|缓一缓|缓一下|不(?:弄|做|管|动它|急|搞|改|修|处理|加))(?:$|[^了])|"
    r"先放(?:$|[，,。])|暂缓|放到(?:明天|下周|以后|后面)|往后(?:放|推|排)|推(?:迟|后)(?:到|一下|$)|"
    r"^(?:明天|下周|下次|以后|改天|回头)吧|(?:以后|到时候?|回头|之后|^|，)再?说吧?(?:$|[。.！!～~])|不着急",
)
_LATER = Phrases(rf"\b{_TIME}\b|\bfor now\b|{_HAN_TIME}|先|暂")
_LAYS_DOWN = Phrases(
    r"\b(?:don'?t forget|do not forget|remember|remind|make a note|note (?:it|that|this)|"
    r"keep (?:it |that )?in mind|must|need(?:s|ed)?|has to|have to|had to|deadline|promised|every|"
    r"by (?:tomorrow|then|tonight|next|mon|tues|wednes|thurs|fri)\w*|"
    r"(?:before|once|when|as soon as|unless|if|until|till) (?:the|we|i|you|they|he|she|it|that|this|every\w*|all|our|"
    r"my|your|a|\w+ing)|after (?:we|i|you|they|he|she|it|that|this|our|your|a|\w+ing|the (?:release|merge|deploy\w*|"
    r"demo|launch|migration|next|last|first|meeting|review)))\b",
    r"记着|记得|记住|记下|记一|别忘|不要忘|勿忘|提醒|必须|务必|一定|得(?:先|把|在)|"
    r"(?:发布|上线|合并|部署|发版|提交|完成|修好|做完|通过|结束)(?:之|以)?[前后]|等.{1,20}(?:后|完|了)|需要|要求|截止",
)
_PAUSES = Phrases(
    r"\b(?:continue|carry on|go on|proceed|resume|stop here|pick (?:it|this|up)|call it|see you|talk (?:to you |soon|"
    r"later|tomorrow)|good night|bye|back (?:later|tomorrow)|be (?:back|there|around))\b|接着|继续|收工|下班|先这样|"
    r"再见|回来"
)
"""Who stops for the day puts off nothing of what is under way."""
_CLAUSES = later(r"[,;:]\s+|[，；：]|\s[-–—]\s|\b(?:and|but|so)\s+")
_WHEN = (
    "tomorrow now today week month sprint moment time day monday tuesday wednesday thursday friday saturday sunday "
    "afternoon leav park skip wait hold postpon defer shelv rest discuss talk think come back look tackl see pleas "
    "weekend holiday lunch idea anoth quart year off asid mayb tonight probabl"
)
_TIMES = frozenset(_WHEN.split())
_HAN_WHEN = later(
    rf"{_HAN_TIME}|先|暂时|暂且|暂缓|放着|放一放|放一下|搁着|搁置|缓一?缓|不急|不着急|有空|再|说|弄|做|看|改|讨论|处理|修|搞|"
    r"优化|研究|考虑|问题|的|吧|了"
)
"""Words that say when, and not what."""


def puts_off(line: Said | str) -> bool:
    """Whether a sentence does no more than put something off."""
    lines = said(line) if isinstance(line, str) else (line,)
    return bool(lines) and all(
        off and all(clause in off or not _named(clause) for clause in clauses) for clauses, off in map(_clauses, lines)
    )


def says_later(sentence: str) -> bool:
    """Whether a sentence says that something comes later, as a reply says again what the person put off."""
    return _LATER.within(sentence)


def put_off(text: str) -> list[tuple[str, frozenset[str]]]:
    """The clauses of a message that put off something that came up before it, each with the words that name it, if
    any do. What the message itself brings up before them is no such thing: it stands nowhere but there."""
    found: list[tuple[str, frozenset[str]]] = []
    told = False
    for line in said(text):
        clauses, off = _clauses(line)
        for clause in clauses:
            named = _named(clause)
            if clause in off and (named or not told):
                found.append((clause, named))
            told = told or (clause not in off and len(named) > 1)
    return found


def _named(clause: str) -> frozenset[str]:
    words = terms(_HAN_WHEN.sub(" ", clause)) - GENERIC - _TIMES
    return frozenset(word for word in words if len(word) > 1)


def _clauses(line: Said) -> tuple[list[str], list[str]]:
    """The clauses of a sentence, and those of them that put something off."""
    whole = bare(line.masked)
    clauses = [clause for clause in map(bare, _CLAUSES.split(whole)) if clause]
    if _LAYS_DOWN.within(line) or _PAUSES.within(line):
        return clauses, []
    off = [clause for clause in clauses if _PUTS_OFF.within(clause) and not any(map(wishes.has_value, said(clause)))]
    if len(clauses) > 1 and not off and _PUTS_OFF.within(whole):
        return [whole], [whole]
    return clauses, off
