"""Corrections: what a summary makes of each value that a human put right."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from threefold.auditing.facts.choices import NUMBER, Value, keys_of, same, value, values
from threefold.auditing.facts.corrections import Correction, corrections
from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.findings import ALTERED, EQUIVALENT, VERIFIED, Assertion, Finding, Near
from threefold.auditing.grounds.spelling import LONG_NUMBER
from threefold.auditing.grounds.standing import words
from threefold.auditing.ledger.answers import NUMBERING, in_full
from threefold.auditing.ledger.changes import Change
from threefold.auditing.ledger.ledger import Ledger, Said
from threefold.text import units
from threefold.text.later import later

_REFUSED = later(
    r"(?i)(?:\b(?:not|n't|no|never|without|instead of|rather than|no longer|was|formerly|rejected|refused|dropped)"
    r"|不是|不用|不要|别用|而非|不再|不)[ `\"'“「]{0,3}"
    r"(?:(?:the|a|an|use|using|be|to|at|on) ){0,2}[`\"'“「]?(?:[\w.]+[-_])?$"
)
"""What in front of a value says that it is the one that is not meant."""
_FROM = later(r"(?i)\bfrom [`\"'“]?$")
_TO = later(r"(?i)[`\"'”]?\s{0,3}to\b")
_LEFT = later(r"(?i)[`\"'”」]?\s{0,3}(?:became\b|改为|改成|换成|变为)")
"""What behind a value says that another has taken its place."""
_CLOCK = later(r"\d:\d\d(?::\d\d)?")
_WORDS = later(r"[a-z0-9_]+")
_DIGIT = later(r"\d")
_REACH = 40  # characters in front of a value that are read for it
_UNIT = later(r"\d[\d.,:]*[ -]?([A-Za-z%]+|[\u4e00-\u9fff]{1,2})$")
_WORD = later(r"[a-z%\u4e00-\u9fff]{0,12}")
_NUMBERED = later(r"(\d{4,12}) ?(?:[a-z]{1,20}|[\u4e00-\u9fff]{1,2})")
_NUMBERING = later(r"(?:^|\n)[ \t]*\d+[.)]\s$")
_AMOUNT = later(r"(\d(?:[\d.,:]*\d)?)[ -]?(?:[a-z%]{1,20}|[\u4e00-\u9fff]{1,2})?(?: [a-z]{1,20})?")


def corrected(ledger: Ledger, summary: str, sentence_at: Callable[[int, int], str]) -> list[Finding]:
    """What the summary makes of each correction: verified where it gives the wanted value, altered where it gives only
    the rejected one, or gives that and refuses the wanted one. A correction of which neither stands is coverage's."""
    findings: list[Finding] = []
    given: list[Value] | None = None
    lower = summary.lower()
    if len(lower) != len(summary):
        lower = summary  # a letter whose small form is longer: places would not be places of the summary
    words = frozenset(_WORDS.findall(lower))  # most of many corrections do not stand there at all
    told = [one for one in corrections(summary) if one.rejected] if ledger.corrections else []
    last = {_pair(one.correction): one.event for one in ledger.corrections}
    made = _made(ledger)
    for said in {one.correction.normal: one for one in ledger.corrections}.values():
        wanted, rejected = said.correction.wanted, said.correction.rejected
        pair = _pair(said.correction)
        if rejected and (last.get(pair[::-1], -1) > last[pair] or _taken_back(said, made)):
            continue  # the user turned it round later
        wrong = _turned(pair, told)
        if wrong is not None:
            findings.append(_as_turned(said, wrong, summary, sentence_at))
            continue
        meant, refused = _places(lower, wanted, words)
        if not (meant or refused) and (number := _NUMBERED.fullmatch(wanted)) is not None:
            wanted = number[1]  # 端口 3307 for 3307 端口
            meant, refused = _places(lower, wanted, words)
        width = len(wanted)
        if not (meant or refused) and (whole := in_full(said.correction, said.sentence)[0]) is not None:
            if given is None:
                given = values(summary, len(summary))
            alike = functools.partial(_means, said, whole, sentence_at)
            meant = [one.start for one in given if same(one, whole) and alike(one)][:1]
            width = next((one.end - one.start for one in given if [one.start] == meant), 0)
        found, status = (meant or refused), VERIFIED
        if not meant and rejected:
            fits = functools.partial(_is_it, summary, said, sentence_at)
            back, denied = _places(lower, rejected, words, fits)
            if back or (denied and not refused and not _DIGIT.search(wanted)):
                found, status = back or denied, ALTERED
        if not found:
            continue
        start = found[0]
        end = start + (width if status is VERIFIED else len(rejected))
        fact = Fact("correction", "correction", summary[start:end], said.correction.normal, start, end)
        wanted = said.correction.wanted
        near = () if status is VERIFIED else (Near(wanted, f"the user corrected {rejected} to {wanted}", said.event),)
        basis = "the wanted value" if status is VERIFIED else "the rejected value"
        findings.append(Finding(Assertion(fact, 1, sentence_at(start, end)), status, basis, said.event, near))
    return findings


