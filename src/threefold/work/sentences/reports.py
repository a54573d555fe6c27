"""Long reports at the end of work, and what in them says outright that something is open.

The closing words of a small piece of work are two or three sentences, and each weighs. A report of a page is
description nearly throughout: how the code behaves when something fails, what it skips and refuses, shares, what was
tried, what was not chosen and why. There a sentence has to say itself that something is to come, is waited for, is
owed by somebody or has not been done; the same words in the habitual present describe.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.text.sentences import Kind
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.framing import explaining, heading_over, is_row, lists_undone
from threefold.work.sentences.phrases import Phrases, Said, said

LONG = 9
"""Sentences and items from which on closing words are a report."""

_OWED = Phrases(
    r"\b(?:it|this|that|these|those|he|she|they|the \w+(?: \w+)?) (?:still |also |then |"
    r"probably )?(?:will )?(?:needs?|ha(?:s|ve)|must|ought) to (?:be )?\w+|\bneeds? (?:another|a (?:second|new|manual|"
    r"follow-?up|fix|run|decision from|re-?run)|your|their|fixing|doing|work)\b|\b(?:should|ought to|could) (?:get|"
    r"receive|be given) the same\b|\bto be (?:done|added|updated|fixed|written|checked|decided|removed|migrated|"
    r"re-?run|copied|moved|told|informed)\b",
    r"需要?(?:人工|手动|再|另|等|由|先|重|补|单独)|要(?:人工|手动|等|重|再|先|补|另|单独|靠)",
)
"""What a thing needs; of a design, too, one says so."""
_OWED_BY = Phrases(
    r"\b(?:i|we|you|someone|somebody|ops|support|legal|finance|accounting|marketing|the \w+ team)(?:'ll|"
    r" will)? (?:still |also |then |probably )?(?:needs?|ha(?:s|ve)|must|ought) to \w+|\b(?:someone|somebody|ops|"
    r"support|legal|finance|accounting|marketing|the \w+ team) (?:should|must|will)\b|\byou (?:should|must)\b|\b(?:i|"
    r"we)(?:'ll| will| am going to|'m going to|'re going to| plan to| intend to) \w+|\bis (?:up to|on) (?:you|them|"
    r"ops|us)\b|\bmust (?:be )?(?:re-?run|told|informed|repeated|copied|redone)\b",
    r"(?:所以|中间|还|就|都|必须|只能)得|得(?:续|换|补|迁|等|先|有人|由|找|去|重|人工|让|跟|和|通知|靠|手动|再)|还得|"
    r"要(?:记得|由|让|请|找|跟|通知|有人)|需要?(?:有人|你|您|他|她|财务|运维|法务|产品)|该由|才能(?:上|发|删|切|合|开|"
    r"用|关|停|继续)|(?:我|我们)(?:会|来|再|明天|下周|稍后)",
)
"""What somebody has yet to do."""
_TO_COME = Phrases(
    r"\b(?:next in line|(?:i|we) (?:\w+ ){1,4}next[.!]?$|until (?:they|that|then) (?:do|does|is|are|has|have)|up next|"
    r"next step|next up|to follow|to come|on the list|later on|tomorrow|next week|next time|(?:on|by|until|till|"
    r"before|next) (?:monday|tuesday|wednesday|thursday|friday)|follow-?up|tbd)\b|^(?:todo|to-do)\b|\b(?:once|"
    r"as soon as|until|when) (?:it|they|this|that|he|she|you|we|the \w+(?: \w+)?|\w+) (?:is|are|has|have|gets?|comes?|"
    r"arrives?|lands?|finish\w*|ends?|replies|answers|signs?)\b.{0,60}\b(?:can|will|we|i|you|should)\b|\b(?:once|"
    r"as soon as) .{3,60}, (?:we|i|you) (?:can|will|should|have)\b|\b(?:can|will|should) (?:then |"
    r"only )?.{0,60}\b(?:once|as soon as|until) |\bwhen (?:it|that|the \w+) (?:is|gets?) (?:switched off|turned off|"
    r"removed|through|done|merged)\b",
    r"下一步|接下来|之后再|以后再|回头|稍后|下周|明天|周[一二三四五六日天](?:再|给|会|才|前|之前|要|晚|上午|下午|我)|"
    r"说.{0,3}周[一二三四五六日天]|下次.{0,16}(?:会|就)|等.{1,16}(?:再|才|之后|以后|后)|(?:拿|收|跑|切|批|发|定|等|做|"
    r"弄|改)(?:到|完|好|了|下来)(?:以后|之后|后|了)?(?:再|才)|到时",
)
_WAITED_FOR = Phrases(
    r"\b(?:waiting (?:for|on)|waits for (?:you|your|them|their|ops|review|approval)|awaiting|on hold|blocked (?:on|"
    r"by)|in review|(?:is|are|it's|still) (?:running|in progress|under way|queued|pending)|has (?:just )?started|"
    r"not finished)\b",
    r"(?:在|要|得)等待|等(?:着|他们|对方|运维|你|您|审|批)|正在(?:跑|导|执行|进行|重建|等)|还在(?:跑|导|执行|等|进行)|"
    r"没跑完|进行中",
)
_NOT_DONE = Phrases(
    r"\b(?:has|have)(?:n't| not)(?: yet)?(?: been)? \w+|\bha(?:s|ve) yet\b|\bnot (?:\w+ )?yet\b|\b(?:is|are|was|"
    r"were)(?:n't| not) (?:yet )?(?:done|written|tested|run|finished|started|imported|migrated|moved|copied|covered|"
    r"converted|updated|deployed|committed|merged|pushed|implemented|wired|fixed|part of this|in this|in there yet|"
    r"there yet|included here)\b|\b(?:i|we) (?:did not|didn't|could not|couldn't|have not|haven't|was not able|"
    r"wasn't able|were not able|weren't able|left (?:it|that|them|this|out|open)|skipped|postponed|deferred|stopped|"
    r"only|put (?:it|that|them) (?:off|back))\b|\b(?:nobody|no one|nothing) has\b|\bfor (?:now|the moment|"
    r"the time being)\b|\bso far\b|\bhalf ?way\b|\bhalf(?: of (?:it|them))? (?:is |are )?(?:done|copied|moved|"
    r"migrated|converted)\b|\btemporar(?:y|ily)\b|\bnot all\b|\breverted\b|\bskipped for\b|\bdid not (?:make|get)\b|"
    r"\bno longer (?:hold|valid|true|comparable)\b|\b(?:left (?:out|undone|open|for)|missing)\b.{0,20}\b(?:so far|yet|"
    r"still|now)\b",
    r"没(?:有)?(?:来得及|跑|做|写|提交|部署|迁|切|改完|做完|处理完|验证|覆盖|通知|导入|补|更新|推)|未(?:跑|做|写|提交|"
    r"部署|迁|切|验证|覆盖|导入|完成|更新)|尚未|还(?:没|未|差|剩|是旧|走旧|用旧|走老|用老|在用|在走|红|挂)|暂(?:时|未|"
    r"缓|且)|先(?:这样|放着|跳过|不(?:动|管|做))|只(?:做|切|迁|改|完成|跑|处理)了|目前(?:是空|还没|没)|剩(?:下|余|"
    r"的)?.{0,10}(?:没|还|得|待)",
)
_STILL = Phrases(
    r"\bstill (?:to |has |have |need\w* |missing|open|reads?|uses?|using|on the|calls?|points?|reference\w*|holds?|"
    r"fail\w*|red|broken|there\b|gets?|goes?|lack\w*|relies|depends|waiting|running|unfixed|unclear|wrong|missing|"
    r"old)|\bremains? (?:to|open|broken|red|unfixed|unclear|the same problem|as (?:a|an) )|\b(?:is|are|does|has|have|"
    r"carries) the same (?:fault|problem|bug|flaw|hole|issue)\b|\bthe same (?:fault|bug|flaw|problem|treatment)\b",
    r"仍(?:是旧|在|走|用|需|要|未|没|红|报错|失败)|还(?:(?:需|要|有|得)[^ \d]|会丢|会错)",
)
_NOTICED = Phrases(
    r"\b(?:i (?:also )?(?:noticed|found|saw|spotted|stumbled)|turned out|while (?:there|looking|"
    r"at it))\b.{0,120}\b(?:bug|wrong|broken|not|n't|apart|missing|twice|leak\w*|fail\w*|overlap\w*|hole|unsafe|"
    r"stale)\b",
    r"(?:发现|看到|注意到|查到|顺手.{0,8}(?:查|看)).{0,40}(?:错|多|少|漏|重叠|重复|不对|不一致|丢|问题|泄漏|bug)",
)
_OUTRIGHT = (_TO_COME, _WAITED_FOR, _NOT_DONE, _STILL, _NOTICED)
_DESCRIBES = Phrases(
    r"\b(?:would|alternatives?|instead|rather than|in theory|hypothetically|users?|callers?|clients?|readers?|whoever|"
    r"whichever|every|each|any|always|whenever|by design|on purpose|as (?:asked|agreed|before|you asked)|no need|"
    r"need(?:s)? no|needs? nothing|not need|never needs?|no longer needs?|already|before the commit|was fixed|"
    r"fixed (?:since|now|before))\b",
    r"如果|要是|只要|一旦|每(?:次|个|当)|时会|会自动|不需要|无需|不用|不必|[^规原准法细守总]则|的话|已经|都已|当时|"
    r"原来|之前|方案|本来|原本|任何|用户可以",
)
_WOULD = Phrases(r"\bwould\b|\balternative\b|实测还?能|也能|虽然|虽能")
"""How a sentence weighs what was not chosen."""
_SUPPOSES = Phrases(
    r"\b(?:left|leave|leaving) (?:it|that|them|this) alone\b|\bthere before\b|\bunrelated\b|^(?:if|when|whenever|"
    r"unless|in case)\b|(?:[^规原准法细守总]则|的话|没.{1,4}完的)|仍?没有?就|(?:没|未).{1,4}[：，]每|^(?:如果|要是|"
    r"一旦)"
)
_OF_CHOICES = Phrases(
    r"\b(?:alternatives?|why|rationale|trade-?offs?|options?|compared|comparison|not chosen|considered|background|"
    r"how .{1,40} (?:works?|moves?|behaves?)|design|behaviou?r|diagnosis|root cause|verification|measured|results?|"
    r"numbers|settings|usage|how to use)\b",
    r"方案|为什么|比较|对比|权衡|背景|原理|机制|设计|行为|根因|诊断|验证|结果|数字|用法|怎么用|情形|情况|做法|瓶颈|"
    r"原因|没有采用",
)


def is_report(lines: Sequence[Said]) -> bool:
    """Whether closing words are a report of some length."""
    return sum(line.kind is not Kind.HEADING for line in lines) >= LONG


def open_in_report(text: str) -> list[str] | None:
    """The sentences of a report that say outright that something is open; None for words that are no report."""
    lines = said(text)
    if not is_report(lines):
        return None
    return [
        line.plain
        for line, outright in zip(lines, says_outright(lines), strict=True)
        if outright and line.kind is not Kind.HEADING and not is_question(line)
    ]


def says_outright(lines: Sequence[Said]) -> list[bool]:
    """For each line of a report, whether it says itself that something is open."""
    over, explains = heading_over(lines), explaining(lines)
    found = []
    for place, line in enumerate(lines):
        head = over[place]
        describes = place in explains or _DESCRIBES.within(line) or (head is not None and _OF_CHOICES.within(head))
        owed = _OWED_BY.within(line) and not _WOULD.within(line)
        says = owed or any(marks.within(line) for marks in _OUTRIGHT) or (not describes and _OWED.within(line))
        undone = lists_undone(head, line)
        found.append(undone or (says and not (is_row(line) or _SUPPOSES.within(line))))
    return found
