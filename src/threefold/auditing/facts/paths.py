"""Reading a candidate for a path: what it is, where it really ends, and its normal form.

The normal form makes equal what a person calls the same path: no ``./`` in front, no doubled or trailing separators,
``/`` as the separator, percent signs of a ``file://`` address decoded, letters of a Windows path in lower case (its
file system ignores case), Unicode in composed form (macOS stores it decomposed).
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple
from urllib.parse import unquote

from threefold.auditing.facts import grammar
from threefold.text.later import later
from threefold.text.unicode import is_cjk


class Reading(NamedTuple):
    """What a candidate turned out to be; ``start`` and ``end`` are characters within it."""

    category: str
    kind: str
    normal: str
    start: int
    end: int


_TRAILING = ".,;:!?-+~%@\\"
_WIDE_EXTENSION = later(r"\.[A-Za-z][A-Za-z0-9]{0,9}$")
_DIGITS_ONLY = later(r"[\d./%-]*$")
_REGEXP_FLAGS = later(r"/[^/]+/[gimsuy]{1,3}$")
_ENDING = later(r"(?:[a-z][a-z0-9_]{1,9}|[A-Z]{2,5})$")
_DOTTED = later(r"[^.]\.")
_MEDIA = frozenset({"application", "text", "image", "audio", "video", "font", "model", "multipart", "message"})
"""What a media type begins with: ``application/vnd.api`` is no file."""
_HOST = later(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}$")


def read_path(text: str, before: str, after: str, markers: frozenset[str]) -> list[Reading]:
    """Read a run that holds a ``/``; several files joined by slashes in prose come back one by one."""
    start, end, shape = _bounds(text, before, after)
    if shape is None or end - start < 3:
        return []
    body = text[start:end]
    segments = [segment for segment in body.split("/") if segment]
    if not segments or _DIGITS_ONLY.match(body):
        return []
    joined = _joined_files(body, segments, start)
    if joined is not None:
        return joined
    if shape == "relative":
        if _is_host(segments):
            return [Reading("url", "bare", body.rstrip("/"), start, end)]
        kind = _relative_kind(body, segments, before, after, markers)
    else:
        kind = shape if _is_rooted(body, segments, shape, before) else None
    if kind is None:
        return []
    return [
        Reading("path", kind, normal_path(body), start, start + len(body.rstrip("/")) if len(segments) > 1 else end)
    ]


def _bounds(text: str, before: str, after: str) -> tuple[int, int, str | None]:
    """Strip what is not the path's own (diff signs, ellipses, stops, globs) and say how it begins."""
    left = before[-1:]
    if left == "<" and after[:1] == ">" and not text.startswith("/") and _extension(text) in grammar.EXTENSIONS:
        left = before = ""  # Markdown's link to a path with blanks or brackets in it
    if left in ("<", "&", ")", "]", "}", ">", "^", "?") or (left == ":" and text.startswith("//")):
        return 0, 0, None
    start, end = 0, len(text)
    if left == "\\" and text[:1] in "nrt" and len(text) > 1:
        start = 1  # an escaped line feed or tab of a string literal, not the first letter of the path
    while start < end and text[start] in "+-%" and not text.startswith("%", start):
        start += 1
    if text.startswith("...", start) or left == "…":
        while start < end and text[start] in "./":
            start += 1
    cut = _glob(text, before, after)
    if cut is not None:
        end = cut
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    end = _cut_chinese_tail(text, start, end)
    body = text[start:end]
    if body.startswith("//") or "://" in body:
        return 0, 0, None
    if body.startswith("/"):
        return start, end, "absolute"
    if body.startswith(("~/", "~")) and "/" in body:
        return start, end, "home"
    if body[:1] in "$%" and "/" in body:
        return start, end, "variable"
    return start, end, "relative"


def _glob(text: str, before: str, after: str) -> int | None:
    """Where a path that runs into a wildcard or a placeholder ends: at its last whole folder (0: nowhere)."""
    if before[-1:] == "*" and (text[:1] in "./" or not _bold(before, after)):
        return 0
    closed = (after[:1] == "*" and before[-1:] == "*") or after.startswith("**")
    if after[:1] in ("[", "(") and text[-1:] != "/":
        spoken = len(after) > 1 and is_cjk(after[1])
        if spoken or _extension(text.rpartition("/")[2]):
            return None  # a note behind the file: src/a.py(line 3)
    if after[:1] in ("*", "{", "<", "$", "[", "(") and (not closed or text[-1:] == "/"):
        return text.rfind("/") + 1
    return None


