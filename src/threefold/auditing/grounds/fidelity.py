"""Fidelity: for each hard fact that a summary asserts, whether it stands in the ledger, and if not, what stands near.

``verified``    to the letter, or after the normalisation that its category defines, or as a part of a longer value
``equivalent``  the same amount in another unit or spelling, or rounded; a command with its words in another order
``altered``     not there, but a near value of the same kind is; the finding names it and its place
``unverified``  not there, and nothing near

What counts as grounds is told in ``grounds``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.derived import Deriving
from threefold.auditing.grounds.findings import (
    ALTERED,
    DERIVED,
    EQUIVALENT,
    UNVERIFIED,
    Assertion,
    Finding,
    Near,
)
from threefold.auditing.grounds.grounds import Grounds
from threefold.auditing.grounds.near import ANOTHER_UNIT, MOST, near_values
from threefold.auditing.grounds.spelling import quantity_of
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.grounds.tables import same_row
from threefold.auditing.grounds.wider import RUN, wider_values
from threefold.auditing.ledger.ledger import Ledger
from threefold.session import Session
from threefold.text.later import later

_LIST_AFTER = 80  # characters behind a count after which no list of what it counts begins
_BRACKET = later(rf"[^()（）:;.。；：]{{0,{_LIST_AFTER}}}[(（]([^()（）]{{1,400}})[)）]")
_LIST_BREAK = later(r",\s*(?:and\s+|or\s+)?|\s+and\s+|、|，|；|;")
_FEW = 5
_LISTED = 5_000  # amounts of a ledger that are asked whether they count tests
_MADE = later(r"(?i)\b(?:add|new|wr[oi]t|creat|more|extra|regression)\w*|新|加|写|补|建")
_WRITTEN = frozenset(["place", "item", "one", "type", "point", "thing", "side", "way", "reason", "kind"])
_OWN = "the summary's own count"
_ANOTHER = later(r"(?i)(?:\b(?:other|another|remaining|further|rest of the)|另外|其余|其他|其它|剩下|剩余)(?:的)? ?$")
_OWN_COUNT, _OWN_COUNT_OF_ITS_TEXT = 12, 20
_ITS_TEXT_WORDS = (
    "file place change step finding issue phase function message question option component case item section bug fix "
    "problem type pattern point comment class method module agent task edit field one test conflict"
)
_ITS_TEXT = frozenset(_ITS_TEXT_WORDS.split())
_MEASURED_WORDS = (
    "token user customer request row record line addition deletion insertion character byte column gpu core worker "
    "replica node instance connection error failure warning retry passed skip"
)
_MEASURED = frozenset(_MEASURED_WORDS.split())  # counts that a tool makes and no summary does

_SOUGHT = 200
"""Facts of one category without grounds whose near values are looked for by comparing them with what the log says."""

_WIDER = 60
"""Facts without near values that are looked for once more, among more values."""


class Judge:
    """Compares assertions with one ledger."""

    def __init__(
        self, ledger: Ledger, cwd: str, session: Session | None = None, facts: Sequence[Fact] = (), text: str = ""
    ) -> None:
        """``session`` is asked for the words around a near number; without one, small counts have no near values.
        ``text`` is the summary and ``facts`` are its facts, from which others of its numbers may follow."""
        self.ledger = ledger
        self.deriving = Deriving(ledger, facts, text)
        self.around = Surroundings(session, ledger.finder) if session is not None else None
        self.grounds = Grounds(ledger, cwd.rstrip("/"), self.around, facts)
        self._sought: Counter[str] = Counter()
        self._unplaced = 0

    @property
    def exhausted(self) -> bool:
        """Whether a category had more facts without grounds than near values are looked for."""
        return any(count > _SOUGHT for count in self._sought.values())

    def judge(self, assertion: Assertion) -> Finding:
        """The status of one assertion, with its grounds or the near values."""
        if (known := self.told(assertion)) is not None:
            return known
        fact = assertion.fact
        is_number = fact.category == "number" and fact.kind != "version"
        if is_number and (follows := self.deriving.beside(fact, assertion.sentence)) is not None:
            return Finding(assertion, DERIVED, follows, None)
        if fact.category == "datetime":
            told = self.deriving.moment(fact, assertion.sentence)
            if told is not None:
                return Finding(assertion, DERIVED, told, None)
        if _is_own_count(fact) and (_is_few(fact) or _is_another(fact, assertion.sentence)):
            return Finding(assertion, DERIVED, _OWN, None)
        self._sought[fact.category] += fact.category not in ("number", "command")  # which have an index
        seek = self._sought[fact.category] <= _SOUGHT
        found = near_values(fact, assertion.sentence, self.ledger, self.around) if seek else ()
        near = tuple(Near(*one) for one in found)
        if is_number and all(one.difference == ANOTHER_UNIT for one in near):
            follows = self.deriving.anywhere(fact, assertion.sentence)
            if follows is not None:
                return Finding(assertion, DERIVED, follows, None)
        is_run = not near and self._is_run(fact, assertion.sentence)
        if not near and not is_run and _is_own_count(fact) and (_is_none(fact) or not _is_measured(fact)):
            return Finding(assertion, DERIVED, _OWN, None)
        self._unplaced += not near
        if not near and self.around is not None and self._unplaced <= _WIDER:
            near = tuple(Near(*one) for one in wider_values(fact, assertion.sentence, self.ledger, self.around))
        if near:
            return Finding(assertion, ALTERED, near[0].difference, None, near)
        basis = "the log counts such things, and not so many" if is_run else "nothing like it stands in the ledger"
        return Finding(assertion, UNVERIFIED, basis, None)

    def told(self, assertion: Assertion) -> Finding | None:
        """The finding where the ledger, the summary or a table of the log tells the value itself; there is no other way
        to be verified, or equivalent."""
        fact, _, sentence = assertion
        grounds = self.grounds.of(fact, sentence)
        if grounds is not None:
            return Finding(assertion, *grounds)
        if _is_listed(fact, sentence):
            return Finding(assertion, DERIVED, "the summary lists as many behind it", None)
        cells = [] if self.around is None else same_row(fact, sentence, self.ledger, self.around)
        if not cells:
            return None
        number, column = fact.normal.partition(" ")[0], fact.kind.removeprefix("count:")
        if any(one == number for one, _, _ in cells):
            return Finding(assertion, EQUIVALENT, "in the column of its thing", cells[0][2])
        there = tuple(Near(f"{one} {column}", "another number in its row", event) for one, _, event in cells[:MOST])
        return Finding(assertion, ALTERED, there[0].difference, None, there)

    def _is_run(self, fact: Fact, sentence: str) -> bool:
        """Whether a number counts the tests of a run, of which the log tells how many there were; those that were
        written are the summary's own to count."""
        thing, place = fact.kind.removeprefix("count:"), sentence.find(fact.literal)
        if thing not in RUN or place < 0 or _MADE.search(sentence[max(0, place - 40) : place + len(fact.literal)]):
            return False
        return any(kind.removeprefix("count:") in RUN for _, kind in self.ledger.listing.first("number", _LISTED))


