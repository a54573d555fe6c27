"""Twelve ways in which a summary goes wrong by one hard fact, and the loss of one.

Each change takes a literal of a category and a source of chance, and gives a literal that differs, or None where the
change does not apply. Seeds are fixed: the same log gives the same faults.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from threefold.auditing.facts.fact import Fact

Change = Callable[[Fact, random.Random], str | None]
_UNITS = [
    ("ms", "s"), ("s", "min"), ("seconds", "minutes"), ("minutes", "hours"), ("minute", "hour"), ("min", "h"),
    ("hours", "days"), ("MB", "GB"), ("KB", "MB"), ("GB", "MB"), ("%", "ms"), ("files", "lines"), ("lines", "files"),
    ("commits", "branches"), ("additions", "deletions"), ("deletions", "additions"), ("tests", "files"),
    ("char", "byte"), ("chars", "bytes"), ("characters", "bytes"),
]  # fmt: skip


def digit(fact: Fact, chance: random.Random) -> str | None:
    """One digit becomes another."""
    places = [i for i, char in enumerate(fact.literal) if char.isascii() and char.isdigit()]
    if not places or fact.category in ("uuid", "hash", "command", "path"):
        return None
    place = chance.choice(places)
    other = chance.choice([d for d in "123456789" if d != fact.literal[place]])
    return fact.literal[:place] + other + fact.literal[place + 1 :]


def swapped_digits(fact: Fact, chance: random.Random) -> str | None:
    """Two neighbouring digits change places."""
    if fact.category in ("uuid", "hash", "command", "path", "env"):
        return None
    places = [m.start() for m in re.finditer(r"(?=(\d)(?!\1)\d)", fact.literal)]
    if not places:
        return None
    i = chance.choice(places)
    return fact.literal[:i] + fact.literal[i + 1] + fact.literal[i] + fact.literal[i + 2 :]


def magnitude(fact: Fact, chance: random.Random) -> str | None:
    """A zero too many."""
    if fact.category != "number" or fact.kind == "version":
        return None
    found = re.search(r"\d+(?![\d.,])", fact.literal)
    return fact.literal[: found.end()] + "0" + fact.literal[found.end() :] if found else None


def unit(fact: Fact, chance: random.Random) -> str | None:
    """Another unit."""
    if fact.category != "number":
        return None
    for one, other in _UNITS:
        if re.search(rf"(?<![A-Za-z]){re.escape(one)}$", fact.literal):
            return fact.literal[: -len(one)] + other
    return None


def directory(fact: Fact, chance: random.Random) -> str | None:
    """One folder of a path becomes another."""
    parts = fact.literal.split("/")
    if fact.category != "path" or len(parts) < 3:
        return None
    i = chance.randrange(1, len(parts) - 1)
    if not parts[i] or not parts[i].strip("."):
        return None
    parts[i] = chance.choice(["common", "internal", "shared", "legacy", "core"]) + str(chance.randrange(2, 9))
    return "/".join(parts)


def dropped_directory(fact: Fact, chance: random.Random) -> str | None:
    """One folder of a path is left out."""
    parts = fact.literal.split("/")
    if fact.category != "path" or len(parts) < 4:
        return None
    del parts[chance.randrange(1, len(parts) - 2)]
    return "/".join(parts)


def extension(fact: Fact, chance: random.Random) -> str | None:
    """Another extension."""
    stem, dot, old = fact.literal.rpartition(".")
    if fact.category != "path" or not dot or "/" in old or not stem:
        return None
    return f"{stem}.{chance.choice([e for e in ('py', 'ts', 'json', 'yaml', 'rs', 'md') if e != old])}"


def name(fact: Fact, chance: random.Random) -> str | None:
    """A letter of a file's name is doubled, dropped or changed."""
    folder, _, last = fact.literal.rpartition("/")
    stem = last.partition(".")[0]
    if fact.category != "path" or len(stem) < 5:
        return None
    i = chance.randrange(1, len(stem) - 1)
    new = chance.choice(
        [stem[:i] + stem[i + 1 :], stem[:i] + stem[i] + stem[i:], stem[:i] + "xq"[stem[i] == "x"] + stem[i + 1 :]]
    )
    return (folder + "/" if folder else "") + new + last[len(stem) :]


def letter(fact: Fact, chance: random.Random) -> str | None:
    """One character of an id or a hash."""
    if fact.category not in ("uuid", "hash"):
        return None
    i = chance.choice([i for i, char in enumerate(fact.literal) if char != "-"])
    other = chance.choice([c for c in "0123456789abcdef" if c != fact.literal[i].lower()])
    return fact.literal[:i] + other + fact.literal[i + 1 :]


def word(fact: Fact, chance: random.Random) -> str | None:
    """A letter of a name: an exception, a variable, an address, a flag of a command."""
    if fact.category not in ("error", "env", "url", "command"):
        return None
    places = [i for i, char in enumerate(fact.literal) if char.isalpha()][3:]
    if len(places) < 4:
        return None
    i = chance.choice(places)
    other = "q" if fact.literal[i].islower() else "Q"
    return None if fact.literal[i] == other else fact.literal[:i] + other + fact.literal[i + 1 :]


def invented(fact: Fact, chance: random.Random) -> str | None:
    """A value that has nothing to do with the session."""
    number = str(chance.randrange(13_000, 99_000))
    hexes = "".join(chance.choice("0123456789abcdef") for _ in range(32))
    made = {
        "path": f"services/billing{number[:2]}/ledger_export_{number}.py",
        "uuid": f"{hexes[:8]}-{hexes[8:12]}-{hexes[12:16]}-{hexes[16:20]}-{hexes[20:]}" if len(hexes) == 32 else None,
        "hash": "9a" + hexes[:8],
        "url": f"https://metrics.acme-{number}.example/v9/export",
        "env": f"ACME_{number}_EXPORT_MODE",
        "error": f"Ledger{chance.choice('KLMNP')}quotaExhaustedError",
        "command": f"terraform apply -target=module.billing{number} -auto-approve",
        "port": str(chance.randrange(13_000, 65_000)),
        "reference": f"#{number}",
        "datetime": f"20{chance.randrange(31, 59)}-0{chance.randrange(1, 9)}-1{chance.randrange(0, 9)}",
    }
    if fact.category == "number":
        return f"{number} {chance.choice(['ms', 'MB', 'requests', 'customers', 'rows'])}"
    value = made.get(fact.category)
    return (
        value
        if fact.category != "uuid" or value is None
        else f"{hexes[:8]}-{hexes[8:12]}-{hexes[12:16]}-{hexes[16:20]}-{hexes[20:]}"
    )


CHANGES: dict[str, tuple[Change, str]] = {
    "a digit": (digit, "altered"),
    "two digits swapped": (swapped_digits, "altered"),
    "a zero too many": (magnitude, "altered"),
    "another unit": (unit, "altered"),
    "another folder": (directory, "altered"),
    "a folder left out": (dropped_directory, "altered"),
    "another extension": (extension, "altered"),
    "a letter of a file": (name, "altered"),
    "a character of an id": (letter, "altered"),
    "a letter of a name": (word, "altered"),
    "invented": (invented, "unverified"),
}
"""Each change with the kind that a finding about it should have. A value from elsewhere in the log and a correction
undone are made by ``inject``, which knows the log."""
