"""Facts that do not stand in the ledger but elsewhere in the log: in an earlier summary, or in events that the
summariser was not given. They stay unverified, and the finding says where they were found."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator

from ahocorasick_rs import BytesAhoCorasick

from threefold.auditing.fidelity import ALTERED, UNVERIFIED, Finding
from threefold.auditing.ledger import stands_alone
from threefold.session import Compaction, Session
from threefold.text.unicode import encode

EARLIER = "stands only in an earlier summary"
ELSEWHERE = "stands in the log, but outside the ledger"
_BLOCK = 1 << 20  # bytes that are searched at once


def stands_outside(session: Session, compaction: Compaction, findings: list[Finding]) -> list[Finding]:
    """Mark the ungrounded findings whose letters stand in the log before the compaction: one pass over its bytes."""
    spelled: dict[bytes, list[int]] = {}
    for index, one in enumerate(findings):
        if one.status in (ALTERED, UNVERIFIED) and one.assertion.fact.category != "correction":
            for needle in _spellings(one.assertion.fact.literal, session.cwd):
                spelled.setdefault(needle, []).append(index)
    if not spelled:
        return findings
    needles = list(spelled)
    search = BytesAhoCorasick(needles)
    summaries = {c.summary_event: True for c in session.compactions}
    found: dict[int, tuple[str, int]] = {}
    for first, raw, ends in _blocks(session, _end(session, compaction)):
        if len(found) == len(findings):
            break
        for number, low, high in search.find_matches_as_indexes(raw, overlapping=True):
            new = [index for index in spelled[needles[number]] if index not in found]
            if new and stands_alone(raw, low, high, needles[number]):
                event = first + bisect_left(ends, high)
                for index in new:
                    found[index] = (EARLIER if event in summaries else ELSEWHERE, event)
    return [
        one._replace(status=UNVERIFIED, basis=found[index][0], event=found[index][1], outside=True)
        if index in found
        else one
        for index, one in enumerate(findings)
    ]


def _end(session: Session, compaction: Compaction) -> int:
    """The first event behind what was there for the summariser to see. What follows up to the compaction is its own
    work: the order to summarise, and its answer, in which the summary's every value stands."""
    seen = [events[-1] + 1 for events in (compaction.covers, compaction.kept) if len(events)]
    return min(max(seen, default=compaction.event), compaction.event, len(session.events))


def _blocks(session: Session, events: int) -> Iterator[tuple[int, bytes, list[int]]]:
    """The log's bytes up to an event in blocks of whole events, with the lines in between that hold no event: the
    first event of each, its bytes, and where in them each event ends."""
    begun = first = 0
    ends: list[int] = []
    for event in range(events):
        start, end = session.events.span(event)
        if ends and (start < begun or end < begun + ends[-1] or ends[-1] >= _BLOCK):
            yield first, session.source.read(begun, begun + ends[-1]), ends
            begun, first, ends = begun + ends[-1], event, []
        if not ends:
            begun = min(begun, start)
        ends.append(end - begun)
    if ends:
        yield first, session.source.read(begun, begun + ends[-1]), ends


def _spellings(literal: str, cwd: str) -> set[bytes]:
    """The literal as it stands in JSON: as it is, with escapes, and with escapes for all that is not ASCII."""
    if cwd and literal.startswith(cwd.rstrip("/") + "/"):
        literal = literal[len(cwd.rstrip("/")) + 1 :]  # the harness's own notes of files are relative
    plain = encode(literal)
    escaped = json.dumps(literal, ensure_ascii=False)[1:-1]
    return {plain, encode(escaped), encode(json.dumps(literal)[1:-1]), encode(escaped.replace("/", "\\/"))}
