"""What becomes of standing rules in a summary: which survived, which are lost, and of which it says the opposite.

A rule has survived a compaction when its literals and its polarity stand together in one sentence of the summary; an
order of steps, when the steps stand there in that order. Everything else is a rule the next model may not know.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.phrases import negative, overlap, stem, telling
from threefold.auditing.rules import LABEL, Rule, core, literals_of
from threefold.auditing.summary import split, tellings
from threefold.text.later import later

_HEDGED = later(
    r"(?i)\b(?:when(?:ever)? (?:possible|you can|practical|convenient)|if possible|try (?:not )?to|mostly|mainly|usually|generally|typically|ideally"
    r"|where practical|as needed|discouraged|should (?:avoid|usually)|be (?:careful|cautious|mindful)|recommended|optional(?:ly)?|close to|"
    r"prefer(?:s|red|ably)?|consider|in most cases|as a guideline)\b|尽量|最好|建议|一般|通常|尽可能"
)
_LIFTED = later(
    r"(?i)\b(?:no longer|not (?:required|needed|necessary|apply)|need not|(?:don'?t|doesn'?t|does not|do not) (?:need|apply)|no need|dropped|lifted"
    r"|waived|relaxed|can be (?:skipped|ignored|bypassed)|feel free|is fine|are fine|as (?:much|many) as|never|not just|or outside)\b|不再|无需|不必|取消了"
)
_INSTEAD = later(
    r"(?i)\b(?:instead of|rather than|in place of|and not|,? not|avoid(?:ing)?) (?:the |a |any |use |using )?([\w-]+)"
)
_CONTRAST = later(r"(?i)\b(?:instead of|rather than|in place of)\s([^,.;()]{1,120})")
_PAIR = later(
    r"(?i)([\w.-]{1,40}),? (?:(?:and |but |do )?not|instead of|rather than) (?:to |be |the |an? |at |as |in |use )?([\w-]{1,40})"
)
_PERMITS = later(
    r"(?i)^(?:[*_`\s-]*)(?:use|flash|run|push|do)\b|\b(?:use|using|can|may|allowed|ok to|fine)\b|可以|允许|直接"
)
_FIRST = later(r"(?i)\bfirst\b|先")
_THEN = later(
    r"(?i)[,;，；]?\s*(?:\b(?:and )?(?:only )?then\b|\bafter that\b|\bfinally\b|\bnext\b(?=,| comes)|(?<!优)先|再(?![说看议])|然后|接着|最后|之后)"
)
_TURNED = later(r"(?i)\b(?:after|once|until)\b|之后|以后|之前")
_MOST_STEPS = 12


class _Wanted(NamedTuple):
    """What a sentence must hold for a rule to stand in it."""

    telling: set[str]
    literals: list[str]
    forbids: bool
    hedged: bool
    pairs: set[tuple[str, str]]
    sequence: list[set[str]]


class Stated:
    """The sentences of a summary, in the forms by which a rule is recognised."""

    def __init__(self, summary: str) -> None:
        self.lower = summary.lower()
        self.sentences = [s.of(summary) for s in split(summary)]
        self._words = tellings(summary)
        self._negative = [negative(_CONTRAST.sub(" ", words)) for words in self.sentences]
        self._refused = [
            set().union(*(telling(match[1]) for match in _CONTRAST.finditer(words))) for words in self.sentences
        ]
        self._pairs = [_pairs(words) for words in self.sentences]

    def survives(self, rule: Rule) -> bool:
        """Whether one sentence of the summary holds the rule's literals, most of its words, and its polarity.

        What leads up to a rule and the reasons behind it may be missing.
        """
        if rule.steps:
            return any(_in_order(rule.steps, sentence.lower()) for sentence in self.sentences)
        whole = _wanted(rule.text)
        if self._holds(whole):
            return True
        bound = core(rule.text)
        return (
            not whole.sequence
            and len(bound) < len(LABEL.sub("", rule.text)) - 1
            and bool(telling(bound))
            and self._holds(_wanted(bound))
        )

    def _holds(self, wanted: _Wanted) -> bool:
        for index, sentence in enumerate(self.sentences):
            if overlap(wanted.telling, self._words[index]) < (0.4 if wanted.literals else 0.6):
                continue
            if self._turned(index, sentence, wanted):
                continue
            if not wanted.hedged and _HEDGED.search(sentence):
                continue  # a rule that was watered down to a preference
            lower = sentence.lower()
            if all(literal in lower for literal in wanted.literals):
                return True
        return False

    def contradicts(self, rule: Rule) -> str:
        """The sentence that says the opposite of a rule in its own words, or an empty string."""
        if rule.steps:
            return ""
        bound = core(rule.text)
        for text in dict.fromkeys((rule.text, bound if telling(bound) else rule.text)):
            wanted = _wanted(text)
            for index, sentence in enumerate(self.sentences):
                if overlap(wanted.telling, self._words[index]) < 0.6 or not self._turned(index, sentence, wanted):
                    continue
                lower = sentence.lower()
                if all(literal in lower for literal in wanted.literals) and (
                    len(wanted.telling) > 1 or _PERMITS.search(sentence)
                ):
                    return sentence
        return ""

    def _turned(self, index: int, sentence: str, wanted: _Wanted) -> bool:
        """Whether a sentence in the words of a rule has the opposite polarity, or its steps in another order."""
        if wanted.pairs and not self._pairs[index].isdisjoint((refused, meant) for meant, refused in wanted.pairs):
            return True
        if wanted.sequence and _out_of_order(wanted.sequence, sentence):
            return True
        if wanted.forbids:
            return not self._negative[index] and wanted.telling.isdisjoint(self._refused[index])
        return _LIFTED.search(sentence) is not None or _refuses(sentence, wanted.telling)


def _wanted(rule: str) -> _Wanted:
    sequence = _sequence(rule)
    return _Wanted(
        telling(LABEL.sub("", rule)) or telling(rule),
        [value.lower() for value in literals_of(rule)],
        not sequence and negative(rule),  # "first stop the writer" forbids nothing
        _HEDGED.search(rule) is not None,
        _pairs(rule),
        sequence,
    )


def _pairs(text: str) -> set[tuple[str, str]]:
    """What is meant and what is not: ``kept, not dropped``, ``use tabs instead of spaces``."""
    return {(stem(match[1].lower()), stem(match[2].lower())) for match in _PAIR.finditer(text)}


def _sequence(rule: str) -> list[set[str]]:
    """The steps of an order in words (``first X, then Y``), each by the telling words that no other step has."""
    begun = _FIRST.search(rule)
    if begun is None:
        return []
    steps = [telling(step) for step in _THEN.split(rule[begun.end() :])[:_MOST_STEPS]]
    steps = [step for step in steps if step]
    own = [step - set().union(*(other for other in steps if other is not step)) for step in steps]
    return own if len(own) > 1 and all(own) else []


def _out_of_order(sequence: Sequence[set[str]], sentence: str) -> bool:
    """Whether a sentence names the steps of an order one after the other, but not in that order."""
    if _TURNED.search(sentence):
        return False  # "the backup after the stop" names them the other way round and means the same
    lower = sentence.lower()
    places = []
    for step in sequence:
        found = [place for word in step if (place := lower.find(word)) >= 0]
        if found:
            places.append(min(found))
    return len(places) > 1 and len(places) >= len(sequence) - 1 and places != sorted(places)


def _refuses(sentence: str, wanted: set[str]) -> bool:
    """Whether a sentence puts something in the place of what a rule wants: ``spaces instead of tabs``."""
    return any(stem(match[1].lower()) in wanted for match in _INSTEAD.finditer(sentence))


def _in_order(steps: Sequence[str], sentence: str) -> bool:
    place = 0
    for step in steps:
        wanted = [word for word in re.findall(r"\w+", step.lower()) if len(word) > 2][-2:] or [step.lower().strip()]
        found = min((at for at in (sentence.find(word, place) for word in wanted) if at >= 0), default=-1)
        if found < 0:
            return False
        place = found + 1
    return True


_SOURCES = {"human": 0, "system": 1, "harness": 2, "memory": 3}


def lost_rules(found: Sequence[Rule], stated: Stated) -> list[Rule]:
    """The rules that did not survive: those of humans first, those of memory files, which are loaded again, last.

    Within a source, rules with a word of obligation come first, then the latest. Each rule is named once.
    """
    lost: dict[str, Rule] = {}
    for rule in found:
        key = " ".join(rule.text.lower().split())
        if (key not in lost or _SOURCES[rule.source] < _SOURCES[lost[key].source]) and not stated.survives(rule):
            lost[key] = rule
    return sorted(lost.values(), key=lambda rule: (_SOURCES[rule.source], not rule.strong, -rule.event))
