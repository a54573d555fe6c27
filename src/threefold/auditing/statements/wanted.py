"""What a sentence must hold for a rule to stand in it."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import characters, chinese, negative, stem, telling, words
from threefold.auditing.statements import order
from threefold.auditing.statements.doers import doers
from threefold.auditing.statements.late import names
from threefold.auditing.statements.rules import LABEL, literals_of
from threefold.text.later import later

HEDGED = later(
    r"(?i)\b(?:when(?:ever)? (?:possible|you can|practical|convenient)|if possible|try (?:not )?to|mostly|mainly|usually|generally|typically|ideally"
    r"|where practical|as needed|discouraged|should (?:avoid|usually)|be (?:careful|cautious|mindful)|recommended|optional(?:ly)?|close to|"
    r"prefer(?:s|red|ably)?|consider|in most cases|as a guideline)\b|尽量|最好|建议|一般|通常|尽可能"
)
_PAIR = later(
    r"(?i)([\w.-]{1,40}),? (?:(?:and |but |do )?not|instead of|rather than) (?:to |be |the |an? |at |as |in |use )?([\w-]{1,40})"
)
_ASKS = later(
    r"(?i)\b(?:ask|check with|confirm with|consult|tell|inform|wait for|until)\b.{0,60}\b(?:before|first|says?|oks?|approv\w*|confirm\w*)\b|\bbefore\b.{0,60}\b(?:ask|check with|consult|tell|inform)\b|\b(?:only|not) (?:after|before|until|once) (?:i|we)\b|\b(?:before|until|unless) (?:i|we) (?:say|have|ok|confirm|look|check|see|review|sign|tell)\w*|先(?:问|跟|和|通知|征求|给)|等.{1,8}(?:确认|同意|说可以)"
)
_EXCHANGES = later(r"(?i)\bonly (?:change|replace|swap|rename|rephrase)\b.{1,80}\b(?:to|by|with|into)\b|只(?:改|换)")
_ONLY = later(r"(?i)\bonly\b|只")
_NAME = later(r"\d+(?:[.,]\d+)*|[a-z][a-z0-9_]*")


class Wanted(NamedTuple):
    """What a sentence must hold for a rule to stand in it."""

    telling: set[str]
    literals: list[str]
    forbids: bool
    hedged: bool
    contrasts: bool
    """whether it sets what is meant against what is not: ``kept, not dropped``"""
    sequence: list[set[str]]
    names: frozenset[str]
    """What of it stays the same in another language: of a Chinese rule its numbers and Latin words, of another one what
    it names."""
    han: bool
    characters: set[str]
    verb: str
    """the first of its telling words"""
    asks: bool
    """whether somebody is to be asked or waited for"""
    text: str
    doers: frozenset[str]
    """of a prohibition: who does it instead, ``user`` or names"""

    def kept_for(self, sentence: str) -> bool:
        """Whether a sentence says of what is forbidden that those do it for whom it is kept."""
        return bool(self.doers) and not self.doers.isdisjoint(doers(sentence, self.telling))

    def speaks_of(self, clause: str) -> bool:
        """Whether a clause has anything to do with the rule."""
        lower = clause.lower()
        return any(literal in lower for literal in self.literals) or not self.telling.isdisjoint(telling(clause))

    def named_in(self, known: frozenset[str]) -> bool:
        """Whether a sentence in another language that spells this alike names what the rule names: each number, most
        words."""
        missing = self.names - known
        return bool(self.names) and not any(map(str.isdigit, missing)) and len(missing) <= len(self.names) / 4


def spelled_alike(text: str) -> frozenset[str]:
    """What of a text stays the same in another language: its Latin words by their stems, and its numbers."""
    return frozenset(map(stem, _NAME.findall(text)))


def _of_any_language(names: frozenset[str]) -> frozenset[str]:
    """Those of some names that are longer than two letters, if there are any."""
    return frozenset(name for name in names if len(name) > 2 or name.isdigit()) or names


@lru_cache(maxsize=1 << 12)  # every compaction of a log asks for the same rules again
def wanted(rule: str) -> Wanted:
    sequence = order.sequence(rule)
    han = chinese(rule)
    about = telling(LABEL.sub("", rule)) or telling(rule)
    forbids = not sequence and _forbids(rule)  # "first stop the writer" forbids nothing
    return Wanted(
        about,
        [value.lower() for value in literals_of(rule) if han or value != "1"],  # "one" is often spelled out
        forbids,
        HEDGED.search(rule) is not None,
        _PAIR.search(rule) is not None,
        sequence,
        _of_any_language(spelled_alike(rule.lower())) if han else frozenset(names(rule)),
        han,
        characters(rule) if han else set(),
        next((one for one in map(stem, words(rule)) if one in about), ""),
        _ASKS.search(rule) is not None,
        rule,
        doers(rule, about, rule=True) if forbids else frozenset(),
    )


def _forbids(rule: str) -> bool:
    """Whether a rule is negative; ``only change 'a' to 'b'`` says what to do."""
    return negative(rule) and not (_EXCHANGES.search(rule) and not negative(_ONLY.sub(" ", rule)))
