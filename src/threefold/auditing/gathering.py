"""What the audits of one log have in common: the events that were folded, and what was found elsewhere in the log."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from threefold.auditing.earlier import Earlier
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.recall import Recall
from threefold.auditing.folding import Folding
from threefold.auditing.ledger.parts import Texts
from threefold.auditing.reports.compliance import Vocabulary
from threefold.auditing.reports.stages import Stages
from threefold.auditing.resuming import Past, resumed, save
from threefold.session import Compaction, Session

if TYPE_CHECKING:
    from threefold.auditing.grounds.outside import Outside


class Gathering:
    """Goes from compaction to compaction, in the order of the log, so that each event is folded once."""

    def __init__(
        self, session: Session, finder: Finder, needles: Sequence[bytes], recall: Recall | None, past: Past | None
    ) -> None:
        """``needles`` are letters to look for, of all summaries; ``recall`` and ``past`` are what is remembered of
        texts and of the log."""
        self.session, self.finder, self.needles, self.recall, self.past = session, finder, needles, recall, past
        self.earlier = Earlier(session, finder)
        self.is_last = False
        """whether the compaction that is being audited is the last one"""
        self.keeps = past is not None
        """whether what is found is to be kept for another audit"""
        self._folding: Folding | None = None

    @functools.cached_property
    def outside(self) -> Outside:
        """What searches the whole log; few ask for it."""
        from threefold.auditing.grounds.outside import Outside

        return Outside(self.session)

    def folded(
        self, compaction: Compaction, needles: Sequence[bytes], locked: Vocabulary | None, stages: Stages
    ) -> Folding:
        """The events behind a summary, folded: what earlier audits folded is taken over where it fits."""
        folding = self._folding
        if folding is not None and folding.leads_to(compaction, needles):
            leaves = folding.further(compaction)
        else:
            leaves = list(self.session.leaves(compaction))
            if folding is None or not folding.can_go_on_to(leaves, needles):
                folding = self._begun(locked, leaves, stages, folding)
        self._folding = going_on = folding
        stages.do("ledger", None, lambda: going_on.fold(leaves, compaction.index))
        return going_on

    def _begun(
        self, locked: Vocabulary | None, leaves: Sequence[int], stages: Stages, before: Folding | None
    ) -> Folding:
        """A new folding: one that goes on from what was kept of the log's beginning, or an empty one."""
        past = self.past
        if before is None and past is not None and past.load() is not None:
            kept = self._new(locked, None)
            known, further = self.earlier.known, not self.is_last
            go_on = functools.partial(resumed, kept, self.finder, leaves, past, known, further=further)
            if stages.do("past", False, go_on):
                return kept
        return self._new(locked, before)

    def _new(self, locked: Vocabulary | None, before: Folding | None) -> Folding:
        texts = Texts(self.past) if self.past is not None and self.keeps else None
        return Folding(self.session, self.finder, self.needles, locked, before, self.recall, texts)

    def keep(self, folding: Folding, stages: Stages) -> None:
        """Keep the folding for the next audit of this log, if this one asks for nothing more."""
        past = self.past
        if past is not None and self.is_last and not stages.failures:
            save(folding, self.finder, past, self.earlier.known)

    def kept_beside(self, compaction: Compaction, needles: Sequence[bytes]) -> Folding | None:
        """What the harness kept verbatim beside the summary, folded; None where it kept nothing."""
        if not len(compaction.kept):
            return None
        beside = Folding(self.session, self.finder, needles, None, recall=self.recall, listens=False)
        beside.fold(compaction.kept)
        return beside
