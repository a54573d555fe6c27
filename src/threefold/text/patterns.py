"""Regular expressions that stay linear whatever the pattern and whatever the text.

RE2 runs on bytes: the Python binding encodes a ``str`` on every call and translates every offset back. Classes such as
``\\w`` and ``\\b`` are ASCII here, so a path beside Chinese text keeps its edges.

One trap remains and is the pattern author's to avoid: a search that looks far beyond the end of each match it returns
(``ab|a.*c``) is linear for one match and quadratic for all of them. Let a pattern end where its run of characters ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import re2  # type: ignore[import-untyped]

from threefold.errors import UsageError

Span = tuple[int, int]
_UNANCHORED = re2._Anchor.UNANCHORED


class PatternError(UsageError):
    """A pattern that RE2 cannot use; the message quotes the pattern and gives RE2's reason."""

    code = "pattern"


class Pattern:
    """One compiled pattern over bytes.

    ``source`` is the pattern as given. Case folding is ASCII and Unicode, as RE2 does it.
    """

    __slots__ = ("_engine", "_options", "_regexp", "source")
    _engine: Any
    _regexp: Any

    def __init__(self, source: str, *, ignore_case: bool = False, max_mem: int = 8 << 20, later: bool = False) -> None:
        """Compile ``source``; ``later``: when it is first used, for a source that is known to be good.

        ``max_mem`` is RE2's budget in bytes; a pattern that does not fit is refused.

        Raises PatternError for look-around, back references, nested large repeats, or bad syntax.
        """
        self.source = source
        self._options = ignore_case, max_mem
        if not later:
            self._make()

    def _make(self) -> None:
        self._regexp = _compile(self.source, _options(*self._options))
        # The wrapper's finditer makes a generator step and an object of each match; its engine gives bare spans.
        self._engine = getattr(getattr(self._regexp, "_regexp", None), "Match", None)

    def __getattr__(self, name: str) -> Any:
        """What a pattern that is to be compiled later does not have yet."""
        if name not in ("_regexp", "_engine"):
            raise AttributeError(name)
        self._make()
        return getattr(self, name)

    def search(self, text: bytes, start: int = 0, end: int | None = None) -> Span | None:
        """The leftmost match in ``text[start:end]``, or None. ``^`` and ``\\b`` see the slice's edges as edges."""
        if self._engine is None:
            found = self._regexp.search(text, start, end)
            return None if found is None else found.span()
        stop = len(text) if end is None else max(0, min(end, len(text)))
        start = max(0, min(start, len(text)))
        span = self._engine(_UNANCHORED, text, start, stop)[0] if start <= stop else (-1, -1)
        return None if span[0] < 0 else span

    def within(self, text: bytes) -> bool:
        """Whether a match stands somewhere in ``text``: ``search`` for those who need no place, in less time."""
        if self._engine is None:
            return self._regexp.search(text) is not None
        return bool(self._engine(_UNANCHORED, text, 0, len(text))[0][0] >= 0)

    def matches(self, text: bytes) -> bool:
        """Whether the whole of ``text`` matches."""
        if self._engine is None:
            return self._regexp.fullmatch(text) is not None
        return bool(self._engine(re2._Anchor.ANCHOR_BOTH, text, 0, len(text))[0][0] >= 0)

    def spans(self, text: bytes, start: int = 0, end: int | None = None) -> Iterator[Span]:
        """Every non-empty match, left to right, none overlapping another."""
        return iter(self.all_spans(text, start, end))

    def all_spans(self, text: bytes, start: int = 0, end: int | None = None) -> list[Span]:
        """The same as a list, in less time."""
        if self._engine is None:
            spans = (found.span() for found in self._regexp.finditer(text, start, end))
            return [span for span in spans if span[0] < span[1]]
        found: list[Span] = []
        engine, stop = self._engine, len(text) if end is None else min(end, len(text))
        while start <= stop:
            span = engine(_UNANCHORED, text, start, stop)[0]
            if span[0] < 0:
                break
            if span[0] < span[1]:
                found.append(span)
                start = span[1]
            else:
                start = span[1] + 1
        return found

    def mark(self, text: bytes, number: int, marks: list[tuple[int, int, int]]) -> None:
        """Add every non-empty match to ``marks`` as its start, its negative end and ``number``: sorted, the marks of
        many patterns stand by their places, and of those that begin together the longest first."""
        if self._engine is None:
            marks += [(start, -end, number) for start, end in self.all_spans(text)]
            return
        engine, start, stop = self._engine, 0, len(text)
        while start <= stop:
            begin, end = engine(_UNANCHORED, text, start, stop)[0]
            if begin < 0:
                break
            start = end
            if begin < end:
                marks.append((begin, -end, number))
            else:
                start += 1

    def captures(self, text: bytes, start: int = 0, end: int | None = None) -> Iterator[list[Span]]:
        """Every match as the spans of its groups; index 0 is the whole, a group that took no part is ``(-1, -1)``."""
        groups = range(self._regexp.groups + 1)
        for found in self._regexp.finditer(text, start, end):
            yield [found.span(group) for group in groups]

    def __repr__(self) -> str:
        return f"Pattern({self.source!r})"


