"""Fits the weights of the signs: a logistic regression, regularised by what each sign says alone, then pruned.

A sign is scaled by how far its odds by itself are from even, so that few sentences make a plain sign heavy and a vague
one stays light (Wang and Manning 2012, "Baselines and Bigrams").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PENALTY = 3.0
ROUNDS = 600
"""Steps of the gradient method."""
LEAST = 2
"""Sentences of the data that hold a sign."""
KEPT = 7_000
"""Signs that are kept."""
MISSED = {"changed": 2.0, "ran": 1.0, "looked": 0.7}
"""What an open sentence that is missed costs after each kind of work, beside one that is needlessly called open: most
of what is told after a look leaves nothing, and there is much of it."""
WEIGHT = 2.0
"""How often an open sentence counts in the fit."""


class Row(msgspec.Struct):
    """One labelled sentence: its signs, its label, the message and the hand that it is of, how much it counts, and the
    work that it closes."""

    signs: frozenset[str]
    label: int
    message: int
    hand: str
    share: float
    work: str = "changed"


class Reading(msgspec.Struct):
    """What was fitted: the weight of each sign, and what a sentence has without any."""

    weights: dict[str, float]
    bias: float

    def score(self, signs: frozenset[str]) -> float:
        """The log-odds that a sentence leaves something open, open ones counted ``WEIGHT`` times."""
        return self.bias + sum(self.weights.get(sign, 0.0) for sign in signs)


class Table:
    """Rows of signs, each a column, as the places of the columns row by row."""

    def __init__(self, rows: Sequence[Row], names: Sequence[str]) -> None:
        number = {name: place for place, name in enumerate(names)}
        held = [[number[sign] for sign in sorted(row.signs) if sign in number] for row in rows]
        self.columns: Ints = np.array([column for one in held for column in one], dtype=np.int64)
        self.rows: Ints = np.repeat(np.arange(len(rows)), [len(one) for one in held])
        self.shape = len(rows), len(names)

    def times(self, weights: Floats) -> Floats:
        """For each row the sum of its columns' weights."""
        found: Floats = np.bincount(self.rows, weights[self.columns], self.shape[0]).astype(np.float64)
        return found

    def across(self, values: Floats) -> Floats:
        """For each column the sum of its rows' values."""
        found: Floats = np.bincount(self.columns, values[self.rows], self.shape[1]).astype(np.float64)
        return found


def fit(rows: Sequence[Row], kept: int = KEPT, penalty: float = PENALTY) -> Reading:
    """The reading of the rows, by the signs that weigh most."""
    count = Counter(sign for row in rows for sign in row.signs)
    names = sorted(sign for sign, seen in count.items() if seen >= LEAST)
    labels = np.array([row.label for row in rows], dtype=float)
    share = np.array([row.share for row in rows]) * np.where(labels > 0, WEIGHT, 1.0)
    table = Table(rows, names)
    weights, _ = _logistic(table, labels, share, _plainness(table, labels, share), penalty)
    weight = np.abs(weights) * np.sqrt(np.array([count[name] for name in names]))
    names = sorted(names[place] for place in np.argsort(-weight, kind="stable")[:kept])
    table = Table(rows, names)
    weights, bias = _logistic(table, labels, share, _plainness(table, labels, share), penalty)
    return Reading(dict(zip(names, weights.tolist(), strict=True)), bias)


def _plainness(table: Table, labels: Floats, share: Floats) -> Floats:
    """For each sign how far its odds by itself are from even, in natural logarithms."""
    for_it, against = table.across(share * labels) + 1.0, table.across(share * (1.0 - labels)) + 1.0
    odds: Floats = (for_it / for_it.sum()) / (against / against.sum())
    plain: Floats = np.abs(np.log(odds))
    return plain


def _logistic(table: Table, labels: Floats, share: Floats, scale: Floats, penalty: float) -> tuple[Floats, float]:
    """Weights and bias of a logistic regression over scaled columns, by accelerated gradients."""
    step = 1.0 / (0.25 * _largest(table, share, scale) + penalty)
    weights, bias = np.zeros(table.shape[1]), 0.0
    ahead, ahead_bias, momentum = weights, bias, 1.0
    for _ in range(ROUNDS):
        logits = table.times(ahead * scale) + ahead_bias
        error = share * (1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0))) - labels)
        next_weights = ahead - step * (scale * table.across(error) + penalty * ahead)
        next_bias = ahead_bias - step * float(error.sum())
        next_momentum = (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0
        pull = (momentum - 1.0) / next_momentum
        ahead, ahead_bias = next_weights + pull * (next_weights - weights), next_bias + pull * (next_bias - bias)
        weights, bias, momentum = next_weights, next_bias, next_momentum
    return weights * scale, float(bias)


def _largest(table: Table, share: Floats, scale: Floats) -> float:
    """The largest eigenvalue of the columns' weighted squares, the bias among them, from above."""
    vector, value = np.ones(table.shape[1]), 1.0
    for _ in range(30):
        product = table.times(vector * scale) * share
        vector = scale * table.across(product)
        value = float(np.linalg.norm(vector))
        vector = vector / value
    return 1.1 * value + float(share.sum())
