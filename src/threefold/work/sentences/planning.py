"""Plans, promises and reminders in prose, and words for being done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences import numbering
from threefold.work.sentences.asking import CONDITIONAL, is_question
from threefold.work.sentences.framing import without_tail
from threefold.work.sentences.phrases import Phrases, Said, bare, said
from threefold.work.sentences.words import GENERIC, terms

_PLAN_HEAD = Phrases(
    r"\bplan\b|\bpropos(?:e|al)\b|\bphases\b|\bstages\b|\bnext steps?\b|\bremaining(?: work| steps| tasks| items|"
    r" todos| changes)?\s*[:：*]|\bwhat remains\b",
    r"\bstill (?:to do|open|missing)\b|\bto[- ]?do(?:s| list)?\b|\bleft to do\b|\bwhat(?:'s| is) (?:left|next|"
    r"missing)\b|\bsteps\b",
    r"\bfollow[- ]?ups?\b|\boutstanding\b|\bi(?:'ll| will| am going to|'m going to)\b|\bpending\b",
    r"计划|分(?:成)?[一二两三四五六七八\d]+(?:步|个?阶段)|方案[:：]|下一步|接下来|步骤|待办|剩余|剩下|还需要|未完成|"
    r"后续|打算",
)
_DONE_HEAD = Phrases(
    r"\b(?:done|did|completed|finished|was|were|have been|has been|changed|changes|summary|how it works|reproduce|"
    r"to run|usage|instructions|used to)\b",
    r"已完成|完成了|做了|改动|变更|小结|总结|用法|复现|如何",
)
_OPTIONAL = Phrases(
    r"\b(?:possible|optional(?:ly)?|suggest\w*|recommend\w*|could|might|may want|consider|ideas?|nice[- ]to[- ]have|"
    r"if you|would be|potential|alternatively|down the road)\b",
    r"可选|建议|可以考虑|如果|或许|不妨",
)
_UNDONE = (
    "committed|tested|run|written|implemented|finished|started|fixed|deployed|merged|verified|complete|completed|"
    "documented|migrated|wired|updated|converted|translated|reviewed|cleaned|begun"
)
_PROMISE = Phrases(
    r"^(?:ok(?:ay)?,? |understood[,.:]? |sure,? |noted[,.:]? |got it[,.:]? |then,? |and |so )*(?:next(?:,|:| up| i|"
    r" we)|after (?:that|this|the)\b.{0,40}\bi(?:'ll| will))",
    r"\b(?:i|we)(?:'ll| will| am going to|'m going to|'re going to| shall| plan to| intend to| still (?:need|have) to|"
    r" need to| have to| have yet to|'ve yet to)\b",
    r"\bstill (?:need(?:s|ed)?|to do|to be|to come|left|missing|pending|outstanding|todo|has to|have to|unfinished|"
    r"incomplete|fail(?:s|ing)?|broken|running)\b",
    r"\bremain(?:s|ing)? (?:to be|to do|open|undone|unfinished|tasks?|steps?|work|items?|is|are)\b|"
    r"\bremaining\s*[:：]|\bleft to do\b|\byet to be\b|\bto be (?:done|written|added|implemented|fixed|finished)\b",
    rf"\b(?:have|has|is|are|was|were)(?: not|n't)(?: been)?(?: yet)? (?:{_UNDONE})\b",
    rf"(?:^|\bbut |\bnothing (?:is|was|has been) |[:(] ?)(?:not (?:yet )?)?(?:{_UNDONE}) yet\b",
    rf"\bnot yet (?:{_UNDONE})\b",
    rf"(?:^|\bbut |[:(] ?)not (?:{_UNDONE})\b|\bnothing (?:is|was|has been) (?:{_UNDONE})\b",
    r"\b(?:todo|to-do)\s*[:：]|\bnext (?:step|task|item)s? (?:is|are|will|would be)\b|\bnext steps?\s*[:：]|\b(?:is|"
    r"goes|comes|are|come) next\b|^next (?:come|comes|are|is)\b|\btomorrow\b|\b(?:for|until|to) next (?:week|month|"
    r"sprint)\b|\bin a follow-up\b|\b(?:is|was|"
    r"are|were|been) (?:deferred|postponed)\b|\bhalf(?:way| done| finished)\b|\bunfinished\b",
    r"\bwhat(?:'s| is) (?:left|missing|still open) (?:is|are)\b|\bup next\b|\bin the next (?:step|turn|commit|pr|"
    r"round)\b",
    r"\bonly (?:finished|done|did|completed)\b",
    r"接下来|下一步|(?:随后|之后|后面|稍后|回头|明天|晚点|等会|然后|再)(?:我)?(?:会|将|再|还要|还会|来|去|要|需)|"
    r"我(?:会|将|再去|马上|这就|打算|准备|计划)",
    r"还(?:需要|需|要|差|剩|没|没有|未|得)|尚未|待办[:：]|待(?:完成|处理|补|做|修|实现)|(?:^|"
    r"[^出理写读回留弃送])剩(?:下|余)|下一个(?:弄|做|改|是|轮)|(?:下周|下个?月|下次|改天)再|未(?:完成|提交|测试|实现|"
    r"验证|处理)",
    r"\b(?:is|are|was|were|has|have)(?: not|n't)(?: been)?(?: \w+){1,2} yet\b",
    r"\b(?:someone|somebody)\b.{0,40}\b(?:has to|needs to|must|should)\b",
    r"(?:稍后|晚点|回头|之后|随后|明天|过会儿?|待会儿?|晚些时候)(?:我)?(?:再|会|来|去)?(?:更新|补|加|写|改|处理|做|修|"
    r"提交|推|发|整理|清理|测|跑|合并|同步)",
    r"(?:还是|仍(?:然|旧)?|依旧)(?:是|用|在|走|有)?(?:的)?(?:旧|老|原来|以前)|仍(?:未|没)|(?:恢复|好了|修好)(?:后|"
    r"之后|了)再",
    r"(?:需要|得|要)(?:有人|找人|运维|管理员)",
    r"^(?:好的?[，,。 ]*|嗯[，,。 ]*|行[，,。 ]*)*到时(?:候)?|没(?:有)?(?:提交|测试|跑|写完|做完|完成|实现|验证)|"
    r"(?-i:TODO)\s*[:：]|留待|以后再|改天|后续",
)
_NO_PROMISE = Phrases(
    r"\b(?:i|we)(?:'ll| will) (?:not|never|always|see|be (?:happy|glad|here|around|able|ready)|wait|keep|leave|stick|"
    r"stay|hold|avoid|ignore|skip|remember|note|let you know|stop|assume|need (?:to know|from you|your))\b",
    r"\bgoing to (?:stop|leave|wait|keep)\b|\b(?:won't|will not|not needed|no longer|whenever|if you|once you|"
    r"when you|should you|unless|from now on|going forward|in (?:the )?future|let me know|feel free|as you asked|"
    r"on purpose|by design)\b",
    r"\bnothing (?:else |more )?(?:remains|is left|left|to)\b|\bno (?:remaining|outstanding|pending|further|more|open|"
    r"follow-?ups?|todos?)\b|\bnone remain|\byou(?:'ll| will| can| may| need| have)\b",
    r"\b(?:nothing|no \w+) (?:still )?(?:needs?|remains?|left)\b",
    r"不需要|无需|不用|不必|如果(?:你|您|需要)|如需|需要的话|没有其他|没有剩|不再(?:需要|做|改|写|跑)|(?:我|也|"
    r"都)不会|我会(?:保持|记住|记得(?:这|，)|注意|避免|一直|始终|遵守|按(?:照)?(?:这|你|您))|今后|以后都|每次|一直|"
    r"始终",
    r"剩(?:下|余).{0,20}(?:已|都)|(?:你|您)(?:可以|还)|没有(?:什么|任何)|还(?:需要|需|要|差|剩|没|没有|有)(?:什么|"
    r"任何|别的|其他)|是否|吗[？?]?$",
)
_REPORTS = Phrases(
    r"^(?:i |we )?(?:added|fixed|updated|documented|implemented|removed|renamed|wrote|created|moved|replaced|changed|"
    r"refactored|committed)\b"
)
_CONTRASTS = Phrases(r"\b(?:but|still|yet|not|remain\w*|left|except)\b|n't")
_REMINDS = Phrases(
    r"(?:^|[^u] |[^o]u )(?:don't|do not|dont) forget\b|\bremember to\b|\bremind me\b",
    r"\b(?:later|tomorrow|next (?:week|time|session)|afterwards|eventually|at some point|another time),? (?:we|you|"
    r"i)\b",
    r"^(?:later|tomorrow|next (?:week|time)|afterwards|eventually)\b.{0,20}\b(?:need|should|must|add|write|fix|"
    r"update)\b",
    r"\bcan wait\b|\bwait until (?:after|tomorrow|next|mon|tues|wednes|thurs|fri)",
    r"\bwe(?:'ll| will)? (?:\w+ ){1,4}(?:tomorrow|next (?:week|time|month|sprint)|later|on (?:mon|tues|wednes|thurs|"
    r"fri)day)\b",
    r"\b(?:we|you|i) (?:still )?(?:need|should|must|have) to\b.{0,60}\b(?:later|tomorrow|next|before|after|once|when|"
    r"eventually)\b",
    r"\bbefore (?:the |we |you )?(?:release|merg\w*|deploy\w*|ship\w*|launch|publish\w*)\b|\bnot (?:right )?now\b|"
    r"\btodo\s*[:：]",
    r"别忘|不要忘|记得(?:要|把|去|更新|改|加|写|删|补|提交|通知|同步|发|做|检查|清理|轮换)",
    r"(?:回头|稍后|明天|下次|下周|晚点).{0,12}(?:再|要|把|记|做|改|加|写|补|处理|清理)|(?:以后|之后)(?:再|要)",
    r"等.{1,20}(?:之后|以后|后|完).{0,6}再|(?:到了?|拿到了?|收到了?|来了|出来|定了)(?:之?后|以后)?[，,]?(?:你|再|"
    r"帮我?)(?:再|把|一起|帮)",
    r"(?:发布|上线|合并|部署|发版|提交)(?:之)?前.{0,12}(?:要|把|记|别|得|再|需)|留到",
)
_ASKS = Phrases(
    r"\bremind me (?:again |once more |please )*(?:how|what|why|which|who|where|whether|of the (?:syntax|command|"
    r"steps?))\b"
)
"""How a person asks for what they have forgotten."""
_RULES = Phrases(r"\bremember to (?:use|always|keep|never|follow|stick|respect|be)\b|记得(?:用|一直|始终|保持)")
_CLAIMS = Phrases(
    r"\b(?:done|finished|completed?|committed|landed|implemented|added|fixed|merged|pushed|written|updated|removed|"
    r"renamed|in place|is now|now (?:uses|has|reads|passes|works)|passes|resolved|all set|took care|works)\b",
    r"完成|已经?|好了|搞定|修好|改好|写好|加好|提交了|通过",
)
_PARTLY = Phrases(
    r"\b(?:not yet|except|but not|partly|partially|first (?:part|half)|only (?:the )?(?:first|points?|steps?|items?)|"
    r"(?:points?|steps?|items?) \d|remaining|still|half)\b",
    r"(?:尚|还)(?:未|没|有|需|剩|差)|部分|第.{1,3}(?:步|项|点|条)|除了|只(?:做|完成)",
)
_WHOLE_PLAN = Phrases(
    r"\b(?:all|each|every|both|whole|entire)\b.{0,30}\b(?:steps?|plan|points?|items?|parts?|phases?)\b|\bplan (?:is|"
    r"was|has been) (?:\w+ )?(?:carried out|executed|done|complete\w*|implemented|finished)\b|\bas planned\b",
    r"计划.{0,6}(?:都|全部?|各|每).{0,6}|(?:都|全部).{0,4}(?:完成|做完)|按计划",
)
_OF_COMMIT = Phrases(r"\bcommit(?:ted)?\b|提交")
_FILE_NAME = later(r"[\w./-]+\.(?:md|txt|rst|org|adoc|ya?ml|toml|json|csv)\b", re.ASCII)
_BOX = later(r"^\[([ xX~-])\]\s+")
_ROW = later(r"[^|]{0,400}\|[^|]{0,400}\|")
"""A row of a table, without its first bar."""
_CHOICE = later(
    r"(?i)(?:option|variant|alternative|choice) ?[a-z\d]\b|(?:方案|选项|选择|办法) ?[A-Za-z\d一二三四五甲乙丙]"
)
"""How a list opens what there is to choose from: none of it is a step."""
_TICKED = later("\\s*[✅✓✔☑]")
"""A mark in front of an item that is done."""


def plan_items(text: str) -> list[str]:
    """The items of the lists that a message puts under a plan, and its open checkboxes."""
    found: list[str] = []
    planning = False
    block = -1
    for line in said(text):
        box = _BOX.match(line.text)
        if box:
            if box[1] == " ":
                found.append(bare(line.text[box.end() :]))
            planning = False
            continue
        if _TICKED.match(line.text) or _ROW.match(line.text):
            continue
        heads = _head(line)
        if line.kind is Kind.ITEM and planning:
            if line.block != block and not (_OPTIONAL.within(line) or _CHOICE.match(line.plain)):
                found.append(line.plain)
            block = line.block
        else:
            planning = bool(heads)
    return found


def _head(line: Said) -> bool | None:
    """Whether a line that may stand over a list announces a plan; None where it stands over none."""
    if not (line.kind is Kind.HEADING or line.masked.rstrip("*_ ").endswith((":", "："))):
        return None
    clause = line if line.kind is Kind.HEADING else _CLAUSE_END.split(line.masked.rstrip("*_ "))[-1]
    return _PLAN_HEAD.within(clause) and not _DONE_HEAD.within(clause) and not _OPTIONAL.within(line)


_CLAUSE_END = later(r"[.;,，。；](?=\s|[\u3400-\u9fff])")


_NUMBERED = later(r"(?<=[.;。；])\s+(?=\d{1,2}[.)、]\s?\S)")


def list_items(text: str) -> list[str]:
    """Every item of the lists in a text."""
    if "\n" not in text.strip():  # steps that are numbered within one line
        text = _NUMBERED.sub("\n", text)
    return [line.plain for line in said(text) if line.kind is Kind.ITEM and not _ROW.match(line.text)]


def promises(text: str) -> list[str]:
    """The sentences in which a model's closing words say what is still to be done."""
    found: list[str] = []
    offered = False
    for line in said(text):
        if line.kind is not Kind.ITEM and _head(line) is not None:
            offered = _OPTIONAL.within(line)
            continue
        if is_question(line) or line.kind is Kind.HEADING or (offered and line.kind is Kind.ITEM):
            continue
        if _REPORTS.within(line) and not _CONTRASTS.within(line):
            continue
        if _PROMISE.within(without_tail(line.masked)) and not (
            _NO_PROMISE.within(line) or _OPTIONAL.within(line) or CONDITIONAL.within(line)
        ):
            found.append(line.plain)
    return found


