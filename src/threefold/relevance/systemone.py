"""Scorers over a System One service: how much does the task depend on this one message?

``jev`` asks in TypeSafe's dialect (or any compatible server's), ``phocinae`` in Phocinae's. Neither ever sees the whole
conversation; each message is a question of its own about the task, cut and with secrets masked by the client.
"""

from __future__ import annotations

from typing import Literal

from threefold.relevance import task
from threefold.relevance.protocol import Candidate, Report, Request, Score, ScorerUnavailable, Scoring
from threefold.systemone import Asked, Failed, Scored, Service
from threefold.systemone.questions import phocinae, relevance_question, relevance_state, relevance_version

LEVEL_WEIGHTS = (0.0, 0.1, 0.5, 1.0)
"""What each level of the question says of being needed: nothing, background, could be found out again, needed."""
CALIBRATION = "levels/1"
"""The value is the probability of needing the message by what the levels *say*; it was not fitted to labelled data."""
ARGUMENT_CHARACTERS = 300
"""Of a call's arguments, what is sent along with its result."""


class SystemOneScorer:
    """Values messages by asking a service.

    Messages whose question failed get no score; whoever asked fills them in or asks another scorer. When none was
    answered the scorer is unavailable, with the service's own reason.
    """

    def __init__(self, service: Service, name: str) -> None:
        """``name`` is ``jev`` or ``phocinae``."""
        self.name = name
        self._service = service

    def score(self, request: Request) -> Scoring:
        """One question for each candidate that is not settled, in batches, within the time limit."""
        failed = self._service.unavailable
        if failed is not None:
            raise ScorerUnavailable(failed.message)
        goal, source, index = _task(request)
        wanted = [candidate for candidate in request.candidates if not candidate.settled]
        limit = self._service.settings.state_message_bytes
        questions = {
            str(candidate.index): relevance_question(_speaker(candidate), _text(candidate), limit)
            for candidate in wanted
        }
        asked = self._service.ask(relevance_state(goal), questions, request.time_limit_ms)
        scores = tuple(
            self._score(candidate.index, outcome)
            for candidate in wanted
            if isinstance(outcome := asked.outcomes[str(candidate.index)], Scored)
        )
        if wanted and not scores:
            usage = asked.usage
            raise ScorerUnavailable(
                _reason(asked), requests=usage.requests, input_tokens=usage.input_tokens, masked=usage.masked
            )
        return Scoring(scores=scores, report=self._report(asked, len(scores), goal, source, index))

    def _score(self, index: int, outcome: Scored) -> Score:
        value = outcome.relevance
        if len(outcome.probabilities) == len(LEVEL_WEIGHTS):
            value = sum(p * weight for p, weight in zip(outcome.probabilities, LEVEL_WEIGHTS, strict=True))
        return Score(
            index=index, value=min(1.0, max(0.0, value)), confidence=outcome.confidence, source=self.name, signals={}
        )

    def _report(
        self, asked: Asked, scored: int, goal: str, source: Literal["given", "request", "none"], index: int | None
    ) -> Report:
        calibrated = self.name == "jev"
        return Report(
            scorer=self.name,
            tier=self.name,
            calibrated=calibrated,
            calibration=f"{CALIBRATION} {relevance_version()}" if calibrated else "",
            question_version=relevance_version()
            if self.name == "jev"
            else f"{relevance_version()} {phocinae().version}",
            task=goal,
            task_source=source,
            task_index=index,
            scored=scored,
            requests=asked.usage.requests,
            input_tokens=asked.usage.input_tokens,
            masked=asked.usage.masked,
            milliseconds=asked.usage.seconds * 1000,
        )


def _reason(asked: Asked) -> str:
    first = next((outcome for outcome in asked.outcomes.values() if isinstance(outcome, Failed)), None)
    return first.message if first is not None else "the service answered none of the questions"


def _speaker(candidate: Candidate) -> str:
    """Who speaks, in words that a judge reads: a tool by its name."""
    if candidate.author == "tool":
        return f"tool {candidate.tool}".strip()
    return {"human": "user", "model": "assistant"}.get(candidate.author, candidate.author)


def _text(candidate: Candidate) -> str:
    arguments = candidate.arguments[:ARGUMENT_CHARACTERS]
    return f"{arguments}\n{candidate.text}" if arguments else candidate.text


def _task(request: Request) -> tuple[str, Literal["given", "request", "none"], int | None]:
    """The task that was given, or the last real request of the human."""
    if request.task:
        return request.task, "given", None
    text, index = task.find(request.candidates)
    if text:
        return text, "request", index
    return "Continue the work of this conversation.", "none", None
