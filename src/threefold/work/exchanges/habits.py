"""Sentences of closing words about something other than the deeds: what merely tells how it works, advises, or strays.

A description tells in the present what something does, or will do of its own accord. It does without a fault, a lack,
an otherness and the past, in which a remainder is told.
"""

from __future__ import annotations

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.exchanges.replies import same_script
from threefold.work.sentences import forms, framing
from threefold.work.sentences.asking import CONDITIONAL
from threefold.work.sentences.phrases import Phrases, Said
from threefold.work.sentences.words import carried, terms

_NOTABLE = Phrases(
    r"\b(?:fails?|failed|crash\w*|leak\w*|hang\w*|break\w*|wrong\w*|los(?:es?|t)|blank|stale|old|same|different|other|"
    r"another|only|guess|wants?|needs?|ha(?:s|ve)|is|are|was|were|must|should|not|no|never|nobody|nowhere|un\w+|"
    r"manual\w*|by hand|later|still|some|half|few|ignor\w*|raw|garbled|slow\w*|\w{2,}ed|got|came|went|gave|took|ran|"
    r"kept|made|grew|fell|threw)\b|n't\b|[是有要得需没未只另旧老还仍尚漏乱丢慢坏缺欠卡挂红崩]|[别请须勿]|记得|同样|"
    r"错(?:[^误]|$)|失败|空白|不[^受]"
)
"""What a sentence that merely tells how something works does without: a fault, a lack, an otherness, the past."""
_HABIT = Phrases(
    r"\b[a-z]+s (?:\w+ )?(?:its|their|the|an?|to|up|as|with|on|in|into|from|how|what|which|one|every|each|all|both|it|"
    r"them|\w+ing)\b|[\x{3400}-\x{9fff}]"
)
"""How a sentence tells what something does, in the present."""
_ADVICE = Phrases(
    r"^(?:please |just |then |now |you(?:'ll| will| may| might)? (?:just |only )?(?:need|have|want) to |"
    r"make sure (?:to |(?:that )?you )|be sure to |remember to |don't forget to )*(?:re-?(?:build|compile|start|load|"
    r"launch|fresh|install|open)|hard-?(?:refresh|reload)|give it a (?:spin|try|go))\b",
    r"^(?:please |just |then |first |you(?:'ll| will| may| might| have| need| want| to)* |make sure |be sure |"
    r"remember |don't forget |to )*(?:run|pull|use|clear|source|log|open|close|set|start|"
    r"activate)\b.{0,60}(?:\bbefore (?:you |re-?)?(?:try|test|start|run|use|open)\w*\b|\bwhen (?:you|trying|"
    r"testing)\b|\bonce[.!]?$|\bto (?:see|try|test|verify) (?:it|the|this|that)\b)",
    r"^(?:请|记得|需要?|先|别忘了|注意|使用前|测试前|运行前|要)*(?:重新(?:构建|编译|启动|加载|安装|打开)|重启|刷新|"
    r"重编|(?:拉|清|激活|登录).{0,16}(?:再(?:试|测|看|启动|运行)|才(?:会|能)?(?:加载|生效|看|用)))",
)
"""How a person is told to try out what was made: no step of the session."""
_OPERATES = Phrases(
    r"\b(?:prod\w*|servers?|services?|clusters?|workers?|pods?|databases?|staging|live|everyone|customers?|users?|"
    r"they|migrat\w*|secrets?|keys?|tokens?|dns|passwords?)\b|生产|线上|服务|集群|数据库|用户|客户|迁移|密钥|令牌|密码"
)
"""What is not tried out but run for others."""
_REASON = later(r"(?i),? (?:since|as) (?:it|they|this|that|the|he|she)\b.*|,? because .*|[，,]?因为.*")
"""The reason at the end of a sentence."""
_USAGE = Phrases(
    r"^(?:open|visit|go to|try|type|enter|start|install|click|add|then|just|run|see|look|have a look|"
    r"take a look|check|to)\b|^(?:打开|访问|运行|执行|点击|输入|看)"
)
_GOES_ON_ABOUT = Phrases(
    r"^(?:it|its|they|their|this|that|these|those|both|all|each|every|the (?:new|same|whole|rest of)|everything|"
    r"nothing|no|none|`|only|as you|you|your|thanks|happy|one commit|in total|\d)\b|^`|^(?:它|这|都|现在|新|每|全部|"
    r"其中|只有|一共|总共|没有|不用|你|可以|超过|默认|\d)|\b(?:note that|tests?|suite|lint\w*|healthy|green|happy|"
    r"commit\w*)\b|测试|构建|提交"
)
"""How a sentence goes on about the work that was told of before it."""

_OF_THE_WORK = (
    forms.DONE_NOW, forms.SAME, forms.TURNED_OUT, forms.DID, forms.RESTRAINT, forms.GIVEN, _USAGE, _GOES_ON_ABOUT
)  # fmt: skip
OPENING = later(r"(?:[\u3400-\u9fff]{1,6}|\S+\s*){1,4}|")
"""The words with which a sentence names its subject."""


def strays(line: Said, deeds: str) -> bool:
    """Whether a sentence is of another subject than the deeds, and says neither that it is done nor how it works."""
    spoken = terms(line.masked)
    if line.kind is Kind.ITEM or len(spoken) < 3 or not same_script(line.text, deeds):
        return False
    if (
        CONDITIONAL.within(line)
        or line.masked.endswith((":", "："))
        or any(marks.within(line) for marks in _OF_THE_WORK)
        or _tells_how(line.masked)
    ):
        return False
    opening = OPENING.match(line.masked)
    subject = [term for term in terms(opening[0] if opening else "") if len(term) > 2 or not term.isascii()]
    return carried(subject, deeds) == 0.0 and carried(spoken, deeds) < 0.34


def advises(line: Said) -> bool:
    """Whether a sentence tells the person to restart or rebuild what they are about to try."""
    return _ADVICE.within(line) and not _OPERATES.within(line)


def comes_by_itself(words: str) -> bool:
    """Whether words tell what comes about of its own accord, and of nothing that is wrong with it."""
    return forms.BY_ITSELF.within(words) and not _NOTABLE.within(words)


def _tells_how(words: str) -> bool:
    """Whether words merely tell what something does, or will do of its own accord."""
    whole, words = words, _REASON.sub("", framing.without_tail(words))
    return comes_by_itself(words) or (_HABIT.within(whole) and not _NOTABLE.within(words))
