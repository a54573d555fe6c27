"""What stands around a clause and says how to take it: the line over its list, a table, a subordinate tail.

Under a line that says "not done" every item is open, whatever its words. A tail such as "regardless of what else
is missing" or "to detect stale entries" names what the work copes with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences.asking import answering_themselves, is_question
from threefold.work.sentences.phrases import Phrases, Said

_TELLS = Phrases(
    r"\b(?:added|removed|changed|changes|fixed|fix(?:es)?|updated|renamed|moved|created|implemented|replaced|cleaned|"
    r"refactored|deleted|introduced|covered|covers?|verified|verification|checked|tested|handled|handles|did|done|"
    r"made|(?:logs?|returns?|supports?|accepts?|rejects?|catches|detects?|warns?|reports?|shows?|prints?)|summary|"
    r"overview|what (?:changed|it does|i (?:did|changed))|how it works|behaviou?r|root cause|the (?:cause|reason|"
    r"problem|bug|issue)|now|includ(?:es|ing)|features?|highlights)\b",
    r"(?:修改|改动|变更|新增|增加|删除|移除|修复|更新|实现|完成|改|加|做|处理|覆盖|验证|检查|测试)(?:了|内容|点|说明|"
    r"如下|情况|结果|过)|改动|变更|根因|原因|行为|现在|包括|支持|总结|小结",
)
_CASES = Phrases(
    r"\b(?:when|whenever|if|where|cases?|scenarios?|conditions?|situations?|edge cases?|errors?|failures?|states?|"
    r"examples?|for instance|e\.g)\b|(?:情况|场景|条件|例子?|例如|时|如果|错误|状态)",
)
_OPEN = Phrases(
    r"\b(?:not|n't|left|remain\w*|still|pending|open|to ?do|todos?|next|follow-?ups?|outstanding|missing|known|"
    r"limitations?|caveats?|deferred|skipped|unresolved|blocked|except|partial\w*|later|deviations?|concerns?|risks?|"
    r"notes?|needs?|waiting|unfinished|incomplete)\b",
    r"没|未|剩|待|还|尚|下一步|后续|遗留|限制|已知|注意|风险|跳过|除了|部分|需要",
)
_UNDONE = Phrases(
    r"\b(?:not (?:yet )?(?:done|covered|included|finished|migrated|tested|implemented|converted|handled|in (?:this|"
    r"scope|here))|left (?:out|open|undone|to do|for (?:later|now))|skipped|deferred|postponed|remaining|outstanding|"
    r"still (?:open|to do|missing|pending|left)|unfinished|incomplete|unresolved)\b",
    r"未完成|没(?:有)?(?:做|完成|改|处理|覆盖|动)的?|遗留|剩余|剩下|待办|还(?:没|差|要)|跳过|暂(?:缓|不)",
)
_REASONS = Phrases(
    r"\b(?:because|reasons?|explanation|rationale|here'?s (?:why|how)|this is why|what happen(?:s|ed)|how (?:it|this|"
    r"that) (?:happen(?:s|ed)|came|comes))\b[^,;.]{0,40}[:*_ ]*$",
    r"(?:因为|怎么发生的|(?:原因|理由|解释|经过)(?:是|如下|有)?)[^，。；]{0,8}[：:*_ ]*$",
)
"""How a line ends over a list of reasons."""
_MEANT = Phrases(
    r"\b(?:intentional\w*|deliberate\w*|on purpose|by design|as[- ]is|no longer|nothing|none)\b|故意|有意|不再|没有|"
    r"无需"
)
_NOTHING = Phrases(
    r"^\W*(?:none|nothing|n/?a|no\b|all\b)|^\W*(?:无|没有|暂无)|✅|✓|\[x\]|~~|\(optional\)|可选|\bdone\b|已(?:完成|经)"
)
_TAIL = later(
    r"\b(?:regardless of|no matter|irrespective of|instead of|rather than|as opposed to|even (?:if|when|though)|"
    r"whether or not|in case|so that)\b.*|(?:而不是|而非|无论|不管|即使|哪怕|以免|以便|避免).*|\bto (?:help|diagnose|"
    r"detect|handle|catch|avoid|prevent|support|identify|guard|deal|cope|account|cover|protect|recover|flag|spot|"
    r"report|tell|distinguish|reject)\b.*|\b(?:see|show|choose|print|list) (?:how|what|which|when|why|where|"
    r"whether)\b.*|(?<=s) (?:how|what|which|when|why|where|whether)\b.*|(?<=[示明录知出])(?:还|要|有)?.{0,12}(?:多久|"
    r"多少|什么|哪些|哪个|几|如何|是否|为何).*",
    re.IGNORECASE,
)
"""A subordinate tail, to the end of its clause."""
_OBLIGES = Phrases(r"\b(?:needs?|has|have|had|must|yet|still|remains?|left|want(?:s|ed)?|plan(?:s|ned)?|going|able) $")


def heading_over(lines: Sequence[Said]) -> list[Said | None]:
    """For each line, what it stands under: the words before the colon over its list, else the heading, else None."""
    over: list[Said | None] = []
    section: Said | None = None
    head: Said | None = None
    for line in lines:
        if line.kind is Kind.HEADING:
            section = head = line
            over.append(None)
        elif line.masked.rstrip("*_ ").endswith((":", "：")):
            head = line
            over.append(section)
        else:
            if line.kind is Kind.PROSE:
                head = section
            over.append(head)
    return over


def explaining(lines: Sequence[Said]) -> set[int]:
    """The places of the sentences with which a speaker answers a question of their own ("Why not a lock? It …")."""
    found: set[int] = set()
    answered = answering_themselves(lines)
    asked: Said | None = None
    for place, line in enumerate(lines):
        if is_question(line):
            asked = line if place in answered else None
        elif asked is not None and (line.block == asked.block or asked.kind is Kind.HEADING):
            found.add(place)
        else:
            asked = None
        if asked is not None and asked.kind is Kind.HEADING and line.kind is Kind.HEADING and line is not asked:
            asked = None
    return found


def recounts(head: Said | None) -> bool:
    """Whether what stands under a line tells of what was done, or of cases, and not of what is open."""
    return head is not None and not _OPEN.within(head) and (_TELLS.within(head) or _CASES.within(head))


def explains(head: Said | None, line: Said) -> bool:
    """Whether a line is an item of a list of reasons, or of steps that led to something."""
    return head is not None and line.kind is Kind.ITEM and _REASONS.within(head) and not _UNDONE.within(head)


def lists_undone(head: Said | None, line: Said) -> bool:
    """Whether a line is an item of a list of what was not done."""
    return head is not None and _UNDONE.within(head) and not (_MEANT.within(head) or _NOTHING.within(line))


def is_row(line: Said) -> bool:
    """Whether a line is a row of a table."""
    return line.kind is Kind.ITEM and line.masked.count("|") >= 2


def without_tail(piece: str) -> str:
    """A clause without the subordinate tail that says with what the work copes."""
    found = _TAIL.search(piece)
    if found is None or _OBLIGES.within(piece[: found.start()]):
        return piece
    return piece[: found.start()]
