"""Whether a person's later words lift what they forbade: "don't change any code yet", and then "ok, fix it now".

A prohibition forbids deeds (to change, to commit, to push …) of something, or of anything. It is lifted once later
words of the person order or allow each of those deeds of the same thing, or say that it holds no longer. What was
forbidden for good ("never") takes more than an order, which may be one exception: words that allow. What holds but on a
condition ("not without my word", "unless the tests pass") outlives every order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.asking import is_question
from threefold.work.phrases import Phrases, Said, said
from threefold.work.wishes import wants_done
from threefold.work.words import share, terms

_NAMED = 0.6
"""How much of what names the forbidden thing stands in the words that allow it."""
_AHEAD = 200
"""Characters of a sentence from its negation on that are looked at."""
_DEEDS = {
    "change": (
        r"(?:chang|edit|modify|touch|fix|implement|refactor|rewrit|cod|patch|mend|apply|correct)(?:e|ing)?s?|(?:writ|"
        r"mak|do|produc)(?:e|ing)? (?:(?:any|the|some|more|new|your|an?|further|these|those|actual|real|such|code|"
        r"file) ){0,2}(?:code|changes?|edits?|modifications?|fix(?:es)?)",
        "修改|改动|修复|动手|写代码|编辑|实现|重构|改|修|动|碰|写",
    ),
    "commit": (r"commit(?:ting)?s?", "提交"),
    "push": (r"push(?:ing|es)?", "推送|推"),
    "deploy": (r"(?:deploy|releas|publish|ship|roll)(?:e|ing)?s?(?: out)?", "部署|发布|上线|发版"),
    "run": (r"(?:re-?)?(?:run|execut|launch)(?:e|ning|ing)?", "运行|执行|跑"),
    "delete": (r"(?:delet|remov|drop|wip)(?:e|ing|ping)?", "删除|删掉|删"),
    "install": (r"(?:install|upgrad|bump)(?:e|ing)?", "安装|升级|装"),
    "merge": (r"(?:merg|rebas)(?:e|ing)?", "合并"),
    "send": (r"(?:send|e-?mail|messag|notify|post)(?:e|ing)?", "发送|通知|发"),
}  # fmt: skip
_DEED = later("(?i)" + "|".join(rf"(?P<{deed}>(?:{latin})(?![\w-])|{han})" for deed, (latin, han) in _DEEDS.items()))
_NEGATION = later(
    r"(?i)\b(?:don'?t|do not|never|(?:must|may|should|shall|are|is|be)(?: not|n'?t)|not(?= (?:to|allowed|permitted))|"
    r"no|avoid|stop|refrain from)(?: (?:you|ever|yet|just|even|go|and|start|begin|try|to|any|please|code|more|further|"
    r"file|allowed|permitted|supposed))* |(?:不要|别|不许|不准|不能|不得|勿|禁止|先不|暂不|不可)(?:要|急着|直接|再|先|"
    r"做|去)*"
)
GO_AHEAD = "go ahead"
"""The deed of who only says to go on."""
_ALSO = later(r"(?i)(?: ?[,/、和或及] ?| )(?:or |and |nor )?(?:to )?")
_ENDS = later(
    r"(?i)[,;:.!?，；：。！？、—(（]|\b(?:until|till|before|unless|without|except|because|since|as|for now|yet|when|"
    r"i'll|that's)\b|之前|以前|除非|直到|等我"
)
"""What ends the words that name the thing."""
_FOR_GOOD = Phrases(r"\b(?:never|ever|always|under any)\b|永远|绝|千万|任何时候|以后|一律|严禁|从不")
_ON_CONDITION = Phrases(r"\b(?:without|unless|except|only if|other than)\b|除非|未经|没有.{1,12}(?:就|不|别)|不经")
_PROVISIONAL = Phrases(
    r"\b(?:yet|for now|now|until|till|before|first|only|just|at the moment|meanwhile|while)\b|先|暂|目前|现在|之前|"
    r"以前|直到"
)
_ANYTHING = later(
    r"(?i)\b(?:code|sources?|anything|things?|lines?|repo(?:sitory)?|project|codebase|implementation|work|edits?|"
    r"files?|changes?|modifications?|stuff|actual|real|yourself|myself|this|that|it|them|here|for me|so far)\b|代码|"
    r"源码|源代码|任何|文件|东西|内容|项目|仓库|它们?|这个?|那个?|急|了|吧|一下|掉|好"
)
"""Words that name no thing of their own."""
_FILLERS = later(
    r"(?i)\b(?:the|an?|any|all|my|our|your|of|in|for|at|to|please|now|either|just|also|further|more(?! than))\b"
)
_NAMES = later(r"\w")
"""What names something, once words that name nothing are gone."""
_NO = later(r"(?i)\bno (?:\w+ )*$")
_ALLOWS = (
    r"(?:you|u) (?:may|can|could|should|might)(?: now| also| just)*|(?:you(?:'re| are) )?(?:free|allowed|welcome|"
    r"permitted) to|feel free to|(?:it'?s |it is )?(?:ok(?:ay)?|fine|all right) to|go ahead and|go ahead"
)
_LEADS = later(
    rf"(?i)(?:(?:{_ALLOWS}|ok(?:ay)?|yes|yep|good|great|fine|right|perfect|looks (?:good|right|fine)|lgtm|please|"
    rf"now|then|"
    r"and|so|but|actually|well|all ?right|sure|thanks|just|also|let'?s|(?:can|could|would|will) you|i(?: want|'d like| "
    r"would like) you to|time to|start|begin|to|next|first|finally|immediately|directly|simply)[\s,.!:]+)*"
)
_HAN_LEADS = later(
    r"(?:(?:可以|能|好的?|行|嗯|对|是的|没问题|那就?|就|请|麻烦|你|您|帮我?|直接|开始|现在|然后|再|接着|一起|并且?|"
    r"也|去|来|这次|这回)[，, ]?)*"
)
_HAN_WITH = later(r"[把将按照用]")
"""What stands before the deed with its thing or manner in Chinese."""
_ALLOWED_NOW = later(r"可以|能|就|允许")
_MAY = Phrases(rf"\b(?:{_ALLOWS}|allowed|after all)\b|可以|允许|能.{{0,6}}了|破例")
_SPLIT = later(r"[,;:.!?，；：。！？—()（）]\s*|\s(?:and|then|but|so)\s|然后|并且|但是?")
_DEPENDS = Phrases(
    r"\b(?:if|once|when|whenever|after (?:[b-z]|a[^l])|as soon as|until|unless)\b|如果|要是|等.{1,16}(?:再|后|就)|之后"
)
"""What makes an order depend on something yet to come."""
_AMENDS = Phrases(r"^\W*(?:edit|change|fix|update)\w*\s*[:：]")
"""How somebody heads what they add to their own message, or a list."""
_TURNED = Phrases(r"\b(?:don'?t|not|no|never|nothing|without|instead of|rather than)\b|(?:不|别)[^错过如]|没")
"""What turns an order round."""
_NO_ORDER = Phrases(
    r"^(?:es|ed|s)?\s*(?:is|was|are|were|looks?|works?|seems?|message|history|log|hash|failed|passed|did|requests?|"
    r"hooks?)\b|^(?:是|的|得|过|信息|记录|历史)"
)
"""How a word that opens like an order goes on where it names a thing or tells what was done ("commit looks good")."""
_NOUN = later(
    r"(?i)fix|change|edit|patch|touch|code|commit|push|release|deploy|run|merge|drop|post|message|e-?mail|ship|bump|launch"
)
_AFTER_VERB = later(
    r"(?i)\s*(?:$|[^\w\s]|\d|(?:it|this|that|them|these|those|the|an?|all|everything|anything|your|my|our|and|to|now|"
    r"then|please|here|again|away|both|any|what\w*|as|in|on|with|for|up|out|only|just|yourself|directly|straight|one|"
    r"every|each|some|\w+ly)\b)"
)
"""What follows an order, and not a name that opens with the same word."""
_A_TEXT = Phrases(
    r"\b(?:plan|notes?|report|todo|summary|doc\w*|readme|changelog|comments?|description|issue|ticket|e-?mail|"
    r"message)\b|\b[\w-]+\.(?:md|txt|rst)\b|文档|计划|说明|笔记|注释|报告|邮件"
)
_GOES_AHEAD = Phrases(
    r"^(?:\w+[,.! ]+){0,4}(?:go ahead|go for it|proceed|do it|do that|make it so|start now|let's (?:do it|start|go))\b|"
    r"(?:^|[，,。 ])(?:动手|开始|做|干|来|去做)吧|开工|照做|就这么(?:做|办|改)"
)
_TAKES_BACK = Phrases(
    r"\b(?:no longer (?:appl\w+|hold\w*|need\w*|in force|active|valid)|(?:is|are|was|were|has been|"
    r"have been) (?:now )?(?:lifted|off|void|over|cancell?ed)|(?:forget|ignore|drop|scrap) (?:what i said|the|that|"
    r"my) )|不再(?:适用|需要|有效|限制)|(?:取消|解除|撤销|作废|放开)"
)
_OF_BANS = Phrases(
    r"\b(?:restrictions?|prohibitions?|constraints?|bans?|read-?only|plan mode|freeze)\b|限制|禁令|禁止|冻结"
)
_BINDS_BESIDE = Phrases(
    r"\b(?:must|always|never|shall)\b|^\W*(?:use|keep|prefer|stick|write|answer|follow|only use)\b|必须|一律|总是|"
    r"务必|^(?:用|使用|保持|统一)"
)


class Ban(NamedTuple):
    """What a prohibition forbids: deeds, and the terms that name their thing (none: of anything)."""

    deeds: frozenset[str]
    thing: frozenset[str]
    for_good: bool
    provisional: bool


class Leave(NamedTuple):
    """A deed that a person orders or (``may``) allows, and the terms that name its thing. ``text``: it is but words."""

    deed: str
    thing: frozenset[str]
    may: bool = False
    text: bool = False


def lifts(rule: str, text: str) -> bool:
    """Whether a person's message lifts all that a rule of an earlier message forbids. False for a rule that forbids
    nothing, or lays down something else beside it."""
    standing = bans(rule)
    return bool(standing) and not left_of(standing, text, rule)


def may_lift(text: str) -> bool:
    """Whether a message orders, allows or takes back anything at all."""
    return bool(leaves(text)) or _TAKES_BACK.within(text)


def left_of(standing: tuple[Ban, ...], text: str, rule: str = "") -> tuple[Ban, ...]:
    """Of prohibitions, what a later message of the person leaves of them; ``rule`` is their wording."""
    if not standing or _takes_back(rule, text):
        return ()
    given = leaves(text)
    if not given:
        return standing
    left = []
    for ban in standing:
        deeds = frozenset(deed for deed in ban.deeds if not any(_grants(leave, deed, ban) for leave in given))
        if deeds:
            left.append(ban._replace(deeds=deeds))
    return tuple(left)


def _grants(leave: Leave, deed: str, ban: Ban) -> bool:
    if leave.deed == GO_AHEAD:
        return ban.provisional and not (ban.for_good or ban.thing) and deed == "change"
    if leave.deed != deed or (ban.for_good and not leave.may):
        return False
    if not ban.thing:
        return not (leave.text and deed == "change")
    if share(ban.thing, leave.thing) >= _NAMED:
        return leave.may or ban.provisional
    return ban.provisional and not leave.thing and deed != "change"  # "fix it" is about the fault, "push it" is not


def _takes_back(rule: str, text: str) -> bool:
    """Whether a message says that a rule holds no longer."""
    if not _TAKES_BACK.within(text):
        return False
    for line in said(text):
        if _TAKES_BACK.within(line) and not is_question(line):
            named = share(terms(rule), terms(line.masked)) >= 0.34
            if named or (_OF_BANS.within(line) and any("change" in ban.deeds and not ban.thing for ban in bans(rule))):
                return True
    return False


@lru_cache(256)
def bans(rule: str) -> tuple[Ban, ...]:
    """The prohibitions in a rule; none where it lays down something else as well, or holds on a condition."""
    found: list[Ban] = []
    for line in said(rule):
        match = _NEGATION.search(line.masked)
        before = line.masked if match is None else line.masked[: match.start()]
        beside = [before, *(_SPLIT.split(line.masked[match.end() :])[1:] if match else ())]
        if any(_BINDS_BESIDE.within(piece) for piece in beside):
            return ()
        if match is not None:
            ban = None if _ON_CONDITION.within(line) else _ban(line, match.end())
            if ban is None:
                return ()
            found.append(ban)
    return tuple(found)


def _ban(line: Said, start: int) -> Ban | None:
    words = line.masked[start : start + _AHEAD]
    deeds: list[str] = []
    at, match = 0, _DEED.match(words)
    while match is not None:
        deeds.append(match.lastgroup or "")
        at = match.end()
        further = _ALSO.match(words, at)
        match = _DEED.match(words, further.end()) if further else None
    if not deeds or (_NO.search(line.masked[:start]) and words[at - 1 : at] not in ("s", "g")):
        return None  # "no, remove this"
    named = _ANYTHING.sub(" ", _ENDS.split(words[at:], maxsplit=1)[0])
    thing = terms(named) or frozenset([named.strip()] if _NAMES.search(_FILLERS.sub(" ", named)) else [])
    return Ban(frozenset(deeds), thing, _FOR_GOOD.within(line), _PROVISIONAL.within(line))


@lru_cache(256)
def leaves(text: str) -> tuple[Leave, ...]:
    """What a person's message orders or allows."""
    found: list[Leave] = []
    for line in said(text):
        if (is_question(line) and not wants_done(line)) or _DEPENDS.within(line) or _AMENDS.within(line):
            continue
        may = _MAY.within(line)
        for piece in map(str.strip, _SPLIT.split(line.masked)):
            leave = None if _TURNED.within(piece) else _leave(piece, may=may)
            if leave is not None:
                found.append(leave)
        if _GOES_AHEAD.within(line) and not _TURNED.within(line):
            found.append(Leave(GO_AHEAD, frozenset()))
    return tuple(found)


def _leave(piece: str, *, may: bool) -> Leave | None:
    """What one clause orders or allows: the deed with which it opens, after the words that lead up to it."""
    lead = (_LEADS if piece.isascii() else _HAN_LEADS).match(piece)
    at = lead.end() if lead else 0
    match = (_DEED.search if _HAN_WITH.match(piece, at) else _DEED.match)(piece, at)
    rest = piece[match.end() :] if match else ""
    if match is None or (match[0].isalpha() and match[0].endswith("s")) or _NO_ORDER.within(rest):
        return None
    if _NOUN.fullmatch(match[0]) and not ((may and at) or _AFTER_VERB.match(rest)):
        return None  # "push notifications are late"
    if rest.startswith("了") and not _ALLOWED_NOW.search(piece[:at]):
        return None  # it was done
    thing = terms(_ANYTHING.sub(" ", piece[at : match.start()] + " " + rest))
    return Leave(match.lastgroup or "", thing, may, _A_TEXT.within(rest))
