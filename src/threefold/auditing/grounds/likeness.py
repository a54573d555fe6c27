"""Looks in a log for values like one of a summary that stands nowhere: with a slip in it, or not so rounded."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.masks import is_round, masks
from threefold.auditing.facts.slips import distance
from threefold.auditing.facts.tokens import LONG, SHORT, Token, spelled
from threefold.auditing.grounds.derived import Deriving
from threefold.auditing.grounds.findings import ALTERED, EQUIVALENT, UNVERIFIED, Assertion, Finding, Near
from threefold.auditing.grounds.near import MOST
from threefold.auditing.grounds.outside import blocks
from threefold.auditing.grounds.rounded import Rounded
from threefold.auditing.grounds.standing import words
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger
from threefold.session import Compaction, Session
from threefold.text import arithmetic
from threefold.text.later import later
from threefold.text.patterns import Pattern
from threefold.text.quantities import Quantity
from threefold.text.unicode import decode, encode

_MOST = 20
"""Values of one summary that are looked for with a slip."""
_SEARCHED = 64 << 20  # bytes of a log that are searched, the last ones
_READ = 200_000  # characters of a text that are read
_EVENTS = 40  # events whose matches are read
_NUMEROUS = 120  # the same where numbers are looked for of which there are many
_CALL = 1_000  # characters of a call that are read
_OPEN = (UNVERIFIED, ALTERED)
_MATCHES = 2_000
_BEHIND = 24  # bytes behind a value in which the next word stands
_AROUND, _WIDE = 80, 300  # characters in which the sentence's words and its other values are looked for
_SURE = 7  # digits or characters from which on a slip needs no words beside it
_ROUND = Fraction(1, 10)  # of a rounded number: how far a near one may be
_VALUES = 3  # values of an option from which on another one is no surprise
_NUMBER = later(r"(?<![\w.,:/#$€£¥%+-])\d[\d,]*(?:\.\d+)?(?![\w%°]|[.,:]\d|-\d|/\d)")
_JOINED_BEFORE, _JOINED_AFTER = Pattern(r"(?:[A-Za-z0-9_]|[0-9][.,:])$"), Pattern(r"^(?:[A-Za-z0-9_]|[.,][0-9])")
_RANGE = later(rb"\s{0,2}(?:\.\.|[-~\xe2]|to\b|\xe8\x87\xb3|\xe5\x88\xb0)\s{0,2}\W{0,3}[A-Za-z]*-?[0-9]")
"""What says behind a name with a number that it is the first or the last one of many."""
_EXACT, _SLIP, _DIGITS = "rounded", "one character", "a few digits"
_WITNESSED, _BY_THEMSELVES = (
    ("thing", "numbered", "host", "mail", "size"),
    ("serial", "dotted", "edition", "option"),
)
_ANOTHER = {
    "clock": _DIGITS,
    "size": _DIGITS,
    "mail": "another part of the address",
    "option": "another value",
    "host": "another host",
}


class Likeness:
    """Looks in the log behind one summary for values that differ by a slip."""

    def __init__(
        self, session: Session, compaction: Compaction, ledger: Ledger, around: Surroundings, deriving: Deriving
    ) -> None:
        self.session, self.compaction, self.ledger, self.around = session, compaction, ledger, around
        self.deriving = deriving

    def altered(self, found: Sequence[Token], sentence_of: dict[int, str]) -> Iterator[Finding]:
        """Those that stand nowhere in the ledger while a value like them does."""
        missing = [one for one in found if not any(self.ledger.places(encode(s)) for s in spelled(one))][:_MOST]
        if not missing:
            return
        texts = self.texts([mask for one in missing for mask in masks(one)])
        for one in missing:
            sentence = sentence_of.get(one.fact.start, "")
            if one.fact.kind in ("bare", "thing") and self.deriving.bare(one.fact, sentence):
                continue
            near = _best(one, sentence, texts)
            if near:
                yield Finding(Assertion(one.fact, 1, sentence), ALTERED, near[0].difference, None, near)

    def again(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings with another look at the amounts among them that stand nowhere: one that rounds a number of the
        log is equivalent (1.3 GB for 1288490188), one that is a slip away from a bare number was altered."""
        open_ = [one for one in findings if one.status in _OPEN and _is_amount(one.assertion.fact)][:_MOST]
        rounding = {id(one): Rounded(*one.assertion[::2], one.status == ALTERED) for one in open_}
        sought = [mask for one in rounding.values() for mask in one.masks]
        texts = [(*one, self.call_of(one[0])) for one in self.texts(sought, _NUMEROUS)] if sought else []
        told = {place: found for place, one in rounding.items() if (found := one.found(texts)) is not None}
        slipped = [one for one in open_ if one.status == UNVERIFIED and id(one) not in told]
        tokens = {id(one): token for one in slipped if (token := _token(one.assertion.fact)) is not None}
        like = self.texts([mask for token in tokens.values() for mask in masks(token)]) if tokens else []
        return [self._judged(one, told.get(id(one)), tokens.get(id(one)), like) for one in findings]

    def call_of(self, event: int) -> str:
        """The call that an event answers."""
        call = self.ledger.partners.get(event)
        return "" if call is None else "\n".join(self.around.texts(call))[:_CALL]

    def _judged(
        self,
        finding: Finding,
        told: tuple[str, int] | None,
        token: Token | None,
        texts: Sequence[tuple[int, bytes]],
    ) -> Finding:
        if told is not None:
            return finding._replace(status=EQUIVALENT, basis=f"{told[0]}, rounded", event=told[1], near=())
        near = _best(token, finding.assertion.sentence, texts) if token is not None else ()
        return finding._replace(status=ALTERED, basis=near[0].difference, near=near) if near else finding

    def texts(self, sought: Sequence[str], most: int = _EVENTS) -> list[tuple[int, bytes]]:
        """The texts of the ledger's events in which something like this stands."""
        like = Pattern("|".join(dict.fromkeys(sought)), max_mem=64 << 20)
        events: dict[int, None] = {}
        for first, raw, ends in blocks(self.session, self.ledger.last_event + 1, _SEARCHED):
            for start, _ in like.all_spans(raw)[:_MATCHES]:
                events[first + bisect_left(ends, start + 1)] = None
        chosen = self._of_ledger(events, most)
        return [(event, encode(text[:_READ])) for event in chosen for text in self.around.texts(event)]

    def _of_ledger(self, events: Container[int], most: int) -> list[int]:
        chosen = [event for event in self.session.leaves(self.compaction) if event in events]
        return chosen if len(chosen) <= most else chosen[: most // 2] + chosen[-most // 2 :]


def _is_amount(fact: Fact) -> bool:
    return fact.category == "number" and fact.kind != "version"


def _token(fact: Fact) -> Token | None:
    """The digits of an amount, if there are enough to be told from others."""
    digits = fact.normal.partition(" ")[0]
    return Token(fact, digits) if digits.isdigit() and SHORT <= len(digits) <= LONG else None


def _best(one: Token, sentence: str, texts: Sequence[tuple[int, bytes]]) -> tuple[Near, ...]:
    """The values like a token in these texts, with the most words of its sentence beside them first; none where the
    token itself stands there after all."""
    said = words(sentence.replace(one.fact.literal, " "))
    others = {m[0].replace(",", "") for m in _NUMBER.finditer(sentence) if m[0] != one.fact.literal and len(m[0]) > 2}
    like = Pattern(rf"(?:{'|'.join(masks(one))})\b", max_mem=64 << 20)
    own = re.compile(rb"\b%b\b" % re.escape(encode(one.value)))
    scored: dict[str, tuple[int, int, str]] = {}
    for event, text in texts:
        for start, end in like.all_spans(text)[:_MATCHES]:
            value = decode(text[start:end]).replace(",", "")
            if not _alone(text, start, end):
                continue
            beside = text[max(0, start - _AROUND) : end + _AROUND]
            if value == one.letters or (one.fact.kind == "thing" and own.search(beside)):
                return ()
            if one.fact.kind == "numbered" and _RANGE.match(text[end : end + _BEHIND]):
                return ()
            difference = _difference(one, value)
            if not difference:
                continue
            wide = decode(text[max(0, start - _WIDE) : end + _WIDE]).replace(",", "")
            behind = words(decode(text[end : end + _BEHIND]).strip().partition(" ")[0])
            score = len(said & words(decode(beside))) + sum(other in wide for other in others) + bool(said & behind)
            if score >= _needed(one, difference) and score > scored.get(value, (-1, 0, ""))[0]:
                scored[value] = score, event, difference
    if any(difference == _EXACT for _, _, difference in scored.values()):
        return ()
    if one.fact.kind == "option" and len(scored) > _VALUES:
        return ()
    best = sorted(scored.items(), key=lambda found: (-found[1][0], found[0]))[:MOST]
    return tuple(Near(value, difference, event) for value, (_, event, difference) in best)


def _alone(text: bytes, start: int, end: int) -> bool:
    """Whether what stands there is no part of a longer value."""
    return not (_JOINED_BEFORE.within(text[max(0, start - 2) : start]) or _JOINED_AFTER.within(text[end : end + 2]))


def _difference(one: Token, value: str) -> str:
    if one.fact.kind in _ANOTHER and value != one.letters:
        return _ANOTHER[one.fact.kind]
    letters = one.letters
    if distance(letters, value, 1) <= 1:
        return _DIGITS if letters.isdigit() or one.fact.kind == "thing" else _SLIP
    if not is_round(letters) or not value.isdigit():
        return ""
    rough, exact = (Quantity("", "", Fraction(number), (Fraction(number),)) for number in (letters, value))
    if arithmetic.rounds_to(rough, exact):
        return _EXACT
    return "not so rounded" if abs(exact.number - rough.number) <= _ROUND * rough.number else ""


def _needed(one: Token, difference: str) -> int:
    """How many words or other values of the sentence must stand beside a value for it to be the one that is meant."""
    kind, size = one.fact.kind, len(one.letters.replace(".", ""))
    if kind == "clock":
        return 2
    if kind in _WITNESSED or (kind == "option" and len(one.name) == len("-x")):
        return 1
    if kind in _BY_THEMSELVES:
        return 0
    if difference not in (_SLIP, _DIGITS):
        return 2
    return 0 if size >= _SURE else 1 if size > SHORT + 1 else SHORT + 3 - size
