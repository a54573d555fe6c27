"""What a Codex model sees as a rollout grows: items added, turns rolled back, the whole history replaced.

A compaction's replacement is mapped to the events that it repeats, by content. What the summary was made from is what
stood in the history and is not repeated. Codex also logs the summariser's own answer as if it were the model's; it is
the summary and no ground for it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Literal

import msgspec

from threefold.reading.authors import SUMMARY_OPENINGS
from threefold.reading.codex_record import ITEMS, SEALED, Decoder
from threefold.reading.document import array_within
from threefold.reading.first_pass import FirstPass
from threefold.reading.repeats import Repeats
from threefold.reading.values import Json, integer, items, load, mapping, string, strings
from threefold.session import Author, Compaction, Flag, Message, Source

ENCRYPTED = "the provider made the summary and encrypted it (remote compaction)"
ABSENT = "the log holds no summary of this compaction (it ran at the provider)"
OUTSIDE = frozenset(("id", "status", "phase", "end_turn", "metadata", "internal_chat_message_metadata_passthrough"))
"""Fields of an item that do not belong to what it says."""
_DIRECTORY = re.compile(r"<cwd>([^<\n]+)</cwd>|^Current working directory: (.+)$", re.MULTILINE)
SUMMARY = int(Flag.SUMMARY)  # plain numbers: an enum's operators are slow in a loop over a whole log
LOOK_BACK = 8
"""How many items before a compaction may stand behind the summariser's answer."""


class Place(msgspec.Struct):
    """Where a compaction stands among the turns and token counts; resolved when the log has ended."""

    turn: int | None
    ended: int | None = None
    counted: int | None = None
    counted_after: int | None = None
    awaits: bool = True


class History(FirstPass):
    """The events of a rollout and the model's view of them, step by step."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.add = self.events.add
        self.decoder = Decoder(self.events.flags)
        self.model = ""
        self._summaries: dict[int, int] = {}
        self._places: list[Place] = []
        self._turn: int | None = None
        self._count: int | None = None
        self._count_at_answer: int | None = None

    def append(self, event: int) -> None:
        """An item joins what the model sees."""
        self.surface.append(event)
        self._count_at_answer = self._count

    def counted(self, event: int) -> None:
        """A token count was logged."""
        self._count = event
        if self._places and self._places[-1].awaits:
            self._places[-1].awaits = False
            self._places[-1].counted_after = event

    def turn(self, event: int, *, begins: bool) -> None:
        for place in reversed(self._places):
            if place.turn != self._turn or place.ended is not None:
                break
            place.ended = event
        self._turn = event if begins else None

    def roll_back(self, turns: int) -> None:
        """The last turns were taken back: each goes from a prompt to the end of the history."""
        at = len(self.surface)
        while turns > 0 and at > 0:
            at -= 1
            if self._is_prompt(self.surface[at]):
                turns -= 1
        if turns <= 0 and at < len(self.surface):
            del self.surface[at:]

    # --- compaction --------------------------------------------------------------------------------------------------

    def compact(self, line: int, start: int, end: int, time: str) -> None:
        """A ``compacted`` line: replace the history and record what became of it."""
        raw = self.source.read(start, end)
        payload = mapping(load(raw).get("payload"))
        event = self.add(start, end, line, "compacted", Flag.BOUNDARY)
        text = string(payload.get("message"))
        seen, count = self.surface, self._count
        if (answer := self._answer(text)) is not None:
            count = self._count_at_answer
            self._set_aside(answer)
        if isinstance(payload.get("replacement_history"), list):
            summary_event = self._replace(line, start, raw, text)
        else:
            self.surface = [e for e in seen if self._is_prompt(e)]
            summary_event = event if text else None
            if text:
                self.surface.append(event)
        sealed = summary_event is not None and self.events.kind(summary_event) in SEALED
        if text and (summary_event is None or sealed):
            summary_event, sealed = (event if summary_event is None else summary_event), False
        if summary_event is not None:
            self.events.flags[summary_event] |= Flag.SUMMARY
        flags, kept = self.events.flags, set(self.surface)
        self._places.append(Place(self._turn, counted=count))
        summary = without_opening(text or self._text(summary_event))
        self.compactions.append(
            Compaction(
                index=len(self.compactions),
                id=string(payload.get("window_id")),
                event=event,
                summary=summary,
                summary_event=summary_event,
                covers=array("I", (e for e in seen if e not in kept and not flags[e] & SUMMARY)),
                earlier=tuple(sorted({self._summaries[e] for e in seen if e in self._summaries})),
                kept=array("I", sorted(e for e in kept if e < event and not flags[e] & SUMMARY)),
                model=self.model,
                time=time,
                unreadable="" if summary.strip() else ENCRYPTED if sealed else ABSENT,
            )
        )
        if summary_event is not None:
            self._summaries[summary_event] = len(self.compactions) - 1

    def _replace(self, line: int, start: int, raw: bytes, text: str) -> int | None:
        """Take over a replacement history; answer which event holds the summary, if one does."""
        spans, values = array_within(raw, ("payload", "replacement_history"))
        old = Repeats(self._by_content({string(mapping(value).get("type")) for value in values}))
        summary = _summary_of(values, text)
        surface: list[int] = []
        summary_event: int | None = None
        for number, ((first, last), value) in enumerate(zip(spans, values, strict=True)):
            item = mapping(value)
            kind = string(item.get("type"))
            if not kind:
                continue
            repeated = old.take(content_key(item)) if number != summary else None
            if repeated is not None:
                surface.append(repeated)
                continue
            flags = Flag.SUMMARY if number == summary or _summarises(item) else Flag.MESSAGE
            event = self.add(
                start + first, start + last, line, kind if kind in ITEMS or kind in SEALED else "other", flags
            )
            surface.append(event)
            if number == summary:
                summary_event = event
        self.surface = surface
        return summary_event

    def _by_content(self, kinds: set[str]) -> Iterator[tuple[int, int]]:
        """What the events of the history say, oldest first."""
        for event in self.surface:
            if self.events.kind(event) in kinds and not self.events.flags[event] & SUMMARY:
                yield content_key(self._item(event)), event

    def _answer(self, text: str) -> int | None:
        """Where in the history the summariser's answer stands: the last message, if it is the summary word for word."""
        summary = without_opening(text).strip()
        for at in range(len(self.surface) - 1, max(-1, len(self.surface) - 1 - LOOK_BACK), -1):
            event = self.surface[at]
            if self.events.kind(event) == "message":
                message = self._message(event)
                answers = message is not None and message.role == "assistant" and message.text().strip() == summary
                return at if answers and summary else None
        return None

    def _set_aside(self, at: int) -> None:
        """Take the summariser's answer, and the reasoning that led to it, out of the history."""
        begin = at - 1 if at and self.events.kind(self.surface[at - 1]) == "reasoning" else at
        self.events.flags[self.surface[begin]] = Flag.NONE
        self.events.flags[self.surface[at]] = Flag.SUMMARY
        del self.surface[begin : at + 1]

    # --- at the end --------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The log has ended: add to the compactions what only the rest of it could tell of them."""
        lines = {self.events.lines[c.event] for c in self.compactions}
        prompted: dict[tuple[int | None, int | None], bool] = {}
        for number, place in enumerate(self._places):
            turn = (place.turn, place.ended)
            if turn not in prompted:
                prompted[turn] = self._has_prompt(place, lines)
            self.compactions[number] = msgspec.structs.replace(
                self.compactions[number],
                trigger=_trigger(place, prompted[turn]),
                tokens_before=self._tokens(place.counted, "input_tokens"),
                tokens_after=self._tokens(place.counted_after, "total_tokens"),
            )

    def _has_prompt(self, place: Place, compacted: set[int]) -> bool:
        """Whether somebody asked for something in the turn of a compaction; ``/compact`` has a turn of its own."""
        if place.turn is None:
            return False
        end = len(self.events) if place.ended is None else place.ended
        return any(
            self._is_prompt(event) for event in range(place.turn, end) if self.events.lines[event] not in compacted
        )

    def _tokens(self, count: int | None, field: str) -> int | None:
        if count is None:
            return None
        info = mapping(mapping(load(self.raw(count)).get("payload")).get("info"))
        usage = mapping(info.get("last_token_usage"))
        return integer(usage.get(field)) or None

    def directory(self) -> str:
        """The working directory that the first messages name, for rollouts whose header does not."""
        for event in self.surface[:LOOK_BACK]:
            found = _DIRECTORY.search(self._text(event))
            if found:
                return (found[1] or found[2]).strip()
        return ""

    # --- events ------------------------------------------------------------------------------------------------------

    def _is_prompt(self, event: int) -> bool:
        if self.events.kind(event) != "message" or self.events.flags[event] & SUMMARY:
            return False
        message = self._message(event)
        if message is None or message.role != "user":
            return False
        own = self.decoder.own_from is not None and event >= self.decoder.own_from
        return message.author is Author.HUMAN or (own and message.author is self.decoder.delegate)

    def _message(self, event: int) -> Message | None:
        return self.decoder(self.raw(event), event).message

    def _text(self, event: int | None) -> str:
        message = self._message(event) if event is not None else None
        return message.text() if message is not None else ""

    def _item(self, event: int) -> Json:
        line = load(self.raw(event))
        return mapping(line.get("payload")) or line


