"""Conversations of Anthropic messages: see :mod:`~threefold.reading.chat`."""

from __future__ import annotations

from threefold.reading import chat
from threefold.reading.detect import Sample
from threefold.session import Session, Source

NAME = "anthropic"
TITLE = "Anthropic messages conversation"


def sniff(seen: Sample) -> bool:
    return chat.sniff(seen) and chat.is_anthropic(seen)


def read(source: Source) -> Session:
    """Read a conversation."""
    return chat.read(source, NAME)