class PatternSet:
    """Several patterns behind one gate: a single pass says which of them can match at all.

    The gate runs at a few hundred MB/s and most texts pass few patterns, which is what makes many patterns affordable.
    """

    __slots__ = ("_gate", "patterns")

    def __init__(self, sources: Sequence[str], *, ignore_case: bool = False, max_mem: int = 32 << 20) -> None:
        """Compile all of ``sources``; their order is their index. Raises PatternError naming the first bad one."""
        self.patterns = tuple(Pattern(source, ignore_case=ignore_case, later=True) for source in sources)
        self._gate = re2.Set.SearchSet(_options(ignore_case, max_mem))
        for source in sources:
            try:
                self._gate.Add(source.encode())
            except (re2.error, UnicodeEncodeError):
                Pattern(source, ignore_case=ignore_case)  # which says what is wrong with it
                raise
        # A gate that runs out of memory says what one says that matched nothing. This pattern always matches, so an
        # answer without it is no answer.
        self._gate.Add(b"")
        try:
            self._gate.Compile()
        except re2.error as error:
            raise PatternError(f"{len(sources)} patterns need more than {max_mem} bytes together") from error

    def matching(self, text: bytes) -> list[int]:
        """The indexes of the patterns that may match somewhere in ``text``, ascending; the others cannot.

        Exact, except where the gate's automaton outgrows ``max_mem``: then all of them.
        """
        found = self._gate.Match(text)
        count = len(self.patterns)
        return sorted(found)[:-1] if found and count in found else list(range(count))

    def spans(self, text: bytes) -> Iterator[tuple[int, int, int]]:
        """``(index, start, end)`` of every match of every pattern, pattern by pattern."""
        for index in self.matching(text):
            for start, end in self.patterns[index].spans(text):
                yield index, start, end


def quote(literal: bytes) -> str:
    """A pattern that matches ``literal`` and nothing else, fit for a ``Pattern`` or a larger source."""
    return re2.escape(literal.decode("utf-8", "surrogateescape")) if literal.isascii() else _hex(literal)


def _hex(literal: bytes) -> str:
    """Spell out text that holds non-ASCII characters; undecodable bytes cannot be searched in UTF-8 mode."""
    text = literal.decode("utf-8", "replace")
    return "".join(re2.escape(char) if char.isascii() else f"\\x{{{ord(char):x}}}" for char in text)


def _options(ignore_case: bool, max_mem: int) -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = max_mem
    return options


def _compile(source: str, options: re2.Options) -> re2._Regexp:
    try:
        return re2.compile(source.encode(), options)
    except re2.error as error:
        reason = error.args[0] if error.args else "unknown"
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise PatternError(
            f"the pattern {source!r} cannot be used: {reason}. RE2 syntax has no look-around and no back references"
        ) from error
    except UnicodeEncodeError as error:
        raise PatternError(f"the pattern {source!r} holds a lone surrogate, which is no character") from error
