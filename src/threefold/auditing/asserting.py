"""What a summary asserts, read once: its facts, and the letters by which all of it can be looked for in the events."""

from __future__ import annotations

from threefold.auditing.facts import tokens
from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds import days, suspects
from threefold.auditing.grounds.findings import Assertion, assertions
from threefold.auditing.grounds.spelling import needles_of
from threefold.auditing.statements import unfounded
from threefold.auditing.statements.summary import Context, body
from threefold.session import Compaction, Session
from threefold.text.unicode import encode


class Asserting:
    """One summary. Empty until it is read, and where it cannot be."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.text = ""
        self.facts: list[Fact] = []
        self.claims: list[Assertion] = []
        self.suspects: list[Fact] = []
        self.tokens: list[tokens.Token] = []
        self.context = Context("")
        self.needles: list[bytes] = []

    def read(self, session: Session, compaction: Compaction) -> None:
        """Read a compaction's summary."""
        self.text = body(compaction.summary)
        self.facts = self.finder.facts(self.text)
        self.context = Context(self.text)
        self.claims = assertions(self.facts, self.context.of(self.facts))
        self.needles = [needle for claim in self.claims for needle in needles_of(claim.fact, session.cwd)]
        self.needles += [encode(letters) for claim in self.claims for letters in days.needles(claim.fact)]
        self.suspects = suspects.suspects(self.text, self.facts, self.finder.categories)
        self.needles += suspects.needles_of(self.suspects)
        self.tokens = tokens.tokens(self.text, [*self.facts, *self.suspects], self.finder.categories)
        self.needles += tokens.needles_of(self.tokens)
        self.needles += unfounded.needles(self.text)
