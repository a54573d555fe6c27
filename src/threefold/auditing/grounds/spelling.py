"""The letters by which a summary's fact can be found in the ledger besides its normal form."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from threefold.auditing.facts import bare
from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds import tables
from threefold.text import arithmetic, quantities, units
from threefold.text.later import later
from threefold.text.quantities import Quantity
from threefold.text.unicode import encode

_HOME = later(r"/(?:home|Users)/[^/]+/|/root/")
LONG_NUMBER = 5  # digits from which on a number is telling by itself: shorter ones stand in any log


def needles_of(fact: Fact, cwd: str) -> list[bytes]:
    """The letters by which a fact can be found in the ledger besides its normal form."""
    if fact.category == "path":
        return [encode(needle) for needle in _path_needles(fact, cwd)]
    if fact.category in ("uuid", "hash", "url", "error", "env", "command", "port", "reference", "datetime"):
        spelled = {fact.literal, fact.normal}
        if fact.category == "env":
            spelled.add(fact.normal.lower())  # a name shouted in a heading
        if fact.kind == "time" and fact.normal[:1] == "0":
            spelled.add(fact.normal[1:])  # 2:40
        if fact.kind == "date" and fact.normal[4:5] != "-" and fact.literal.isascii():
            spelled.discard(fact.normal)  # 02-15 is much else
        if fact.category == "url":
            spelled.add(fact.literal.rstrip("/"))
            spelled.add(fact.literal.partition("://")[2].rstrip("/"))
        if fact.category == "reference" and fact.kind == "number":
            spelled = {
                f"{word}{fact.normal[1:]}" for word in ("#", "pull/", "issues/", "pr/", "PR ", "pr view ", "PR-")
            }
        if fact.category == "error" and fact.kind in ("http", "exit"):
            spelled = {fact.literal} | ({fact.normal.rpartition(" ")[2]} if fact.kind == "http" else set())
        if fact.category == "error" and fact.kind == "numbered":
            spelled = {fact.literal, fact.normal.rpartition(" ")[2]}
        if fact.category == "command":
            spelled |= {quoted.replace('"', "'") for quoted in spelled} | {s.replace("'", '"') for s in spelled}
        return [encode(needle) for needle in spelled if len(needle) > 1]
    if fact.category == "number" and fact.kind == "version":
        return [encode(fact.normal[1:])]
    if fact.category == "number":
        quantity = quantity_of(fact.normal, fact.literal)
        if quantity is None:
            return [encode(fact.literal)]
        counted = [counted_digits(quantity)] if fact.kind.startswith("count:") else []
        if counted and counted[0][:1] in ("4", "5") and len(counted[0]) == 3:
            counted.append(f"{counted[0]}s")  # as one speaks of a status
        if fact.literal.endswith("行") and counted[0]:
            counted.append(f":{counted[0]}")  # as an editor and a compiler name it
        counted += [scheduled(quantity), *in_iso(quantity)]
        clock = arithmetic.short_clock(quantity)
        counted += [clock] if clock else []
        unitless = [*bare.needles(fact, quantity), *tables.needles(fact)]
        return [encode(fact.literal), *long_digits(quantity.number), *map(encode, filter(None, (*counted, *unitless)))]
    return []


def scheduled(quantity: Quantity) -> str:
    """How a table of cron says that something is done every so many minutes or hours."""
    digits = quantities.plain(quantity.number)
    if not digits.isdigit():
        return ""
    return {"minute": f"*/{digits} * *", "hour": f" */{digits} * *"}.get(quantity.unit, "")


def in_iso(quantity: Quantity) -> list[str]:
    """How ISO 8601 writes a duration of one unit: ``PT36H``, ``P7D``."""
    if quantity.dimension != "time":
        return []
    found = []
    for unit, (sign, worth) in _ISO.items():
        number = quantity.values[0] / worth
        if number.denominator == 1 and 0 < number < 10_000:
            found.append(f"{sign}{number}{unit[-1]}")
    return found


_ISO = {"S": ("PT", 1), "M": ("PT", 60), "H": ("PT", 3_600), "D": ("P", 86_400), "W": ("P", 604_800)}


def counted_digits(quantity: Quantity) -> str:
    """The digits of a count that may stand apart from what it counts; a single digit stands anywhere."""
    digits = quantities.plain(quantity.number)
    return digits if digits.isdigit() and 1 < len(digits) < LONG_NUMBER else ""


def long_digits(number: Fraction) -> list[bytes]:
    """The digits of a long number, plain and with separators."""
    plain = quantities.plain(number)
    if len(plain) < LONG_NUMBER or "/" in plain:
        return []
    return [encode(plain), *([encode(f"{int(number):,}")] if number.denominator == 1 and number >= 1000 else [])]


def _path_needles(fact: Fact, cwd: str) -> list[str]:
    whole = fact.normal
    found = [whole, fact.literal.rstrip("/")]
    if whole.startswith("@"):
        found.append(whole[1:])  # a mention of the file
    if fact.kind in ("windows", "file-url"):
        found += [fact.literal.replace("\\", "/"), fact.literal.replace("/", "\\"), fact.literal.replace("\\", "\\\\")]
    home = _HOME.match(whole)
    if home is not None:
        found.append(f"~/{whole[home.end() :]}")
    folder, _, name = whole.rpartition("/")
    if folder and name:
        found += [folder, name, folder.rpartition("/")[2]]
    return found


@lru_cache(maxsize=1 << 11)
def quantity_of(normal: str, literal: str) -> Quantity | None:
    if normal.startswith("v") and normal[1:2].isdigit():
        return None
    return units.parse(literal) or units.parse(normal)
