"""Values that a summary gives as they were before somebody replaced them.

A sentence is held against a change only if it is about the same thing (it shares its words with those around the two
values), gives the replaced value as what holds now, and names the new one neither itself nor behind it: a summary may
tell what was, what was proposed, and what a thing would have cost.
"""

# ruff: noqa: E501
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from heapq import merge

from threefold.auditing.facts.choices import (
    ADDRESS,
    CLOCK,
    COLOUR,
    DATE,
    NAME,
    NUMBER,
    PATH,
    Value,
    keys_of,
    same,
    value,
    values,
)
from threefold.auditing.facts.fact import Fact
from threefold.auditing.grounds.findings import ALTERED, Assertion, Finding, Near
from threefold.auditing.grounds.standing import NAMES
from threefold.auditing.ledger.answers import CLAUSE, NUMBERING
from threefold.auditing.ledger.changes import Change
from threefold.auditing.statements.subjects import about
from threefold.auditing.statements.told import WEAK, Telling, Told, terms
from threefold.text.later import later
from threefold.text.numerals import number as numeral

_REACH = 60  # characters in front of a value and behind it that are read for how it is given
_NOUN = 6  # characters behind a Chinese counter that say what is counted
_SHOWN = 300  # of a sentence
_LINKS = 32  # values of one thing, one after the other, that are followed
_LITTLE = 3  # terms of a rule beside the values between which it chooses
_BEFORE = later(
    r"(?i)(?:\b(?:not|never|without|instead of|rather than|no longer|than|versus|vs\.?|against|was|were|been|had|formerly|from|rejected|refused|dropped|replaced|removed|unlike|compared (?:to|with)|"
    r"avoid\w*|proposed|suggested|offered|considered|wanted|asked for|default(?: of)?|if|at)|\d\S* (?:\w+ )?over|(?:^|[,;(]) ?with|n't|不是|不用|不要|别用|别|而非|而不是|不再|不叫|不放|从|由|原来|原先|之前|以前|曾|建议|最初|不|比|若|如果|原为|原是|本来是?)"
    r"[ :`\"'“「(（]{0,3}(?:(?:the|a|an|use|using|be|to|at|on|in|only|about|version|port|size|batch|batches|of|was|were|called|named) ){0,3}[`\"'“「]?$"
)
"""What in front of an amount says that it is not what holds now."""
_NOT_NAMED = later(
    r"(?i)(?:\b(?:not|never|without|instead of|rather than|no longer|over|than|versus|vs\.?|was|were|formerly|rejected|refused|dropped|replaced|removed|unlike|avoid\w*|proposed|suggested|offered|considered)|n't|不是|不用|不要|别用|别|而非|而不是|不再|不叫|不放|原来|原先|之前|以前|曾|建议|最初|不|比|如果)"
    r"[ :`\"'“「(（]{0,3}(?:(?:the|a|an|use|using|be|to|at|on|in|only|called|named|with|from) ){0,3}[`\"'“「]?$"
)
"""The same of a name, a time or a day."""
_HOLDS_AT = later(
    r"(?i)\b(?:runs?|listens?|is|are|stays?|fires?|set|alerts?|starts?|works?|reachable|available|deadline|due)(?: \w+){0,2} (?:at|with|of) [`\"'“]?$|(?:limit|size|ttl|timeout|threshold|cap|batches|number|count|weight|width|height|maximum|minimum|discount|rate|port) (?:of|at) [`\"'“]?$|\b(?:older|newer|longer|shorter|larger|greater|smaller|bigger|higher|lower|more|fewer|less|later|earlier|slower|faster) than [`\"'“]?$"
)
"""``at`` and ``of`` behind what has the value, and a bound that holds: ``deletes rows older than 30 days``."""
_BEHIND = later(
    r"(?i)[`\"'”」)]{0,2}(?:\s?[(（][^()（）]{0,30}[)）])?,?\s?(?:(?:to|became|->|→|=>|⇒|was|were|had|would|could|is (?:too|taken|used|in use|occupied|reserved|blocked|out|gone)|are too|took|takes|failed|locks?|locked|costs?|cost|makes?|made|breaks?|broke|needs?|needed|ran|caused|proposed|"
    r"earlier|before|at first|originally|instead)\b|->|→|=>|⇒|改|换|变|被|太|不|时|会|曾|降|升|调|的|要|需|耗|占|休假)"
)
"""What behind a value says that it held once, or what it would do."""
_SPAN = later(
    r"(?i)(?:\b(?:from|between)\b|从|[\d点]) ?\S{1,12} ?(?:\b(?:to|and|until|till)\b|[-–—~～到至]) ?$|\d\s?(?:[-–—~～到至]|to|until|till)\s?$"
)
"""What in front of an hour or a day says that it ends a span."""
_HISTORY = later(
    r"(?i)\b(?:previous(?:ly)?|original(?:ly)?|initial(?:ly)?|at first|first|formerly|earlier|old (?:value|default|setting|one|limit|version|name|path|port)|before|no longer|used to|had been|would|could|consider\w*|propos\w*|suggest\w*|alternativ\w*|tried|trying|benchmark\w*|measured|instead of|rather than|corrected"
    r"|rejected|turned down|not|never|don't|superseded|obsolete|deprecated|reverted|later|then|changed from|expected|asserted|failed|invalid|error|wrong|incorrect\w*|mistake\w*|caused?|problem|took|takes (?:about |~)?\d|ran in|cannot|ended|exhausted|must be|too (?:long|short|high|low|big|small|slow|many|much|large))\b|原先|原来|之前|以前|最初|曾|起初|先是|建议|考虑|提议|试过|不再|如果|若|旧|不是|没有|而不是|后来|随后|更正|纠正|拒绝|否决|不行|太|错误|报错|导致|耗时|用时"
)
"""What says anywhere in a sentence that it tells of something else than what holds."""
_CHOSEN_BEFORE = later(
    r"(?i)(?:(?:\b(?:use|uses|used|using|with|via|by|through|in|on|off|from|to|into|under|at|as|is|are|be|now|called|named|chosen|decision|decided|choice|picked|took|selected|backend|runs?|running|keeps?|kept|against|for|emits?|prints?|outputs?|returns?|writes?|reads?|speaks?|produces?|exports?|generates?|requires?|needs?)|[:=：→]|采用|用|为|是|选|叫|到|在|由|找|从|于|按|给[\u4e00-\u9fff]{0,4}|通知[\u4e00-\u9fff]{0,4})"
    r"[\s\"'`“「*]{0,4}(?:(?:the|a|an|plain) )?(?:[a-z]{2,12} ){0,2}[`\"'“「]?|[a-z\u4e00-\u9fff] ?[(（][`\"'“「]?|\|\s*[`\"'“「]?)$"
)
"""What in front of a name says that it is what was chosen."""
_MEASURED = later(r"[\"'`”]?\s?[:：=]?\s?[\d{\[]")
"""What behind a name says that something was measured of it."""
_WORD_BEFORE = later(r"([A-Za-z][\w-]{1,30})[ _-]$")
_WORD = later(r"[A-Za-z][\w-]*")
_COUNTED = later(r" [A-Za-z][A-Za-z-]+|\s?[\u4e00-\u9fff]{1,3}")
"""What a bare number counts."""
_SIGNS = later(r"[\W_]+")
_PLAIN_WORDS = frozenset(
    [
        "the",
        "a",
        "an",
        "our",
        "your",
        "its",
        "their",
        "this",
        "that",
        "of",
        "for",
        "on",
        "in",
        "to",
        "with",
        "and",
        "or",
        "is",
        "are",
        "was",
        "be",
        "set",
        "has",
        "have",
        "had",
        "get",
        "gets",
        "keep",
        "keeps",
        "each",
        "every",
        "per",
        "new",
        "current",
        "same",
        "default",
        "total",
        "max",
        "min",
        "maximum",
        "minimum",
        "chosen",
        "final",
        "selected",
        "decided",
        "resulting",
        "overall",
        "only",
        "just",
        "all",
    ]
)
"""Words in front of what a value is of that do not tell it from another of its kind."""


