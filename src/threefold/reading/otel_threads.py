"""Conversations put together from model calls, each of which repeats what was said before it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from threefold.session import Author, Blob, Message, Text, Thinking, ToolCall, ToolResult

Key = tuple[str, str]
"""The conversation's id and the agent's name; empty where a trace does not tell them."""


class Said(msgspec.Struct):
    """One message of a call: where it stands, how it is spelled there, and what it says."""

    place: tuple[int, int]
    line: int
    time: int
    kind: str
    way: int
    message: Message | None
    compacts: bool = False
    """whether it holds the provider's own mark of a compaction"""
    known_as: bytes = b""

    @property
    def identity(self) -> bytes:
        """What makes a message the same when a call repeats it; worked out once."""
        self.known_as = self.known_as or identity(self.message, self.place)
        return self.known_as

    @property
    def is_summary(self) -> bool:
        return self.message is not None and any(part.author is Author.SUMMARY for part in self.message.parts)

    @property
    def is_system(self) -> bool:
        return self.message is not None and self.message.role == "system"


Put = Callable[[Said], int]


class Cut(msgspec.Struct):
    """A compaction: the event that marks it, whether that says a summary, and the surface before and behind."""

    event: int
    summary: str
    before: list[int]
    after: list[int]


class Thread:
    """One conversation: its events, what the model is sent now, and the compactions."""

    def __init__(self, key: Key = ("", "")) -> None:
        self.key = key
        self.events: list[int] = []
        self.surface: list[int] = []
        self.cuts: list[Cut] = []
        self.open_calls: set[str] = set()
        self.length = 0
        """messages that are no system prompt"""
        self._pool: dict[bytes, list[int]] = {}
        self._system: set[int] = set()
        self._compacting: set[int] = set()

    def send(self, sent: Sequence[Said], put: Put, *, more: bool) -> None:
        """What a call sends: the whole of the context, or what is new of it (``more``)."""
        used: Counter[bytes] = Counter()
        before, surface = self.surface, list(self.surface) if more else []
        fresh: list[tuple[int, Said]] = []
        for said in sent:
            key = said.identity
            known = self._pool.get(key, ())
            if not more and used[key] < len(known):
                event = known[used[key]]
            else:
                event = self._add(said, key, put)
                fresh.append((event, said))
            used[key] += 1
            surface.append(event)
        self.surface = self._since_compaction(surface)
        for event, said in fresh:
            if said.is_summary or said.compacts:
                self._cut(event, said, before)

    def answer(self, made: Sequence[Said], put: Put, *, compacted: bool) -> list[int]:
        """What the model answered; ``compacted`` where the provider says that it had compacted what it was sent."""
        events: list[int] = []
        for said in made:
            before = self.surface
            event = self._add(said, said.identity, put)
            events.append(event)
            if said.compacts or (compacted and len(events) == 1):
                self._compacting.add(event)
            self.surface = self._since_compaction([*before, event])
            if event in self._compacting or said.is_summary:
                self._cut(event, said, before)
        return events

    def add_result(self, said: Said, put: Put) -> int:
        """A tool's result that no call was sent."""
        event = self._add(said, said.identity, put)
        self.surface.append(event)
        return event

    def _add(self, said: Said, key: bytes, put: Put) -> int:
        event = put(said)
        self._pool.setdefault(key, []).append(event)
        self.events.append(event)
        if said.is_system:
            self._system.add(event)
        else:
            self.length += 1
        if said.compacts:
            self._compacting.add(event)
        if said.message is not None:
            self.open_calls.update(call.id for call in said.message.tool_calls)
            self.open_calls.difference_update(result.call_id for result in said.message.tool_results)
        return event

    def _since_compaction(self, surface: list[int]) -> list[int]:
        """A client goes on sending what a provider compacts; the model does not see it."""
        last = max((place for place, event in enumerate(surface) if event in self._compacting), default=0)
        return [event for place, event in enumerate(surface) if place >= last or event in self._system]

    def _cut(self, event: int, said: Said, before: list[int]) -> None:
        text = said.message.text(Author.SUMMARY) if said.message is not None else ""
        before = [one for one in before if one not in self._system]
        self.cuts.append(Cut(event, text, before, [one for one in self.surface if one not in self._system]))


class Threads:
    """All conversations of an export."""

    def __init__(self) -> None:
        self.all: list[Thread] = []
        self._owners: dict[bytes, Thread] = {}
        self._responses: dict[str, Thread] = {}
        self._last: dict[Key, Thread] = {}

    def of(self, key: Key, sent: Sequence[Said], previous: str) -> tuple[Thread, bool]:
        """The conversation that a call goes on with, and whether the call sends only what is new.

        A call that names the response before it (``previous``), or a conversation of which it repeats nothing, leaves
        the history to the provider. Without either, a call belongs where half of what it sends is known, and one with
        a summary of which nothing is known goes on with the conversation that spoke last.
        """
        thread = self._responses.get(previous)
        if thread is not None:
            return thread, True
        own = [said for said in sent if not said.is_system]
        summary = any(said.is_summary or said.compacts for said in own)
        owners = (self._owners.get(said.identity) for said in own)
        votes = Counter(id(one) for one in owners if one is not None and one.key == key)
        best = max((one for one in self.all if id(one) in votes), key=lambda one: votes[id(one)], default=None)
        if best is not None and (summary or self._goes_on(best, own, votes[id(best)])):
            return best, False
        last = self._last.get(key)
        if last is not None and (summary or (key[0] and best is None)):
            return last, not summary
        made = Thread(key)
        self.all.append(made)
        return made, False

    def _goes_on(self, thread: Thread, own: Sequence[Said], votes: int) -> bool:
        """Whether a call repeats a conversation, and does not merely begin with the same words as a longer one."""
        begins = all(said.message is None or said.message.role == "user" for said in own)
        return votes * 2 >= len(own) and not (begins and thread.length > len(own) + 1)

    def note(self, thread: Thread, said: Sequence[Said], response: str) -> None:
        """Remember whose the messages of a call are."""
        self._last[thread.key] = thread
        for one in said:
            if not one.is_system:
                self._owners[one.identity] = thread
        if response:
            self._responses[response] = thread


def identity(message: Message | None, place: tuple[int, int]) -> bytes:
    """What makes a message the same when a call repeats it: its role and what it says, in whatever order.

    Reasoning is not sent again by every client. A message with calls is known by their ids: arguments may be spelled
    otherwise when they are sent again, and the older events leave its text out.
    """
    if message is None:
        return repr(place).encode()
    parts: list[str] = []
    calls = message.tool_calls
    for part in calls if calls and all(call.id for call in calls) else message.parts:
        match part:
            case Text(text=text) if text:
                parts.append(f"text {text}")
            case ToolCall(id=id, name=name, arguments=arguments):
                parts.append(f"call {id}" if id else f"call {name} {arguments}")
            case ToolResult(call_id=id, text=text):
                parts.append(f"result {id} {text}")
            case Blob(media_type=kind, size=size):
                parts.append(f"blob {kind} {size}")
            case Thinking() | _:
                continue
    told = "\0".join([message.role, *sorted(parts)]).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(told, digest_size=16).digest()
