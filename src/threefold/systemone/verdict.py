"""The verdict's two questions to a service: one choice of three, and how much there is to lose.

The verdict's room renders the state and decides what an answer may do; here it is asked and read, no more.
"""

from __future__ import annotations

import msgspec

from threefold.systemone import questions
from threefold.systemone.protocol import Chosen, Failed, Scored, Usage
from threefold.systemone.service import Service


class VerdictAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the service says of a session as a whole."""

    label: str
    """``safe_to_compact``, ``wait`` or ``preserve_first``."""
    confidence: float
    """Confidence of the label, 0 to 1."""
    risk: float
    """0 (everything stands elsewhere too) to 1 (finished work would be lost)."""
    risk_confidence: float
    """Confidence of the risk, 0 to 1."""
    model: str
    version: str
    """Version of the questions' wording."""
    raw: object
    """The response as decoded, whole, for the guard against forbidden shapes."""
    usage: Usage


class VerdictService:
    """Callable with the rendered state; gives an answer or says why there is none, and never raises."""

    def __init__(self, service: Service, timeout_ms: int | None = None) -> None:
        self.service = service
        self._timeout_ms = timeout_ms

    def __call__(self, state: str) -> VerdictAnswer | Failed:
        """Ask about one rendered snapshot: one request."""
        choice, risk = questions.verdict_questions()
        asked = self.service.ask(state, {"verdict": choice, "risk": risk}, self._timeout_ms, keep_bodies=True)
        said, feared = asked.outcomes["verdict"], asked.outcomes["risk"]
        if isinstance(said, Failed):
            return said
        if isinstance(feared, Failed):
            return feared
        assert isinstance(said, Chosen)  # a Choice is answered by a Chosen, a Score by a Scored
        assert isinstance(feared, Scored)
        return VerdictAnswer(
            label=said.label,
            confidence=said.confidence,
            risk=feared.relevance,
            risk_confidence=feared.confidence,
            model=said.model,
            version=questions.verdict_version(),
            raw=asked.bodies[0] if len(asked.bodies) == 1 else list(asked.bodies),
            usage=asked.usage,
        )
