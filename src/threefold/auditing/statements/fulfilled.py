"""What calls did of what a summary lists as open: what a human ordered in the same words, what a commit names, what was
committed or pushed since, and what had failed and went well when it was run again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.items import Item
from threefold.auditing.statements.late import Late, typed
from threefold.auditing.statements.mentions import Mention
from threefold.auditing.statements.rules import clauses_of
from threefold.auditing.statements.stages import Stage, stage_of
from threefold.auditing.statements.things import Weights, deeds_of, topic, unlike
from threefold.text.later import later

_MOST, _HALF, _SOME, _LINKED = 0.65, 0.5, 0.3, 0.25  # of the words of one stand in the other
_AND = later(r"(?i),? (?:and|then) |[；;、]|[，,](?=再|并|然后|顺便|另外)")
_ASKS = later(r"[?？]\s*$|[吗呢]$")
_ORDERED = later(r"(?i)\b(?:can|could|would) you\b|\bplease\b|[请帮]|能不能|可不可以")
_NUMBER = later(r"\d+")
_COMMITS = later(r"\bgit\b[^|;&\n]{0,60}\bcommit\b")
_PUSHES = later(r"\bgit\b[^|;&\n]{0,60}\bpush\b(?![^|;&\n]*(?:\s:\S|--delete|--dry-run))")
_MESSAGE = later(r"\bcommit\b[^|;&\n]{0,80}?\s(?:-\w*m|--message)[ =]?[\"']([^\"'\n]{4,200})")
_FAILURE = later(
    r"(?i)\b(?:fix\w*|repair|debug|resolve|fail\w*|errors?|crash\w*|broken|red|times? out|compile|pass|green)\b"
    r"|修|排查|解决|失败|报错|超时|通过"
)
_ORDERS = 300
_COMMITTED, _PUSHED = "@commit", "@push"
_GIT = frozenset((_COMMITTED, _PUSHED))
_UNSETTLED = (Stage.OPEN, Stage.FAILED, Stage.RUNNING, Stage.BACK, Stage.PUT_OFF)


class Order(NamedTuple):
    """A clause by which a human orders something: the human's text and the one behind it by their places, what it is
    about, its numbers, and whether that text says nothing else."""

    place: int
    until: int
    about: frozenset[str]
    numbers: frozenset[str]
    alone: bool


def orders(late: Late) -> list[Order]:
    """What humans ordered, clause by clause."""
    places = [place for place, one in enumerate(late.texts) if one.origin is Origin.HUMAN]
    found: list[Order] = []
    for place, until in zip(places, [*places, len(late.texts)][1:], strict=True):
        clauses = [
            part
            for line in typed(late.texts[place].text[:4000])
            if not _ASKS.search(line) or _ORDERED.search(line)
            for clause in clauses_of(line)
            for part in _AND.split(clause)
            if topic(part)
        ]
        for clause in clauses:
            if stage_of(clause, human=True) is None:
                numbers = frozenset(_NUMBER.findall(clause))
                found.append(Order(place, until, topic(clause), numbers, len(clauses) == 1))
    return found[-_ORDERS:]


def message_of(call: str) -> frozenset[str]:
    """What the message of a commit is about that a call makes."""
    return frozenset().union(*(topic(match[1]) for match in _MESSAGE.finditer(call)))


class Fulfilled:
    """Calls that went well, beside the orders of humans."""

    def __init__(self, late: Late, mentions: Sequence[Mention], weights: Weights) -> None:
        self._orders = orders(late)
        self._texts = late.texts
        self._mentions = mentions
        self._calls = [one for one in mentions if one.origin is Origin.CALL]
        self._share = weights.share
        self._before: dict[int, frozenset[str]] = {}

    def of(self, item: Item) -> Mention | None:
        """The call that did what an item lists as open."""
        return max(self._found(item), key=lambda one: one.place, default=None)

    def _found(self, item: Item) -> Iterator[Mention]:
        deeds = deeds_of(item.core)
        if deeds and deeds <= _GIT:
            yield from self._kept(item, _PUSHED in deeds)
            return
        yield from self._named(item)
        yield from self._ordered(item)
        if _FAILURE.search(item.text):
            yield from self._mended(item)

    def _well(self, after: int, until: int) -> list[Mention]:
        """The calls of an answer that went well; none where a run in it failed and was not run again with success."""
        calls = [one for one in self._calls if after < one.place < until]
        runs = [one for one in calls if not one.edit]
        good = [one for one in runs if one.stage is Stage.DONE]
        failed = any(
            bad.stage is not Stage.DONE and not any(one.place > bad.place and self._again(bad, one) for one in good)
            for bad in runs
        )
        return [] if failed else [one for one in calls if one.stage is Stage.DONE]

    def _ordered(self, item: Item) -> Iterator[Mention]:
        """What was done right after a human had ordered it."""
        for order in reversed(self._orders):
            own, theirs = self._share(item.core, order.about), self._share(order.about, item.whole)
            if not ((own >= _HALF and theirs >= _HALF * 0.9) or own >= _MOST) or unlike(item.whole, order.about):
                continue
            about = order.about | item.core
            well = self._well(order.place, order.until)
            done = [one for one in well if order.alone or self._linked(one, order, about)]
            yield from done[-1:]
            return

    def _linked(self, one: Mention, order: Order, about: frozenset[str]) -> bool:
        """Whether a call does what an order says, by its words or by the values that it sets."""
        numbers = order.numbers & set(_NUMBER.findall(self._texts[one.place].text[:2000]))
        return self._share(about, one.around) >= _LINKED or len(numbers) > 1

    def _named(self, item: Item) -> Iterator[Mention]:
        """A commit whose message says what the item says."""
        for one in self._calls:
            said = message_of(self._texts[one.place].text[:2000]) if one.stage is Stage.DONE and not one.edit else None
            if (
                said
                and len(said & item.core) > 1
                and self._share(item.core, said) >= _HALF
                and self._share(said, item.whole) >= _HALF
            ):
                yield one

    def _kept(self, item: Item, push: bool) -> Iterator[Mention]:
        """The commit or push behind the last change of what an item says is to be committed or pushed."""
        kept = [
            one
            for one in self._calls
            if one.stage is Stage.DONE and (_PUSHES if push else _COMMITS).search(self._texts[one.place].text)
        ]
        if not kept:
            return
        last = kept[-1]
        things = item.core - deeds_of(item.core)
        since = [one for one in self._calls if one.place > last.place and one.stage is Stage.DONE]
        if push and any(_COMMITS.search(self._texts[one.place].text) for one in since):
            return
        if any(one.edit and (not things or self._share(things, one.around) >= _SOME) for one in since):
            return
        if last.place not in self._before:
            spoken = (one.around for one in self._mentions if one.place <= last.place)
            self._before[last.place] = frozenset().union(*spoken)
        if not things or self._share(things, self._before[last.place]) >= _HALF:
            yield last

    def _mended(self, item: Item) -> Iterator[Mention]:
        """A run that went well after the same one had failed and something was changed."""
        failures: list[Mention] = []
        changed = -1
        last: Mention | None = None
        for one in self._calls:
            again = not one.edit and any(self._again(bad, one) for bad in failures)
            if one.edit or (one.stage is Stage.DONE and not again):
                changed = one.place
            elif one.stage is Stage.FAILED:
                near = max(self._share(item.core, one.around), self._share(item.core, self._told(one)))
                failures += [one] if near >= _SOME else []
                last = None if near >= _SOME else last
            elif one.stage is Stage.DONE and failures[0].place < changed:
                last = one
        if last is not None:
            yield last

    def _told(self, one: Mention) -> frozenset[str]:
        """What the model says right behind a call and its result."""
        behind = [self._texts[place] for place in range(one.place + 1, min(one.place + 3, len(self._texts)))]
        return frozenset().union(*(topic(text.text[:600]) for text in behind if text.origin is Origin.MODEL))

    def _again(self, bad: Mention, one: Mention) -> bool:
        if "@test" in bad.ran and "@test" in one.around:
            return True
        return self._share(bad.ran, one.around) >= _MOST and not unlike(bad.ran, one.around)


def unsettled(one: Mention) -> bool:
    """Whether a mention says of something that it is not, or no longer, done."""
    return one.stage in _UNSETTLED
