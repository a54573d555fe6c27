"""Lines of files: whether a log shows the line of a file that a summary names, and if not, which ones it names.

A line stands in the log where the file's name has it beside it (``parser.py:212``, ``File "parser.py", line 212``),
where what a call printed of the file numbers its lines (a read tool's gutter, ``grep -n``), inside of what was read,
written or compared of it (an offset with its limit, a hunk of a diff, a whole file), and where a text that follows
speaks of it. All of that is read generously: a line is wrong only where another one of its file is named, and the log
shows it in none of these ways.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from threefold.auditing.facts.places import FilePlace, beside
from threefold.auditing.facts.slips import distance
from threefold.auditing.grounds.findings import ALTERED, Assertion, Finding, Near
from threefold.auditing.grounds.near import MOST
from threefold.auditing.grounds.standing import words
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger, Origin, Piece
from threefold.text.later import later
from threefold.text.unicode import encode

_FILES, _EVENTS = 40, 64
"""Files of one summary whose lines are looked for, and events that name one; of more events not all are known."""
_FOLLOWING, _TOLD = 12, 3  # events behind a call in which its results stand, and in which its lines are spoken of
_READ, _NAMED = 200_000, 200  # characters of a text that are read, and mentions of the file in it
_AROUND = 80  # characters in which the sentence's words are looked for
_LONGEST = 160  # characters of a line beside a name in which any number may be a line's
_ARGUMENTS = 2_000  # characters of a call up to which its numbers may say what of a file is read
_WRITTEN = 3  # lines of a call from which on it may write a file
_SHARED = 2  # words beside two lines that make one of them the other
_GUTTER = later(r"(?m)^[ \t>+*|-]{0,12}(\d{1,6})[ \t]{0,3}(?:→|\t|\||│|:|-|\)| {2})")
_SPOKEN = later(r"(?i)(?:\blines?|\bL|第)\s?~?(\d{1,6})(?:\s?(?:[-–—~至到]|to|through|and|,|、)\s?(\d{1,6}))?(?![\w%])")
_HUNK = later(r"@@ -(\d{1,6})(?:,(\d{1,6}))? \+(\d{1,6})(?:,(\d{1,6}))? @@")
_DIGITS = later(r"(?<![\w.])\d{1,6}(?![\d%]|\.\d)")
_PATH = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-/\\~@+"
_READS = later(
    r"(?i)\A(?:\w{0,20}read\w{0,20}|\w{0,20}view\w{0,20}|open\w{0,20}|cat|get_?file\w{0,20}|fetch\w{0,20})\n"
    r"|\b(?:cat|head|tail|sed|nl|bat|less|more|type|Get-Content|awk|git (?:show|diff|blame|log))\b"
)


class Lines:
    """What one ledger says of the lines of files."""

    def __init__(self, ledger: Ledger, around: Surroundings) -> None:
        self.ledger, self.around = ledger, around

    def altered(self, found: Sequence[FilePlace], sentence_of: dict[int, str]) -> Iterator[Finding]:
        """The places that the log shows nowhere while it names others of their file."""
        open_ = [one for one in found if not any(self.ledger.places(needle) for needle in _spelled(one))]
        written = {one.line: {event for event, _ in self.ledger.places(encode(str(one.line)))} for one in open_}
        among: dict[str, set[int]] = {}
        for one in open_:
            among.setdefault(one.name, set()).update(written[one.line])
        quick = {name: self._shown(name, events) for name, events in list(among.items())[:_FILES]}
        shown: dict[str, _Shown] = {}
        for one in open_:
            if one.name not in quick or quick[one.name].has(one.line):
                continue
            file = shown.get(one.name) or shown.setdefault(one.name, self._shown(one.name))
            if file.has(one.line) or (file.partial and written[one.line]):
                continue
            sentence = sentence_of.get(one.fact.start, "")
            near = file.near(one, sentence)
            if near:
                yield Finding(Assertion(one.fact, 1, sentence), ALTERED, near[0].difference, None, near)

    def _shown(self, name: str, among: set[int] | None = None) -> _Shown:
        """What the events that name a file show of its lines. ``among`` are those that are read, with their calls: most
        lines stand in one of the few texts that hold their number."""
        naming = [event for event, _ in self.ledger.places(encode(name))]
        shown = _Shown(name, partial=len(naming) >= _EVENTS)
        seen: set[int] = set()
        calls: dict[str, str] = {}
        for event in naming:
            results = [
                later_
                for later_ in range(event + 1, min(event + _FOLLOWING, self.ledger.last_event) + 1)
                if later_ <= event + _TOLD or self.ledger.partners.get(later_) == event
            ]
            if among is not None:
                results = [one for one in results if one in among]
                if not results and event not in among:
                    continue
            for each in (event, *results):
                if each in seen:
                    continue
                seen.add(each)
                for piece in self.around.pieces(each):
                    shown.read(piece, calls)
        return shown


def needles_of(found: Sequence[FilePlace]) -> list[bytes]:
    """The letters by which places are looked for in the ledger."""
    needles: list[bytes] = []
    for one in found:
        needles += [encode(one.name), encode(str(one.line)), *_spelled(one)]
    return needles


def _spelled(one: FilePlace) -> list[bytes]:
    """How a place mostly stands in a log."""
    return [encode(f"{one.name}{sign}{one.line}") for sign in (":", "#L", "(", " line ", '", line ', ", line ")]


class _Shown:
    """What a log shows of one file's lines."""

    def __init__(self, name: str, partial: bool) -> None:
        self.name, self.partial = name, partial
        self.ranges: list[tuple[int, int]] = []
        self.lines: set[int] = set()
        self.named: dict[int, list[tuple[int, str]]] = {}

    def has(self, line: int) -> bool:
        """Whether a line is among those that are shown."""
        return line in self.lines or any(low <= line <= high for low, high in self.ranges)

    def read(self, piece: Piece, calls: dict[str, str]) -> None:
        """Take in one text. ``calls`` are those that named the file, by their ids, with their arguments."""
        text = piece.text[:_READ]
        names = self.name in text
        if piece.origin is Origin.CALL and names:
            calls[piece.call] = text[:_ARGUMENTS]
            count = text.count("\n")
            if count >= _WRITTEN:
                self.ranges.append((1, count + 1))
            if len(text) <= _ARGUMENTS:
                self._pairs(text)
        asked = calls.get(piece.call) if piece.origin is Origin.RESULT else None
        if names or asked is not None:
            self._printed(piece.event, text, asked)
        if names:
            self._mentions(piece.event, text)
        if piece.origin not in (Origin.CALL, Origin.RESULT):
            for match in _SPOKEN.finditer(text):
                for number in filter(None, match.groups()):
                    self._name(int(number), piece.event, text, match.start())

    def _pairs(self, text: str) -> None:
        """What of a file a call asks for: an offset and a limit, a first line and a last one."""
        numbers = [int(match[0]) for match in _DIGITS.finditer(text)]
        self.lines.update(numbers)
        for one, other in itertools.pairwise(numbers):
            for first, more in ((one, other), (other, one)):
                self.ranges.append((first, max(more, first + more)))

    def _printed(self, event: int, text: str, asked: str | None) -> None:
        """What a text shows of the file: numbered lines, hunks of a diff, or the whole of it."""
        numbered = [(int(match[1]), match.start(1)) for match in _GUTTER.finditer(text)]
        self.lines.update(number for number, _ in numbered)
        for match in _HUNK.finditer(text):
            old, many, new, more = (int(number or 1) for number in match.groups())
            self.ranges += [(old, old + many), (new, new + more)]
        if asked is None:
            return
        if any(one != other - 1 for (one, _), (other, _) in itertools.pairwise(numbered)) or (
            len(numbered) == 1
        ):  # a search prints the lines that it found
            for number, at in numbered:
                self._name(number, event, text, at)
        if not numbered and _READS.search(asked):
            count = text.count("\n") + 1
            firsts = [int(match[0]) for match in _DIGITS.finditer(asked)]
            self.ranges += [(first, first + count) for first in (1, *firsts)]

    def _mentions(self, event: int, text: str) -> None:
        """The numbers beside the name of the file."""
        at = text.find(self.name)
        for _ in range(_NAMED):
            if at < 0:
                return
            end = at + len(self.name)
            low = max(0, at - _LONGEST)
            start = low + len(text[low:at].rstrip(_PATH))
            for place, _, number in beside(text, start, end):
                self._name(number, event, text, place)
            behind = text[end : end + _LONGEST].partition("\n")[0]
            before = text[low:start].rpartition("\n")[2]
            self.lines.update(int(match[0]) for one in (before, behind) for match in _DIGITS.finditer(one))
            at = text.find(self.name, end)

    def _name(self, number: int, event: int, text: str, at: int) -> None:
        self.lines.add(number)
        places = self.named.setdefault(number, [])
        if len(places) < MOST:
            places.append((event, text[max(0, at - _AROUND) : at + _AROUND]))

    def near(self, one: FilePlace, sentence: str) -> tuple[Near, ...]:
        """The named lines that a wrong one may have been made from: by a slip, or with the same words beside it."""
        said = words(sentence.replace(self.name, " "))
        slips = {number for number in self.named if distance(str(one.line), str(number), 1) <= 1}
        scored: Counter[int] = Counter()
        for number in slips or self.named:
            shared = max(len(said & words(text.replace(self.name, " "))) for _, text in self.named[number])
            if slips or shared >= _SHARED:
                scored[number] = shared
        return tuple(
            Near(f"{one.file}:{number}", "another line", self.named[number][0][0])
            for number, _ in sorted(scored.items(), key=lambda found: (-found[1], found[0]))[:MOST]
        )
