"""What a summary asserts, read once: its facts, and the letters by which all of it can be looked for in the events."""

from __future__ import annotations

from collections.abc import Iterator

from threefold.auditing.facts import places, tokens
from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds import days, lines, suspects
from threefold.auditing.grounds.findings import Assertion, assertions
from threefold.auditing.grounds.spelling import needles_of
from threefold.auditing.statements import unfounded
from threefold.auditing.statements.summary import Context, body
from threefold.session import Compaction, Session
from threefold.text.later import later
from threefold.text.unicode import encode

_NOTED = later(r"\d(?<![\w.,:/#$€£¥%+-].)(?:[\d,]*\d)?(?: \([a-z][a-z -]{0,20}\)) (?P<thing>[A-Za-z]{2,20})\b")


def _noted(text: str, facts: list[Fact], finder: Finder) -> Iterator[Fact]:
    """Amounts with a note in brackets in front of what they count, which no rule reads: ``231 (all) tests``."""
    starts = {fact.start for fact in facts}
    for match in _NOTED.finditer(text):
        inner = finder.facts(f"{match[0].partition(' ')[0]} {match['thing']}")
        if match.start() not in starts and [fact.category for fact in inner] == ["number"]:
            yield inner[0]._replace(literal=match[0], start=match.start(), end=match.end())


class Asserting:
    """One summary. Empty until it is read, and where it cannot be."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.text = ""
        self.facts: list[Fact] = []
        self.claims: list[Assertion] = []
        self.suspects: list[Fact] = []
        self.tokens: list[tokens.Token] = []
        self.places: list[places.FilePlace] = []
        self.context = Context("")
        self.needles: list[bytes] = []

    def read(self, session: Session, compaction: Compaction) -> None:
        """Read a compaction's summary."""
        self.text = body(compaction.summary)
        facts = self.finder.facts(self.text)
        self.facts = sorted([*facts, *_noted(self.text, facts, self.finder)], key=lambda fact: fact.start)
        self.context = Context(self.text)
        self.claims = assertions(self.facts, self.context.of(self.facts))
        self.needles = [needle for claim in self.claims for needle in needles_of(claim.fact, session.cwd)]
        self.needles += [encode(letters) for claim in self.claims for letters in days.needles(claim.fact)]
        self.suspects = suspects.suspects(self.text, self.facts, self.finder.categories)
        self.needles += suspects.needles_of(self.suspects)
        self.tokens = tokens.tokens(self.text, [*self.facts, *self.suspects], self.finder.categories)
        self.needles += tokens.needles_of(self.tokens)
        self.places = places.places(self.text, self.facts)
        self.needles += lines.needles_of(self.places)
        self.needles += unfounded.needles(self.text)
