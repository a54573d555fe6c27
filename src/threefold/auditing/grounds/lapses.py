"""Moments that follow from others: a day or a time of day so long before or after another one of its sentence, and the
time between two."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container
from datetime import date
from fractions import Fraction

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.ledger.ledger import Ledger
from threefold.text import arithmetic, units
from threefold.text.later import later
from threefold.text.quantities import Quantity

CLOCK = later(r"(?<![\d:.])([0-2]?\d):([0-5]\d)(?::([0-5]\d))?(?![\d:])|(?<!\d)([0-2]?\d) ?点(?:(半)|([0-5]?\d) ?分)?")
_MOST = 8  # times of day of a sentence
_DAY = 86_400


def clock(fact: Fact, sentence: str, lengths: Container[Fraction], ledger: Ledger) -> str | None:
    """A time of day that is so long after or before another one of the sentence; how long stands in the summary
    (``lengths``, in seconds) or in the ledger."""
    wanted = CLOCK.fullmatch(fact.normal) if fact.category == "datetime" and fact.kind == "time" else None
    if wanted is None:
        return None
    for match in itertools.islice(CLOCK.finditer(sentence), _MOST):
        apart = (seconds(wanted) - seconds(match)) % _DAY
        if apart and (Fraction(apart) in lengths or _lasts(apart, ledger)):
            return f"{apart // 60} minutes from {match[0]}"
    return None


def _lasts(length: int, ledger: Ledger) -> bool:
    """Whether the ledger has a duration of so many seconds."""
    quantity = Quantity("time", "second", Fraction(length), (Fraction(length),))
    return any(ledger.entry("number", normal) is not None for normal in arithmetic.spellings(quantity))


def day(fact: Fact, sentence: str, finder: Finder) -> str | None:
    """A day that is so many days before or after another day of the sentence."""
    wanted = _date(fact)
    facts = finder.facts(sentence) if wanted is not None else []
    days = [(day, one.literal) for one in facts if (day := _date(one)) is not None and one.normal != fact.normal]
    lengths = [one for one in facts if one.category == "number" and one.kind == "time"]
    for (other, named), length in itertools.product(days, lengths):
        quantity = units.parse(length.literal)
        if wanted and quantity and abs((wanted - other).days) * _DAY in quantity.values:
            return f"{length.literal} from {named}"
    return None


def _date(fact: Fact) -> date | None:
    try:
        return date.fromisoformat(fact.normal[:10]) if fact.category == "datetime" and fact.kind == "date" else None
    except ValueError:
        return None


def between(wanted: Quantity, sentence: str) -> str | None:
    """The time between two times of day of the sentence."""
    times = [(seconds(match), match[0]) for match in itertools.islice(CLOCK.finditer(sentence), _MOST)]
    for (one, first), (other, second) in itertools.combinations(times, 2):
        if (other - one) % _DAY == wanted.values[0]:
            return f"from {first} to {second}"
    return None


def days_between(wanted: Quantity, sentence: str, finder: Finder) -> str | None:
    """The time between two days of the sentence, the last one counted or not."""
    days = [(day, one.literal) for one in finder.facts(sentence) if (day := _date(one)) is not None][:_MOST]
    for (one, first), (other, second) in itertools.combinations(days, 2):
        apart = abs((one - other).days)
        if apart and wanted.values[0] in (apart * _DAY, (apart + 1) * _DAY):
            return f"from {first} to {second}"
    return None


def in_a_row(wanted: Quantity, text: str) -> str | None:
    """The time between two times of day of which a text names one after the other, on one line."""
    for line in text.split("\n"):
        for one, other in itertools.pairwise(itertools.islice(CLOCK.finditer(line), _MOST)):
            if (seconds(other) - seconds(one)) % _DAY == wanted.values[0]:
                return f"from {one[0]} to {other[0]}"
    return None


def seconds(clock: re.Match[str]) -> int:
    """The seconds since midnight that a match of ``CLOCK`` tells."""
    if clock[4]:
        return int(clock[4]) * 3_600 + (1_800 if clock[5] else int(clock[6] or 0) * 60)
    return int(clock[1]) * 3_600 + int(clock[2]) * 60 + int(clock[3] or 0)
