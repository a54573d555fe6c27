"""The strand of work that each message stands in: how far what surrounds it in every sense speaks of the task.

A conversation often holds several errands, in turns. Which of them a message belongs to is seldom told by the message
alone; it is told by those that share its words, its meaning, its turn and its place, and by what is told of those in
turn. So what each message says of the task is passed along these ties a few steps, as in Zhou and others, "Learning
with local and global consistency" (2004). Linear in the conversation.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.relevance.kin import Kin, KinInMeaning, of_turn
from threefold.relevance.signals import around

STEPS = 5
_HOLD = 0.8
"""What is passed on at each step, beside what a message says itself."""
_WORDS, _MEANING, _TURN, _PLACE = 0.5, 0.3, 0.1, 0.1
"""What each tie counts. A message without a vector is told by its words what its meaning would have told."""


class Strand:
    """The ties of one conversation."""

    def __init__(self, kin: Kin, turn: Sequence[int], meaning: KinInMeaning | None, places: Sequence[int]) -> None:
        """``places``: those of the messages that ``meaning`` holds, in its order."""
        self._kin = kin
        self._turn = turn
        self._meaning = meaning
        self._places = places

    def of(self, topic: Sequence[float]) -> list[float]:
        """For each message, how far its ties speak of the task, above the conversation's mean; its own word apart.

        ``topic``: how far each speaks of the task itself, from 0 to 1.
        """
        mean = sum(topic) / len(topic) if topic else 0.0
        said = [value - mean for value in topic]
        told = self._told(said)
        for _ in range(STEPS):
            told = self._told([own + _HOLD * other for own, other in zip(said, told, strict=True)])
        return told

    def _told(self, values: Sequence[float]) -> list[float]:
        """One step: what each message is told by its ties."""
        words, turn, place = self._kin.of(values), of_turn(self._turn, values), around(values)
        told = [
            (_WORDS + _MEANING) * one + _TURN * two + _PLACE * three
            for one, two, three in zip(words, turn, place, strict=True)
        ]
        if self._meaning is not None:
            alike = self._meaning.of([values[at] for at in self._places])
            for at, value in zip(self._places, alike, strict=True):
                told[at] += _MEANING * (value - words[at])
        return told
