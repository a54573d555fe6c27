"""Sentences as rules look at them, and phrases in one linear pattern.

Code, block quotes and headings are no one's question or plan; quoted words and code within a sentence are masked before
any rule looks. Phrases are RE2 patterns, compiled when first needed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from threefold.text.later import later
from threefold.text.sentences import Kind, sentences
from threefold.text.sieve import Sieve

LONG = 1_500
"""Characters; a longer sentence is pasted data, not speech."""
LONGEST = 60_000
"""Characters of one message that are read for speech; of a longer one, both ends."""

_QUOTED = later(r"(?m)^[ \t]{0,8}>[^\n]*(?:\n[ \t]+[^\s][^\n]*)*$")
"""A quote with the indented lines that go on with it, as a screen that was copied has them."""
_JSON = later(r"(?m)^[ \t]{0,8}[{\[]\"[^\n]*(?:\n[ \t]*[^\s][^\n]*)*$")
"""A paragraph that opens as data."""
_MASKED = later(
    r"``[^`\n]{1,400}``|`[^`\n]{1,400}`|\"[^\"\n]{1,400}\"|“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|"
    r"《[^》\n]{0,200}》|https?://\S+"
)
_WIDE = dict(zip(",;:!?", "，；：！？", strict=True))
_NARROW = later(
    r"(?<=[\u3400-\u9fff”’」』）])[,;:!?](?![/\\])|(?<=[\w\"'`)%])[,;:!?](?=[\"'`(“‘「《（]?[\u3400-\u9fff])"
)
"""A mark of a Latin keyboard behind Chinese, or before it."""
_EDGES = " \t*_#>-•·"


class Phrases:
    """Alternatives that are searched for together, whatever their case."""

    __slots__ = ("_sieve", "sources")

    def __init__(self, *sources: str) -> None:
        self.sources = sources
        """the alternatives, as patterns"""
        self._sieve = Sieve(sources, ignore_case=True)

    def within(self, line: Said | str) -> bool:
        """Whether one of the phrases stands in a sentence (or text)."""
        if isinstance(line, str):
            return self._sieve.within(line.encode("utf-8", "replace"))
        known = line.holds.get(self)
        if known is None:  # one rule after another asks for the same
            known = line.holds[self] = self._sieve.within(line.raw)
        return known


class Said:
    """A sentence: as it stands, and with quoted words and code masked. ``block`` numbers paragraphs and items."""

    __slots__ = ("block", "holds", "kind", "masked", "raw", "text")

    def __init__(self, text: str, masked: str, kind: Kind, block: int) -> None:
        self.text = text
        self.masked = masked
        self.kind = kind
        self.block = block
        self.raw = masked.encode("utf-8", "replace")
        self.holds: dict[Phrases, bool] = {}

    def __reduce__(self) -> tuple[type[Said], tuple[str, str, Kind, int]]:
        return Said, (self.text, self.masked, self.kind, self.block)

    @property
    def plain(self) -> str:
        """The sentence on one line, without marks of emphasis and lists."""
        return bare(self.text)


def said(text: str) -> tuple[Said, ...]:
    """The sentences of a message, without code, block quotes and what is too long to be one."""
    return _sentences(bounded(text))


@lru_cache(16)
def _sentences(text: str) -> tuple[Said, ...]:
    """Many rules look at one message, one after the other."""
    if ">" in text:
        text = _QUOTED.sub("", text)
    if '"' in text:
        text = _JSON.sub(_without_data, text)
    masked = _MASKED.sub(_mask, text)
    found: list[Said] = []
    block = last = 0
    for sentence in sentences(masked):
        start, end, kind = sentence
        if kind is not Kind.PROSE or "\n\n" in masked[last:start]:
            block += 1
        last = end
        if kind is not Kind.CODE and end - start <= LONG:
            found.append(Said(text[start:end], masked[start:end], kind, block))
    return tuple(found)


def _without_data(paragraph: re.Match[str]) -> str:
    """The lines of a paragraph that are no data: a line of JSON, with those that it was wrapped over, is nobody's word;
    a sentence that begins with some is."""
    kept: list[str] = []
    depth = 0
    for line in paragraph[0].split("\n"):
        inside = depth > 0 or line.lstrip()[:2] in ('{"', '["')
        if inside:
            depth = max(0, depth + line.count("{") + line.count("[") - line.count("}") - line.count("]"))
        if not inside or (not depth and not line.rstrip(" \t\r,").endswith(("}", "]"))):
            kept.append(line)
    return "\n".join(kept)


def bounded(text: str) -> str:
    """A message, or both ends of one that is too long to be read for speech."""
    return text if len(text) <= LONGEST else text[: LONGEST // 2] + "\n\n" + text[-LONGEST // 2 :]


def punctuated(text: str) -> str:
    """A message with the marks that were typed narrow beside Chinese as Chinese ones, which the rules look for.

    Each stays one character, so whatever counts characters counts the same."""
    return text if text.isascii() else _NARROW.sub(lambda mark: _WIDE[mark[0]], text)


def _mask(match: re.Match[str]) -> str:
    quoted = match[0]
    return quoted[0] + "\u00b7" * (len(quoted) - 2) + quoted[-1]


def bare(text: str) -> str:
    """Text on one line, without the marks of lists and emphasis around it."""
    return " ".join(text.split()).strip(_EDGES).replace("**", "")


def first_line(text: str, limit: int = 200) -> str:
    """The first line of a message, cut to ``limit`` characters."""
    line = bare(next((part for part in text.splitlines() if part.strip()), ""))
    return line if len(line) <= limit else line[: limit - 1] + "…"
