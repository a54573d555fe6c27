"""Values that no rule reads as facts: bare numbers (``5,161``) and numbers of unlisted things (``24 pupils``), serials
and keys (``GD-2026-00471``), names with dots (hosts, files of an unlisted kind), addresses of mail, options without
their program (``--workers 8``), names with a number (``web09``, API v3).

Alone they say little, and a log has too many of them to list. One of a summary that stands nowhere in the ledger is
looked for once more, with a slip in it (see ``likeness``). What follows from other numbers of the summary is none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.grammar import HOSTS
from threefold.auditing.facts.values import STOPPED
from threefold.text.later import later
from threefold.text.unicode import encode

# Where a pattern can begin with a character, what must not stand in front of that one is told behind it: the engine
# looks for a first character by itself, and tries everything else at every place. The others have something that they
# cannot do without, which is looked for first.
_APART = r"(?<![\w.,:/#$€£¥%+-].)"
_BARE = rf"\d{_APART}(?:[\d,]*\d)?(?:\.\d+)?(?![\w%°]|[.,:]\d|-\d|/\d)"
_SERIAL = (
    r"[A-Z0-9](?<![\w./@:-].)(?=[A-Z0-9-]{5,39}(?![\w-]))(?:(?<=[A-Z])|(?=[0-9-]*[A-Z]))(?:-?[A-Z0-9])*-?(?![\w./-])"
)
_DOTTED = r"(?<![\w.@/:$\\-])[A-Za-z][\w-]{2,60}(?:\.[A-Za-z][\w-]{1,40}){1,4}(?![\w/(\\-]|\.\w)"
_OPTION = (
    r"(?<![\w./-])(?:(?P<name>--?[A-Za-z][\w-]{1,60})(?:=| (?=\d))[\w./:@+-]{0,59}[\w/]"
    r"|(?P<short>-[A-Za-z])\d{1,6}\b)"
)
_HOST = rf"(?<![\w.@/:$-])(?:[a-z0-9][a-z0-9-]{{0,40}}\.){{1,5}}(?:{HOSTS})(?![\w/(:-]|\.\w)"
_NUMBERED = r"(?<![\w.@/:#$-])(?P<name>[A-Za-z][A-Za-z-]{1,30})\d{1,4}(?![\w/:(-]|\.\w)"
_EDITION = r"(?<![\w.-])(?P<name>[A-Za-z]{2,20} v)\d{1,3}(?![\w-]|\.\w)"
_THING = rf"\d{_APART}\d{{1,2}}(?P<name> [a-z]{{4,20}}s)\b"
_CLOCK = rf"\d{_APART}:[0-5]\d(?![\w:]|\.\d)"
_MAIL = r"(?<![\w.@/:$-])[\w.+-]{1,60}@(?:[A-Za-z0-9-]{1,60}\.){1,5}[A-Za-z]{2,20}(?![\w@-])"
_SIZE = rf"(?P<name>\d{_APART}\d{{1,4}} ?[x×] ?)\d{{2,5}}(?![\w%]|[.,:]\d|-\d)"
_SHAPES = (
    ("number", "bare", later(_BARE), None),
    ("reference", "serial", later(_SERIAL), None),
    ("command", "option", later(_OPTION), later(r"-[A-Za-z][\w-]{0,60}(?:=| ?\d)")),
    ("url", "host", later(_HOST), later(rf"\.(?:{HOSTS})(?!\w)")),
    ("reference", "numbered", later(_NUMBERED), None),
    ("reference", "edition", later(_EDITION), later(r" v\d")),
    ("number", "thing", later(_THING), None),
    ("datetime", "clock", later(_CLOCK), None),
    ("url", "mail", later(_MAIL), later("@")),
    ("number", "size", later(_SIZE), None),
    ("path", "dotted", later(_DOTTED), None),
)
_DIGIT = later(r"\d")
_YEAR = later(r"(?:19|20)\d\d")
SHORT, LONG = 3, 24  # digits of a number, from which and up to which it is looked for
_LEAST_DIGITS = 3  # of a serial
_SURE = 8  # letters of a name with dots
_OWN = 12  # things up to which a summary counts them itself


class Token(NamedTuple):
    """One such value; ``letters`` are what a slip can happen in, ``name`` is the part of them that stays the same."""

    fact: Fact
    letters: str
    name: str = ""

    @property
    def value(self) -> str:
        """The letters without what stays the same."""
        return _ASSIGNED.sub("", self.letters.replace(self.name, "", 1)) if self.name else self.letters


_ASSIGNED = later(r"^[= ]")


def tokens(text: str, facts: Sequence[Fact], categories: frozenset[str]) -> list[Token]:
    """The values of a text that no fact covers, each once."""
    found: dict[str, Token] = {}
    every = _joined(facts)
    commands = _joined([fact for fact in facts if fact.category == "command"])
    for category, kind, shape, needed in _SHAPES:
        if category not in categories or (needed is not None and needed.search(text) is None):
            continue
        for match in shape.finditer(text):
            start, end = match.span()
            covered = commands if kind == "option" else every  # files and numbers stand in any option
            place = bisect_left(covered, (end, 0)) - 1
            if place >= 0 and covered[place][1] > start:
                continue
            named = match.groupdict()
            token = Token(
                Fact(category, kind, match[0], match[0], start, end),
                match[0].replace(",", ""),
                named.get("name") or named.get("short") or "",
            )
            if _tells(token):
                found.setdefault(token.letters, token)
    return list(found.values())


def _joined(facts: Sequence[Fact]) -> list[tuple[int, int]]:
    """The characters that facts cover, in order: a command has files and numbers in it."""
    covered: list[tuple[int, int]] = []
    for start, end in sorted((fact.start, fact.end) for fact in facts):
        if covered and start < covered[-1][1]:
            covered[-1] = covered[-1][0], max(end, covered[-1][1])
        else:
            covered.append((start, end))
    return covered


def _tells(one: Token) -> bool:
    """Whether there is enough of a value to be told from others."""
    kind, letters = one.fact.kind, one.letters
    digits = len(_DIGIT.findall(letters))
    if kind == "bare":
        long = SHORT < digits <= LONG or ("." in letters and digits >= SHORT)
        return long and not _YEAR.fullmatch(one.fact.literal)
    if kind == "serial":
        return digits >= _LEAST_DIGITS
    if kind == "dotted":
        return len(letters) >= _SURE
    if kind == "thing":
        return int(one.value) > _OWN and one.name[1:] not in STOPPED
    return kind != "edition" or one.name.partition(" ")[0].lower() not in STOPPED


def needles_of(found: Sequence[Token]) -> list[bytes]:
    """The letters by which they are looked for in the ledger."""
    return [encode(letters) for one in found for letters in spelled(one)]


def spelled(one: Token) -> list[str]:
    """How a value may stand in a log."""
    found = [one.fact.literal, one.letters]
    if one.letters.isdigit():
        found.append(f"{int(one.letters):,}")
    if one.fact.kind == "option":
        found += [f"{one.name}{sign}{one.value}" for sign in ("=", " ", "")]
    elif one.fact.kind == "clock":
        found.append(f"0{one.letters}")
    elif one.fact.kind == "edition":
        found.append(f"v{one.value}")
    return found
