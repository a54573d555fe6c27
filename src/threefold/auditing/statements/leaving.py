"""What humans withheld: forbade, put off, or kept for themselves."""

# ruff: noqa: E501
from __future__ import annotations

from typing import NamedTuple

from threefold.auditing.facts.phrases import stem
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.late import Late, lines, names, said
from threefold.auditing.statements.rules import clauses_of
from threefold.text.later import later

_MOST = 60  # clauses that leave something open
_CAUSE = later(
    r"(?i)\b(?:wait(?:s|ing)? (?:for|on|until)|until|because|due to|since|blocked (?:by|on)|after|once|when|for lack of)\b.*|[:：]\s.*|(?:因为|由于|(?:目前|现在)?只有).*"
)
_WITHHELD = later(
    r"(?i)\b(?:do not|don'?t|not yet|not now|never|hold (?:off|on|back)|wait (?:for|with|until)|leave\b.{1,60}\balone|before (?:you |we |i )?\w+(?:ing)?\b|no deletions?"
    r"|(?:i'll|i will|we'll|let me)\b.{1,80}\b(?:myself|ourselves|by hand)|(?:i|we) (?:do|apply|deploy|run|send|order|merge|release|upload|write|file|install|push) (?:it|that|this|the|them|after|on|when|once|myself))\b"
    r"|(?<![特分级类识区个辨告差性])别(?![的名称墅致])|不要|先不|先放|之前(?:先|要)|再(?:发|合|上|做|改|装|导|推|跑|删|说)|我自己|我[^，。；]{0,8}来"
)
_BEFORE = later(
    r"(?i)\bbefore (?:you |we )?(\w+ing\b.{0,60})|([^，。；]{2,40})之前(?:先|要)|\b(?:i'll|i will|we'll|let me)(?: do)? (.{2,60}?) (?:myself|ourselves|by hand)\b"
    r"|[^，。；]{1,20}再([^，。；]{2,30})|([^，。；]{2,30}?)(?:等|我自己|我[^，。；]{0,8}来)"
)
"""What comes after something else, or is for the human to do."""
_NO_DEED = frozenset(map(stem, ("leave", "wait", "alone", "hold")))


class Left(NamedTuple):
    """A clause of the record that leaves something open: where, what it is about, what was spoken of around it, and
    whether a human forbade it or put it off. ``named`` is what of it stays the same in another language."""

    place: int
    event: int
    text: str
    topic: set[str]
    around: set[str]
    withheld: bool = False
    named: frozenset[str] = frozenset()


def withheld(late: Late) -> list[Left]:
    """What humans forbade, put off or kept for themselves."""
    held = list(late.texts)
    found: list[Left] = []
    for place, (event, origin, text, _) in enumerate(held):
        if origin is not Origin.HUMAN:
            continue
        around = {word for one in held[max(0, place - 3) : place + 1] for word in said(one.text)}
        for clause in (clause for line in lines(text) for clause in clauses_of(line)):
            if _WITHHELD.search(clause):
                before = _BEFORE.search(clause)
                topic = said(_CAUSE.sub(" ", next(filter(None, before.groups())) if before else clause)) - _NO_DEED
                if topic:
                    found.append(Left(place, event, clause, topic, around - topic, True, frozenset(names(clause))))
    return found[-_MOST:]
