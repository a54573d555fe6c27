"""The last look at what a summary asserts and the log does not spell: whether it follows from what stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds import epochs
from threefold.auditing.grounds.findings import ALTERED, DERIVED, EQUIVALENT, UNVERIFIED, VERIFIED, Finding
from threefold.auditing.grounds.likeness import Likeness
from threefold.auditing.grounds.reckoned import Reckoned, Text
from threefold.auditing.grounds.resolved import resolved
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger
from threefold.session import Compaction, Session
from threefold.text.unicode import decode

_MOST = 20
"""Values of one summary that are looked at."""
_SIZE, _LONGEST = 6_000, 3_000  # bytes of an event that is read for it, and characters of a text
_LAST, _FIRST = 300, 100  # short results that are read, from the end and from the beginning
_OPEN = (UNVERIFIED, ALTERED)


class Following:
    """Looks through the log behind one summary."""

    def __init__(
        self, session: Session, compaction: Compaction, ledger: Ledger, around: Surroundings, like: Likeness
    ) -> None:
        self.session, self.compaction, self.ledger, self.around, self.like = session, compaction, ledger, around, like

    def again(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings, where those that follow from the log are no longer open."""
        found = list(findings)
        open_ = [place for place, one in enumerate(found) if one.status in _OPEN][:_MOST]
        ranges = self._ranges([found[place] for place in open_])
        texts: list[Text] | None = None
        for place in open_:
            one = found[place]
            fact = one.assertion.fact
            told: tuple[str, str, int | None] | None = None
            if fact.category == "path":
                if made := resolved(fact.normal, self.session.cwd.rstrip("/"), self.ledger, self.around.texts):
                    told = VERIFIED, *made
            elif fact.category == "datetime":
                told = self._moment(fact, one.assertion.sentence, found)
            elif fact.category == "number" and fact.kind != "version":
                texts = self._short() if texts is None else texts
                told = self._number(one, texts, ranges.get(fact.start, ""))
            if told is not None:
                found[place] = one._replace(status=told[0], basis=told[1], event=told[2], near=())
        return found

    def _number(self, one: Finding, texts: Sequence[Text], ranged: str) -> tuple[str, str, int | None] | None:
        if ranged:
            return EQUIVALENT, ranged, None
        told = Reckoned(*one.assertion[::2], one.status == ALTERED).found(texts)
        return None if told is None else (DERIVED, *told)

    def _ranges(self, findings: Sequence[Finding]) -> dict[int, str]:
        """Of the amounts that end a range, where in their summary they stand and how the log shows their range."""
        sought: dict[int, str] = {}
        for one in findings:
            fact = one.assertion.fact
            if fact.category == "number" and fact.kind != "version":
                pattern = Reckoned(*one.assertion[::2], one.status == ALTERED).range
                if pattern:
                    sought[fact.start] = pattern
        if not sought:
            return {}
        texts = [decode(text) for _, text in self.like.texts(list(sought.values()))]
        found: dict[int, str] = {}
        for start, pattern in sought.items():
            shown = re.compile(rf"(?<![\d.,]){pattern}(?![\d]|[.,]\d)")
            match = next((match for text in texts if (match := shown.search(text))), None)
            if match is not None:
                found[start] = f"{match[0]}, side by side"
        return found

    def _moment(self, fact: Fact, sentence: str, findings: Sequence[Finding]) -> tuple[str, str, int | None] | None:
        known = [one.assertion.fact for one in findings if one.status not in _OPEN]
        for first, last in epochs.spans(fact, sentence, known):
            for event, text in self.like.texts(list(epochs.masks(first, last))):
                value = epochs.within(decode(text), first, last)
                if value:
                    return EQUIVALENT, f"{value}, seconds since 1970", event
        cron = epochs.scheduled(fact)
        for event, text in self.like.texts([cron]) if cron else ():
            if match := re.search(cron, decode(text)):
                return EQUIVALENT, f"{match[0]}, in a schedule", event
        zoned = epochs.in_another_zone(fact, sentence, known, self.ledger)
        return None if zoned is None else (EQUIVALENT, *zoned)

    def _short(self) -> list[Text]:
        """The short results of calls behind the summary, the first ones and the last ones."""
        sizes, call_of = self.session.events.sizes, self.ledger.partners.get
        leaves = self.session.leaves(self.compaction)
        events = [event for event in leaves if sizes[event] <= _SIZE and call_of(event) is not None]
        if len(events) > _FIRST + _LAST:
            events = [*islice(events, _FIRST), *events[-_LAST:]]
        return [
            Text(event, text, self.like.call_of(event))
            for event in events
            for text in self.around.texts(event)
            if len(text) <= _LONGEST
        ]
