"""What the arguments of a call put in the place of what, as editing tools are asked for it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from threefold.auditing.facts.choices import ADDRESS, NAME, Value, fits, values
from threefold.text.later import later

_LARGEST = 40_000  # characters of arguments that are read
_LINES = 60  # of one edit
_LONGEST = 400  # of a line
_DEEPEST = 4
_HEADS = ('"old', '"edits"', "*** Begin Patch", "\\n@@", "sed -i", "perl -pi")
_OLD, _NEW = (
    ("old_string", "old_str", "oldText", "old_text", "oldString", "old"),
    (
        "new_string",
        "new_str",
        "newText",
        "new_text",
        "newString",
        "new",
    ),
)
_PATHS = ("file_path", "path", "filePath", "file")
_SUBSTITUTION = later(
    r"\b(?:sed|perl) -p?i\S*(?: -[A-Za-z]+)* (?:-e )?[\"']?(?:\d+|/[^/\s]{1,80}/)?s(?P<mark>[/|#,@])"
    r"(?P<old>(?:(?!(?P=mark))[^\n]){1,200})(?P=mark)(?P<new>(?:(?!(?P=mark))[^\n]){0,200})(?P=mark)"
    r"[gI]{0,2}[\"']?(?: (?P<path>[\w./~-]{1,200}))?"
)
_PATTERN = later(r"(?<!\\)(?:[*+?\[(|]|\.\*)|\\[wdsSDWb(|+]")
"""What makes it the pattern of several texts."""
_ESCAPED = later(r"\\([./|#,@\[\]\"'$&-])")
_SIGNS = later(r"\W+")
_FILE = later(r"(?:\*\*\* (?:Update|Add) File: |\+\+\+ (?:b/)?)(\S+)")


def may_edit(arguments: str) -> bool:
    """Whether a call's arguments may be worth reading."""
    return len(arguments) <= _LARGEST and any(head in arguments for head in _HEADS)


def edits(arguments: str) -> Iterator[tuple[str, str, str]]:
    """Path, old text and new text of each edit that a call asks for."""
    try:
        given = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        given = arguments
    yield from _within(given, "", 0)


def _within(given: object, path: str, depth: int) -> Iterator[tuple[str, str, str]]:
    if isinstance(given, dict):
        named = next((given[key] for key in _PATHS if isinstance(given.get(key), str)), path)
        old, new = (
            next((given[key] for key in keys if isinstance(given.get(key), str)), None) for keys in (_OLD, _NEW)
        )
        if old is not None and new is not None:
            yield named, old, new
            return
        given = list(given.values())
        path = named
    if isinstance(given, list) and depth < _DEEPEST:
        for one in given[:_LINES]:
            yield from _within(one, path, depth + 1)
    elif isinstance(given, str) and ("*** Begin Patch" in given or "\n@@" in given):
        yield from _patched(given)
    elif isinstance(given, str) and ("sed -i" in given or "perl -pi" in given):
        yield from _substituted(given)


def _substituted(command: str) -> Iterator[tuple[str, str, str]]:
    """What ``sed -i`` (or ``perl -pi``) puts in the place of what, where the pattern is a text: ``s/a = 4/a = 9/``."""
    for match in _SUBSTITUTION.finditer(command):
        old, new = (_ESCAPED.sub(r"\1", match[side]) for side in ("old", "new"))
        if not _PATTERN.search(match["old"].lstrip("^").removesuffix("$")):
            yield match["path"] or "", old.lstrip("^").removesuffix("$"), new


def _patched(patch: str) -> Iterator[tuple[str, str, str]]:
    """The runs of lines of a patch that were taken out, with those that were put in behind them."""
    path, old, new = "", list[str](), list[str]()
    for line in [*patch.split("\n"), ""]:
        named = _FILE.match(line)
        if named is None and line.startswith("-") and not line.startswith("---") and not new:
            old.append(line[1:])
        elif named is None and line.startswith("+"):
            new.append(line[1:])
        else:
            if old and new:
                yield path, "\n".join(old), "\n".join(new)
            old, new = [line[1:]] if line.startswith("-") and not line.startswith("---") else [], []
            path = named[1] if named is not None else path


def pairs(old: str, new: str) -> Iterator[tuple[Value, Value, str, str]]:
    """The values that an edit puts in the place of others, where nothing else of a line changes: both values, both
    lines."""
    before, after = old.split("\n")[:_LINES], new.split("\n")[:_LINES]
    if len(before) != len(after):
        return
    for one, other in zip(before, after, strict=True):
        if one == other or max(len(one), len(other)) > _LONGEST:
            continue
        left, right = values(one), values(other)
        changed = [pair for pair in zip(left, right, strict=False) if pair[0].literal != pair[1].literal]
        if len(left) != len(right) or len(changed) != 1 or not _fits(*changed[0]):
            continue
        gone, come = changed[0]
        left_over = (one[: gone.start] + one[gone.end :], other[: come.start] + other[come.end :])
        if len({_SIGNS.sub("", rest) for rest in left_over}) == 1:
            yield gone, come, one, other


def _fits(gone: Value, come: Value) -> bool:
    """Whether one may stand in the place of the other: an address may become a variable."""
    return fits(gone, come) or {gone.kind, come.kind} == {ADDRESS, NAME}
