"""Orders of steps in a rule (``first X, then Y``, ``lint -> test -> commit``), and whether a summary keeps to them."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Sequence

from threefold.auditing.facts.phrases import overlap, telling
from threefold.text.later import later

_FIRST = later(r"(?i)\bfirst\b|先")
_THEN = later(
    r"(?i)[,;，；]?\s*(?:\b(?:and )?(?:only )?then\b|\bafter that\b|\bfinally\b|\bnext\b(?=,| comes)|(?<![优要得])先|再(?![说看议])|然后|接着|最后|之后)"
)
_THEN_NEXT = later(r"(?i)\s*(?:[,;.]|(?:and )?then\b|$)")
_STOPS = later(r"[,;:.!?]\s+")
_ASIDE = later(r"\s+(?:--?|[—–])\s+|[(（]")
_TURNED = later(r"(?i)\b(?:after|once|until)\b|之后|以后|之前")
_MOST_STEPS = 12
_TOLD = 0.6  # of a step's telling words stand in a sentence


def sequence(rule: str) -> list[set[str]]:
    """The steps of an order in words (``first X, then Y``; ``X first, then Y``), each by the telling words that no other
    step has."""
    begun = _FIRST.search(rule)
    if begun is None:
        return []
    start = begun.end()
    if begun[0].isascii() and _THEN_NEXT.match(rule, start):  # what comes first stands in front of the word
        start = max((match.end() for match in _STOPS.finditer(rule, 0, begun.start())), default=0)
    steps = [telling(_ASIDE.split(step, maxsplit=1)[0]) for step in _THEN.split(rule[start:])[:_MOST_STEPS]]
    steps = [step for step in steps if step]
    own = [step - set().union(*(other for other in steps if other is not step)) for step in steps]
    return own if len(own) > 1 and all(own) else []


def out_of_order(steps: Sequence[set[str]], sentence: str) -> bool:
    """Whether a sentence names the steps of an order one after the other, but not in that order."""
    if _TURNED.search(sentence):
        return False  # "the backup after the stop" names them the other way round and means the same
    lower = sentence.lower()
    places = []
    for step in steps:
        found = [place for word in step if (place := lower.find(word)) >= 0]
        if found:
            places.append(max(found))  # the verb may stand in front of the first step alone
    return len(places) > 1 and len(places) >= len(steps) - 1 and places != sorted(places)


def one_each(steps: Sequence[set[str]], sentences: Sequence[set[str]]) -> bool:
    """Whether each step of an order stands in a sentence of its own (given by its telling words), one behind the
    other."""
    place = 0
    for step in steps:
        found = (i for i in range(place, len(sentences)) if overlap(step, sentences[i]) >= _TOLD)
        place = next(found, len(sentences)) + 1
    return place <= len(sentences)


def in_order(steps: Sequence[str], sentence: str) -> bool:
    """Whether a sentence (in lower case) names steps that are written with arrows in their order."""
    place = 0
    for step in steps:
        wanted = [word for word in re.findall(r"\w+", step.lower()) if len(word) > 2][-2:] or [step.lower().strip()]
        found = min((at for at in (sentence.find(word, place) for word in wanted) if at >= 0), default=-1)
        if found < 0:
            return False
        place = found + 1
    return True