def _trigger(place: Place, prompted: bool) -> Literal["manual", "auto", "unknown"]:
    if prompted:
        return "auto"
    return "unknown" if place.turn is None or place.ended is None else "manual"


def _summary_of(values: list[object], text: str) -> int | None:
    """Which item of a replacement history is the summary: the last that says so of itself, or else the last whose text
    is the message of the compaction."""
    backwards = range(len(values) - 1, -1, -1)
    for number in backwards:
        if _summarises(mapping(values[number])):
            return number
    for number in backwards:
        item = mapping(values[number])
        if text and item.get("role") == "user" and text in item_texts(item):
            return number
    return None


def _summarises(item: Json) -> bool:
    if string(item.get("type")) in SEALED:
        return True
    if item.get("type") != "message" or item.get("role") != "user":
        return False
    passed = mapping(item.get("internal_chat_message_metadata_passthrough"))
    return "compaction.summary" in items(passed.get("content_item_kinds")) or any(
        said.lstrip().startswith(SUMMARY_OPENINGS) for said in item_texts(item)
    )


def item_texts(item: Json) -> list[str]:
    content = item.get("content")
    return [content] if isinstance(content, str) else [string(mapping(part).get("text")) for part in items(content)]


def content_key(item: Json) -> int:
    """What an item says, as a number; its ids and the harness's remarks do not count."""
    return hash(tuple(strings({key: value for key, value in item.items() if key not in OUTSIDE})))


def without_opening(text: str) -> str:
    """A summary without the sentence that Codex puts before it."""
    if text.lstrip().startswith(SUMMARY_OPENINGS):
        head, _, rest = text.lstrip().partition("\n")
        return rest if head.endswith(":") else text
    return text
