"""What the clients of the two dialects have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import msgspec

from threefold.systemone import failures
from threefold.systemone.endpoint import Endpoint
from threefold.systemone.protocol import Failed, FailureKind, Outcome, Question
from threefold.systemone.render import Json


@dataclass
class Meter:
    """What went over the wire."""

    requests: int = 0


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One question, rendered."""

    name: str
    question: Question
    body: dict[str, object]
    """As it goes over the wire."""
    tokens: int
    """Its size by our estimate."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What one request brought."""

    outcomes: dict[str, Outcome]
    """One for each of the items."""
    input_tokens: int | None
    """As reported; None when the report is missing or no whole number."""
    output_tokens: int | None
    extra: int = 0
    """Answers that nobody asked for; they are not used."""
    body: object = None
    """The response as decoded."""


class Dialect(Protocol):
    """One way of asking. Every method may raise ``failures.RequestFailed`` and nothing else on purpose."""

    def prepare(self, name: str, question: Question, state: Json) -> Item:
        """Render one question, or refuse it as too large."""

    def fits(self, items: list[Item], state: Json) -> bool:
        """Whether these may share one request."""

    async def send(self, items: list[Item], state: Json) -> Reply:
        """Ask them in one request."""

    async def close(self) -> None:
        """Release the connections."""


def missing(endpoint: Endpoint, asked: int, answered: int) -> Failed:
    """The outcome of a question that was left out of a response."""
    return failures.failed(
        endpoint,
        FailureKind.MISSING_ANSWER,
        f"left this question out ({answered} answers to {asked} questions); some gateways do so beyond a number of "
        "questions, so lower service.batch_size",
    )
