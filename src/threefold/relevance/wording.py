"""How a message is worded, by itself and beside its neighbours: a linear reading of which marks it bears.

What tasks need is told in a manner: obligations, causes, names and figures; and what they do not need in another:
announcements, thanks, progress. Lists of phrases catch the plain cases (``cues``); the marks here are all words and
pairs of words that stood in enough of the labelled sessions, each weighed by what the labels say of it. A mark that
few sessions hold speaks of their subjects and is left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from threefold.relevance.calibration import sigmoid
from threefold.relevance.protocol import Candidate

_TOKEN = re.compile(r"[A-Za-z][a-z']{0,14}|[\u3400-\u9fff]+|\d+|[?!？！:：`|{}<>$#*=]|\n")
_HEAD, _TAIL = 1200, 400  # characters of a text whose words are read
_CALL = 300  # characters of a call's arguments
_BESIDE = 10  # words of each neighbour, those that are nearest
_LEAST, _UNIT = 4, 3.0
"""Marks that a message is reckoned to bear at least, and the length of the vector of all that it bears: a page does
not say more than a sentence because it holds more words."""
_NAME = re.compile(r"`|\w\.\w|/\w+/")
_ERROR = re.compile(r"\w(?:Error|Exception)\b")
_VOICES = {"human": "h", "model": "m"}


def tokens(text: str) -> list[str]:
    """The words of a text's start and end in lower case, Chinese in overlapping pairs, numbers by their length."""
    shown = text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    found: list[str] = []
    for run in _TOKEN.findall(shown):
        if "\u3400" <= run[0] <= "\u9fff":
            found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
        else:
            found.append("#" * min(len(run), 4) if run.isdecimal() else run.lower())
    return found


class Reader:
    """The marks of a conversation's messages; each text is cut into words once."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = candidates
        self._tokens = [tokens(candidate.text) for candidate in candidates]
        self._voices = [_VOICES.get(candidate.author, "t") for candidate in candidates]

    def marks(self, place: int) -> set[str]:
        """The marks of the message at a place: its words, whose they are, what stands around them, and its shape."""
        candidate, voice, words = self._candidates[place], self._voices[place], self._tokens[place]
        found = {*words, *(f"^{word}" for word in words[:3]), *(f"${word}" for word in words[-2:])}
        found.update(f"{one} {two}" for one, two in pairwise(words) if "\n" not in (one, two))
        found |= {f"{voice}:{mark}" for mark in found}
        found.update(f"A{word}" for word in tokens(candidate.arguments[:_CALL]))
        found.update(self._beside(place), _shape(candidate.text, voice))
        found.update((f"author {voice}", f"tool {candidate.tool}" if candidate.tool else "no tool"))
        return found

    def _beside(self, place: int) -> set[str]:
        voice = self._voices[place]
        after = self._voices[place + 1] if place + 1 < len(self._voices) else "0"
        before = self._voices[place - 1] if place else "0"
        found = {f"{voice}>{after}", f"{before}<{voice}"}
        if after != "0":
            found.update(f"{voice}>{after}:{word}" for word in self._tokens[place + 1][:_BESIDE])
        if before != "0":
            found.update(f"{before}<{voice}:{word}" for word in self._tokens[place - 1][-_BESIDE:])
        return found


def _shape(text: str, voice: str) -> set[str]:
    """How long a text is, in how many lines, how far they differ, and whether it holds figures, names and errors."""
    lines, head = text.split("\n", 400)[:400], text[:2000]
    figures = sum(map(str.isdecimal, head)) / max(1, len(head))
    found = {
        f"{voice} size {min(9, int(math.log2(len(text) + 1) / 1.3))}",
        f"{voice} lines {min(8, int(math.log2(len(lines))))}",
        f"{voice} figures {min(6, int(10 * figures))}",
        f"{voice} unlike {5 * len(set(lines)) // len(lines)}",
    }
    if _NAME.search(text[:4000]):
        found.add(f"{voice} names")
    if _ERROR.search(text[:4000]):
        found.add(f"{voice} error")
    return found


def share(known: int) -> float:
    """What each of a message's marks counts, where ``known`` of them are weighed."""
    return _UNIT / math.sqrt(max(_LEAST, known))


class Wording:
    """How far messages are worded as those that tasks need, whatever the task."""

    def __init__(self, bias: float, weights: Mapping[str, float]) -> None:
        self._bias, self._weights = bias, weights

    def of(self, candidates: Sequence[Candidate]) -> list[float]:
        """0 to 1 for each message."""
        reader = Reader(candidates)
        return [self._value(reader.marks(place)) for place in range(len(candidates))]

    def _value(self, marks: set[str]) -> float:
        known = [self._weights[mark] for mark in marks if mark in self._weights]
        # An exact sum: that of a set's members must not depend on their order.
        return sigmoid(self._bias + share(len(known)) * math.fsum(known))
