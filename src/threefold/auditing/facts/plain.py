"""What most candidates of a log are, read from their bytes alone: amounts with a known unit, ids, ISO dates, tickets.

A log says millions of them, and each is worth two slices and a look-up, not a decoded text and a dozen questions. Every
function answers as the reader of its rule would (``values``, ``paths``), or None: then that reader is to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from threefold.auditing.facts import amounts, dates, paths, values
from threefold.auditing.facts.grammar import NO_TICKETS
from threefold.auditing.facts.paths import Reading
from threefold.text import units
from threefold.text.later import later
from threefold.text.unicode import decode

Readings = tuple[Reading, ...]
Plain = Callable[[bytes, int, int], Readings | None]
"""A candidate, and the bytes on both sides of it."""
Read = Callable[[str, str, str], list[Reading]]
_READERS: dict[str, Read] = {
    "url": values.read_url,
    "uuid": values.read_uuid,
    "windows": paths.read_windows,
    "unc": paths.read_windows,
    "backslashed": paths.read_windows,
    "file": paths.read_file,
    "hash": values.read_hash,
    "datetime": dates.read_datetime,
    "number": amounts.read_number,
    "version": amounts.read_version,
    "coded": amounts.read_coded,
    "counted": amounts.read_coded,
    "error": values.read_error,
    "port": values.read_port,
    "env": values.read_env,
    "reference": values.read_reference,
    "command": values.read_command,
}
_NONE: Readings = ()
_new = tuple.__new__  # of a named tuple, in half the time


def read(name: str, piece: bytes, before: bytes, after: bytes, markers: frozenset[str]) -> Readings:
    """What the reader of a rule makes of a candidate, by the few characters beside it."""
    text, left, right = decode(piece), before.decode("utf-8", "ignore"), after.decode("utf-8", "ignore")
    if name == "path":
        return tuple(paths.read_path(text, left, right, markers))
    return tuple(_READERS[name](text, left, right))


remembered = lru_cache(maxsize=1 << 13)(read)
"""The same, for candidates that come again."""

# --- amounts ----------------------------------------------------------------------------------------------------------

_DIGITS = b"0123456789"
_POINTS = frozenset(b".,")
_LONGEST = 24  # digits of an amount
_PARTED = later(rb"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,24})(?:\.([0-9]{1,12}))?([^0-9.,].*)", re.DOTALL)
_YEAR = "年".encode()


def amount(piece: bytes, before: bytes) -> Readings | None:
    """A number in plain digits with its unit. ``before`` is what stands in front, as far as it tells anything."""
    rest = piece.lstrip(_DIGITS)
    size = len(piece) - len(rest)
    if not rest or size > _LONGEST:
        return None
    decimals: bytes | None = None
    digits = piece[:size]
    if rest[0] in _POINTS:
        parted = _PARTED.fullmatch(piece)
        if parted is None:
            return None
        digits, decimals, rest = parted.groups()
        size = len(piece) - len(rest)
        digits = digits.replace(b",", b"")
    elif not size:
        return None
    unit = _unit(rest, before)
    if unit is None:
        return None
    kind, name, length = unit
    whole = digits.decode()
    if whole[0] == "0" and len(whole) > 1:
        if decimals is None and whole.startswith("00") and len(whole) > 2 and kind.startswith("count:"):
            return _NONE  # 0049 numbers a migration
        whole = whole.lstrip("0") or "0"
    if decimals is not None:
        decimals = decimals.rstrip(b"0")
        if decimals:
            whole = f"{whole}.{decimals.decode()}"
    if kind == "count:one" and (len(whole) == 1 or whole[1] == "."):
        return None  # 一个 and 1个 count nothing
    return (_new(Reading, ("number", kind, f"{whole} {name}", 0, size + length)),)


@lru_cache(maxsize=1 << 13)
def _unit(rest: bytes, before: bytes) -> tuple[str, str, int] | None:
    """What any plain number in front of this unit is read as: dimension, canonical unit, and the characters of the
    unit that count. None where that depends on the number. A log says millions of numbers, of a few thousand units."""
    found = read("number", b"71" + rest, before, b"", frozenset())
    if len(found) != 1 or rest in (b"d", b"D") or rest.endswith(_YEAR):
        return None  # 2D and 2024年 are no amounts
    _, kind, normal, _, end = found[0]
    head, _, name = normal.partition(" ")
    if head != "71" or units.quick("71" + decode(rest)[: end - 2]) is None:
        return None
    return kind, name, end - 2


_NAMED = later(rb"([A-Za-z_][^0-9]*)([0-9]{1,24})")


def named(name: str, piece: bytes, before: bytes, after: bytes) -> Readings | None:
    """The same for a number behind its name (``files: 7``), which may be a fact too (``TIMEOUT_SECONDS = 30``)."""
    parted = _NAMED.fullmatch(piece)
    unit = None if parted is None else _named_unit(name, parted[1], before, after)
    if parted is None or unit is None:
        return None
    kind, canonical, beside = unit
    digits = parted[2].lstrip(b"0").decode() or "0"
    return (_new(Reading, ("number", kind, f"{digits} {canonical}", 0, len(piece))), *beside)


@lru_cache(maxsize=1 << 12)
def _named_unit(name: str, head: bytes, before: bytes, after: bytes) -> tuple[str, str, Readings] | None:
    """Dimension and canonical unit of any number behind this name, and what else is read from the name."""
    found = read(name, head + b"71", before, after, frozenset())
    if not found or found[0].category != "number" or not head.isascii() or found[0][3:] != (0, len(head) + 2):
        return None
    if any(one.end > len(head) for one in found[1:]):
        return None
    digits, _, unit = found[0].normal.partition(" ")
    return (found[0].kind, unit, found[1:]) if digits == "71" else None


_TELLING = frozenset(b"*-,:.(&/_")
_ORDINALS = tuple(word.encode() for word in amounts.ORDINALS)
_ENDS_OF_ORDINALS = frozenset(word[-4:-1] for word in _ORDINALS)
_TELLING_WIDE = tuple(map(str.encode, "第€£¥₹₩₽₺₪₴₫"))
_NUMBERING = "第".encode()
_BLANKS = (b"", b" ", b"\n")
_BESIDE = max(map(len, _ORDINALS)) + 1  # bytes that hold the longest of these words


def before_amount(data: bytes, start: int) -> bytes:
    """What tells something of an amount in front of it: words after which a number is an ordinal, or one byte."""
    left = data[start - 1 : start] if start else b""
    if left == b" ":
        end = data[start - 4 : start - 1]
        if end == _NUMBERING:
            return data[start - 4 : start]
        if end.lower() in _ENDS_OF_ORDINALS:
            beside = data[start - _BESIDE if start > _BESIDE else 0 : start]
            return beside if beside.lower().endswith(_ORDINALS) else left
        return left
    if not left or left[0] in _TELLING:
        return data[start - _BESIDE if start > _BESIDE else 0 : start]
    if data[start - 2 : start - 1] == b"-" and left.isalpha() and data[start - 3 : start - 2] in _BLANKS:
        return b" "  # -d120s
    if left[0] > 127:
        beside = data[start - _BESIDE if start > _BESIDE else 0 : start]
        return beside if beside.endswith(_TELLING_WIDE) else b" "
    return left


# --- ids and dates ----------------------------------------------------------------------------------------------------

_WORD = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_JOINS = frozenset(b"-/.:_#") | _WORD


def uuid(piece: bytes, left: int, right: int) -> Readings | None:
    """A UUID that is no part of a longer run."""
    if left in _WORD or right in _WORD or right == 45:
        return None
    return (_new(Reading, ("uuid", "uuid", piece.lower().decode(), 0, len(piece))),)


_DASH = 45
_PARTS = frozenset(b"#-.+\\%")
_PART = 12  # hex digits below which these in front make them a colour, a part of a name or of a number


def digest(piece: bytes, left: int, right: int) -> Readings | None:
    """A run of hex digits."""
    if right == _DASH:
        return None
    if piece.isalpha() or piece.isdigit() or (left in _PARTS and len(piece) < _PART):
        return _NONE
    small = piece.lower()
    power = small.find(b"e")
    if 0 < power < len(small) - 1 and (small[:power] + small[power + 1 :]).isdigit():
        return _NONE  # 12e45678
    return (_new(Reading, ("hash", "hash", small.decode(), 0, len(piece))),)


_TELLS_OF_REFERENCES = frozenset(b"-_/.")


def ticket(piece: bytes, left: int, right: int) -> Readings | None:
    """The key of a ticket (``OPS-12``)."""
    project, _, number = piece.partition(b"-")
    if left in _TELLS_OF_REFERENCES or right in _TELLS_OF_REFERENCES or not number.isdigit() or project == b"GH":
        return None
    if not (project.isalnum() and project.isupper() and project[:1].isalpha()):
        return None
    if project.decode() in NO_TICKETS:
        return _NONE
    return (_new(Reading, ("reference", "ticket", piece.decode(), 0, len(piece))),)


def date(piece: bytes, left: int, right: int) -> Readings | None:
    """An ISO date, with its time if there is one."""
    if piece[4:5] != b"-" or left in _JOINS or left > 127 or right in b":/-":
        return None
    text = piece.decode()
    if len(text) > 10:
        text = text[:10] + text[10:].replace(" ", "T", 1)
    return (_new(Reading, ("datetime", "date", text, 0, len(piece))),)


PLAIN: dict[str, Plain] = {"uuid": uuid, "hash": digest, "datetime": date, "reference": ticket}
_NO_PATH_BEHIND = frozenset(b"<&)]}>^?")


def no_path(piece: bytes, left: int, right: int) -> bool:
    """Whether a slash closes a tag or divides in a formula. A path between angle brackets names a file."""
    return left in _NO_PATH_BEHIND and not (left == 60 and right == 62 and b"." in piece and piece[:1] != b"/")
