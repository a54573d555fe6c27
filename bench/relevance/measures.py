"""Figures of a ranking against labels, with intervals by bootstrap over sessions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.relevance.dataset import Labelled

Floats = NDArray[np.float64]
Figure = Callable[[Floats, Floats], float]

RESAMPLES = 1000


def auc(labels: Floats, values: Floats) -> float:
    """Chance that a needed message stands above one that is not; ties count half."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (last - (counts - 1) / 2.0)[inverse]
    needed = labels > 0.5
    positive, negative = int(needed.sum()), int((~needed).sum())
    if not positive or not negative:
        return float("nan")
    return float((ranks[needed].sum() - positive * (positive + 1) / 2.0) / (positive * negative))


def cut_at_recall(labels: Floats, values: Floats, recall: float = 0.9) -> float:
    """Share of the not-needed that stand below the value at which ``recall`` of the needed are kept."""
    needed = np.sort(values[labels > 0.5])[::-1]
    if not len(needed):
        return float("nan")
    threshold = needed[int(np.ceil(recall * len(needed))) - 1]
    return float((values[labels < 0.5] < threshold).mean())


def calibration_error(labels: Floats, values: Floats, bins: int = 10) -> float:
    """Expected calibration error over equally wide bins (Naeini and others, 2015)."""
    place = np.minimum((values * bins).astype(int), bins - 1)
    error = 0.0
    for bin_ in range(bins):
        inside = place == bin_
        if inside.any():
            error += float(inside.mean()) * abs(float(labels[inside].mean()) - float(values[inside].mean()))
    return error


def interval(
    tasks: Sequence[Labelled], values: Sequence[Sequence[float]], figure: Figure
) -> tuple[float, float, float]:
    """The figure over all pairs, and the 2.5% and 97.5% points when whole sessions are drawn with replacement."""
    by_session: dict[str, list[int]] = defaultdict(list)
    for place, task in enumerate(tasks):
        by_session[task.session].append(place)
    labels = [np.array(task.needed, dtype=float) for task in tasks]
    arrays = [np.array(value, dtype=float) for value in values]

    def over(places: Sequence[int]) -> float:
        return figure(np.concatenate([labels[p] for p in places]), np.concatenate([arrays[p] for p in places]))

    groups = list(by_session.values())
    generator = np.random.default_rng(7)
    drawn = []
    for _ in range(RESAMPLES):
        picks = generator.integers(0, len(groups), len(groups))
        drawn.append(over([place for pick in picks for place in groups[pick]]))
    low, high = np.nanpercentile(drawn, [2.5, 97.5])
    return over(range(len(tasks))), float(low), float(high)


def summary(title: str, tasks: Sequence[Labelled], values: Sequence[Sequence[float]], width: int = 34) -> str:
    """One line of the table: AUC, AUC on Chinese tasks, share cut at 90% recall, calibration error."""
    chinese = [place for place, task in enumerate(tasks) if task.language == "zh"]
    cells = [
        _cell(interval(tasks, values, auc)),
        _cell(interval([tasks[p] for p in chinese], [values[p] for p in chinese], auc)),
        _cell(interval(tasks, values, cut_at_recall)),
        _cell(interval(tasks, values, calibration_error)),
    ]
    return f"{title:<{width}} " + "  ".join(cells)


def _cell(figure: tuple[float, float, float]) -> str:
    value, low, high = figure
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"
