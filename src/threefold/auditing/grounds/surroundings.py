"""The words around a value in the event where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.ledger.ledger import Entry, Piece, of_message
from threefold.session import Session
from threefold.text.later import later

_READ = 200_000  # characters of an event that are read for it
_REACH = 80  # characters on each side of a value that are its surroundings
_BESIDE = 30  # characters between a number and the word for what it counts
_HEADER = later(r"(?m)^[A-Z][A-Z_%()-]{2,40}(?:[ \t]{1,40}[A-Z][A-Z_%()-]{1,40}){2,20}[ \t]{0,40}$")
"""The first line of a table, as programs print it: ``NAME  READY  RESTARTS  AGE``."""
_GOES_ON, _INSIDE = later(r"\w|[.,]\d"), later(r"[\w.,]")
_LONGER, _JOINED = later(r"[\w%]|[.,:/-]\d"), later(r"[\w.,:/-]")
_SIGNS = 8  # characters of a plural's ending and of signs between a thing and its number
_LONG_WORD = later(r"[a-z_]{4,40}|[\u4e00-\u9fff]{2,}")
_COMMON_WORDS = (
    "that this with from have been were will would should which when what where them they then than there here into "
    "only also some each more most about after before using used make made done user code"
)
_COMMON = frozenset(_COMMON_WORDS.split())


class Surroundings:
    """The words around a value in the event where it stands."""

    def __init__(self, session: Session, finder: Finder) -> None:
        self.session = session
        self.finder = Finder(finder.categories & {"number"}, finder.markers)
        self._facts: dict[int, list[tuple[str, list[Fact]]]] = {}
        self._pieces: dict[int, list[Piece]] = {}

    def shared(self, sentence: str, category: str, normal: str, entry: Entry) -> int:
        """How many telling words of ``sentence`` stand near the value too, at its first or last place."""
        wanted = telling_words(sentence)
        best = 0
        for event in entry.places:
            for text, facts in self._facts_of(event):
                for fact in facts:
                    if fact.category == category and fact.normal == normal:
                        near = telling_words(text[max(0, fact.start - _REACH) : fact.end + _REACH])
                        best = max(best, len(wanted & near))
        return best

    def _facts_of(self, event: int) -> list[tuple[str, list[Fact]]]:
        if event not in self._facts:
            self._facts[event] = [(text, self.finder.facts(text[:_READ])) for text in self.texts(event)]
        return self._facts[event]

    def lists(self, call: int, folder: str, result: int, name: str) -> bool:
        """Whether a call names the folder as a whole argument and its result the file as a whole word."""
        named = re.compile(rf"(?<![\w.-]){re.escape(folder)}/?(?=$|[\s\"'`;|&)])")
        listed = re.compile(rf"(?:^|[\s\"'`]){re.escape(name)}(?=$|[\s\"'`*@/:,])")
        return any(named.search(text) for text in self.texts(call)) and any(
            listed.search(text) for text in self.texts(result)
        )

    def stands_beside(self, event: int, number: str, thing: str, right_in_front: bool = False) -> bool:
        """Whether a number and the thing that it counts stand on one line of the event, a few words apart (``tests: 214
        passed``), or the thing is a column of a table above the number. ``right_in_front``: with nothing between."""
        named, in_front = _names_of(thing)
        for text in self.texts(event):
            text = text[: _READ // 4]
            if right_in_front:
                reach = len(thing) + _SIGNS
                if any(in_front.search(text[max(0, at - reach) : at]) for at in _places(number, text)):
                    return True
                continue
            column = -1
            for at in alone(number, text):
                if column < 0:
                    headers = (line.start() for line in _HEADER.finditer(text) if named.search(line[0]))
                    column = next(headers, len(text))
                if at > column:
                    return True
                low = text.rfind("\n", max(0, at - _BESIDE), at) + 1
                low = max(low, at - _BESIDE)
                if named.search(text[low : at + len(number) + _BESIDE].partition("\n")[0]):
                    return True
        return False

    def texts(self, event: int) -> list[str]:
        """The texts of an event."""
        return [piece.text for piece in self.pieces(event)]

    def pieces(self, event: int) -> list[Piece]:
        """The texts of an event, each with whose it is."""
        if event not in self._pieces:
            message = self.session.record(event).message
            self._pieces[event] = list(of_message(message, event)) if message is not None else []
        return self._pieces[event]


@lru_cache(maxsize=256)
def _names_of(thing: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A thing's name as a word, and at the end of a text with what may stand between it and its number."""
    name = rf"(?i)\b{re.escape(thing)}(?:s|es)?"
    return re.compile(rf"{name}\b"), re.compile(rf"{name}[\"']?\s?[:=]?\s?\Z")


def _places(number: str, text: str) -> Iterator[int]:
    """Where a number stands that does not go on behind."""
    at = text.find(number)
    while at >= 0:
        if not _GOES_ON.match(text, at + len(number)):
            yield at
        at = text.find(number, at + 1)


def alone(number: str, text: str) -> Iterator[int]:
    """Where a number stands that is no part of a word or of a longer number."""
    return (at for at in _places(number, text) if not at or not _INSIDE.match(text, at - 1))


def whole(number: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a number stands that is no part of a word, a version, a path, a date, a time or a share."""
    at = text.find(number)
    while at >= 0:
        end = at + len(number)
        if not _LONGER.match(text, end) and (not at or not _JOINED.match(text, at - 1)):
            yield at, end
        at = text.find(number, at + 1)


def telling_words(words: str) -> set[str]:
    """Words that tell something: six letters of each, and every two Chinese characters that stand together."""
    found: set[str] = set()
    for word in _LONG_WORD.findall(words.lower()):
        if word.isascii():
            found.update(() if word in _COMMON else (word[:6],))
        else:
            found.update(word[place : place + 2] for place in range(len(word) - 1))
    return found
