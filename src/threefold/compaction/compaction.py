"""A compaction from end to end, as a pure function: plan, write, check.

The result is checked before it is given back; a check that fails raises InternalError, and whoever called still has the
conversation that it came with.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

import msgspec

from threefold.compaction import digest
from threefold.compaction.accounts import decisions_of, stats_of
from threefold.compaction.checks import check
from threefold.compaction.conversation import CLOSING, Conversation, total
from threefold.compaction.prepare import Prepared
from threefold.compaction.result import Compacted, Decision, Stats
from threefold.compaction.scores import Scores
from threefold.compaction.select import select
from threefold.compaction.selection import Fate, Selection
from threefold.compaction.text import size
from threefold.compaction.wire import Note, Piece, Wire
from threefold.text.unicode import decode

ROUNDS = 4
"""How often a plan is made anew because the digest came out larger or smaller than was reckoned."""
PLACES = 32
"""How many places are tried for the digest before it goes to the end."""
SPARE = 32
"""A plan that leaves less than this fraction of its budget unused (1/32) is not made anew."""


def whole(conversation: Conversation, wire: Wire) -> Compacted:
    """The conversation as it is: the result where it fits already."""
    pieces = [Piece(conversation.raw(item.index), item.index) for item in conversation.items]
    output = wire.assemble(pieces)
    decisions = tuple(
        Decision(
            index=item.index,
            hash="",
            role=item.message.role,
            author=item.message.author.value,
            bytes=item.size,
            decision="keep",
            reason="under budget",
        )
        for item in conversation.items
    )
    stats = Stats(
        messages=len(conversation),
        kept=len(conversation),
        bytes_before=len(output),
        bytes_after=len(output),
        format=conversation.format,
        shape=wire.shape,
    )
    return Compacted(output=output, pieces=[(p.item, p.raw) for p in pieces], decisions=decisions, stats=stats)


def size_of(conversation: Conversation, wire: Wire) -> int:
    """Bytes of the conversation as it would be written uncut."""
    count = len(conversation)
    if not count:
        return len(wire.assemble([]))
    return len(wire.assemble([Piece(b"", item.index) for item in conversation.items])) + total(conversation.items)


def compact(
    prepared: Prepared,
    scores: Scores,
    wire: Wire,
    limit: int,
    *,
    recall: str,
    mask: Callable[[str], str] = str,
) -> Compacted:
    """Compact a prepared and scored conversation to ``limit`` bytes of output, as written.

    ``recall``: the command that gives back what is cut; empty where it goes to no archive, and then nothing names a
    handle to recall it by. ``mask`` takes secrets out of what the digest quotes. Raises InternalError where the result
    would break a rule that the input kept.
    """
    before = size_of(prepared.conversation, wire)
    handles = _Handles(prepared, recall, mask)
    made = _told(prepared, scores, wire, limit, handles, _best(prepared, scores, wire, limit, handles))
    if made is None or len(made.output) >= before:
        return _unchanged(prepared, scores, wire, limit)
    selection, pieces = made.selection, made.pieces
    orphans = check(prepared, wire, pieces)
    stats = stats_of(prepared, scores, wire, selection, limit, before, len(made.output), made.note)
    stats.orphans_after = orphans
    return Compacted(
        output=made.output,
        pieces=[(piece.item, piece.raw) for piece in pieces],
        decisions=decisions_of(prepared, scores, selection),
        stats=stats,
        removed=tuple(place for place, fate in enumerate(selection.fates) if fate is not Fate.KEEP),
    )


class _Attempt(msgspec.Struct, frozen=True):
    """One plan, written out."""

    selection: Selection
    pieces: list[Piece]
    note: Note | None
    output: bytes

    @property
    def fullness(self) -> tuple[bool, int]:
        """By what plans that fit are compared: one that says what was cut is better than one that does not."""
        return self.note is not None, len(self.output)


def _best(prepared: Prepared, scores: Scores, wire: Wire, budget: int, handles: _Handles) -> _Attempt | None:
    """The fullest plan that fits; where none fits, the smallest that was found. None where nothing may go.

    The digest's size is known only when it is written. A plan whose digest came out smaller than was reckoned leaves
    room unused, and is made again with that much more.
    """
    best: _Attempt | None = None
    limit = budget
    for _ in range(ROUNDS):
        attempt = _attempt(prepared, scores, wire, limit, handles)
        if attempt is None:
            return best
        spare = budget - len(attempt.output)
        if spare < 0:
            if best is not None:
                return best
            if attempt.selection.bytes > limit:  # what stays anyway is too much: no limit would help
                return attempt
        elif best is None or attempt.fullness > best.fullness:
            best = attempt
        if 0 <= spare <= budget // SPARE or Fate.CUT not in attempt.selection.fates:
            return best
        limit += spare
    return best or attempt


def _told(
    prepared: Prepared, scores: Scores, wire: Wire, budget: int, handles: _Handles, made: _Attempt | None
) -> _Attempt | None:
    """The same plan with a digest, where none was written although what the messages leave is enough for it."""
    if made is None or made.note is not None or Fate.CUT not in made.selection.fates:
        return made
    room = min(prepared.settings.summary_bytes, budget - made.selection.bytes)
    selection = msgspec.structs.replace(made.selection, room=max(0, room))
    pieces, note = _pieces(prepared, scores, selection, wire, handles)
    told = _Attempt(selection, pieces, note, wire.assemble(pieces))
    return told if len(told.output) <= budget else made


def _attempt(prepared: Prepared, scores: Scores, wire: Wire, limit: int, handles: _Handles) -> _Attempt | None:
    selection = select(
        prepared,
        scores,
        frame=wire.frame,
        separator=wire.separator,
        carrying=_carrying(prepared, wire, handles.recall),
        limit=limit,
        handle=handles,
    )
    cut = [place for place, fate in enumerate(selection.fates) if fate is Fate.CUT]
    if all(prepared.items[place].ours for place in cut):
        if not selection.shrunk:
            return None
        if prepared.notes:  # nothing new to tell: what an earlier run wrote stays as it is
            protected = prepared.protected | dict.fromkeys(prepared.notes, "written by an earlier run")
            kept = msgspec.structs.replace(prepared, protected=protected, notes=frozenset())
            return _attempt(kept, scores, wire, limit, handles)
    pieces, note = _pieces(prepared, scores, selection, wire, handles)
    return _Attempt(selection, pieces, note, wire.assemble(pieces))


class _Handles:
    """How cut messages are spoken of: how to recall them (empty without an archive), and secrets masked."""

    def __init__(self, prepared: Prepared, recall: str, mask: Callable[[str], str]) -> None:
        self._prepared, self.recall, self.mask = prepared, recall, mask

    def __call__(self, place: int) -> str:
        return self._prepared.conversation.hash(place)[:12] if self.recall else ""


def _carrying(prepared: Prepared, wire: Wire, recall: str) -> int:
    """Bytes of a digest message without quotes and pins, by its longest head."""
    items = prepared.items
    opening = digest.head(len(items), sum(item.size for item in items), recall)
    ends = (items[0].index, items[-1].index) if items else (None, None)
    note = wire.note(digest.compose(opening, [], [" "]), prepared.settings.summary_role, *ends)
    return len(note.raw) + wire.separator


def _pieces(
    prepared: Prepared, scores: Scores, selection: Selection, wire: Wire, handles: _Handles
) -> tuple[list[Piece], Note | None]:
    """The output's items in order, with the digest where the first cut message stood."""
    items = prepared.items
    cut = [place for place, fate in enumerate(selection.fates) if fate is Fate.CUT]
    pieces = [
        Piece(selection.shrunk.get(place) or prepared.conversation.raw(place), place)
        for place, fate in enumerate(selection.fates)
        if fate is not Fate.CUT
    ]
    if not cut:
        return pieces, None
    carried = [decode(prepared.spans[span]) for span in _by_place(prepared, selection.carried)]
    fresh = [place for place in cut if not items[place].ours]
    opening = digest.head(len(fresh), sum(items[place].size for place in fresh), handles.recall)
    ranked = sorted(fresh, key=lambda place: (-_worth(scores, place), -place))
    cuts = (
        digest.Cut(index=place, label=_label(prepared, place), message=items[place].message, handle=handles(place))
        for place in ranked
    )
    room = selection.room - (0 if carried else _carrying(prepared, wire, handles.recall))
    text = digest.compose(
        opening, digest.quotes(cuts, min(room, _share(prepared, opening, carried)), handles.mask), carried
    )
    if not text:
        return pieces, None
    kept = [piece.item for piece in pieces if piece.item is not None]
    at = _place(prepared, selection, wire, cut, kept)
    note = wire.note(text, prepared.settings.summary_role, wire.last(kept[:at]), kept[at] if at < len(kept) else None)
    pieces.insert(at, Piece(note.raw))
    return pieces, note


