"""Which units stay, shrink or go, so that the output fits and no pinned text is lost.

Protected units stay. A human's words and pinned units stay while everything that is protected fits; the rest goes by
worth: needed before doubtful before not needed, and within each the most worth for the room. Under pressure (the
protected alone do not fit, or pinned units do not) every span that stands in no kept message is carried in the digest,
what room is left goes to units by worth, and only then do protected messages shrink: tool results, model text, a
human's text, in this order.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.compaction import knapsack
from threefold.compaction.ledger import Ledger
from threefold.compaction.prepare import Prepared
from threefold.compaction.repeats import FACTOR
from threefold.compaction.scores import Scores, Tier, Value, tier_of
from threefold.compaction.selection import Fate, Ranked, Selection, cut_because, kept_because, of_member
from threefold.compaction.shrinking import SHRINK_FROM, SQUEEZE, Handle, may_shrink, shorter
from threefold.compaction.slots import Kind
from threefold.session import Author

MAX_CONSOLATIONS = 64
"""Units that are tried in shrunk form after they did not fit whole; it bounds the work."""
OUTDATED = "a state of tasks that is no more"


def select(
    prepared: Prepared,
    scores: Scores,
    *,
    frame: int,
    separator: int,
    carrying: int,
    limit: int,
    handle: Handle,
) -> Selection:
    """Plan a compaction to ``limit`` bytes. Near linear: one sort, and work of fixed size around it."""
    return _Plan(prepared, scores, Ledger(prepared, frame, separator, carrying), limit, handle).made()


class _Plan:
    """One selection in the making."""

    def __init__(self, prepared: Prepared, scores: Scores, ledger: Ledger, limit: int, handle: Handle) -> None:
        self.prepared, self.scores, self.ledger, self.limit, self.handle = prepared, scores, ledger, limit, handle
        count = len(prepared.units.units)
        self.kept: dict[int, str] = {}
        self.cut: dict[int, str] = {}
        self.shrunk: dict[int, bytes] = {}
        self.worth: tuple[float, float] | None = None
        self.gone = prepared.states.outdated - prepared.protected.keys() - prepared.human
        special = prepared.protected.keys() | prepared.human | prepared.orphans | prepared.notes | self.gone
        self.rest = [self._ranked(unit) for unit in range(count) if unit not in special]

    def made(self) -> Selection:
        prepared, ledger = self.prepared, self.ledger
        for unit in prepared.notes:
            self.cut[unit] = "replaced by the new digest"
        for unit in prepared.orphans:
            self.cut[unit] = "half a tool pair"
        for unit in self.gone - prepared.orphans - prepared.notes:
            stale = prepared.superseded.get(unit)
            self.cut[unit] = stale.reason if stale is not None else OUTDATED
        for unit, reason in prepared.protected.items():
            self._keep(unit, reason)
        for unit in prepared.human - prepared.notes:
            self._keep(unit, "a human's words")
        pinned = [r for r in self.rest if any(not ledger.stands(span) for span in ledger.spans(r.unit))]
        for ranked in pinned:
            self._keep(ranked.unit, "pinned")
        for ranked in self.rest:
            if ranked.unit in prepared.states.open and ranked.unit not in self.kept:
                self._keep(ranked.unit, "the state of an open task")
                pinned.append(ranked)
        if ledger.total + self._reserve(ledger.total) > self.limit:  # they do not all fit: what they pin is carried
            for ranked in pinned:
                ledger.drop(ranked.unit)
                del self.kept[ranked.unit]
            if ledger.total > self.limit:
                self._squeeze()
        reserve = self._reserve(ledger.total)
        self._fill(self.limit - reserve)
        self._console(self.limit - reserve)
        self._follow_states(self.limit - reserve)
        return self._selection(reserve)

    # --- the parts of it -----------------------------------------------------------------------------------------

    def _ranked(self, unit: int) -> Ranked:
        values = [self.scores.values.get(place) for place in self.prepared.units.units[unit].members]
        known = [value for value in values if value is not None] or [Value(0.0, 1.0, "none")]
        worth = max(value.value for value in known)
        tier = tier_of(known, self.prepared.settings.min_confidence)
        reason = {Tier.NEEDED: "score", Tier.DOUBT: "doubt", Tier.NOT_NEEDED: "score"}[tier]
        stale = self.prepared.superseded.get(unit)
        if stale is not None:
            worth, tier, reason = worth * FACTOR, Tier.NOT_NEEDED, stale.reason
        return Ranked(unit, worth, tier, self.ledger.cost(unit), reason)

    def _reserve(self, used: int) -> int:
        """What is set aside for the digest's quotes: its share, and a quarter of what remains at most."""
        share = self.prepared.settings.summary_bytes
        return max(0, min(share, (self.limit - used) // 4)) if share else 0

    def _keep(self, unit: int, reason: str) -> None:
        self.kept[unit] = reason
        self.ledger.keep(unit)

    def _fill(self, limit: int) -> None:
        """Give the room that is left to the units that are worth most, tier by tier."""
        gained = most = 0.0
        waiting = [ranked for ranked in self.rest if ranked.unit not in self.kept]
        for tier in sorted(Tier, reverse=True):
            group = [ranked for ranked in waiting if ranked.tier is tier]
            room = limit - self.ledger.total
            costs = [ranked.cost - self._sole(ranked.unit) for ranked in group]
            if self.scores.calibrated:
                values = [max(ranked.value, 1e-9) for ranked in group]
                chosen = knapsack.choose(values, costs, room)
                most += knapsack.bound(values, costs, room)
            else:
                chosen = _in_order(group, costs, room)
            for place in sorted(chosen):
                self._keep(group[place].unit, kept_because(group[place], self.scores))
            for ranked in sorted(group, key=lambda ranked: (-ranked.value, -ranked.unit)):
                if ranked.unit not in self.kept and self._fits(ranked, limit):
                    self._keep(ranked.unit, kept_because(ranked, self.scores))
            gained += sum(ranked.value for ranked in group if ranked.unit in self.kept)
        if self.scores.calibrated and most > 0:
            self.worth = (gained, most)

    def _fits(self, ranked: Ranked, limit: int) -> bool:
        return self.ledger.total + ranked.cost - self.ledger.frees(ranked.unit) <= limit

    def _sole(self, unit: int) -> int:
        """Bytes that need not be carried if this unit stays, whatever else does."""
        ledger = self.ledger
        return sum(ledger.price(span) for span in set(ledger.spans(unit)) if ledger.holders[span] == 1)

    def _console(self, limit: int) -> None:
        """Shrunk forms of valuable units that did not fit whole: a mark and the pinned text, where they stood."""
        waiting = [r for r in self.rest if r.unit not in self.kept and r.cost > 4 * SHRINK_FROM and r.tier > 0]
        waiting.sort(key=lambda ranked: (-ranked.value, -ranked.unit))
        for ranked in waiting[:MAX_CONSOLATIONS]:
            members = self.prepared.units.units[ranked.unit].members
            found = {place: self._shorter(place, ("result", "text", "blob")) for place in members}
            shrunk = {place: made for place, made in found.items() if made is not None}
            saved = sum(self.prepared.items[place].size - len(raw) for place, (raw, _) in shrunk.items())
            free = self.ledger.frees(ranked.unit)
            if saved * 2 > ranked.cost and self.ledger.total + ranked.cost - saved - free <= limit:
                self._keep(ranked.unit, "shortened: the whole did not fit")
                self.ledger.used -= saved
                for place, (raw, spans) in shrunk.items():
                    self.shrunk[place] = raw
                    self.ledger.reduce(place, spans)

    def _squeeze(self) -> None:
        """Make the protected fit: tool results shrink, then model text; then a human's text, and last it is cut."""
        for kinds, author in SQUEEZE:
            while self.ledger.total > self.limit and self._shrink(kinds, author):
                pass  # what one message lets go of, another may have to hold, and the other way round
        if self.ledger.total > self.limit:
            self._cut_human()

    def _shrink(self, kinds: Sequence[Kind], author: Author | None) -> bool:
        """Shrink texts of protected messages, the largest first, until the output fits; whether any became shorter."""
        shorter_than_before = False
        items = self.prepared.items
        places = [place for unit in self.kept for place in self.prepared.units.units[unit].members]
        places = [
            place for place in places if items[place].size >= SHRINK_FROM and may_shrink(self.prepared, place, author)
        ]
        for place in sorted(places, key=lambda place: (-items[place].size, place)):
            if self.ledger.total <= self.limit:
                break
            before = len(self.shrunk.get(place, b"")) or items[place].size
            over = self.ledger.total - self.limit
            standing = list(self.ledger.held(place))
            self.ledger.fall(standing)
            shortened = self._shorter(place, kinds)
            if shortened is not None:
                shortened = self._roomier(place, kinds, shortened, before - len(shortened[0]) - over)
            self.ledger.stand(standing)
            if shortened is not None and len(shortened[0]) < before:
                self.shrunk[place] = shortened[0]
                self.ledger.reduce(place, shortened[1])
                self.ledger.used -= before - len(shortened[0])
                shorter_than_before = True
        return shorter_than_before

    def _follow_states(self, limit: int) -> None:
        """No earlier state of a task stays without what became of it: that is kept too, or neither of them."""
        ranked = {one.unit: one for one in self.rest}
        newer = self.prepared.states.newer
        waiting = sorted(unit for unit in self.kept if unit in newer)
        for unit in waiting:  # grows while it is walked
            for later in sorted(newer[unit]):
                # Units whose results come together may outdate one another: only ever onwards, or it had no end.
                while later in self.gone and max(newer[later]) > later:
                    later = max(newer[later])
                if later in self.kept or unit not in self.kept:
                    continue
                if later in ranked and self._fits(ranked[later], limit):
                    self._keep(later, "what became of a task that a kept message names")
                    waiting += [later] if later in newer else []
                elif unit in ranked:
                    self._drop(unit, OUTDATED)

    def _shorter(self, place: int, kinds: Sequence[Kind], room: int = 0) -> tuple[bytes, set[int]] | None:
        return shorter(self.prepared, self.ledger, self.shrunk, self.handle, place, kinds, room)

    def _roomier(
        self, place: int, kinds: Sequence[Kind], least: tuple[bytes, set[int]], spare: int
    ) -> tuple[bytes, set[int]]:
        """A shortened message with its beginning and end as well, where bytes need not go: ``spare`` of them, of which
        up to half are left to what waits for a place."""
        waiting = sum(ranked.cost for ranked in self.rest if ranked.unit not in self.kept)
        spare -= min(spare // 2, waiting)
        for part in (8, 6, 4, 2):  # escapes may make more bytes of a text in its file
            room = spare * part // 8
            if room < SHRINK_FROM:
                break
            made = self._shorter(place, kinds, room)
            if made is not None and least[1] <= made[1] and len(made[0]) - len(least[0]) <= spare:
                return made
        return least

    def _cut_human(self) -> None:
        """Choose among a human's messages: those that could not fit at all go, by worth; their orders are carried."""
        units = sorted(self.prepared.human & self.kept.keys())
        for unit in units:
            self._drop(unit, "a human's words, but there was no room; what they order is carried")
        ranked = [self._ranked(unit) for unit in units]
        room = self.limit - self.ledger.total
        costs = [ranked_unit.cost - self.ledger.frees(ranked_unit.unit) for ranked_unit in ranked]
        for place in sorted(knapsack.choose([max(r.value, 1e-9) for r in ranked], costs, room) if room > 0 else ()):
            self._keep(units[place], "a human's words")
            del self.cut[units[place]]

    def _drop(self, unit: int, reason: str) -> None:
        members = self.prepared.units.units[unit].members
        for place in members:
            raw = self.shrunk.pop(place, None)
            if raw is not None:
                self.ledger.used += self.prepared.items[place].size - len(raw)
        self.ledger.drop(unit)  # gives back the cost of the whole
        del self.kept[unit]
        self.cut[unit] = reason

    def _selection(self, reserve: int) -> Selection:
        prepared = self.prepared
        fates: list[Fate] = []
        reasons: list[str] = []
        ranked = {r.unit: r for r in self.rest}
        for place in range(len(prepared.items)):
            unit = prepared.units.of[place]
            if unit in self.kept:
                fates.append(Fate.SHRINK if place in self.shrunk else Fate.KEEP)
                reason = self.kept[unit]
            else:
                fates.append(Fate.CUT)
                reason = self.cut.get(unit) or cut_because(ranked[unit], self.scores)
            reasons.append(self._of_member(place, ranked.get(unit), reason))
        return Selection(
            fates=tuple(fates),
            reasons=tuple(reasons),
            shrunk=dict(self.shrunk),
            carried=tuple(self.ledger.open_spans()),
            bytes=self.ledger.total,
            room=max(0, min(reserve, self.limit - self.ledger.total)),
            worth=self.worth,
        )

    def _of_member(self, place: int, ranked: Ranked | None, reason: str) -> str:
        value = self.scores.values.get(place)
        if ranked is None or value is None or not self.scores.calibrated:
            return reason
        return of_member(reason, ranked.tier, tier_of([value], self.prepared.settings.min_confidence))


def _in_order(group: Sequence[Ranked], costs: Sequence[int], room: int) -> set[int]:
    """First fit by value: for scores that are an order and nothing to add up."""
    chosen: set[int] = set()
    for place in sorted(range(len(group)), key=lambda place: (-group[place].value, -place)):
        if costs[place] <= room:
            chosen.add(place)
            room -= costs[place]
    return chosen
