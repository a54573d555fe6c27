"""Codex rollouts: JSON lines below ``~/.codex/sessions``, with envelopes since September 2025 and without before.

Only response items are what the model sees; events repeat them, and are read for the state of the work alone. A
``compacted`` line replaces the whole history: an item of its replacement that repeats an item of the history stands for
that event, which was *kept*; any other is an event of its own, whose bytes lie within the line. Shapes were taken from
rollouts of versions 0.118 to 0.171, and from older ones.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import msgspec

from threefold.reading import codex_history as history
from threefold.reading.codex_record import ASKING, ITEMS, SEALED, Decoder, question_id
from threefold.reading.lines import Reader
from threefold.reading.values import load, mapping, string
from threefold.session import Attempt, Author, Flag, Session, Source

if TYPE_CHECKING:
    from threefold.reading.detect import Sample

NAME = "codex"
TITLE = "Codex rollout"

ENVELOPES = frozenset(("session_meta", "response_item", "event_msg", "turn_context", "compacted"))
STATES = frozenset(
    (
        "token_count",
        "task_started",
        "turn_started",
        "task_complete",
        "turn_complete",
        "turn_aborted",
        "thread_rolled_back",
        "patch_apply_end",
        "thread_goal_updated",
        "thread_goal_cleared",
        "collab_agent_spawn_end",
        "collab_close_end",
        *ASKING,
    )
)
"""Events that say something of the state of the work."""
REPEATS = frozenset(
    ("user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "context_compacted")
)

REPEATED = "event that repeats a response item"
QUIET = "record that holds no conversation"
COPY = "copy of the line before it"
UNKNOWN = "unknown kind of record"


class Payload(msgspec.Struct):
    """What the index needs of a payload; everything else is left undecoded."""

    type: object = None
    id: object = None
    call_id: object = None
    turn_id: object = None
    cwd: object = None
    model: object = None
    cli_version: object = None
    forked_from_id: object = None
    source: object = None
    num_turns: object = None
    item: msgspec.Raw = msgspec.Raw()


class Line(msgspec.Struct):
    """A line in its envelope, or (``payload`` absent) a bare one."""

    type: object = None
    payload: Payload | None = None
    timestamp: object = None
    record_type: object = None
    id: object = None


def sniff(sample: Sample) -> bool:
    if sample.any(lambda r: string(r.get("type")) in ENVELOPES and isinstance(r.get("payload"), dict)):
        return True
    first = sample.records[0] if sample.records else {}
    bare = "type" not in first and {"id", "timestamp"} <= first.keys() and bool(first.keys() & {"instructions", "git"})
    return bare or sample.any(lambda r: r.get("record_type") == "state" or _is_bare_message(r))


def _is_bare_message(record: dict[str, object]) -> bool:
    content = record.get("content")
    if record.get("type") != "message" or not isinstance(content, list) or not content:
        return False
    return isinstance(content[0], dict) and content[0].get("type") in ("input_text", "output_text")


def _is_ordered(id: object) -> bool:
    """Whether an id is a UUID of version 7, which begins with its time."""
    return isinstance(id, str) and len(id) == 36 and id[14] == "7"


def is_record(record: dict[str, object]) -> bool:
    return isinstance(record.get("payload"), dict) or string(record.get("type")) in ITEMS or "record_type" in record


def read(source: Source) -> Session:
    """Read a rollout in one pass."""
    index = Index(source)
    reader = Reader(source, Line, is_record)
    for line, start, end, record in reader:
        reason = index.add(line, start, end, record)
        if reason:
            reader.skip(reason)
    index.finish()
    return index.history.session(NAME, index.decoder, reader.lines)


class Index:
    """The first pass over a rollout: who it belongs to, and which lines are events."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.history = history.History(source)
        self.decoder: Decoder = self.history.decoder
        self.copied: list[str] = []
        self._metas = 0
        self._copies = False
        self._last = array("Q", (0, 0))

    def add(self, line: int, start: int, end: int, record: Line) -> str:
        """Take one line; answer why it carries nothing, or ""."""
        kind, payload = record.type, record.payload
        add = self.history.add
        if payload is None:
            return self._bare(line, start, end, record)
        if kind == "response_item":
            return self._item(line, start, end, payload.type, enveloped=True)
        if kind == "event_msg":
            return self._event(line, start, end, payload)
        if kind == "session_meta":
            self._meta(add(start, end, line, "session_meta"), payload)
        elif kind == "turn_context":
            self._context(add(start, end, line, "turn_context"), payload)
        elif kind == "token_usage_record":
            self.decoder.requests = True
            add(start, end, line, "token_usage_record")
        elif kind == "compacted":
            self.history.compact(line, start, end, string(record.timestamp))
        else:
            return QUIET if kind in ("world_state", "inter_agent_communication_metadata") else UNKNOWN
        return ""

    def _bare(self, line: int, start: int, end: int, record: Line) -> str:
        if record.type is None and isinstance(record.id, str) and not self.history.events:
            self.history.id, self.history.version = record.id, "bare"
            self.history.add(start, end, line, "session_meta")
            return ""
        if isinstance(record.record_type, str):
            return QUIET
        return self._item(line, start, end, record.type, enveloped=False)

    def _item(self, line: int, start: int, end: int, kind: object, *, enveloped: bool) -> str:
        if not isinstance(kind, str):
            return UNKNOWN
        if kind in SEALED:
            self.history.append(self.history.add(start, end, line, kind, Flag.SUMMARY))
            return ""
        if kind not in ITEMS:
            return QUIET if kind in ("ghost_snapshot", "other") else UNKNOWN
        if enveloped and self._is_copy(start, end):
            return COPY
        self.history.append(self.history.add(start, end, line, kind, Flag.MESSAGE))
        return ""

    def _is_copy(self, start: int, end: int) -> bool:
        """Whether the item before this one was written twice; every line has its own time, so equal bytes are one."""
        before, size = self._last
        self._last[0], self._last[1] = start, end - start
        if size != end - start:
            return False
        return self.source.read(before, before + size) == self.source.read(start, end)

    def _event(self, line: int, start: int, end: int, payload: Payload) -> str:
        kind = payload.type
        if not isinstance(kind, str):
            return UNKNOWN
        if kind in REPEATS:
            return REPEATED
        if kind == "item_completed":
            if load(bytes(payload.item)).get("type") != "FileChange":
                return REPEATED
        elif kind == "exec_command_end":
            if string(payload.call_id) not in self.decoder.asked:
                return REPEATED
        elif kind == "error":
            return self._error(line, start, end)
        elif kind not in STATES:
            return QUIET
        event = self.history.add(start, end, line, f"event_msg/{kind}")
        if kind in ASKING:
            self.decoder.asked.add(question_id(mapping(load(self.source.read(start, end)).get("payload"))))
        elif kind in ("task_started", "turn_started"):
            self._turn(event, payload.turn_id)
            self.history.turn(event, begins=True)
        elif kind in ("task_complete", "turn_complete", "turn_aborted"):
            self.history.turn(event, begins=False)
        elif kind == "token_count":
            self.history.counted(event)
        elif kind == "thread_rolled_back" and isinstance(payload.num_turns, int):
            self.history.roll_back(payload.num_turns)
        return ""

    def _error(self, line: int, start: int, end: int) -> str:
        """An error matters where it ended a compaction ("Error running remote compact task: …")."""
        message = string(mapping(load(self.source.read(start, end)).get("payload")).get("message"))
        if "compact" not in message[:80].lower():
            return QUIET
        self.history.attempts.append(Attempt(self.history.add(start, end, line, "event_msg/error"), message))
        return ""

    def _meta(self, event: int, payload: Payload) -> None:
        """The first one is the rollout's own; the others were copied with the history of another."""
        self._metas += 1
        self.history.cwd = string(payload.cwd) or self.history.cwd
        if self._metas > 1:
            if isinstance(payload.id, str) and payload.id not in (self.history.id, *self.copied[-3:]):
                self.copied.append(payload.id)
            return
        self.history.id, self.history.version = string(payload.id), string(payload.cli_version)
        agent = mapping(payload.source).get("subagent")
        if agent is None:
            return
        self.decoder.delegate = Author.MODEL if "thread_spawn" in mapping(agent) else Author.HARNESS
        if isinstance(payload.forked_from_id, str):
            self._copies = True
        else:
            self.decoder.own_from = event

    def _context(self, event: int, payload: Payload) -> None:
        self.history.cwd = string(payload.cwd) or self.history.cwd
        self.history.model = string(payload.model) or self.history.model
        self._turn(event, payload.turn_id)

    def _turn(self, event: int, turn: object) -> None:
        """Find where a forked sub-agent's own turns begin, behind the copied ones: ids are UUIDs in order of time."""
        id = self.history.id
        if self._copies and _is_ordered(turn) and _is_ordered(id) and string(turn) > id:
            self.decoder.own_from = event
            self._copies = False

    def finish(self) -> None:
        """The log has ended."""
        self.history.finish()
        self.history.cwd = self.history.cwd or self.history.directory()
        if self.copied:
            copied = ", ".join(self.copied[:3])
            self.history.notes.append(f"the history of another session was copied into this log: {copied}")
