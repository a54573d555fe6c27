"""Text that must survive: what the patterns of a compaction match, and where.

Five patterns stand by default, after the system that this compactor follows: paths, stack traces, error codes, URLs
and constraint sentences. They are written for precision, because a pin that matches everything protects nothing: a
path needs a separator and a root or an extension, an error code is a failure, a constraint opens a line or a sentence.

Pins look at text and at what tools answered; never at reasoning, at the arguments of calls, or at binary parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import msgspec

from threefold.errors import SettingsError
from threefold.session import Author, Message, Text, ToolResult
from threefold.text.patterns import Pattern, PatternError, PatternSet
from threefold.text.unicode import encode

MAX_SPAN = 1000
"""Most bytes of one pinned span; of a longer match the beginning is pinned."""

# Runs of path characters that hold a separator with something behind it (JSON within JSON is full of backslashes before
# quotes); what in them is a path is told by _PATH. Later components may be Han.
_PART_CHARACTER = r"(?:[A-Za-z0-9_.~@+-]|\p{Han})"
_PATH_RUN = rf"(?:\b[A-Za-z]:)?[A-Za-z0-9_.~@+-]*[/\\]+{_PART_CHARACTER}(?:[/\\]|{_PART_CHARACTER})*"
_URL = r"(?i:https?)://[^\s\"'<>\\^`{}|\x00-\x20，。；！？、）】》」』”’]+"
_CODE = (
    r"\bHTTP(?:/\d(?:\.\d)?)?[ -]{0,2}[45]\d\d\b"
    r"|\bstatus(?:[ _-]?code)?[\"']?[ \t]{0,2}(?:[:=]|is|was|of)?[ \t]{0,2}[\"']?[45]\d\d\b"
    r"|\b(?:error|err)(?:[ _-]?(?:code|no))?[\"']?[ \t]{0,2}[:=#]?[ \t]{0,2}[\"'\[(]?"
    r"(?:0x[0-9a-f]{2,8}|[a-z]{1,8}-?\d{2,6})\b"
    r"|\b(?:error[ _-]?code|errno|exit(?:ed)?(?: with)?(?: (?:code|status))?)[\"']?"
    r"[ \t]{0,2}[:=]?[ \t]{0,2}-?[1-9]\d{0,5}\b"
    r"|\b(?:EACCES|EADDRINUSE|ECONNABORTED|ECONNREFUSED|ECONNRESET|EEXIST|EISDIR|EMFILE|ENOENT|ENOMEM|ENOSPC|ENOTDIR"
    r"|ENOTEMPTY|ENOTFOUND|EPERM|EPIPE|ERESOLVE|ETIMEDOUT|EAI_AGAIN|SIGABRT|SIGKILL|SIGSEGV|SQLITE_BUSY)\b"
    r"|\b(?:TS|CS|ORA-|PG-|SC|E)\d{4,5}\b"
    r"|(?:错误|錯誤|状态|狀態|退出)[码碼代][:：是为為]?[ \t]{0,2}-?\d{1,6}"
)
# Runs here are unbounded on purpose: a counted repeat makes RE2's automaton outgrow its memory, and then it is slow.
_TRACE = (
    r"Traceback \(most recent call last\)"
    r"|File \"[^\"\n]+\", line \d+(?:, in [^\n]+)?"
    r"|(?m:^)[ \t]*(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?:: [^\n]+|[ \t\r]*(?m:$))"
    r"|(?m:^)[ \t]+at [^\n]+:\d+:\d+\)?"
    r"|(?m:^)[ \t]+at [\w.$<>/]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)"
    r"|(?m:^)Caused by: [^\n]+"
    r"|(?m:^)thread '[^'\n]+' panicked at [^\n]+"
    r"|(?m:^)panic: [^\n]+|(?m:^)goroutine \d+ \[[^\]\n]+\]:"
    r"|(?m:^)\t[^\s:]+\.go:\d+"
    r"|(?m:^)[ \t]*(?:from )?[^\s:]+\.rb:\d+:in [`'][^'\n]+'"
)
_SENTENCE_START = r"(?:(?m:^)|[.!?][\"')\]]{0,2}[ \t]+|[。！？；][ \t]{0,3})"
_MARKERS = r"[ \t>]*(?:(?:[-*+•·]|#{1,6}|//|\d{1,3}[.)])[ \t]+|\d{1,3}、|[（(]\d{1,3}[)）])?(?:\*\*|__|[\"“「『])?"
_ORDERS = (
    r"(?:(?:please[ ,]{1,2})?(?:you (?:must|shall|may not|are not allowed to)|must(?: not|n['’]t)?|do not|don['’]t"
    r"|never|always|under no circumstances|make sure (?:to|that|you)|ensure that)\b"
    r"|(?:important|mandatory|required|constraint)s?[!:：]"
    r"|(?:请|請|你|您|我们|我們|千万|千萬|绝对|絕對){0,2}(?:必须|必須|务必|務必|不要|不得|不准|不许|不許|不可以|不允许|不允許|禁止|严禁|嚴禁|勿"
    r"|切勿|永远不|永遠不|绝不|絕不|始终|始終|总是|總是|一定要|一律|别再|別再)|(?:重要|注意|约束|約束|要求|限制)[:：])"
)
# The stop that ends a sentence is not taken: it opens the next one.
_REST = r"(?:[^\n\r.!?。！？]|[.!?][^\s\"')\]])*"
_CONSTRAINT = f"{_SENTENCE_START}{_MARKERS}((?i:{_ORDERS}){_REST})"


class Pin(msgspec.Struct, frozen=True):
    """One pattern by name."""

    name: str
    source: str
    ignore_case: bool = False


DEFAULTS = (
    Pin("path", _PATH_RUN),
    Pin("trace", _TRACE),
    Pin("code", _CODE, ignore_case=True),
    Pin("url", _URL),
    Pin("constraint", _CONSTRAINT),
)
FLAGS = {"i": "i", "m": "m", "s": "s", "g": "", "u": ""}
"""Flags of user patterns. ``g`` and ``u`` are what JavaScript calls what RE2 does anyway."""

# What in a run of path characters is a path: rooted (drive, share, home, dot, two parts from /), or with an extension.
_PART = rb"(?:[\w.~@+-]|[\x80-\xff])+"
_EXTENSION = rb"\.[A-Za-z][A-Za-z0-9]{0,9}(?![\w-])"
_PATH = re.compile(
    rb"(?:[A-Za-z]:[\\/]{1,2}|\\\\|~[\\/]|\.{1,2}[\\/])(?:" + _PART + rb"[\\/]{1,2})*" + _PART + rb"(?<![.])"
    rb"|/(?:" + _PART + rb"/)+" + _PART + rb"(?<![.])"
    rb"|/?(?:[\w.@+-]+[\\/](?:" + _PART + rb"[\\/])*)?(?:[\w.@+-]|[\x80-\xff])*(?:\w|[\x80-\xff])" + _EXTENSION
)
LONG_RUN = 200
"""A run of so many characters that are all base64's is an encoded blob, and no path."""
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+")
_LETTER = re.compile(rb"[A-Za-z]")
_CUT_EXTENSION = re.compile(rb"(\.[A-Za-z][A-Za-z0-9]{0,9})[\x80-\xff]+$")
# A human orders in half sentences too ("do X, but keep Y"): any sentence of a human's that holds such a word is whole.
_ORDER_WORDS = (
    r"\b(?:must|mustn['’]t|do not|don['’]t|dont|never|always|only|without|except|unless|avoid|instead of|keep|leave"
    r"|no longer|has to|have to|needs to|required|important|make sure|ensure)\b"
    r"|必须|必須|务必|務必|不要|不得|不准|不许|不許|不可|不能|禁止|严禁|嚴禁|勿|别|別|始终|始終|总是|總是|一定|只能|只要|除了|保持|保留|重要|注意"
)
_WITHIN = r"(?:[^\n\r.!?。！？]|[.!?][^\s\"')\]])*"
_HUMAN_ORDER = f"(?i:{_WITHIN}(?:{_ORDER_WORDS}){_WITHIN})"
ORDER = "order"
"""The name of what is pinned in a human's text beyond the patterns."""