def _means(said: Said, whole: Value, sentence_at: Callable[[int, int], str], one: Value) -> bool:
    """Whether a value of the summary is the wanted one, and no other amount that is as large: a bare number and one of
    counted things stand among the correction's words."""
    if whole.kind != NUMBER and one.kind != NUMBER and not whole.is_count:
        return True
    return bool(words(said.sentence.lower()) & words(sentence_at(one.start, one.end).lower()))


def undone(ledger: Ledger) -> list[str]:
    """The corrections, by their normal forms, that were turned round later: nobody has to be told of them."""
    pairs = {_pair(one.correction): one.event for one in ledger.corrections}
    made = _made(ledger)
    return [
        one.correction.normal
        for one in ledger.corrections
        if one.correction.rejected
        and (pairs.get(_pair(one.correction)[::-1], -1) > one.event or _taken_back(one, made))
    ]


def set_by(finding: Finding, changes: list[Change]) -> Finding:
    """A finding about an amount that one of these changes set, as that."""
    fact = finding.assertion.fact
    given = value(fact.literal) if fact.category in ("number", "datetime") else None
    if given is None:
        return finding
    for one in changes:
        wanted = value(one.wanted)
        if wanted is not None and wanted.kind == given.kind and same(wanted, given):
            return Finding(finding.assertion, EQUIVALENT, "a person set it", one.event)
    return finding


_Made = Mapping[object, Sequence[tuple[int, Value, Value]]]


def _made(ledger: Ledger) -> _Made:
    """The changes of a session by whatever the value is known by that they put in place: event, that value and the one
    before it. None are sought where nothing was put right."""
    made = defaultdict[object, list[tuple[int, Value, Value]]](list)
    for change in ledger.changes.found if ledger.corrections else ():
        now, then = value(change.wanted), value(change.rejected)
        if now is not None and then is not None:
            for key in now.keys:
                made[key].append((change.event, now, then))
    return made


def _taken_back(said: Said, made: _Made) -> bool:
    """Whether the rejected value was put in the place of the wanted one later."""
    wanted, rejected = in_full(said.correction, said.sentence)
    if wanted is None or rejected is None:
        return False
    return any(
        event > said.event and same(now, rejected) and same(then, wanted)
        for key in keys_of(rejected)
        for event, now, then in made.get(key, ())
    )


def _turned(pair: tuple[str, str], told: list[Correction]) -> Correction | None:
    """What the summary tells of a correction with its two values changed about: both stand in the log, and only their
    order is wrong."""
    return next((one for one in told if all(pair) and _pair(one) == pair[::-1]), None)


def _pair(one: Correction) -> tuple[str, str]:
    """The two values of a correction as they are compared: of amounts their numbers, whatever unit one side names."""
    wanted, rejected = one.wanted.lower(), one.rejected.lower()
    one_amount, other_amount = _AMOUNT.fullmatch(wanted), _AMOUNT.fullmatch(rejected)
    return (one_amount[1], other_amount[1]) if one_amount and other_amount else (wanted, rejected)


