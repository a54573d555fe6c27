"""What the records of earlier compactions already tell of, so that those of a long log do not all repeat it.

The events behind a summary are those behind the ones that it was made from, and more. What was lost there and was not
said since is lost here too: it counts here, and is listed where it was lost first.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.coverage import Asserted, Loss
from threefold.auditing.statements.summary import body
from threefold.session import Compaction, Session

ELSEWHERE = "encrypted", "provider", "beside it", "is known"
"""Words that say that there is a summary, and only this log does not hold it: its record lists no losses."""

_LAST = 2  # summaries of which it is remembered what they assert: this one, and the one that it was made from


class Earlier:
    """The compactions of a session, as far as they were among the input of later ones."""

    def __init__(self, session: Session, finder: Finder) -> None:
        self.session, self.finder = session, finder
        self.known: dict[str, Asserted] = {}
        """what the last summaries assert, by their texts"""

    def told(self, compaction: Compaction, asserted: Asserted, lost: Sequence[Loss]) -> set[tuple[str, str]]:
        """Those of a compaction's losses, by category and value, that the record of an earlier one lists. ``asserted``
        is what its own summary asserts, for which the next compaction mostly asks."""
        found: set[tuple[str, str]] = set()
        for number in compaction.earlier:
            before = self.session.compactions[number]
            if not len(before.covers) or any(word in before.unreadable for word in ELSEWHERE):
                continue
            last = before.covers[-1]
            old = [loss for loss in lost if loss.entry.last <= last]
            told = self._of(before) if old else asserted
            found.update((loss.category, loss.value) for loss in old if not told.holds(loss.category, loss.value))
        self._remember(asserted)
        return found

    def _of(self, before: Compaction) -> Asserted:
        text = "" if before.unreadable else body(before.summary)
        return self.known.get(text) or self._remember(Asserted(self.finder.facts(text), text))

    def _remember(self, asserted: Asserted) -> Asserted:
        self.known[asserted.text] = asserted
        if len(self.known) > _LAST:
            del self.known[next(iter(self.known))]
        return asserted