def _place(prepared: Prepared, selection: Selection, wire: Wire, cut: Sequence[int], kept: Sequence[int]) -> int:
    """Where among the kept items the digest stands: where the first cut message stood, if it would be read there."""
    inside = _inside(prepared, selection)
    tried: set[int] = set()
    for place in cut:
        at = bisect_left(kept, inside[place])
        if at not in tried and wire.reads(kept, at):
            return at
        tried.add(at)
        if len(tried) >= PLACES:
            break
    return len(kept)


def _share(prepared: Prepared, opening: str, carried: Sequence[str]) -> int:
    """What the quotes may take of ``summary_bytes``: without pinned text, head and closing come out of it too."""
    own = 0 if carried else size(opening) + len(CLOSING) + 2
    return prepared.settings.summary_bytes - own


def _by_place(prepared: Prepared, spans: Sequence[int]) -> list[int]:
    """Spans in the order in which the conversation first has them."""
    wanted = set(spans)
    ordered: dict[int, None] = {}
    for held in prepared.held:
        for span in held:
            if span in wanted:
                ordered[span] = None
    return list(ordered)


def _inside(prepared: Prepared, selection: Selection) -> list[int]:
    """For each item, where something may stand before it: itself, or the beginning of a kept unit around it."""
    places = list(range(len(prepared.items)))
    until, start = -1, 0
    for unit in prepared.units.units:
        first, end = unit.members[0], unit.members[-1]
        if selection.fates[first] is Fate.CUT or end <= until:
            continue
        if first > until:
            start = first
        for place in range(max(first, until) + 1, end + 1):
            places[place] = start
        until = end
    return places


def _label(prepared: Prepared, place: int) -> str:
    message = prepared.items[place].message
    names = [call.name for call in message.tool_calls] or [result.name for result in message.tool_results]
    if message.tool_results and not message.tool_calls:
        return "result"
    return (names[0] if names and names[0] else message.role)[:40].replace("\n", " ")


def _worth(scores: Scores, place: int) -> float:
    value = scores.values.get(place)
    return value.value if value is not None else 0.0


def _unchanged(prepared: Prepared, scores: Scores, wire: Wire, limit: int) -> Compacted:
    """Over budget, and nothing that may go: the conversation as it is, with the sums."""
    same = whole(prepared.conversation, wire)
    stats = stats_of(prepared, scores, wire, None, limit, len(same.output), len(same.output), None)
    stats.orphans_after = stats.orphans_before
    return msgspec.structs.replace(same, decisions=decisions_of(prepared, scores, None), stats=stats)