def _is_measured(fact: Fact) -> bool:
    return fact.kind.removeprefix("count:") in _MEASURED


def _is_none(fact: Fact) -> bool:
    return fact.normal.startswith("0 ")


def _is_few(fact: Fact) -> bool:
    """Whether a number counts what nobody counts but who writes: 两处, three points."""
    quantity = quantity_of(fact.normal, fact.literal)
    return fact.kind.removeprefix("count:") in _WRITTEN and quantity is not None and quantity.number <= _FEW


def _is_another(fact: Fact, sentence: str) -> bool:
    """Whether a few things are told of as the other ones: 另外两个失败."""
    place = sentence.find(fact.literal)
    return place > 0 and _ANOTHER.search(sentence[max(0, place - 20) : place]) is not None


def _is_own_count(fact: Fact) -> bool:
    if fact.category != "number" or not fact.kind.startswith("count:"):
        return False
    quantity = quantity_of(fact.normal, fact.literal)
    thing = fact.kind.removeprefix("count:")
    if quantity is None:
        return False
    return quantity.number <= (_OWN_COUNT_OF_ITS_TEXT if thing in _ITS_TEXT else _OWN_COUNT)


def _is_listed(fact: Fact, sentence: str) -> bool:
    """Whether a count is followed by a list of just so many things, behind a colon or in brackets: ``three agents:
    security, speed and style``."""
    if not fact.kind.startswith("count:"):
        return False
    place = sentence.find(fact.literal)
    behind = sentence[place + len(fact.literal) :] if place >= 0 else ""
    _, colon, listed = behind[: _LIST_AFTER + 1].partition(":")
    lists = [behind[len(behind[: _LIST_AFTER + 1]) - len(listed) :]] if colon else []
    bracket = _BRACKET.match(behind)
    lists += [bracket[1]] if bracket is not None else []
    number = fact.normal.partition(" ")[0]
    return any(number == str(len(items)) for one in lists if (items := _items(one)))


def _items(text: str) -> list[str]:
    return [item for item in _LIST_BREAK.split(text.strip(" .")) if item.strip()]
