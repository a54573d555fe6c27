"""Fits the reading of the messages' wording: which marks it weighs, and how much each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bench.relevance.fitting import FOLDS, Floats, Prepared
from threefold.relevance.calibration import WordingWeights
from threefold.relevance.wording import Reader, Wording, share

Integers = NDArray[np.int64]
Marks = list[set[str]]

PENALTY = 4.0
"""L2 penalty on the weights."""
SESSIONS = 10
"""Sessions that must hold a mark: one that fewer hold speaks of their subjects."""
MOST = 5000
"""Marks that are kept: those that weigh most when all are weighed."""
STEPS = 150


def fit_wording(tasks: Sequence[Prepared]) -> tuple[WordingWeights, dict[tuple[str, int], float]]:
    """The reading, and its out-of-sample value for each message of each session.

    Learnt from the sessions as they were written; a message counts as needed here when any task of its session needs
    it.
    """
    needed: dict[str, Floats] = {}
    held: dict[str, Prepared] = {}
    for task in tasks:
        session = task.task.session
        needed[session] = np.maximum(needed.get(session, np.zeros(len(task.labels))), task.labels)
        held[session] = task
    written = [session for session in held if "+" not in session]
    marks = {session: _marks(held[session]) for session in written}
    values: dict[tuple[str, int], float] = {}
    for fold in range(FOLDS):
        inside = [session for session in written if held[session].fold != fold]
        found = fit([marks[session] for session in inside], [needed[session] for session in inside])
        reading = Wording(found.bias, found.weights)
        for session, task in held.items():
            if task.fold == fold:
                worded = reading.of(task.task.request.candidates)
                values.update({(session, place): value for place, value in enumerate(worded)})
    return fit([marks[session] for session in written], [needed[session] for session in written]), values


def fit(marks: Sequence[Marks], needed: Sequence[Floats]) -> WordingWeights:
    """Weights of the marks of these sessions: first of all that enough sessions hold, then of the weightiest alone."""
    frequency = Counter(mark for session in marks for mark in set().union(*session))
    known = sorted(mark for mark, sessions in frequency.items() if sessions >= SESSIONS)
    messages = [message for session in marks for message in session]
    labels = np.concatenate(needed)
    weights, bias = _Sparse(messages, known).fit(labels)
    if len(known) > MOST:
        order = np.lexsort((np.arange(len(known)), -np.abs(weights)))[:MOST]
        known = sorted(known[place] for place in order)
        weights, bias = _Sparse(messages, known).fit(labels)
    given = {mark: round(float(weight), 2) for mark, weight in zip(known, weights, strict=True)}
    return WordingWeights(round(float(bias), 3), given)


class _Sparse:
    """Which message bears which mark, as pairs of places; each row weighs as ``wording`` weighs it."""

    def __init__(self, messages: Sequence[set[str]], known: Sequence[str]) -> None:
        place = {mark: number for number, mark in enumerate(known)}
        borne = [sorted(place[mark] for mark in message if mark in place) for message in messages]
        counts = np.array([len(one) for one in borne])
        self._shape = (len(messages), len(known))
        self._columns: Integers = np.array([number for one in borne for number in one], dtype=np.int64)
        self._rows: Integers = np.repeat(np.arange(len(messages)), counts)
        self._values: Floats = np.repeat([share(int(count)) for count in counts], counts)

    def _times(self, weights: Floats) -> Floats:
        return np.asarray(np.bincount(self._rows, self._values * weights[self._columns], self._shape[0]), dtype=float)

    def _back(self, errors: Floats) -> Floats:
        return np.asarray(np.bincount(self._columns, self._values * errors[self._rows], self._shape[1]), dtype=float)

    def fit(self, labels: Floats) -> tuple[Floats, float]:
        """Logistic regression by accelerated gradients (Nesterov)."""
        weights = ahead = np.zeros(self._shape[1])
        bias = ahead_bias = float(np.log(labels.mean() / (1.0 - labels.mean())))
        step, momentum = 1.0 / (0.25 * self._largest() + PENALTY), 1.0
        for _ in range(STEPS):
            errors = 1.0 / (1.0 + np.exp(-np.clip(self._times(ahead) + ahead_bias, -30, 30))) - labels
            next_weights = ahead - step * (self._back(errors) + PENALTY * ahead)
            next_bias = ahead_bias - step * float(errors.sum())
            next_momentum = (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0
            pull = (momentum - 1.0) / next_momentum
            ahead, ahead_bias = next_weights + pull * (next_weights - weights), next_bias + pull * (next_bias - bias)
            weights, bias, momentum = next_weights, next_bias, next_momentum
        return weights, bias

    def _largest(self, rounds: int = 30) -> float:
        """A bound of the largest eigenvalue of the marks' products, the constant among them, by powers."""
        vector, constant = np.ones(self._shape[1]), 1.0
        value = 1.0
        for _ in range(rounds):
            through = self._times(vector) + constant
            vector, constant = self._back(through), float(through.sum())
            value = float(np.sqrt(vector @ vector + constant * constant))
            vector, constant = vector / value, constant / value
        return 1.05 * value


def _marks(task: Prepared) -> Marks:
    reader = Reader(task.task.request.candidates)
    return [reader.marks(place) for place in range(len(task.labels))]
