"""Scoring services: typed questions about a state, and what became of them.

``Service`` asks; every question gets one ``Outcome`` within the deadline, and nothing is raised to who asked. The
vendor's SDK and its HTTP library are imported by the first ask; what asks is loaded when it is first named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threefold.systemone.secret import Secret
from threefold.systemone.settings import ServiceSettings

if TYPE_CHECKING:
    from threefold.systemone.protocol import (
        Answered,
        Asked,
        Choice,
        Chosen,
        Content,
        Excerpt,
        Failed,
        FailureKind,
        Outcome,
        Question,
        Score,
        Scored,
        Usage,
    )
    from threefold.systemone.service import Service
    from threefold.systemone.verdict import VerdictAnswer, VerdictService

__all__ = [
    "Answered",
    "Asked",
    "Choice",
    "Chosen",
    "Content",
    "Excerpt",
    "Failed",
    "FailureKind",
    "Outcome",
    "Question",
    "Score",
    "Scored",
    "Secret",
    "Service",
    "ServiceSettings",
    "Usage",
    "VerdictAnswer",
    "VerdictService",
    "verdict_service",
]


def verdict_service(settings: ServiceSettings) -> Callable[[str], VerdictAnswer | Failed]:
    """The service that the verdict asks in the ambiguous band, loaded when it is asked: both ends of the local rule
    never do."""

    def ask(state: str) -> VerdictAnswer | Failed:
        from threefold.systemone.service import Service
        from threefold.systemone.verdict import VerdictService

        return VerdictService(Service(settings))(state)

    return ask


def __getattr__(name: str) -> object:
    if name == "Service":
        from threefold.systemone.service import Service

        return Service
    if name in ("VerdictAnswer", "VerdictService"):
        from threefold.systemone import verdict

        return getattr(verdict, name)
    if name in __all__:
        from threefold.systemone import protocol

        return getattr(protocol, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
