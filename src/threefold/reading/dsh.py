"""DeepSeek Harness: ``session.jsonl`` (version 0) and ``session.v4.jsonl`` (version 4), plain or in zstd frames.

Line 1 is a header; each later line is an event, whose ``seq`` is its place in the log (version 0 may leave it out).
What the model sees is the *surface*: events with a ``surfaceOp`` append themselves or replace a span of positions. A
compaction is the bracket ``compaction/start`` … ``compaction/end`` with a ``compaction/summary`` in it, whose
``shadowedSeqs`` say what it was made from, and a message that takes their place. Shapes were taken from logs of
0.1.1-rc.2 (version 0) and 0.2.1rc2 (version 4).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

from threefold.reading import dsh_record
from threefold.reading.chain import Chain
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.values import shaped
from threefold.session import Compaction, Flag, Session, Source

if TYPE_CHECKING:
    from threefold.reading.detect import Sample

NAME = "dsh"
TITLE = "DeepSeek Harness session log"

CONTENT = frozenset(("user/message", "assistant/message", "tool/result", "system/message", "developer/message"))
CHUNKS = frozenset(("assistant/chunk", "text-chunks", "reasoning-chunks", "tool-call-chunks"))
"""Pieces of a model's answer as they streamed in; the whole stands in the ``assistant/message`` behind them."""
NONE = -1
MAX_SEQ = 1 << 53
"""Beyond this no JavaScript number counts events; such a ``seq`` is as good as absent."""


class Operation(msgspec.Struct, rename="camel"):
    """A replacement on the surface, in the names of either version."""

    start: int | None = None
    end: int | None = None
    start_seq: int | None = None
    end_seq: int | None = None


class Envelope(msgspec.Struct, rename="camel"):
    type: str = ""
    seq: int | None = None
    data: msgspec.Raw = msgspec.Raw()
    surface_op: str | Operation | None = None
    id: str | None = None
    cwd: str | None = None
    version: int | str | None = None


class Packed(msgspec.Struct):
    """A row of version 0 that packs several stream events, each of which has a ``seq`` of its own."""

    texts: list[msgspec.Raw] = []
    args: list[msgspec.Raw] = []


class Range(msgspec.Struct):
    start: int | None = None
    end: int | None = None


class Bracket(msgspec.Struct, rename="camel"):
    """The data of the events of a compaction."""

    compaction_id: str | None = None
    turn: int | None = None
    error: msgspec.Raw = msgspec.Raw()
    summary: msgspec.Raw = msgspec.Raw()
    shadowed_seqs: list[int] = []
    shadowed_range: Range | None = None
    shadowed_token_count: int | None = None
    model: str | None = None


class Origin(msgspec.Struct, rename="camel"):
    kind: str | None = None
    plugin: str | None = None
    compaction_id: str | None = None


class Sourced(msgspec.Struct):
    source: Origin | None = None


def sniff(sample: Sample) -> bool:
    first = sample.records[0] if sample.records else {}
    if first.get("type") == "session" and "version" in first and ("delegationDepth" in first or "createdAt" in first):
        return True
    return sample.any(lambda r: str(r.get("type")) in CONTENT and isinstance(r.get("data"), dict))


def is_record(record: dict[str, object]) -> bool:
    kind = record.get("type")
    return isinstance(kind, str) and ("data" in record or kind == "session")


def read(source: Source) -> Session:
    """Read a DeepSeek Harness log in one pass."""
    reader = Reader(source, Envelope, is_record)
    index = Index(source)
    for line, start, end, envelope in reader:
        reason = index.add(line, start, end, envelope)
        if reason:
            reader.skip(reason)
    index.finish()
    return index.session(NAME, dsh_record.decode, reader.lines)


