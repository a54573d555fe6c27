"""What vectors add: likeness in meaning to the task, to the worthiest messages, and to what was asked besides.

Encoders differ in what a cosine of 0.5 means. For the one that the calibration was fitted on, cosines are taken as they
are; for any other, relative to the conversation (how far above its mean, in standard deviations). Every likeness counts
by how much of the text the encoder can read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from threefold.relevance.calibration import sigmoid
from threefold.relevance.context import best_places
from threefold.relevance.kin import KinInMeaning
from threefold.relevance.protocol import Candidate
from threefold.relevance.signals import Guess, Signals, neighbours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

_COMMON = 0.5
"""Share of the conversation's mean vector that is taken out before messages are compared with one another."""
_ANCHORS = 32
"""Human messages on each side that a message is compared with; bounds the work."""


class Meaning:
    """The vectors of one conversation: of the task, and of those messages that were embedded (in chunks)."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        task: tuple[Array, float],
        messages: Mapping[int, tuple[Array, float]],
        *,
        known: bool,
    ) -> None:
        """``messages``: by place, the chunks' vectors (one a row) and the share of the text that the encoder reads.

        ``known``: the calibration was fitted on this encoder's cosines, so they are taken as they are.
        """
        import numpy as np

        self._candidates = candidates
        self._scale = _positive if known else _standing
        self.places = sorted(messages)
        self._legible = [messages[place][1] * task[1] for place in self.places]
        chunks = [messages[place][0] for place in self.places]
        whole = [_unit(rows.mean(axis=0)) for rows in chunks]
        common = _COMMON * np.mean(whole, axis=0) if whole else np.zeros_like(task[0][0])
        self.whole = whole
        self._to_task = [float((rows @ task[0].T).max()) for rows in chunks]
        self._chunks = [_units(rows - common) for rows in chunks]
        own = [_unit(vector - common) for vector in whole]
        self._own = np.array(own, dtype=np.float32).reshape(len(own), task[0].shape[1])
        self._task = _unit(task[0].mean(axis=0) - common)
        self.kin = KinInMeaning(self._own)

    def direct(self, manner: Manner | None) -> dict[int, Signals]:
        """``similarity`` to the task, that of the neighbours, and ``manner`` if the calibration knows the encoder."""
        raised = self._scale(self._to_task)
        thread = neighbours([value * share for value, share in zip(raised, self._legible, strict=True)])
        found: dict[int, Signals] = {}
        for row, place in enumerate(self.places):
            signals: Signals = {"similarity": raised[row] * self._legible[row], "thread_meaning": thread[row]}
            if manner is not None:
                signals["manner"] = manner.of(self.whole[row], self._candidates[place].author)
            found[place] = signals
        return found

    def related(self, guess: Guess) -> dict[int, Signals]:
        """``likeness`` to the worthiest messages, ``rival``: to other things the human asked for; ``kin_meaning``."""
        worth = guess.worth
        rows = {place: row for row, place in enumerate(self.places)}
        top = [place for place in best_places(worth) if place in rows]
        total = 0.5 * self._task
        for place in top:
            total = total + worth[place] * self._own[rows[place]]
        raw: list[float] = []
        for row, place in enumerate(self.places):
            centre = total - worth[place] * self._own[row] if place in top else total
            raw.append(float((self._chunks[row] @ _unit(centre)).max()))
        rivals = self._rivals(worth, rows)
        raised = self._scale(raw)
        kin = self.kin.of([guess.topic[place] for place in self.places])
        return {
            place: {
                "likeness": raised[row] * self._legible[row],
                "rival": rivals[row] * self._legible[row],
                "kin_meaning": kin[row],
            }
            for row, place in enumerate(self.places)
        }

    def _rivals(self, worth: Sequence[float], rows: Mapping[int, int]) -> list[float]:
        """How much nearer each message is to an unworthy request of the human than to any worthy one."""
        import numpy as np

        asked = [place for place in self.places if self._candidates[place].author == "human" and self._says(place)]
        worthy = [rows[place] for place in asked if worth[place] >= 0.3][-_ANCHORS:]
        other = [rows[place] for place in asked if worth[place] < 0.3][-_ANCHORS:]
        if not other:
            return [0.0] * len(self.places)

        def nearest(anchors: list[int]) -> Array:
            if not anchors:
                return np.zeros(len(self.places), dtype=np.float32)
            like = self._own @ self._own[anchors].T
            for column, row in enumerate(anchors):
                like[row, column] = 0.0  # a request is no witness in its own cause
            return np.asarray(np.maximum(like.max(axis=1), 0.0), dtype=np.float32)

        return [float(value) for value in np.maximum(nearest(other) - nearest(worthy), 0.0)]

    def _says(self, place: int) -> bool:
        return len(self._candidates[place].text) >= 40 or not self._candidates[place].text.isascii()


class Manner:
    """How far a message reads like one that tasks need, whatever the task: a linear reading of its vector."""

    def __init__(self, bias: float, weights: Sequence[float], authors: Mapping[str, float]) -> None:
        import numpy as np

        self._bias = bias
        self._weights = np.array(weights, dtype=np.float32)
        self._authors = authors

    def of(self, vector: Array, author: str) -> float:
        """0 to 1; the author matters since a demand reads differently from a report."""
        return sigmoid(self._bias + float(vector @ self._weights) + self._authors.get(author, 0.0))


def _unit(vector: Array) -> Array:
    import numpy as np

    length = float(np.linalg.norm(vector))
    return vector / length if length > 0.0 else vector


def _units(rows: Array) -> Array:
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)


def _positive(values: Sequence[float]) -> list[float]:
    return [max(0.0, value) for value in values]


def _standing(values: Sequence[float]) -> list[float]:
    """Each value's place among the others, 0 to 1: a logistic of its distance from the mean in standard deviations."""
    if not values:
        return []
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values)) + 0.02
    return [sigmoid((value - mean) / spread) for value in values]
