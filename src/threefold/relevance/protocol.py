"""What every scorer is given and what it gives back.

A scorer sees texts, never a session: whoever calls builds one ``Candidate`` for each message. All of the conversation
is passed, also what is kept in any case, because a message's worth depends on what later messages say of it; only the
candidates that are not ``settled`` are scored.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import msgspec

Author = Literal["human", "model", "harness", "tool", "summary"]
"""Who wrote a message, which its role does not tell."""

TaskSource = Literal["given", "request", "none"]
"""Where the task came from: the caller, the human's last real request, or nowhere."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """One message of the conversation, as text."""

    index: int
    """Its position in the caller's conversation; unique and ascending, gaps allowed. Scores carry it back."""
    author: Author
    """Who wrote it. A tool's result is ``tool`` whatever role its wire format gives it."""
    role: str
    """The role on the wire (``user``, ``assistant``, ``tool``, ``system`` …); not interpreted."""
    text: str
    """What it says: text parts and tool results; no reasoning, no base64."""
    tool: str = ""
    """The tool's name, for a message that calls one and for its result."""
    arguments: str = ""
    """The call's arguments as text (JSON as it stands), for the call and for its result; several: one a line."""
    settled: bool = False
    """Kept whatever its score (system, recent): context for the others, not scored itself."""
    partners: tuple[int, ...] = ()
    """Indices of messages that must stay or go with this one (a call's results, a result's call)."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation to score."""

    candidates: tuple[Candidate, ...]
    """The whole conversation, in order."""
    task: str | None = None
    """What the conversation still has to achieve; None: taken from the last real request of the human."""
    time_limit_ms: int | None = None
    """How long the scorer may take; what it has not reached by then keeps a cheaper score. None: the scorer's own."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What one scorer says of one message."""

    index: int
    """The candidate's index."""
    value: float
    """0 to 1: the calibrated probability that the task cannot be finished correctly without this message."""
    confidence: float
    """0 to 1: how far the scorer can be trusted here; for a calibrated probability p it is ``|2p - 1|``."""
    source: str
    """The tier that decided: ``embedding``, ``lexical``, ``recency``, ``jev``, ``phocinae``, ``receipt``."""
    signals: dict[str, float] = {}
    """What each named signal gave, in log-odds before calibration; empty for scorers that have none."""


class Fallback(msgspec.Struct, frozen=True):
    """A step down, and why it was taken."""

    wanted: str
    """The scorer or tier that did not answer."""
    used: str
    """The one that answered in its place."""
    reason: str
    """One line for a person; never holds message text or a key."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in one run of one scorer or chain."""

    scorer: str
    """Name of the scorer whose values these are."""
    tier: str
    """The best tier that decided a message in this run."""
    calibrated: bool
    """False: values are only an order, and must not be mixed with another scorer's."""
    calibration: str = ""
    """Version of the calibration that was applied."""
    question_version: str = ""
    """Version of the wording of the question that a service was asked."""
    task: str = ""
    """The task that was scored against."""
    task_source: TaskSource = "none"
    """Where the task came from."""
    task_index: int | None = None
    """Which candidate the task was taken from."""
    fallbacks: tuple[Fallback, ...] = ()
    """Steps down, in the order they were taken."""
    scored: int = 0
    """Messages scored."""
    chunks: int = 0
    """Chunks that were candidates for an embedding after the prefilter."""
    embedded: int = 0
    """Chunks embedded in this run."""
    cache_hits: int = 0
    """Chunks whose vectors came from the cache."""
    unreached: int = 0
    """Messages that kept a cheaper score because the time limit came first."""
    requests: int = 0
    """Requests sent to a service."""
    input_tokens: int = 0
    """Tokens that the service says it read."""
    masked: dict[str, int] = {}
    """How many secrets of which kind were masked before anything was sent."""
    milliseconds: float = 0.0
    """Wall time of the run."""


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """One score for each candidate that is not settled, in order, and the report of the run."""

    scores: tuple[Score, ...]
    report: Report


class ScorerUnavailable(Exception):
    """A scorer cannot answer this request at all; the message is the reason, one line, for a ``Fallback``.

    Not an error of the product: the chain goes on to the next scorer, and ``recency`` never raises it. What was spent
    all the same is counted in the report of the scorer that answers.
    """

    def __init__(
        self, reason: str, *, requests: int = 0, input_tokens: int = 0, masked: dict[str, int] | None = None
    ) -> None:
        super().__init__(reason)
        self.requests = requests
        self.input_tokens = input_tokens
        self.masked = masked or {}


@runtime_checkable
class Scorer(Protocol):
    """Anything that can value messages."""

    @property
    def name(self) -> str:
        """The name under which settings, stats and receipts know it."""

    def score(self, request: Request) -> Scoring:
        """Value every candidate that is not settled.

        Raises ``ScorerUnavailable`` when it cannot answer, and nothing else on purpose.
        """


def confidence_of(probability: float) -> float:
    """Confidence of a calibrated probability: 0 where it says nothing (0.5), 1 where it is certain."""
    return abs(2.0 * probability - 1.0)
