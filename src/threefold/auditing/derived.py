"""What follows from other values of a summary: sums, differences, shares, roundings, the time between two others.

"19 of 20, that is 95%" needs no 95 in the log. The values that a number follows from stand beside it, or a word says
that it was reckoned ("faster by", 合计). Letters cannot tell whether it was meant so: it is counted as ``derived``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from threefold.auditing import lapses
from threefold.auditing.facts import Fact
from threefold.auditing.ledger import Ledger
from threefold.auditing.related import UNNAMED, counts, related
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, plain

_BARE = later(r"(?<![\w.,/:#-])\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w/:]|[.,]\d|-\d)")
_DIFFERENCE = (
    r"\b(?:short|long|less|more|few|fast|slow|sav|reduc|down|drop|cut|fewer|increas|decreas|grew|grow|gain|rose|higher|"
    r"lower|small|large|bigger|differ|apart|remain|left|over|under|too many|missing|fixed|removed|added|later|earlier|"
    r"after|between|from|of)\w*|减|增|快|慢|少|多|缩|降|升|省|相差|差|剩|还有|短|长|提前|推迟|超|余|后|共"
)
_SUM = (
    r"\b(?:total|sum|together|altogether|in all|all|combined|both|overall|amount)\w*|合计|共|总|一起|全部|累计|加起来"
)
_RECKONED = later(rf"(?i){_DIFFERENCE}|{_SUM}")
_REACH = 60  # characters around a number in which such a word is looked for
_NEAREST = 4  # values beside a number that it may follow from
_MOST = 60  # values of a summary that are paired
_TELLING = 3  # significant digits from which on a result is no accident


class Amount(NamedTuple):
    """A value in its base unit; ``dimension`` is empty where it has no unit."""

    value: Fraction
    dimension: str
    start: int
    literal: str


class Deriving:
    """Knows the amounts of one summary."""

    def __init__(self, ledger: Ledger, facts: Sequence[Fact] = ()) -> None:
        """``facts`` are those of the summary."""
        self.ledger, self.finder = ledger, ledger.finder
        self._all: dict[str, list[Amount]] = {}
        for fact in facts:
            if fact.category == "number" and fact.kind != "version":
                for one in _amount(fact):
                    self._all.setdefault(one.dimension, []).append(one)

    def beside(self, fact: Fact, sentence: str) -> str | None:
        """What a number follows from that stands beside it in its sentence."""
        place, wanted = sentence.find(fact.literal), units.parse(fact.literal)
        if wanted is None or place < 0:
            return None
        others = self._in(sentence, place, fact)
        if wanted.dimension == "time" and (found := lapses.between(wanted, sentence)) is not None:
            return found
        for one in others:
            if _comparable(one.dimension, wanted.dimension) and _rounds(wanted, one):
                return f"{one.literal}, rounded"
        nearest = _nearest(others, place, _NEAREST)
        exact = _telling(wanted)
        if wanted.dimension == "share":
            if exact or "." in fact.literal:
                return _share(wanted, nearest)
            before = [one for one in others if one.start < place]
            return _share(wanted, before[-2:]) or _share(wanted, nearest[:2])
        reckoned = _is_reckoned(fact, sentence)
        if (found := _times(wanted, others, sentence, fact)) is not None:
            return found
        if not exact and not reckoned:
            return None
        alike = _alike(fact, sentence, others if exact else nearest)
        return _sum_or_difference(wanted, alike) or (self._with_ledger(wanted, alike) if exact and reckoned else None)

    def _with_ledger(self, wanted: Quantity, amounts: Sequence[Amount]) -> str | None:
        """An amount of the sentence of which the wanted one is the difference to another that the ledger has."""
        unit = wanted.values[0] / wanted.number if wanted.number else Fraction(1)
        for one in amounts:
            for other in (one.value - wanted.values[0], one.value + wanted.values[0]):
                normal = f"{plain(other / unit)} {wanted.unit}"
                if other > 0 and self.ledger.entry("number", normal) is not None:
                    return f"from {one.literal} and {normal}"
        return None

    def moment(self, fact: Fact, sentence: str) -> str | None:
        """What a date or a time of day follows from: another one of the sentence, and how long lies between them."""
        lengths = {one.value for one in self._all.get("time", ())}
        return lapses.day(fact, sentence, self.finder) or lapses.clock(fact, sentence, lengths, self.ledger)

    def bare(self, fact: Fact, sentence: str) -> bool:
        """Whether a number without a unit is the sum or the difference of others of its sentence."""
        place, value = sentence.find(fact.literal), number(fact.literal)
        if place < 0 or value is None:
            return False
        others = self._in(sentence, place, fact)
        for dimension in {one.dimension for one in others}:
            alike = [one for one in others if one.dimension in ("", dimension)]
            wanted = Quantity(dimension, "", value, (value,))
            if _sum_or_difference(wanted, alike) is not None:
                return True
        return False

    def anywhere(self, fact: Fact, sentence: str) -> str | None:
        """What a number follows from anywhere in the summary, if its sentence says that it was reckoned."""
        place, wanted = sentence.find(fact.literal), units.parse(fact.literal)
        if wanted is None or place < 0 or not _is_reckoned(fact, sentence):
            return None
        if wanted.dimension == "share":
            for one in _nearest(self._in(sentence, place, fact), place, _NEAREST):
                for other in self._all.get(one.dimension, ())[:_MOST] if one.dimension else ():
                    if (found := _share(wanted, [one, other])) is not None:
                        return found
            return None
        known = [one for one in self._all.get(wanted.dimension, ()) if one.literal != fact.literal][:_MOST]
        return _sum_or_difference(wanted, known, rough=True)

    def _in(self, sentence: str, place: int, fact: Fact) -> list[Amount]:
        """The amounts of a sentence beside the number at a place, in order."""
        found: list[Amount] = []
        covered: list[tuple[int, int]] = [(place, place + len(fact.literal))]
        for one in self.finder.facts(sentence):
            covered.append((one.start, one.end))
            if one.category == "number" and one.kind != "version" and one.normal != fact.normal:
                found += _amount(one)
        for match in lapses.CLOCK.finditer(sentence):
            if match[3]:  # 0:01:56 is a duration as well
                covered.append(match.span())
                found.append(
                    Amount(Fraction(lapses.seconds(match)), "time", match.start(), f"{lapses.seconds(match)} seconds")
                )
        for match in _BARE.finditer(sentence):
            if not any(start < match.end() and match.start() < end for start, end in covered):
                value = number(match[0])
                if value is not None:
                    found.append(Amount(value, "", match.start(), match[0]))
        return sorted(found, key=lambda one: one.start)


_EACH = later(r"(?i)\b(?:each|per|every|average|mean|apiece)\b|每|平均|均")
_TWICE = later(r"(?i)\b(?:twice|double|both|two)\b|两|翻倍|双")


def _times(wanted: Quantity, others: Sequence[Amount], sentence: str, fact: Fact) -> str | None:
    """A product or a quotient of an amount of its dimension and a number: 6 MB each, 2,499 EUR for two of 1,249.50."""
    same = [one for one in others if one.dimension == wanted.dimension]
    counts = [one for one in others if one.dimension != wanted.dimension and one.value > 1]
    if _EACH.search(sentence) is not None:
        for one, other in itertools.permutations(others, 2):
            if one.dimension == other.dimension and one.value == other.value * wanted.values[0] != 0:
                return f"{one.literal} by {other.literal}"
        for one, other in itertools.product(same, counts):
            if _told_as(wanted, one.value / other.value):
                return f"{one.literal} for each of {other.literal}"
    factors = [(one.value, one.literal) for one in counts]
    if _TWICE.search(sentence.replace(fact.literal, " ")):
        factors.append((Fraction(2), "twice"))
    for one, (factor, name) in itertools.product(same, factors):
        if one.value * factor == wanted.values[0] and (_telling(wanted) or _is_reckoned(fact, sentence)):
            return f"{one.literal} and {name}"
    return None


def _told_as(wanted: Quantity, exact: Fraction) -> bool:
    """Whether an exact amount is told as the wanted one, in any meaning of its unit, to the digits that it shows."""
    digits = plain(wanted.number)
    step = Fraction(1, 10 ** len(digits.partition(".")[2]))
    return any(abs(exact / value * wanted.number - wanted.number) <= step / 2 for value in wanted.values if value)


def _amount(fact: Fact) -> Iterator[Amount]:
    quantity = units.parse(fact.literal) or arithmetic.of_normal(fact.normal, fact.kind)
    if quantity is not None:
        yield Amount(quantity.values[0], quantity.dimension, fact.start, fact.literal)


def _nearest(others: Sequence[Amount], place: int, most: int) -> list[Amount]:
    return sorted(others, key=lambda one: abs(one.start - place))[:most]


def _alike(fact: Fact, sentence: str, others: Sequence[Amount]) -> list[Amount]:
    """The amounts that can be added up to one of this kind: of its dimension, of related things, or without a unit."""
    if not fact.kind.startswith("count:"):
        return [one for one in others if one.dimension in ("", fact.kind)]
    things = related(fact.kind, sentence.partition(fact.literal)[2]) | {"passed", "failure", "skip"}
    return [one for one in others if not one.dimension or counts(one.dimension, things)]


def _telling(wanted: Quantity) -> bool:
    return len(plain(wanted.number).replace(".", "").strip("0")) >= _TELLING


def _is_reckoned(fact: Fact, sentence: str) -> bool:
    place = sentence.find(fact.literal)
    around = sentence[max(0, place - _REACH) : place] + " " + sentence[place + len(fact.literal) :][:_REACH]
    return _RECKONED.search(around) is not None


def _comparable(one: str, other: str) -> bool:
    """Whether amounts of these dimensions may be the same: counts of anything (约 60 万个) may."""
    return one == other or (
        one.startswith("count:")
        and other.startswith("count:")
        and not UNNAMED.isdisjoint((one.removeprefix("count:"), other.removeprefix("count:")))
    )


def _rounds(wanted: Quantity, other: Amount) -> bool:
    exact = units.parse(other.literal)
    if exact is None:
        return False
    wanted = wanted._replace(dimension=exact.dimension)
    if arithmetic.same(wanted, exact) and wanted.unit != exact.unit:
        return True
    return arithmetic.rounds_to(wanted, exact)


def _share(wanted: Quantity, amounts: Sequence[Amount]) -> str | None:
    """Two amounts of which the wanted per cent is the share of one in the other, or the difference."""
    digits = plain(wanted.number)
    step = Fraction(1, 10 ** len(digits.partition(".")[2]))
    for one, other in itertools.permutations(amounts, 2):
        if not other.value or "share" in (one.dimension, other.dimension):
            continue
        if one.dimension and other.dimension and one.dimension != other.dimension and not _counts(one, other):
            continue
        ratio = 100 * one.value / other.value
        for result in (ratio, abs(100 - ratio)):
            if abs(result - wanted.number) <= step / 2 or 0 <= result - wanted.number < step:
                return f"from {one.literal} and {other.literal}"
    return None


def _counts(one: Amount, other: Amount) -> bool:
    return one.dimension.startswith("count:") and other.dimension.startswith("count:")


def _sum_or_difference(wanted: Quantity, amounts: Sequence[Amount], rough: bool = False) -> str | None:
    target, near = wanted.values[0], Fraction(0)
    if rough and wanted.number and not _telling(wanted):
        near = wanted.values[0] / wanted.number / 2  # half of the unit that it is told in
    for one, other in itertools.combinations(amounts, 2):
        if abs(abs(one.value - other.value) - target) <= near:
            return f"from {one.literal} and {other.literal}"
        if one.value + other.value == target:
            return f"{one.literal} and {other.literal} together"
    total = sum((one.value for one in amounts), Fraction(0))
    if len(amounts) > 2 and total == target:
        return "the others of its sentence together"
    return None
