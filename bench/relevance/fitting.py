"""Fits the signals' weights to labelled tasks; every figure that is looked at while fitting is out of sample.

Tasks of one session share messages, so folds are made of whole sessions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.relevance.boosting import Booster
from bench.relevance.dataset import Labelled
from threefold.relevance.calibration import (
    Aspects,
    Forest,
    Level,
    Pass,
    Relations,
    Tier,
    guess,
    merged,
    sigmoid,
    stranded,
    worthiest,
)
from threefold.relevance.local import Run
from threefold.relevance.meaning import Manner, Meaning
from threefold.relevance.signals import TOPICAL, Guess, Signals

Floats = NDArray[np.float64]

FOLDS = 10
PENALTY = 1.0
"""L2 penalty on the weights' distance from their prior."""
ROUNDS = 500
"""Steps of the gradient method."""
FEWER = 300
"""The same for the aspects, which are guesses as the first two readings are."""
LEAST = 0.15
"""A signal whose direction is known keeps at least this weight, so that no chance of a small set turns it round."""

RISING = (
    "words",
    "thread",
    "identifiers",
    "similarity",
    "thread_meaning",
    "manner",
    "wording",
    "demand",
    "correction",
    "finding",
    "failing",
    "concluded",
)
RISING_CONTEXT = (
    "referred",
    "feedback",
    "answered",
    "called",
    "neighbours",
    "likeness",
    "kin",
    "kin_meaning",
    "turn",
    "strand",
    "both",
)
FALLING = (
    "superseded",
    "opening",
    "aside",
    "question",
    "passing",
    "monotony",
    "edit",
    "web",
    "dismissal",
    "dismissed",
    "rival",
)
FREE = ("substance", "read", "from_human", "from_model", "from_harness")
DIRECT_LEXICAL = tuple(
    name for name in (*RISING, *FALLING, *FREE) if name not in ("similarity", "thread_meaning", "manner", "rival")
)
CONTEXT_LEXICAL = ("referred", "feedback", "answered", "called", "neighbours", "kin", "turn")
CONTEXT_MEANING = ("likeness", "rival", "kin_meaning")
PRIOR = {"superseded": -1.5}
"""The set holds too few superseded results to fit their weight; it is given by rule."""


class Prepared(msgspec.Struct):
    """One task with what does not depend on any weight."""

    task: Labelled
    run: Run
    known: Meaning | None
    """The vectors as the packaged encoder's own calibration reads them."""
    other: Meaning | None
    """The same vectors as those of any encoder are read."""
    fold: int

    @property
    def labels(self) -> Floats:
        return np.array(self.task.needed, dtype=float)

    @property
    def share(self) -> Floats:
        """How much each pair counts: those of a joined conversation together less than its session alone."""
        return np.full(len(self.task.needed), self.task.weight)


def folds(sessions: Sequence[str]) -> dict[str, int]:
    """A fold for each session, fixed and the same for every tier."""
    order = sorted(set(sessions))
    np.random.default_rng(20261103).shuffle(order)
    return {session: place % FOLDS for place, session in enumerate(order)}


def logistic(
    rows: Floats,
    labels: Floats,
    names: Sequence[str],
    penalty: float = PENALTY,
    rounds: int = ROUNDS,
    share: Floats | None = None,
) -> tuple[Floats, float]:
    """Weights and bias of a logistic regression whose weights keep their signs; by accelerated projected gradients."""
    prior = np.array([PRIOR.get(name, 0.0) for name in names])
    low = np.array([LEAST if name in RISING + RISING_CONTEXT else -np.inf for name in names])
    high = np.array([-LEAST if name in FALLING else np.inf for name in names])
    weights = np.clip(prior, low, high)
    counts = np.ones(len(labels)) if share is None else share
    rate = float((counts * labels).sum() / counts.sum())
    bias = float(np.log(rate / (1.0 - rate)))
    step = 1.0 / (0.25 * float(np.linalg.norm(np.c_[rows, np.ones(len(rows))], 2)) ** 2 + penalty)
    ahead, ahead_bias, momentum = weights.copy(), bias, 1.0
    for _ in range(rounds):
        error = counts * (1.0 / (1.0 + np.exp(-np.clip(rows @ ahead + ahead_bias, -30, 30))) - labels)
        next_weights = np.clip(ahead - step * (rows.T @ error + penalty * (ahead - prior)), low, high)
        next_bias = ahead_bias - step * float(error.sum())
        next_momentum = (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0
        pull = (momentum - 1.0) / next_momentum
        ahead = next_weights + pull * (next_weights - weights)
        ahead_bias = next_bias + pull * (next_bias - bias)
        weights, bias, momentum = next_weights, next_bias, next_momentum
    return weights, float(bias)


def _matrix(signals: Sequence[Signals], names: Sequence[str]) -> Floats:
    return np.array([[found.get(name, 0.0) for name in names] for found in signals], dtype=float)


def _pass(found: Sequence[Sequence[Signals]], tasks: Sequence[Prepared], names: Sequence[str], rounds: int) -> Pass:
    rows = np.vstack([_matrix(signals, names) for signals in found])
    labels = np.concatenate([task.labels for task in tasks])
    share = np.concatenate([task.share for task in tasks])
    weights, bias = logistic(rows, labels, names, rounds=rounds, share=share)
    return Pass(round(bias, 3), {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)})