def reverted(changes: Sequence[Change], summary: str) -> Iterator[Finding]:
    """The places of a summary that give what was replaced as what holds, each once."""
    telling, chains = Telling(summary), _Chains(changes)
    seen: set[int] = set()
    for number, change in enumerate(changes):
        old = value(change.rejected)
        places = telling.places(change.rejected, old)
        if places and (wants := chains.wanted(number, old)):
            for finding in _given(telling, change, chains.about(number, old), old, places, wants):
                if finding.assertion.fact.start not in seen:
                    seen.add(finding.assertion.fact.start)
                    yield finding


def chosen(rule: str, changes: Sequence[Change], summary: str) -> bool:
    """Whether a rule does nothing but choose a value over another, and the summary gives that value."""
    for change in changes:
        if change.human and change.wanted and change.said.strip() == rule.strip():
            rest = terms(rule, change.wanted, change.rejected)
            if len(rest) <= _LITTLE and Telling(summary).places(change.wanted, value(change.wanted)):
                return True
    return False


class _Chains:
    """Which change replaced what another one had put in place."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = changes
        self._near: dict[int, frozenset[str]] = {}

    @cached_property
    def _by_key(self) -> tuple[dict[object, list[int]], dict[object, list[int]]]:
        """The changes in order by what they wanted, and by what they rejected."""
        found = defaultdict[object, list[int]](list), defaultdict[object, list[int]](list)
        for number, change in enumerate(self._changes):
            for index, literal in zip(found, (change.wanted, change.rejected), strict=True):
                read = value(literal)
                for key in {literal.lower(), *(read.keys if read is not None else ())}:
                    index[key].append(number)
        return found

    def wanted(self, number: int, old: Value | None) -> list[str]:
        """What took the place of a replaced value, and of that in turn; nothing if it came back."""
        change = self._changes[number]
        known, found = self.about(number, old), [change.wanted]
        wanting, rejecting = self._by_key
        back = self._behind(wanting, change.rejected, number)
        while len(found) < _LINKS:
            after = self._behind(rejecting, found[-1], number)
            for place in merge(back, after):
                one = self._changes[place]
                returns = _is(one.wanted, change.rejected)
                if (returns or _is(one.rejected, found[-1])) and not known.isdisjoint(self._words(place)):
                    break
            else:
                break
            if returns:
                return []
            found.append(one.wanted)
            number = place
            back = back[bisect_right(back, place) :]
        return found

    def about(self, number: int, old: Value | None) -> frozenset[str]:
        """What a change is about, and what put the value in place that it replaced."""
        change = self._changes[number]
        known, read = _about(change, old), value(change.rejected)
        for key in {change.rejected.lower(), *(keys_of(read) if read is not None else ())}:
            places = self._by_key[0].get(key, [])
            before = bisect_left(places, number) - 1
            if before >= 0 and _is(self._changes[places[before]].wanted, change.rejected):
                return known | _about(self._changes[places[before]], read)
        return known

    def _behind(self, index: dict[object, list[int]], literal: str, number: int) -> list[int]:
        """The changes behind one which that value may be in."""
        read = value(literal)
        found: set[int] = set()
        for key in {literal.lower(), *(keys_of(read) if read is not None else ())}:
            places = index.get(key, [])
            at = bisect_right(places, number)
            found.update(places[at : at + _LINKS])
        return sorted(found)

    def _words(self, number: int) -> frozenset[str]:
        if number not in self._near:
            self._near[number] = _near(self._changes[number])
        return self._near[number]


def _given(
    telling: Telling,
    change: Change,
    known: frozenset[str],
    old: Value | None,
    places: list[tuple[int, int, int]],
    wants: list[str],
) -> Iterator[Finding]:
    """The places that give the replaced value of one change, where none of those that took its place is given in the
    same sentence, or behind it about the same thing."""
    near = _near(change) or known
    current: list[int] | None = None
    for index, start, end in places:
        if not _holds(telling.sentences[index], (start, end), known, change, old):
            continue
        if current is None:
            current = [place for literal in wants for place, _, _ in telling.places(literal, value(literal))]
        if not any(place == index or (place > index and near & telling.terms(place)) for place in current):
            yield _finding(change, wants[-1], telling.sentences[index], start, end)


def _of(change: Change, text: str) -> frozenset[str]:
    """What a text is about beside the values of a change; what they count is a part of it."""
    both = ((one, value(one)) for one in (change.wanted, change.rejected))
    return terms(text, *(one for one, read in both if read is None or not read.is_count))


def _near(change: Change) -> frozenset[str]:
    return _of(change, f"{change.said}\n{change.before}")


def _excused(change: Change) -> frozenset[str]:
    """What somebody said of the rejected value alone: ``5432 is taken by the host``. Who tells that tells no old value."""
    clauses = [one for one in CLAUSE.split(change.said) if one.strip()]
    wants = [one for one in clauses if change.wanted.lower() in one.lower()]
    if not wants or len(wants) == len(clauses):
        return frozenset()
    rest = _of(change, "\n".join(one for one in clauses if one not in wants))
    return rest - _of(change, "\n".join(wants)) - _of(change, change.before)


def _about(change: Change, old: Value | None) -> frozenset[str]:
    """What a change is about: the words around both values; where those say nothing, and of a name or another value
    that is hardly anything else's, those before them too."""
    near = _near(change)
    proposed = change.before.strip() and _of(change, change.before)
    if near and proposed and old is not None and not _is_placed(old):
        return near
    return near | _of(change, change.lead)


