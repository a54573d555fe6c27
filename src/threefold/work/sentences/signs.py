"""By what a sentence of closing words is read: its words, how they follow one another, its shape and its place.

What it names does not count, how it speaks of it does: code, quotes, paths and numbers are each one sign, whatever they
hold. English words count as they stand and by their stems, in pairs that follow one another at once or over one word;
Chinese counts by characters and pairs of them. No sign is a word that somebody chose: which of them speak for something
open is learned from labelled sentences (:mod:`threefold.work.sentences.weights`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences.phrases import Said

_TOKEN = later(
    r"(?P<quote>\S?\u00b7+\S?)|(?P<code>[\w.*-]*[/_][\w./*-]+|--?[a-z][\w-]+|\w+\.[a-z]{1,4}\b(?!\.)|\b[0-9a-f]{7,40}\b|"
    r"\b[a-z]+[A-Z]\w*)|(?P<number>\d[\d.,:]*)|(?P<han>[\u3400-\u9fff]+)|(?P<word>[A-Za-z]+(?=n['’]t)|n['’]t|['’]?[A-Za-z]+)"
    r"|(?P<mark>[.,;:!?—()，。；：！？（）%-])"
)
_CHINESE = later("[\u3400-\u9fff]")
_MASKS = {"quote": "<q>", "code": "<c>", "number": "<n>"}
_SUFFIXES = ("ing", "ed", "es", "s", "ly")
_LENGTHS = (30, 60, 100, 160)
"""Characters, a Chinese one for three, up to which sentences are as short as that."""
REPORT = 9
"""Sentences and items from which on closing words are a report."""
_ENDS = 2
"""Sentences of a request, from its end, that say what is wanted."""
_EDGE = "|"
APART = "unchanged-"
"""Before the family of a sign that counts only where nothing was changed."""


Work = Literal["changed", "ran", "looked"]
"""What was done before the words: something was changed, something was run, or it was only looked."""


def signs(lines: Sequence[Said], work: Work, request: Sequence[Said] = ()) -> list[frozenset[str]]:
    """The signs of each sentence of a message; of a heading, none. ``request`` is what the message answers.

    Where nothing was changed a sign counts once as it does everywhere, and once as it does there ("the cause is …"
    tells what was mended, or what was not): the same words are learned from both, and what sets them apart is learned,
    too (Daumé 2007, "Frustratingly Easy Domain Adaptation"). There the words of the request count as well: whoever asks
    how something works is told of limits that nobody is to mend.
    """
    asked = frozenset[str]() if work == "changed" else _asked(request)
    told = [place for place, line in enumerate(lines) if line.kind is not Kind.HEADING]
    last = told[-1] if told else -1
    found = []
    for place, line in enumerate(lines):
        if line.kind is Kind.HEADING:
            found.append(frozenset[str]())
            continue
        own = _words(line.masked)
        own |= _shape(line)
        own.update(_place(place == told[0], place == last, len(told)))
        if work != "changed":
            own |= {f"{APART}{sign}" for sign in own}
        found.append(asked.union(own, (f"work {work}",)))
    return found


def _asked(request: Sequence[Said]) -> frozenset[str]:
    """The signs of the words with which a request ends."""
    own = {sign for line in request[-_ENDS:] for sign in _words(line.masked)}
    return frozenset(f"asked-{sign}" for sign in own if not sign.startswith(("pair ", "gap ")))


def _words(text: str) -> set[str]:
    """The signs of a sentence's words."""
    found: set[str] = set()
    stems = [_EDGE]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "han":
            found |= _characters(match[0])
            stems.append("")
            continue
        token = _MASKS.get(kind) or ("not" if match[0] in ("n't", "n’t") else match[0].lower().replace("’", "'"))
        found.add(f"word {token}")
        stem = _stem(token) if kind == "word" else token
        if stem != token:
            found.add(f"stem {stem}")
        stems.append(stem)
    stems.append(_EDGE)
    found |= {f"pair {one} {two}" for one, two in pairwise(stems) if one and two}
    found |= {f"gap {one} {two}" for one, two in zip(stems, stems[2:], strict=False) if one and two}
    return found


def _characters(run: str) -> set[str]:
    """The signs of Chinese characters that stand together."""
    bounded = f"{_EDGE}{run}{_EDGE}"
    return {f"han {run[at : at + size]}" for size in (1, 2) for at in range(len(run) - size + 1)} | {
        f"han {end}" for end in (bounded[:2], bounded[:3], bounded[-2:], bounded[-3:])
    }


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def _shape(line: Said) -> set[str]:
    """The signs of what a sentence looks like."""
    chinese = _CHINESE.search(line.masked) is not None
    size = len(line.text) * (3 if chinese else 1)
    found = {f"shape {'chinese' if chinese else 'english'}", f"shape size{sum(size >= limit for limit in _LENGTHS)}"}
    if line.kind is Kind.ITEM:
        found.add("shape row" if line.masked.count("|") >= 2 else "shape item")
    return found


def _place(first: bool, last: bool, count: int) -> list[str]:
    """The signs of where in its message a sentence stands."""
    marks = (("only", count == 1), ("first", first), ("last", last), ("report", count >= REPORT))
    return [f"place {name}" for name, holds in marks if holds]
