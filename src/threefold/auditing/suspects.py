"""Values that a summary broke so far that no rule reads them as facts any more: an exception's name with a wrong
letter, a date that no calendar has, a command whose program is misspelled.

Alone they say nothing. One that stands nowhere in the ledger, and is a slip away from a fact that does, is that fact,
altered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from threefold.auditing.facts import Fact
from threefold.auditing.findings import ALTERED, Assertion, Finding, Near
from threefold.auditing.ledger import Ledger
from threefold.auditing.near import MOST, near_values
from threefold.auditing.slips import slip
from threefold.text.later import later
from threefold.text.unicode import encode

_SHAPES = (
    ("error", "name", later(r"\b[A-Z][a-z0-9]{1,30}(?:[A-Z][a-z0-9]{0,30}){1,8}\b")),
    ("error", "code", later(r"\bE[A-Z]{5,20}\b")),
    ("error", "http", later(r"\bHTTP [0-9]{3}\b")),
    ("datetime", "date", later(r"\b(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}\b")),
    ("url", "https", later(r"\b[a-z]{3,8}://[A-Za-z0-9./_~%?=&#-]{4,200}[A-Za-z0-9/]")),
    ("command", "", later(r"(?<=`)[A-Za-z][^`\n]{5,400}(?=`)")),
)
_SHORTEST = 8  # characters of a value that can be told from another by a slip
_MOST = 60
"""Suspects of one summary that are looked at."""
_SCANNED = 1_000  # commands of a ledger that a broken one is compared with


def suspects(text: str, facts: Sequence[Fact], categories: frozenset[str]) -> list[Fact]:
    """What has the shape of a fact and is none, outside of what the facts cover; each value once."""
    covered = sorted((fact.start, fact.end) for fact in facts)
    found: dict[tuple[str, str], Fact] = {}
    for category, kind, shape in _SHAPES:
        for match in shape.finditer(text) if category in categories else ():
            value = match[0].strip()
            if len(value) < _SHORTEST or (category == "command" and " -" not in value):
                continue
            place = bisect_left(covered, (match.end(), 0)) - 1  # the last fact that begins before the match ends
            if place < 0 or covered[place][1] <= match.start():
                found.setdefault((category, value), Fact(category, kind, value, value, *match.span()))
            if len(found) >= _MOST:
                return list(found.values())
    return list(found.values())


def needles_of(found: Sequence[Fact]) -> list[bytes]:
    """The letters by which suspects are looked for in the ledger: as they are, and without the s of a plural."""
    return [encode(spelled) for one in found for spelled in (one.literal, one.literal.removesuffix("s"))]


def altered(found: Sequence[Fact], ledger: Ledger, sentence_of: dict[int, str]) -> Iterator[Finding]:
    """The suspects that are a fact of the ledger, altered."""
    for one in found:
        if any(ledger.places(needle) for needle in needles_of([one])):
            continue
        sentence = sentence_of.get(one.start, "")
        near = _near_command(one, ledger) if one.category == "command" else near_values(one, sentence, ledger)
        if near:
            values = tuple(Near(*value) for value in near)
            yield Finding(Assertion(one, 1, sentence), ALTERED, near[0][1], None, values)


def _near_command(one: Fact, ledger: Ledger) -> list[tuple[str, str, int]]:
    """Commands of which one word was misspelled, whatever the word."""
    words = one.literal.split()
    found: list[tuple[str, str, int]] = []
    for normal, entry in islice(ledger.facts.get("command", {}).items(), _SCANNED):
        other = normal.split()
        mine, theirs = set(words) - set(other), set(other) - set(words)
        if len(words) > 2 and len(mine) == 1 and any(slip(mine.copy().pop(), word) for word in theirs):
            found.append((normal, "one word", entry.first))
    return found[:MOST]
