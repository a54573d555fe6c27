"""Values that a summary broke so far that no rule reads them as facts any more: an exception's name with a wrong
letter, a date that no calendar has, a command whose program is misspelled.

Alone they say nothing. One that stands nowhere in the ledger, and is a slip away from a fact that does, is that fact,
altered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.options import ELLIPSES, words_of
from threefold.auditing.facts.slips import slip
from threefold.auditing.grounds.findings import ALTERED, Assertion, Finding, Near
from threefold.auditing.grounds.near import MOST, near_values
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.text.later import later
from threefold.text.unicode import encode

_SHAPES = (  # as in ``tokens``: the first character, then what must not stand in front of it; and what is needed
    ("error", "name", later(r"[A-Z](?<!\w.)[a-z0-9]{1,30}(?:[A-Z][a-z0-9]{0,30}){1,8}\b"), None),
    ("error", "code", later(r"E(?<!\w.)[A-Z]{5,20}\b"), None),
    ("error", "http", later(r"HTTP(?<!\w....) [0-9]{3}\b"), None),
    ("datetime", "date", later(r"(?:19|20)(?<!\w..)[0-9]{2}-[0-9]{2}-[0-9]{2}\b"), None),
    ("url", "https", later(r"\b[a-z]{3,8}://[A-Za-z0-9./_~%?=&#-]{4,200}[A-Za-z0-9/]"), later("://")),
    (
        "url",
        "host",
        later(r"\b[a-z0-9][a-z0-9-]{0,40}(?:\.[a-z0-9-]{1,40}){1,5}(?=:[0-9]{2,5}\b)"),
        later(r":[0-9]{2,5}\b"),
    ),
    ("command", "", later(r"(?<=`)[A-Za-z][^`\n]{5,400}(?=`)"), None),
)
_SHORTEST = 8  # characters of a value that can be told from another by a slip
_MOST = 60
"""Suspects of one summary that are looked at."""
_CALLS, _LINES = 12, 400  # calls of a program that are read, and lines of each
_SAME = 3  # words that two commands have in common, the program among them
_SCANNED = 1_000  # commands of a ledger that a broken one is compared with


def suspects(text: str, facts: Sequence[Fact], categories: frozenset[str]) -> list[Fact]:
    """What has the shape of a fact and is none, outside of what the facts cover; each value once."""
    covered = sorted((fact.start, fact.end) for fact in facts)
    commands = sorted((fact.start, fact.end) for fact in facts if fact.category == "command")
    found: dict[tuple[str, str], Fact] = {}
    for category, kind, shape, needed in _SHAPES:
        if category not in categories or (needed is not None and needed.search(text) is None):
            continue
        for match in shape.finditer(text):
            value = match[0].strip()
            if len(value) < _SHORTEST or (category == "command" and " -" not in value):
                continue
            known = commands if category == "command" else covered  # files and numbers stand in any command
            place = bisect_left(known, (match.end(), 0)) - 1  # the last fact that begins before the match ends
            if place < 0 or known[place][1] <= match.start():
                found.setdefault((category, value), Fact(category, kind, value, value, *match.span()))
            if len(found) >= _MOST:
                return list(found.values())
    return list(found.values())


def needles_of(found: Sequence[Fact]) -> list[bytes]:
    """The letters by which suspects are looked for in the ledger: as they are, and without the s of a plural."""
    programs = [encode(one.literal.partition(" ")[0] + " ") for one in found if one.category == "command"]
    return [encode(spelled) for one in found for spelled in (one.literal, one.literal.removesuffix("s"))] + programs


def altered(
    found: Sequence[Fact], ledger: Ledger, sentence_of: dict[int, str], around: Surroundings | None = None
) -> Iterator[Finding]:
    """The suspects that are a fact of the ledger, altered."""
    for one in found:
        literal = one.literal
        if any(ledger.places(encode(spelled)) for spelled in (literal, literal.removesuffix("s"))):
            continue
        sentence = sentence_of.get(one.start, "")
        if one.category == "command":
            near = _near_command(one, ledger) or ([] if around is None else _near_call(one, ledger, around))
        else:
            near = near_values(one, sentence, ledger)
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


def _near_call(one: Fact, ledger: Ledger, around: Surroundings) -> list[tuple[str, str, int]]:
    """Commands of programs that no list names, by the calls that ran them: all words but one are the same. None where a
    call has all of them."""
    words, program = set(words_of(one.literal)) - ELLIPSES, one.literal.partition(" ")[0]
    found: dict[str, tuple[str, str, int]] = {}
    calls = [event for event, origin in ledger.places(encode(program + " ")) if origin is Origin.CALL]
    for event in calls[:_CALLS]:
        for text in around.texts(event):
            for line in text.splitlines()[:_LINES]:
                place = line.find(program + " ")
                other = set(words_of(line[place:])) if place >= 0 else set()
                if words <= other:
                    return []
                if len(words - other) == 1 and len(words & other) >= _SAME:
                    found.setdefault(line, (line[place:].strip(), "one word", event))
    return list(found.values())[:MOST]
