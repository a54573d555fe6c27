"""Finding the hard facts of a text.

One gate over the text says which rules can match at all; each of those runs once over it. What a candidate means
depends on nothing but itself and the few characters beside it, so readings are kept and a value that a log repeats a
thousand times is read once.
"""

from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts import plain, values
from threefold.auditing.facts.fact import CATEGORIES, Fact, Mention
from threefold.auditing.facts.grammar import BLOB, ROOT_MARKERS, RULES
from threefold.auditing.facts.paths import Reading
from threefold.auditing.facts.plain import PLAIN, Readings, no_path, remembered
from threefold.text.patterns import Pattern, PatternSet
from threefold.text.unicode import Cleaned, character_offsets, decode, encode

# Rules by the categories that they can yield, so that a category which is switched off costs nothing.
_YIELDS = {
    "windows": ("path",),
    "backslashed": ("path",),
    "unc": ("path",),
    "file": ("path",),
    "path": ("path", "url"),
    "url": ("url", "path"),
    "version": ("number", "url"),
    "port": ("port", "url"),
    "coded": ("number", "env"),
    "counted": ("number",),
    "env": ("env", "error"),
}
_KEPT = 1 << 14  # readings of one rule that are looked up; a session uses a few thousand values again and again
_SENTENCE, _SENTENCES = 1000, 64
"""Characters of a text that may be the sentence of a fact, of which several rules ask one after the other; how many of
them are kept."""
_LONGEST = 4096  # bytes of one fact; what is longer is data
_BLOB = Pattern(BLOB)
_TELLING = {  # characters in front of a candidate, and behind it, of which its reader asks what is beyond them
    "path": (b"*", b"*(["),
    "file": (b"*", b"."),
    "backslashed": (b"", b"."),
    "uuid": (b"", b"-"),
    "hash": (b"", b"-"),
    "datetime": (b"", b"-:"),
    "version": (b"-", b""),
    "coded": (b"", b" ."),
    "counted": (b"", b" ."),
    "port": (b"", b".-/ "),
    "env": (b".-", b""),
    "error": (b"", b":"),
    "reference": (b"(", b".-"),
}
_BEFORE_WORDS = frozenset({"coded", "counted", "port"})
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
        self._gate = _gate(tuple(self.names))
        self._patterns = [Pattern(RULES[name][1], later=True) for name in self.names]
        self._rules = [(name == "number", name in _NESTED, name != "command", PLAIN.get(name)) for name in self.names]
        self._numbers = self.names.index("number") if "number" in self.names else -1
        self._whole = [categories.issuperset(_YIELDS.get(name, (name,))) for name in self.names]
        self._telling = [tuple(map(_each, _TELLING.get(name, (b"", b"")))) for name in self.names]
        self._known: list[dict[bytes, Readings]] = [{} for _ in self.names]
        self._sentences: dict[str, list[Fact]] = {}

    def readings(self, data: bytes) -> list[tuple[int, int, Reading]]:
        """Every fact of a text without terminal sequences, in order, with the bytes of the candidate it was read from;
        a fact inside another counts only if it is a UUID or stands in a command line."""
        candidates: list[tuple[int, int, int]] = []
        for index in self._gate.matching(data):
            self._patterns[index].mark(data, index, candidates)
        found: list[tuple[int, int, Reading]] = []
        if not candidates:
            return found
        candidates.sort()
        blobs = [span for span in _BLOB.all_spans(data) if is_data(data, *span)]
        rules, known = self._rules, self._known
        claimed = blob = 0
        for start, end, index in candidates:
            end = -end
            number, nests, claims, plainly = rules[index]
            nested = start < claimed
            if (nested and not nests) or end - start > _LONGEST:
                continue
            if blobs:
                while blob < len(blobs) and blobs[blob][1] <= start:
                    blob += 1
                if blob < len(blobs) and blobs[blob][0] < end:
                    continue
            readings: Readings | None = None
            if number:
                readings = self._number(data, start, end)
            else:
                around = data[start - 1 : end + 1] if start else b""
                if plainly is not None and len(around) == end + 2 - start:
                    readings = plainly(data[start:end], around[0], around[-1])
                if readings is None:  # between characters that tell nothing, it means what it meant before
                    readings = known[index].get(around)
                if readings is None:
                    end, readings = self._read(data, start, end, index, around)
            for reading in readings:
                found.append((start, end, reading))
                if claims and not nested:
                    claimed = end
        return found

    def _number(self, data: bytes, start: int, end: int) -> Readings:
        """What an amount means; what follows it tells nothing."""
        before, piece = plain.before_amount(data, start), data[start:end]
        found = plain.amount(piece, before)
        if found is None:
            key = before + b"\0" + piece
            found = self._known[self._numbers].get(key)
            if found is None:
                found = plain.read("number", piece, before, b"", self.markers)
                self._keep(self._numbers, key, found)
        return found

    def _keep(self, index: int, around: bytes, readings: Readings) -> None:
        known = self._known[index]
        if len(known) >= _KEPT:
            known.clear()
        known[around] = readings

    def _read(self, data: bytes, start: int, end: int, index: int, around: bytes) -> tuple[int, Readings]:
        """What a candidate means, and where it really ends. Kept for others like it, if what is beside it is plain."""
        name = self.names[index]
        enclosed = len(around) == end + 2 - start
        if name == "path" and enclosed and no_path(data[start:end], around[0], around[-1]):
            self._keep(index, around, ())
            return end, ()
        before = around[:1]
        after = around[-1:] if enclosed else data[end : end + 1]
        if name in _SPACED_RULES and after == b" " and before in _QUOTES:
            end = _to_closing_quote(data, start, end)
            after = data[end : end + 1]
            enclosed = False  # where it ends depends on what follows
        if before > b"\x7f":
            before, enclosed = _last_character(data, start), False
        elif not start or before in self._telling[index][0]:
            before, enclosed = data[start - 6 if start > 6 else 0 : start], False
        if after in self._telling[index][1]:
            after, enclosed = data[end : end + 4], False  # with the character behind it, of up to three bytes
        piece = data[start:end]
        found = plain.named(name, piece, before, after) if name in _BEFORE_WORDS and self._whole[index] else None
        if found is not None:
            return end, found
        found = (plain.read if enclosed else remembered)(name, piece, before, after, self.markers)
        if not self._whole[index]:
            found = tuple(reading for reading in found if reading[0] in self.categories)
        if enclosed:
            self._keep(index, around, found)
        return end, found

    def mentions(self, data: bytes) -> list[Mention]:
        """The same with the exact byte span of each fact."""
        return [_mention(data, start, end, reading) for start, end, reading in self.readings(data)]

    def facts(self, text: str) -> list[Fact]:
        """Every fact of ``text``, in order, with exact character spans."""
        if len(text) > _SENTENCE:
            return self._facts(text)
        found = self._sentences.get(text)
        if found is None:
            if len(self._sentences) >= _SENTENCES:
                self._sentences.clear()
            found = self._sentences[text] = self._facts(text)
        return found.copy()

    def _facts(self, text: str) -> list[Fact]:
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


@lru_cache(maxsize=8)
def _gate(names: tuple[str, ...]) -> PatternSet:
    """The gate of some rules. Its automaton grows while it is used, and growing takes longer than running."""
    return PatternSet([RULES[name][0] for name in names])


def _each(characters: bytes) -> frozenset[bytes]:
    return frozenset(bytes([one]) for one in characters)


def _last_character(data: bytes, end: int) -> bytes:
    """The character that ends here, as it is written."""
    start = end - 1
    while start > end - 4 and start > 0 and data[start] & 0xC0 == 0x80:
        start -= 1
    return data[start:end]


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
