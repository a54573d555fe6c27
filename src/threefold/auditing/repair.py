"""Repair: the critical facts that a summary lost, as verbatim quotes with their sources, within a budget of bytes.

Nothing in the block was written by a model: each quote is a line of the log that holds the fact, cut where it is long,
and it says whose words it is and where it stands. Whether a harness puts it back into a context is a person's choice.
"""

from __future__ import annotations

import msgspec

from threefold.auditing.finder import Finder
from threefold.auditing.ledger import Origin, of_message
from threefold.auditing.record import AuditRecord, Candidate, Statement
from threefold.auditing.reporting import cut
from threefold.session import Session
from threefold.text.later import later
from threefold.text.sentences import sentences
from threefold.text.unicode import encode

OPENING = (
    "<threefold-recovered>\n"
    "Word for word from this session's own log, found missing from the summary above. Quoted by a program, not written "
    "by a model.\n"
)
CLOSING = "</threefold-recovered>\n"
BUDGET = 4000
"""Bytes of a block, if nothing else is said."""
Found = tuple[tuple[int, int], str, str, tuple[int, int]]
"""A text by its event and its place in it, its words, whose they are, and what of it is to be shown."""
_MENTION = later(r"(?<![\w.@])@(?=[\w.~-]*[/\\.]\w|[/~])")
"""The sign by which clients load a file that a message mentions: a quote of it must not."""
_REACH = 160  # characters kept on each side of a fact in a long line
_HIGHEST_SHARE = 0.5  # of the budget that one quote may take


class Quote:
    """What is quoted of one text of the log: each lost fact with its surroundings, in the order of the text.

    Facts of one text share one quote, so that a message that holds three of them is not quoted three times.
    """

    def __init__(self, text: str, origin: str, line: int) -> None:
        self.text, self.origin, self.line = text, origin, line
        self.windows: list[tuple[int, int]] = []

    def shown(self, *more: tuple[int, int]) -> str:
        """The quote as a line of the block, with windows added to those that it has."""
        joined: list[list[int]] = []
        for low, high in sorted([*self.windows, *more]):
            if joined and low <= joined[-1][1]:
                joined[-1][1] = max(joined[-1][1], high)
            else:
                joined.append([low, high])
        pieces = [self._cut(low, high) for low, high in joined]
        return f"- [{self.origin}, line {self.line}] {' … '.join(pieces)}\n"

    def _cut(self, low: int, high: int) -> str:
        before = "…" if low and self.text[low - 1] != "\n" else ""
        shown = _MENTION.sub("", self.text[low:high].strip())
        return before + shown + ("…" if self.text[high : high + 1] not in ("", "\n") else "")


def repair(session: Session, record: AuditRecord, budget: int = BUDGET, *, rules: bool = False) -> str:
    """The block for one audited compaction, most binding facts first; empty where nothing fits or nothing was lost.

    What the summary altered comes before what it left out: the value that stands in the log is lost with it.

    ``budget`` is in bytes of UTF-8 and holds for the whole block. ``rules`` puts the lost standing rules of humans in
    front.
    """
    room = budget - len(encode(OPENING + CLOSING))
    quotes: dict[tuple[int, int], Quote] = {}
    finder = Finder()
    stated = [_stated(session, one) for one in record.statements if rules and _is_lost_rule(one)]
    binding = (*_altered(record), *record.coverage.ranked)
    for found in (*stated, *(_found(session, lost, finder) for lost in binding)):
        if found is None:
            continue
        place, text, origin, window = found
        quote = quotes.get(place) or Quote(text, origin, session.events.lines[place[0]])
        before = len(encode(quote.shown())) if quote.windows else 0
        size = len(encode(quote.shown(window)))
        if size - before > room or size > budget * _HIGHEST_SHARE:
            continue
        quote.windows.append(window)
        quotes[place] = quote
        room -= size - before
    return OPENING + "".join(quote.shown() for quote in quotes.values()) + CLOSING if quotes else ""


def _altered(record: AuditRecord) -> list[Candidate]:
    """The values of the log that the summary gives as others, as if they had been left out."""
    return [
        msgspec.structs.replace(one, value=one.near[0].value, where=one.near[0].where)
        for one in record.fidelity.candidates
        if one.status == "altered" and len(one.near) == 1
    ]


def _is_lost_rule(one: Statement) -> bool:
    return one.category == "rule" and one.status in ("lost", "contradicted") and one.basis.startswith("a human's rule")


def _stated(session: Session, rule: Statement) -> Found | None:
    """The sentence in which a human stated a rule."""
    if rule.where is None:
        return None
    message = session.record(rule.where.event).message
    for number, piece in enumerate(of_message(message, rule.where.event) if message is not None else ()):
        for sentence in sentences(piece.text) if piece.origin is Origin.HUMAN else ():
            if cut(sentence.of(piece.text)) == rule.value:
                return (rule.where.event, number), piece.text, _WHO[piece.origin], (sentence.start, sentence.end)
    return None


def _found(session: Session, lost: Candidate, finder: Finder) -> Found | None:
    """The text that holds a lost fact at its first place: which one it is, its words, whose, and what to show."""
    if lost.where is None:
        return None
    message = session.record(lost.where.event).message
    pieces = of_message(message, lost.where.event) if message is not None else ()
    for number, piece in enumerate(pieces):
        if lost.where.origin and piece.origin.word != lost.where.origin:
            continue
        place = _place(piece.text, lost, finder)
        if place is not None:
            return (lost.where.event, number), piece.text, _WHO[piece.origin], _window(piece.text, *place)
    return None


_WHO = {
    Origin.HUMAN: "user", Origin.MODEL: "assistant", Origin.HARNESS: "harness", Origin.CALL: "tool call",
    Origin.RESULT: "tool result", Origin.REASONING: "reasoning",
}  # fmt: skip


def _place(text: str, lost: Candidate, finder: Finder) -> tuple[int, int] | None:
    if lost.category == "correction":
        start = text.lower().find(lost.value.partition(" not ")[0])
        return (start, start + 1) if start >= 0 else None
    for fact in finder.facts(text):
        if fact.category == lost.category and fact.normal == lost.value:
            return fact.start, fact.end
    return None


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """The line that holds the span, cut to its surroundings where it is long."""
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", end)
    high = len(text) if high < 0 else high
    return max(low, start - _REACH), min(high, end + _REACH)
