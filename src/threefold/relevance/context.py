"""What the other messages say of each one, given a first guess of everyone's worth.

Signals from 0 to 1, like those of ``signals``; each is linear in the conversation.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from threefold.relevance.kin import Kin, of_turn, turns
from threefold.relevance.signals import Guess, Signals, Texts, neighbours, relative

TOP = 4
"""How many of the worthiest messages lend their words to the query."""
_COVERED = 0.15
"""Share of what the worthiest messages say that another must hold to stand as the best match."""


class Context:
    """The context signals of one conversation; what no guess changes is worked out once."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.kin = Kin(texts)
        self.turns = turns(texts.candidates)

    def related(self, guess: Guess) -> list[Signals]:
        """The signals of each message that need a guess of every message's worth and topic."""
        columns = {
            "referred": references(self._texts, guess.worth),
            "feedback": lexical_feedback(self._texts, guess.worth),
            "answered": answers(self._texts, guess.worth),
            "called": calls(self._texts, guess.worth),
            "neighbours": neighbours(guess.worth),
            "kin": self.kin.of(guess.topic),
            "turn": of_turn(self.turns, guess.topic),
        }
        return [{name: values[place] for name, values in columns.items()} for place in range(len(guess.worth))]


def answers(texts: Texts, worth: Sequence[float]) -> list[float]:
    """For a tool's result, the worth of what the model says right after it: what led to a finding is needed."""
    candidates = texts.candidates
    result = [0.0] * len(worth)
    for place in range(len(worth) - 1):
        if candidates[place].author == "tool" and candidates[place + 1].author == "model":
            result[place] = worth[place + 1]
    return result


def calls(texts: Texts, worth: Sequence[float]) -> list[float]:
    """For a call, the worth of the results right after it: a result says little without what was asked."""
    candidates = texts.candidates
    result = [0.0] * len(worth)
    best = 0.0
    for place in range(len(worth) - 1, -1, -1):
        if candidates[place].author == "tool":
            best = max(best, worth[place])
            continue
        if candidates[place].author == "model" and candidates[place].tool:
            result[place] = best
        best = 0.0
    return result


def references(texts: Texts, worth: Sequence[float]) -> list[float]:
    """How much a message gains from later worthy ones that name its rare identifiers."""
    later: dict[str, float] = defaultdict(float)
    result = [0.0] * len(worth)
    rarity = texts.index.rarity
    for place in range(len(worth) - 1, -1, -1):
        own = worth[place]
        gain = sum([rarity(term) * later[term] for term in sorted(texts.rare[place]) if term in later])
        result[place] = gain / (gain + 6.0)
        for term in texts.rare[place]:
            if later[term] < own:
                later[term] = own
    return result


def best_places(worth: Sequence[float], count: int = TOP) -> list[int]:
    """Places of the worthiest messages, the earlier one first among equals."""
    return sorted(range(len(worth)), key=lambda place: (-worth[place], place))[:count]


def lexical_feedback(texts: Texts, worth: Sequence[float], expand: int = 30) -> list[float]:
    """BM25 against the telling terms of the worthiest messages (pseudo-relevance feedback), each left out of its own.

    Method: Rocchio's expansion as in Manning, Raghavan and Schütze, "Introduction to Information Retrieval", 9.1.
    """
    top = best_places(worth)
    held: Counter[str] = Counter()
    for place in top:
        held.update(texts.sets[place])
    index = texts.index

    def query(without: int | None) -> dict[str, float]:
        own = texts.sets[without] if without is not None else frozenset()
        weighed = {
            term: index.rarity(term) * (times - (term in own))
            for term, times in held.items()
            if index.frequency[term] > 1
        }
        telling = sorted(weighed.items(), key=lambda item: (-item[1], item[0]))[:expand]
        return {term: weight for term, weight in telling if weight > 0.0}

    scores = index.scores(query(None))
    for place in top:
        weights = query(place)
        chunks = index.documents[place]
        scores[place] = max((index.score_chunk(weights, chunk) for chunk in chunks), default=0.0)
    said = sorted((index.rarity(term) * times for term, times in held.items()), reverse=True)[:expand]
    return [math.sqrt(share) for share in relative(scores, least=_COVERED * sum(said))]
