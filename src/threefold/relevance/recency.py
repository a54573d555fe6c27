"""The scorer of last resort: later is worth more. It knows nothing of the task and never fails."""

from __future__ import annotations

from threefold.relevance.protocol import Report, Request, Score, Scoring


class RecencyScorer:
    """Values messages by their place alone.

    Its values are an order and no probabilities (``report.calibrated`` is False). Confidence is 1, as in the system
    that this product follows: a caller who asked for recency, or has nothing else, means the order to be acted on.
    """

    name = "recency"

    def score(self, request: Request) -> Scoring:
        """The first message gets a little more than 0, the last 1; an empty conversation gets an empty answer."""
        count = len(request.candidates)
        scores = tuple(
            Score(
                index=candidate.index,
                value=(place + 1) / count,
                confidence=1.0,
                source=self.name,
            )
            for place, candidate in enumerate(request.candidates)
            if not candidate.settled
        )
        report = Report(scorer=self.name, tier=self.name, calibrated=False, scored=len(scores))
        return Scoring(scores=scores, report=report)
