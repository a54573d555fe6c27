"""Kimi Code's log of operations on the context: messages put into it, steps of the model, compactions.

A compaction in its present form leaves a choice of the user's messages and puts the summary behind them; in its older
form, which names no such count, the messages behind the first ``compactedCount`` stay. The summary that the model is
given (``contextSummary``) is the summary with words around it.
"""

from __future__ import annotations

from array import array

import msgspec

from threefold.reading import kimi_record
from threefold.reading.first_pass import FirstPass
from threefold.reading.lines import Reader
from threefold.reading.parting import parted
from threefold.reading.values import Json, integer, load, mapping, shaped, string
from threefold.session import Author, Compaction, Flag, Session, Source

_SPOKEN = frozenset(("content.part", "tool.call", "tool.result"))
_PREFIXES = ("context.", "turn.", "config.", "full_compaction.", "permission.", "plan_mode.", "llm.", "tools.",
             "usage.", "task.", "goal.")  # fmt: skip
_KNOWN = (*_PREFIXES, "metadata")
SYSTEM, PROMPT = 16, 32
"""Flags of this reader alone: a system prompt; a message of a person."""


class Step(msgspec.Struct, rename="camel"):
    type: object = None
    uuid: object = None
    step_uuid: object = None
    display: object = None


class Row(msgspec.Struct, rename={"system_prompt": "systemPrompt"}):
    """What the index needs of a line; everything else is left undecoded."""

    type: object = None
    protocol_version: object = None
    message: msgspec.Raw = msgspec.Raw()
    event: msgspec.Raw = msgspec.Raw()
    system_prompt: msgspec.Raw = msgspec.Raw()
    source: object = None
    count: object = None
    model: object = None


def is_row(record: Json) -> bool:
    kind = string(record.get("type"))
    return kind.startswith(_PREFIXES) or (kind == "metadata" and "protocol_version" in record)


def read(source: Source, name: str) -> Session:
    """Read a log of operations in one pass."""
    index = Index(source)
    reader = Reader(source, Row, is_row)
    for line, start, end, row in reader:
        if isinstance(row.type, str):
            index.add(line, start, end, row)
        else:
            reader.skip("no type")
    index.finish()
    return index.session(name, kimi_record.decode_code, reader.lines)


class Index(FirstPass):
    """The context as it is built up."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._system: list[int] = []
        self._step = ("", -1)
        self._first = -1
        self._begins: dict[int, int] = {}
        self._asked_by = ""
        self._model = ""

    def add(self, line: int, start: int, end: int, row: Row) -> None:
        kind = string(row.type)
        flags, head = 0, -1
        if kind == "context.append_message":
            flags = self._appended(bytes(row.message))
        elif kind == "context.append_loop_event":
            flags, head = self._looped(bytes(row.event))
        elif kind == "config.update" and bytes(row.system_prompt).startswith(b'"'):
            flags = int(Flag.MESSAGE) | SYSTEM
        elif kind == "context.apply_compaction":
            flags = int(Flag.SUMMARY | Flag.BOUNDARY)
        event = self.events.add(start, end, line, kind if kind.startswith(_KNOWN) else "other", flags, head)
        if kind == "context.append_loop_event" and self._first == event:
            self._begins[event] = self._step[1]
        if flags & SYSTEM:
            self._system = [event]
        elif kind == "context.apply_compaction":
            self._compact(event)
        elif flags & Flag.MESSAGE or self._step[1] == event:
            self.surface.append(event)
        else:
            self._noted(kind, event, row)

    def _appended(self, raw: bytes) -> int:
        message = load(raw)
        origin = mapping(message.get("origin")).get("kind")
        prompt = message.get("role") == "user" and origin in (None, "user")
        return int(Flag.MESSAGE) | (PROMPT if prompt else 0)

    def _looped(self, raw: bytes) -> tuple[int, int]:
        """The flags of a step's event, and the event that begins the same message."""
        step = shaped(raw, Step)
        event = len(self.events)
        if step.type == "step.begin":  # an answer begins, which may stay empty and counts as a message all the same
            self._step, self._first = (string(step.uuid), event), -1
            return 0, -1
        if not isinstance(step.type, str) or step.type not in _SPOKEN:
            return 0, -1
        if step.type == "tool.call" and not self.cwd:
            self.cwd = string(mapping(step.display).get("cwd"))
        if step.type == "tool.result":
            return int(Flag.MESSAGE), -1
        id = string(step.step_uuid)
        if not id or id != self._step[0]:
            self._step, self._first = (id, event), -1
        if self._first >= 0:
            return int(Flag.MESSAGE), self._first
        self._first = event
        return int(Flag.MESSAGE), -1

    def _noted(self, kind: str, event: int, row: Row) -> None:
        match kind:
            case "metadata":
                self.version = self.version or string(row.protocol_version)
            case "llm.request":
                self._model = string(row.model)
            case "context.clear":
                self.surface = []
            case "context.undo":
                self._undo(integer(row.count))
            case "full_compaction.begin":
                self.begin(event)
                self._asked_by = string(row.source)
            case "full_compaction.complete":
                self.end(event, "ended without a summary")
            case "full_compaction.cancel":
                self.abandon("cancelled")

    def _undo(self, count: int) -> None:
        """Take back the last ``count`` prompts of a person, and all behind them."""
        prompts = [at for at, event in enumerate(self.surface) if self.events.flags[event] & PROMPT]
        if count > 0 and prompts:
            del self.surface[prompts[-min(count, len(prompts))] :]

    def finish(self) -> None:
        """The log has ended."""
        self.abandon("not ended in this log")
        self.version = f"code {self.version}".strip()
        self.surface = [*self._system, *self.surface]

    def _compact(self, event: int) -> None:
        row = load(self.raw(event))
        kept, order = self._kept(row)
        covers, earlier, _ = parted(self.compactions, self.events, self.surface, set(kept))
        summary = string(row.get("summary")) or string(row.get("contextSummary"))
        by = "" if self.begun is None else self._asked_by
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                event=event,
                summary=summary,
                summary_event=event,
                covers=covers,
                earlier=earlier,
                kept=array("q", sorted(kept)),
                trigger="manual" if by == "manual" else "auto" if by == "auto" else "unknown",
                model=self._model,
                time=kimi_record.decode_code(self.raw(event), event).time,
                lock=(self.begun, None),
                tokens_before=integer(row.get("tokensBefore")) or None,
                tokens_after=integer(row.get("tokensAfter")) or None,
                unreadable="" if summary.strip() else "the entry holds no summary",
            )
        )
        self.surface = [*kept, event] if order else [event, *kept]

    def _kept(self, row: Json) -> tuple[list[int], bool]:
        """The events that stay, and whether they stand before the summary."""
        if "keptUserMessageCount" not in row:
            heads, flags = self.events.heads, self.events.flags
            units = [self._begins.get(heads[event], heads[event]) for event in self.surface]
            stay = set(list(dict.fromkeys(units))[max(integer(row.get("compactedCount")), 0) :])
            pairs = zip(self.surface, units, strict=True)
            return [event for event, unit in pairs if unit in stay and flags[event] & Flag.MESSAGE], False
        prompts = [event for event in self.surface if self.events.flags[event] & PROMPT and self._by_person(event)]
        count = min(max(integer(row["keptUserMessageCount"]), 0), len(prompts))
        first = min(max(integer(row.get("keptHeadUserMessageCount")), 0), count)
        return prompts[:first] + prompts[len(prompts) - (count - first) :], True

    def _by_person(self, event: int) -> bool:
        message = kimi_record.decode_code(self.raw(event), event).message
        return message is not None and message.author is not Author.SUMMARY
