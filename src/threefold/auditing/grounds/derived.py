"""What follows from other values of a summary: sums, differences, shares, roundings, the time between two others.

"19 of 20, that is 95%" needs no 95 in the log. The values that a number follows from stand beside it, or a word says
that it was reckoned ("faster by", 合计). Letters cannot tell whether it was meant so: it is counted as ``derived``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.related import UNNAMED, counts, related
from threefold.auditing.grounds import beside, lapses
from threefold.auditing.grounds.beside import Amount, Pair
from threefold.auditing.ledger.ledger import Ledger
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, plain

_DIFFERENCE = (
    r"\b(?:short|long|less|more|few|fast|slow|sav|fell|fall|shr[aiu]nk|reduc|down|drop|cut|fewer|increas|decreas|grew|grow|gain|rose|higher|"
    r"lower|small|large|bigger|differ|apart|remain|left|over|under|too many|missing|fixed|removed|added|later|earlier|"
    r"after|between|from|of)\w*|减|增|快|慢|少|多|缩|降|升|省|相差|差|剩|还有|短|长|提前|推迟|超|余|后|共"
)
_SUM = (
    r"\b(?:total|sum|together|altogether|in all|all|combined|both|overall|amount)\w*|合计|共|总|一起|全部|累计|加起来"
)
_RECKONED = later(rf"(?i){_DIFFERENCE}|{_SUM}")
_COMPARED = later(
    r"(?i)\b(?:share|ratio|rate|speed\W?up|faster|slower|times|freed|improve\w*|against|compared|versus|vs|half)\b"
    r"|%[^.;]{0,20}\bof\b|率|占|倍|幅|提升|下降|上升|增长|比"
)
"""What says besides that an amount tells how two others compare."""
_CLOSE = 400  # characters between a number and two amounts from which it follows without being named with them
_REACH = 60  # characters around a number in which such a word is looked for
_NEAREST = 4  # values beside a number that it may follow from
_MOST = 60  # values of a summary that are paired
_RUN = frozenset({"pass", "passed", "failure", "skip", "test", "case"})
_TELLING = 3  # significant digits from which on a result is no accident


class Deriving:
    """Knows the amounts of one summary."""

    def __init__(self, ledger: Ledger, facts: Sequence[Fact] = (), text: str = "") -> None:
        """``text`` is the summary, ``facts`` are its facts."""
        self.ledger, self.finder, self.text = ledger, ledger.finder, text
        self._all: dict[str, list[Amount]] = {}
        for fact in facts:
            if fact.category == "number" and fact.kind != "version":
                for one in beside.amount(fact):
                    self._all.setdefault(one.dimension, []).append(one)

    def beside(self, fact: Fact, sentence: str) -> str | None:
        """What a number follows from that stands beside it in its sentence."""
        place, wanted = sentence.find(fact.literal), units.parse(fact.literal)
        if wanted is None or place < 0:
            return None
        others = self._in(sentence, place, fact)
        if wanted.dimension == "time":
            found = lapses.between(wanted, sentence) or lapses.days_between(wanted, sentence, self.finder)
            if found is not None:
                return found
        if wanted.dimension in _RATES and (found := _per_second(wanted, others)) is not None:
            return found
        for one in others:
            if _comparable(one.dimension, wanted.dimension) and _rounds(wanted, one):
                return f"{one.literal}, rounded"
        if _is_broken_down(wanted, sentence[place + len(fact.literal) :]):
            return "its parts in brackets behind it"
        exact = _telling(wanted)
        if wanted.dimension == "share":
            others = [one for one in others if one.dimension != "share"]  # of two shares there is none
        nearest = _nearest(others, place, _NEAREST)
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
        found = _sum_or_difference(wanted, alike)
        if found is None and reckoned:
            shown = exact or "." in fact.literal
            found = self._with_ledger(wanted, alike) if shown else self._with_run(wanted, alike)
        return found

    def _with_ledger(self, wanted: Quantity, amounts: Sequence[Amount]) -> str | None:
        """An amount of the sentence of which the wanted one is the difference to another that the ledger has."""
        unit = wanted.values[0] / wanted.number if wanted.number else Fraction(1)
        for one in amounts:
            for other in (one.value - wanted.values[0], one.value + wanted.values[0]):
                normal = f"{plain(other / unit)} {wanted.unit}"
                if other > 0 and self.ledger.entry("number", normal) is not None:
                    return f"from {one.literal} and {normal}"
        return None

    def _with_run(self, wanted: Quantity, amounts: Sequence[Amount]) -> str | None:
        """Tests of the sentence that are as many as the wanted ones with others of a run that the log tells."""
        if not counts(wanted.dimension, _RUN):
            return None
        for one in amounts:
            rest = wanted.number - one.value
            for normal, entry in self.ledger.listing.with_number(plain(rest)) if rest > 0 else ():
                if counts(one.dimension, _RUN) and counts(entry.kind, _RUN):
                    return f"{one.literal} and {normal} together"
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
        if wanted is None or place < 0:
            return None
        if wanted.dimension == "time" and (found := lapses.in_a_row(wanted, self.text)) is not None:
            return found
        return self._reckoned(fact, sentence, place, wanted) or self._shown(fact, sentence, place, wanted)

    @cached_property
    def _pairs(self) -> list[Pair]:
        """The amounts that the summary shows beside each other."""
        return beside.pairs(self.finder, self.text)

    def _shown(self, fact: Fact, sentence: str, place: int, wanted: Quantity) -> str | None:
        """Two amounts beside each other, anywhere in the summary, from which a number follows. Its digits must be
        telling; with fewer, words of its clause stand beside the two, or these stand close by."""
        around = sentence[max(0, place - _REACH) : place + len(fact.literal) + _REACH]
        if not (_RECKONED.search(around) or _COMPARED.search(around)):
            return None
        said, exact = beside.names(around), _telling(wanted)
        for pair in self._pairs:
            if fact.literal in (pair.one.literal, pair.other.literal):
                continue
            near = pair.start - _CLOSE < fact.start < pair.end + _CLOSE
            if (exact or near or not said.isdisjoint(pair.names)) and beside.follows(wanted, pair):
                return f"from {pair.one.literal} and {pair.other.literal}"
        return None

    def _reckoned(self, fact: Fact, sentence: str, place: int, wanted: Quantity) -> str | None:
        """Amounts of the summary from which a number follows whose sentence says that it was reckoned."""
        if not _is_reckoned(fact, sentence):
            return None
        if wanted.dimension == "share":
            for one in _nearest(self._in(sentence, place, fact), place, _NEAREST):
                for other in self._all.get(one.dimension, ())[:_MOST] if one.dimension else ():
                    if (found := _share(wanted, [one, other])) is not None:
                        return found
            return None
        if _is_ratio(wanted, sentence):
            return self._ratio(wanted, self._in(sentence, place, fact))
        known = [one for one in self._all.get(wanted.dimension, ()) if one.literal != fact.literal][:_MOST]
        if _telling(wanted):
            for one, other in itertools.product(_nearest(self._in(sentence, place, fact), place, _NEAREST), known):
                if one.dimension != wanted.dimension and beside.told_as(wanted, one.number * other.value):
                    return f"{one.literal} and {other.literal}"
        close = [one for one in known if abs(one.start - fact.start) < _CLOSE]
        exact = _telling(wanted) and len(close) <= _NEAREST and "." in fact.literal  # 18 GB and 84 MB are 18.1 GB
        return _sum_or_difference(wanted, known, rough=True) or (
            _sum_or_difference(wanted, close, rough=True, shown=True) if exact else None
        )

    def _ratio(self, wanted: Quantity, said: Sequence[Amount]) -> str | None:
        """An amount of the sentence and another one of the summary of which one is so many times the other."""
        wanted = wanted._replace(dimension="times")
        for one in said:
            for other in self._all.get(one.dimension, ())[:_MOST] if one.dimension else ():
                if beside.follows(wanted, Pair(one, other, 0, 0, frozenset())):
                    return f"from {one.literal} and {other.literal}"
        return None

    def _in(self, sentence: str, place: int, fact: Fact) -> list[Amount]:
        """The amounts of a sentence beside the number at a place, in order."""
        return beside.amounts(self.finder, sentence, (place, place + len(fact.literal)), fact.normal)


_RATES = frozenset(["rate", "frequency"])


def _per_second(wanted: Quantity, others: Sequence[Amount]) -> str | None:
    """How many of something there are in a second that each take so long, or that took so long together."""
    lengths = [one for one in others if one.dimension == "time" and one.value > 0]
    for one in lengths:
        if beside.told_as(wanted, 1 / one.value):
            return f"one in {one.literal}"
        for other in others:
            if other.dimension.startswith("count:") and beside.told_as(wanted, other.number / one.value):
                return f"{other.literal} in {one.literal}"
    return None


_EACH = later(r"(?i)\b(?:each|per|every|average|mean|apiece)\b|每|平均|均")
_TWICE = later(r"(?i)\b(?:twice|double|both|two)\b|两|翻倍|双")


def _times(wanted: Quantity, others: Sequence[Amount], sentence: str, fact: Fact) -> str | None:
    """A product or a quotient of an amount of its dimension and a number: 6 MB each, 2,499 EUR for two of 1,249.50."""
    same = [one for one in others if one.dimension == wanted.dimension]
    counts = [one for one in others if one.dimension != wanted.dimension and one.number > 1]
    each = _EACH.search(sentence) is not None
    if each:
        for one, other in itertools.permutations(others, 2):
            comparable = one.dimension == other.dimension and one.value > other.value > 0
            if comparable and beside.told_as_number(wanted.number, one.value / other.value):
                return f"{one.literal} by {other.literal}"
        for one, other in itertools.product(same, counts):
            if beside.told_as(wanted, one.value / other.number):
                return f"{one.literal} for each of {other.literal}"
    factors = [(one.number, one.literal) for one in counts]
    if _TWICE.search(sentence.replace(fact.literal, " ")):
        factors.append((Fraction(2), "twice"))
    for one, (factor, name) in itertools.product(same, factors):
        if one.value * factor == wanted.values[0] and (each or _telling(wanted) or _is_reckoned(fact, sentence)):
            return f"{one.literal} and {name}"
    return None


_COMPARES = later(r"(?i)\b(?:fast|slow|small|larg|bigg|more|less|as|speed)\w*|倍")


def _is_ratio(wanted: Quantity, sentence: str) -> bool:
    """Whether a number says how many times as much something is: ``73 times faster``, ``5.2x``."""
    return wanted.dimension == "times" or (wanted.unit == "time" and _COMPARES.search(sentence) is not None)


def _nearest(others: Sequence[Amount], place: int, most: int) -> list[Amount]:
    return sorted(others, key=lambda one: abs(one.start - place))[:most]


def _alike(fact: Fact, sentence: str, others: Sequence[Amount]) -> list[Amount]:
    """The amounts that can be added up to one of this kind: of its dimension, of related things, or without a unit."""
    if not fact.kind.startswith("count:"):
        return [one for one in others if one.dimension in ("", fact.kind)]
    things = related(fact.kind, sentence.partition(fact.literal)[2]) | _RUN
    return [one for one in others if not one.dimension or counts(one.dimension, things)]


_PARTS = later(r"[^()（）:;.。；：]{0,60}[(（]([^()（）]{1,200})[)）]")
_PART = later(r"(?<![\w.,-])\d[\d,]*(?![\w.]*\.\d)(?!%)")


def _is_broken_down(wanted: Quantity, behind: str) -> bool:
    """Whether brackets behind a number hold others, two or more, that make it up: ``230 tests (212 core, 18 CLI)``."""
    parts = _PARTS.match(behind)
    known = [number(one) for one in _PART.findall(parts[1])] if parts is not None else []
    return len(known) > 1 and None not in known and sum(one for one in known if one is not None) == wanted.number


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
    step = beside.step(wanted.number)
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


def _sum_or_difference(
    wanted: Quantity, amounts: Sequence[Amount], rough: bool = False, shown: bool = False
) -> str | None:
    """``rough`` lets short results be off by half of the last digit that they show, ``shown`` longer ones too."""
    near = Fraction(0)
    if rough and wanted.number and (shown or not _telling(wanted)):
        near = wanted.values[0] / wanted.number * beside.step(wanted.number) / 2  # half of the last digit that it shows
    # As whole numbers of one part of all of them: a sentence of numbers has many pairs, and each fraction is an object.
    exact = [wanted.values[0], near, *(one.value for one in amounts)]
    parts = math.lcm(*(one.denominator for one in exact))
    target, reach, *values = (one.numerator * (parts // one.denominator) for one in exact)
    for (place, one), (other_place, other) in itertools.combinations(enumerate(values), 2):
        if abs(one + other - target) <= reach or abs(abs(one - other) - target) <= reach:
            pair = amounts[place].literal, amounts[other_place].literal
            differ = abs(abs(one - other) - target) <= reach
            return f"from {pair[0]} and {pair[1]}" if differ else f"{pair[0]} and {pair[1]} together"
    if len(amounts) > 2 and abs(sum(values) - target) <= reach:
        return "the others of its sentence together"
    return None