@lru_cache(maxsize=1 << 10)
def _is(one: str, other: str) -> bool:
    """Whether two literals are one value."""
    if one.lower() == other.lower():
        return True
    first, second = value(one), value(other)
    return first is not None and second is not None and same(first, second)


def _is_placed(one: Value | None) -> bool:
    """Whether a value is a name or the like, which stands behind ``in`` and ``at`` where it holds."""
    return one is None or one.is_name or one.kind in (CLOCK, DATE)


def _holds(sentence: Told, place: tuple[int, int], known: frozenset[str], change: Change, old: Value | None) -> bool:
    """Whether a sentence gives the replaced value, of the same thing, as what holds now."""
    text, (start, end) = sentence.text, place
    before, behind = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _BEHIND.match(behind) or NUMBERING.search(before) or _HISTORY.search(text) or not _same_names(sentence, change):
        return False
    if (_NOT_NAMED if _is_placed(old) else _BEFORE).search(before) and not _HOLDS_AT.search(before):
        return False
    if old is not None and old.kind in (CLOCK, DATE) and _SPAN.search(before):
        return False
    here = next((one for one in sentence.values if one.start == start), old)
    about_it = terms(text) if here is not None and here.is_count else terms(text, text[start:end])
    shared = known & about_it
    alone = old is not None and old.kind in (ADDRESS, COLOUR)  # which no other thing has by chance
    if not (shared or alone) or _excused(change) & about_it:
        return False
    if old is None or old.is_name:
        if alone or _MEASURED.match(behind):
            return alone
        leads = old is not None and old.kind == PATH and not before.strip(" -*|`\"'“•·")
        return leads or _CHOSEN_BEFORE.search(before) is not None
    if here is not None and old.kind == NUMBER != here.kind and not here.is_count:
        called = NAMES.get(here.kind)
        if called is None or not called.search(f"{change.said} {change.before}"):
            return False
    wide = known | _near(change) | (terms(change.lead) if change.human else frozenset())
    counts = here is not None and (here.is_count or here.kind == NUMBER)
    counted = text[start : end + _NOUN] if here is not None and here.is_count else _COUNTED.match(behind)
    if counts and counted and known & terms(counted if isinstance(counted, str) else counted[0]):
        return not _another(text, shared, wide)
    in_front = shared & terms(before)
    return bool(in_front) and not _another(text, in_front, wide)


