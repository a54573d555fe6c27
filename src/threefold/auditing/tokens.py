"""Values that no rule reads as facts: bare numbers (``5,161``), serials and keys (``GD-2026-00471``), places in files
(``Cache.swift:49``).

Alone they say nothing, and a log has too many of them to list. One of a summary that stands nowhere in the ledger is
looked for once more, with a slip in it; if such a one stands there among the words of the summary's sentence, it was
altered. What follows from other numbers of the summary is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from threefold.auditing.derived import Deriving
from threefold.auditing.facts import Fact
from threefold.auditing.findings import ALTERED, EQUIVALENT, UNVERIFIED, Assertion, Finding, Near
from threefold.auditing.grammar import EXTENSIONS
from threefold.auditing.ledger import Ledger
from threefold.auditing.near import MOST
from threefold.auditing.outside import blocks
from threefold.auditing.slips import distance
from threefold.auditing.standing import references, words
from threefold.auditing.surroundings import Surroundings
from threefold.session import Compaction, Session
from threefold.text import arithmetic
from threefold.text.later import later
from threefold.text.patterns import Pattern
from threefold.text.quantities import Quantity
from threefold.text.unicode import decode, encode

_NUMBER = later(r"(?<![\w.,:/#$€£¥%+-])\d[\d,]*(?:\.\d+)?(?![\w%°]|[.,:]\d|-\d|/\d)")
_SERIAL = later(r"(?<![\w./@:-])(?=[A-Z0-9-]{6,40}(?![\w-]))(?=[0-9-]*[A-Z])(?:[A-Z0-9]+-?)+(?![\w./-])")
_PLACE = later(r"(?<![\w/])[\w.-]{2,60}\.[A-Za-z]{1,5}:\d{1,6}(?![\w:.]\d)")
_TWO_DIGITS = later(r"(?<![\d.,])\d\d(?![\d.,%])")
_DIGIT = later(r"\d")
_YEAR = later(r"(?:19|20)\d\d")
_MOST = 20
"""Values of one summary that are looked for with a slip."""
_SHORT, _LONG = 3, 24  # digits of a number, from which and up to which it is looked for
_LEAST_DIGITS = 3  # of a serial
_SEARCHED = 64 << 20  # bytes of a log that are searched, the last ones
_READ = 200_000  # characters of a text that are read
_EVENTS = 40  # events whose matches are read
_MATCHES = 2_000
_BEHIND = 24  # bytes behind a value in which the next word stands
_AROUND, _WIDE = 80, 300  # characters in which the sentence's words and its other values are looked for
_SURE = 7  # digits or characters from which on a slip needs no words beside it
_ROUND = Fraction(1, 10)  # of a rounded number: how far a near one may be


Range = tuple[Fraction, Fraction]
"""From one number to below another."""


class Token(NamedTuple):
    """One such value; ``letters`` are what a slip can happen in."""

    fact: Fact
    letters: str


def tokens(text: str, facts: Sequence[Fact], categories: frozenset[str]) -> list[Token]:
    """The values of a text that no fact covers, each once."""
    found: dict[str, Token] = {}
    covered: list[tuple[int, int]] = []
    for start, end in sorted((fact.start, fact.end) for fact in facts):  # a command has files and numbers in it
        if covered and start < covered[-1][1]:
            covered[-1] = covered[-1][0], max(end, covered[-1][1])
        else:
            covered.append((start, end))
    for category, kind, shape in (
        ("number", "bare", _NUMBER),
        ("reference", "serial", _SERIAL),
        ("path", "place", _PLACE),
    ):
        for match in shape.finditer(text) if category in categories else ():
            start, end = match.span()
            letters = match[0].replace(",", "")
            digits = len(_DIGIT.findall(letters))
            if kind == "bare" and not (_SHORT < digits <= _LONG or ("." in letters and digits >= _SHORT)):
                continue
            if kind == "place" and match[0].rpartition(":")[0].rpartition(".")[2] not in EXTENSIONS:
                continue  # a host and its port
            if (kind == "bare" and _YEAR.fullmatch(match[0])) or (kind == "serial" and digits < _LEAST_DIGITS):
                continue
            place = bisect_left(covered, (end, 0)) - 1
            if kind != "place" and place >= 0 and covered[place][1] > start:
                continue
            found.setdefault(letters, Token(Fact(category, kind, match[0], letters, start, end), letters))
    return list(found.values())


def needles_of(found: Sequence[Token]) -> list[bytes]:
    """The letters by which they are looked for in the ledger."""
    return [encode(spelled) for one in found for spelled in _spelled(one)]


def _spelled(one: Token) -> list[str]:
    spelled = [one.fact.literal, one.letters]
    if one.letters.isdigit():
        spelled.append(f"{int(one.letters):,}")
    if one.fact.kind == "place":
        spelled += [f"{one.letters.rpartition(':')[2]}{sign}" for sign in ("\t", "→", "|", ":")]  # a read tool's gutter
    return spelled


class Likeness:
    """Looks in the log behind one summary for values that differ by a slip."""

    def __init__(
        self, session: Session, compaction: Compaction, ledger: Ledger, around: Surroundings, deriving: Deriving
    ) -> None:
        self.session, self.compaction, self.ledger, self.around = session, compaction, ledger, around
        self.deriving = deriving

    def altered(self, found: Sequence[Token], sentence_of: dict[int, str]) -> Iterator[Finding]:
        """Those that stand nowhere in the ledger while a value like them does."""
        missing = [one for one in found if not any(self.ledger.places(encode(s)) for s in _spelled(one))][:_MOST]
        if not missing:
            return
        texts = self._texts([mask for one in missing for mask in masks(one)])
        for one in missing:
            sentence = sentence_of.get(one.fact.start, "")
            if one.fact.kind == "bare" and self.deriving.bare(one.fact, sentence):
                continue
            near = _best(one, sentence, texts)
            if near:
                yield Finding(Assertion(one.fact, 1, sentence), ALTERED, near[0].difference, None, near)

    def again(self, findings: Sequence[Finding], exact_of: Callable[[Fact], Sequence[Range]]) -> list[Finding]:
        """The findings with another look at the amounts among them that stand nowhere: one that rounds a bare number of
        the log is equivalent (1.3 GB for 1288490188), one that is a slip away from such a number was altered."""
        open_ = [one for one in findings if one.status == UNVERIFIED and _is_amount(one.assertion.fact)][:_MOST]
        tries = {id(one): (_token(one.assertion.fact), exact_of(one.assertion.fact)) for one in open_}
        sought = [mask for token, ranges in tries.values() for mask in _masks_of(token, ranges)]
        if not sought:
            return list(findings)
        texts = self._texts(sought)
        return [self._judged(one, *tries[id(one)], texts) if id(one) in tries else one for one in findings]

    def _judged(
        self, finding: Finding, token: Token | None, ranges: Sequence[Range], texts: Sequence[tuple[int, bytes]]
    ) -> Finding:
        sentence = finding.assertion.sentence
        rounded = _rounded(finding.assertion.fact, sentence, ranges, texts)
        if rounded is not None:
            return finding._replace(
                status=EQUIVALENT, basis=f"{rounded[0]}, rounded and without its unit", event=rounded[1]
            )
        near = _best(token, sentence, texts) if token is not None else ()
        return finding._replace(status=ALTERED, basis=near[0].difference, near=near) if near else finding

    def _texts(self, sought: Sequence[str]) -> list[tuple[int, bytes]]:
        """The texts of the ledger's events in which something like this stands."""
        like = Pattern("|".join(dict.fromkeys(sought)), max_mem=64 << 20)
        events: dict[int, None] = {}
        for first, raw, ends in blocks(self.session, self.ledger.last_event + 1, _SEARCHED):
            for start, _ in like.all_spans(raw)[:_MATCHES]:
                events[first + bisect_left(ends, start + 1)] = None
        return [(event, encode(text[:_READ])) for event in self._of_ledger(events) for text in self.around.texts(event)]

    def _of_ledger(self, events: Container[int]) -> list[int]:
        chosen = [event for event in self.session.leaves(self.compaction) if event in events]
        return chosen if len(chosen) <= _EVENTS else chosen[: _EVENTS // 2] + chosen[-_EVENTS // 2 :]


def _is_amount(fact: Fact) -> bool:
    return fact.category == "number" and fact.kind != "version"


def _token(fact: Fact) -> Token | None:
    """The digits of an amount, if there are enough to be told from others."""
    digits = fact.normal.partition(" ")[0]
    return Token(fact, digits) if digits.isdigit() and _SHORT <= len(digits) <= _LONG else None


def _masks_of(token: Token | None, ranges: Sequence[Range]) -> Iterator[str]:
    if token is not None:
        yield from masks(token)
    for low, high in ranges:
        yield from _between(int(low), int(high))


def _between(low: int, high: int) -> Iterator[str]:
    """Patterns of the whole numbers of one length from one to another, by the digits that they begin with."""
    size = len(str(high))
    begin = max(low, 10 ** (size - 1))
    told = min(size, _PREFIX)
    for first in range(begin // 10 ** (size - told), high // 10 ** (size - told) + 1):
        yield ",?".join([*str(first), *["[0-9]"] * (size - told)])


def _rounded(
    fact: Fact, sentence: str, ranges: Sequence[Range], texts: Sequence[tuple[int, bytes]]
) -> tuple[str, int] | None:
    """A bare number of the log in one of these ranges that stands among the words of the sentence, and its event."""
    if not ranges:
        return None
    rest = sentence.replace(fact.literal, " ")
    said, others = words(sentence), references(rest)
    if len(_DIGIT.findall(fact.literal)) > _SHORT:
        others |= set(_TWO_DIGITS.findall(rest))  # with four digits of its own, a column beside it is enough
    like = Pattern("|".join(mask for low, high in ranges for mask in _between(int(low), int(high))))
    for event, text in texts:
        for start, end in like.all_spans(text)[:_MATCHES]:
            whole = _WHOLE.match(text[start : end + _BEHIND])
            if whole is None or _JOINED_BEFORE.within(text[max(0, start - 2) : start]):
                continue
            value = Fraction(decode(whole[0]).replace(",", ""))
            near = decode(text[max(0, start - _AROUND) : end + _AROUND])
            witnesses = len(said & words(near)) + sum(other in near for other in others)
            if witnesses and any(low <= value < high for low, high in ranges):
                return decode(whole[0]), event
    return None


def masks(one: Token) -> Iterator[str]:
    """Patterns of everything that is one slip away: a character changed, added or left out, two neighbours swapped."""
    if one.fact.kind == "place":
        name, _, digits = one.letters.rpartition(":")
        for changed in _changed(digits):
            yield f"{re.escape(name)}:{changed}"
        return
    if _is_round(one.letters):
        yield from _of_its_size(int(one.letters))
    yield from _changed(one.letters)


def _changed(letters: str) -> Iterator[str]:
    between = ",?" if letters.isdigit() else ""
    for place, char in enumerate(letters):
        head, tail = letters[:place], letters[place + 1 :]
        if char.isalnum():
            yield between.join(
                [*map(re.escape, head), "[0-9]" if char.isdigit() else "[A-Za-z]", *map(re.escape, tail)]
            )
            if len(letters) > _SHORT + 1:
                yield between.join(map(re.escape, head + tail))
        if tail and tail[0] != char:
            yield between.join(map(re.escape, head + tail[0] + char + tail[1:]))


def _is_round(letters: str) -> bool:
    return letters.isdigit() and len(letters) > _SHORT and letters.endswith("00")


def _of_its_size(value: int) -> Iterator[str]:
    """Numbers that begin like those that are a tenth away at most."""
    size = len(str(value))
    for first in {str(int(value * (1 + share / 100)))[:2] for share in range(-10, 11)}:
        yield ",?".join([*first, *(["[0-9]"] * (size - 2))])


def _best(one: Token, sentence: str, texts: Sequence[tuple[int, bytes]]) -> tuple[Near, ...]:
    """The values like a token in these texts, with the most words of its sentence beside them first."""
    said = words(sentence.replace(one.fact.literal, " "))
    others = {m[0].replace(",", "") for m in _NUMBER.finditer(sentence) if m[0] != one.fact.literal and len(m[0]) > 2}
    like = Pattern(rf"\b(?:{'|'.join(masks(one))})\b")
    scored: dict[str, tuple[int, int, str]] = {}
    for event, text in texts:
        for start, end in like.all_spans(text)[:_MATCHES]:
            value = decode(text[start:end]).replace(",", "")
            if not _alone(text, start, end):
                continue
            difference = _difference(one.letters, value)
            if not difference or value == one.letters:
                continue
            near = words(decode(text[max(0, start - _AROUND) : end + _AROUND]))
            wide = decode(text[max(0, start - _WIDE) : end + _WIDE]).replace(",", "")
            behind = words(decode(text[end : end + _BEHIND]).strip().partition(" ")[0])
            score = len(said & near) + sum(other in wide for other in others) + bool(said & behind)
            if score >= _needed(one, difference) and score > scored.get(value, (-1, 0, ""))[0]:
                scored[value] = score, event, difference
    if any(difference == _EXACT for _, _, difference in scored.values()):
        return ()
    best = sorted(scored.items(), key=lambda found: (-found[1][0], found[0]))[:MOST]
    return tuple(Near(value, difference, event) for value, (_, event, difference) in best)


_WHOLE = re.compile(rb"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?![A-Za-z0-9_])")
_PREFIX = 3  # digits by which the numbers of a range are looked for
_EXACT = "rounded"
_JOINED_BEFORE, _JOINED_AFTER = Pattern(r"(?:[A-Za-z0-9_]|[0-9][.,:])$"), Pattern(r"^(?:[A-Za-z0-9_]|[.,][0-9])")


def _alone(text: bytes, start: int, end: int) -> bool:
    """Whether what stands there is no part of a longer value."""
    return not (_JOINED_BEFORE.within(text[max(0, start - 2) : start]) or _JOINED_AFTER.within(text[end : end + 2]))


def _difference(letters: str, value: str) -> str:
    if distance(letters, value, 1) <= 1:
        return "one character" if not letters.isdigit() else "a few digits"
    if not _is_round(letters) or not value.isdigit():
        return ""
    rough, exact = (Quantity("", "", Fraction(one), (Fraction(one),)) for one in (letters, value))
    if arithmetic.rounds_to(rough, exact):
        return _EXACT
    return "not so rounded" if abs(exact.number - rough.number) <= _ROUND * rough.number else ""


def _needed(one: Token, difference: str) -> int:
    """How many words or other values of the sentence must stand beside a value for it to be the one that is meant."""
    if difference not in ("one character", "a few digits"):
        return 2
    if one.fact.kind in ("serial", "place"):
        return 0
    size = len(one.letters.replace(".", ""))
    return 0 if size >= _SURE else 1 if size > _SHORT + 1 else _SHORT + 3 - size
