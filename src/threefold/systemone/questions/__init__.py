"""The questions that are put to scoring services, in template files beside this one.

Each file has a ``version``; any change of wording needs a new one, because scores of different wordings are not
comparable. Receipts and records carry it. What the wording follows, from the vendor's guidance and our own trials:
ask positively, describe situations and not degrees, judge one message at a time, and never ask what may be dropped.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from threefold.systemone.protocol import Choice, Content, Excerpt, Score

TASK_BYTES = 2000
"""Most bytes of the task that are sent with each message."""


class _Relevance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: str
    question: str
    levels: tuple[str, ...]


class _Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: str
    question: str
    options: dict[str, str]
    risk_question: str
    risk_levels: tuple[str, ...]


class Phocinae(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a question is put to a server that reads nothing but the state and the options."""

    version: str
    choice: str
    score: str


@cache
def _relevance() -> _Relevance:
    return msgspec.convert(_load("relevance"), _Relevance)


@cache
def _verdict() -> _Verdict:
    return msgspec.convert(_load("verdict"), _Verdict)


@cache
def phocinae() -> Phocinae:
    """The templates of Phocinae's dialect."""
    return msgspec.convert(_load("phocinae"), Phocinae)


def relevance_version() -> str:
    """Version of the relevance question's wording."""
    return _relevance().version


def verdict_version() -> str:
    """Version of the wording of the verdict's two questions."""
    return _verdict().version


def relevance_state(task: str) -> Content:
    """The state that all messages of one compaction share."""
    return {"task": Excerpt(task, TASK_BYTES)}


def relevance_question(role: str, text: str, limit: int) -> Score:
    """How much does the task depend on this one message? At most ``limit`` bytes of ``text`` are sent."""
    template = _relevance()
    return Score(
        instructions={"message": {"role": role, "text": Excerpt(text, limit)}, "question": template.question},
        levels=template.levels,
    )


def verdict_questions() -> tuple[Choice, Score]:
    """The verdict's choice of exactly three options, and its risk."""
    template = _verdict()
    return (
        Choice(instructions=template.question, options=template.options),
        Score(instructions=template.risk_question, levels=template.risk_levels),
    )


def _load(name: str) -> dict[str, object]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))
