"""A push in words: who orders it, forbids it or sees to it, and who says that it was done.

A commit stands on one machine. Whoever asks for a push wants it elsewhere, so no commit carries that part out.
"""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.sentences import asking, wishes
from threefold.work.sentences.phrases import Phrases, Said, said

_THINGS = (
    r"(?:branch(?:es)?|commits?|changes?|tags?|fix(?:es)?|results?|work|code|release|image|version|update|hotfix|"
    r"feature|main|master|repo(?:sitory)?|lot)"
)
_PUSH = later(
    r"\bget (?:\S+ ){1,4}pushed\b|(?:^|[,;:.!)(/+&–—-]\s*|\b(?:and|then|pls|please|also|now|just|finally|again|"
    r"after(?:wards?)?|ok(?:ay)?|yes|yep|commit|let's|lets|it|do|you(?: to)?|(?:remember|forget|sure) to|"
    r"(?:need|have) to|is to|(?:pass|green|done|finished)))\s*(?:git )?push(?:"
    r"\s+(?:it|them|this|that|these|those|everything|all|both|up|the result|when|once|as soon|"
    r"after|again|too|also|now|please|pls|directly|straight|upstream|origin|right away|afterwards?|"
    rf"(?:the|your|our|my|that|this|a|new|all|both) (?:\S+ ){{0,2}}?{_THINGS}|{_THINGS}|to (?:the )?(?:\S+ )?(?:origin|"
    r"remote|upstream|main|master|git(?:hub|lab|ea)|gerrit|bitbucket|repo(?:sitory)?|server|fork|branch|it|`|\S+/\S))|"
    r"\s*[.,;:!?)]|\s*$|\s+(?:and|then)\b)"
    r"(?!.{0,40}\b(?:fails?|failed|hangs?|rejected|takes|was|is broken|works?|notifications?)\b)",
    re.IGNORECASE,
)
_NOT = later(
    r"\b(?:don'?t|do not|never|no|not|without|until|unless|hold off|wait|instead of|rather than|before|if|whether|how "
    r"to|why|stop)\b(?! forget)[^,;.!]{0,40}\bpush\b",
    re.IGNORECASE,
)
_BY_PERSON = later(
    r"\b(?:i|we|he|she|they|someone)(?:'ll|'ve|'m|'re|'d| will| would| have| had| can| could| did| always| usually|"
    r" just| already| then)?\b(?!(?: would| also|'d)? (?:like|want|need|have)\b)[^.;!]{0,60}\bpush",
    re.IGNORECASE,
)
_HAN_PUSH = later(
    r"(?:^|[，,；;。！、（(\s]|提交|commit|并且?|然后|之?后|再|和|及|请|帮我|直接|最后|一起|一并|就|也|完|好|"
    r"了|你|可以|把[^，。]{1,16})(?:再|直接|一起|一并|都|也|给我|帮我|全部)*\s*(?:git )?"
    r"(?:(?:推送|push)(?:$|[。，,；;！!？?）)\s](?!\S{0,4}(?:通知|消息|服务))|到|至|一下|上去|吧|远[程端]|代码|分支|改动|标签|tag|"
    r"上游|和|并|、)|推(?:上去|到\s?(?:远|origin|main|master|git|仓库|分支|上游|主)|一下(?:[。，！!]|$)|远[程端]|掉?(?:[。！!]|$)))",
    re.IGNORECASE,
)
_HAN_NOT = later(
    r"(?:不要?|别|勿|无需|不用|不必|没|未|禁止|暂不|如果|要是|是否|要不要|为什么|怎么|(?<!以)之?前)[^，。；！]{0,10}(?:推|push)|"
    r"(?:推送?|push)[^，。；！]{0,6}(?:失败|报错|被拒|再说|之前|以前)",
    re.IGNORECASE,
)
_HAN_BY_PERSON = later(
    r"我(?:们)?(?:来|会|自己|已经?|刚|再|去|明天|晚点|稍后|之后)[^，。；]{0,10}(?:推|push)", re.IGNORECASE
)
_FORBIDS = later(
    r"\b(?:don'?t|do not|never|no need to|not|hold off on|stop|skip|without|no)\b(?! forget)[^,;.!?]{0,30}"
    r"\bpush(?:ing|es)?\b|\b(?:leave|forget|skip|drop) (?:the |out the )?push|"
    r"(?:不要?|别|勿|无需|不用|不必|禁止|暂不)[^，。；！？]{0,8}(?:推|push)",
    re.IGNORECASE,
)
_SEES_TO_IT = Phrases(
    r"\b(?:i|we)(?:'ll|'ve|'m| will| have| am| just| already| can)*(?: \w+){0,3}? push(?:ed|ing)?\b|"
    r"\b(?:i|we) pushed\b|"
    r"^(?:pushed|it's pushed|already pushed)\b|\bpush(?:ed)? (?:it |them |that )?(?:myself|ourselves)\b",
    r"我(?:们)?(?:来|会|自己|已经?|刚|再|去|明天|晚点|稍后|之后)?[^，。；吗]{0,8}(?:推|push)[^，。？]{0,4}(?:[过了。，！]|$)|"
    r"(?:已经?|刚)(?:推|push)",
)
_CLAIMS = Phrases(
    r"(?:^|[.!;,:\n] ?|\b(?:and|is|are|was|were|has|have|been|i|i've|now|all|also|it's|already|then|both) )(?:\w+ )?"
    r"pushed\b",
    r"(?:已经?|都|并|且|、|，|。|后|^|了|一起)(?:全部)?(?:推送?|push)(?:完成|成功|好了|到|至|了|上去了|。|，|！|$)",
)
_DENIES = Phrases(r"\b(?:not|nothing|never|unpushed|wasn't|isn't|haven't|couldn't|without|un)\b[^.,;]{0,20}\bpushed\b|"
                  r"(?:没|未|不)[^，。]{0,6}推|待推送")  # fmt: skip
