"""A matter that a person hands to somebody else, or has written down where others work from: it is not this session's
any more, and the words that tell of it lay nothing down."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences import asking
from threefold.work.sentences.phrases import Phrases, Said, said

_TICKET = r"(?:\w+ ){0,4}(?:issues?|tickets?|bug reports?|cards?|jira|[a-z]{2,}-\d+|#\d+)"
_HANDS_OVER = Phrases(
    r"^(?:(?:ok(?:ay)?|thanks?|good|great|right|done)[,.! ]+)*(?:just |already )?(?:opened|filed|raised|created|"
    rf"logged) {_TICKET}",
    r"\b(?:i|we|she|he|they)(?:'ve| have|'ll| will)? (?:\w+ )?(?:open|fil|rais|creat|logg?|put|add|made|make)"
    rf"(?:ed|d|e)? {_TICKET}",
    r"\b(?:is|are|went|goes|go) (?:all |both |now |already )*(?:in|into|on) (?:jira|[a-z]{2,}-\d+|#\d+|the (?:backlog|"
    r"tracker|issue tracker)|our (?:backlog|tracker))(?:\W|$)",
    r"\b(?:leave|leaving|left) (?:it|that|this|them|those) (?:to|with) \w+",
    r"\b(?:i|we)(?:'ll|'ve| will| have|'m going to)? (?:just )?(?:pass|hand|forward|give|report|mention|gave|sent|"
    r"send)(?:ed)? (?:it|that|this|them|those) (?:\w+ )?to (?:\w+'s?|the|our|\w+)\b",
    r"\b\w+(?: is|'s| are) (?:already |currently )*(?:on (?:it|that|this)\b|(?:working on|fixing|handling|"
    r"dealing with) (?:exactly )?(?:it|that|this|these|those)\b)|\bnothing (?:for us|left) to do\b",
    r"(?:交|转|移交)给[^，。？]{1,10}|(?:已经?|我|都).{0,4}[建提开].{0,6}(?:单|issue|ticket|缺陷|任务)|"
    r"[^，。？我你]{1,6}(?:已经?)?在(?:修|处理|弄|跟进?|改|查)了",
)


_NAME = later(r"\b[A-Za-z]{2,}-\d+\b|#\d+")


def hands_over(line: Said) -> bool:
    """Whether a sentence tells that somebody else has the matter, or a ticket does."""
    return _HANDS_OVER.within(line) and not asking.is_question(line)


def hands_matter_over(text: str) -> bool:
    """Whether a message does, and asks for nothing beside."""
    return any(map(hands_over, said(text))) and not asking.asks_of_model(text)


def matter(text: str) -> str:
    """What a message says of the matter that it hands over: its sentences that do, without the names of tickets."""
    return " ".join(_NAME.sub(" ", line.masked) for line in said(text) if hands_over(line))