def _as_turned(said: Said, wrong: Correction, summary: str, sentence_at: Callable[[int, int], str]) -> Finding:
    sentence = summary[wrong.start : wrong.end]
    places = [wrong.start + max(0, sentence.find(value)) for value in (wrong.wanted, wrong.rejected)]
    start, end = min(places), max(places[0] + len(wrong.wanted), places[1] + len(wrong.rejected))
    fact = Fact("correction", "correction", summary[start:end], said.correction.normal, start, end)
    wanted, rejected = said.correction.wanted, said.correction.rejected
    near = (Near(wanted, f"the user corrected {rejected} to {wanted}, and not the other way round", said.event),)
    return Finding(Assertion(fact, 1, sentence_at(start, end)), ALTERED, "the rejected value", said.event, near)


def _is_it(summary: str, said: Said, sentence_at: Callable[[int, int], str], start: int, end: int) -> bool:
    """Whether a number that stands at a place can be the rejected one, and not any other that is spelled like it: it
    has the unit of the correction, or none and stands among the correction's words."""
    wanted, rejected = said.correction.wanted, said.correction.rejected
    sentence = sentence_at(start, end).lower()
    shared = words(said.sentence.lower()) & words(sentence)
    new = _pair(said.correction)[0]
    if new.isdigit() and re.search(rf"(?<![\w.,]){new}(?!\w|[.,]\d)", sentence):
        return False  # first 30 days, then 90
    if " " in rejected and not _DIGIT.search(rejected):
        return bool(shared - words(f"{wanted} {rejected}".lower()))  # "for docs" may stand anywhere
    if not rejected.isdigit() or len(rejected) >= LONG_NUMBER:
        return True
    if NUMBERING.search(summary[max(0, start - _REACH) : start]):
        return False
    unit = _UNIT.match(wanted)
    behind = summary[end : end + _REACH].lstrip(" -").lower()
    if unit is not None and behind.startswith(unit[1].lower()):
        return True
    if _NUMBERING.search(summary[max(0, start - _REACH) : end + 2]):
        return False
    if unit is None:
        word = _WORD.match(behind)
        if word is None or not word[0]:
            return True
        return bool(shared) and units.parse(f"{rejected} {word[0]}") is None
    return not behind[:1].isalpha() and bool(shared)


def _anywhere(start: int, end: int) -> bool:
    return True


def _places(
    text: str, value: str, words: frozenset[str], fits: Callable[[int, int], bool] = _anywhere
) -> tuple[list[int], list[int]]:
    """Where a value stands as a word of its own or at the end of a name (``tariff-v7``): first where it is given, and
    first where it is said not to be meant."""
    given: list[int] = []
    refused: list[int] = []
    value = value.lower()
    if _CLOCK.fullmatch(value) and f"0{value}" in text:
        value = f"0{value}"
    if not words.issuperset(_WORDS.findall(value)):
        return given, refused
    place = text.find(value) if value else -1
    while place >= 0 and not given:
        if _whole(text, place, place + len(value)) and fits(place, place + len(value)):
            (refused if _is_refused(text, place, place + len(value)) else given).append(place)
        place = text.find(value, place + 1)
    return given, refused


def _is_refused(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a value says that it is not the one: ``not v6``, ``from v6 to``, v6改为."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _REFUSED.search(before) or _LEFT.match(after):
        return True
    return _FROM.search(before) is not None and _TO.match(after) is not None


def _whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if _joins(before) and _joins(text[start]):
        return False
    if before in (".", ",") and text[start - 2 : start - 1].isdigit() and text[start].isdigit():
        return False
    if _joins(after) and _joins(text[end - 1]):
        return False
    return not (after in (".", ",", "-") and text[end + 1 : end + 2].isalnum() and text[end - 1].isascii())


def _joins(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
