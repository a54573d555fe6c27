"""Patterns of everything that is a slip away from a value, or a rounding of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from threefold.auditing.facts.tokens import LONG, SHORT, Token
from threefold.text.later import later

Range = tuple[Fraction, Fraction]
"""From one number to below another."""
_PREFIX = 3  # digits by which the numbers of a range are looked for
_LABEL = "[A-Za-z0-9_+-]{1,41}"
_PARTS = later(r"([.@])")


def masks(one: Token) -> Iterator[str]:
    """Patterns of everything that is one slip away from a token, and of itself: a character changed, added or left out,
    two neighbours swapped, another value of an option, another label of a host."""
    name, kind = re.escape(one.name), one.fact.kind
    if kind == "option":
        assigned = "[= ]?[0-9]{1,6}" if len(one.name) == 2 else "[= ][0-9A-Za-z_./:@+-]{0,59}[0-9A-Za-z_/]"
        yield name + assigned
    elif kind in ("host", "mail"):
        yield from _labels(one.letters)
    elif kind == "size":
        yield f"{name}[0-9]{{2,5}}"
    elif kind == "thing":
        yield f"[0-9]{{2,3}}{name}"
    elif kind == "clock":
        yield f"{one.letters[:-2]}[0-5][0-9]"
        yield from changed(one.letters)
    elif one.name:
        yield from (name + digits for digits in changed(one.value))
    else:
        if is_round(one.letters):
            yield from _of_its_size(int(one.letters))
        yield from changed(one.letters)
        yield re.escape(one.letters)


def of_amount(token: Token | None, ranges: list[Range]) -> Iterator[str]:
    """Patterns of the bare numbers that an amount is a slip away from or rounds."""
    if token is not None:
        yield from masks(token)
    for low, high in ranges:
        yield from between(int(low), int(high))


def between(low: int, high: int) -> Iterator[str]:
    """Patterns of the whole numbers of one length from one to another, by the digits that they begin with."""
    size = len(str(high))
    begin = max(low, 10 ** (size - 1))
    told = min(size, _PREFIX)
    for first in range(begin // 10 ** (size - told), high // 10 ** (size - told) + 1):
        yield ",?".join([*str(first), *["[0-9]"] * (size - told)])


def is_round(letters: str) -> bool:
    """Whether a number looks as if it was rounded."""
    return letters.isdigit() and SHORT < len(letters) <= LONG and letters.endswith("00")


def _of_its_size(value: int) -> Iterator[str]:
    """Numbers that begin like those that are a tenth away at most."""
    size = len(str(value))
    for first in {str(int(value * (1 + share / 100)))[:2] for share in range(-10, 11)}:
        yield ",?".join([*first, *(["[0-9]"] * (size - 2))])


def changed(letters: str) -> Iterator[str]:
    """Patterns of what one slip makes of these letters."""
    between_ = ",?" if letters.isdigit() else ""
    for place, char in enumerate(letters):
        head, tail = letters[:place], letters[place + 1 :]
        if char.isalnum():
            yield between_.join(
                [*map(re.escape, head), "[0-9]" if char.isdigit() else "[A-Za-z]", *map(re.escape, tail)]
            )
            if len(letters) > SHORT + 1:
                yield between_.join(map(re.escape, head + tail))
        if tail and tail[0] != char:
            yield between_.join(map(re.escape, head + tail[0] + char + tail[1:]))


def _labels(address: str) -> Iterator[str]:
    """Hosts and addresses of mail with another label in one place; of a host of two labels, the first with a slip."""
    pieces = _PARTS.split(address)
    if len(pieces) < len("a.b.c"):
        yield from (rf"{first}\.{pieces[-1]}" for first in changed(pieces[0]))
        return
    for place in range(0, len(pieces), 2):
        yield "".join([*map(re.escape, pieces[:place]), _LABEL, *map(re.escape, pieces[place + 1 :])])
