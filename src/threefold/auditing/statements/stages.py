"""How far a clause says that something is: done, failed, taken back, called off, put off, running, or not begun."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from threefold.auditing.statements.rules import clauses_of
from threefold.text.later import later
from threefold.text.together import Together


class Stage(Enum):
    """How far something is."""

    DONE = "done"
    FAILED = "failed"
    BACK = "taken back"
    CANCELLED = "called off"
    PUT_OFF = "put off"
    RUNNING = "running"
    OPEN = "open"


class Told(NamedTuple):
    """A clause that tells how far something is: what stands in front of the word that says so (or behind it, where
    nothing does), and the whole clause with what led up to it."""

    stage: Stage
    front: str
    behind: str
    clause: str
    word: str
    first: str


_SUPPOSES = later(
    r"(?i)^\W*(?:(?:and|so|then|ok(?:ay)?|good|now)\W+)*(?:let me|let's|let us)\b|:$|\b(?:if|would|could|might|in case|unless|whenever|dry[- ]?run)\b|\b(?:when|once|as soon as) \w+|如果|要是|万一|一旦|的话|演练|试运行|出问题|是否|\bwhether\b|\b(?:only )?(?:after|until) (?:\w+ ){1,3}(?:has|have|is|are)\b"
)
_NO_FAILURE = later(
    r"(?i)\b(?:0|no|zero|without|not?) (?:[\w()]+ ){0,2}(?:fail\w*|errors?|timeouts?)\b|\b(?:fail\w*|errors?)\W{1,3}0\b|\b(?:fixed|fix(?:es)?|repaired|resolved|solved|after|since|despite|handles?|on|of|for) (?:the |a |an )?(?:\w+ )?(?:failures?|failing|errors?|crash(?:es)?|timeouts?)\b|\b(?:the|a|an|of|those|these|each|every) (?:failed|failing|interrupted|rejected|broken) (?!with\b|at\b|because\b|after\b|again\b|on\b|in\b|and\b|so\b|too\b|to\b)[a-z]"
    r"|没有?(?:错误|失败|报错|超时)|无(?:失败|错误)|0 ?个?(?:失败|错误)|失败(?:[降减从次数]|的|率|时|重试|原因)|超时(?:的|时间|率|时|设|从|改|由)|(?:错误|失败|报错)(?:处理|码|信息|提示)"
)
_BACK = later(
    r"(?i)\broll(?:ed|ing|s)?[- ]?back\b|\brevert(?:ed|ing|s)?\b|\b(?:undo|undone|undid)\b|\bback(?:ed)? (?:it |this |them )?out\b|\btak(?:e|en) (?:it |this |them )?(?:back )?out again\b"
    r"|\brestored? (?:the )?(?:old|previous|original|backup)|\bback (?:on|to) (?:the )?(?:old|previous|original|v?\d)|\b(?:deleted|removed|took|pulled|tore|switched|turned)\b(?= (?:[\w-]+ ){1,5}(?:again|back|down|off|out)\b)|\bback on [a-z]|\b(?:on|to|at|runs?) the (?:old|previous|former|last) (?:\w+ )?(?:again|release|version|build|one|image|state)\b|\b(?:is|are) (?:now |all )?gone\b|回滚|回退|撤回|撤销|退回(?!去)|[换用改]回|还原|恢复(?:成|到|为|了)?(?:原|旧|之前)"
)
_CANCELLED = later(
    r"(?i)\b(?:cancel(?:l?ed)?|forget(?: about)?|(?:leave|park) (?:that|this|it|those)\b|(?<!the )(?<!a )drop|scrap|scratch|ditch|abandon|shelve|skip|leave out|ignore|disregard|(?:is|are|was|were|been|we|(?:can|may|should) be) (?:left out|dropped|scrapped|shelved|skipped|abandoned)|call(?:ed)? off|off the table|never ?mind(?: about)?|no need (?:for|of|to)|(?:don'?t|do not|doesn'?t) (?:need|want|bother)|decided against"
    r"|(?:won'?t be|not|no longer) (?:needed|necessary|required|wanted))\b|不(?:再|用)?[做要弄换改加搞上接买发迁升写推跑建装测查删管]了|(?<![先暂时前要能得])不[做搞弄建](?=[，。；！,;\s]|$)|不用(?:再|你|我们|咱们|我)*[做管弄改加搞建]|取消|不用做|不用再?[做弄改加搞]|算了|放弃|作废|砍掉|不批|免了|不再需要|否了|搁置|不用你?(?:再)?管|别管"
)
_PUT_OFF = later(
    r"(?i)\b(?:postpone[d]?|(?:moved|pushed) to (?:milestone|the next|next|v?\d[\d.]*)|put off|defer(?:red)?|hold(?:ing)? (?:off|on|it|back)|on hold|leave\b.{1,60}\b(?:till|until|for (?:now|later|tomorrow|monday|next)|alone)|waits? (?:for|on|until|till|with)|not (?:now|yet|today|before)|(?:tomorrow|next week|later|tonight|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\W*$"
    r"|(?:do not|don'?t|never)\b.{1,60}\b(?:yet|before|until|till|today|tonight)|after (?:the|my|our|your) \w+)\b"
    r"|\b(?:i'll|i will|we'll|let me)\b.{1,80}\b(?:myself|ourselves|by hand)\b|我自己|我[^，。；？]{0,8}来(?!说|看)|先(?:不|别|放|留|存着|停|等|搁|空着|保持)|(?:下个?|下一个?)(?:迭代|版本|季度|阶段)再?|\b(?:can|could|may|should) (?:stay|wait|remain)\b|\b(?:look at|do|fix|get to|deal with|handle|pick up) (?:it|that|this|them)(?: up)? (?:in (?:q[1-4]|the next|a later)|next|later)\b|停着|[暂目][时前]?不|暂缓|推迟|延后|(?:今天|本次)(?:到此|先到)|等.{1,24}(?:再|之后|以后|后)|(?:明天|明早|今晚|下周|下个?月|周[一二三四五六日天]|以后|改天|之后).{0,16}再"
)
_FAILED = later(
    r"(?i)\b(?:fail(?:ed|s|ing|ure)?|stopped (?:at|with|after|in|on|because)|broke off|broken off|gave up|aborted|crash(?:ed|es)|timed out|times out|time-?out|rejected|refused|denied|discarded|interrupted|inconclusive|cannot|can'?t|unable|out[ _]of[ _]memory|OOM|(?-i:SIG(?:SEGV|KILL|ABRT|TERM))|segmentation fault|killed|errored|error:|conflict(?:s|ed)|ERR_\w+|forbidden"
    r"|(?:did|does|do|could|can|has|have|was|were)(?: not|n't) (?:yet )?(?:be |been )?(?:finish|complete|go through|succeed|pass|build|compile|start|work|reach|met)\w*|(?:is|are|stays?|still) (?:red|broken|failing)|not (?:met|reached)|misse[sd]|exit(?:ed)? (?:code|status|with)[: ]*[1-9]\d*)\b"
    r"|失败|中止|终止了|超时|报错|出错|熔断|崩溃(?![率日报统监收上分])|崩了|被拒|拒绝|[没未不]通过|[没未]成功|没过|不达标|没达到|未达|中断|卡[住在]|挂了|[没未](?:能)?(?:跑|做|写|传)完|写不进|连不上|打不开|没法(?![比看])|[现导做改跑连编装传发复]不了(?![解起])"
)
_RUNNING = later(
    r"(?i)\b(?:still (?:runs?|trains?|builds?|copies)|(?:is|are|still|keeps?) (?:still |now |currently )?(?:running|under way|in progress|being \w+ed|queued|pending|building|copying|uploading|training)|in progress|under way|runs in the background|has (?:just )?(?:started|begun)|half ?way)\b|正在|还在(?:跑|传|导|训|进行|执行)|进行中|跑着|排队中|后台(?:跑|运行|执行)|开始(?:跑|做|写|改|传|导|训|建|编)(?!了)"
)
_OPEN = later(
    r"(?i)\b(?:not (?:yet |been |yet been )*(?:\w+ed|done|sent|begun|run|built|written|made|in place|there)|yet to|(?:has|have|had|was|were|is|are|did)(?:n't| not)(?: yet)?(?: been)? \w+|still (?:to|needs?|open|missing|has|have|waiting|lacks?|waits?)|pending|outstanding|to ?do|unstarted|to be (?:done|\w+ed)|remain(?:s|ing)?|left to|(?:waiting|blocked|awaits?|awaiting)|needs? to|have to|has to|(?:starts?|begins?|due|planned|scheduled) (?:tomorrow|tonight|next|on|in|for)|nothing (?:was|has been)|(?:can(?:no|')t|could(?:n't| not)) be(?: \w+ed)?|un(?:pushed|committed|touched|merged|tested|sent|written|released|deployed|published|finished|resolved|solved|fixed|reviewed|verified|translated|implemented))\b"
    r"|^\W*(?:(?:then|and|so|ok(?:ay)?|good)\W+)?(?:next\b|now (?:to|the|for|on)\b|now (?-i:[A-H])\b)|\bnext\W*$|\b(?:shall|should|may) i\b|\bi(?:'ll| will)\b|还[没需差剩要得]|[目当]前只有|现在只有|尚未|仍[需未]|^\W*open\b|未(?![来经知必免见变曾]|发现)|没(?:有)?(?:开始|做|动|写|发|修|部署|上传|执行|跑|测|验|改|推|提交|合|装|配|接|建|传|删|加|试|上线)|(?:明天|明早|今晚|下周[一二三四五六日天]?|周[一二三四五六日天]|下个?月|稍后|晚点|之后)再?(?:开始|做|上|发|处理|进行|跑)|待(?:办|做|处理|开始|发|修|改|写|补|测|定)|接下来|下一步|^\W*(?:先|再)?开始|需要继续|[要吗][？?]"
)
_DONE = later(
    r"(?i)\b(?:complete[d]?|done|finished|in (?:place|use|force)|(?:is|are|now|went|goes) live|landed|went (?:out|through|well)|(?:is|are|was|were|been|has|have)(?: now| already| all| also)* (?:set|put|taken|given|drawn|redrawn|kept|done)|successful(?:ly)?|pass(?:es|ed)?|succeeded|works?(?: now| fine)?|ok|accepted|met|ticked off|green|fixed|resolved|solved|sent|built|made|ran|written|told|paid|sold|bought|(?-i:(?!(?:seed|need|speed|feed|indeed|exceed|proceed|embed|hundred|based|unneed|used|called|named|wanted|asked|expected|needed|required|related|limited)\b)(?<![\w-])[A-Za-z][a-z]{1,20}ed)(?!-))\b"
    r"|(?:全部|[都均已])(?:修复|修好|解决|处理|更新|迁移|替换|关闭|合并|通过|就位)(?![中的前])|\b(?:is|are) (?:now )?(?:out of|gone from|off|on) (?:the )?(?:matrix|list|config\w*|build|repo\w*|code\w*|ci|npm|pypi|master|main|prod\w*|store)\b|已(?!知|有)|(?<=[做写改接配装修弄调跑传搭建补加])[好完](?=[，。；、（(\s]|$)|完成(?!度|率|之?后|前|时)|成功(?!率)|[好过掉完]了|了(?=[，。；,;]|\s*$)|通过(?!率|之?后|前|时)|写完|做完|搞定|就绪|没问题(?![再就的])|发出|上线(?!前|后)|✅"
)
_REPAIRED = later(
    r"(?i)^(?:(?!\b(?:not|never|yet)\b|n't\b).){0,80}\b(?:fixed(?!-)|resolved|repaired|solved|now (?:passes|works)|works now|passes now)\b|^[^未没]*(?:修好|已修复|已解决)"
)
_NOTHING = later(r"(?i)\b(?:no|nothing|none)\b")
_BY_HUMANS = (_BACK, Stage.BACK), (_CANCELLED, Stage.CANCELLED), (_PUT_OFF, Stage.PUT_OFF)
_BY_ANY = (_FAILED, Stage.FAILED), (_OPEN, Stage.OPEN), (_RUNNING, Stage.RUNNING), (_DONE, Stage.DONE)
_WAITS = later(r"(?i)\bwaits? (?:for|on|until|till|with)\b|\bon hold\b|等.{1,24}(?:再|之后|以后|后)")
_CALLED_OFF = later(
    r"(?i)\bcancell?ed|\bcalled off|(?<!the )(?<!a )(?<!of )\bdropped\b|\bhanded (?:over|off) to\b|\btaken over by\b|\breassigned to\b"
    r"|取消|不做了|不[做搞弄建](?=[，。；！\s]|$)|(?<![跟需])[接转移]交给|转给|接手|不归(?:我|这边|本|咱)"
)


def stage_of(clause: str, human: bool = False) -> tuple[Stage, int, int] | None:
    """How far a clause says that something is, and where the word stands that says so. What is called off or put off, a
    ``human`` says; of a model it is but told."""
    search = _TOGETHER.search
    if search(_SUPPOSES, clause):
        return None
    repaired = search(_REPAIRED, clause)
    if repaired:
        return Stage.DONE, repaired.end(), repaired.end()
    clause = said = _CODE.sub(_blank, clause)
    if human:
        off = [
            (found, stage) for pattern, stage in _BY_HUMANS if (found := search(pattern, clause)) and not _shouts(found)
        ]
        if off:
            waits = any(stage is Stage.PUT_OFF and _UNTIL.search(found[0]) for found, stage in off)
            off = [one for one in off if len(off) == 1 or (one[1] is not Stage.PUT_OFF or waits)]
            found, stage = min(off, key=lambda one: one[0].start())
            stage = Stage.PUT_OFF if waits and stage is Stage.CANCELLED else stage
            removes = stage is Stage.CANCELLED and _REMOVES.match(clause, found.end())
            return None if removes else (stage, found.start(), found.end())
    if human and (found := _PERSISTS.search(clause)):
        return Stage.FAILED, found.start(), found.end()
    for pattern, stage in _BY_ANY if human else _BY_MODELS:
        if stage is Stage.FAILED:
            said = _NO_FAILURE.sub(_blank, clause) if search(_NO_FAILURE, clause) else clause
        found = search(pattern, said)
        if found is None or (stage is Stage.CANCELLED and _shouts(found)):
            continue
        if stage is Stage.DONE and (
            _NOTHING.search(clause[: found.start()]) or (human and not _BY_THEMSELVES.search(clause))
        ):
            return None
        return stage, found.start(), found.end()
    return None


_TOGETHER = Together(
    _SUPPOSES, _REPAIRED, _NO_FAILURE, _BACK, _CANCELLED, _PUT_OFF, _CALLED_OFF, _WAITS, _FAILED, _OPEN, _RUNNING, _DONE
)  # fmt: skip


def _shouts(found: re.Match[str]) -> bool:
    """Whether a word stands in capitals, as in code: ``SKIP LOCKED``."""
    return found[0].isascii() and found[0].isupper()


_BY_MODELS = (_BACK, Stage.BACK), (_CALLED_OFF, Stage.CANCELLED), (_WAITS, Stage.PUT_OFF), *_BY_ANY
_PERSISTS = later(
    r"(?i)\bstill (?!needs?\b|has\b|is\b|was\b|works\b|runs?\b|looks\b|stands\b|wants\b|applies\b)(?:\w{2,}s|the same|broken|not|doesn'?t|happens)\b|^\W*(?:nope|no luck)\b|还是(?:不行|不对|报错|一样|会|没|卡|慢|崩)|仍然?(?:不行|报错|会|有问题)"
)
"""How a human says that what was to be mended is as it was."""
_UNTIL = later(r"(?i)until|till|\bnext\b|等")
_FOR_A_TIME = later(r"(?i)\b(?:until|till)\b|[等到].{1,24}(?:再|才|之后|以后)")
"""What a human says first of something that is not to be done until later."""
_LONG = 16
_CODE = later(r"`[^`]{0,200}`|(?<!\S)--?[a-z][\w-]*")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


_REMOVES = later(r"(?i).{0,60}\b(?:from|out of|of the)\b")
_BY_THEMSELVES = later(
    r"(?i)\b(?:is|are|was|were|has|have|had|i|we|it|that|all|he|she|they)(?:'s|'re|'ve)? (?:\w+ ){0,2}(?:\w+ed|done|sent|built|made|ran|written|told|in|live|ok|fine|green)\b|\b(?:done|passes|passed|works?|accepted|ticked off)\b|完成|已|[好过掉完]了|了(?=[，。；,;]|\s*$)|通过|没问题|收到"
)


def told_in(line: str, human: bool = False) -> Iterator[Told]:
    """What a sentence tells of the stages of things, clause by clause."""
    before: list[str] = []
    first = ""
    for clause in clauses_of(_AND.sub(", ", line)):
        found = stage_of(clause, human)
        if found is None:
            before.append(clause)
        else:
            stage, start, end = found
            front, behind, whole = clause[:start], clause[end:], clause
            if before and _LAST.search(front) and all(len(one.split()) <= _NAMES for one in before):
                front = ", ".join([*before, front])  # bloom, fog and sky are ported
            if stage is Stage.CANCELLED and human and _FOR_A_TIME.search(", ".join([*before, clause])):
                stage = Stage.PUT_OFF
            if stage is Stage.PUT_OFF and human:  # what comes behind it is that for which it waits
                behind, whole = (clause[start:end], clause[:end]) if end - start > _LONG else (behind, clause)
            yield Told(stage, front, behind, ", ".join([*before, whole]), clause[start:end].lower(), first)
            before = []
        first = first or _VERB.split(clause, maxsplit=1)[0]


_LAST = later(r"(?i)^\W*\S+ (?:and|or) \S+\s|^\S{1,12}[和及与]\S{1,12}")
_NAMES = 2  # words of a thing in a list
_VERB = later(r"(?i)\s(?:is|are|was|were|has|have|always|keeps?|fails?)\b|(?:已经|已|是|在|(?=[我他她]))")
_AND = later(r"(?i),? (?:and|but) (?=(?:has|is|was|were|have|are|not|then|never)\b)")
