"""The end of the record, in short, and the words by which its sentences are compared with those of a summary."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import negative, stem, telling
from threefold.auditing.ledger.ledger import Origin, Piece
from threefold.auditing.statements.rules import clauses_of
from threefold.text.later import later
from threefold.text.sentences import Kind, sentences

_HELD = 60
"""Texts at the end of the record that are held."""
_HEAD, _TAIL = 3000, 1000  # characters of each of them
_STATE = later(
    r"(?i)\b(?:still|yet|not|been|waits?|waiting|awaits?|pending|blocked|fail(?:s|ed|ing)?|timed out|timeout|again|already|now|just|currently|only|first|later|today|tomorrow"
    r"|start(?:ed)?|begun|happened|real|actual(?:ly)?|successfully|so far|for now|myself|ourselves|complete[ds]?|done|finished|ready|missing|ones?|next|back|itself|yourself|cannot|broken?|stopped|crashed|aborted|interrupted|tonight|\w+n't)\b|\b\d{1,2}:\d\d\b|\b\d+(?:\.\d+)?%"
    r"|已经|已|完成|成功|失败|超时|开始|进行|还没有?|还需要|还要|还需|尚未|没有|没|未|待|需要|目前|现在|正在|准备|只有|还|并且|并|之前|之后|今天|今晚|明天|明早|晚上|下午|上午|先|再|自己|别|不要|不能|好了|完了|过了"
)
"""Words that say how far something is, and not what it is."""
_GAPS = later(r"'s\b|[\s，。；：、！？（）()“”\"]+")
_GROUPS = (
    "change switch update modify alter adjust",
    "send deliver email mail 发给 发送 交付",
    "deploy ship release launch publish 部署 上线 发布",
    "import load 导入 导回",
)
ALIKE = {stem(word): stem(group.split()[0]) for group in _GROUPS for word in group.split()}
"""Verbs for one deed, each with the first of its group."""
FAILED = later(
    r"(?i)\b(?:error|fatal|failed|failure|rejected|denied|refused|aborted|timed out|traceback|out of memory|unreachable|mismatch|killed|exit(?:ed)? (?:code|with|status)[: ]*[1-9]|not found|no such)\b|错误|失败|超时|找不到|不存在|被拒|拒绝|报错|出错"
)
"""How the answer to a call speaks of a failure."""
_NONE_FAILED = later(
    r"(?i)\b(?:0|no|zero) (?:\w+ ){0,2}(?:fail\w*|errors?)\b|\b(?:fail\w*|errors?)\W{1,3}0\b|\b0 \+ 0 fail\w*|没有?(?:错误|失败|报错)"
)
OPEN = later(
    r"(?i)\b(?:still|yet|not|before|waits?|waiting|awaits?|pending|blocked|failed|fails|timed out|broke off|aborted|crashed|gave up|stuck|cannot|missing|to be|needs? to|have to|has to|must|only|next|remains?|to follow)\b|n't\b"
    r"|还|没|未|待|需|等|失败|超时|只有|缺"
)
"""What leaves open whatever a clause is about."""
READS = later(
    r"(?i)^(?:read|grep|glob|ls|search|find|view|cat|fetch|open|get|list)\w*\n|\n(?:grep|rg|cat|ls|head|tail|sed -n|find|less)\b"
)
"""How a call begins that only looks."""
_SAID_AGAIN = 0.5  # of the words stand in a later line that speaks of the same
_NAME = later(r"(?<![A-Za-z0-9_])(?:[A-Za-z0-9_]+(?:[-_./:#]+[A-Za-z0-9_]+)+|[A-Za-z_]*\d[A-Za-z0-9_]*)")
_DONE_FORM = later(
    r"(?i)\b(?:(?!(?:seed|need|speed|feed|indeed|exceed|proceed|embed|hundred|based|unneed)\b)[a-z]{2,20}ed|sent|built|made|ran|written|told|gone|given|taken|paid|sold|bought|brought|found|held|drawn|shown)\b"
)
"""A deed in the form in which it is done."""
_WHOLE = later(
    r"(?i)\b(?:complete|completed|done|finished|in place|live|landed|went (?:out|through)|(?:is|are)(?: now| back)? in(?=[.,;]|$))\b|已|(?<=[^，。；：、\s])完成(?:了|[，。；：]|$)|成功(?!率)|[好过掉完]了|了(?=[，。；：]|$)|写完|做完|搞定|就绪"
)
"""What says of all of a clause that it is done."""


NO_CLAIM = later(
    r"(?i)\bdry[- ]?run|\b(?:will|would|could|can|might|may|shall|should|must|after|once|when|if|until|planned|partly|half|except|later|asked|wants?|wanted|requested)\b|演练|试运行|用户(?:已|要求|希望|让|回复|同意|说)|接下来|即将|打算"
)
"""How a clause speaks of what was asked for, planned, or done in part."""


class Held(NamedTuple):
    """One text of the record, its middle left out where it is long."""

    event: int
    origin: Origin
    text: str
    call: str


class Late:
    """The end of the record, in short; fed piece by piece."""

    def __init__(self) -> None:
        self.texts: deque[Held] = deque(maxlen=_HELD)

    def add(self, piece: Piece) -> None:
        """Hold one text, and let the oldest go."""
        event, origin, text, call = piece
        if origin in (Origin.REASONING, Origin.HARNESS):
            return
        if len(text) > _HEAD + _TAIL:
            text = f"{text[:_HEAD]}\n{text[-_TAIL:]}"
        self.texts.append(Held(event, origin, text, call))

    def of(self, origin: Origin) -> list[Held]:
        """The texts of one author, in order."""
        return [one for one in self.texts if one.origin is origin]

    def told(self) -> list[str]:
        """What the model said."""
        return [one.text for one in self.of(Origin.MODEL)]

    def since_human(self) -> list[Held]:
        """The human's last words and what followed; nothing, where no human's are held."""
        held = list(self.texts)
        last = max((place for place, one in enumerate(held) if one.origin is Origin.HUMAN), default=len(held))
        return held[last:]

    def reports(self, place: int, words: set[str], enough: float = 0.0) -> bool:
        """Whether anything behind the text at ``place`` may have done what these words are about: a call that went well
        and names some of them (more than the share ``enough``), words of the model that tell of it as done, or words of
        anybody that speak of it anew and leave nothing open."""
        held = list(self.texts)
        spelled = [word for word in words if word.isascii() and len(word) > 2]
        for one in held[place + 1 :]:
            if one.origin is Origin.CALL:
                named = sum(mentions(one.text, word) for word in spelled)
                if named > enough * len(spelled) and not READS.search(one.text[:200]) and not failed(one.call, held):
                    return True
            elif one.origin is not Origin.RESULT:
                for line, known in _spoken(one.text):
                    shared = len(known & words)
                    if not shared:
                        continue
                    if one.origin is Origin.MODEL and claim_of(line).done & words:
                        return True
                    if shared >= _SAID_AGAIN * len(words) and not OPEN.search(line) and not negative(line):
                        return True
        return False

    def closing(self) -> list[Held]:
        """What the model said behind its last call."""
        held = list(self.texts)
        last = max((place for place, one in enumerate(held) if one.origin is Origin.CALL), default=-1)
        return [one for one in held[last + 1 :] if one.origin is Origin.MODEL]


def failed(call: str, held: Sequence[Held]) -> bool:
    """Whether the answer to a call speaks of a failure."""
    return any(
        one.origin is Origin.RESULT and one.call == call and FAILED.search(_NONE_FAILED.sub(" ", one.text[:2000]))
        for one in held
    )


def mentions(text: str, word: str) -> bool:
    """Whether some word of a text begins with these letters."""
    return re.search(rf"(?i)(?<![a-z0-9]){re.escape(word)}", text) is not None


def names(text: str) -> set[str]:
    """What a text names so that it stays the same in any language: paths, ids, versions, long numbers."""
    return {name for name in map(str.lower, _NAME.findall(text)) if len(name) > 3}


def lines(text: str) -> Iterator[str]:
    """The sentences of a text that are no code."""
    return (sentence.of(text) for sentence in sentences(text) if sentence.kind is not Kind.CODE)


_SMALL = later(r"(?<=[a-z]{3})(?<!etc)([.!?]) (?=[a-z])")


def typed(text: str) -> Iterator[str]:
    """The sentences of what a person typed, who may begin them with a small letter."""
    return lines(_SMALL.sub("\\1\n", text))


def said(text: str) -> set[str]:
    """The telling words of a text without those of its state, one for each deed."""
    pieces = _GAPS.split(_STATE.sub(" ", text))
    known = telling(
        " ".join([piece for piece in pieces if piece.isascii()])
    )  # at once, which takes a third of the time
    known = known.union(*(telling(piece) for piece in pieces if not piece.isascii()))
    return {ALIKE.get(word, word) for word in known if len(word) > 1}


@lru_cache(maxsize=128)  # of the end of one record, which many claims are compared with
def _spoken(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((line, frozenset(said(line))) for line in lines(text))


class Claim(NamedTuple):
    """A sentence of the summary that tells of something as done, with the words that it says were done."""

    text: str
    words: set[str]
    done: set[str]


def claim_of(text: str) -> Claim:
    """A sentence with what it says was done: ``no tests added`` says that of nothing, and so does what is asked for,
    planned or left open."""
    told: set[str] = set()
    done: set[str] = set()
    for number, clause in enumerate(clauses_of(text)):
        closed = not (negative(clause) or OPEN.search(clause) or NO_CLAIM.search(clause))
        if closed or not number:
            told |= said(clause)
        if closed:
            done |= {ALIKE.get(one, one) for one in map(stem, _DONE_FORM.findall(clause.lower()))}
            done |= said(clause) if _WHOLE.search(clause) else set()
    return Claim(text, told, done)
