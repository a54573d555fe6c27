"""Facts that do not stand in the ledger but elsewhere in the log: in an earlier summary, or in events that the
summariser was not given. They stay unverified, and the finding says where they were found."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from ahocorasick_rs import BytesAhoCorasick

from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.findings import ALTERED, UNVERIFIED, Finding
from threefold.auditing.ledger.needles import stands_alone, together
from threefold.session import Compaction, Session
from threefold.text.unicode import encode

EARLIER = "stands only in an earlier summary"
ELSEWHERE = "stands in the log, but outside the ledger"
_BLOCK = 1 << 17  # bytes that are searched at once
_IDLE = 500  # matches in a block that told nothing, from which on the search is made anew for what is still open


class Outside:
    """Looks for findings in the whole of a log. For many compactions the log is searched once, for all they assert."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._expected: dict[bytes, None] = {}
        self._firsts: dict[bytes, tuple[int, int]] | None = None

    def expect(self, facts: Iterable[Fact]) -> None:
        """Say for which facts ``mark`` may be asked, so that one search serves them all."""
        for fact in facts:
            self._expected.update(dict.fromkeys(_spellings(fact.literal, self.session.cwd)))

    def mark(self, compaction: Compaction, findings: list[Finding]) -> list[Finding]:
        """Mark the ungrounded findings whose letters stand in the log before the compaction."""
        spelled: dict[int, set[bytes]] = {}
        for index, one in enumerate(findings):
            if one.status in (ALTERED, UNVERIFIED) and one.assertion.fact.category != "correction":
                spelled[index] = _spellings(one.assertion.fact.literal, self.session.cwd)
        if not spelled:
            return findings
        end = _end(self.session, compaction)
        firsts = self._found({needle for needles in spelled.values() for needle in needles}, end)
        summaries = {c.summary_event for c in self.session.compactions}
        marked = list(findings)
        for index, needles in spelled.items():
            _, event = min((firsts[needle] for needle in needles if needle in firsts), default=(0, end))
            if event < end:
                basis = EARLIER if event in summaries else ELSEWHERE
                marked[index] = findings[index]._replace(status=UNVERIFIED, basis=basis, event=event, outside=True)
        return marked

    def _found(self, needles: set[bytes], end: int) -> dict[bytes, tuple[int, int]]:
        if not self._expected.keys() >= needles:
            return self._search(sorted(needles), end)
        if self._firsts is None:
            self._firsts = self._search(list(self._expected), len(self.session.events))
        return self._firsts

    def _search(self, needles: list[bytes], end: int) -> dict[bytes, tuple[int, int]]:
        """Where each of these letters stands first before an event: a number that grows along the log, and the event.

        One pass over the log's bytes; what was found is no longer looked for."""
        found: dict[bytes, tuple[int, int]] = {}
        needles = together(needles)
        search, wanted = BytesAhoCorasick(needles), len(needles)
        for first, raw, ends in blocks(self.session, end):
            idle, before = 0, len(found)
            for number, low, high in search.find_matches_as_indexes(raw, overlapping=True):
                needle = needles[number]
                if needle in found or not stands_alone(raw, low, high, needle):
                    idle += 1
                else:
                    found[needle] = len(found), first + bisect_left(ends, high)
            if idle > _IDLE and before < len(found) < wanted:
                needles = [needle for needle in needles if needle not in found]
                search = BytesAhoCorasick(needles)
            if len(found) == wanted:
                break
        return found


def _end(session: Session, compaction: Compaction) -> int:
    """The first event behind what was there for the summariser to see. What follows up to the compaction is its own
    work: the order to summarise, and its answer, in which the summary's every value stands."""
    seen = [events[-1] + 1 for events in (compaction.covers, compaction.kept) if len(events)]
    return min(max(seen, default=compaction.event), compaction.event, len(session.events))


def blocks(session: Session, events: int, most: int | None = None) -> Iterator[tuple[int, bytes, list[int]]]:
    """The log's bytes up to an event in blocks of whole events, with the lines in between that hold no event: the
    first event of each, its bytes, and where in them each event ends. ``most`` leaves out what stands more bytes before
    the end than that."""
    begun = first = 0
    ends: list[int] = []
    if most is not None and events:
        last = session.events.span(events - 1)[1]
        first = bisect_left(range(events), last - most, key=lambda event: session.events.span(event)[0])
        begun = session.events.span(first)[0]
    for event in range(first, events):
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
