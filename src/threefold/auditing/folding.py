"""The one pass over the events behind summaries: facts, sentences, locked words, edited files.

The ledger of a later compaction holds that of the earlier ones whose summaries it builds on, so that the audit of a
whole log folds each event once: the same folding is carried on from compaction to compaction, as long as what it holds
is a part of what the next one needs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.paths import normal_path
from threefold.auditing.facts.recall import Recall
from threefold.auditing.ledger.ledger import Ledger, Origin, of_message
from threefold.auditing.ledger.listing import APART
from threefold.auditing.ledger.parts import Texts
from threefold.auditing.ledger.twice import Twice
from threefold.auditing.reports.compliance import Vocabulary, WordsFound
from threefold.auditing.statements.heard import Heard
from threefold.auditing.working import Working
from threefold.session import Compaction, Edit, Flag, Session, Todos, ToolCall, ToolResult

_LARGE = 100 << 20  # bytes of a log whose facts stand in columns from early on: objects leave their memory in pieces
_SUMMARY = int(Flag.SUMMARY)  # arithmetic on flags costs a call each


class Folding:
    """What a pass over some events has found so far."""

    def __init__(
        self,
        session: Session,
        finder: Finder,
        needles: Sequence[bytes],
        locked: Vocabulary | None,
        before: Folding | None = None,
        recall: Recall | None = None,
        texts: Texts | None = None,
        listens: bool = True,
    ) -> None:
        """``needles`` are letters to look for; ``locked`` are the words of the compliance lists (None: not checked).

        ``before`` is a folding of the same session that this one cannot go on from, but whose fold of the work it can.
        ``recall`` tells the facts of texts that were read before. ``texts`` keeps every text for
        another process. One that does not ``listen`` hears nothing but whether a human spoke.
        """
        self._listens, self.humans_spoke = listens, False
        self.texts = texts
        self.resumed = 0
        """events that were folded in another process (see ``resuming``)"""
        self.session = session
        self.needles = frozenset(needles)
        self.ledger = Ledger(finder, needles, APART if session.source.size > _LARGE else None, recall)
        self.heard = Heard()
        self.standing = WordsFound((*locked.keep, *locked.scope) if locked is not None else ())
        self.has_tasks = False
        self.working: Working = before.working if before is not None else Working(session, Twice(session))
        self.order = array("i")
        """the events that were folded, in that order"""
        self._seen = bytearray(len(session.events))
        self._last: int | None = None

    def can_go_on_to(self, events: Sequence[int], needles: Iterable[bytes]) -> bool:
        """Whether everything that was folded is among these events, and everything to look for was looked for."""
        return sum(map(self._seen.__getitem__, events)) == len(self.order) and self.needles.issuperset(needles)

    def leads_to(self, compaction: Compaction, needles: Iterable[bytes]) -> bool:
        """Whether this compaction's summary was made of the last one's, for which all was folded, and of its own
        events: then nothing but these is to be looked at, however much was folded."""
        last = self._last
        if last is None or compaction.earlier != (last,) or compaction.index <= last:
            return False
        return self.needles.issuperset(needles)

    def further(self, compaction: Compaction) -> list[int]:
        """The leaves of a compaction to which this leads that were not folded yet."""
        seen, flags = self._seen, self.session.events.flags
        return list(dict.fromkeys(e for e in compaction.covers if not seen[e] and not flags[e] & _SUMMARY))

    def begin_with(self, order: array[int]) -> None:
        """Take these events for folded, in another process."""
        self.order, self.resumed = order, len(order)
        for event in order:
            self._seen[event] = 1

    def fold(self, events: Iterable[int], compaction: int | None = None) -> None:
        """Fold the events that were not folded yet, in the order given: the last leaves of this compaction."""
        self._last = None
        seen = self._seen
        new = [index for index in events if not seen[index]]
        self.ledger.listing.reopen()
        cwd = self.session.cwd.rstrip("/")
        for index, record in self.working.twice.first(new):
            seen[index] = 1
            self.order.append(index)
            self.ledger.events += 1
            for mark in record.marks:
                if isinstance(mark, Edit) and mark.path:
                    self._edited(normal_path(mark.path), cwd, index)
                elif isinstance(mark, Todos):
                    self.has_tasks = True
            if record.message is None or record.message.sidechain:
                continue
            for part in record.message.parts:
                if isinstance(part, ToolCall):
                    self.ledger.changes.called(part.id, part.arguments, index)
                elif isinstance(part, ToolResult):
                    self.ledger.changes.returned(part.call_id, part.text, failed=part.is_error)
            for piece in of_message(record.message, index):
                data = self.ledger.add(piece)
                self.standing.feed(data)
                if self.texts is not None:
                    self.texts.add(index, piece.origin, data)
                if self._listens:
                    self.heard.add(piece, record.message.role)
                elif piece.origin is Origin.HUMAN:
                    self.humans_spoke = True
        self._last = compaction

    def _edited(self, path: str, cwd: str, event: int) -> None:
        self.ledger.edited[path] = event
        if cwd and path.startswith(cwd + "/"):
            self.ledger.edited[path[len(cwd) + 1 :]] = event
