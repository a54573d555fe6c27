"""What a message shares with the others of its thread: which messages are of the task, told by those they resemble.

A first guess says how far each message speaks of the task. Here each message is given the guess of those that share its
words or its meaning, itself left out: what stands beside the task in its own words, but in one thread with what names
it, is found that way, and what shares a few words with the task but belongs to another thread is told apart.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from threefold.relevance import cues
from threefold.relevance.protocol import Candidate
from threefold.relevance.signals import Texts
from threefold.relevance.tokens import terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

_FEW = 0.3
"""Weight of the conversation's mean in the mean over those that share words; with few shared words it prevails."""
_SPREAD = 1.0
"""Penalty of the ridge regression over vectors of length 1."""
_SAYS = 3  # terms of a human's message that opens a turn; "ok, go on" stays in the turn before


class Kin:
    """The words of a conversation, each message as a vector of length 1; terms that a third of them hold are left out.

    Method: kernel regression (Nadaraya and Watson, 1964) with the cosine of tf-idf vectors as its kernel, in time
    linear in the terms, since such a kernel sums over terms.
    """

    def __init__(self, texts: Texts) -> None:
        index = texts.index
        limit = max(3, len(texts.candidates) // 3)
        self._rows: list[dict[str, float]] = []
        everywhere: dict[str, float] = defaultdict(float)
        for chunks in index.documents:
            counted: dict[str, int] = defaultdict(int)
            for chunk in chunks:
                for term, times in chunk.items():
                    if 1 < index.frequency[term] <= limit:
                        counted[term] += times
            row = {term: (1.0 + math.log(times)) * index.rarity(term) for term, times in sorted(counted.items())}
            length = math.sqrt(sum(weight * weight for weight in row.values())) or 1.0
            row = {term: weight / length for term, weight in row.items()}
            self._rows.append(row)
            for term, weight in row.items():
                everywhere[term] += weight
        self._own = [sum([weight * weight for weight in row.values()]) for row in self._rows]
        self._shared = [
            sum([weight * everywhere[term] for term, weight in row.items()]) - own
            for row, own in zip(self._rows, self._own, strict=True)
        ]

    def of(self, guess: Sequence[float]) -> list[float]:
        """For each message, how far the guess of those that share its words stands above the mean (-1 to 1)."""
        mean = sum(guess) / len(guess) if guess else 0.0
        raised: dict[str, float] = defaultdict(float)
        for row, value in zip(self._rows, guess, strict=True):
            for term, weight in row.items():
                raised[term] += value * weight
        found = []
        for row, value, own, shared in zip(self._rows, guess, self._own, self._shared, strict=True):
            above = sum([weight * raised[term] for term, weight in row.items()]) - value * own
            found.append((above + _FEW * mean) / (shared + _FEW) - mean)
        return found


class KinInMeaning:
    """The same by vectors: ridge regression of the guess, each message left out of its own (by its leverage)."""

    def __init__(self, vectors: Array) -> None:
        """``vectors``: one of length 1 for each message."""
        import numpy as np

        self._rows = np.asarray(vectors - vectors.mean(axis=0), dtype=np.float64) if len(vectors) else vectors
        gram = self._rows.T @ self._rows + _SPREAD * np.eye(self._rows.shape[1])
        self._projected = np.linalg.solve(gram, self._rows.T).T
        self._leverage = np.einsum("ij,ij->i", self._rows, self._projected)

    def of(self, guess: Sequence[float]) -> list[float]:
        """For each message, how far the guess of those that resemble it stands above the mean."""
        import numpy as np

        if len(guess) < 2:
            return [0.0] * len(guess)
        above = np.asarray(guess) - float(np.mean(guess))
        fitted = self._projected @ (self._rows.T @ above)
        return [float(value) for value in fitted - self._leverage / (1.0 - self._leverage) * (above - fitted)]


def turns(candidates: Sequence[Candidate]) -> list[int]:
    """The number of the turn that each message stands in; a turn opens with a human's message that says something."""
    numbers = []
    turn = 0
    for candidate in candidates:
        if candidate.author == "human" and cues.opening(candidate.text) < 0.5:
            turn += len(terms(candidate.text[:2000])) >= _SAYS
        numbers.append(turn)
    return numbers


def of_turn(turn: Sequence[int], guess: Sequence[float]) -> list[float]:
    """For each message, the mean guess of the others of its turn; 0 where it stands alone."""
    total: dict[int, float] = defaultdict(float)
    count: dict[int, int] = defaultdict(int)
    for number, value in zip(turn, guess, strict=True):
        total[number] += value
        count[number] += 1
    return [
        (total[number] - value) / (count[number] - 1) if count[number] > 1 else 0.0
        for number, value in zip(turn, guess, strict=True)
    ]
