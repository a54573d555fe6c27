"""What a sentence must hold for a rule to stand in it."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import characters, chinese, words
from threefold.auditing.statements import order
from threefold.auditing.statements.doers import doers
from threefold.auditing.statements.late import names as names_of
from threefold.auditing.statements.poles import ONLY, bars
from threefold.auditing.statements.rules import LABEL, literals_of
from threefold.auditing.statements.subjects import TERMS, about, numbers, spelled, subject, term, untermed
from threefold.text.later import later

HEDGED = later(
    r"(?i)\b(?:when(?:ever)? (?:possible|you can|practical|convenient)|if possible|try (?:not )?to|mostly|mainly|usually|generally|typically|ideally"
    r"|where practical|as needed|discouraged|should (?:avoid|usually)|be (?:careful|cautious|mindful)|recommended|optional(?:ly)?|close to|"
    r"prefer(?:s|red|ably)?|consider|in most cases|as a guideline)\b|尽量|最好|建议|一般|通常|尽可能"
)
_PAIR = later(
    r"(?i)(?<![\w.-])(?!(?:and|but|or|so|also|then|please|do|does|did|must|may|shall|should|can|could|will|would) )"
    r"([\w.-]{1,40}),? (?:(?:and |but |do )?not|instead of|rather than) (?:to |be |the |an? |at |as |in |use )?([\w-]{1,40})"
)
_ASKS = later(
    r"(?i)\b(?:ask|check with|confirm with|consult|tell|inform|wait for|until)\b.{0,60}\b(?:before|first|says?|oks?|approv\w*|confirm\w*)\b|\bbefore\b.{0,60}\b(?:ask|check with|consult|tell|inform)\b|\b(?:only|not) (?:after|before|until|once) (?:i|we)\b|\b(?:before|until|unless) (?:i|we) (?:say|have|ok|confirm|look|check|see|review|sign|tell)\w*|先(?:问|跟|和|通知|征求|给)|等.{1,8}(?:确认|同意|说可以)"
)
_EXCHANGES = later(r"(?i)\bonly (?:change|replace|swap|rename|rephrase)\b.{1,80}\b(?:to|by|with|into)\b|只(?:改|换)")
_POINTED = later(r"(?<![\w/.])(?:\.(?P<file>[A-Za-z]\w+)|(?P<folder>[A-Za-z]\w*)/)(?![\w/])")
"""``.env``, ``legacy/``"""
_ALONE = later(
    r"(?i)\b(?:leave|keep)s?\b(?=[^.;]{1,80}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|as is)\b)|\b(?:alone|untouched|unchanged|off[- ]limits|hands off|stay away from)\b"
)
"""How a rule forbids without a negation; no part of what it is about."""
_ALONE_DOES = later(r"(?i)\bonly (?:i|we|(?-i:[A-Z][a-z]+))\b|只[能准由]?(?:我|[A-Z])")
_FEWEST, _TOLD = 2, 0.6  # terms, and the share of them, by which a sentence in another language is known
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
    spelled: bool
    """whether another language would tell it in terms that can be compared"""
    names: frozenset[str]
    """What of it stays the same in another language: of a Chinese rule its numbers and Latin words, of another one what
    it names."""
    han: bool
    characters: set[str]
    verb: str
    """the first of its telling words; none where it forbids without one"""
    asks: bool
    """whether somebody is to be asked or waited for"""
    text: str
    subject: frozenset[str]
    """what it is about as another language would tell it"""
    rest: int
    """characters of a Chinese rule that tell something else"""
    only: bool
    """whether it requires one thing and nothing else"""
    doers: frozenset[str]
    """of a prohibition: who does it instead, ``user`` or names"""

    def kept_for(self, sentence: str) -> bool:
        """Whether a sentence says of what is forbidden that those do it for whom it is kept."""
        return bool(self.doers) and not self.doers.isdisjoint(doers(sentence, self.telling))

    def speaks_of(self, clause: str) -> bool:
        """Whether a clause has anything to do with the rule."""
        lower = clause.lower()
        return any(literal in lower for literal in self.literals) or not self.telling.isdisjoint(about(clause))

    def named_in(self, known: frozenset[str]) -> bool:
        """Whether a sentence in another language, which is about this, names what the rule names (each number, most
        words) or, where it names nothing, tells most of what it is about."""
        if not self.names:
            return len(self.subject & known) >= max(_FEWEST, _TOLD * len(self.subject))
        missing = self.names - known
        return not any(map(str.isdigit, missing)) and len(missing) <= len(self.names) / 4


def spelled_alike(text: str) -> frozenset[str]:
    """What of a text stays the same in another language: its Latin words by their stems, and its numbers."""
    return frozenset(map(term, _NAME.findall(text)))


def named(text: str) -> set[str]:
    """What a text in Latin letters names so that it is spelled alike anywhere: paths, ids, versions, numbers."""
    pointed = {match[match.lastgroup].lower() for match in _POINTED.finditer(text) if match.lastgroup}
    return names_of(text) | numbers(text) | pointed


def _of_any_language(names: frozenset[str]) -> frozenset[str]:
    """Those of some names that are longer than two letters, if there are any."""
    return frozenset(name for name in names if len(name) > 2 or name.isdigit()) or names


def _is_literal(value: str, han: bool) -> bool:
    """Whether a literal is told to the letter: "one" is often spelled out, and to force-push has several forms."""
    return (han or value != "1") and TERMS.isdisjoint(value.lower().split("-"))


@lru_cache(maxsize=1 << 12)  # every compaction of a log asks for the same rules again
def wanted(rule: str) -> Wanted:
    sequence = order.sequence(rule)
    han = chinese(rule)
    known = about(_ALONE.sub(" ", LABEL.sub("", rule))) or about(rule)
    by = doers(rule, known, rule=True)
    only = ONLY.search(rule) is not None
    # "first stop the writer" forbids nothing, "only change a to b" neither, "only I deploy" does
    forbids = not sequence and (bars(ONLY.sub(" ", rule)) or (_ALONE_DOES.search(rule) is not None and bool(by)))
    names = _of_any_language(spelled_alike(rule.lower())) if han else frozenset(named(rule))
    terms = subject(rule)
    rest = len(characters(untermed(rule))) if han else 0
    return Wanted(
        known,
        [value.lower() for value in literals_of(spelled(rule)) if _is_literal(value, han)],
        forbids,
        HEDGED.search(rule) is not None,
        _PAIR.search(rule) is not None,
        sequence,
        bool(names) or (len(terms) >= _FEWEST and (rest < _FEWEST if han else TERMS.issuperset(terms))),
        names,
        han,
        characters(rule) if han else set(),
        "" if _ALONE.search(rule) else next((one for one in map(term, words(rule)) if one in known), ""),
        _ASKS.search(rule) is not None,
        rule,
        terms,
        rest,
        only and not forbids and not _EXCHANGES.search(rule),
        by if forbids else frozenset(),
    )
