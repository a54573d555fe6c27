"""Repair: the critical facts that a summary lost, as verbatim quotes with their sources, within a budget of bytes.

Nothing in the block was written by a model: each quote is a line of the log that holds the fact, cut where it is long,
and it says whose words it is and where it stands. Whether a harness puts it back into a context is a person's choice.
"""

from __future__ import annotations

from typing import NamedTuple

from threefold.auditing.facts import Finder
from threefold.auditing.ledger import Origin, of_message
from threefold.auditing.record import AuditRecord, Candidate
from threefold.session import Session
from threefold.text.unicode import encode

OPENING = (
    "<threefold-recovered>\n"
    "Word for word from this session's own log, found missing from the summary above. Quoted by a program, not written "
    "by a model.\n"
)
CLOSING = "</threefold-recovered>\n"
BUDGET = 4000
"""Bytes of a block, if nothing else is said."""
_REACH = 160  # characters kept on each side of a fact in a long line
_HIGHEST_SHARE = 0.5  # of the budget that one quote may take


class Quote(NamedTuple):
    """One verbatim piece of the log."""

    text: str
    origin: str
    event: int
    line: int


def repair(session: Session, record: AuditRecord, budget: int = BUDGET) -> str:
    """The block for one audited compaction, most binding facts first; empty where nothing fits or nothing was lost.

    ``budget`` is in bytes of UTF-8 and holds for the whole block.
    """
    room = budget - len(encode(OPENING + CLOSING))
    lines: list[str] = []
    seen: set[str] = set()
    finder = Finder()
    for lost in record.coverage.ranked:
        quote = _quote(session, lost, finder)
        if quote is None or quote.text in seen:
            continue
        line = f"- [{quote.origin}, line {quote.line}] {quote.text}\n"
        size = len(encode(line))
        if size > room or size > budget * _HIGHEST_SHARE:
            continue
        seen.add(quote.text)
        lines.append(line)
        room -= size
    return OPENING + "".join(lines) + CLOSING if lines else ""


def _quote(session: Session, lost: Candidate, finder: Finder) -> Quote | None:
    """The line around the lost fact at its first place."""
    if lost.where is None:
        return None
    message = session.record(lost.where.event).message
    for piece in of_message(message, lost.where.event) if message is not None else ():
        if lost.where.origin and piece.origin.word != lost.where.origin:
            continue
        place = _place(piece.text, lost, finder)
        if place is not None:
            text = _line(piece.text, *place)
            return Quote(text, _WHO[piece.origin], lost.where.event, lost.where.line)
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


def _line(text: str, start: int, end: int) -> str:
    """The line that holds the span, cut to its surroundings where it is long; ellipses mark the cuts."""
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", end)
    high = len(text) if high < 0 else high
    left, right = max(low, start - _REACH), min(high, end + _REACH)
    return ("…" if left > low else "") + text[left:right].strip() + ("…" if right < high else "")
