"""Slips: whether one value can have become another by a small mistake, of letters, of digits or of one piece."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from threefold.text.later import later

_LONGEST_NUMBER = 20
_DIGITS = "0123456789"
FEW_DIGITS, POINT = "a few digits", "the decimal point"


def slips(number: str) -> Iterator[tuple[str, str]]:
    """Every number that is one slip away, and which: a digit changed, added or left out, two neighbours swapped (across
    a point, too), zeros too many or too few, the point moved, two parts of a version swapped.

    Looking each of them up costs the same however many numbers the ledger holds.
    """
    if len(number) > _LONGEST_NUMBER:
        return
    seen = {number}
    for one, difference in itertools.chain(_of_digits(number), _of_points(number)):
        normal = _trimmed(one)
        if normal and normal not in seen:
            seen.add(normal)
            yield normal, difference


def _of_digits(number: str) -> Iterator[tuple[str, str]]:
    for place in range(len(number) + 1):
        head, tail = number[:place], number[place:]
        changed = [head + digit + tail for digit in _DIGITS]
        if tail:
            if tail[0].isdigit():
                changed += [head + digit + tail[1:] for digit in _DIGITS]
                changed.append(head + tail[1:])
            if len(tail) > 1:
                changed.append(head + tail[1] + tail[0] + tail[2:])
            if len(tail) > 2 and tail[1] == ".":
                changed.append(f"{head}{tail[2]}.{tail[0]}{tail[3:]}")
        for one in changed:
            yield one, FEW_DIGITS


def _of_points(number: str) -> Iterator[tuple[str, str]]:
    """Whole numbers with other zeros, fractions with another point, versions with their parts swapped."""
    if number.startswith("v"):
        parts = number[1:].split(".")
        for one, two in itertools.combinations(range(len(parts)), 2):
            other = parts.copy()
            other[one], other[two] = parts[two], parts[one]
            yield "v" + ".".join(other), "parts swapped"
        return
    if "." not in number:
        for zeros in ("00", "000"):
            yield number + zeros, FEW_DIGITS
            if number.endswith(zeros):
                yield number[: -len(zeros)], FEW_DIGITS
    digits = number.replace(".", "", 1)
    if digits.isdigit():
        for place in range(1, len(digits) + 1):
            yield f"{digits[:place]}.{digits[place:]}", POINT


def _trimmed(number: str) -> str:
    """A changed number in the form in which numbers are listed: no leading zeros, no trailing ones of a fraction."""
    if number.startswith("v"):
        return number
    whole, dot, decimals = number.partition(".")
    whole, decimals = whole.lstrip("0") or "0", decimals.rstrip("0")
    return f"{whole}.{decimals}" if dot and decimals else whole


_NAME_PIECES = 2  # of a name in capitals that two have in common
_SHORTEST_STEM = 4
_ADDRESS_PIECES = later(r"[/?&#=]+")


def kindred(one: str, other: str) -> bool:
    """Whether two names in capitals differ in one of three words or more, or one is the other with an ending."""
    mine, theirs = one.split("_"), other.split("_")
    if len(mine) == len(theirs) > _NAME_PIECES:
        return sum(left != right for left, right in zip(mine, theirs, strict=True)) == 1
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and short.count("_") >= _NAME_PIECES - 1 and len(short) >= 2 * _SHORTEST_STEM


_HUMPS = later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_KINDS = frozenset(["Error", "Exception", "Warning", "Failure", "Panic", "Fault", "Interrupt"])


@lru_cache(maxsize=1 << 13)
def _humps(name: str) -> frozenset[str]:
    return frozenset(_HUMPS.findall(name))


@lru_cache(maxsize=1 << 13)
def _pieces(address: str) -> tuple[str, ...]:
    return tuple(_ADDRESS_PIECES.split(address))


def named_alike(one: str, other: str) -> bool:
    """Whether two exceptions' names have at least half of the words in common that tell something: ``ClassNotFound``
    and ``NoClassDefFound``."""
    mine, theirs = _humps(one), _humps(other)
    if _KINDS.isdisjoint(mine) or _KINDS.isdisjoint(theirs):
        return False
    mine, theirs = mine - _KINDS, theirs - _KINDS
    fewest = min(len(mine), len(theirs))
    return fewest > 0 and 2 * len(mine & theirs) >= fewest


def one_word(one: str, other: str) -> bool:
    """Whether two names differ in one of their words: ``qr_page`` and ``qr_screen``."""
    mine, theirs = _HUMPS.findall(one), _HUMPS.findall(other)
    apart = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    return len(mine) == len(theirs) > 1 and len(apart) == 1 and not all(word.isdigit() for word in apart[0])


def longer(one: str, other: str) -> bool:
    """Whether one word is the other with letters put in at one place: ``crontab`` and ``cron``."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST_STEM or len(short) == len(long):
        return False
    head = next((k for k, (left, right) in enumerate(zip(short, long, strict=False)) if left != right), len(short))
    return long.endswith(short[head:])


