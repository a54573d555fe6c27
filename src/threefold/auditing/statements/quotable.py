"""What of a line of the log is worth a quote: it tells something of the work, and nothing that any file holds."""

# ruff: noqa: E501
from __future__ import annotations

from threefold.auditing.statements.late import READS
from threefold.text.later import later

_INTERNAL = later(
    r"(?i)\b(?:agent|session|task|tool_?use|call)_?id(?:: |>)|\binternal id\b|do not mention|not shown to the user"
    r"|\bgenerated with \[|^\s*co-authored-by:|^\s*\d+ files? changed\b"
)
"""What a harness tells a model for itself alone, or has it write everywhere."""
_IMPORT = later(
    r"^\s*(?:\d+[\t→|]|\S+\.\w+:\d+[:-]|(?:\w+: )?(?:import\b|export\b.*\bfrom\b|from\s+\S+\s+import\b"
    r"|#\s*include\b|use\s+\S+;|\S.*\brequire\())"
)
"""A line that any copy of the file holds, as it was read or found: it says nothing of the work."""
_MARKUP = later(
    r"</?[\w:-]+>|\[Tool: \w+\]|\"\w+\": ?\"[^\"]*\"|\"\w+\":|^\s*[\w-]+:(?=\s)|[-\w.~]*[/\\][^\s\"']*|\w*[(.]\w[\w(.]*"
)
"""What names a parameter, a place or a piece of code, and is no word of a sentence."""
_KEY = later(r"\s*[\w-]+:\s")
_ANNOUNCES = later(
    r"(?i)\b(?:let(?:'s| me| us)|i(?:'ll| will| need to)|looking at)\b(?:[^.!?\n]|[.!?](?!\s))*[.!?]?"
    r"|(?:让我|我来|接下来)[^。！？\n]*[。！？]?"
)
"""How a model says what it is about to look at."""
_ACKNOWLEDGES = later(
    r"(?i)\b(?:the )?files? +(?:at +)?(?:has|have|was|were)? ?(?:been )?(?:updated|created|edited|written|saved|modified|replaced|patched)\b(?: successfully)?(?: (?:at|to|in))?[.:]?"
    r"|\bsuccessfully (?:wrote|replaced|edited|updated|created|saved|applied)\b(?: (?:text|edits?|changes?|\d+ \w+))*(?: (?:at|to|in|into))?[.:]?|\bsuccess\. updated\b"
)
"""How a tool answers that an edit went well: the call says more of it."""
_LOOKS = later(r"\n(?:cd \S+ && )?git (?:log|show|diff|status|blame|branch)\b")
_SENTENCE = later(r"[^\W\d_\u4e00-\u9fff]{3,}|[\u4e00-\u9fff]{2}")
REACH = 160  # characters kept on each side of a fact in a long line
_WORD = 240  # and so many more, so as not to end within a word
_SAYS = 3  # words beside a value without which its line says nothing of it, if it does not end as a sentence does
_LETTER = later(r"[^\W\d_]")
_ENDED = later(r"[.。!！?？]\W*$")


def is_quotable(before: str, value: str, behind: str, category: str, changed: bool, call: str = "") -> bool:
    """Whether the line that holds a value says something beside it that is worth the reader's while.

    ``changed`` says that the value is a file that was changed. ``call`` is the call that the line is an argument of: of
    one that writes a file only the file is worth a quote, which holds the rest still."""
    line = f"{before}{value}{behind}"
    if _INTERNAL.search(line) or _IMPORT.search(line):
        return False
    if call and _writes(call):
        return category == "path" and _KEY.match(line) is not None
    names_it = changed and (_KEY.match(line) is not None or not f"{before}{behind}".strip())
    return names_it or _says(f"{before} {behind}", call)


def is_bare(text: str, window: tuple[int, int]) -> bool:
    """Whether what is shown of a text is no more than a parameter (``file_path: a.go``) or a row of a table: such
    quotes come last, whatever they name."""
    line = text[slice(*window)].strip()
    return line.startswith("|") or (
        _KEY.match(line) is not None and len(_SENTENCE.findall(_MARKUP.sub(" ", line))) < _SAYS
    )


def _says(beside: str, call: str) -> bool:
    """Whether a line says anything beside a value: no mere announcement, and no command that only looks."""
    if call and (READS.search(call) or _LOOKS.search(call)):
        return False
    words = _MARKUP.sub(" ", _ACKNOWLEDGES.sub(" ", _ANNOUNCES.sub(" ", beside)))
    return len(_SENTENCE.findall(words)) >= _SAYS or (_ENDED.search(words) is not None and bool(_LETTER.search(words)))


def _writes(call: str) -> bool:
    """Whether a call writes to a file, which holds all of it still."""
    from threefold.work.commands.tools import WRITING, words  # loaded where it is needed: much hangs on it

    return not WRITING.isdisjoint(words(call.partition("\n")[0]))


def window_of(text: str, start: int, end: int, reach: int = REACH, word: int = _WORD) -> tuple[int, int]:
    """The line that holds the span, cut to its surroundings where it is long, and never within a word: of a secret that
    was cut nobody sees what it is."""
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", end)
    high = len(text) if high < 0 else high
    low, first = max(low, start - reach - word), max(low, start - reach)
    while first > low and "!" <= text[first - 1] <= "~":
        first -= 1
    high, last = min(high, end + reach + word), min(high, end + reach)
    while last < high and "!" <= text[last] <= "~":
        last += 1
    return first, last
