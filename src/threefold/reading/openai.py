"""Conversations of OpenAI chat: see :mod:`~threefold.reading.chat`."""

from __future__ import annotations

from threefold.reading import chat
from threefold.reading.detect import Sample
from threefold.session import Session, Source

NAME = "openai"
TITLE = "OpenAI chat conversation"


def sniff(seen: Sample) -> bool:
    return chat.sniff(seen)


def read(source: Source) -> Session:
    """Read a conversation; one whose Anthropic blocks come late is told by its content all the same."""
    return chat.read(source)