_UNDERTAKES = Phrases(
    r"\b(?:i(?:'ll| will|'m going to| am going to)|let me|will do|on it|going to)\b|我|马上|这就|都[修改弄做处加查]"
)


_NAMELESS = 2
"""Content words of a sentence that names nothing ("I'll take care of both")."""


def undertakes(text: str) -> int:
    """How many things a model says, in a sentence that names none of them, that it is about to do of those it was told
    ("I'll fix both"); 0: it does not say."""
    counts = (
        numbering.all_of(line.masked)
        for line in said(text)
        if _UNDERTAKES.within(line) and not is_question(line) and len(terms(line.masked) - GENERIC) <= _NAMELESS
    )
    return max(counts, default=0)


_OWN = Phrases(r"\b(?:i|we|let me|let's|me|my)\b|我")


def is_own(sentence: str) -> bool:
    """Whether the speaker speaks of its own doing."""
    return _OWN.within(sentence)


_ON_CONDITION = Phrases(
    r"\b(?:as soon as|once|after|when(?:ever)?|until) (?:i|we|you|it|they|he|she|the|that|this|there)\b",
    r"等.{1,20}(?:再|后|就)|(?:拿|收|等)到|到时|一旦",
)


def waits(sentence: str) -> bool:
    """Whether what is promised waits for something: that the work goes on does not bring it about."""
    return _ON_CONDITION.within(sentence)


