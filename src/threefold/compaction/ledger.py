"""The sums of a selection while it is made: bytes used, and which pinned spans stand and which have to be carried."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from threefold.compaction.prepare import Prepared
from threefold.compaction.slots import dumps
from threefold.text.unicode import decode


class Ledger:
    """Bytes of the output so far, with every span that stands in no kept message counted as carried in the digest."""

    def __init__(self, prepared: Prepared, frame: int, separator: int, carrying: int) -> None:
        """``carrying``: bytes of an empty digest message, which is paid once anything is carried."""
        self.prepared = prepared
        self.separator = separator
        self.used = frame - separator
        self._carrying = carrying
        self._standing = array("I", bytes(4 * len(prepared.spans)))
        self._open = len(prepared.spans)
        self._prices = array("I", (len(dumps(decode(span))) for span in prepared.spans))
        self.carried = sum(self._prices)
        """bytes of the spans that stand nowhere yet: the JSON text of each, its quotes standing for the line's end"""
        self.holders = array("I", bytes(4 * len(prepared.spans)))
        """how many units hold each span"""
        self._held: dict[int, list[int]] = {}
        for unit in prepared.units.units:
            for span in set(self.spans(unit.index)):
                self.holders[span] += 1

    def held(self, place: int) -> Iterable[int]:
        """The spans that an item holds in the form in which it is kept."""
        return self._held.get(place, self.prepared.held[place])

    def reduce(self, place: int, spans: Iterable[int]) -> None:
        """A kept item was shrunk and holds no more than these spans."""
        self.fall(self.held(place))
        self._held[place] = sorted(spans)
        self.stand(self._held[place])

    def price(self, span: int) -> int:
        """Bytes of carrying a span."""
        return self._prices[span]

    @property
    def total(self) -> int:
        """Bytes of the output if nothing more were kept."""
        return self.used + (self._carrying + self.carried if self._open else 0)

    def cost(self, unit: int) -> int:
        """Bytes of a unit kept whole."""
        items = self.prepared.items
        return sum(items[place].size + self.separator for place in self.prepared.units.units[unit].members)

    def spans(self, unit: int) -> Iterable[int]:
        for place in self.prepared.units.units[unit].members:
            yield from self.prepared.held[place]

    def frees(self, unit: int) -> int:
        """Bytes that need not be carried if this unit is kept whole."""
        return sum(self._prices[span] for span in set(self.spans(unit)) if not self._standing[span])

    def keep(self, unit: int) -> None:
        """A unit stays whole."""
        self.used += self.cost(unit)
        for place in self.prepared.units.units[unit].members:
            self.stand(self.held(place))

    def drop(self, unit: int) -> None:
        """A unit that was kept goes after all."""
        self.used -= self.cost(unit)
        for place in self.prepared.units.units[unit].members:
            self.fall(self.held(place))
            self._held.pop(place, None)

    def stand(self, spans: Iterable[int]) -> None:
        """These spans stand in one more message."""
        for span in spans:
            if not self._standing[span]:
                self.carried -= self._prices[span]
                self._open -= 1
            self._standing[span] += 1

    def fall(self, spans: Iterable[int]) -> None:
        """These spans stand in one message less."""
        for span in spans:
            self._standing[span] -= 1
            if not self._standing[span]:
                self.carried += self._prices[span]
                self._open += 1

    def stands(self, span: int) -> bool:
        return self._standing[span] > 0

    def open_spans(self) -> list[int]:
        """The spans that stand in no kept message."""
        return [span for span, count in enumerate(self._standing) if not count]