def _outside(tasks: Sequence[Prepared], fold: int) -> list[int]:
    return [place for place, task in enumerate(tasks) if task.fold != fold]


def guesses(
    tasks: Sequence[Prepared], found: Sequence[Sequence[Signals]], names: Sequence[str], rounds: int
) -> list[Guess]:
    """A guess of each task's messages by a reading that was fitted without the task's session."""
    result: dict[int, Guess] = {}
    for fold in range(FOLDS):
        inside = _outside(tasks, fold)
        reading = _pass([found[place] for place in inside], [tasks[place] for place in inside], names, rounds)
        for place, task in enumerate(tasks):
            if task.fold == fold:
                result[place] = guess([reading] * len(found[place]), found[place])
    return [result[place] for place in range(len(tasks))]


def fit_aspects(tasks: Sequence[Prepared], found: Sequence[Sequence[Signals]], names: Sequence[str]) -> Aspects:
    """The reading of the topic, from what one or another task of the same session needs; and that of the kind.

    From sessions as they were written: what tells joined ones apart is plainer than what tells errands of one
    session.
    """
    together: dict[str, list[Floats]] = defaultdict(list)
    for task in tasks:
        together[task.task.session].append(task.labels)
    written = [place for place, task in enumerate(tasks) if "+" not in task.task.session]
    some = [np.max(together[tasks[place].task.session], axis=0) for place in written]
    several = [np.full(len(tasks[p].labels), len(together[tasks[p].task.session]) > 1) for p in written]
    labels, any_task = np.concatenate([tasks[place].labels for place in written]), np.concatenate(some)
    between = (any_task > 0.5) & np.concatenate(several)

    def reading(wanted: Sequence[str], inside: NDArray[np.bool_], truth: Floats) -> Pass:
        rows = np.vstack([_matrix(found[place], wanted) for place in written])
        weights, bias = logistic(rows[inside], truth[inside], wanted, rounds=FEWER)
        given = zip(wanted, weights, strict=True)
        return Pass(round(bias, 3), {name: round(float(weight), 3) for name, weight in given})

    return Aspects(
        topic=reading([name for name in names if name in TOPICAL], between, labels),
        kind=reading([name for name in names if name not in TOPICAL], np.ones(len(labels), dtype=bool), any_task),
    )


def in_strands(
    tasks: Sequence[Prepared],
    found: Sequence[Sequence[Signals]],
    names: Sequence[str],
    relations: Sequence[Relations],
) -> list[list[Signals]]:
    """The signals with those of the strand, by aspects that were fitted without the task's session."""
    result: dict[int, list[Signals]] = {}
    for fold in range(FOLDS):
        inside = _outside(tasks, fold)
        aspects = fit_aspects([tasks[p] for p in inside], [found[p] for p in inside], names)
        for place, task in enumerate(tasks):
            if task.fold == fold:
                result[place] = stranded([aspects] * len(found[place]), found[place], relations[place])
    return [result[place] for place in range(len(tasks))]


def last_reading(
    tasks: Sequence[Prepared], found: Sequence[Sequence[Signals]], names: Sequence[str], rounds: int
) -> tuple[Pass, Forest]:
    """The linear reading, and the forest that corrects it."""
    reading = _pass(found, tasks, names, rounds)
    rows = np.vstack([_matrix(signals, names) for signals in found])
    margin = np.array([reading.logit(signals) for task in found for signals in task])
    labels = np.concatenate([task.labels for task in tasks])
    share = np.concatenate([task.share for task in tasks])
    rising = (*RISING, *RISING_CONTEXT)
    directions = [1 if name in rising else -1 if name in FALLING else 0 for name in names]
    return reading, Booster(rows, labels, share, directions).fit(margin, names)


