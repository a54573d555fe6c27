"""Patterns of everything that is a slip away from a value, or a rounding of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from threefold.auditing.facts.tokens import LONG, SHORT, Token
from threefold.text.later import later
from threefold.text.quantities import plain

_PREFIX = 3  # digits by which the numbers of a range are looked for
_ENDS = r"(?:\b|[KMGTkmghnus])"
_WIDE = 50  # one part of so many of a number from which on fewer of them do
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


def numbers_between(low: Fraction, high: Fraction, *, broken: bool = False) -> Iterator[str]:
    """Patterns of the numbers from one to another, whole ones and decimals, by the digits that they begin with. Of the
    short ones that are whole there is none if they are to be ``broken``."""
    if low <= 0:
        return
    size = len(str(int(low))) if low >= 1 else 1 - len(str(int(1 / low)))  # digits in front of the point
    told = _PREFIX - (high - low > low / _WIDE)
    unit = Fraction(10) ** (size - told)
    for shown, ends in groupby(range(int(low / unit), int(high / unit) + 1), lambda first: first // 10):
        last = f"[{''.join(str(first % 10) for first in ends)}]"
        if unit > 1:
            yield ",?".join([*str(shown or ""), last, *["[0-9]"] * (size - told)]) + _ENDS
        elif unit == 1:
            yield ",?".join([*str(shown or ""), last]) + (r"\.[0-9]" if broken else _ENDS)
        else:
            whole, _, rest = plain(shown * unit * 10).partition(".")
            yield rf"{whole if whole != '0' else ''}\.{rest.ljust(told - size - 1, '0')}{last}"


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
