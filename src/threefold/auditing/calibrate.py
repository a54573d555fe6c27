"""Calibration: how right the audit's candidates are, by a person's labels, and which settings the labels speak for.

The defaults of ``critical_number_count``, the root markers and the caps are guesses until somebody labels candidates.
Below fifty labels nothing is recommended: a share of ten labels says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from threefold.errors import InputError

FEWEST = 50
"""Labels that a recommendation needs."""
GOOD_ENOUGH = 0.8
"""The precision at which a finding is worth a person's time."""
_Z = 1.959964  # of a two-sided interval of 95%


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """One labelled candidate: the fields of a record's candidate, and ``right``, a person's answer.

    ``right`` is true when the finding is one a person agrees with. A fact that the audit passed and should not have
    (``status`` ``verified`` or ``equivalent``) is labelled with ``right`` false: it counts against recall.
    """

    category: str
    status: str
    right: bool
    value: str = ""
    count: int = 1
    rank: int = 0
    kind: str = ""


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """A share with its 95% Wilson interval."""

    right: int
    of: int
    rate: float
    low: float
    high: float


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What the labels say. ``recommended`` is empty, and ``refused`` says why, where they are too few.

    ``settings`` says how right the lost facts that a setting lets through are, by the setting and its value.
    """

    labels: int
    precision: dict[str, Rate]
    recall: Rate | None
    recommended: dict[str, object]
    refused: str
    settings: dict[str, Rate] = {}


def wilson(right: int, of: int) -> Rate:
    """The Wilson score interval, which stays within 0 and 1 and is honest about few labels (Wilson 1927)."""
    if of == 0:
        return Rate(right=0, of=0, rate=0.0, low=0.0, high=1.0)
    share = right / of
    centre = share + _Z * _Z / (2 * of)
    spread = _Z * math.sqrt(share * (1 - share) / of + _Z * _Z / (4 * of * of))
    scale = 1 + _Z * _Z / of
    low, high = max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
    return Rate(right=right, of=of, rate=round(share, 4), low=round(low, 4), high=round(high, 4))


def read_labels(lines: Iterable[bytes]) -> list[Label]:
    """Labels from JSON lines. Raises InputError with the number of the first line that is none."""
    decoder = msgspec.json.Decoder(Label)
    labels: list[Label] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                labels.append(decoder.decode(line))
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
                raise InputError(
                    f"Line {number} is no label: {error}. A label has category, status and right (true or false)."
                ) from error
    return labels


def calibrate(labels: Sequence[Label]) -> Calibration:
    """Precision by status and category, recall where missed facts were labelled, and what to set."""
    findings = [label for label in labels if label.status in ("altered", "unverified", "lost")]
    passed = [label for label in labels if label.status in ("verified", "equivalent")]
    groups: dict[str, list[Label]] = {}
    for label in findings:
        groups.setdefault(label.status, []).append(label)
        groups.setdefault(f"{label.status} {label.category}", []).append(label)
    precision = {name: wilson(sum(one.right for one in group), len(group)) for name, group in sorted(groups.items())}
    faults = [one for one in findings if one.right and one.status != "lost"]
    missed = [one for one in passed if not one.right]
    recall = wilson(len(faults), len(faults) + len(missed)) if (passed and faults) or missed else None
    settings = _by_setting([one for one in findings if one.status == "lost"])
    if len(findings) < FEWEST:
        refused = (
            f"{len(findings)} labelled findings; a recommendation needs {FEWEST}: label {FEWEST - len(findings)} more"
        )
        return Calibration(
            labels=len(labels), precision=precision, recall=recall, recommended={}, refused=refused, settings=settings
        )
    return Calibration(
        labels=len(labels),
        precision=precision,
        recall=recall,
        recommended=_recommended(findings, labels),
        refused="",
        settings=settings,
    )


_COUNTS = (1, 2, 3, 5, 10, 20)
_CAPS = (20, 50, 100, 200, 500)


def _by_setting(lost: Sequence[Label]) -> dict[str, Rate]:
    """How right lost numbers are from each count on, and lost facts up to each rank: where they differ."""
    rates: dict[str, Rate] = {}
    numbers = [one for one in lost if one.category == "number"]
    ranked = [one for one in lost if one.rank]
    for name, values, group in (
        ("critical_number_count", _COUNTS, [[one for one in numbers if one.count >= least] for least in _COUNTS]),
        ("max_facts_per_category", _CAPS, [[one for one in ranked if one.rank <= most] for most in _CAPS]),
    ):
        known = -1
        for value, kept in zip(values, group, strict=True):
            if kept and len(kept) != known:
                rates[f"{name} {value}"] = wilson(sum(one.right for one in kept), len(kept))
                known = len(kept)
    return rates


def _recommended(findings: Sequence[Label], labels: Sequence[Label]) -> dict[str, object]:
    recommended: dict[str, object] = {}
    count = _critical_count([one for one in findings if one.status == "lost" and one.category == "number"])
    if count is not None:
        recommended["critical_number_count"] = count
    markers = _markers(labels)
    if markers:
        recommended["path_markers"] = markers
    ranks = [one.rank for one in findings if one.right and one.status == "lost" and one.rank]
    if ranks:
        recommended["max_facts_per_category"] = max(10, math.ceil(max(ranks) / 10) * 10)
    return recommended


def _critical_count(numbers: Sequence[Label]) -> int | None:
    """The lowest count from which on lost numbers are worth naming, or None where the labels do not tell."""
    for least in sorted({one.count for one in numbers}):
        kept = [one for one in numbers if one.count >= least]
        if len(kept) >= 5 and wilson(sum(one.right for one in kept), len(kept)).rate >= GOOD_ENOUGH:
            return least
    return None


def _markers(labels: Sequence[Label]) -> list[str]:
    """First folders of relative paths that people found right at least twice and that never were wrong."""
    right: dict[str, int] = {}
    wrong: set[str] = set()
    for one in labels:
        head, slash, _ = one.value.partition("/")
        if one.category == "path" and slash and head and head[0] not in "~.$/":
            if one.right:
                right[head] = right.get(head, 0) + 1
            else:
                wrong.add(head)
    from threefold.auditing.grammar import ROOT_MARKERS

    return sorted(head for head, count in right.items() if count > 1 and head not in wrong and head not in ROOT_MARKERS)
