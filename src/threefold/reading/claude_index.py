"""The first pass over a Claude Code log: columns of the entries' tree, its compactions, and what the model sees."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from threefold.reading.claude_shapes import (
    DANGLING,
    MAX_OPEN_MESSAGES,
    QUIET,
    RESULT,
    ROOT,
    STATE,
    TREE,
    Boundary,
    CompactMetadata,
    Entry,
    Head,
    MicroMetadata,
    holds_result,
    kept_keys,
)
from threefold.reading.values import shaped
from threefold.session import Attempt, Compaction, EventTable, Flag, Lines

_MESSAGE, _SUMMARY = int(Flag.MESSAGE), int(Flag.SUMMARY)  # arithmetic on flags costs a call each
_SIDECHAIN, _BOUNDARY = int(Flag.SIDECHAIN), int(Flag.BOUNDARY)


class Index:
    """The first pass: columns of the entries' tree, and the compactions."""

    def __init__(self) -> None:
        self.events = EventTable()
        self.uuids = array("q")
        self.parents = array("q")
        self.version = self.cwd = self.session_id = ""
        self.boundaries: list[Boundary] = []
        self.compactions: list[Compaction] = []
        self.attempts: list[Attempt] = []
        self.cleared: set[str] = set()
        self.notes: list[str] = []
        self._linked = False
        self._pending: list[tuple[int, int]] = []
        self._open: dict[str, int] = {}
        self._last = 0
        self._last_event = ROOT
        self._leaf = ROOT
        self._model = ""
        self._before = array("q")
        self._stops: frozenset[int] = frozenset()

    def add(self, line: int, start: int, end: int, entry: Entry) -> str:
        """Take one entry; answer why its line carries nothing, or ""."""
        kind = entry.type
        if kind not in TREE:
            return self._add_other(line, start, end, kind)
        flags, head = self._classify(kind, entry)
        event = self.events.add(start, end, line, entry.subtype or kind if kind == "system" else kind, flags, head)
        uuid = hash(entry.uuid) if entry.uuid else 0
        self._link(event, entry.parent_uuid)
        self.uuids.append(uuid)
        if uuid:
            self._last, self._last_event = uuid, event
        if not entry.is_sidechain:
            self._leaf = event
            self._remember(event, entry)
        return ""

    def _add_other(self, line: int, start: int, end: int, kind: str | None) -> str:
        if kind in STATE:
            self.events.add(start, end, line, kind)
            self.uuids.append(0)
            self.parents.append(ROOT)
            return ""
        if kind in QUIET:
            return f"{kind} (holds no conversation)"
        return f"{kind[:40]} (unknown kind of entry)" if kind else "no type"

    def _classify(self, kind: str, entry: Entry) -> tuple[int, int]:
        flags = 0
        message = entry.message
        if kind == "attachment":
            flags = _MESSAGE if entry.attachment and entry.attachment.type != "prompt_snapshot" else 0
        elif message is not None and kind != "progress":
            flags = _MESSAGE
        elif entry.subtype == "compact_boundary":
            flags = _BOUNDARY
        if entry.is_sidechain:
            return (_SIDECHAIN if flags else 0), ROOT
        if entry.is_compact_summary:
            return _SUMMARY, ROOT
        if isinstance(message, Head):
            if kind == "user" and holds_result(message.content):
                flags |= RESULT
            if message.id and kind == "assistant":
                self._model = message.model or self._model
                return flags, self._head(message.id)
        return flags, ROOT

    def _head(self, id: str) -> int:
        """The entry that began this message; the pieces of a message stand close together."""
        head = self._open.setdefault(id, len(self.events))
        if len(self._open) > MAX_OPEN_MESSAGES:
            self._open = dict(list(self._open.items())[MAX_OPEN_MESSAGES // 2 :])
        return head

    def _link(self, event: int, parent: str | None) -> None:
        if not parent:
            self.parents.append(ROOT)
            return
        self._linked = True
        key = hash(parent)
        if key == self._last:
            self.parents.append(self._last_event)
        else:
            self.parents.append(DANGLING)
            self._pending.append((key, event))

    def _remember(self, event: int, entry: Entry) -> None:
        self.cwd = entry.cwd or self.cwd
        self.version = entry.version or self.version
        self.session_id = self.session_id or entry.session_id or ""
        if self.events.flags[event] & _BOUNDARY:
            self.boundaries.append(self._boundary(event, entry))
        elif entry.is_compact_summary:
            last = self.boundaries[-1] if self.boundaries else None
            if last is None or last.summary_event is not None:
                last = Boundary(event, entry.uuid or "", entry.timestamp or "", self._model, None, CompactMetadata())
                self.boundaries.append(last)
            last.summary_event = event
        elif entry.subtype == "microcompact_boundary":
            self.cleared.update(shaped(entry.microcompact_metadata, MicroMetadata).compacted_tool_ids)

    def _boundary(self, event: int, entry: Entry) -> Boundary:
        link = hash(entry.logical_parent_uuid) if entry.logical_parent_uuid else None
        metadata = shaped(entry.compact_metadata, CompactMetadata)
        return Boundary(event, entry.uuid or "", entry.timestamp or "", self._model, link, metadata)

    # --- the second pass ---------------------------------------------------------------------------------------------

    def resolve(self, lines: Lines) -> None:
        """Find the entries that links lead to, set copies aside, and work out what each compaction was made from."""
        wanted = {key for key, _ in self._pending}
        wanted.update(b.link for b in self.boundaries if b.link is not None)
        wanted.update(key for boundary in self.boundaries for key in kept_keys(boundary))
        places = self._places(wanted)
        if not self._linked:  # no tree at all: the order of the file is the order of the conversation
            for event in range(len(self.parents)):
                self.parents[event] = ROOT if self.events.flags[event] & _BOUNDARY else DANGLING
        for key, event in self._pending:
            place = places.get(key, DANGLING)
            self.parents[event] = place if place < event else DANGLING
        self._pending = []
        self._drop_copies(lines)
        self._pass_over_failed(places)
        self._stops = frozenset(b.event for b in self.boundaries)
        for number, boundary in enumerate(self.boundaries):
            kept = kept_keys(boundary)
            keeps = sorted({places[k] for k in kept if places.get(k, boundary.event) < boundary.event})
            missing = len(set(kept)) - len(keeps)
            link = places.get(boundary.link, DANGLING) if boundary.link is not None else ROOT
            self.compactions.append(self._compaction(number, boundary, link, keeps, missing))

    def _pass_over_failed(self, places: dict[int, int]) -> None:
        """A boundary that no summary follows is a compaction that failed: the conversation goes on through it."""
        for boundary in self.boundaries:
            if boundary.summary_event is not None:
                continue
            self.attempts.append(Attempt(boundary.event, "no summary follows the boundary"))
            link = places.get(boundary.link, DANGLING) if boundary.link is not None else DANGLING
            self.parents[boundary.event] = link if link < boundary.event else DANGLING
            self.events.flags[boundary.event] = 0
        self.boundaries = [boundary for boundary in self.boundaries if boundary.summary_event is not None]

    def _places(self, wanted: set[int]) -> dict[int, int]:
        places: dict[int, int] = {}
        if wanted:
            for event, uuid in enumerate(self.uuids):
                if uuid in wanted and uuid not in places:
                    places[uuid] = event
        return places

    def _drop_copies(self, lines: Lines) -> None:
        """Entries written again with the same uuid (a resume does this) count once: what follows a copy follows the
        original."""
        seen: dict[int, int] = {}
        copies: dict[int, int] = {}
        for event, uuid in self._repeated():
            original = seen.setdefault(uuid, event)
            if original != event:
                copies[event] = original
                self.events.flags[event] = 0
                self.parents[event] = original
        if not copies:
            return
        lines.read -= len(copies)
        lines.skip("copy of an earlier entry (same uuid)", len(copies))
        self.boundaries = [boundary for boundary in self.boundaries if boundary.event not in copies]
        for boundary in self.boundaries:
            if boundary.summary_event is not None:
                boundary.summary_event = copies.get(boundary.summary_event, boundary.summary_event)

    def _repeated(self) -> Iterator[tuple[int, int]]:
        count = len(self.uuids)
        slices = max(1, count >> 18)
        for part in range(slices):  # in slices, so that a large log does not need a set of all its ids at once
            seen: set[int] = set()
            twice: set[int] = set()
            for uuid in self.uuids:
                if uuid and uuid % slices == part:
                    (twice if uuid in seen else seen).add(uuid)
            if twice:
                yield from ((event, uuid) for event, uuid in enumerate(self.uuids) if uuid in twice)

    def _compaction(self, number: int, boundary: Boundary, link: int, kept: Sequence[int], missing: int) -> Compaction:
        gaps: list[str] = []
        if link == DANGLING:
            gaps.append("the boundary's logicalParentUuid is not in this file: taken in file order")
        if missing:
            gaps.append(f"{missing} of the kept messages that the boundary names are not in this file")
        leaf = link if 0 <= link < boundary.event else self._previous(boundary.event)
        path, top = self._path(leaf, boundary.event)
        earlier = tuple(c.index for c in self.compactions if top in (c.event, c.summary_event))
        covered = set(path)
        for index in earlier:
            covered.update(self.compactions[index].kept)
        covered.difference_update(kept)
        metadata, summary_event = boundary.metadata, boundary.summary_event
        return Compaction(
            index=number,
            id=boundary.id,
            event=boundary.event,
            summary="",
            summary_event=summary_event,
            covers=array("q", sorted(covered)),
            earlier=earlier,
            kept=array("q", kept),
            trigger="manual" if metadata.trigger == "manual" else "auto" if metadata.trigger == "auto" else "unknown",
            model=boundary.model,
            time=boundary.time,
            tokens_before=metadata.pre_tokens,
            tokens_after=metadata.post_tokens,
            gaps=tuple(gaps),
        )

    def _previous(self, event: int) -> int:
        """The entry of the main conversation that stands before this one in the file, or ROOT."""
        if not self._before:
            last = ROOT
            for index, uuid in enumerate(self.uuids):
                self._before.append(last)
                flags = self.events.flags[index]
                if (uuid or flags) and not flags & _SIDECHAIN:
                    last = index
        return self._before[event]

    def _path(self, leaf: int, limit: int) -> tuple[list[int], int]:
        """The messages on the path from ``leaf`` back to its root, with the pieces beside it, in file order; and the
        entry at which the path ended."""
        flags, heads, parents = self.events.flags, self.events.heads, self.parents
        if leaf < 0:
            return [], ROOT
        on_path, groups = bytearray(len(flags)), bytearray(len(flags))
        at = top = low = leaf
        while at >= 0 and not on_path[at]:
            on_path[at] = groups[heads[at]] = 1
            top, low = at, min(low, heads[at], at)
            if at in self._stops:
                break
            at = self._previous(at) if parents[at] == DANGLING else parents[at]
        path: list[int] = []
        for index in range(low, limit):
            if flags[index] & _MESSAGE:
                beside = groups[heads[index]] or (
                    flags[index] & RESULT and parents[index] >= 0 and on_path[parents[index]]
                )
                if on_path[index] or beside:
                    on_path[index] = 1
                    path.append(index)
        return path, top

    def surface(self) -> Sequence[int]:
        """What the model sees now: the path from the last entry, with the summary and what was kept beside it first."""
        path, top = self._path(self._leaf, len(self.events))
        compaction = next((c for c in self.compactions if top in (c.event, c.summary_event)), None)
        if compaction is None or compaction.summary_event is None:
            return array("q", path)
        summary = compaction.summary_event
        kept = [index for index in compaction.kept if self.events.flags[index] & _MESSAGE]
        seen = set(kept)
        before = [index for index in path if index < summary and index not in seen]
        after = [index for index in path if index > summary and index not in seen]
        return array("q", [*before, summary, *kept, *after])
