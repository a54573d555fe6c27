"""What words say became of an order: that it is done, needs nothing, is declined, or is what stands in the reply."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import stem

_MAKES = Phrases(
    r"^(?:turn|write|create|generate|make|build|implement|document|convert|format|rewrite|shorten|simplify|sort|"
    r"refactor|improve)$|^(?:写|编写|生成|实现|做|创建|重写|优化)"
)
"""Deeds whose product may stand in a reply."""
_SAYS_DONE = Phrases(
    r"\b(?:been|'ve|i|i have|now) (?:now |also |just )?fixed\b|\b(?:is|are) fixed (?:now|already)\b",
    r"(?:^|[.!\n] ?)(?:all )?(?:done|finished|sorted)\b|\b(?:is|are|was|were|has|have|'ve|been|i|it|now|and|"
    r"already) (?:now |all |"
    r"also |just |already |been |newly )*(?:done|committed|implemented|pushed|deployed|merged|added|updated|"
    r"renamed|"
    r"removed|created|released|tagged|in place|in there|live|gone|finished|complete)\b|^(?:\w{3,}ed|done|made|set|"
    r"put|built|wrote|"
    r"sent|cut)\b[^.]{0,40}[.!]?$|^(?:committed|implemented|fixed|pushed|deployed|merged|added|updated|renamed|"
    r"removed|created)\b",
    r"已(?:经)?(?:加|改|删|修|写|换|补|提交|修复|实现|完成|部署|合并|推送|更新|添加|删除|发布|处理|上线|发|建|关|停|"
    r"重)|(?:加|改|删|修|写|换|补|做|弄|搞|"
    r"建|设|发|推|停|关)(?:好|完|上|掉)?了|(?:完成|搞定|提交|部署|发布|合并)了",
)
"""How words say that something was carried out."""
_NOTHING_TO_DO = Phrases(
    r"\b(?:nothing to|no changes? (?:is|are|was|were)?\s?(?:needed|necessary|required)|already|not needed|no need|"
    r"no longer needed|"
    r"isn't needed|unnecessary|as it should|nothing (?:refers|uses|needs)|there (?:are|is|were|was) (?:no|none|"
    r"nothing)|up to date)\b|"
    r"无需|已经|不需要|不用|本来就|没有需要|已是"
)
_DECLINES = Phrases(
    r"\bi(?:'m| am)? (?:can't|cannot|can not|won't|will not|could not|couldn't|am unable|not able|unable|not allowed|"
    r"do not have|don't have|"
    r"have no|lack|refuse|must not|may not|would not|wouldn't|would rather not|'d rather not|would advise against|"
    r"'d advise against|"
    r"recommend against|advise against|left it|leave it|leave that|stopped)\b|\b(?:cannot|can't|could not|"
    r"couldn't) be (?:done|\w+ed)\b|"
    r"\b(?:not possible|impossible|blocked|no (?:access|permission|credentials|rights)|permission denied|"
    r"out of scope|denied|"
    r"needs? your|requires? your|waiting for|i need|i'd need|i would need)\b|我(?:不能|无法|没法|没有|做不到|不会|"
    r"不建议|需要)|无法|没有权限|做不到|"
    r"不(?:可能|建议|支持)|缺少(?:权限|凭据|密钥)|等(?:你|您)"
)
"""How words decline an order, or say what it needs first."""
_BLOCK = later(r"(?m)^[ \t]*(?:```|~~~)[^\n]*\n[^\n]+\n")
_ITEMS = later(r"(?m)^[ \t]*(?:[-*•]|\d{1,2}[.)、])[ \t]")
_CODE = later(r"`[^`\n]+`")
_MOSTLY = 0.4
"""The share of code from which a reply is nothing else."""
_TEXT = 400
"""Bytes; a reply as long as that may be the text that was to be written."""
_IRREGULAR = {
    "make": "made", "set": "set", "put": "put", "build": "built", "write": "writ", "send": "sent", "cut": "cut",
    "split": "split", "get": "got", "rewrite": "rewrit", "rebuild": "rebuilt", "bring": "brought", "shrink": "shr",
    "hide": "hid", "reset": "reset",
}  # fmt: skip


def takes_up(reply: str, deed: str, *, looked: bool) -> bool:
    """Whether a reply says that what was ordered by this verb is done, needs nothing, is declined or needs something
    first, or is itself what was to be made. ``looked``: the model only looked around before it."""
    if tells_outcome(reply):
        return True
    if deed.isascii() and _participle(deed, reply.lower()):
        return True
    if not looked and sum(map(len, _CODE.findall(reply))) > _MOSTLY * len(reply):
        return True  # a command for the person to run
    if not _MAKES.within(deed):
        return not looked and _BLOCK.search(reply) is not None
    return _BLOCK.search(reply) is not None or (not looked and len(reply.encode()) >= _TEXT)


def tells_done(reply: str) -> bool:
    """Whether words say that something was carried out, or is declined."""
    return _SAYS_DONE.within(reply) or _DECLINES.within(reply)


def tells_outcome(reply: str) -> bool:
    """Whether words say that something is done, needs nothing, is declined, or needs something first."""
    return any(said_so.within(reply) for said_so in (_SAYS_DONE, _NOTHING_TO_DO, _DECLINES))


def _participle(deed: str, low: str) -> bool:
    """Whether a deed is told of as done: "stopped", "the branches are squashed"."""
    verb = deed.split()[0]
    past = _IRREGULAR.get(verb)
    if past is None:
        base = stem(verb) if len(verb) > 3 else verb
        past = base.rstrip("ey") if base.endswith(("e", "y")) else base
        return any(word.startswith(past) and word.endswith(("ed", "ied")) for word in _WORDS.findall(low))
    return any(word.startswith(past) for word in _WORDS.findall(low))


_WORDS = later(r"[a-z]+")
