"""Secrets that stand apart from the word that names them: in a column of a table below it, in a here-document that a
command or a file's name gives away, in what a script sends where a password is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threefold.systemone import named
from threefold.systemone.placeholders import is_placeholder
from threefold.systemone.tokens import drawn
from threefold.text.later import later

Span = tuple[int, int]

# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────────

_RULE = later(rb"(?m)^[ \t]*+[|+]?+[ \t]*+:?+--[-:|+ \t]*+\r?$")
"""The line below the head of a table."""
_HEAD = later(
    rf"(?i)[*_`\" ]*(?:[\w.-]{{1,20}}[ _.-]|[\x80-\xff]{{3,30}}){{0,2}}(?P<name>{named.NAMES[4:]})[*_`\" ]*".encode()
)
_WIDEST = 64
"""Columns of a table that are looked at."""
_LONG_HEAD = 120
_CELL = later(rb"[ \t*_]*[\"'`]?(?P<value>[^\s\"'`|]{4,200})[\"'`]?[ \t*_\r]*")


def cells(data: bytes) -> Iterator[Span]:
    """The secrets in the columns of tables (of Markdown, or as databases print them) whose heads name them."""
    rules = [found.span() for found in _RULE.finditer(data)]
    for place, (start, end) in enumerate(rules):
        head = data[data.rfind(b"\n", 0, max(0, start - 1)) + 1 : max(0, start - 1)]
        columns = _columns(head) if b"|" in head else {}
        stop = rules[place + 1][0] if place + 1 < len(rules) else len(data)
        at = end + 1
        while columns and at < stop:
            line = data[at : _line_end(data, at, stop)]
            if b"|" not in line:
                break
            yield from _row(line, at, columns)
            at += len(line) + 1


def _line_end(data: bytes, at: int, stop: int) -> int:
    found = data.find(b"\n", at, stop)
    return stop if found < 0 else found


def _columns(head: bytes) -> dict[int, bool]:
    """The columns that hold secrets, by number, each with whether it holds passwords, which may be made of words."""
    found: dict[int, bool] = {}
    for number, cell in enumerate(head.split(b"|", _WIDEST)):
        known = _HEAD.fullmatch(cell.strip()) if len(cell) < _LONG_HEAD else None
        if known and named.of_secret(cell.strip(b' \t\r*_`"').decode("utf-8", "replace")):
            found[number] = named.of_password(known["name"].decode("utf-8", "replace"))
    return found


def _row(line: bytes, at: int, columns: dict[int, bool]) -> Iterator[Span]:
    for number, cell in enumerate(line.split(b"|", _WIDEST)):
        held = _CELL.fullmatch(cell) if number in columns else None
        if held and _secret(held["value"], word=columns[number]):
            yield at + held.start("value"), at + held.end("value")
        at += len(cell) + 1


_MIXED = later(rb"(?=[^\s]*[A-Za-z])(?=[^\s]*\d)[!-~]{6,200}")


def _secret(value: bytes, *, word: bool) -> bool:
    """Whether it can be a secret by itself; with ``word`` also letters with a digit among them."""
    fits = drawn(value) or (word and _MIXED.fullmatch(value) is not None)
    return fits and not is_placeholder(value.decode("utf-8", "replace"))


# ── here-documents ────────────────────────────────────────────────────────────────────────────────────────────────

_READS = r"(?:passw(?:or)?d|passphrase)[_-]?(?:stdin|fd)|\bchpasswd\b|\bpasswd\b|\bcryptsetup\b|\bsudo\s+-S"
"""Commands that read a password."""
_KEEPS = r"passw(?:or)?d|passphrase|secret|token|pgpass|netrc|credential"
"""What names a file that keeps one, or a command that may read one."""
HINT = rf"(?i)(?:{_READS}|{_KEEPS})[^\n]*<<|<<[^\n]*(?:{_READS}|{_KEEPS})"
"""Stands in every text in which there is such a document."""
_HERE = later(
    rb"<<[-~]?[ \t]*\\?([\"']?)(?P<tag>\w{1,40})\1[^\n]*\n"
    rb"|<<<[ \t]*(?P<quote>[\"']?)(?P<text>[^\s\"']{4,200})(?P=quote)"
)
_READING = later(rf"(?i){_READS}".encode())
_LINES = 20
_WORD = later(rb"[ \t]*(?P<value>[^\s\"'`|;<>]{4,200})[ \t\r]*")


def documents(data: bytes, hints: Iterable[Span]) -> Iterator[Span]:
    """The secrets in the here-documents and here-strings of the lines in which the hints stand."""
    reach = 0
    for start, end in hints:
        low = data.rfind(b"\n", max(0, start - _WIDE), start) + 1 or max(0, start - _WIDE)
        stop = _line_end(data, min(end, low + _WIDE), min(len(data), low + 2 * _WIDE))
        here = _HERE.search(data, low, min(len(data), stop + 1)) if low >= reach else None
        if here is None:
            continue
        reads = _READING.search(data, low, stop) is not None
        if here["text"]:
            yield from _entry(here.start("text"), here["text"], reads=reads, alone=True)
            continue
        words, reach = _body(data, here.end(), here["tag"])
        for at, value in words:
            yield from _entry(at, value, reads=reads, alone=len(words) == 1)


_WIDE = 400
"""Bytes of a line that are looked through."""


def _body(data: bytes, start: int, tag: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """The lines of a document that are one word, and where it ends. Without its end it is one by a tag in capitals
    only: a shift to the left looks like the beginning of one."""
    words: list[tuple[int, bytes]] = []
    at = start
    for _ in range(_LINES):
        line = data[at : _line_end(data, at, min(len(data), at + _WIDE))]
        if line.strip() == tag:
            return words, at
        if not line:
            break
        if word := _WORD.fullmatch(line):
            words.append((at + word.start("value"), word["value"]))
        at += len(line) + 1
    return (words, at) if tag.isupper() else ([], start)


_OTHER_NAME = later(rb"[\w.-]+[:=](?!=*$)")


def _entry(at: int, value: bytes, *, reads: bool, alone: bool) -> Iterator[Span]:
    """The secret in one word: of what a command reads, all behind a user's name; else what looks like one."""
    user, colon, rest = value.partition(b":")
    if colon and reads:
        at, value = at + len(user) + 1, rest
    elif _OTHER_NAME.match(value):  # see ``named``
        return
    if reads and value[:1] not in b"$%{[":
        fits = len(value) >= 4 and not is_placeholder(value.decode("utf-8", "replace"))
    else:
        fits = _secret(value, word=alone)
    if fits:
        yield at, at + len(value)


# ── what is sent where a password is asked for ────────────────────────────────────────────────────────────────────

SENT = (
    r"(?i)(?:assw(?:or)?d|passphrase|passcode|口令|密码)[^\n\"'{}]{0,20}[\"'}]"
    r"(?:[\s(){}\[\],;]|--?\w*|\d+)*(?:\w{1,20}\.)?\bsend(?:_?line)?\b[\s(]*(?:-[\w-]*\s+)*"
    r"(?:\"((?:[^\"\\\n]|\\[^rn\n])+)(?:\\[rn]|\n)*\"|'((?:[^'\\\n]|\\[^rn\n])+)(?:\\[rn]|\n)*'|\{([^{}\n]+)\})"
)
"""A script of expect (or pexpect) that answers the question for a password with a text of its own."""


def is_sent(value: bytes) -> bool:
    """Whether what is sent is a text and no variable."""
    value = value.removesuffix(b"\\r").removesuffix(b"\\n")
    return len(value) >= 4 and value[:1] not in b"$[%{" and not is_placeholder(value.decode("utf-8", "replace"))
