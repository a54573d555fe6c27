"""A log that was read: the index over its bytes, what the model sees now, and what it was compacted from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from threefold.session.compactions import Attempt, Compaction
from threefold.session.events import EventTable, Flag, Source
from threefold.session.lines import Lines
from threefold.session.message import Message, Record


class Session:
    """A session log that was read. See the module's docstring; built by a reader, never by hand (but see testing)."""

    def __init__(
        self,
        *,
        format: str,
        source: Source,
        decode: Callable[[bytes, int], Record],
        events: EventTable,
        lines: Lines,
        version: str = "",
        id: str = "",
        cwd: str = "",
        surface: Sequence[int] = (),
        compactions: Sequence[Compaction] = (),
        attempts: Sequence[Attempt] = (),
        cleared: frozenset[str] = frozenset(),
        notes: Sequence[str] = (),
    ) -> None:
        self.format = format
        """the reader's name for the format: ``dsh``, ``claude-code``, ``codex``, ``pi``, ``gemini``, ``openai`` …"""
        self.version = version
        self.id = id
        self.cwd = cwd
        """the directory in which the session works, as the log says ("" if it does not)"""
        self.source = source
        self.events = events
        self.lines = lines
        self.surface = surface
        """the events that the model sees now, in the order in which it sees them"""
        self.compactions = tuple(compactions)
        self.attempts = tuple(attempts)
        self.cleared = cleared
        """ids of tool calls whose results the harness has blanked for the model (they still stand in the log)"""
        self.notes = tuple(notes)
        """what a reader of this session should know (a dangling link, a copied history)"""
        self._decode = decode

    def raw(self, index: int) -> bytes:
        """The bytes of one event, as they stand in the source."""
        return self.source.read(*self.events.span(index))

    def record(self, index: int) -> Record:
        """What one event says. Never raises for what the bytes hold: they were read once already."""
        return self._decode(self.raw(index), index)

    def decode(self, raw: bytes, index: int) -> Record:
        """What the given bytes would say in the place of an event: for those who write a changed one."""
        return self._decode(raw, index)

    def records(self, events: Iterable[int] | None = None) -> Iterator[tuple[int, Record]]:
        """What the given events say (all, in log order, if none are given)."""
        for index in range(len(self.events)) if events is None else events:
            yield index, self.record(index)

    def messages(self, events: Iterable[int] | None = None) -> Iterator[Message]:
        """The messages that the given events hold (the surface, if none are given).

        Pieces that a harness wrote as several events are put together, at the place of the first of them.
        """
        flags, heads = self.events.flags, self.events.heads
        spoken = int(Flag.MESSAGE | Flag.SUMMARY | Flag.SIDECHAIN)  # arithmetic on flags costs a call each
        groups: dict[int, list[int]] = {}
        for index in self.surface if events is None else events:
            if flags[index] & spoken:
                groups.setdefault(heads[index], []).append(index)
        for members in groups.values():
            message = self._message(members)
            if message is not None:
                yield message

    def _message(self, members: Sequence[int]) -> Message | None:
        pieces = [piece for piece in (self.record(i).message for i in members) if piece is not None]
        if not pieces:
            return None
        first = pieces[0]
        parts = first.parts if len(pieces) == 1 else tuple(part for piece in pieces for part in piece.parts)
        return msgspec.structs.replace(first, parts=parts, events=tuple(members))

    def leaves(self, compaction: Compaction) -> Iterator[int]:
        """The events that a compaction's summary goes back to: its own and, through the summaries among its input,
        those of earlier compactions; each once, oldest first. Summaries are never leaves."""
        flags, summary = self.events.flags, int(Flag.SUMMARY)
        chain: list[Compaction] = []
        waiting = [compaction.index]
        visited: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number in visited:
                continue
            visited.add(number)
            chain.append(self.compactions[number])
            waiting.extend(self.compactions[number].earlier)
        seen = bytearray(len(self.events))
        for link in sorted(chain, key=lambda link: link.index):
            for index in link.covers:
                if not seen[index] and not flags[index] & summary:
                    seen[index] = 1
                    yield index

    def close(self) -> None:
        """Let go of the source's file, if it has one."""
        close = getattr(self.source, "close", None)
        if close is not None:
            close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __repr__(self) -> str:
        name = self.id or self.source.name
        return f"<Session {self.format} {name} events={len(self.events)} compactions={len(self.compactions)}>"
