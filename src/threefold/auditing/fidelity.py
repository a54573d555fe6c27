"""Fidelity: for each hard fact that a summary asserts, whether it stands in the ledger, and if not, what stands near.

``verified``    to the letter, or after the normalisation that its category defines, or as a part of a longer value
``equivalent``  the same amount in another unit or spelling, or rounded; a command with its words in another order
``altered``     not there, but a near value of the same kind is; the finding names it and its place
``unverified``  not there, and nothing near

What counts as grounds is told in ``grounds``.
"""

from __future__ import annotations

from threefold.auditing.facts import Fact
from threefold.auditing.findings import ALTERED, DERIVED, UNVERIFIED, Assertion, Finding, Near
from threefold.auditing.grounds import Grounds
from threefold.auditing.ledger import Ledger
from threefold.auditing.near import near_values
from threefold.auditing.spelling import quantity_of
from threefold.auditing.surroundings import Surroundings
from threefold.session import Session
from threefold.text.later import later

_LIST_BREAK = later(r",\s*(?:and\s+|or\s+)?|\s+and\s+|、|，|；|;")
_OWN_COUNT, _OWN_COUNT_OF_ITS_TEXT = 12, 20
_ITS_TEXT_WORDS = (
    "file place change step finding issue phase function message question option component case item section bug fix "
    "problem type pattern point comment class method module agent task edit field one test conflict"
)
_ITS_TEXT = frozenset(_ITS_TEXT_WORDS.split())
_MEASURED_WORDS = (
    "token user customer request row record line addition deletion insertion character byte column gpu core worker "
    "replica node instance connection error failure warning retry"
)
_MEASURED = frozenset(_MEASURED_WORDS.split())  # counts that a tool makes and no summary does


class Judge:
    """Compares assertions with one ledger."""

    def __init__(self, ledger: Ledger, cwd: str, session: Session | None = None) -> None:
        """``session`` is asked for the words around a near number; without one, small counts have no near values."""
        self.ledger = ledger
        self.around = Surroundings(session, ledger.finder) if session is not None else None
        self.grounds = Grounds(ledger, cwd.rstrip("/"), self.around)

    def judge(self, assertion: Assertion) -> Finding:
        """The status of one assertion, with its grounds or the near values."""
        grounds = self.grounds.of(assertion.fact, assertion.sentence)
        if grounds is not None:
            return Finding(assertion, *grounds)
        fact = assertion.fact
        if _is_listed(fact, assertion.sentence):
            return Finding(assertion, DERIVED, "the summary lists as many behind it", None)
        near = tuple(Near(*one) for one in near_values(fact, assertion.sentence, self.ledger, self.around))
        if near:
            return Finding(assertion, ALTERED, near[0].difference, None, near)
        if _is_own_count(fact):
            return Finding(assertion, DERIVED, "the summary's own count", None)
        return Finding(assertion, UNVERIFIED, "nothing like it stands in the ledger", None)


def _is_own_count(fact: Fact) -> bool:
    if fact.category != "number" or not fact.kind.startswith("count:"):
        return False
    quantity = quantity_of(fact.normal, fact.literal)
    thing = fact.kind.removeprefix("count:")
    if quantity is None or thing in _MEASURED:
        return False
    return quantity.number <= (_OWN_COUNT_OF_ITS_TEXT if thing in _ITS_TEXT else _OWN_COUNT)


def _is_listed(fact: Fact, sentence: str) -> bool:
    """Whether a count is followed by a list of just so many things: ``three agents: security, speed and style``."""
    if not fact.kind.startswith("count:"):
        return False
    place = sentence.find(fact.literal)
    colon = sentence.find(":", place)
    if place < 0 or colon < 0 or colon - place > 80:
        return False
    items = [item for item in _LIST_BREAK.split(sentence[colon + 1 :].strip(" .")) if item.strip()]
    return fact.normal.partition(" ")[0] == str(len(items))