def _bold(before: str, after: str) -> bool:
    """Whether asterisks in front are Markdown emphasis and not a wildcard: two of them, or one that is closed again."""
    beside = before.rstrip("*")[-1:]
    if beside and (beside.isalnum() or beside in "/."):
        return False
    return before.endswith("**") or after.startswith("*")


def _cut_chinese_tail(text: str, start: int, end: int) -> int:
    """A last segment of CJK characters without an extension is more often the sentence going on than a file."""
    last = text.rfind("/", start, end) + 1
    if last < end and is_cjk(text[last]) and not _WIDE_EXTENSION.search(text[last:end]):
        return last
    return end


def _joined_files(body: str, segments: list[str], start: int) -> list[Reading] | None:
    """``index.ts/index.js`` in prose is two files. Folders may have dots too, but seldom the extension of a source."""
    if "." not in segments[0] or len(segments) < 2:
        return None
    if not all(_extension(segment) in grammar.BARE_EXTENSIONS for segment in segments):
        return None
    found, position = [], 0
    for segment in segments:
        position = body.index(segment, position)
        if segment.lower() in grammar.PRODUCTS:
            continue
        found.append(Reading("path", "file", normal_path(segment), start + position, start + position + len(segment)))
        position += len(segment)
    return found


def _is_rooted(body: str, segments: list[str], shape: str, before: str) -> bool:
    if shape == "home" or shape == "variable":
        return True
    if before and is_cjk(before[-1]) and is_cjk(segments[0][0]):
        return False  # 增/删/改
    if _REGEXP_FLAGS.match(body) or all(len(segment) == 1 for segment in segments):
        return False
    if len(segments) == 1:
        return segments[0] in grammar.UNIX_ROOTS or _extension(segments[0]) in grammar.BARE_EXTENSIONS
    return True


def _is_host(segments: list[str]) -> bool:
    if "." not in segments[0] or len(segments) < 2 or _HOST.match(segments[0]) is None:
        return False
    last = segments[0].rpartition(".")[2]
    return last in grammar.TLDS or (len(segments) > 2 and last.isalpha() and last not in grammar.EXTENSIONS)


def _relative_kind(body: str, segments: list[str], before: str, after: str, markers: frozenset[str]) -> str | None:
    """Whether a run without a root is a path: it has an extension, a ``./``, or begins with a project's folder."""
    dotted = segments[0] in (".", "..")
    names = [segment for segment in segments if segment not in (".", "..")]
    if not names:
        return None
    if len(segments) > 1 and (_extension(names[-1]) in grammar.EXTENSIONS or _is_file(segments, after)):
        return "file"
    if names[-1] in grammar.KNOWN_NAMES or dotted:
        return "file" if names[-1] in grammar.KNOWN_NAMES else "relative"
    if segments[0] not in markers:
        return None
    if len(segments) == 1:
        return None
    if len(segments) == 2 and not body.endswith("/") and not (before[-1:] == "`" and after[:1] == "`"):
        second = segments[1]
        if segments[0] in grammar.PROSE_MARKERS and second.isalpha() and second.islower():
            return None  # client/server, docs/tests: a list in prose
    if all(segment in markers for segment in segments) and len(segments) < 4 and not body.endswith("/"):
        return None if all(segment in grammar.PROSE_MARKERS for segment in segments) else "relative"
    return "relative"


def _is_file(segments: list[str], after: str) -> bool:
    """Whether a name behind a folder has an ending, whatever it is. Folders have seldom dots in them, and lists in
    prose (``a.push/a.pop``) do."""
    stem, dot, ending = segments[-1].rpartition(".")
    if not dot or len(stem) < 2 or len(segments[0]) < 2 or after[:1] == "(" or segments[0] in _MEDIA:
        return False
    if _ENDING.match(ending) is None or _is_number(stem.partition(".")[0].strip("-")):
        return False
    return not any(_DOTTED.search(segment) for segment in segments[:-1])


