"""How much each signal weighs, fitted on labelled data and kept in one small versioned file.

``calibration.json`` is rebuilt by ``bench/relevance/fit.py`` and by nothing else. A tier reads the signals in three
passes, since the later signals need a first guess of every message's worth: the message alone, then with its
context, then with its context once more and the strand of work that it stands in. The last reading is a sum over the
signals plus a small forest of trees for what signals say only together; then the level of the conversation as a whole
is set against the usual one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Protocol

import msgspec

from threefold.relevance.signals import TOPICAL, Guess, Signals

_WHOLE = 32
"""Messages of the shortest conversation that was fitted; a shorter one tells less of its level, in proportion."""


_APART = 1.5
"""Least standard deviation of the topic's log-odds in the sessions that were fitted. Where a conversation of a few
messages shows less, its differences are chance and are not blown up."""
_CLEAR = 8.0
"""Log-odds of standing in the task's strand for one of ``strand``; two for its usual standard deviation, 0.24."""


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


class Forest(msgspec.Struct, frozen=True):
    """Trees over the signals, in log-odds, to be added to a linear reading (gradient boosting; Friedman, 2001)."""

    signals: list[str]
    trees: list[list[list[float]]]
    """Each tree: nodes as ``[value]`` for a leaf and ``[value, signal, threshold, left, right]`` for a question, the
    root first; at most the threshold goes left. ``value`` is what a message that comes here gets on average."""

    def parts(self, signals: Signals) -> dict[str, float]:
        """What each signal gives: by each question on its way, how much the answer changes a message's value.

        The parts and ``root`` add up to the forest's value (Saabas, "Interpreting random forests", 2014).
        """
        row = [signals.get(name, 0.0) for name in self.signals]
        given: dict[str, float] = {}
        for tree in self.trees:
            node = tree[0]
            while len(node) > 1:
                value, signal, threshold, left, right = node
                node = tree[int(left if row[int(signal)] <= threshold else right)]
                name = self.signals[int(signal)]
                given[name] = given.get(name, 0.0) + node[0] - value
        return given

    @property
    def root(self) -> float:
        """What every message gets before the first question."""
        return sum(tree[0][0] for tree in self.trees)


class Level(msgspec.Struct, frozen=True):
    """How a conversation's whole reading is set against the usual one.

    How high the worthiest messages stand is half a matter of how a task is worded and how its people write; that part
    is taken out of every message alike.
    """

    weight: float = 0.0
    """Log-odds for each one by which the worthiest stand above ``usual``; below 0."""
    usual: float = 0.0
    low: float = 0.0
    high: float = 0.0
    """The range that the fitting part shows: nothing is taken to go on beyond it."""

    def part(self, logits: Sequence[float]) -> float:
        """What each message of a conversation is given, in log-odds before calibration."""
        if self.weight == 0.0 or not logits:
            return 0.0
        share = min(1.0, len(logits) / _WHOLE)
        return share * self.weight * (min(max(worthiest(logits), self.low), self.high) - self.usual)


def worthiest(logits: Sequence[float]) -> float:
    """The mean of the four highest log-odds.

    Not of all: how many messages a long conversation holds besides what the task needs would count.
    """
    best = sorted(logits, reverse=True)[:4]
    return sum(best) / len(best)


class Aspects(msgspec.Struct, frozen=True):
    """The two questions behind a message's worth, each read by itself."""

    topic: Pass = Pass(0.0, {})
    """Whether it is this task that needs it, when one of the conversation's tasks does."""
    kind: Pass = Pass(0.0, {})
    """Whether it is of a kind that some task needs, whatever it speaks of."""


class Tier(msgspec.Struct, frozen=True):
    """The readings of one tier, and the line from its log-odds to calibrated ones (Platt, 1999)."""

    first: Pass
    second: Pass
    third: Pass
    slope: float
    offset: float
    forest: Forest = Forest([], [])
    """Added to ``third``."""
    level: Level = Level()
    aspects: Aspects = Aspects()

    def parts(self, signals: Signals) -> dict[str, float]:
        """What each signal gives in the last reading, in log-odds before calibration."""
        total = self.third.parts(signals)
        for name, value in self.forest.parts(signals).items():
            total[name] = total.get(name, 0.0) + value
        return total

    @property
    def base(self) -> float:
        """What the last reading gives a message of which nothing is known."""
        return self.third.bias + self.forest.root

    def logit(self, signals: Signals) -> float:
        """Log-odds of the last reading, before calibration."""
        return self.base + sum(self.parts(signals).values())

    def probability(self, logit: float) -> float:
        """The calibrated probability of being needed."""
        return sigmoid(self.slope * logit + self.offset)


