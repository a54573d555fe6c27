"""What the audits of one log have in common: the events that were folded, and what was found elsewhere in the log."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from threefold.auditing.compliance import Vocabulary
from threefold.auditing.earlier import Earlier
from threefold.auditing.finder import Finder
from threefold.auditing.folding import Folding
from threefold.auditing.outside import Outside
from threefold.auditing.recall import Recall
from threefold.auditing.resuming import Past, resumed, saved, worth_saving
from threefold.auditing.stages import Stages
from threefold.session import Compaction, Session


class Gathering:
    """Goes from compaction to compaction, in the order of the log, so that each event is folded once."""

    def __init__(
        self, session: Session, finder: Finder, needles: Sequence[bytes], recall: Recall | None, past: Past | None
    ) -> None:
        """``needles`` are letters to look for, of all summaries; ``recall`` and ``past`` are what is remembered of
        texts and of the log."""
        self.session, self.finder, self.needles, self.recall, self.past = session, finder, needles, recall, past
        self.outside = Outside(session)
        self.earlier = Earlier(session, finder)
        self._folding: Folding | None = None

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
                folding = self._resumed(locked, leaves, stages) or Folding(
                    self.session,
                    self.finder,
                    self.needles,
                    locked,
                    folding,
                    self.recall,
                    None if self.past is None else [],
                )
        self._folding = going_on = folding
        stages.do("ledger", None, lambda: going_on.fold(leaves, compaction.index))
        return going_on

    def _resumed(self, locked: Vocabulary | None, leaves: Sequence[int], stages: Stages) -> Folding | None:
        """The folding of the log's beginning that was kept, if there is one."""
        kept = None if self.past is None else self.past.load()
        if not kept:
            return None
        none: Folding | None = None
        go_on = functools.partial(resumed, self.session, self.finder, self.needles, locked, self.recall)
        return stages.do("past", none, lambda: go_on(leaves, kept))

    def keep(self, folding: Folding, stages: Stages) -> None:
        """Keep the folding for the next audit of this log."""
        if self.past is not None and not stages.failures and worth_saving(folding):
            data = saved(folding, self.finder)
            if data:
                self.past.save(data)

    def kept_beside(self, compaction: Compaction, needles: Sequence[bytes]) -> Folding | None:
        """What the harness kept verbatim beside the summary, folded; None where it kept nothing."""
        if not len(compaction.kept):
            return None
        beside = Folding(self.session, self.finder, needles, None, recall=self.recall)
        beside.fold(compaction.kept)
        return beside
