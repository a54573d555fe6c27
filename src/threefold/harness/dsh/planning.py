"""During: what the engine is to do with a stretch of the surface, in the harness's own terms (``seq`` numbers).

The harness can put one message in the place of a span of positions, and a shorter result in the place of a result. So
a compaction by relevance becomes several spans, one for each run of messages that go: what stays between them is not
touched. A manual compaction puts one message in the place of everything before the newest; there the messages that stay
are quoted in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from threefold.compacting import Made, compact
from threefold.compaction.compaction import size_of
from threefold.compaction.conversation import OURS, Item
from threefold.compaction.excerpts import is_excerpt, shortened
from threefold.compaction.opening import open_session
from threefold.compaction.pins import Pins
from threefold.compaction.result import Decision
from threefold.errors import InputError
from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.session import Message, Session, Text, ToolCall, ToolResult
from threefold.settings import Settings

FRAME = 900
"""Bytes that the harness's own frame around a summary costs; a span that saves no more is left alone."""
LEAST = 600
"""Bytes of a tool result below which shortening it is not worth a line in the log."""


class Span(msgspec.Struct, frozen=True):
    """Replace the surface from event ``start`` to event ``end`` with one message of this text."""

    start: int
    end: int
    text: str


class Shorter(msgspec.Struct, frozen=True):
    """Replace the text of the tool result at event ``seq``."""

    seq: int
    text: str


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done; empty lists mean nothing. ``scorer`` is whose scores decided."""

    spans: tuple[Span, ...] = ()
    results: tuple[Shorter, ...] = ()
    scorer: str = ""
    line: str = ""


def spans(session: Session, start: int, end: int, share: float, settings: Settings, *, whole: bool = False) -> Plan:
    """The plan by relevance for the surface from ``start`` to ``end``, of whose bytes ``share`` may stay.

    ``whole`` makes one span of all of it. Raises InputError where the surface does not hold the two events.
    """
    made, items, seqs = _compacted(session, start, end, share, settings)
    if not made.stats.changed:
        return Plan(line="nothing that could go by relevance" + (f": {made.stats.error}" if made.stats.error else ""))
    rest, digest = _outcome(made)
    texts = {seqs[item.index]: rest.get(seqs[item.index]) for item in items}
    fates = [made.decisions[item.index].decision for item in items]
    line = f"by relevance ({made.stats.scorer}): of {len(items)} messages {fates.count('cut')} go"
    if whole:
        text = _quoted(items, seqs, made.decisions, texts, digest)
        return Plan(
            spans=(Span(seqs[items[0].index], seqs[items[-1].index], text),), scorer=made.stats.scorer, line=line
        )
    return Plan(
        spans=tuple(_runs(items, seqs, made.decisions, texts, digest)),
        results=tuple(_shrunk(items, seqs, made.decisions, texts)),
        scorer=made.stats.scorer,
        line=f"{line}, {fates.count('shrink')} are shortened",
    )


def results(session: Session, start: int, end: int, share: float, settings: Settings) -> Plan:
    """The tool results between two events that may be shortened to what is pinned in them. Nothing else is touched."""
    made, items, seqs = _compacted(session, start, end, share, settings)
    pins = Pins(settings.compact.pin_patterns, settings.compact.pin_flags, enabled=settings.compact.enable_pinning)
    found: list[Shorter] = []
    saved = 0
    for item in items:
        tool = item.message.tool_results
        if made.decisions[item.index].decision == "keep" or len(tool) != 1 or tool[0].blobs:
            continue
        text = tool[0].text
        short = shortened(text, pins, lambda span: True, "")
        gain = len(text.encode("utf-8", "replace")) - len(short.encode("utf-8", "replace"))
        if gain >= LEAST and not is_excerpt(text):
            found.append(Shorter(seqs[item.index], short))
            saved += gain
    line = f"pruned by relevance ({made.stats.scorer}): {len(found)} tool results, {saved:,} bytes" if found else ""
    return Plan(results=tuple(found), scorer=made.stats.scorer, line=line)


class _Numbered(msgspec.Struct):
    seq: int = -1


def _seq(raw: bytes) -> int:
    return msgspec.json.decode(raw, type=_Numbered).seq


def _compacted(
    session: Session, start: int, end: int, share: float, settings: Settings
) -> tuple[Made, Sequence[Item], dict[int, int]]:
    """The compaction of the whole surface, in which all that stands outside the stretch is kept; the items inside it;
    and the event number of each item."""
    opened = open_session(session)
    items = opened[0].items
    seqs = {item.index: _seq(opened[0].raw(item.index)) for item in items}
    places = {seq: index for index, seq in seqs.items()}
    if start not in places or end not in places or places[start] > places[end]:
        raise InputError(f"The surface of {session.id} does not hold the events {start} to {end} in this order.")
    first, last = places[start], places[end]
    inside = [item for item in items if first <= item.index <= last]
    behind = len(items) - 1 - last
    stretch = sum(item.size for item in inside)
    outside = size_of(*opened) - stretch  # what stands between and around messages, too
    chosen = msgspec.structs.replace(
        settings.compact,
        target_bytes=min(settings.compact.target_bytes, outside + int(stretch * share)),
        target_ratio=0.0,
        target_tokens=0,
        keep_recent=max(settings.compact.keep_recent, behind),
    )
    made = compact(session, settings=msgspec.structs.replace(settings, compact=chosen), opened=opened)
    return made, inside, seqs


def _outcome(made: Made) -> tuple[dict[int, str], str]:
    """What each surviving event says after the compaction, by its number, and our digest."""
    texts: dict[int, str] = {}
    digest = ""
    with read_source(BytesSource(made.output), "dsh") as after:
        for event, record in after.records(after.surface):
            if record.message is None:
                continue
            said = _text(record.message)
            if said.startswith(OURS):
                digest = said
            else:
                texts[_seq(after.raw(event))] = said
    return texts, digest


def _runs(
    items: Sequence[Item],
    seqs: dict[int, int],
    decisions: Sequence[Decision],
    texts: dict[int, str | None],
    digest: str,
) -> Iterable[Span]:
    """A span for each run of messages that go, or of which only words are left. The first that pays has the digest."""
    run: list[Item] = []
    for item in [*items, None]:
        if item is not None and _goes(item, decisions[item.index]):
            run.append(item)
            continue
        if run:
            mark = f"[threefold: {len(run)} messages ({sum(one.size for one in run):,} bytes) stood here]"
            left = [f"[{one.message.role}]\n{texts[seqs[one.index]]}" for one in run if texts[seqs[one.index]]]
            text = "\n\n".join([digest or mark, *left])
            shown = sum(len(_text(one.message).encode("utf-8", "replace")) for one in run)
            if shown > len(text.encode("utf-8", "replace")) + FRAME:
                digest = ""
                yield Span(seqs[run[0].index], seqs[run[-1].index], text)
        run = []


def _goes(item: Item, decision: Decision) -> bool:
    """Whether a message can be part of a span: it is cut, or shortened and no half of a tool call."""
    whole = item.message.tool_calls or item.message.tool_results
    return decision.decision == "cut" or (decision.decision == "shrink" and not whole)


def _shrunk(
    items: Sequence[Item], seqs: dict[int, int], decisions: Sequence[Decision], texts: dict[int, str | None]
) -> Iterable[Shorter]:
    """Tool results that stay, shortened. A message that calls a tool stays whole: the harness has no way to put a
    shorter one in its place that is no summary, and its result must not be parted from it."""
    for item in items:
        text = texts[seqs[item.index]]
        tool = item.message.tool_results
        if decisions[item.index].decision == "shrink" and text is not None and len(tool) == 1 and not tool[0].blobs:
            yield Shorter(seqs[item.index], text)


def _quoted(
    items: Sequence[Item],
    seqs: dict[int, int],
    decisions: Sequence[Decision],
    texts: dict[int, str | None],
    digest: str,
) -> str:
    """One message for all: the digest, then what stays, word for word, each with its role."""
    parts = [digest, "[threefold: the messages below are quoted as they stood]"]
    for item in items:
        said = texts[seqs[item.index]] if decisions[item.index].decision != "cut" else None
        if said:
            parts.append(f"[{item.message.role}]\n{said}")
    return "\n\n".join(part for part in parts if part)


def _text(message: Message) -> str:
    """A message as text: what was said, called and answered; no reasoning and no binary parts."""
    pieces: list[str] = []
    for part in message.parts:
        if isinstance(part, Text | ToolResult):
            pieces.append(part.text)
        elif isinstance(part, ToolCall):
            pieces.append(f"{part.name} {part.arguments}")
    return "\n".join(piece for piece in pieces if piece)
