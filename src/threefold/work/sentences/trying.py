"""What a person did or tried themselves and tells of by the deed: "done, rotated it just now", "ran it, no errors"."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences import asking
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.words import stem, terms

_DID_IT = later(
    r"(?i)(?:(?:ok(?:ay)?|yes|done|great|all done|sorted)[,:.! ]+|(?:i|we)(?:'ve| have)? |just |already |now )*"
    r"(?P<deed>[a-z]{2,}ed|put|set|made|wrote|sent) (?:it|them|that|both|those)(?: (?:just now|now|already|myself|"
    r"today|this morning|yesterday|earlier|a (?:minute|moment|while) ago))*[.!]*$"
)
_UNTRIED = Phrases(
    r"\b(?:not|never|n't)(?: \w+){0,2} (?:tested|run|ran|tried|verified|checked)\b|n't (?:test|run|tri|verifi|"
    r"check)|\buntested\b|(?:没有?|未|尚未|还没)(?:在[^，。]{1,12}上)?(?:测|跑|试|验证)"
)
_TRIED = Phrases(
    r"^(?:(?:ok(?:ay)?|yes|done)[, ]+)*(?:(?:i|we)(?:'ve| have)? )?(?:just |already |now |also )*(?:ran|tested|tried|"
    r"verified|checked) (?:it|them|that|this|the)\b",
    r"^(?:好的?|行|嗯)?[，, ]*(?:我|我们)(?:刚才?|已经?|都|也)*(?:在.{1,16}上)?(?:跑|测试?|试|验证)(?:过|好|完|了)",
)
_WENT_WELL = Phrases(
    r"\b(?:no|without|0|zero)(?: any)? (?:errors?|problems?|issues?|failures?|surprises)\b|\b(?:all|everything) "
    r"(?:green|passed|fine|good|ok(?:ay)?|well)\b|\b(?:works|worked|passed|went (?:fine|well|through|smoothly))\b",
    r"没有?(?:报错|出错|错误|失败|问题)|(?:一切|都)(?:正常|通过|好)|通过了|成功",
)
_WELL = later(
    r"(?i)\b(?:no|without|0|zero)\b[\w ]*|\b(?:all|everything|works|worked|passed|went)\b[\w ]*|\d[\w.]*(?: \w+)?|"
    r"没有?(?:报错|出错|错误|失败|问题)|(?:一切|都)?(?:正常|通过)了?|成功了?"
)
_TRYING = frozenset(("test", "run", "ran", "tri", "tried", "verifi", "check", "跑", "测", "试", "验证", "测试"))
"""Words of a trial that name nothing that is tried."""
_IT = Phrases(r"\b(?:it|them|that|this)\b|跑过|试过|测过|验证过|跑了|试了|测了")
_AND_YET = Phrases(
    r"\b(?:but|except|though|although|however|only|still|until|not|then|please|should|half|one|some)\b|n't\b",
    r"但|不过|只有|除了|还是|然后|请|[不没未]成功|[没未]通过",
)


def deeds_done(text: str) -> frozenset[str]:
    """The deeds, by their stems, that a person says they did to a thing that they do not name."""
    found = (_DID_IT.match(line.plain) for line in said(text))
    return frozenset(stem(match["deed"].lower()) for match in found if match)


def went_well(line: Said) -> bool:
    """Whether a sentence tells that its speaker tried something, that it went well, and nothing else."""
    well = _TRIED.within(line) and _WENT_WELL.within(line)
    return well and not (_AND_YET.within(line) or asking.is_question(line))


def tries(text: str, left: str) -> bool:
    """Whether a person's message tells of trying, with success, what a sentence says was not tried yet: it names what
    that names, or nothing."""
    named = terms(left) if _UNTRIED.within(left) else frozenset[str]()
    for line in filter(went_well, said(text)) if named else ():
        told = terms(_WELL.sub(" ", line.masked)) - _TRYING
        if not told.isdisjoint(named) or (not told and _IT.within(line)):
            return True
    return False
