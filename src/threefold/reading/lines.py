"""Lines of JSON, read once, each of them accounted for.

A line of a real log is not always one record: two objects stand glued on one line, a writer was killed in the middle
of one, a block of NUL bytes follows a crash, a string holds half a surrogate pair. The fast path decodes what is well
formed; everything else goes through :func:`objects`, which saves what can be saved and says what could not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from threefold.reading.fitting import fitted
from threefold.session import Lines, Source

T = TypeVar("T")
Predicate = Callable[[dict[str, object]], bool]

TORN = "torn last line (the log may still be written)"
BLANK = "blank"
MAX_RESCUES = 64
"""How many places of a broken line are tried for a whole record behind the damage; it bounds the work on a line."""

_CHUNK = 1 << 17
_BOM = b"\xef\xbb\xbf"
FAILED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def split_lines(source: Source, start: int = 0) -> Iterator[tuple[int, bytes, bool]]:
    """Yield (offset, line without its line feed, whether it was terminated) for each line from an offset on, in bounded
    memory."""
    pending: list[bytes] = []
    at = start
    for chunk in source.chunks() if not start else _chunks(source, start):
        at += len(chunk)
        lines = chunk.split(b"\n")
        if len(lines) == 1:
            pending.append(chunk)
            continue
        if pending:
            pending.append(lines[0])
            lines[0] = b"".join(pending)
        rest = lines.pop()
        for line in lines:
            yield start, line, True
            start += len(line) + 1
        pending = [rest] if rest else []
    if pending:
        yield start, b"".join(pending), False


def _chunks(source: Source, start: int) -> Iterator[bytes]:
    for at in range(start, source.size, _CHUNK):
        yield source.read(at, min(at + _CHUNK, source.size))


class Reader(Generic[T]):
    """Reads records of one type from the lines of a source and keeps the accounts in ``lines``.

    ``is_record`` tells a record from a fragment of one when a damaged line is searched for whole records. The consumer
    may move a record that it was given from read to skipped by calling :meth:`skip`.
    """

    def __init__(self, source: Source, type: type[T], is_record: Predicate) -> None:
        self.source = source
        self.lines = Lines()
        self.decoder = msgspec.json.Decoder(type)
        self._type = type
        self._is_record = is_record
        self._skipped: str | None = None
        self._empty = 0

    def skip(self, reason: str) -> None:
        """Say that the record just yielded carries nothing for the session, and why."""
        self._skipped = reason

    def __iter__(self) -> Iterator[tuple[int, int, int, T]]:
        """Yield (line number, start, end, record)."""
        return self._from(0, 0)

    def _from(self, at: int, number: int) -> Iterator[tuple[int, int, int, T]]:
        """The same from an offset on, behind so many lines."""
        decode = self.decoder.decode
        read = empty = 0
        start, line, terminated = at, b"", False
        for start, line, terminated in split_lines(self.source, at):
            number += 1
            if not line:  # millions of them in a file of line feeds
                empty += 1
                continue
            if not terminated:
                self._mark(start, number - 1, read, empty)
            if number == 1 and line.startswith(_BOM):
                start, line = start + len(_BOM), line[len(_BOM) :]
            try:
                record = decode(line)
            except FAILED:
                yield from self._damaged(number, start, line, terminated)
                continue
            yield number, start, start + len(line), record
            if not line.isascii():
                self.lines.undecodable += undecodable(line)
            if self._skipped is None:
                read += 1
            else:
                self.lines.skip(self._skipped)
                self._skipped = None
        if terminated:
            self._mark(start + len(line) + 1, number, read, empty)
        self.lines.read += read
        self._empty += empty
        if self._empty:
            self.lines.skip(BLANK, self._empty)
        self.lines.total = number

    def _mark(self, at: int, number: int, read: int, empty: int) -> None:
        """The last whole line ends here, the last of so many; of the lines so many hold a record or nothing that are
        not in the accounts yet."""

    def _damaged(self, number: int, start: int, line: bytes, terminated: bool) -> Iterator[tuple[int, int, int, T]]:
        if not line.strip():
            self.lines.skip(BLANK)
            return
        if b"{" not in line and terminated and len(self.lines.faults) >= Lines.MAX_FAULTS:
            self.lines.undecodable += undecodable(line)
            self.lines.fault(number, "")  # what is wrong with it is not kept any more
            return
        spans, fault = objects(line, self._is_record)
        used, skipped, count = False, "", 0
        for begin, end in spans:
            try:
                record = fitted(clean(line[begin:end]), self._type)
            except FAILED as error:
                fault = fault or f"not of the expected shape: {error}"
                continue
            count += 1
            yield number, start + begin, start + end, record
            if self._skipped is None:
                used = True
            else:
                skipped, self._skipped = self._skipped, None
        if count or terminated:
            self.lines.undecodable += undecodable(line)
        if fault and not (count == 0 and not terminated):
            self.lines.recovered += count
            self.lines.fault(number, fault)
        elif fault:
            self.lines.skip(TORN)
        elif used or not skipped:
            self.lines.read += 1
        else:
            self.lines.skip(skipped)


def undecodable(raw: bytes) -> int:
    """How many bytes are not UTF-8."""
    try:
        raw.decode()
    except UnicodeDecodeError:
        return len(_NO_TEXT.findall(raw.decode("utf-8", "surrogateescape")))
    return 0


def objects(line: bytes, is_record: Predicate) -> tuple[list[tuple[int, int]], str]:
    """Find the whole JSON objects of a line that is not one: their spans, and what is wrong with the rest, if anything.

    Objects that stand one behind the other are all taken. Behind damage, an object counts only if it reaches the end of
    the line and ``is_record`` knows it, so that a fragment of a broken record is never taken for a record.
    """
    text = line.decode("utf-8", "surrogateescape")
    spans: list[tuple[int, int]] = []
    fault = ""
    at = byte = 0
    rescues = 0
    while True:
        begin = _skip_filler(text, at)
        if begin >= len(text):
            break
        value, end = _scan(text, begin)
        if end < 0 or not isinstance(value, dict):
            if end < 0:
                fault = fault or _describe(text, begin)
                rescues += 1
                following = text.find('{"', begin + 1)
                if following < 0 or rescues > MAX_RESCUES:
                    break
                at, byte = following, byte + _width(text, at, following)
                continue
            fault = fault or "not a JSON object"
        elif not fault or (is_record(value) and _reaches_end(text, end)):
            first = byte + _width(text, at, begin)
            spans.append((first, first + _width(text, begin, end)))
        at, byte = end, byte + _width(text, at, end)
    if "\x00" in text and not fault:
        fault = "NUL bytes"
    return spans, fault


def clean(raw: bytes) -> bytes:
    """The same JSON without what strict decoders refuse: lone surrogates and invalid UTF-8 become U+FFFD, NaN null."""
    try:
        value = _DECODER.decode(raw.decode("utf-8", "surrogateescape").strip("\x00 \t\r\n"))
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return raw
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def decode(decoder: msgspec.json.Decoder[T], raw: bytes) -> T:
    """Decode bytes that a reader accepted once, by the fast path or the lenient one."""
    try:
        return decoder.decode(raw)
    except FAILED:
        return decoder.decode(clean(raw))


def _scan(text: str, at: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, -1


def _describe(text: str, at: int) -> str:
    if not text.strip("\x00 \t\r\n"):
        return "NUL bytes"
    try:
        _DECODER.raw_decode(text, at)
    except RecursionError:
        return "nested too deeply"
    except json.JSONDecodeError as error:
        return f"not JSON: {error.msg} at character {error.pos}"
    except ValueError as error:
        return f"not JSON: {error}"
    return ""


def _skip_filler(text: str, at: int) -> int:
    match = _FILLER.match(text, at)
    return match.end() if match else at


def _reaches_end(text: str, end: int) -> bool:
    rest = _skip_filler(text, end)
    return rest >= len(text) or text[rest] == "{"


def _width(text: str, start: int, end: int) -> int:
    return len(text[start:end].encode("utf-8", "surrogateescape"))


def _no_constant(name: str) -> None:
    return None


def whole_number(digits: str) -> int | None:
    """A whole number; None for one of more digits than Python reads (4,300), which is beyond every range."""
    return int(digits) if len(digits) < 4_000 else None


_NO_TEXT = re.compile("[\udc80-\udcff]")
_FILLER = re.compile(r"[ \t\r\x00]*")
_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=whole_number, strict=False)
