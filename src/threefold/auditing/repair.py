"""Repair: what a summary lost and still holds, as verbatim quotes with their sources, within a budget of bytes.

Nothing in the block was written by a model: each quote is a line of the log that holds the fact, cut where it is long,
and it says whose words it is, where it stands and how far back. What a person once ordered is quoted only while nothing
shows that it was taken up: whoever reads the block may carry it out. Whether a harness puts the block back into a
context is a person's choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.coverage import CHANGED
from threefold.auditing.grounds.findings import ALTERED
from threefold.auditing.grounds.reruns import Reruns
from threefold.auditing.ledger.ledger import Origin, Piece, of_message
from threefold.auditing.reports.record import AuditRecord, Candidate, Statement, Where
from threefold.auditing.reports.reporting import BINDING_REASONS, cut
from threefold.auditing.statements.holding import TakenUp, is_rule, stands, tells
from threefold.auditing.statements.quotable import REACH, is_bare, is_quotable, window_of
from threefold.session import Flag, Session
from threefold.text.later import later
from threefold.text.sentences import sentences
from threefold.text.unicode import encode

OPENING = (
    "<threefold-recovered>\n"
    "Quotes from this session's past, word for word from its own log, found missing from the summary above. Quoted by "
    "a program, not written by a model; each says how many lines of the log before the summary it stands. Rules and "
    "facts hold still, but nothing here is a new order: what was once asked for may be done or withdrawn.\n"
)
CLOSING = "</threefold-recovered>\n"
BUDGET = 4000
"""Bytes of a block, if nothing else is said."""
_MENTION = later(r"(?<![\w.@])@(?=[\w.~-]*[/\\.]\w|[/~])")
"""The sign by which clients load a file that a message mentions: a quote of it must not."""
_OF_THE_MACHINE = later(r"/(?:etc|usr|proc|dev|sys|bin|sbin|lib|opt|System|Library)\b")
_WEAK = ("only printed by a tool", "only in the harness's own text")  # which is had again, or said anew
_SETTLED = ("done_listed_open", "cancelled_listed_open")
_BESIDE = 24  # characters beside an altered value that are shown of an order
_HIGHEST_SHARE = 0.5  # of the budget that one quote may take
_BEGINNING = 40  # characters by which something said is found again
_LONGEST = 400  # characters of a sentence that somebody may have overruled
_SPOKEN = Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN
_FURTHER = 60  # losses behind the ranked ones that are quoted where there is room
Span = tuple[int, int]

if TYPE_CHECKING:
    from threefold.work.sentences.force import Later


class Found(NamedTuple):
    """What of one text is to be shown: the text by its event and its place in it, its words, and whose they are."""

    place: tuple[int, int]
    text: str
    who: str
    windows: list[Span]
    bare: str = ""
    """the value, where nothing else is said: the name of a changed file, a row of a table whose head is elsewhere"""


class Quote:
    """What is quoted of one text of the log: each lost fact with its surroundings, in the order of the text.

    Facts of one text share one quote, so that a message that holds three of them is not quoted three times.
    """

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.windows: list[Span] = []

    def shown(self, *more: Span) -> str:
        """The quote as a line of the block, with windows added to those that it has."""
        joined: list[list[int]] = []
        for low, high in sorted([*self.windows, *more]):
            if joined and not self.text[joined[-1][1] : low].strip(" "):
                joined[-1][1] = max(joined[-1][1], high)
            else:
                joined.append([low, high])
        pieces = [_MENTION.sub("", self.text[low:high].strip()) for low, high in joined]
        before = "…" if self.text[: joined[0][0]].rpartition("\n")[2].strip() else ""
        behind = "…" if self.text[joined[-1][1] :].partition("\n")[0].strip() else ""
        return f"- [{self.source}] {before}{' … '.join(pieces)}{behind}\n"


def repair(session: Session, record: AuditRecord, budget: int = BUDGET, *, rules: bool = False) -> str:
    """The block for one audited compaction, most binding facts first; empty where nothing fits or nothing was lost.

    What the summary altered comes before what it left out: the value that stands in the log is lost with it. What only
    a tool printed or a harness said is quoted where nothing better was lost.

    ``budget`` is in bytes of UTF-8 and holds for the whole block. ``rules`` puts in front what people said and what
    they were asked: their lost standing rules, messages that nobody took up, questions that are open.
    """
    room = budget - len(encode(OPENING + CLOSING))
    quotes: dict[tuple[int, int], Quote] = {}
    places = _Places(session, record)
    for found in places.all(rules):
        quote = quotes.get(found.place) or Quote(found.text, places.source(found))
        before = len(encode(quote.shown())) if quote.windows else 0
        size = len(encode(quote.shown(*found.windows)))
        if size - before > room or size > budget * _HIGHEST_SHARE:
            continue
        quote.windows += found.windows
        quotes[found.place] = quote
        room -= size - before
    return OPENING + "".join(quote.shown() for quote in quotes.values()) + CLOSING if quotes else ""


class _Places:
    """Where in the log stands what a record says is lost."""

    def __init__(self, session: Session, record: AuditRecord) -> None:
        self._session, self._record = session, record
        self._finder = Finder()
        ends = [one.event for one in session.compactions if one.id == record.compaction_id]
        self._end = ends[-1] if ends else len(session.events)
        self._summary = next((one.summary for one in session.compactions if one.id == record.compaction_id), "")
        self._taken_up = TakenUp(session, self._end)
        self._reruns = Reruns(session, self._end)
        self._force: Later | None = None
        named = [(one.category, one.status, one.where.event) for one in record.statements if one.where is not None]
        self._unheard = {event for category, _, event in named if category == "message"}
        self._settled = {event for _, status, event in named if status in _SETTLED}

    def source(self, found: Found) -> str:
        """Whose words a quote is, its line, and how far before the summary that was."""
        lines, (event, _) = self._session.events.lines, found.place
        line = f"{found.who}, line {lines[event]}"
        back = lines[self._end] - lines[event] if self._end < len(lines) else 0
        return f"{line}, {back} back" if back > 0 else line

    def all(self, rules: bool) -> Iterator[Found]:
        """Everything that is worth a quote, what binds most first."""
        if rules:
            yield from self._said()
        strong = [one for one in self._record.coverage.ranked if not _is_weak(one)]
        corrections = [one for one in strong if one.category == "correction"]
        further = self._record.coverage.lost[len(self._record.coverage.ranked) :][:_FURTHER]
        rest = [one for one in strong if one.category != "correction"]
        rest += [one for one in further if one.basis in BINDING_REASONS and one.category != "correction"]
        bare: list[Found] = []
        told, none = "", True
        for found in self._facts((*corrections, *_altered(self._record, self._summary), *rest)):
            none = False
            if found.bare:
                bare.append(found)
            else:
                told += "\n".join(found.text[low:high] for low, high in found.windows)
                yield found
        yield from (one for one in bare if "/".join(one.bare.split("/")[-2:]) not in told)
        if none:
            yield from self._facts(one for one in self._record.coverage.ranked if _is_weak(one))

    def _facts(self, lost: Iterable[Candidate]) -> Iterator[Found]:
        return (found for one in lost if (found := self._fact(one)) is not None)

    def _said(self) -> Iterator[Found]:
        """What people said or were asked: rules first."""
        for statement in self._record.statements:
            if _is_lost_rule(statement):
                yield from self._sentence(statement)
        for statement in self._record.statements:
            if statement.status == "lost" and statement.category in ("message", "question", "finding"):
                yield from self._words(statement)

    def _sentence(self, rule: Statement) -> Iterator[Found]:
        """The sentence in which a human stated a rule, with what the same line tells beside it."""
        for number, piece in self._pieces(rule.where):
            spans = list(sentences(piece.text)) if piece.origin is Origin.HUMAN else []
            for one in spans:
                if cut(one.of(piece.text)) != rule.value:
                    continue
                if not is_rule(one.of(piece.text)) and not self._is_open(piece.event):
                    return
                window = window_of(piece.text, one.start, one.end)
                near = [
                    (s.start, s.end) for s in spans if _within((s.start, s.end), window) and tells(s.of(piece.text))
                ]
                yield Found(
                    (piece.event, number), piece.text, _WHO[piece.origin], sorted({(one.start, one.end), *near})
                )
                return

    def _words(self, statement: Statement) -> Iterator[Found]:
        """A message that nobody took up, a question that nobody answered, or what of a list of findings was left out,
        line by line."""
        value, listed = statement.value.removesuffix("…"), statement.category == "finding"
        for number, piece in self._pieces(statement.where):
            starts = [piece.text.find(one[:_BEGINNING]) for one in (value.split("; ") if listed else [value])]
            most = min(len(statement.value), 2 * REACH)
            windows = [window_of(piece.text, at, at + 1) if listed else (at, at + most) for at in starts if at >= 0]
            if windows:
                asks = statement.category == "question"
                who = "asked of the user, unanswered" if asks else _WHO[piece.origin]
                yield Found((piece.event, number), piece.text, who, sorted(set(windows)))
                return

    def _fact(self, lost: Candidate) -> Found | None:
        """The text that holds a lost fact: its first place, or its last if there is but an order or a bare name."""
        bare: Found | None = None
        last = Where(lost.last.event) if lost.last is not None else None
        for where in (lost.where, last):
            for number, piece in self._pieces(where):
                if where is not None and where.origin and piece.origin.word != where.origin:
                    continue
                if piece.origin is Origin.REASONING and not _is_weak(lost):
                    continue  # it stands elsewhere, or in an answer
                place = _place(piece.text, lost, self._finder)
                if place is None:
                    continue
                windows = self._windows(piece, place, lost)
                if windows:
                    found = Found((piece.event, number), piece.text, _WHO[piece.origin], windows)
                    named = lost.basis == CHANGED and piece.origin in (Origin.CALL, Origin.RESULT)
                    if piece.origin is Origin.HUMAN or not (named or is_bare(piece.text, windows[0])):
                        return found
                    bare = bare or found._replace(bare=lost.value)
        return bare

    def _windows(self, piece: Piece, place: Span, lost: Candidate) -> list[Span]:
        """What to show of a text around a fact; nothing where that is an order that was taken up, or the harness's."""
        low, high = window = window_of(piece.text, *place)
        if self._reruns.overruled(piece, piece.text[low:high]) or self._is_over(piece, place):
            return []
        altered = lost.status == ALTERED
        if piece.origin is not Origin.HUMAN and not altered:
            written = piece.text if piece.origin is Origin.CALL else ""
            parts = piece.text[low : place[0]], piece.text[slice(*place)], piece.text[place[1] : high]
            return [window] if is_quotable(*parts, lost.category, lost.basis == CHANGED, written) else []
        if piece.origin is not Origin.HUMAN or lost.category == "correction" or self._is_open(piece.event):
            return [window]
        kept = [span for one in sentences(piece.text) for span in stands(piece.text, (one.start, one.end))]
        kept = [(max(start, low), min(end, high)) for start, end in kept if start < high and end > low]
        if any(_within(place, one) for one in kept):
            return kept
        return [window_of(piece.text, *place, _BESIDE, _BESIDE)] if altered else []  # the value, without the order

    def _is_over(self, piece: Piece, place: Span) -> bool:
        """Whether a person lifted what is said at a place, replaced its value, or turned it down."""
        if piece.origin in (Origin.CALL, Origin.RESULT):
            return False
        if self._force is None:
            from threefold.work.sentences.force import Later  # loaded where it is needed: much hangs on it

            self._force = Later(self._humans())
        for one in sentences(piece.text):
            if one.start <= place[0] < one.end <= one.start + _LONGEST:
                words = one.of(piece.text)
                declined = piece.origin is not Origin.HUMAN and self._force.declined(words, piece.event)
                return declined or self._force.ended(words, piece.event) is not None
        return False

    def _humans(self) -> Iterator[tuple[int, str]]:
        """What people said before the compaction."""
        flags = self._session.events.flags
        events = [event for event in range(min(self._end, len(flags))) if flags[event] & _SPOKEN == Flag.MESSAGE]
        for event, record in self._session.records(events):
            for piece in of_message(record.message, event) if record.message is not None else ():
                if piece.origin is Origin.HUMAN:
                    yield event, piece.text

    def _is_open(self, event: int) -> bool:
        """Whether nothing shows that what a person ordered there is done or withdrawn."""
        return event in self._unheard or (event not in self._settled and not self._taken_up(event))

    def _pieces(self, where: Where | None) -> Sequence[tuple[int, Piece]]:
        message = self._session.record(where.event).message if where is not None else None
        return list(enumerate(of_message(message, where.event))) if message is not None and where is not None else []


