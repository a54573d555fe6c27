"""What a person's words forbid: deeds (to change, to commit, to push …) of something, or of anything."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.sentences.asking import asks_for_report
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.words import stem, terms

CLAUSES = later(r"[,;:.!?](?:\s+|$)|[，；：。！？—()（）]\s*|\s(?:and|then|but|so)\s|然后|并且|但是?")
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
    "break": (r"break(?:ing)?", "破坏"),
    "add": (r"(?:add|introduc)(?:e|ing)?|(?:pull|bring)(?:ing)? in", "添加|引入|新增|增加|加(?![密载速班入])"),
    "use": (r"(?:us|adopt)(?:e|ing)?", "使用|采用|用(?![户例法途量处品])"),
}  # fmt: skip
DEED = later("(?i)" + "|".join(rf"(?P<{deed}>(?:{latin})(?![\w-])|{han})" for deed, (latin, han) in _DEEDS.items()))
VERB = later(r"(?i)(?!(?:the|any|my|our|your|that|this|it|so|be|let|not|they|you|one|way|more)\b)[a-z]{3,}(?![\w-])")
"""A deed that is in no list: it goes by its own name."""
_ALONE = later(
    r"(?i)\b(?:leave|keep)\s+(?P<a>[^,;:，。]{2,80}?)\s+(?:alone|untouched|unchanged|as (?:is|it is|they are))\b|"
    r"\b(?:hands off|stay away from)\s+(?P<b>[^,;:，。]{2,80})|(?P<c>[^,;:，。]{2,80}?) (?:is|are) off[- ]limits\b|"
    r"保持(?P<d>[^，。；]{1,40})不变|(?P<e>[^，。；]{1,40}?)(?:请|都)?保持不变"
)
"""How it is said that a thing is not to be changed, without a negation."""
_NEGATION = later(
    r"(?i)\b(?:don'?t|do not|never|(?:must|may|should|shall|are|is|be)(?: not|n'?t)|not(?= (?:to|allowed|permitted))|"
    r"no|avoid|stop|refrain from)(?: (?:you|ever|yet|just|even|go|and|start|begin|try|to|any|please|code|more|further|"
    r"file|allowed|permitted|supposed))* |(?:不要|别|不许|不准|不能|不得|勿|禁止|先不|暂不|不可)(?:要|急着|直接|再|先|"
    r"做|去)*|\b(?:wait|hold off|hold back)(?: with| on| from)+ (?:the |any |all |our )?|"
    r"\bhold (?:the|our|any|all) (?=deploy|releas|merg|push|rollout|migration)"
)
_ALSO = later(r"(?i)(?: ?[,/、和或及] ?| )(?:or |and |nor )?(?:to )?")
_EITHER = later(r"(?i)\s(?:or|and|nor)\s|[、和或]|以及")
"""What stands between two forbidden things, each for itself."""
_ENDS = later(
    r"(?i)[,;:.!?](?=\s|$)|[，；：。！？—(（]|\b(?:until|till|before|unless|without|except|because|since|as|for now|"
    r"yet|when|i'll|that's)\b|之前|以前|除非|直到|等我"
)
"""What ends the words that name the thing."""
_AHEAD = 200
"""Characters of a sentence from its negation on that are looked at."""
_FOR_GOOD = Phrases(r"\b(?:never|ever|always|under any)\b|永远|绝|千万|任何时候|以后|一律|严禁|从不")
_ON_CONDITION = Phrases(r"\b(?:without|unless|except|only if|other than)\b|除非|未经|没有.{1,12}(?:就|不|别)|不经")
_PROVISIONAL = Phrases(
    r"\b(?:yet|for now|now|until|till|before|first|only|just|at the moment|meanwhile|while)\b|先|暂|目前|现在|之前|"
    r"以前|直到"
)
_BINDS_BESIDE = Phrases(
    r"\b(?:must|always|never|shall)\b|^\W*(?:use|keep|prefer|stick|write|answer|follow|only use)\b|必须|一律|总是|"
    r"务必|^(?:用|使用|保持|统一)"
)
_ANYTHING = later(
    r"(?i)\b(?:code|sources?|anything|things?|lines?|repo(?:sitory)?|project|codebase|implementation|work|edits?|"
    r"files?|changes?|modifications?|stuff|actual|real|yourself|myself|this|that|it|them|here|for me|so far)\b|代码|"
    r"源码|源代码|任何|文件|东西|内容|项目|仓库|它们?|这个?|那个?|急|了|吧|一下|掉|好|"
    r"\b(?:after all|as well|anyway|again|too|freely)\b"
)
"""Words that name no thing of their own."""
_FILLERS = later(
    r"(?i)\b(?:the|an?|any|all|my|our|your|of|in|for|at|to|please|now|either|just|also|further|more(?! than))\b"
)
_SCHEMA = later(r"(?i)(?:数据库|数据表|库表|表|库)结构|\b(?:database|table) structure\b")
"""Other names of a database's schema."""
_CODED = later(r"[`\"“「]([^\s`\"“”「」]{1,80})[`\"”」]")
"""A name in code or quotes."""
_FILE = later(r"(?:[\w.-]+/)*(?P<name>[\w-]+)\.[A-Za-z]\w{0,4}\b")
"""A file with its folder."""
_NAMES = later(r"\w")
"""What names something, once words that name nothing are gone."""
_PLACE = later(
    r"(?i)\W*(?:(?:anything|it|this|that|code|changes)\s+)*(?:to|on|onto|into)\b|\W*(?:代码|任何东西)?[到至往]"
)
"""How the words behind a deed open that name where it goes."""
_NO = later(r"(?i)\bno (?:\w+ )*$")