def fit_tier(
    tasks: Sequence[Prepared],
    direct: Sequence[Sequence[Signals]],
    relations: Sequence[Relations],
    *,
    meaning: bool,
    manner: bool,
    rounds: int = ROUNDS,
) -> tuple[Tier, list[list[float]]]:
    """A tier's three readings and its calibration; and the out-of-sample probabilities of the fitting part."""
    first_names = [
        *DIRECT_LEXICAL,
        *(("similarity", "thread_meaning") if meaning else ()),
        *(("manner",) if manner else ()),
    ]
    all_names = [*first_names, *CONTEXT_LEXICAL, *(CONTEXT_MEANING if meaning else ())]
    # The first guess names the worthiest messages, whose words then count; a neighbour's words are no reason to.
    first_names = [name for name in first_names if not name.startswith("thread")]
    first = _pass(direct, tasks, first_names, rounds)
    guessed = guesses(tasks, direct, first_names, rounds)
    found = [merged(own, each.related(one)) for own, each, one in zip(direct, relations, guessed, strict=True)]
    second = _pass(found, tasks, all_names, rounds)
    guessed = guesses(tasks, found, all_names, rounds)
    found = [merged(own, each.related(one)) for own, each, one in zip(direct, relations, guessed, strict=True)]
    aspects = fit_aspects(tasks, found, all_names)
    found = in_strands(tasks, found, all_names, relations)
    all_names = [*all_names, "strand", "both"]
    third, forest = last_reading(tasks, found, all_names, rounds)
    tier = Tier(first, second, third, 1.0, 0.0, forest, aspects=aspects)
    logits: list[list[float]] = [[] for _ in tasks]
    for fold in range(FOLDS):
        inside = _outside(tasks, fold)
        linear, trees = last_reading([tasks[p] for p in inside], [found[p] for p in inside], all_names, rounds)
        reader = Tier(first, second, linear, 1.0, 0.0, trees)
        for place, task in enumerate(tasks):
            if task.fold == fold:
                logits[place] = [reader.logit(signals) for signals in found[place]]
    tier = calibrated(tier, tasks, logits)
    levels = [tier.level.part(task) for task in logits]
    return tier, [
        [tier.probability(logit + level) for logit in task] for task, level in zip(logits, levels, strict=True)
    ]


def calibrated(tier: Tier, tasks: Sequence[Prepared], logits: Sequence[Sequence[float]]) -> Tier:
    """The tier with its line to calibrated log-odds, fitted to out-of-sample ones together with the level's weight."""
    best = [worthiest(task) for task in logits]
    usual, low, high = round(float(np.mean(best)), 3), round(min(best), 3), round(max(best), 3)
    rows = np.array([[logit, level - usual] for task, level in zip(logits, best, strict=True) for logit in task])
    labels = np.concatenate([task.labels for task in tasks])
    share = np.concatenate([task.share for task in tasks])
    (slope, weight), offset = logistic(rows, labels, ["logit", "level"], penalty=1e-6, share=share)
    level = Level(round(float(weight / slope), 3), usual, low, high)
    return msgspec.structs.replace(tier, slope=round(float(slope), 4), offset=round(float(offset), 4), level=level)


def fit_manner(tasks: Sequence[Prepared], penalty: float = 1.0) -> tuple[dict[str, Any], dict[tuple[str, int], float]]:
    """The linear reading of a message's vector, and its out-of-sample value for each message of each session.

    A message counts as needed here when any task of its session needs it.
    """
    rows: dict[tuple[str, int], tuple[Floats, str, int]] = {}
    needed: dict[tuple[str, int], float] = {}
    for task in tasks:
        if task.known is None:
            continue
        for row, place in enumerate(task.known.places):
            key = (task.task.session, place)
            author = task.task.request.candidates[place].author
            rows[key] = (np.asarray(task.known.whole[row], dtype=float), author, task.fold)
            needed[key] = max(needed.get(key, 0.0), float(task.task.needed[place]))
    keys = sorted(rows)
    authors = ("human", "model", "tool")
    table = np.array([np.r_[rows[key][0], [float(rows[key][1] == name) for name in authors]] for key in keys])
    labels = np.array([needed[key] for key in keys])
    fold_of = np.array([rows[key][2] for key in keys])
    names = [""] * table.shape[1]
    values: dict[tuple[str, int], float] = {}
    for fold in range(FOLDS):
        inside = fold_of != fold
        weights, bias = logistic(table[inside], labels[inside], names, penalty, rounds=400)
        for place in np.flatnonzero(~inside).tolist():
            values[keys[place]] = sigmoid(float(table[place] @ weights) + bias)
    weights, bias = logistic(table, labels, names, penalty, rounds=400)
    width = table.shape[1] - len(authors)
    reading = {
        "bias": round(bias, 4),
        "authors": {name: round(float(weights[width + at]), 4) for at, name in enumerate(authors)},
        "weights": [round(float(weight), 3) for weight in weights[:width]],
    }
    return reading, values


def with_signal(
    name: str, task: Prepared, direct: Sequence[Signals], values: dict[tuple[str, int], float]
) -> list[Signals]:
    """The direct signals with an out-of-sample one put in."""
    return [
        {**found, name: values[key]} if (key := (task.task.session, place)) in values else dict(found)
        for place, found in enumerate(direct)
    ]


__all__ = ["Manner", "Prepared", "fit_manner", "fit_tier", "folds", "with_signal"]
