"""What each message says by itself, signal by signal: its wording, its words, what it names.

Every signal is a number from 0 to 1 with a name; ``calibration`` says how much each weighs. What the other messages say
of it is in ``context``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from threefold.relevance import cues
from threefold.relevance.bm25 import Index
from threefold.relevance.protocol import Candidate
from threefold.relevance.tokens import terms

Signals = dict[str, float]


class Guess(NamedTuple):
    """A guess of every message, from 0 to 1 each."""

    worth: Sequence[float]
    """How likely the task needs it."""
    topic: Sequence[float]
    """How far it speaks of the task, beside the conversation's other messages; needed or not."""


TOPICAL = frozenset(
    (
        "words",
        "identifiers",
        "thread",
        "similarity",
        "thread_meaning",
        "referred",
        "feedback",
        "neighbours",
        "likeness",
        "rival",
        "kin",
        "kin_meaning",
        "turn",
    )
)
"""The signals that tell what a message speaks of; the others tell what kind of message it is."""

_COVERED = 0.3
"""Share of the task's weight that a message must hold to stand as its best match; one common word is none."""

_EDIT = re.compile(r"edit|write|replace|patch|create|insert", re.IGNORECASE)
_READ = re.compile(r"read|view|open_file|cat\b|get_file", re.IGNORECASE)
_TODO = re.compile(r"todo|plan", re.IGNORECASE)
_WEB = re.compile(r"web|search_web|browse|fetch", re.IGNORECASE)
_PROMPT = re.compile(r"\$ (\S[^\r\n]{0,400})")
_READ_COMMAND = re.compile(r'^\W*(?:"\w+"\W+)?(?:cat|head|tail|sed -n|less|nl)\b')


