"""Scoring services: typed questions about a state, and what became of them.

``Service`` asks; every question gets one ``Outcome`` within the deadline, and nothing is raised to who asked. The
vendor's SDK and its HTTP library are imported by the first ask.
"""

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
from threefold.systemone.secret import Secret
from threefold.systemone.service import Service
from threefold.systemone.settings import ServiceSettings
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
]
