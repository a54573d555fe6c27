"""How much each signal weighs, fitted on labelled data and kept in one small versioned file.

``calibration.json`` is rebuilt by ``bench/relevance/fit.py`` and by nothing else. A tier reads the signals in three
passes, since the later signals need a first guess of every message's worth: the message alone, then with its
context, then with its context once more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec

from threefold.relevance.signals import Signals


class Pass(msgspec.Struct, frozen=True):
    """One linear reading of the signals, in log-odds."""

    bias: float
    weights: dict[str, float]

    def parts(self, signals: Signals) -> dict[str, float]:
        """What each signal gives; those that are 0 or have no weight are left out."""
        return {
            name: weight * value
            for name, weight in self.weights.items()
            if (value := signals.get(name, 0.0)) != 0.0 and weight != 0.0
        }

    def logit(self, signals: Signals) -> float:
        """Log-odds of being needed."""
        return self.bias + sum(self.parts(signals).values())


class Tier(msgspec.Struct, frozen=True):
    """The readings of one tier, and the line from its log-odds to calibrated ones (Platt, 1999)."""

    first: Pass
    second: Pass
    third: Pass
    slope: float
    offset: float

    def probability(self, logit: float) -> float:
        """The calibrated probability of being needed."""
        return sigmoid(self.slope * logit + self.offset)


class MannerWeights(msgspec.Struct, frozen=True):
    """A linear reading of one encoder's vectors."""

    encoder: str
    bias: float
    authors: dict[str, float]
    weights: list[float]


class Calibration(msgspec.Struct, frozen=True):
    """The whole file."""

    version: str
    floor: float
    """Least probability of a human's demand or correction that stands in the conversation."""
    lexical: Tier
    encoder: Tier
    """With vectors of any encoder."""
    packaged: Tier
    """With vectors of the encoder that ``manner`` was fitted for."""
    manner: MannerWeights


@cache
def load() -> Calibration:
    """The packaged calibration."""
    data = resources.files("threefold.relevance").joinpath("calibration.json").read_bytes()
    return msgspec.json.decode(data, type=Calibration)


def sigmoid(logit: float) -> float:
    """The logistic function, without overflow."""
    if logit >= 0.0:
        return 1.0 / (1.0 + math.exp(-logit))
    power = math.exp(logit)
    return power / (1.0 + power)


def read(
    choose: Callable[[int], Tier],
    direct: Sequence[Signals],
    relate: Callable[[Sequence[float]], Sequence[Mapping[str, float]]],
) -> tuple[list[float], list[Signals]]:
    """Log-odds of the last pass, and the signals that it read.

    ``choose`` says which tier reads the message at a place; ``relate`` gives the context signals for a guess of worth.
    """
    worth = [sigmoid(choose(place).first.logit(signals)) for place, signals in enumerate(direct)]
    signals = _merged(direct, relate(worth))
    worth = [sigmoid(choose(place).second.logit(found)) for place, found in enumerate(signals)]
    signals = _merged(direct, relate(worth))
    return [choose(place).third.logit(found) for place, found in enumerate(signals)], signals


def _merged(direct: Sequence[Signals], context: Sequence[Mapping[str, float]]) -> list[Signals]:
    return [{**own, **given} for own, given in zip(direct, context, strict=True)]
