"""A small forest by gradient boosting on top of a linear reading, with the signals' directions kept.

Method: Friedman, "Greedy function approximation: a gradient boosting machine" (2001), with second-order leaf values and
the bounds on monotone signals of XGBoost. Everything is plain sums over sorted bins, so that one machine gives the same
forest twice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from threefold.relevance.calibration import Forest

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TREES = 60
RATE = 0.1
DEPTH = 3
BINS = 24
PENALTY = 6.0
LEAST = 2.0
"""Least sum of curvature in a leaf: about eight pairs that are not settled yet."""


class Booster:
    """Fits a forest to one set of pairs."""

    def __init__(self, rows: Floats, labels: Floats, share: Floats, directions: Sequence[int]) -> None:
        self._labels = labels
        self._share = share
        self._directions = np.array(directions)[:, None]
        self._edges = [_edges(rows[:, column]) for column in range(rows.shape[1])]
        self._bins = np.stack(
            [np.searchsorted(edges, rows[:, column], side="left") for column, edges in enumerate(self._edges)], axis=1
        )
        self._places = self._bins + np.arange(rows.shape[1]) * BINS
        self._slope = self._curve = np.zeros(0)

    def fit(self, margin: Floats, names: Sequence[str]) -> Forest:
        """Trees that correct the log-odds of ``margin``."""
        margin = margin.copy()
        trees = []
        for _ in range(TREES):
            chance = 1.0 / (1.0 + np.exp(-np.clip(margin, -30, 30)))
            self._slope = self._share * (chance - self._labels)
            self._curve = self._share * chance * (1.0 - chance)
            tree: list[list[float]] = []
            self._grow(tree, np.arange(len(margin)), -np.inf, np.inf, DEPTH, margin)
            trees.append(tree)
        return Forest(list(names), trees)

    def _grow(
        self, tree: list[list[float]], inside: Integers, low: float, high: float, depth: int, margin: Floats
    ) -> int:
        """Add the node for the pairs ``inside`` and those below it; its place in the tree."""
        slope, curve = float(self._slope[inside].sum()), float(self._curve[inside].sum())
        value = float(np.clip(-slope / (curve + PENALTY), low, high))
        place = len(tree)
        tree.append([round(RATE * value, 5)])
        best = self._split(inside, slope, curve, value, low, high) if depth else None
        if best is None:
            margin[inside] += RATE * value
            return place
        signal, bin_, left, right = best
        middle = (left + right) / 2.0
        direction = int(self._directions[signal, 0])
        below = self._bins[inside, signal] <= bin_
        ends = (low, middle, middle, high) if direction > 0 else (middle, high, low, middle)
        if not direction:
            ends = (low, high, low, high)
        tree[place] += [float(signal), float(self._edges[signal][bin_])]
        first = self._grow(tree, inside[below], ends[0], ends[1], depth - 1, margin)
        second = self._grow(tree, inside[~below], ends[2], ends[3], depth - 1, margin)
        tree[place] += [float(first), float(second)]
        return place

    def _split(
        self, inside: Integers, slope: float, curve: float, value: float, low: float, high: float
    ) -> tuple[int, int, float, float] | None:
        """The question that explains most: the signal, the last bin of its lower side, and both sides' values."""
        count = len(self._edges)
        places = self._places[inside].ravel()
        sums = [
            np.bincount(places, np.repeat(each[inside], count), count * BINS)
            .reshape(count, BINS)
            .cumsum(axis=1)[:, :-1]
            for each in (self._slope, self._curve)
        ]
        left = np.clip(-sums[0] / (sums[1] + PENALTY), low, high)
        right = np.clip(-(slope - sums[0]) / (curve - sums[1] + PENALTY), low, high)
        gain = (
            _gained(sums[0], sums[1], left)
            + _gained(slope - sums[0], curve - sums[1], right)
            - _gained(slope, curve, value)
        )
        wrong = (sums[1] < LEAST) | (curve - sums[1] < LEAST) | (self._directions * (right - left) < 0.0)
        gain = np.where(wrong, -1.0, gain)
        signal, bin_ = divmod(int(gain.argmax()), BINS - 1)
        if gain[signal, bin_] <= 1e-3 or bin_ >= len(self._edges[signal]):
            return None
        return signal, bin_, float(left[signal, bin_]), float(right[signal, bin_])


def _gained(slope: Floats | float, curve: Floats | float, value: Floats | float) -> Floats | float:
    return -(slope * value + 0.5 * (curve + PENALTY) * value * value)


def _edges(values: Floats) -> Floats:
    """Thresholds between the bins of one signal, rounded as they are written."""
    found = np.unique(values)
    if len(found) <= BINS:
        between = (found[:-1] + found[1:]) / 2.0
    else:
        between = np.quantile(values, np.linspace(0.0, 1.0, BINS + 1)[1:-1], method="nearest")
    return np.unique(np.round(between, 4))