def _same_names(sentence: Told, change: Change) -> bool:
    """Whether a sentence that names something names what the change is said of, if that names anything."""
    theirs = _named(values(change.said), change) | _named(values(change.before), change)
    ours = _named(sentence.values, change)
    return not ours or not theirs or not ours.isdisjoint(theirs)


def _named(found: Sequence[Value], change: Change) -> set[object]:
    told = {change.wanted.lower(), change.rejected.lower()}
    return {_SIGNS.sub("", str(key)) for one in found if one.kind == NAME for key in one.keys if key not in told}


def _another(text: str, shared: frozenset[str], known: frozenset[str]) -> bool:
    """Whether what a sentence shares with a change stands there behind a word of its own: ``DB timeout`` is not what
    ``API timeout`` is."""
    others = own = 0
    for match in _WORD.finditer(text):
        if about(match[0]) & shared:
            front = _WORD_BEFORE.search(text[: match.start()])
            other = front is not None and not _is_plain(front[1]) and not about(front[1]) <= (known | WEAK)
            others, own = others + other, own + (not other)
    return others > own


def _is_plain(word: str) -> bool:
    """Whether a word in front of what a value is of does not tell it from another of its kind."""
    return word.lower() in _PLAIN_WORDS or not about(word) or numeral(word.lower()) is not None


def _finding(change: Change, wanted: str, sentence: Told, start: int, end: int) -> Finding:
    low, high = sentence.start + start, sentence.start + end
    normal = f"{change.wanted.lower()} not {change.rejected.lower()}"
    fact = Fact("correction", "correction", sentence.text[start:end], normal, low, high)
    who = "the user" if change.human else "an edit"
    near = (Near(wanted, f"{who} replaced {change.rejected} by {change.wanted}", change.event),)
    return Finding(Assertion(fact, 1, sentence.text.strip()[:_SHOWN]), ALTERED, "a value that was replaced", None, near)
