"""Hard facts: values of a closed set of categories, found to the letter in any text, in English and Chinese.

The audit compares nothing else. What a fact is compared by is its *normal form*, which each category defines (see
``NORMAL_FORMS``); what a person is shown is its literal, cut from the text by its exact span.

One gate over the text says which rules can match at all; each of those runs once over it. What a candidate means
depends on nothing but itself and the few characters beside it, so readings are kept and a value that a log repeats a
thousand times is read once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing import paths, values
from threefold.auditing.grammar import BLOB, ROOT_MARKERS, RULES
from threefold.auditing.paths import Reading
from threefold.text import units
from threefold.text.patterns import Pattern, PatternSet
from threefold.text.unicode import Cleaned, character_offsets, decode, encode

CATEGORIES = (
    "uuid", "path", "number", "correction",  # the original's
    "url", "hash", "error", "port", "env", "command", "datetime", "reference",
)  # fmt: skip
ORIGINAL_CATEGORIES = frozenset(CATEGORIES[:4])

NORMAL_FORMS = {
    "uuid": "lower case",
    "path": "no ./ or trailing separator, / as separator, file:// decoded, Windows in lower case, Unicode composed",
    "number": "digits without separators or magnitudes, and one spelling of the unit; versions with a v",
    "correction": "the rejected value and the wanted one",
    "url": "scheme and host in lower case, no trailing slash",
    "hash": "lower case; a prefix stands for the whole",
    "error": "as written; HTTP and exit statuses as their number",
    "port": "the number",
    "env": "the name",
    "command": "blanks collapsed",
    "datetime": "ISO 8601; a date stands for every time in it",
    "reference": "# and the number, or the ticket's key",
}


class Fact(NamedTuple):
    """One hard fact. ``start`` and ``end`` are characters of the text; ``literal`` is what stands there.

    In a text with terminal sequences the literal is what a reader of the terminal saw.
    """

    category: str
    kind: str
    literal: str
    normal: str
    start: int
    end: int


class Mention(NamedTuple):
    """A fact by its byte span, for callers that look at millions of them and cut out few."""

    category: str
    kind: str
    normal: str
    start: int
    end: int


Readings = tuple[Reading, ...]
Read = Callable[[str, str, str], list[Reading]]
_READERS: dict[str, Read] = {
    "url": values.read_url,
    "uuid": values.read_uuid,
    "windows": paths.read_windows,
    "unc": paths.read_windows,
    "file": paths.read_file,
    "hash": values.read_hash,
    "datetime": values.read_datetime,
    "number": values.read_number,
    "version": values.read_version,
    "coded": values.read_coded,
    "counted": values.read_coded,
    "error": values.read_error,
    "port": values.read_port,
    "env": values.read_env,
    "reference": values.read_reference,
    "command": values.read_command,
}
# Rules by the categories that they can yield, so that a category which is switched off costs nothing.
_YIELDS = {
    "windows": ("path",),
    "unc": ("path",),
    "file": ("path",),
    "path": ("path", "url"),
    "url": ("url", "path"),
    "version": ("number", "url"),
    "coded": ("number",),
    "counted": ("number",),
    "env": ("env", "error"),
}
_KEPT = 4096  # readings of one rule that are looked up; a session uses a few thousand values again and again
_LONGEST = 4096  # bytes of one fact; what is longer is data
_BLOB = Pattern(BLOB)
_TELLING_BEFORE = frozenset(bytes([char]) for char in b"*-,:.(&/_")
_TELLING_AFTER = frozenset(bytes([char]) for char in b".-:/*")
_BEFORE_WORDS = frozenset({"coded", "counted", "port"})
_ORDINAL_ENDS = frozenset(bytes([char]) for char in b"espmtk.ESPMTK")  # line, steps, page, item, part, task, no.
_QUOTES = frozenset((b'"', b"'", b"`"))
_NESTED = frozenset({"uuid", "command"})
_SPACED_RULES = frozenset({"path", "windows"})


class Finder:
    """Finds the facts of the given categories. Built once for a set of settings.

    What it keeps of a text are readings of candidates, which depend on nothing else in it."""

    def __init__(
        self, categories: frozenset[str] = frozenset(CATEGORIES), markers: frozenset[str] = ROOT_MARKERS
    ) -> None:
        """``markers`` are the folder names that make a relative path without an extension a path."""
        self.categories = categories
        self.markers = markers
        self.names = [name for name in RULES if categories.intersection(_YIELDS.get(name, (name,)))]
        self._gate = PatternSet([RULES[name][0] for name in self.names])
        self._patterns = [Pattern(RULES[name][1], later=True) for name in self.names]
        self._rules = [(name == "number", name in _NESTED, name != "command") for name in self.names]
        self._numbers = self.names.index("number") if "number" in self.names else -1
        self._whole = [categories.issuperset(_YIELDS.get(name, (name,))) for name in self.names]
        self._known: list[dict[bytes, Readings]] = [{} for _ in self.names]

    def readings(self, data: bytes) -> list[tuple[int, int, Reading]]:
        """Every fact of a text without terminal sequences, in order, with the bytes of the candidate it was read from;
        a fact inside another counts only if it is a UUID or stands in a command line."""
        candidates: list[tuple[int, int, int]] = []
        for index in self._gate.matching(data):
            candidates += [(start, -end, index) for start, end in self._patterns[index].all_spans(data)]
        found: list[tuple[int, int, Reading]] = []
        if not candidates:
            return found
        candidates.sort()
        blobs = [span for span in _BLOB.all_spans(data) if is_data(data, *span)]
        rules, known = self._rules, self._known
        claimed = blob = 0
        for start, end, index in candidates:
            end = -end
            number, nests, claims = rules[index]
            nested = start < claimed
            if (nested and not nests) or end - start > _LONGEST:
                continue
            if blobs:
                while blob < len(blobs) and blobs[blob][1] <= start:
                    blob += 1
                if blob < len(blobs) and blobs[blob][0] < end:
                    continue
            # What stands plainly between two characters that tell nothing is read once and looked up from then on.
            around = data[start - 1 : end + 1] if start else b""
            readings = known[index].get(around)
            if number:
                readings = self._number(data, start, end, around, readings)
            elif readings is None:
                end, readings = self._read(data, start, end, index, around)
            for reading in readings:
                found.append((start, end, reading))
                if claims and not nested:
                    claimed = end
        return found

    def _number(self, data: bytes, start: int, end: int, around: bytes, readings: Readings | None) -> Readings:
        """What an amount means; ``readings`` is what was kept for one like it."""
        left, right = around[:1], around[-1:]
        if left == b" " and data[start - 2 : start - 1] in _ORDINAL_ENDS:
            left = data[start - 6 if start > 6 else 0 : start]  # words after which a number is an ordinal
        elif readings is not None:
            return readings
        elif left in _TELLING_BEFORE or left > b"\x7f" or not start:
            left = data[start - 6 if start > 6 else 0 : start]
        if right in _TELLING_AFTER or end >= len(data) or not start:
            right = data[end : end + 2]
        piece = data[start:end]
        amount = _PLAIN(piece)
        if amount is not None:
            unit = _unit(amount[3], left, right)
            if unit is not None:
                return (_amount(amount, unit),)
        readings = _read("number", piece, left, right, self.markers)
        if len(left) == len(right) == 1 and start and left not in _TELLING_BEFORE:
            self._keep(self._numbers, around, readings)
        return readings

    def _keep(self, index: int, around: bytes, readings: Readings) -> None:
        known = self._known[index]
        if len(known) >= _KEPT:
            known.clear()
        known[around] = readings

    def _read(self, data: bytes, start: int, end: int, index: int, around: bytes) -> tuple[int, Readings]:
        """What a candidate means, and where it really ends. Kept for others like it, if what is beside it is plain."""
        name, first = self.names[index], end
        before = around[:1]
        after = around[-1:] if len(around) == end + 2 - start else data[end : end + 1]
        if name in _SPACED_RULES and after == b" " and before in _QUOTES:
            end = _to_closing_quote(data, start, end)
            after = data[end : end + 1]
            plain = False  # where it ends depends on what follows
        else:
            plain = len(around) == first + 2 - start
        if before in _TELLING_BEFORE or before > b"\x7f" or not start:
            before, plain = data[start - 6 if start > 6 else 0 : start], False
        if after in _TELLING_AFTER or (after == b" " and name in _BEFORE_WORDS):
            after, plain = data[end : end + 2], False
        piece = data[start:end]
        named = _NAMED(piece) if name in _BEFORE_WORDS else None
        unit = _named_unit(name, named[1], before, after) if named is not None else None
        if named is not None and unit is not None:
            return end, (
                Reading("number", unit[0], f"{named[2].lstrip(b'0').decode() or '0'} {unit[1]}", 0, len(piece)),
            )
        readings = _read(name, piece, before, after, self.markers)
        if not self._whole[index]:
            readings = tuple(reading for reading in readings if reading[0] in self.categories)
        if plain:
            self._keep(index, around, readings)
        return end, readings

    def mentions(self, data: bytes) -> list[Mention]:
        """The same with the exact byte span of each fact."""
        return [_mention(data, start, end, reading) for start, end, reading in self.readings(data)]

    def facts(self, text: str) -> list[Fact]:
        """Every fact of ``text``, in order, with exact character spans."""
        raw = encode(text)
        cleaned = Cleaned(raw)
        mentions = self.mentions(cleaned.data)
        spans = [cleaned.original(mention.start, mention.end) for mention in mentions]
        characters = character_offsets(raw, (offset for span in spans for offset in span))
        return [
            Fact(
                mention.category,
                mention.kind,
                decode(cleaned.data[mention.start : mention.end]),
                mention.normal,
                characters[span[0]],
                characters[span[1]],
            )
            for mention, span in zip(mentions, spans, strict=True)
        ]


def _mention(data: bytes, start: int, end: int, reading: Reading) -> Mention:
    category, kind, normal, low, high = reading
    if low == 0 and high == end - start:
        return Mention(category, kind, normal, start, end)
    piece = data[start:end]
    if not piece.isascii():
        text = decode(piece)
        low, high = len(encode(text[:low])), len(encode(text[:high]))
    return Mention(category, kind, normal, start + low, start + high)


_HOMES = Pattern(r"(?:/Users|/home|/Volumes|/mnt|/media|/private|/opt|~|[A-Za-z]:)[\\/]")
_SPACED = Pattern(r"(?: [^\s/\\\"'`:;|<>*?,-][^\s\"'`:;|<>*?,]*){1,8}")


def _to_closing_quote(data: bytes, start: int, end: int) -> int:
    """The end of a path with blanks in it: at the closing quote, if it stands in quotes and no word is an option."""
    quote = data[start - 1 : start]
    if data[end : end + 1] != b" " or quote not in _QUOTES or not _HOMES.search(data, start, end):
        return end
    close = data.find(quote, end, end + 200)
    return close if close > 0 and _SPACED.matches(data[end:close]) else end


def is_data(data: bytes, start: int, end: int) -> bool:
    """Whether the run at this span is encoded data (base64 and its kin), in which nothing is a fact."""
    return values.is_blob(data[start : min(end, start + 4096)])


_PLAIN = re.compile(rb"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,24})(?:\.([0-9]{1,12}))?([^0-9.,].*)", re.DOTALL).fullmatch


_YEAR = "年".encode()


@lru_cache(maxsize=1 << 13)
def _unit(rest: bytes, before: bytes, after: bytes) -> tuple[str, str, int] | None:
    """What any plain number in front of this unit is read as: dimension, canonical unit, and the characters of the
    unit that count. None where that depends on the number. A log says millions of numbers, of a few thousand units."""
    found = _read("number", b"71" + rest, before, after, frozenset())
    if len(found) != 1 or found[0].kind == "count:one" or rest in (b"d", b"D") or rest.endswith(_YEAR):
        return None  # 2D and 2024年 are no amounts
    _, kind, normal, _, end = found[0]
    head, _, name = normal.partition(" ")
    if head != "71" or units.quick("71" + decode(rest)[: end - 2]) is None:
        return None
    return kind, name, end - 2


_NAMED = re.compile(rb"([A-Za-z_][^0-9]*)([0-9]{1,24})").fullmatch


@lru_cache(maxsize=1 << 12)
def _named_unit(name: str, head: bytes, before: bytes, after: bytes) -> tuple[str, str] | None:
    """The same for a number behind its name (``files: 7``): dimension and canonical unit."""
    found = _read(name, head + b"71", before, after, frozenset())
    if len(found) != 1 or found[0].category != "number" or not head.isascii() or found[0][3:] != (0, len(head) + 2):
        return None
    digits, _, unit = found[0].normal.partition(" ")
    return (found[0].kind, unit) if digits == "71" else None


def _amount(plain: re.Match[bytes], known: tuple[str, str, int]) -> Reading:
    """The reading of a plain number with a known unit."""
    digits, decimals, _ = plain.groups()
    kind, name, length = known
    size = len(digits) + length
    whole = digits.decode()
    if len(whole) > 3:
        whole = whole.replace(",", "")
    if whole[0] == "0":
        whole = whole.lstrip("0") or "0"
    if decimals is not None:
        size += 1 + len(decimals)
        decimals = decimals.rstrip(b"0")
        if decimals:
            whole = f"{whole}.{decimals.decode()}"
    return Reading("number", kind, f"{whole} {name}", 0, size)


@lru_cache(maxsize=1 << 12)
def _read(name: str, piece: bytes, before: bytes, after: bytes, markers: frozenset[str]) -> tuple[Reading, ...]:
    text, left, right = decode(piece), before.decode("utf-8", "ignore"), after.decode("utf-8", "ignore")
    if name == "path":
        return tuple(paths.read_path(text, left, right, markers))
    return tuple(_READERS[name](text, left, right))
