"""Corrections: what a summary makes of each value that a human put right."""

from __future__ import annotations

from collections.abc import Callable

from threefold.auditing.facts import Fact
from threefold.auditing.fidelity import ALTERED, VERIFIED, Assertion, Finding, Near
from threefold.auditing.ledger import Ledger, stands_alone
from threefold.text.unicode import decode, encode


def corrected(ledger: Ledger, summary: str, sentence_at: Callable[[int, int], str]) -> list[Finding]:
    """What the summary makes of each correction: verified where the wanted value stands in it, altered where only the
    rejected one does. A correction of which neither stands is coverage's."""
    data = encode(summary.lower())
    findings: list[Finding] = []
    for said in {one.correction.normal: one for one in ledger.corrections}.values():
        wanted, rejected = said.correction.wanted, said.correction.rejected
        for value, status in ((wanted, VERIFIED), (rejected, ALTERED)):
            place = _stands_at(data, encode(value.lower())) if value else -1
            if place < 0:
                continue
            start = len(decode(data[:place]))
            literal = summary[start : start + len(value)]
            fact = Fact("correction", "correction", literal, said.correction.normal, start, start + len(value))
            claim = Assertion(fact, 1, sentence_at(start, start + len(value)))
            basis = "the wanted value" if status is VERIFIED else "the rejected value"
            near = (
                () if status is VERIFIED else (Near(wanted, f"the user corrected {rejected} to {wanted}", said.event),)
            )
            findings.append(Finding(claim, status, basis, said.event, near))
            break
    return findings


def _stands_at(data: bytes, needle: bytes) -> int:
    place = data.find(needle)
    while place >= 0 and not stands_alone(data, place, place + len(needle), needle):
        place = data.find(needle, place + 1)
    return place
