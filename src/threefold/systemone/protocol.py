"""What one asks a scoring service and what comes back.

A question is about a state. ``Choice`` gets one probability for each option, ``Score`` one for each described level.
Whatever happens, every question gets exactly one ``Outcome``: ``Chosen``, ``Scored`` or ``Failed``.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Excerpt(msgspec.Struct, frozen=True):
    """Text of which at most ``limit`` bytes (UTF-8) may leave the machine.

    Secrets are masked before it is cut, so that a cut never leaves half of a secret behind.
    """

    text: str
    limit: int


Content = str | Excerpt | dict[str, "Content"] | list["Content"]
"""What a state or an instruction may be made of."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A question with one answer among labelled options (1 to 255)."""

    instructions: Content
    options: dict[str, str]
    """Label to description, in order; each description must explain itself without its label."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A question answered on a scale of described levels (2 to 10), lowest first."""

    instructions: Content
    levels: tuple[str, ...]


Question = Choice | Score


class Chosen(msgspec.Struct, frozen=True, kw_only=True, tag="chosen"):
    """An answer to a ``Choice``."""

    label: str
    """The most probable option."""
    confidence: float
    """0 to 1, computed here from ``probabilities`` (see ``reader.choice_confidence``)."""
    probabilities: dict[str, float]
    """One for each option, in the question's order; they sum to 1."""
    model: str
    """The model as the server names it; empty when it does not."""


class Scored(msgspec.Struct, frozen=True, kw_only=True, tag="scored"):
    """An answer to a ``Score``."""

    relevance: float
    """0 (lowest level) to 1 (highest): the expected level over the highest one."""
    confidence: float
    """0 to 1, computed here from ``probabilities`` (see ``reader.score_confidence``)."""
    probabilities: tuple[float, ...]
    """One for each level, lowest first; they sum to 1. Phocinae has nine levels whatever was asked."""
    model: str
    """The model as the server names it; empty when it does not."""


class FailureKind(StrEnum):
    """Why there is no answer. The set is closed."""

    NOT_CONFIGURED = "not_configured"
    """No service is configured, or it is switched off."""
    NO_KEY = "no_key"
    """The service wants a key and none is set."""
    BAD_KEY = "bad_key"
    """The key cannot be sent: blanks or non-ASCII characters in it."""
    BAD_ADDRESS = "bad_address"
    """The address is no http or https URL, or holds a password."""
    REFUSED = "refused"
    """Nothing listens at the address."""
    DNS = "dns"
    """The host's name has no address."""
    TLS = "tls"
    """No secure connection could be made."""
    CONNECTION = "connection"
    """The connection broke, or what came is no HTTP."""
    TIMEOUT = "timeout"
    """The deadline passed first."""
    REDIRECTED = "redirected"
    """The server points elsewhere; a key is never carried along."""
    UNAUTHORISED = "unauthorised"
    """401: the key is not accepted."""
    FORBIDDEN = "forbidden"
    """403: the key may not do this, or none was sent."""
    NOT_FOUND = "not_found"
    """404: nothing answers at this path, or the model is unknown."""
    TOO_LARGE = "too_large"
    """413, or larger than the documented limits by our estimate (then nothing was sent)."""
    REJECTED = "rejected"
    """400 or 422: the server does not understand the request."""
    RATE_LIMITED = "rate_limited"
    """429, after the retries."""
    OVERLOADED = "overloaded"
    """503 or 529, after the retries."""
    SERVER_ERROR = "server_error"
    """Another 5xx, after the retries."""
    HTTP = "http"
    """Another status that is no success."""
    UNREADABLE = "unreadable"
    """A success whose body is no JSON object, is too long, or is compressed although that was not asked for."""
    BAD_ANSWER = "bad_answer"
    """An answer of the wrong shape: wrong types, not a number, probabilities that do not sum to 1."""
    MISSING_ANSWER = "missing_answer"
    """The server answered, but not this question."""
    INTERNAL = "internal"
    """A fault of ours; the message names it."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """No answer, and why. Holds no key and no text of a session; of a server's own words one short line, masked."""

    kind: FailureKind
    message: str
    """One or two sentences for a person: what happened and what to do."""
    status: int | None = None
    """The HTTP status, when there was one."""


Answered = Chosen | Scored
Outcome = Chosen | Scored | Failed


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """What one ask cost."""

    requests: int = 0
    """HTTP requests sent, retries included."""
    questions: int = 0
    """Questions asked."""
    answered: int = 0
    """Questions that got an answer."""
    input_tokens: int = 0
    """Input tokens as the service reports them."""
    output_tokens: int = 0
    """Output tokens as the service reports them."""
    unreported: int = 0
    """Successful responses that report no usable token count; their tokens are not in ``input_tokens``."""
    cost_usd: float = 0.0
    """``input_tokens`` at the price in the settings."""
    seconds: float = 0.0
    """From the call to the result."""
    masked: dict[str, int] = {}
    """How many secrets of which kind were masked before sending."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one ask: an outcome for each question, in the question's order, and what it cost."""

    outcomes: dict[str, Outcome]
    usage: Usage
    notes: tuple[str, ...] = ()
    """What a person should know besides, such as answers that nobody asked for."""
    bodies: tuple[object, ...] = ()
    """The responses as decoded, whole, when that was asked for: who guards against forbidden shapes must see them."""

    def failures(self) -> dict[str, int]:
        """How many questions failed, by kind; empty when all were answered."""
        counts: dict[str, int] = {}
        for outcome in self.outcomes.values():
            if isinstance(outcome, Failed):
                counts[outcome.kind.value] = counts.get(outcome.kind.value, 0) + 1
        return counts
