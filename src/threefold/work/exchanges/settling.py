"""What an exchange did or claimed, and which of the things that stood open before it that settles."""

from __future__ import annotations

from functools import cached_property

from threefold.text.later import later
from threefold.work.exchanges import endings, landing, taking, traces
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.sentences import answering, deciding, numbering, outcomes, planning
from threefold.work.sentences.words import carried, carries, share, terms

NEAR = 4
"""Exchanges after which nobody comes back to a loose end without naming it anew."""
STEPS = frozenset(("plan", "promise", "reminder"))
"""The kinds of open items that someone announced."""
_OPENING = later(r"(?:[\u3400-\u9fff]{1,6}|\S+\s*){1,4}|")
"""The words with which a sentence names its subject."""


class Deeds:
    """An exchange as evidence. Read once, asked about every open item."""

    def __init__(self, now: Exchange, changes: int) -> None:
        """``changes`` is how many edits and commits the log holds so far."""
        said = "\n".join(now.closing)
        self._now = now
        self._changes = changes
        self._replied = said.lower()
        self._evidence = now.evidence()
        self._changed = now.edits > 0 or now.commits > 0
        self._worked = self._changed or now.deeds > 0 or (now.successes > 0 and bool(now.closing))
        self._whole = planning.claims_all(said)
        self._chosen = numbering.numbered(now.human) or numbering.numbered(said)
        self._goes_on = deciding.goes_on(now.human)

    @cached_property
    def _traces(self) -> traces.Traces:
        return traces.Traces(self._now)

    @cached_property
    def _leaves_ends(self) -> bool:
        return bool(endings.loose_ends(self._now))

    @cached_property
    def _carries_out_plan(self) -> bool:
        """Whether an approved plan was worked on, committed, and reported without a remainder."""
        now = self._now
        told = self._whole or planning.claims_plan("\n".join(now.closing))
        return now.commits > 0 and told and not (now.went_wrong or self._leaves_ends)

    def settle(self, item: Open, *, alone: bool) -> bool:
        """Whether the item is done or taken up. ``alone``: it is the only step that its own exchange announced."""
        if item.kind == "push":
            return self._now.pushed
        if item.kind in ("interrupted", "user_question"):
            return self._takes_up(item)
        if item.kind == "deed":
            return self._traces.settle(item.text)
        if item.kind == "said":
            return self._without(item) or (
                self._changed and carries(self._evidence, item.terms, 0.2 if self._goes_on else 0.34)
            )
        if item.kind in ("loose", "request") and self._takes_in(item):
            return True
        if item.kind in ("loose", "promise") and self._asked_for(item):
            return True
        if item.kind == "loose":
            return False
        if item.kind == "deferred":
            near = self._goes_on and item.exchange == self._now.number - 1
            return self._worked and (near or carries(self._evidence, item.terms, 0.5))
        if item.kind == "promise" and self._goes_on and taking.leaves_part(item.text, self._now):
            return False
        if item.kind == "finding":
            near = item.exchange == self._now.number - 1 and taking.wants(item, self._now)
            return self._changed and (near or self._goes_on or carries(self._evidence, item.terms, 0.25))
        if item.kind == "question":
            return self._changed and carries(self._evidence, item.terms, 0.75) and len(item.terms) >= 2
        if item.kind == "pending" and item.covered:
            return self._changes > item.changes
        if item.kind in ("plan", "pending") and self._chosen and item.number:
            return item.number in self._chosen and self._worked
        goes_on = self._goes_on and not (item.kind == "promise" and planning.waits(item.text))
        if self._worked and goes_on and (self._whole or alone) and not self._now.went_wrong:
            return True
        if item.kind == "plan" and self._now.approved and self._carries_out_plan:
            return True
        needed = 0.34 if self._worked and goes_on else 0.5 if self._worked else 0.67
        return (self._worked or self._whole) and carries(self._evidence, item.terms, needed)

    def _without(self, item: Open) -> bool:
        """Whether a proposal was carried out of which a person had taken something out, while it was but talk."""
        now = self._now
        talk = item.changes == self._changes - now.edits - now.commits
        return (
            talk and self._changed and self._goes_on and self._whole and not now.went_wrong
            and landing.takes_out(item.text)
        )  # fmt: skip

    def _takes_in(self, item: Open) -> bool:
        """A loose end is tied by work that leaves none itself: told to go on, in the next exchange, or by its words."""
        did = self._changed or self._now.deeds > 0 if item.kind == "request" else self._worked
        if item.kind == "request" and not did:
            return self._answers(item)
        if not did or self._now.went_wrong or not self._now.closing:
            return False
        if self._leaves_ends:  # of other subjects, or of this one
            named = carries(self._evidence, item.terms, 0.5)
            return named and not any(share(item.terms, terms(end)) >= 0.34 for end in endings.loose_ends(self._now))
        if carries(self._evidence, item.terms, 0.34):
            return True
        near = item.exchange == self._now.number - 1
        if item.kind == "request":
            about = landing.refers(self._now.human) or (self._changed and carried(item.terms, self._evidence) > 0.15)
        else:
            about = carried(item.terms, self._evidence) > 0.15
        return near and (self._goes_on or bool(item.terms & terms(self._now.human)) or about)

    def _answers(self, item: Open) -> bool:
        """Whether words alone tell what became of an order: that it is done, needs nothing, or will not be done."""
        near = self._goes_on and item.exchange == self._now.number - 1
        return (near or carries(self._replied, item.terms, 0.34)) and outcomes.tells_outcome(self._replied)

    def _asked_for(self, item: Open) -> bool:
        """Whether the person came back to what a remark was about, and that was worked on without a remainder of it."""
        now = self._now
        opening = _OPENING.match(item.text)
        subject = terms(opening[0]) if opening else frozenset()
        worked = self._changed and bool(now.closing) and not now.went_wrong
        if not (worked and subject and subject <= terms(now.human)):
            return False
        told = carries(self._evidence, item.terms - subject, 0.25 if len(subject) > 1 else 0.34)
        return told and not any(share(item.terms, terms(end)) >= 0.34 for end in endings.loose_ends(now))

    def _takes_up(self, item: Open) -> bool:
        """What a person stopped is over once the talk goes on; what failed is not before it is taken up again."""
        now = self._now
        if now.went_wrong or not (now.closing or self._changed):
            return False
        if item.stopped and not answering.is_greeting(now.human):
            return True
        if item.kind == "interrupted":
            return self._worked
        return self._goes_on or now.human.strip() == item.text or carries(self._replied, item.terms, 0.34)