class Found(msgspec.Struct, frozen=True, gc=False):
    """One match: bytes ``start`` to ``end`` of the UTF-8 of a text, and the pin's name."""

    start: int
    end: int
    pin: str


class Pins:
    """The patterns of one compaction, compiled."""

    def __init__(self, user: Sequence[str] = (), flags: str = "i", *, enabled: bool = True) -> None:
        """Compile the defaults and the user's patterns.

        A user's pattern that RE2 refuses is named in ``refused`` and skipped. Raises SettingsError for unknown flags.
        """
        unknown = sorted({flag for flag in flags if flag not in FLAGS})
        if unknown:
            raise SettingsError(
                f"pin_flags holds {''.join(unknown)!r}; the flags are i, m and s (g and u change nothing)"
            )
        self.refused: tuple[str, ...] = ()
        self.enabled = enabled
        prefix = "".join(dict.fromkeys(FLAGS[flag] for flag in flags))
        self._user: list[tuple[str, Pattern]] = []
        refused: list[str] = []
        for source in user if enabled else ():
            try:
                self._user.append((source, Pattern(f"(?{prefix}:{source})" if prefix else source)))
            except PatternError as error:
                refused.append(f"{source!r}: {error}")
        self.refused = tuple(refused)

    def find(self, text: str, *, human: bool = False) -> list[Found]:
        """Every match in a text, by where it starts; matches of different pins may overlap. Linear in the text.

        ``human``: a human wrote it, so every sentence that orders something is pinned whole.
        """
        return self.find_bytes(encode(text), human=human) if self.enabled and text else []

    def find_bytes(self, data: bytes, *, human: bool = False) -> list[Found]:
        """The same, of bytes."""
        if not self.enabled:
            return []
        found: list[Found] = []
        gate = _gate()
        for number in gate.matching(data):
            name = DEFAULTS[number].name
            found.extend(Found(start, end, name) for start, end in _FINDERS[name](gate.patterns[number], data))
        for source, pattern in self._user:
            found.extend(Found(start, _cap(data, start, end), source) for start, end in pattern.spans(data))
        if human:
            found.extend(Found(start, end, ORDER) for start, end in _lines(_order(), data))
        found.sort(key=lambda match: (match.start, match.end))
        return found


