"""The ledger: what the events behind a summary say, folded in one pass.

The pass does two things with each text. It lists the facts (each once, with how often, where first and where last), for
coverage and for near values; and it looks for the summary's own facts by their letters, which finds them also where the
list has them in another shape (a file inside a longer path, a short hash inside a long one). No text is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from threefold.auditing.facts.corrections import Correction, corrections
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.recall import Recall
from threefold.auditing.ledger.changes import Changes
from threefold.auditing.ledger.entries import Entry as Entry
from threefold.auditing.ledger.entries import Facts
from threefold.auditing.ledger.entries import Origin as Origin
from threefold.auditing.ledger.listing import Listing
from threefold.auditing.ledger.needles import Needles
from threefold.auditing.ledger.needles import stands_alone as stands_alone
from threefold.auditing.ledger.partners import Partners
from threefold.session import Author, Compaction, Message, Session, Text, Thinking, ToolCall, ToolResult
from threefold.text.later import later
from threefold.text.unicode import Cleaned, encode
from threefold.work.commands.outcome import humans_answer

_DEEPEST = 6  # levels of JSON inside JSON strings that are opened; deeper ones stay text
_COMMANDS = ("command", "cmd", "script")  # keys whose value is a line by itself, as it was run
_SHELL = later(r"(?:\S*/)?(?:ba|z|da|fi|c|k)?sh$|(?i:cmd|powershell|pwsh)(?:\.exe)?$")
_FLAG = later(r"--?[A-Za-z][^\n]*$")
_TRIMMED = 0.7  # characters for each reported token, below which a log does not hold all that the summariser saw
_OF_AUTHOR = {Author.HUMAN: Origin.HUMAN, Author.MODEL: Origin.MODEL}


class Piece(NamedTuple):
    """One text of one event."""

    event: int
    origin: Origin
    text: str
    call: str = ""


class Said(NamedTuple):
    """A correction and where a human made it."""

    correction: Correction
    sentence: str
    event: int


class Ledger:
    """The folded events."""

    def __init__(
        self, finder: Finder, needles: Sequence[bytes] = (), most: int | None = None, recall: Recall | None = None
    ) -> None:
        """``needles`` are letters to look for. ``most`` bounds the facts that are held as objects (see ``listing`` for
        how many these are if it is not given); the rest stand in columns. ``recall`` tells the facts of texts that were
        read before."""
        self.finder = finder
        self._recall = recall
        self.listing = Listing(finder.categories, most)
        self.corrections: list[Said] = []
        self.changes = Changes()
        self.partners = Partners()
        self.characters = self.events = 0
        self.reasoning_characters = 0
        self.first_event = -1
        self.last_event = 0
        self.edited: dict[str, int] = {}
        self.redacted = 0
        self._needles = Needles(needles)

    def go_on(self) -> None:
        """Read what follows without asking for it: little of it was read before, and for that little all that is
        remembered of the log would be loaded."""
        self._recall = None

    @property
    def facts(self) -> Mapping[str, Facts]:
        """Category to normal form to entry."""
        return self.listing.facts

    def add(self, piece: Piece) -> bytes:
        """Fold one text into the ledger; its bytes without terminal sequences."""
        event, origin, text, call = piece
        self.last_event = max(self.last_event, event)
        if self.first_event < 0:
            self.first_event = event
        self.characters += len(text)
        if origin is Origin.REASONING:
            self.reasoning_characters += len(text)
        if call:
            if origin is Origin.CALL:
                self.partners.called(call, event)
            else:
                self.partners.answered(call, event)
        data = Cleaned(encode(text)).data
        self.redacted += data.count(b"REDACTED")
        code = int(origin)
        said = event if origin is Origin.HUMAN else -1
        facts = self.listing.apart
        if self._recall is None:
            for _, _, (category, kind, normal, _, _) in self.finder.readings(data):
                known = facts[category]
                entry = known.get(normal)
                if entry is None:
                    known[normal] = Entry(kind, event, event, code, code, said)
                elif entry.last == event and entry.origins & code:
                    entry.count += 1
                else:
                    entry.again(event, code)
        else:
            for (category, kind, normal), times in self._recall.tally(data):
                known = facts[category]
                entry = known.get(normal)
                if entry is not None:
                    entry.again(event, code, times)
                    continue
                entry = known[normal] = Entry(kind, event, event, code, code, said)
                if times > 1:
                    entry.again(event, code, times - 1)
        if origin is Origin.HUMAN and "correction" in self.finder.categories:
            made = corrections(text)
            self.changes.answered(text, event, made)
            for one in made:
                self.corrections.append(Said(one, text[one.start : one.end], event))
                known = facts["correction"]
                if one.normal in known:
                    known[one.normal].again(event, code)
                else:
                    known[one.normal] = Entry("correction", event, event, code, code, said)
        elif origin is Origin.MODEL:
            self.changes.put(text)
        self.look(data, event, origin)
        self.listing.relieve()
        return data

    def look(self, data: bytes, event: int, origin: Origin) -> None:
        """Look for the needles in the bytes of one text, as ``add`` gives them."""
        self._needles.look(data, event, origin)

    def called(self, needle: bytes) -> bool:
        """Whether these letters stand in the arguments of a call."""
        return self._needles.called(needle)

    def places(self, needle: bytes) -> list[tuple[int, Origin]]:
        """The first events in which these letters stand as a word of their own."""
        return self._needles.places(needle)

    def entry(self, category: str, normal: str) -> Entry | None:
        """The entry of a fact, if the ledger lists it."""
        return self.listing.of(category).get(normal)


def gaps(ledger: Ledger, session: Session, compaction: Compaction) -> tuple[str, ...]:
    """What the ledger lacks of what the summariser saw, in words."""
    reasons = [*compaction.gaps, *filter(None, [session.lines.unread()])]
    if not ledger.events:
        reasons.append("no event behind this summary could be resolved")
    lines, at = session.lines, compaction.event
    if lines.broken and at >= 0 and (broken := lines.broken_before(session.events.lines[at])):
        reasons.append(f"{broken} {'line' if broken == 1 else 'lines'} before the compaction could not be read")
    if ledger.redacted:
        places = "place is" if ledger.redacted == 1 else "places are"
        reasons.append(f"{ledger.redacted} {places} redacted in what the summary was made from")
    tokens = compaction.tokens_before
    if tokens and ledger.characters < _TRIMMED * tokens:
        reasons.append(
            f"the ledger holds {ledger.characters} characters for {tokens} reported tokens: "
            "the log was trimmed or resumed"
        )
    return tuple(reasons)


def pieces(session: Session, events: Iterable[int]) -> Iterator[Piece]:
    """The texts of these events in order, sidechains left out. Arguments of calls are given as their strings."""
    for index, record in session.records(events):
        if record.message is not None and not record.message.sidechain:
            yield from of_message(record.message, index)


def of_message(message: Message, event: int) -> Iterator[Piece]:
    """The texts of one message."""
    for part in message.parts:
        if isinstance(part, Text):
            if part.author is not Author.SUMMARY:
                yield Piece(event, _OF_AUTHOR.get(part.author, Origin.HARNESS), part.text)
        elif isinstance(part, Thinking):
            if part.text:
                yield Piece(event, Origin.REASONING, part.text)
        elif isinstance(part, ToolCall):
            yield Piece(event, Origin.CALL, f"{part.name}\n{unescaped(part.arguments)}", part.id)
        elif isinstance(part, ToolResult):
            yield Piece(event, Origin.RESULT, part.text, part.call_id)
            said = humans_answer(part.text)
            if said:
                yield Piece(event, Origin.HUMAN, said)


def unescaped(arguments: str) -> str:
    """The strings inside a call's arguments, one ``key: value`` a line; JSON inside strings is opened too."""
    lines: list[str] = []
    _flatten(arguments, "", 0, lines)
    return "\n".join(lines)


def _flatten(value: object, key: str, depth: int, lines: list[str]) -> None:
    if isinstance(value, str):
        if depth < _DEEPEST and value[:1] in ("{", "["):
            try:
                opened = msgspec.json.decode(value)
            except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
                opened = None
            if isinstance(opened, (dict, list)):
                _flatten(opened, key, depth + 1, lines)
                return
        named = key and key not in _COMMANDS and len(value) < 200 and "\n" not in value
        lines.append(f"{key}: {value}" if named else value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _flatten(inner, str(name), depth + 1, lines)
    elif isinstance(value, list):
        words = [inner for inner in value if isinstance(inner, str)]
        if len(words) == len(value) > 1 and not _SHELL.match(words[0]) and any(map(_FLAG.match, words)):
            lines.append(" ".join(f'"{word}"' if " " in word else word for word in words))  # a command, word by word
            return
        for inner in value:
            _flatten(inner, key, depth + 1, lines)
    elif value is not None and not isinstance(value, bool):
        lines.append(f"{key}: {value}")
