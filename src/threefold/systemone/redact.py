"""Secrets are masked before anything leaves the machine.

Known token shapes come from detect-secrets' regex detectors (its entropy detectors mask plain words and run at
85 kB/s). Ours are private key blocks, e-mail addresses, what is known by its place in a URL, a header or a command, the
values of names, and token shapes younger than that library. All are searched for with RE2, and what is read from a name
on is bounded, so hostile text costs linear time.

A masked span becomes ``[KIND redacted]``: the same text gives the same result, masking twice changes nothing more, and
no part or hash of the secret remains. Masking too much costs a scorer a word; masking too little cannot be undone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec
import re2  # type: ignore[import-untyped]

from threefold.systemone import commands, named, places, shapes
from threefold.systemone.seen import View, views
from threefold.text.later import later
from threefold.text.patterns import Pattern
from threefold.text.sieve import Sieve

Spans = list[tuple[int, int, str]]


class Masked(msgspec.Struct, frozen=True):
    """Text fit to be sent, and how many secrets of which kind were masked in it."""

    text: str
    counts: dict[str, int]


_PASSES = 5
"""A secret that is gone may uncover the name of another; almost always the second look finds nothing."""


NONE = frozenset[str]()


def mask(text: str, keep: frozenset[str] = NONE) -> Masked:
    """``text`` with every recognised secret replaced, and with lone surrogates, which JSON cannot hold, as U+FFFD. What
    is of a kind to ``keep`` stands as it is."""
    clean = whole_characters(text)
    counts: Counter[str] = Counter()
    data = clean.encode()
    for _ in range(_PASSES):
        spans = _spans(data, keep=keep)
        if not spans:
            break
        parts: list[bytes] = []
        at = 0
        for start, end, kind in spans:
            parts += (data[at:start], f"[{kind} redacted]".encode())
            at = end
        data = b"".join((*parts, data[at:]))
        counts.update(kind for _, _, kind in spans)
    return Masked(data.decode("utf-8", "replace"), counts) if counts else Masked(clean, {})


_MASKED = later(rb"\[[a-z0-9-]{2,40} redacted\]")


def _apart(spans: Spans, masked: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Those that neither begin nor end in what was masked before: what stands beside it is not one for that."""
    starts = [start for start, _ in masked]
    for span in spans:
        edges = (masked[at - 1] for at in (bisect_right(starts, span[0]), bisect_left(starts, span[1])) if at)
        if not any(start <= span[0] < end or start < span[1] <= end for start, end in edges):
            yield span


def _spans(data: bytes, rules: Sequence[_Signed] | None = None, keep: frozenset[str] = NONE) -> Spans:
    """What is to be masked, in order; characters without width, which hide a name or a token, are looked through. Of
    our own rules ``rules`` are those that may match, if that is known. What is of a kind to ``keep`` saves no secret
    that overlaps it."""
    spans: Spans = []
    for view in views(data):
        seen = view.data
        masked = [found.span() for found in _MASKED.finditer(seen)]
        found = _apart(_blocks(seen) + _found(seen, rules) + _named(seen), masked)
        spans += [(*view.span(start, end), kind) for start, end, kind in found if kind not in keep]
    return _merged(spans)


def mask_all(texts: Sequence[str], keep: frozenset[str] = NONE) -> list[str]:
    """Each text masked by itself, but for what is of a kind to ``keep``. One look through all of them says of most that
    they hold no secret."""
    clean = [whole_characters(text) for text in texts]
    together = _every(views("\n".join(clean).encode()))
    rules = [one for one in _own() if one[0].kind not in keep and one[2].within(together)]
    signs = [sign for sign in _others() if sign.within(together)] + [sign for _, _, sign in rules]
    return [mask(text, keep).text if _shows(text, signs, rules) else text for text in clean] if signs else clean


def _shows(text: str, signs: Iterable[Sieve], rules: Sequence[_Signed]) -> bool:
    """Whether anything in a text is to be masked: one of these signs stands in it, and a rule takes what is there."""
    data = text.encode()
    seen = _every(views(data))
    return any(sign.within(seen) for sign in signs) and bool(_spans(data, rules))


def _every(seen: Iterable[View]) -> bytes:
    """A text in all the ways in which it is read."""
    return b"\n".join(view.data for view in seen)


@cache
def _others() -> tuple[Sieve, ...]:
    """Signs of what is no rule of our own. In every text with a secret there is one of them, or one of a rule's, also
    where it is joined to others."""
    return tuple(map(_sign, (_BLOCK_HINT, named.NAMES, commands.NAMES, places.HINT, shapes.LIBRARY_HINT)))


def _sign(source: str) -> Sieve:
    """Matches wherever a pattern does in one of the texts that were joined by line feeds: an edge of the text is the
    edge of a line there."""
    flags, source = ("(?im)", source[4:]) if source.startswith("(?i)") else ("(?m)", source)
    return Sieve([flags + source.replace(r"\z", "$")])