class Index(FirstPass):
    """The first pass over the events."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.seqs = array("q")
        self._chain = Chain()
        self._next_seq = 0
        self._turn: int | None = None
        self._checkpoints: dict[int, int] = {}

    def add(self, line: int, start: int, end: int, envelope: Envelope) -> str:
        """Take one event; answer why its line carries nothing, or ""."""
        kind = envelope.type
        if not kind:
            return "no type"
        if kind == "session":
            if not self.id:
                self.id, self.cwd = envelope.id or "", envelope.cwd or ""
                self.version = str(envelope.version if envelope.version is not None else "")
            return "" if len(self.events) == 0 else "a second header"
        seq = envelope.seq if envelope.seq is not None and 0 <= envelope.seq < MAX_SEQ else self._next_seq
        self._next_seq = seq + 1
        if kind in CHUNKS:
            packed = shaped(envelope.data, Packed)
            self._next_seq += max(len(packed.texts), len(packed.args), 1) - 1
            return "stream chunk (repeated by its message)"
        flags = Flag.MESSAGE if kind in CONTENT else Flag.NONE
        if kind == "request/header" and self.version == "0":
            flags = Flag.MESSAGE
        checkpoint = (
            self._checkpoint_of(envelope) if kind == "user/message" and envelope.surface_op != "append" else None
        )
        if checkpoint is not None:
            flags = Flag.SUMMARY
        elif kind == "compaction/summary":
            flags = Flag.BOUNDARY
        event = self.events.add(start, end, line, kind, flags)
        self.seqs.append(seq)
        self._put_on_surface(event, envelope.surface_op)
        if kind.startswith("compaction/"):
            self._compaction_event(event, kind, envelope.data)
        elif kind == "session/end-seed":
            self.abandon("torn off: the session was resumed before it ended")
        if checkpoint is not None:
            self._checkpoint(event, checkpoint)
        return ""

    def finish(self) -> None:
        """The log has ended: what the model sees of it, and what the summaries say."""
        self.abandon("not ended in this log")
        self.surface = list(self._chain)
        for number, compaction in enumerate(self.compactions):
            text, time = dsh_record.summary_of(self.raw(compaction.event))
            unreadable = "" if text.strip() else "the summary holds no text"
            self.compactions[number] = msgspec.structs.replace(
                compaction, summary=text, unreadable=unreadable, time=time
            )

    def _event_of(self, seq: int) -> int:
        place = bisect_left(self.seqs, seq)
        return place if place < len(self.seqs) and self.seqs[place] == seq else NONE

    def _put_on_surface(self, event: int, operation: str | Operation | None) -> None:
        if operation is None:
            return
        if isinstance(operation, Operation):
            first = operation.start_seq if operation.start_seq is not None else operation.start
            last = operation.end_seq if operation.end_seq is not None else operation.end
            places = [self._event_of(seq) for seq in (first, last) if seq is not None]
            if len(places) == 2 and self._chain.replace(places[0], places[1], event):
                return
            self.notes.append(f"event {event} replaces a span that is not on the surface: taken as an addition")
        self._chain.append(event)

    # --- compactions -------------------------------------------------------------------------------------------------

    def _compaction_event(self, event: int, kind: str, data: msgspec.Raw) -> None:
        bracket = shaped(data, Bracket)
        if kind == "compaction/start":
            self.begin(event)
            self._turn = bracket.turn
        elif kind == "compaction/summary":
            self.compactions.append(self._compaction(event, bracket))
        elif kind == "compaction/end":
            self.end(event, dsh_record.error_text(bytes(bracket.error)))

    def _compaction(self, event: int, bracket: Bracket) -> Compaction:
        covers, earlier, missing = array("q"), [], 0
        for seq in bracket.shadowed_seqs:
            place = self._event_of(seq)
            if place == NONE:
                missing += 1
            elif place in self._checkpoints:
                earlier.append(self._checkpoints[place])
            else:
                covers.append(place)
        span = bracket.shadowed_range
        return Compaction(
            index=len(self.compactions),
            id=bracket.compaction_id or "",
            event=event,
            summary="",
            covers=covers,
            earlier=tuple(sorted(set(earlier))),
            trigger="unknown" if self.begun is None else "manual" if self._turn is None else "auto",
            model=bracket.model or "",
            lock=(self.begun, None),
            tokens_before=bracket.shadowed_token_count,
            shadowed=(span.start, span.end) if span and span.start is not None and span.end is not None else None,
            shadowed_count=len(bracket.shadowed_seqs),
            gaps=(f"{missing} of {len(bracket.shadowed_seqs)} shadowed events are not in this log",) if missing else (),
        )

    def _checkpoint_of(self, envelope: Envelope) -> int | None:
        """The compaction whose summary this message puts on the surface."""
        source = shaped(envelope.data, Sourced).source
        if source is None or not (source.kind == "compact-checkpoint" or source.plugin == "compact"):
            return None
        for compaction in reversed(self.compactions):
            if source.compaction_id in (None, compaction.id):
                return compaction.index
        return None

    def _checkpoint(self, event: int, number: int) -> None:
        self._checkpoints[event] = number
        kept = array("q", (e for e in self._chain if e != event and self.events.flags[e] & Flag.MESSAGE))
        self.compactions[number] = msgspec.structs.replace(self.compactions[number], summary_event=event, kept=kept)
