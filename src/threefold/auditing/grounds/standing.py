"""Numbers that stand in the log without the unit that a summary gives them: ``timeout=600`` for ten minutes, 645 in a
column, ``{day: 4}`` for "4 day".

A number alone says little, and any log is full of them. What makes one the summary's number is what stands around it:
a word that names such an amount, words of the summary's sentence, other values of that sentence. How much of that is
needed depends on how telling the digits are by themselves.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice

from threefold.auditing.facts.bare import needles, spelled, suffixed, unit_names
from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.related import UNNAMED, counts, names, related
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.text import units
from threefold.text.later import later
from threefold.text.quantities import Quantity, plain
from threefold.text.unicode import encode
from threefold.text.vocabulary import MEASURES, MONEYS

_READ = 100_000  # characters of a text that are read
_EVENTS = 12  # events in which a number is looked at, from the first and from the last ones
_MATCHES = 40  # places of one text
_RUN = frozenset(["test", "case", "passed", "failure", "error", "skip"])
_ANYTHING = UNNAMED | {"time", "place"}
_RIGHT = 14  # characters right in front of a number
_CLOSE, _BEFORE, _AFTER, _WIDE = 40, 60, 40, 300
"""Characters around a number in which words and other values are looked for."""
_TELLING = 3  # significant digits from which on a number may stand without a word that names such an amount
_UNMISTAKABLE = 5
"""Significant digits from which on no log holds a number by chance: 4,410.18 needs nothing around it."""
_WITNESSES = 2
_PLAIN = 4
"""Digits of a number in a smaller unit, without the noughts at its end, from which on it is no accident."""
_SCALES = ("time", "bytes")
_DIGITS = later(r"\d[\d.,]*")
_TWO_DIGITS = later(r"(?<![\w.,])\d\d(?![\w.,%])")
_CODED = ("*", "=", ".M", ".S", ".H", "<<")
_PLACE = later(r"(?i)\.[a-z]{1,5}:$|\blines? $")
_GUTTER = later(r"\t|→|\||:|│")
NAMES = {
    "time": later(
        r"(?i)time|\beta\b|limit|ttl|durat|interval|delay|wait|sleep|elaps|took|\bage|expir|period|retent|hour|minute|second|day"
        r"|week|\bmins?\b|\bsecs?\b|超时|间隔|用时|耗时|时长|时间|分钟|小时|秒|天"
    ),
    "bytes": later(r"(?i)size|mem|limit|heap|buffer|byte|cache|disk|\b[kmg]?i?b\b|内存|大小|字节"),
    "share": later(
        r"(?i)percent|pct|ratio|\brates?\b|_rate|share|frac(?:tion)?|precision|recall|accuracy|score|prob|confidence|率|比例|占比"
    ),
}
"""What names an amount of a dimension."""
_CALLS = {
    "bytes": later(r"\b(?:du|df|stat|free)\b|\bls -\w*l|\bwc -c|\bsize"),
    "time": later(r"\b(?:time|hyperfine)\b"),
}
"""Commands that print such amounts without a unit."""
_MONEY = later(r"(?i)cents?\b|price|cost|amount|total|fee\b|paid|budget|refund|per_|价|费|金额|合计|元")
HUNDREDTHS = later(r"\s?(?:分(?!钟|之|类|支|析|布)|[Ff]en\b|[Cc]ents?\b|[Pp]ence\b)")
"""What says behind a number that it counts the hundredths of a currency."""
_UNIT_NAME = later(
    r"(?i)(?:[_-]|\b)(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes|hours|days|kb|mb|gb|kib|mib|gib|bytes)"
    r"[\"']?\s{0,2}[:= ]\s{0,2}$"
)
"""A name in front of a number that says its unit: ``timeout_ms: 30``."""
_LONG_NAMES = {"millis": "ms", "micros": "us", "nanos": "ns"}
_BEHIND = later(r" ?([A-Za-z%\u4e00-\u9fff]{1,12})")
_REFERENCE = later(r"[A-Za-z][\w./:-]*\d[\w-]*|\d[\d,.]+\d")
_NAME = later(r"[A-Za-z]\w*(?:[._/-]\w+)+")
_LONG_NAME = 6  # characters of a name in several parts that says which row of a table is meant
_LATIN = later(r"[A-Z]?[a-z]{3,40}|[A-Z]{3,40}")
_HAN = later(r"[\u4e00-\u9fff]+")
_EMPTY_WORDS = (
    "the and for with was were are from that this then than has had have not but now per all one two also only still "
    "when after before into over under which other each more less about around using used"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())


class Standing:
    """Looks for such numbers in one ledger."""

    def __init__(self, ledger: Ledger, around: Surroundings) -> None:
        self.ledger, self.around = ledger, around

    def event_of(self, fact: Fact, wanted: Quantity, sentence: str, rough: bool = False) -> int | None:
        """The first event in which the amount stands without its unit and with enough around it; None if there is
        none."""
        if not fact.kind.startswith("count:") and any(sign in fact.literal for sign in _CODED):
            return None  # code says its unit
        for letters in suffixed(fact, wanted):
            for event, _ in self.ledger.places(encode(letters))[:1]:
                return event
        said = _Said(fact, wanted, sentence, self.around.finder, rough)
        for digits, converted in spelled(wanted):
            if not converted and len(digits) >= _TELLING and self.ledger.listing.with_number(digits):
                continue  # it has a unit there, and another one
            for event, origin in self._events(fact, wanted, digits):
                whole = _alone(digits, said.rough)
                call = self._call(event) if origin is Origin.RESULT else ""
                for text in self.around.texts(event):
                    for match in islice(whole.finditer(text[:_READ]), _MATCHES):
                        if said.supported(text, match, converted, origin is Origin.HUMAN, call):
                            return event
        return None

    def _call(self, event: int) -> str:
        """The call that a result answers."""
        call = self.ledger.partners.get(event)
        return "" if call is None else "\n".join(self.around.texts(call))[:_WIDE]

    def _events(self, fact: Fact, wanted: Quantity, digits: str) -> list[tuple[int, Origin]]:
        every = {
            place
            for needle in needles(fact, wanted)
            if digits.replace(",", "") in needle.replace(",", "").replace("_", "")
            for place in self.ledger.places(encode(needle))
        }
        found = sorted(every)
        return found if len(found) <= _EVENTS else found[: _EVENTS // 2] + found[-_EVENTS // 2 :]


_OPTION = later(r"\s-([A-Za-z])$")
_COUNTS = later(r"(?i)(?<![a-z])(?:n|num|count|total|len|size)[\"']?\s?[=:]\s?$")
_TIMES = later(r"(?i)\s--?(?:n|num|count|runs?|iterations?|iters?|repeats?|requests?|times|loops?|samples?)[= ]$")
"""An option that says how many times something is done."""
_KEY = later(r"(?:^|[^A-Za-z_])([A-Za-z][A-Za-z_.-]{2,40})(?:\{[^{}\n]{0,60}\})?(?:[\"']?\s?[=:]\s?[\"']?|\s)$")


@lru_cache(maxsize=1 << 10)
def _alone(digits: str, rough: bool) -> re.Pattern[str]:
    """A bare number, with or without separators, and if it is a rough one with decimals; the letter of an option may
    stand in front (``-c240``). It begins with the digits themselves, which are searched for in a
    tenth of the time; what must not stand in front of them is asked behind the first of them."""
    head, *rest = f"{int(digits):,}".split(",") if digits.isdigit() else [re.escape(digits)]
    before = rf"(?:(?<!\d[.,:]{head})(?<![\w/$€£¥.-]{head})|(?<=\s-[A-Za-z]{head}))"
    decimals = "" if not digits.isdigit() else r"(?:\.\d{1,6})?" if rough else r"(?:\.0{1,6})?"
    typed = "(?:[fF](?!\\w))?" if "." in digits else "(?:[uUlL]{1,3}(?!\\w))?"  # 0.17f, 500UL
    grouped = "".join(f"[,_]?{group}" for group in rest)
    return re.compile(rf"{head}{before}{grouped}{decimals}{typed}(?!\w|[.,:]\d|-\d|%| ?\*)")


class _Said:
    """What a summary's sentence says beside its number."""

    def __init__(self, fact: Fact, wanted: Quantity, sentence: str, finder: Finder, rough: bool) -> None:
        place = sentence.find(fact.literal)
        behind = sentence[place + len(fact.literal) :] if place >= 0 else ""
        named, _, _ = fact.literal.rpartition(" ")  # without the unit or the thing
        rest = sentence.replace(fact.literal, f" {_DIGITS.sub(' ', named)} ")
        self.fact, self.wanted, self.finder = fact, wanted, finder
        self.words = words(rest)
        self.values = references(rest)
        self.names_beside = {one.lower() for one in _NAME.findall(rest) if len(one) >= _LONG_NAME}
        self.short = _TWO_DIGITS.findall(rest)
        self.amounts = _amounts(finder, rest)
        self.things = related(fact.kind, behind) if fact.kind.startswith("count:") else frozenset()
        self.names = _named(fact, wanted, self.things)
        significant = plain(wanted.number).replace(".", "").strip("0")
        self.digits = len(significant)
        self.telling = self.digits >= _TELLING
        self.rough = rough and "." not in plain(wanted.number)

    def supported(self, text: str, match: re.Match[str], converted: bool, human: bool, call: str = "") -> bool:
        """Whether what stands around a number in the log makes it the summary's number; ``call`` is what was called
        where it was printed."""
        start, end = match.span()
        low = max(text.rfind("\n", 0, start) + 1, start - _BEFORE)
        before, after = text[low:start], text[end : end + _AFTER].partition("\n")[0]
        named = _UNIT_NAME.search(before)
        if named is not None:
            return self._is_worth(match[0], named[1])
        if len(match[0]) == 1 and self._own_names.search(before) is not None:
            return True
        if len(match[0]) == 1 or not self._may_be(before, match[0], after):
            return False
        reach = _BEFORE if self.telling else _CLOSE
        beside = (before[-reach:], after[: reach // 2])
        printed = naming_call(self.wanted.dimension, call)
        name = printed or self._named(before, beside)
        if (_GUTTER.match(after) and not before.strip() and not printed) or _PLACE.search(before):
            return self.fact.literal.endswith("行")  # the number of a line, and 118 行 says which line as well
        if self.digits >= _UNMISTAKABLE and not converted:
            return True
        if converted and self.wanted.dimension in _SCALES and len(match[0].strip("0")) >= _PLAIN:
            return True  # 335544320 bytes are 320 MB, whatever stands around them
        line = (before + after).lower()
        if not converted and sum(one in line for one in self.names_beside) >= _WITNESSES:
            return True  # the row of a table, whose heads say the unit elsewhere
        near = f"{call}\n{text[max(0, start - _BEFORE) : end + _BEFORE]}"
        shared = len(self.words & words(near))
        wide = text[max(0, start - _WIDE) : end + _WIDE].replace(",", "").lower()
        others = sum(value.lower() in wide for value in self.values) + any(one in near for one in self.amounts)
        line = before + after
        others += any(re.search(rf"(?<![\w.,]){one}(?![\w.,])", line) is not None for one in self.short)
        witnesses = shared + others + human
        if converted or not self.telling:
            return name and (witnesses > 0 or self._is_tested(before))
        return witnesses + 2 * name >= _WITNESSES

    def _named(self, before: str, beside: tuple[str, str]) -> bool:
        """Whether a word beside a number names such an amount: one of a list, the letter of an option with which the
        thing begins, or the word in front (``alpha=0.05``), if the sentence has it too. Of 66 次 nothing has a name."""
        if self.names is None:
            if len(self.values) >= _WITNESSES or _TIMES.search(before) is not None:
                return True
            line = (before + beside[1]).replace(",", "").lower()
            return any(value.lower() in line for value in self.values | self.amounts)
        if any(self.names.search(one) for one in beside):
            return True
        if self.things and _COUNTS.search(before):
            return True
        option, key = _OPTION.search(before), _KEY.search(before)
        if option is not None:
            return self.wanted.unit.startswith(option[1].lower())
        return key is not None and not words(key[1]).isdisjoint(self.words)

    def _is_tested(self, before: str) -> bool:
        """Whether the name of what a test run counts stands right in front, whatever else the two languages share."""
        return not _RUN.isdisjoint(self.things) and self.names is not None and bool(self.names.search(before[-_RIGHT:]))

    @cached_property
    def _own_names(self) -> re.Pattern[str]:
        """How a name of what is counted stands right in front of a number."""
        spelling = "|".join(map(re.escape, unit_names(self.fact, self.wanted))) or "(?!)"
        return re.compile(rf"(?i)(?<![A-Za-z])(?:{spelling})[\"']?\s{{0,2}}[:= ]\s{{0,2}}$")

    def _is_worth(self, digits: str, unit: str) -> bool:
        known = MEASURES.get(_LONG_NAMES.get(unit.lower(), unit)) or MEASURES.get(unit.lower())
        if known is None or known[1][0] != self.wanted.dimension:
            return False
        number = Fraction(digits.replace(",", "").replace("_", ""))
        return any(number * factor in self.wanted.values for factor in known[1][1])

    def _may_be(self, before: str, digits: str, after: str) -> bool:
        """Whether the number at this place has no unit of its own, or counts something related."""
        for one in self.finder.facts(before + digits + after):
            if one.start <= len(before) < one.end and not after[one.end - len(before + digits) :].startswith("="):
                return counts(one.kind, self.things)
        if self.wanted.dimension in MONEYS and HUNDREDTHS.match(after):
            return Fraction(digits.replace(",", "").replace("_", "")) == 100 * self.wanted.number
        behind = _BEHIND.match(after)
        unit = units.quick(f"{digits} {behind[1]}") if behind else None
        if unit is not None and behind is not None and unit[0] == self.wanted.dimension:
            return self._is_worth(digits, behind[1])  # 1536 B/op
        return unit is None or counts(unit[0], self.things)


def _amounts(finder: Finder, text: str) -> set[str]:
    """How the other amounts of a sentence may be spelled in other units: 7200 of two hours."""
    found: set[str] = set()
    for one in finder.facts(text):
        amount = units.parse(one.literal) if one.category == "number" and one.kind != "version" else None
        if amount is not None and not one.kind.startswith("count:"):
            found.update(digits for digits, _ in spelled(amount) if len(digits) > _TELLING)
    return found


def name_of(fact: Fact, wanted: Quantity) -> re.Pattern[str] | None:
    """What names such an amount in a log."""
    return _named(fact, wanted, related(fact.kind) if fact.kind.startswith("count:") else frozenset())


def _named(fact: Fact, wanted: Quantity, things: frozenset[str]) -> re.Pattern[str] | None:
    if wanted.dimension in MONEYS:
        return re.compile(_MONEY.pattern)
    if fact.kind.startswith("count:"):
        if fact.kind.removeprefix("count:") in _ANYTHING:
            return None
        spelling = [re.escape(name) for thing in things - _ANYTHING for name in names(thing)]
        return re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(sorted(spelling))})(?![a-z])") if spelling else None
    known = NAMES.get(wanted.dimension)
    return re.compile(rf"(?i)(?<![a-z]){re.escape(wanted.unit)}(?![a-z])" if known is None else known.pattern)


def naming_call(dimension: str, call: str) -> bool:
    """Whether a call prints amounts of a dimension: ``du -k``."""
    commands = _CALLS.get(dimension)
    return commands is not None and bool(call) and commands.search(call) is not None


def references(text: str) -> set[str]:
    """The names with digits and the numbers of a text, without separators."""
    return {one[0].replace(",", "") for one in _REFERENCE.finditer(text) if len(one[0]) > 2}


def words(text: str) -> set[str]:
    """The words of a text as far as they tell something: five letters of each, and every two Chinese characters."""
    found = {word.lower()[:5] for word in _LATIN.findall(text) if word.lower() not in _EMPTY}
    for run in _HAN.findall(text):
        found.update(run[place : place + 2] for place in range(len(run) - 1))
    return found