def whole_characters(text: str) -> str:
    """``text`` with surrogate pairs joined and lone surrogates replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _found(data: bytes, rules: Sequence[_Signed] | None) -> Spans:
    """Every match of every rule that can match at all, each cut down to the secret in it."""
    spans: Spans = []
    for rule, pattern in _likely(data, rules):
        for groups in pattern.captures(data):
            start, end = _secret(groups, whole=rule.whole)
            if start < end and (rule.accept is None or rule.accept(data, groups)):
                spans.append((*_trimmed(data, start, end), rule.kind))
    return spans


def _likely(data: bytes, rules: Sequence[_Signed] | None) -> Iterator[tuple[shapes.Rule, Pattern]]:
    """The rules that can match: through a long text one looks once for all of them."""
    if rules is None and len(data) > _LONG:
        yield from _through(_bank(), data)
    else:
        yield from (
            (rule, pattern) for rule, pattern, sign in (_own() if rules is None else rules) if sign.within(data)
        )
    if _compiled(shapes.LIBRARY_HINT).within(data):
        yield from _through(_library(), data)


def _through(bank: _Bank, data: bytes) -> Iterator[tuple[shapes.Rule, Pattern]]:
    gate, known = bank
    return (known[index] for index in gate.Match(data, True) or ())


def _named(data: bytes) -> Spans:
    """The values of names of secrets, what commands are given as secrets, and what stands apart from its name."""
    spans: Spans = []
    reach = held = 0
    for start, end in _compiled(named.NAMES).spans(data):
        if start >= reach:
            found, held = named.values(data, start, end, held)
            reach = found[0][1] if found else reach
            spans += [(*span, "secret") for span in found]
    for start, end in _compiled(commands.NAMES).spans(data):
        spans += [(*span, "password") for span in commands.values(data, start, end)]
    if b"<<" in data:
        hints = _compiled(places.HINT).spans(data)
        spans += [(*span, "password") for span in places.documents(data, hints)]
    if b"|" in data and b"--" in data:
        spans += [(*span, "password") for span in places.cells(data)]
    return spans


def _secret(groups: list[tuple[int, int]], *, whole: bool) -> tuple[int, int]:
    """The span of the last group that took part, or of the whole match where the groups do not mark the secret."""
    marked = [] if whole else [span for span in groups[1:] if span[0] >= 0]
    return marked[-1] if marked else groups[0]


_TOKEN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_EDGES = frozenset(b" \t\r\n=:\"'")


def _trimmed(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Without the delimiters that some patterns take along, and with the rest of the token where one stops short."""
    while start < end and data[start] in _EDGES:
        start += 1
    while end > start and data[end - 1] in _EDGES:
        end -= 1
    stop = min(len(data), end + 512)
    while end < stop and data[end - 1] in _TOKEN and data[end] in _TOKEN:
        end += 1
    return start, end


_BLOCK_HINT = r"(?i)PRIVATE KEY|PuTTY|AGE-SECRET|Private-MAC"


def _blocks(data: bytes) -> Spans:
    """Private key blocks: from their first line to their last, or to where what looks like a key ends.

    A block whose begin or end lies outside the text (an excerpt, a truncated tool result) is masked as far as it
    reaches.
    """
    if not _compiled(_BLOCK_HINT).within(data):
        return []
    spans: Spans = []
    ends = [span for end in shapes.BLOCK_ENDS for span in _compiled(end).spans(data)]
    ends.sort()
    starts_at = [start for start, _ in ends]
    reach = 0
    for begin in sorted(span for start in shapes.BLOCK_BEGINS for span in _compiled(start).spans(data)):
        if begin[0] < reach:
            continue
        after = bisect_right(starts_at, begin[0])
        if after < len(ends) and ends[after][0] - begin[1] <= shapes.BLOCK_BYTES:
            reach = ends[after][1]
        else:
            reach = begin[1] + _body(data, begin[1])
        spans.append((begin[0], reach, "private-key"))
    for tail in _compiled(shapes.BLOCK_TAIL).spans(data):
        spans.append((*tail, "private-key"))
    return spans


def _body(data: bytes, start: int) -> int:
    """How many bytes from ``start`` look like the inside of a key block."""
    size = 512
    while True:
        # A slice: RE2 anchors at the begin of what it is given. Most slices stay small, so copying stays linear.
        found = _compiled(shapes.BLOCK_BODY).search(data[start : start + size])
        length = 0 if found is None else found[1]
        if length < size - 200 or size >= shapes.BLOCK_BYTES:
            return length
        size *= 8


def _merged(spans: Spans) -> Spans:
    """The spans in order; overlapping ones are joined under the kind of the first, and of those the longest."""
    spans.sort(key=lambda span: (span[0], -span[1]))
    merged: Spans = []
    for start, end, kind in spans:
        if merged and start < merged[-1][1]:
            first, last, name = merged[-1]
            merged[-1] = (first, max(last, end), name)
        elif start < end:
            merged.append((start, end, kind))
    return merged


_Bank = tuple[re2.Filter, list[tuple[shapes.Rule, Pattern]]]
_Signed = tuple[shapes.Rule, Pattern, Sieve]
"""A rule, its pattern, and what stands in every text in which it matches."""
_LONG = 1 << 16
"""Bytes from which on the filter of a bank pays."""


@cache
def _own() -> list[_Signed]:
    return [(rule, Pattern(rule.source, later=True), _sign(rule.source)) for rule in shapes.own()]


@cache
def _bank() -> _Bank:
    return _filtered((rule, pattern) for rule, pattern, _ in _own())


@cache
def _library() -> _Bank:
    """Loaded for a text that holds what its rules look for: it costs more than all else that a hook loads."""
    return _filtered((rule, Pattern(rule.source, later=True)) for rule in shapes.library())


def _filtered(rules: Iterable[tuple[shapes.Rule, Pattern]]) -> _Bank:
    """Rules, and a filter that says by the literals in a text which of them can match; made at first use.

    Not a ``PatternSet``: one automaton for all these counted repetitions outgrows its cache and falls to 1 MB/s.
    """
    gate, known = re2.Filter(), list(rules)
    for rule, _ in known:
        gate.Add(rule.source.encode())
    gate.Compile()
    return gate, known


@cache
def _compiled(source: str) -> Pattern:
    return Pattern(source)
