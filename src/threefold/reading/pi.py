"""pi: JSON lines below ``~/.pi/agent/sessions``; oh-my-pi and OpenClaw write the same.

Entries form a tree by ``parentId`` (version 1 had no ids: there every entry hangs on the one before it); what the model
sees is the path from the last entry to the root. A compaction is an entry on that path: in the place of what stands
before its first kept entry comes its summary. The kept entries stand *before* it in the file. Shapes were taken from
sessions of versions 1 to 3, pi 0.1x to 1.6.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import msgspec

from threefold.reading import pi_record
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.links import Links
from threefold.reading.values import integer, load, string
from threefold.session import Compaction, Flag, Record, Session, Source

if TYPE_CHECKING:
    from threefold.reading.detect import Sample

NAME = "pi"
TITLE = "pi session"

KINDS = frozenset(
    (
        "session",
        "message",
        "compaction",
        "branch_summary",
        "custom_message",
        "custom",
        "model_change",
        "thinking_level_change",
        "label",
        "session_info",
    )
)
ASSISTANT, RESULT, SYSTEM = 16, 32, 64
"""Flags of this reader alone: who speaks in an entry."""
SUMMARY = int(Flag.SUMMARY)  # plain numbers: an enum's operators are slow in a loop over a whole log
SPEAKS = int(Flag.MESSAGE | Flag.SUMMARY)
_MESSAGE = int(Flag.MESSAGE)
_SPEAKERS = {
    "assistant": _MESSAGE | ASSISTANT,
    "toolResult": _MESSAGE | RESULT,
    "system": _MESSAGE | SYSTEM,
    "branchSummary": SUMMARY,
    "compactionSummary": SUMMARY,
}
"""The flags of a message by its role; any other is a plain message."""


class Head(msgspec.Struct, rename="camel"):
    role: object = None
    exclude_from_context: object = None


class Entry(msgspec.Struct, rename="camel"):
    """What the index needs of a line; everything else is left undecoded."""

    type: object = None
    id: object = None
    parent_id: object = None
    message: Head | None = None
    version: object = None
    cwd: object = None
    first_kept_entry_id: object = None
    first_kept_entry_index: object = None
    from_id: object = None


class Cut(msgspec.Struct):
    """A compaction or the summary of a branch, as the first pass finds it."""

    event: int
    id: str
    first: str
    number: int | None = None


def sniff(sample: Sample) -> bool:
    """A header, and an entry of a kind that DeepSeek Harness, whose header is alike, does not write; where the header
    is torn or gone, entries that are linked as pi links them, or messages as version 1 wrote them."""
    if sample.any(lambda r: r.get("type") == "session" and "cwd" in r):
        return sample.any(_is_entry)
    return sample.any(lambda r: r.keys() >= {"id", "parentId", "timestamp"} and _is_entry(r)) or sample.any(
        lambda r: r.keys() == {"type", "timestamp", "message"} and _is_entry(r)
    )


def _is_entry(record: dict[str, object]) -> bool:
    message = record.get("message")
    if record.get("type") == "message":
        return isinstance(message, dict) and isinstance(message.get("role"), str)
    return record.get("type") in ("model_change", "thinking_level_change") or (
        record.get("type") == "compaction" and isinstance(record.get("summary"), str)
    )


def is_record(record: dict[str, object]) -> bool:
    return string(record.get("type")) in KINDS and ("timestamp" in record or "id" in record)


def read(source: Source) -> Session:
    """Read a pi session in one pass."""
    index = Index(source)
    reader = Reader(source, Entry, is_record)
    for line, start, end, entry in reader:
        if not isinstance(entry.type, str):
            reader.skip("no type")
            continue
        index.add(line, start, end, entry)
    index.resolve()
    return index.session(NAME, pi_record.decode, reader.lines)


class Index(FirstPass):
    """The first pass over a session, and the walk along its paths."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.links = Links()
        self._made: dict[int, Compaction] = {}
        self._cuts: dict[int, Cut] = {}
        self._branches: dict[int, str] = {}
        self._places: dict[str, int] = {}
        self._order: dict[int, int] = {}

    def add(self, line: int, start: int, end: int, entry: Entry) -> None:
        kind = string(entry.type)
        event = self.events.add(start, end, line, kind if kind in KINDS else "other", self._flags(kind, entry.message))
        id = string(entry.id)
        if kind == "session" and event == 0:
            self.id, self.cwd = id, string(entry.cwd)
            self.version = str(integer(entry.version) or 1)
            self.links.add("", "")
            return
        if event == 0:  # the header is gone: version 1 had no ids
            self.version = "" if id else "1"
        self.links.add(id, string(entry.parent_id) if id else None)
        if kind == "compaction":
            number = entry.first_kept_entry_index
            first = number if isinstance(number, int) and not isinstance(number, bool) else None
            self._cuts[event] = Cut(event, id, string(entry.first_kept_entry_id), first)
        elif kind == "branch_summary":
            self._branches[event] = string(entry.from_id) if entry.from_id != entry.parent_id else ""

    def _flags(self, kind: str, head: Head | None) -> int:
        if kind == "message":
            if head is None or head.exclude_from_context is True:
                return 0
            return _SPEAKERS.get(string(head.role), _MESSAGE)
        if kind == "compaction":
            return int(Flag.BOUNDARY | Flag.SUMMARY)
        if kind == "branch_summary":
            return SUMMARY
        return _MESSAGE if kind == "custom_message" else 0

    # --- the second pass ---------------------------------------------------------------------------------------------

    def resolve(self) -> None:
        """Follow the links: the surface, and what each compaction was made from."""
        self._places = self.links.resolve({c.first for c in self._cuts.values()} | set(self._branches.values()))
        self.notes.extend(self.links.notes())
        self._order = {event: number for number, event in enumerate(self._cuts)}
        self.surface = list(self._without_orphans(self._walk(self.links.path(len(self.events) - 1))))
        for event in self._cuts:  # compactions on branches that were left
            if event not in self._made:
                self._walk(self.links.path(event))
        self.compactions = [self._made[event] for event in sorted(self._made)]

    def _walk(self, path: array[int]) -> array[int]:
        """What the model sees at the end of a path; the compactions on it are worked out on the way."""
        position = array("q", [-1]) * len(self.events)
        for at, event in enumerate(path):
            position[event] = at
        seen: array[int] = array("q")
        flags = self.events.flags
        for at, event in enumerate(path):
            cut = self._cuts.get(event)
            if cut is not None:
                seen = self._cut(cut, path, position, at, seen)
            elif flags[event] & SPEAKS:
                seen.append(event)
        return seen

    def _cut(self, cut: Cut, path: array[int], position: array[int], at: int, seen: array[int]) -> array[int]:
        """Replace what stands before a compaction's first kept entry by its summary."""
        flags = self.events.flags
        first = self._places.get(cut.first, -1) if cut.number is None else cut.number
        begin = position[first] if 0 <= first < len(position) else -1
        found = 0 <= begin < at
        kept = [e for e in path[begin if found else at : at] if flags[e] & SPEAKS and e not in self._cuts]
        entry = load(self.raw(cut.event))
        stands = set(kept)
        system = [e for e in seen if flags[e] & SYSTEM and e not in stands][-1:] if entry.get("systemMessage") else []
        stands.update(system)
        if cut.event not in self._made:
            gone = [e for e in seen if e not in stands]
            covers = array("q", (e for e in gone if not flags[e] & SUMMARY))
            if any(e in self._branches for e in gone):
                covers = self._with_branches(covers, [e for e in gone if e in self._branches], position)
            summary = string(entry.get("summary"))
            self._made[cut.event] = Compaction(
                index=self._order[cut.event],
                id=cut.id,
                event=cut.event,
                summary=summary,
                summary_event=cut.event,
                covers=covers,
                earlier=tuple(sorted(self._order[e] for e in seen if e in self._order)),
                kept=array("q", sorted(e for e in stands if not flags[e] & SUMMARY)),
                model=self._model(path, at),
                time=string(entry.get("timestamp")),
                tokens_before=integer(entry.get("tokensBefore")) or None,
                unreadable="" if summary.strip() else "the entry holds no summary",
                gaps=() if found else ("its first kept entry is not on its path: nothing was kept",),
            )
        return array("q", [*system, cut.event, *kept])

    def _with_branches(self, covers: array[int], summaries: list[int], position: array[int]) -> array[int]:
        """Add the messages of the branches that summaries stand for: from where each was left back to the path."""
        found = set(covers)
        for summary in summaries:
            at = self._places.get(self._branches[summary], summary - 1)
            while at >= 0 and position[at] < 0 and at not in found:
                if self.events.flags[at] & Flag.MESSAGE:
                    found.add(at)
                at = self.links.parents[at]
        return array("q", sorted(found))

    def _model(self, path: array[int], at: int) -> str:
        """The model in use: that of the last answer before the compaction."""
        for event in reversed(path[:at]):
            if self.events.flags[event] & ASSISTANT:
                message = self._record(event).message
                return message.model if message is not None else ""
        return ""

    def _without_orphans(self, seen: array[int]) -> array[int]:
        """Leave out results whose call went with a compaction: no provider would take them. They can only stand in the
        kept tail, or before the first answer behind the summary."""
        cut = next((event for event in seen if event in self._cuts), None)
        if cut is None:
            return seen
        calls: set[str] = set()
        result: array[int] = array("q")
        for at, event in enumerate(seen):
            flags = self.events.flags[event]
            if flags & ASSISTANT and event > cut:
                result.extend(seen[at:])
                break
            message = self._record(event).message if flags & (ASSISTANT | RESULT) else None
            if message is not None:
                calls.update(call.id for call in message.tool_calls)
                if any(answer.call_id not in calls for answer in message.tool_results):
                    continue
            result.append(event)
        if len(result) < len(seen):
            self.notes.append(f"{len(seen) - len(result)} tool results whose call was compacted away are left out")
        return result

    def _record(self, event: int) -> Record:
        return pi_record.decode(self.raw(event), event)