def one_piece(one: str, other: str) -> bool:
    """Whether two addresses on one host differ in one piece of their path or query; numbers there are names, too."""
    mine, theirs = _pieces(one), _pieces(other)
    if len(mine) != len(theirs) or len(mine) < 3 or mine[:2] != theirs[:2]:
        return False
    apart = [(left, right) for left, right in zip(mine, theirs, strict=True) if left != right]
    return len(apart) == 1 and not (apart[0][0].isdigit() and apart[0][1].isdigit())


def slip(one: str, other: str) -> bool:
    """Whether two words differ by a slip: one change in five letters, two in ten, three in more than twenty."""
    longest = max(len(one), len(other))
    allowed = 0 if longest < 5 else 1 if longest < 10 else 2 if longest < 24 else 3
    return one != other and distance(one, other, allowed) <= allowed


@lru_cache(maxsize=4096)
def pieces_of(word: str, most: int) -> tuple[str, ...]:
    """Pieces of a word of which one at least stands unchanged in every word that is at most so many changes away: each
    change (a swap: at most two) touches one piece, so one more than can be touched is enough."""
    count = 2 * most + 1
    if len(word) < 2 * count:
        return ("",)
    size = len(word) // count
    return tuple(word[k * size : (k + 1) * size] for k in range(count))


def _two_changes(one: str, other: str) -> bool:
    """Whether two changes lead from one word to another of its length, where both ends of the two differ: a letter in
    at one end and out at the other, or letters changed or swapped in place."""
    apart = [place for place, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    if len(apart) <= 2 or one[1:] == other[:-1] or one[:-1] == other[1:]:
        return True
    beside = ((k, apart[k]) for k in range(len(apart) - 1) if apart[k + 1] == apart[k] + 1)
    swaps = [k for k, at in beside if one[at] == other[at + 1] and one[at + 1] == other[at]]
    return (len(apart) == 3 and bool(swaps)) or (len(apart) == 4 and 0 in swaps and 2 in swaps)


def _common(one: str, other: str) -> int:
    """How many characters two words have in common at their beginning."""
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


@lru_cache(maxsize=1 << 14)
def _letters(word: str) -> int:
    """How often a word has each letter: as many bits in the letter's place, up to sixteen (letters share 64 places)."""
    counts: dict[int, int] = {}
    for letter in word:
        place = ord(letter) & 63
        counts[place] = counts.get(place, 0) + 1
    return sum(((1 << min(count, 16)) - 1) << 16 * place for place, count in counts.items())


def distance(one: str, other: str, most: int) -> int:
    """How many single changes, insertions, deletions or swaps of neighbours lead from one word to the other.

    Counted up to ``most``; more is reported as ``most + 1``. The work is bounded by ``len(one) * (2 * most + 1)``.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    mine, theirs = _letters(one), _letters(other)
    if (mine & ~theirs).bit_count() > most or (theirs & ~mine).bit_count() > most:
        return most + 1  # each change takes away one letter at most, and adds one at most
    if not any(piece in other for piece in pieces_of(one, most)):
        return most + 1
    start = _common(one, other)
    one, other = one[start:], other[start:]
    end = _common(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    if not one or not other:
        return min(len(one) + len(other), most + 1)
    if most == 1:  # at both ends they differ, so one change is the whole of it
        swapped = len(one) == len(other) == 2 and one[0] == other[1] and one[1] == other[0]
        return 1 if swapped or len(one) == len(other) == 1 else 2
    if most == 2 and len(one) == len(other) > 2:
        return 2 if _two_changes(one, other) else 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        current = [i] + [most + 1] * len(other)
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            cost = char != other[j - 1]
            current[j] = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + cost)
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == other[j - 1]:
                current[j] = min(current[j], before[j - 2] + 1)
        before, row = row, current
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