class Texts:
    """The terms of a conversation, counted once: of each message, in chunks, and the rarity of each term."""

    def __init__(self, candidates: Sequence[Candidate], chunks: Sequence[Sequence[str]]) -> None:
        self.candidates = candidates
        self.chunks = chunks
        counted: list[list[Counter[str]]] = []
        for candidate, texts in zip(candidates, chunks, strict=True):
            parts = [terms(text) for text in texts]
            call = terms(f"{candidate.tool} {candidate.arguments[:2000]}")
            if call:
                parts = [_together(part, call) for part in parts] or [call]
            counted.append(parts)
        self.index = Index(counted)
        self.sets = [frozenset().union(*parts) if parts else frozenset() for parts in counted]
        self.rare = [self._rare(found) for found in self.sets]

    def _rare(self, found: frozenset[str]) -> frozenset[str]:
        """The identifiers of a message that few messages hold."""
        limit = max(3, len(self.candidates) // 12)
        return frozenset(term for term in found if term[0] == "i" and self.index.frequency[term] <= limit)


def _together(part: Counter[str], call: Counter[str]) -> Counter[str]:
    """The sum of two counts; counts here are positive, so the checks of ``Counter.__add__`` are spared."""
    total = part.copy()
    for term, count in call.items():
        total[term] += count
    return total


def relative(scores: Sequence[float], least: float = 0.0) -> list[float]:
    """Scores as shares of the best one, or of ``least`` where even the best is less; all 0 when both are 0."""
    best = max(max(scores, default=0.0), least)
    return [score / best for score in scores] if best > 0.0 else [0.0] * len(scores)


def neighbours(values: Sequence[float]) -> list[float]:
    """The mean value around each message, as a share of the best such mean.

    People work on one thing for a while, so what stands among messages of the task is likelier to be of the task. How
    high the values of a conversation are as a whole says nothing of that, hence the share.
    """
    return relative(around(values))


def around(values: Sequence[float], reach: int = 8, half: float = 1.5) -> list[float]:
    """The mean value around each message, nearer ones counting more, itself left out; 0 where it stands alone."""
    kernel = [0.5 ** (distance / half) for distance in range(reach + 1)]
    near = []
    for place in range(len(values)):
        total = weight = 0.0
        for other in range(max(0, place - reach), min(len(values), place + reach + 1)):
            if other != place:
                share = kernel[abs(other - place)]
                total += share * values[other]
                weight += share
        near.append(total / weight if weight else 0.0)
    return near


def direct(texts: Texts, query: Counter[str]) -> list[Signals]:
    """The signals of each message alone, against the task's terms."""
    index = texts.index
    weights = index.weights(query)
    named = {term: weight for term, weight in weights.items() if term[0] == "i"}
    total = sum(weights.values()) or 1.0
    words = relative(index.scores(weights), least=_COVERED * total)
    thread = neighbours(words)
    stale = superseded(texts.candidates)
    found: list[Signals] = []
    for place, candidate in enumerate(texts.candidates):
        shared = sum(weight for term, weight in named.items() if term in texts.sets[place])
        signals = _wording(candidate)
        signals["words"] = words[place]
        signals["thread"] = thread[place]
        signals["identifiers"] = min(1.0, 4.0 * shared / total)
        signals["superseded"] = stale[place]
        if candidate.author == "tool" and (comment := comment_on(texts.candidates, place)) is not None:
            signals["concluded"] = cues.finding(comment) * (1.0 - cues.opening(comment))
            signals["dismissed"] = cues.dismissal(comment)
        found.append(signals)
    return found


def _wording(candidate: Candidate) -> Signals:
    """The signals that need no other text."""
    text, author = candidate.text, candidate.author
    signals: Signals = {"substance": cues.substance(text)}
    if author == "human":
        signals["from_human"] = 1.0
        signals["demand"] = cues.demand(text)
        signals["correction"] = cues.correction(text)
        signals["question"] = cues.question(text)
        signals["aside"] = cues.aside(text)
        signals["opening"] = cues.opening(text)
    elif author in ("model", "summary"):
        signals["from_model"] = 1.0
        signals["finding"] = cues.finding(text)
        signals["dismissal"] = cues.dismissal(text)
        signals["opening"] = cues.opening(text)
    elif author == "harness":
        signals["from_harness"] = 1.0
    else:
        signals["failing"] = cues.failing(text)
        signals["passing"] = cues.passing(text)
        signals["monotony"] = cues.monotony(text)
        signals["edit"] = 1.0 if _EDIT.search(candidate.tool) else 0.0
        signals["read"] = 1.0 if is_read(candidate) else 0.0
        signals["web"] = 1.0 if _WEB.search(candidate.tool) else 0.0
    return signals


def comment_on(candidates: Sequence[Candidate], place: int) -> str | None:
    """What the model says right after a tool's result, before anything else happens."""
    following = candidates[place + 1] if place + 1 < len(candidates) else None
    return following.text if following is not None and following.author == "model" and following.text else None


def is_standing_demand(candidate: Candidate) -> bool:
    """Whether a human lays something down or sets something right, in more words than a go-ahead."""
    if candidate.author != "human" or len(terms(candidate.text[:2000])) < 4:
        return False
    return cues.demand(candidate.text) >= 0.5 or cues.correction(candidate.text) >= 0.5


def is_read(candidate: Candidate) -> bool:
    """Whether a tool's result shows a file."""
    if _READ.search(candidate.tool):
        return True
    return _READ_COMMAND.match(command_of(candidate)) is not None


def command_of(candidate: Candidate) -> str:
    """The one string among a call's arguments, or all of them as they stand.

    Where a record names no call, the command that the result itself begins with, after a shell's prompt.
    """
    if not candidate.arguments and candidate.author == "tool" and (shown := _PROMPT.match(candidate.text)):
        return shown[1]
    try:
        decoded = json.loads(candidate.arguments)
    except ValueError:
        return candidate.arguments
    if isinstance(decoded, dict):
        values = [value for value in decoded.values() if isinstance(value, str)]
        if len(values) == 1:
            return values[0]
    return candidate.arguments


def superseded(candidates: Sequence[Candidate]) -> list[float]:
    """1 for a result that a later call with the same tool and arguments replaced, or a todo list with a newer one."""
    last: dict[str, int] = {}
    for place, candidate in enumerate(candidates):
        if (key := _call_key(candidate)) is not None:
            last[key] = place
    return [
        1.0 if (key := _call_key(candidate)) is not None and last[key] > place else 0.0
        for place, candidate in enumerate(candidates)
    ]


def _call_key(candidate: Candidate) -> str | None:
    """What makes two tool results versions of one thing."""
    if candidate.author != "tool":
        return None
    if not candidate.tool:
        return f"$\0{command}" if (command := command_of(candidate)) else None
    if _TODO.search(candidate.tool):
        return "todo"
    return f"{candidate.tool}\0{candidate.arguments}" if candidate.arguments else None