def reminders(text: str) -> list[str]:
    """The sentences in which a person puts something off without dropping it."""
    return [
        line.plain
        for line in said(text)
        if _REMINDS.within(line)
        and not (_RULES.within(line) or _ASKS.within(line) or is_question(line))
        and line.kind is not Kind.HEADING
    ]


def suggests(text: str) -> bool:
    """Whether a sentence only suggests something that nobody asked for."""
    return _OPTIONAL.within(text)


def claims(text: str) -> Iterator[str]:
    """The sentences that say that something is done."""
    for line in said(text):
        if _CLAIMS.within(line) and not _PROMISE.within(line) and not is_question(line):
            yield line.text


def claims_all(text: str) -> bool:
    """Whether a message says that the work is done, and names no exception."""
    lines = said(text)
    return any(_CLAIMS.within(line) for line in lines) and not any(_PARTLY.within(line) for line in lines)


def claims_plan(text: str) -> bool:
    """Whether a message says that every step of a plan is done."""
    return any(_WHOLE_PLAN.within(line) for line in said(text))


def speaks_of_commit(text: str) -> bool:
    """Whether all that a sentence leaves open is a commit; a clean work tree answers it."""
    pieces = [
        piece for piece in re.split(r"[,，;；:：。.]", text) if _PROMISE.within(piece) or "?" in piece or "？" in piece
    ]
    return bool(pieces) and all(_OF_COMMIT.within(piece) for piece in pieces)


def names_file(text: str) -> bool:
    """Whether a message names a document."""
    return _FILE_NAME.search(text) is not None