class MannerWeights(msgspec.Struct, frozen=True):
    """A linear reading of one encoder's vectors."""

    encoder: str
    bias: float
    authors: dict[str, float]
    weights: list[float]


class WordingWeights(msgspec.Struct, frozen=True):
    """A linear reading of the marks of a message's wording (``wording``)."""

    bias: float = 0.0
    weights: dict[str, float] = {}


class Calibration(msgspec.Struct, frozen=True):
    """The whole file."""

    version: str
    data: str
    """SHA-256 of the sessions that it was fitted to."""
    floor: float
    """Least probability of a human's demand or correction that stands in the conversation."""
    lexical: Tier
    encoder: Tier
    """With vectors of any encoder."""
    packaged: Tier
    """With vectors of the encoder that ``manner`` was fitted for."""
    manner: MannerWeights
    wording: WordingWeights = WordingWeights()


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


def guess(passes: Sequence[Pass], signals: Sequence[Signals]) -> Guess:
    """What one reading says of every message; ``passes`` holds the reading of each."""
    worth = [sigmoid(reading.logit(found)) for reading, found in zip(passes, signals, strict=True)]
    topical = [
        sum(weight * found.get(name, 0.0) for name, weight in reading.weights.items() if name in TOPICAL)
        for reading, found in zip(passes, signals, strict=True)
    ]
    return Guess(worth, _standing(topical))


def _standing(values: Sequence[float], least: float = 1e-9) -> list[float]:
    """Each value's place among the others, 0 to 1: how high it is depends on the task's wording, its order does not.

    ``least``: the standard deviation that is reckoned with where they differ by less.
    """
    if not values:
        return []
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [sigmoid(2.0 * (value - mean) / max(spread, least)) for value in values]


class Relations(Protocol):
    """What the messages of a conversation say of one another."""

    def related(self, guess: Guess) -> Sequence[Mapping[str, float]]:
        """The context signals of each message, given a guess of all."""

    def strand(self, topic: Sequence[float]) -> list[float]:
        """For each message, how far those it is tied to speak of the task, given how far each does."""


def stranded(aspects: Sequence[Aspects], signals: Sequence[Signals], relations: Relations) -> list[Signals]:
    """The signals with ``strand``, and ``both``: in the task's strand, and of a kind that tasks need.

    Neither is enough, and a sum cannot say so; the mean of the two is therefore the geometric one.
    """
    topic = [one.topic.logit(found) for one, found in zip(aspects, signals, strict=True)]
    return [
        {**found, "strand": value, "both": math.sqrt(sigmoid(one.kind.logit(found)) * sigmoid(_CLEAR * value))}
        for one, found, value in zip(aspects, signals, relations.strand(_standing(topic, _APART)), strict=True)
    ]


def read(
    choose: Callable[[int], Tier], direct: Sequence[Signals], relations: Relations
) -> tuple[list[float], list[Signals]]:
    """Log-odds of the last pass, and what each signal gave in it.

    ``choose`` says which tier reads the message at a place.
    """
    tiers = [choose(place) for place in range(len(direct))]
    signals = merged(direct, relations.related(guess([tier.first for tier in tiers], direct)))
    signals = merged(direct, relations.related(guess([tier.second for tier in tiers], signals)))
    signals = stranded([tier.aspects for tier in tiers], signals, relations)
    parts = [tier.parts(found) for tier, found in zip(tiers, signals, strict=True)]
    used = {id(tier): tier for tier in tiers}
    bases = {key: tier.base for key, tier in used.items()}
    logits = [bases[id(tier)] + sum(given.values()) for tier, given in zip(tiers, parts, strict=True)]
    levels = {key: tier.level.part(logits) for key, tier in used.items()}
    for tier, given in zip(tiers, parts, strict=True):
        if level := levels[id(tier)]:
            given["level"] = level
    return [logit + levels[id(tier)] for tier, logit in zip(tiers, logits, strict=True)], parts


def merged(direct: Sequence[Signals], context: Sequence[Mapping[str, float]]) -> list[Signals]:
    """Each message's own signals with those of its context."""
    return [{**own, **given} for own, given in zip(direct, context, strict=True)]