_SPEAKS = Phrases(r"\bpush|推送|推[到上]")
_MAY_PUSH = Phrases(
    r"release|version|publish|deploy|\b(?:gh|glab|hub|arc|make|just|npm|yarn|pnpm)\b|sync|\w\.sh\b|script|"
    r"\b(?:docker|podman|helm|repo) push|[-_/]push|push[-_.]|git (?:review|acp)"
)
"""Commands whose work does not show; a push of git's own shows whether it came through."""


def orders_push(text: str) -> str:
    """The sentence of a person's message that orders a push; empty where none does, or where another one takes it
    back."""
    lines = said(text)
    if any(map(forbids_push, lines)):
        return ""
    return next((line.plain for line in lines if _orders(line)), "")


def _orders(line: Said) -> bool:
    text = line.masked.strip(" *_#>-•·")
    if asking.is_question(line) and not wishes.wants_done(line):
        return False
    if not text.isascii() and _HAN_PUSH.search(text):
        return not (_HAN_NOT.search(text) or _HAN_BY_PERSON.search(text))
    return _PUSH.search(text) is not None and not (_NOT.search(text) or _BY_PERSON.search(text))


def forbids_push(line: Said) -> bool:
    """Whether a person forbids a push, or takes it back."""
    return _FORBIDS.search(line.masked) is not None


def settles_push(text: str) -> bool:
    """Whether a person takes a push back, did it, or sees to it."""
    return any(
        forbids_push(line) or (_SEES_TO_IT.within(line) and not asking.is_question(line) and not _orders(line))
        for line in said(text)
    )


def claims_push(reply: str) -> bool:
    """Whether a model says that it pushed."""
    return any(
        _CLAIMS.within(line) and not _DENIES.within(line) and not asking.is_question(line) for line in said(reply)
    )


def speaks_of_push(text: str) -> bool:
    return _SPEAKS.within(text)


def may_push(command: str) -> bool:
    """Whether a command may have pushed, be it by a script."""
    return _MAY_PUSH.within(command)