def pinned_texts(message: Message) -> Iterator[tuple[str, bool]]:
    """The texts of a message that pins look at, each with whether a human wrote it."""
    for part in message.parts:
        if isinstance(part, Text | ToolResult) and part.text:
            yield part.text, part.author is Author.HUMAN


@cache
def _order() -> Pattern:
    return Pattern(_HUMAN_ORDER)


@cache
def _gate() -> PatternSet:
    return PatternSet([f"(?i:{pin.source})" if pin.ignore_case else pin.source for pin in DEFAULTS])


def _paths(pattern: Pattern, data: bytes) -> Iterator[tuple[int, int]]:
    for start, end in pattern.spans(data):
        if start >= 1 and data[start - 1 : start] in b"<:" and data[start : start + 1] == b"/":
            continue  # a closing tag, or what follows a scheme
        if end - start >= LONG_RUN and _BASE64.fullmatch(data, start, end):
            continue
        for first, last in _paths_in(data[start : min(end, start + MAX_SPAN)]):
            yield start + first, start + last


@lru_cache(maxsize=1 << 14)
def _paths_in(run: bytes) -> tuple[tuple[int, int], ...]:
    """The paths in a run of path characters; more than one where Han characters stand between them."""
    paths: list[tuple[int, int]] = []
    at = 0
    while found := _PATH.search(run, at):
        start, end = found.span()
        tail = _CUT_EXTENSION.search(run, start, end)
        if tail is not None:
            end = tail.end(1)
        if run[start : start + 1] == b"@":  # a mention: the digest that carries the path must not mention it again
            start += 1
        path = run[start:end]
        if len(path) > 3 and (b"/" in path or b"\\" in path) and _LETTER.search(path):
            paths.append((start, end))
        at = end
    return tuple(paths)


def _urls(pattern: Pattern, data: bytes) -> Iterator[tuple[int, int]]:
    for start, end in pattern.spans(data):
        end = _cap(data, start, end)
        while end > start and data[end - 1 : end] in b".,;:!?)]*_":
            if data[end - 1 : end] == b")" and data.count(b")", start, end) <= data.count(b"(", start, end):
                break
            end -= 1
        if end - start > len("https://"):
            yield start, end


def _lines(pattern: Pattern, data: bytes) -> Iterator[tuple[int, int]]:
    for start, end in pattern.spans(data):
        while start < end and data[start] in b" \t":
            start += 1
        while end > start and data[end - 1] in b" \t\r":
            end -= 1
        if start < end:
            yield start, _cap(data, start, end)


def _first_groups(pattern: Pattern, data: bytes) -> Iterator[tuple[int, int]]:
    for groups in pattern.captures(data):
        start, end = groups[1]
        while end > start and data[end - 1] in b" \t\r":
            end -= 1
        if data[end : end + 1] in (b".", b"!", b"?"):
            end += 1
        elif data[end : end + 3] in _STOPS:
            end += 3
        if start < end:
            yield start, _cap(data, start, end)


def _cap(data: bytes, start: int, end: int) -> int:
    """The end of a span of at most MAX_SPAN bytes, between two characters."""
    if end - start <= MAX_SPAN:
        return end
    end = start + MAX_SPAN
    while end > start and data[end] & 0xC0 == 0x80:
        end -= 1
    return end


_STOPS = tuple(stop.encode() for stop in "。！？")
_FINDERS = {"path": _paths, "trace": _lines, "code": _lines, "url": _urls, "constraint": _first_groups}