def _extension(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    return extension.lower() if dot and stem else ""


def read_file(text: str, before: str, after: str) -> list[Reading]:
    """Read a bare file name. Properties (``console.log``) and products (``Node.js``) look alike and are left out."""
    start = 0
    if not _is_name_char(text[:1]):
        before, start = before + text[:1], 1  # the pattern takes the character in front along
    if before[-1:] == "\\" and text[start : start + 1] in ("n", "r", "t") and len(text) > start + 2:
        before, start = "", start + 1
    while start < len(text) and text[start] in "+-%@~":
        start += 1
    body = text[start:]
    left = before[-1:]
    if left == "/" and body[:1] and is_cjk(body[0]):
        left = ""  # a file in a folder of a Chinese name, which is no path to be sure of
    if left in ("/", "\\", "$", "<", "}", ")", "]", "…"):
        return []
    if left == "*" and (not _bold(before, after) or body[:1] in "._"):
        return []
    if body in grammar.KNOWN_NAMES:
        return [Reading("path", "file", body, start, len(text))]
    if after[:1] == "(" or (after[:1] == "." and after[1:2].isalpha()) or body.startswith(("..", "_test.", ".test.")):
        return []
    extension, stem = _extension(body), body.rpartition(".")[0]
    if extension not in grammar.BARE_EXTENSIONS or body.lower() in grammar.PRODUCTS or stem in grammar.OBJECTS:
        return []
    if not any(char.isalnum() for char in stem) or _is_number(stem):
        return []
    return [Reading("path", "file", normal_path(body), start, len(text))]


def _is_name_char(char: str) -> bool:
    return bool(char) and (char in "._@%+~-" or (char.isalnum() and not is_cjk(char)))


def _is_number(stem: str) -> bool:
    return stem.replace(".", "").isdigit()


def read_windows(text: str, before: str, after: str) -> list[Reading]:
    """Read a drive or UNC path, or a relative one with an extension."""
    if before[-1:].isalnum() or before[-1:] in ("_", ":"):
        return []
    if text[1:2] != ":" and not text.startswith("\\"):
        if before[-1:] in ("/", "\\", ".", "-", "%", "$") or (after[:1] == "." and after[1:2].isalnum()):
            return []
        return [Reading("path", "file", normal_path(text.replace("\\", "/")), 0, len(text))]
    note = _NOTE.search(text)
    end = note.start(1) if note else len(text)
    while end > 3 and (text[end - 1] in _TRAILING.replace("\\", "") or _closes_nothing(text, end)):
        end -= 1
    body = text[:end]
    if len(body) < 4 or (body[1:3] == ":/" and body[2:4] == "//"):
        return []
    return [Reading("path", "windows", normal_path(body), 0, end)]


_NOTE = later(r"\.[A-Za-z][A-Za-z0-9]{0,9}([(\[])")
"""A note right behind a file with an extension."""


def _closes_nothing(text: str, end: int) -> bool:
    """Whether the last character is a bracket of the sentence around the path: no such one was opened in it."""
    last = text[end - 1]
    return last in ")]" and text.count(last, 0, end) > text.count("(["[")]".index(last)], 0, end)


_UNUSUAL = later(r"//|\./|\\|^.?$")


def normal_path(path: str) -> str:
    """The form in which two spellings of one path are equal. See the module's docstring."""
    if path.isascii() and path[1:2] != ":" and not _UNUSUAL.search(path):
        return path.rstrip("/") or path
    if not path.isascii():
        path = unicodedata.normalize("NFC", path)
    if path.lower().startswith("file://"):
        path = unquote(path[7:])
        path = path.removeprefix("localhost")
        if path[2:3] == ":":
            path = path[1:]
    if "\\" in path:
        rooted = path[1:2] == ":" or path.startswith("\\\\")
        path = path.replace("\\", "/") if rooted else path.replace("\\ ", " ")
    windows = path[1:2] == ":" or path.startswith("//")
    head = "//" if path.startswith("//") and windows else ""
    path = re.sub("/{2,}", "/", path.removeprefix("//") if head else path)
    path = re.sub(r"(?<=/)(?:\./)+", "", path)
    while path.startswith("./"):
        path = path[2:]
    if len(path) > 1:
        path = path.rstrip("/")
    path = head + path.lstrip("/") if head else path
    return path.lower() if windows else path
