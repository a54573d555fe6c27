"""Answers out of whatever a server sent. Nothing here raises, and no number leaves its range.

The probabilities are the only part of an answer that is believed: expectation, most probable option and confidence are
computed from them, because servers differ in how they compute theirs. The server's own values are checked where they
would contradict the probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from threefold.systemone.protocol import Chosen, Failed, FailureKind, Question, Score, Scored

SUM_TOLERANCE = 0.05
"""How far a sum of probabilities may be from 1: the tolerance of the public conformance suite for System One."""
ROUNDING = 0.005
"""Answers come with two decimals; each probability may be off by this much."""


def read_answer(question: Question, raw: object, model: str) -> Chosen | Scored | Failed:
    """The answer to ``question``, or what is wrong with it."""
    if not isinstance(raw, Mapping):
        return _bad(f"it is {_kind(raw)}, not an object")
    wanted = "score" if isinstance(question, Score) else "choice"
    if raw.get("type", wanted) != wanted:
        return _bad(f"its type is not {wanted!r}")
    if isinstance(question, Score):
        values = _by_key(raw.get("probabilities"), [str(level) for level in range(len(question.levels))])
        if isinstance(values, Failed):
            return values
        level = raw.get("score")
        if level is not None and not _within(level, len(values) - 1 + ROUNDING):
            return _bad("its score is not a number between the lowest and the highest level")
        return scored(values, model)
    labels = list(question.options)
    values = _by_key(raw.get("probabilities"), labels)
    if isinstance(values, Failed):
        return values
    named = raw.get("choice")
    if named is not None:
        if not isinstance(named, str) or named not in question.options:
            return _bad("its choice is none of the options")
        if values[labels.index(named)] < max(values) - 2 * ROUNDING - 1e-9:
            return _bad("its choice is not the most probable option, so it contradicts itself")
        return chosen(labels, values, model, named)
    return chosen(labels, values, model)


def chosen(labels: Sequence[str], values: Sequence[float], model: str, named: str | None = None) -> Chosen:
    """A ``Chosen`` from probabilities that sum to 1; ``named`` breaks a tie."""
    label = labels[values.index(max(values))] if named is None else named
    return Chosen(
        label=label,
        confidence=choice_confidence(values),
        probabilities=dict(zip(labels, values, strict=True)),
        model=model,
    )


def scored(values: Sequence[float], model: str) -> Scored:
    """A ``Scored`` from probabilities that sum to 1, lowest level first."""
    top = len(values) - 1
    expected = sum(level * p for level, p in enumerate(values))
    return Scored(
        relevance=_unit(expected / top) if top else 0.0,
        confidence=score_confidence(values),
        probabilities=tuple(values),
        model=model,
    )


def choice_confidence(values: Sequence[float]) -> float:
    """``(max p - 1/n) / (1 - 1/n)``: 0 when all options are equally probable, 1 when one is certain."""
    share = 1 / len(values)
    return 1.0 if len(values) == 1 else _unit((max(values) - share) / (1 - share))


def score_confidence(values: Sequence[float]) -> float:
    """``1 - Σ p·|level - mode| / mean|level - middle|``, at least 0: how close the probabilities lie to their mode."""
    count = len(values)
    if count == 1:
        return 1.0
    mode = max(range(count), key=values.__getitem__)
    spread = sum(p * abs(level - mode) for level, p in enumerate(values))
    uniform = sum(abs(level - (count - 1) / 2) for level in range(count)) / count
    return _unit(1 - spread / uniform)


def distribution(values: Sequence[object]) -> list[float] | Failed:
    """``values`` as probabilities that sum to exactly 1 (up to float rounding), or what is wrong with them."""
    numbers = [number(value) for value in values]
    clean = [value for value in numbers if value is not None and -1e-6 <= value <= 1 + 1e-6]
    if len(clean) != len(values):
        return _bad("a probability is not a number from 0 to 1")
    total = sum(max(0.0, value) for value in clean)
    if abs(total - 1) > max(SUM_TOLERANCE, ROUNDING * len(clean)) or total < 0.5:
        return _bad(f"its probabilities sum to {total:.3f}, not to 1")
    return [max(0.0, value) / total for value in clean]


def number(value: object) -> float | None:
    """``value`` when it is a finite number and no truth value, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def tokens(usage: object, field: str) -> int | None:
    """A token count out of a usage object: a whole number, 0 or more, or None."""
    value = number(usage.get(field)) if isinstance(usage, Mapping) else None
    return int(value) if value is not None and value >= 0 and value.is_integer() and value < 2**53 else None


def _by_key(raw: object, keys: list[str]) -> list[float] | Failed:
    if not isinstance(raw, Mapping):
        return _bad(f"its probabilities are {_kind(raw)}, not an object")
    if set(raw) != set(keys):
        return _bad(f"its probabilities have {len(raw)} names that are not the {len(keys)} that were asked")
    return distribution([raw[key] for key in keys])


def _within(value: object, top: float) -> bool:
    checked = number(value)
    return checked is not None and -ROUNDING <= checked <= top


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))


def _kind(value: object) -> str:
    names = {type(None): "missing", bool: "true or false", str: "text", list: "a list", dict: "an object"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else "something else")


def _bad(what: str) -> Failed:
    return Failed(kind=FailureKind.BAD_ANSWER, message=f"The service's answer cannot be used: {what}.")
