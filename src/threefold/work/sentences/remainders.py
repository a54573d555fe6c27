"""Which sentences of closing words leave something open, as labelled sentences taught it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from threefold.work.sentences import weights
from threefold.work.sentences.phrases import Said
from threefold.work.sentences.signs import Work, signs


def leaning(lines: Sequence[Said], work: Work = "changed", request: Sequence[Said] = ()) -> list[int]:
    """For each sentence of a message that closes some ``work`` on a ``request`` how far it leans towards something
    open, in hundredths of log-odds.

    Above nothing it is read as open. A heading leans nowhere.
    """
    known, bias = _known(), weights.BIAS[work]
    return [bias + sum(known.get(sign, 0) for sign in own) if own else -1_000 for own in signs(lines, work, request)]


@cache
def _known() -> dict[str, int]:
    """The weights by sign, as :mod:`threefold.work.sentences.signs` names them."""
    found: dict[str, int] = {}
    for family, entries in weights.FAMILIES.items():
        parts = entries.split()
        for sign, weight in zip(parts[::2], parts[1::2], strict=True):
            found[f"{family} {sign.replace('_', ' ')}"] = int(weight)
    return found