class Ban(NamedTuple):
    """What a prohibition forbids: deeds, and the terms that name their thing (none: of anything)."""

    deeds: frozenset[str]
    thing: frozenset[str]
    for_good: bool
    provisional: bool
    place: bool = False
    """the thing is where something goes ("to origin")"""


@lru_cache(256)
def bans(rule: str) -> tuple[Ban, ...]:
    """The prohibitions in a rule; none where it lays down something else as well, or holds on a condition."""
    found: list[Ban] = []
    for line in said(rule):
        words = spoken(line)
        match = _NEGATION.search(words) or _ALONE.search(words)
        before = words if match is None else words[: match.start()]
        beside = [before, *(CLAUSES.split(words[match.end() :])[1:] if match else ())]
        if any(_BINDS_BESIDE.within(piece) for piece in beside):
            return ()
        if match is not None:
            forbids = (
                (frozenset(("change",)), match[match.lastgroup]) if match.lastgroup else _deeds(words, match.end())
            )
            if forbids is None or _ON_CONDITION.within(line):
                return ()
            named = _things(forbids[1])
            if match.lastgroup and not all(named):
                return ()  # "leave it alone"
            for_good = _FOR_GOOD.within(line)
            provisional = _PROVISIONAL.within(line) or asks_for_report(line.text)  # "why is it slow, no edits please"
            place = _PLACE.match(forbids[1]) is not None
            found += [Ban(forbids[0], thing, for_good, provisional, place) for thing in named]
    return tuple(found)


def _deeds(line: str, start: int) -> tuple[frozenset[str], str] | None:
    """The deeds that a sentence forbids from a place on, and the words behind them."""
    words, bare_no = line[start : start + _AHEAD], _NO.search(line[:start])
    deeds: list[str] = []
    at, match = 0, DEED.match(words) or VERB.match(words)
    if bare_no and match is not None and not match.lastgroup:
        return frozenset(("add",)), words  # "no new dependencies"
    while match is not None:
        deeds.append(match.lastgroup or stem(match[0].lower()))
        at = match.end()
        further = _ALSO.match(words, at)
        match = DEED.match(words, further.end()) if further else None
        if further and match is None and "or " in further[0].lower():
            match = VERB.match(words, further.end())
    if not deeds or (bare_no and words[at - 1 : at] not in ("s", "g")):
        return None  # "no, remove this"
    return frozenset(deeds), words[at:]


def _things(words: str) -> list[frozenset[str]]:
    """The things that words name, each by its terms; where they name none, anything."""
    found = []
    for named in _EITHER.split(_ENDS.split(words, maxsplit=1)[0]):
        own = _ANYTHING.sub(" ", named)
        found.append(thing_of(named) or frozenset([own.strip()] if _NAMES.search(_FILLERS.sub(" ", own)) else []))
    return [thing for thing in found if thing] or [frozenset()]


def spoken(line: Said) -> str:
    """A sentence with quotes and code masked, and the names that stand in them not."""
    words = line.masked
    for match in _CODED.finditer(line.text):
        words = f"{words[: match.start()]} {match[1]} {words[match.end() :]}"
    return words


def thing_of(words: str) -> frozenset[str]:
    """The terms that name a thing; a file goes by its own name, since its folder and ending are those of others."""
    own = _FILE.sub(lambda file: f" {file['name']} " if len(file["name"]) > 2 else f" file{file['name']} ", words)
    return terms(_SCHEMA.sub(" schema ", _ANYTHING.sub(" ", own)))
