"""Corrections: what a summary makes of each value that a human put right."""

from __future__ import annotations

from collections.abc import Callable

from threefold.auditing.facts import Fact
from threefold.auditing.findings import ALTERED, VERIFIED, Assertion, Finding, Near
from threefold.auditing.ledger import Ledger
from threefold.text.later import later

_REFUSED = later(
    r"(?i)(?:\b(?:not|n't|no|never|without|instead of|rather than|no longer|was|formerly|rejected|refused|dropped)"
    r"|不是|不用|不要|别用|而非|不再|不)[ `\"'“「]{0,3}"
    r"(?:(?:the|a|an|use|using|be|to|at|on) ){0,2}[`\"'“「]?(?:[\w.]+[-_])?$"
)
"""What in front of a value says that it is the one that is not meant."""
_FROM = later(r"(?i)\bfrom [`\"'“]?$")
_TO = later(r"(?i)[`\"'”]?\s{0,3}to\b")
_LEFT = later(r"(?i)[`\"'”」]?\s{0,3}(?:became\b|改为|改成|换成|变为)")
"""What behind a value says that another has taken its place."""
_WORDS = later(r"[a-z0-9_]+")
_REACH = 40  # characters in front of a value that are read for it


def corrected(ledger: Ledger, summary: str, sentence_at: Callable[[int, int], str]) -> list[Finding]:
    """What the summary makes of each correction: verified where it gives the wanted value, altered where it gives only
    the rejected one, or gives that and refuses the wanted one. A correction of which neither stands is coverage's."""
    findings: list[Finding] = []
    lower = summary.lower()
    if len(lower) != len(summary):
        lower = summary  # a letter whose small form is longer: places would not be places of the summary
    words = frozenset(_WORDS.findall(lower))  # most of many corrections do not stand there at all
    for said in {one.correction.normal: one for one in ledger.corrections}.values():
        wanted, rejected = said.correction.wanted, said.correction.rejected
        meant, refused = _places(lower, wanted, words)
        found, status = (meant or refused), VERIFIED
        if not meant and rejected:
            back, denied = _places(lower, rejected, words)
            if back or (denied and not refused):
                found, status = back or denied, ALTERED
        if not found:
            continue
        start = found[0]
        end = start + len(wanted if status is VERIFIED else rejected)
        fact = Fact("correction", "correction", summary[start:end], said.correction.normal, start, end)
        near = () if status is VERIFIED else (Near(wanted, f"the user corrected {rejected} to {wanted}", said.event),)
        basis = "the wanted value" if status is VERIFIED else "the rejected value"
        findings.append(Finding(Assertion(fact, 1, sentence_at(start, end)), status, basis, said.event, near))
    return findings


def _places(text: str, value: str, words: frozenset[str]) -> tuple[list[int], list[int]]:
    """Where a value stands as a word of its own or at the end of a name (``tariff-v7``): first where it is given, and
    first where it is said not to be meant."""
    given: list[int] = []
    refused: list[int] = []
    value = value.lower()
    if not words.issuperset(_WORDS.findall(value)):
        return given, refused
    place = text.find(value) if value else -1
    while place >= 0 and not given:
        if _whole(text, place, place + len(value)):
            (refused if _is_refused(text, place, place + len(value)) else given).append(place)
        place = text.find(value, place + 1)
    return given, refused


def _is_refused(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a value says that it is not the one: ``not v6``, ``from v6 to``, v6改为."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _REFUSED.search(before) or _LEFT.match(after):
        return True
    return _FROM.search(before) is not None and _TO.match(after) is not None


def _whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if _joins(before) and _joins(text[start]):
        return False
    if before in (".", ",") and text[start - 2 : start - 1].isdigit() and text[start].isdigit():
        return False
    if _joins(after) and _joins(text[end - 1]):
        return False
    return not (after in (".", ",", "-") and text[end + 1 : end + 2].isalnum() and text[end - 1].isascii())


def _joins(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
