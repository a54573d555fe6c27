"""Calibration: how right the audit's candidates are, by a person's labels, and which settings the labels speak for.

The defaults of ``critical_number_count``, the root markers and the caps are guesses until somebody labels candidates.
Below fifty labels nothing is recommended: a share of ten labels says nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

import msgspec

from threefold.auditing.facts.fact import CATEGORIES
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


class _Entry(msgspec.Struct, kw_only=True):
    """An entry of a record; whoever did not label it left ``right`` out."""

    category: str
    status: str
    right: bool | None = None
    value: str = ""
    count: int = 1
    rank: int = 0
    kind: str = ""


class _Fidelity(msgspec.Struct):
    candidates: list[_Entry] = []


class _Coverage(msgspec.Struct):
    lost: list[_Entry] = []


class _Record(msgspec.Struct):
    """A record of an audit, as far as a person labels it."""

    fidelity: _Fidelity
    coverage: _Coverage
    statements: list[_Entry] = []
    facts: list[_Entry] | None = None

    def labels(self) -> list[Label]:
        entries = (*self.fidelity.candidates, *self.coverage.lost, *self.statements, *(self.facts or ()))
        return [
            Label(
                category=one.category, status=one.status, right=one.right, value=one.value, count=one.count,
                rank=one.rank, kind=one.kind,
            )
            for one in entries
            if one.right is not None
        ]  # fmt: skip


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """A share with its 95% Wilson interval."""

    right: int
    of: int
    rate: float
    low: float
    high: float


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What the labels say. ``recommended`` is empty, and ``refused`` says why, where they are too few.

    ``labels`` counts all of them, ``findings`` those of altered, unverified and lost facts, ``passed`` those of facts
    that the audit let pass, and ``statements`` those of rules, quotes and tasks.

    ``settings`` says how right the lost facts that a setting lets through are, by the setting and its value.
    """

    labels: int
    findings: int
    passed: int
    statements: int
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


def read_labels(data: bytes) -> list[Label]:
    """Labels from JSON lines (a label each, or a record with labelled entries), or from what ``threefold audit --json``
    prints: one array of records or several. Raises InputError with the number of the first line that is none."""
    if not data.strip():
        raise InputError("It is empty: there is no label in it.")
    labels: list[Label] = []
    unlabelled = False
    for number, text in _documents(data):
        try:
            if text.lstrip().startswith(b"["):
                records = msgspec.json.decode(text, type=list[_Record])
            elif b'"fidelity"' in text:
                records = [msgspec.json.decode(text, type=_Record)]
            else:
                labels.append(msgspec.json.decode(text, type=Label))
                continue
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise InputError(
                f"Line {number} is no label: {error}. A label has category, status and right (true or false)."
            ) from error
        found = [label for record in records for label in record.labels()]
        labels += found
        unlabelled = unlabelled or not found
    if unlabelled and not labels:
        raise InputError(
            'No entry of these records is labelled: add "right": true or false to entries of fidelity.candidates, '
            "coverage.lost or statements."
        )
    return labels


def _documents(data: bytes) -> list[tuple[int, bytes]]:
    """The JSON values of a file with the lines that they begin on: one on each line, or arrays over several lines."""
    if not data.lstrip().startswith(b"["):
        return [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    decoder = json.JSONDecoder()
    text = data.decode("utf-8", "surrogateescape")
    found: list[tuple[int, bytes]] = []
    start = len(text) - len(text.lstrip())
    while start < len(text):
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = len(text)  # whoever decodes it strictly says what is wrong
        number = text.count("\n", 0, start) + 1
        found.append((number, text[start:end].encode("utf-8", "surrogateescape")))
        start = end + len(text[end:]) - len(text[end:].lstrip())
    return found


def calibrate(labels: Sequence[Label]) -> Calibration:
    """Precision by status and category, recall where missed facts were labelled, and what to set."""
    facts = [label for label in labels if label.category in CATEGORIES]
    findings = [label for label in facts if label.status in ("altered", "unverified", "lost")]
    passed = [label for label in facts if label.status in ("verified", "equivalent", "derived")]
    spoken = [label for label in labels if label.category not in CATEGORIES]
    groups: dict[str, list[Label]] = {}
    for label in (*findings, *spoken):
        groups.setdefault(label.status, []).append(label)
        groups.setdefault(f"{label.status} {label.category}", []).append(label)
    precision = {name: wilson(sum(one.right for one in group), len(group)) for name, group in sorted(groups.items())}
    faults = [one for one in findings if one.right and one.status != "lost"]
    missed = [one for one in passed if not one.right]
    enough = len(findings) >= FEWEST
    return Calibration(
        labels=len(labels),
        findings=len(findings),
        passed=len(passed),
        statements=len(spoken),
        precision=precision,
        recall=wilson(len(faults), len(faults) + len(missed)) if (passed and faults) or missed else None,
        recommended=_recommended(findings, labels) if enough else {},
        refused="" if enough else _refusal(len(findings), len(labels)),
        settings=_by_setting([one for one in findings if one.status == "lost"]),
    )


def _refusal(findings: int, labels: int) -> str:
    others = (
        f" ({labels - findings} of the {labels} labels speak of facts that passed or of statements, for which nothing "
        "can be set)"
    )
    return (
        f"{findings} labelled findings{others if labels > findings else ''}; a recommendation needs {FEWEST}: label "
        f"{FEWEST - findings} more"
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
    from threefold.auditing.facts.grammar import ROOT_MARKERS

    return sorted(head for head, count in right.items() if count > 1 and head not in wrong and head not in ROOT_MARKERS)