def _is_weak(lost: Candidate) -> bool:
    origin = lost.where.origin if lost.where is not None else ""
    printed = origin == Origin.RESULT.word
    return (
        lost.basis in _WEAK
        or origin == Origin.REASONING.word
        or (printed and lost.category == "path" and bool(_OF_THE_MACHINE.match(lost.value)))
    )


def _altered(record: AuditRecord, summary: str) -> Iterator[Candidate]:
    """The values of the log that the summary gives as others, as if they had been left out: of several near ones, the
    best that the summary does not have in another place."""
    for one in record.fidelity.candidates:
        if one.status == ALTERED and one.near:
            others = (near for near in one.near if _letters(near.value) not in summary)
            near = one.near[0] if len(one.near) == 1 else next(others, None)
            if near is not None:
                yield msgspec.structs.replace(one, value=near.value, where=near.where)


def _letters(normal: str) -> str:
    """What of a normal form stands in a text: a version without its v, an amount without its unit."""
    return (normal[1:] if normal[:1] == "v" and normal[1:2].isdigit() else normal).partition(" ")[0]


def _is_lost_rule(one: Statement) -> bool:
    return one.category == "rule" and one.status in ("lost", "contradicted") and one.basis.startswith("a human's rule")


_WHO = {
    Origin.HUMAN: "user", Origin.MODEL: "assistant", Origin.HARNESS: "harness", Origin.CALL: "tool call",
    Origin.RESULT: "tool result", Origin.REASONING: "reasoning",
}  # fmt: skip


def _place(text: str, lost: Candidate, finder: Finder) -> Span | None:
    if lost.category == "correction":
        start = text.lower().find(lost.value.partition(" not ")[0])
        return (start, start + 1) if start >= 0 else None
    for fact in finder.facts(text):
        if fact.category == lost.category and fact.normal == lost.value:
            return fact.start, fact.end
    _, colon, line = lost.value.rpartition(":")  # of a file
    for value in (lost.value, line if colon and line.isdigit() else "") if lost.status == ALTERED else ():
        named = re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\w)", text) if value else None
        if named:
            return named.span()  # what no rule reads as a fact
    return None


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
