"""How people set values in answer to what a model puts forward, in English and Chinese."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from threefold.auditing.facts.choices import CLOCK, DATE, NAME, NUMBER, Value, fits, same, value, values
from threefold.auditing.facts.corrections import Correction
from threefold.auditing.facts.phrases import stem, telling
from threefold.text.later import later
from threefold.text.numerals import number

CLAUSE = later(
    r"(?<=\S)(?:[,;]\s+|,(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]),|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|[，；、。]\s*|\s[—–-]{1,2}\s|\s?\(|[（：]|:\s|\s+(?:because|since|otherwise|but|so)\b|因为|不然|否则|但是?)"
)
ASKS = later(r"[?？]\s*$|[吗呢][。.!！]?\s*$")
_PROPOSES = later(
    r"(?i)[?？]|\bi(?:'d|'ll| would| will| could| can| want to| am going to| plan to)\b|\b(?:let me|shall|should|suggest\w*|propos\w*|recommend\w*|could|would|going to|option|plan|either|by default)\b"
    r"|^\W*(?:use|using|run(?:ning)?|install\w*|start\w*|branch\w*|put\w*|bind\w*|call\w*|sett?ing?|writ\w+|add\w*)\b|\bi (?:use|take|put|bind|set|batch|call|make|start|run|write)\b"
    r"|建议|打算|准备|可以|考虑|或者|我(?:来|会|先|就|想)?(?:用|放|设|写|取|按|把)|[设放叫用取]|默认"
)
"""How a model puts something forward."""
_MEASURES = later(
    r"(?i)\b(?:took|takes|taken|elapsed|passed|failed|measured|found|returned|counted|scored|reached|dropped|rose|fell|vs)\b|耗时|用时|用了|花了|通过|失败|达到|得到|查到|提到|降到"
)
_SETS = later(
    r"(?i)\b(?:actually|make (?:it|that|them)|instead|rather|change[ds]?|sets?|use|take|go with|let'?s|lower|raise|reduce|increase|put|keep|stays?|switch|move|should be|has to be|have to|must be|needs? to|need|wants?"
    r"|please|pl[sz]|better|enough|is fine|only|rename|call it|pick|choose|prefer|bump|release|limit|cap|ship|bind|(?:go|down|up|back) to|^\W*so|at most|at least|maximum|minimum)\b|[改换调设用叫放够要降升留按选找给取整弄搞是]|还是|保持|就|最多|至少|应该|只"
)
"""How a person sets a value."""
_DENIES = later(
    r"(?i)(?:\b(?:not|no|never|no longer|instead of|rather than|was|were|from|than|without|over|drop|remove|stop using)|n't(?: use| take| put| add| set)?|不是|不用|不要|不能|别用?|而非|而不是|不叫|不放|别放|不再|原来是?|之前是?|以前是?|从|由)[ `\"'“「]{0,3}"
    r"(?:(?:the|a|an|use|using|be|to|at|on|in|into|under|for|by|with|port|version) ){0,3}[`\"'“「]?$"
)
"""What in front of a value says that it is not the one that is meant."""
_UNFIT = later(
    r"(?i)[`\"'”」]?(?: [a-z]{1,12}){0,2}? ?(?:(?:is|are|was|were|seems?|would be|'s) (?:(?:still|far|much|way|a bit|simply|already|always) ){0,2}(?:too|not enough|overkill|taken|used|in use|busy|occupied|blocked|wrong|reserved|gone|out)\b"
    r"|(?:locks?|breaks?|makes?|fails?|needs?|costs?|kills?|eats?|collides?|hurts?)\b)|\s?[\u4e00-\u9fff]{0,4}(?:被占|占用|太|不够|不行|偏[大小高低多少]|休假|有问题)"
)
"""What behind a value says that it will not do."""
_CHOSEN = (
    r"(?:do (?:it|this|that) in|take|takes|use|uses|using|go with|goes with|going with|pick|choose|chose|prefer|switch to|change to|make it|rename \S{1,60} to|call it|called|named|ship|suggest|recommend|propose|run|running|install|with|branch(?:ing)? off"
    r"|off|keep|via|through|put it in(?:to)?|into)"
)
_HAN_CHOSEN = r"(?:改用|改成|改为|换成|选用|选择|选|采用|用|叫|改找|找|放到|放在|放|走|上)"
_NAMED = r"[`\"'“]?(?P<name>--?[A-Za-z][\w-]*|[~./]?[A-Za-z_][\w./@+-]*\w)(?:\(\))?[`\"'”]?"
_CHOICE = later(
    rf"(?i)\b{_CHOSEN} (?:the |a |an |our |plain )?{_NAMED}|{_HAN_CHOSEN}\s?{_NAMED.replace('name', 'han')}"
)
_PLEASE = later(
    rf"(?i)^\W*(?:(?:no|nope|hmm|ok|well|not really)\W+)*{_NAMED}(?:\s+(?:please|reads better|is better|is fine|will do|would be better|instead|then))\b"
)
_ALONE = later(rf"(?i)^\W*(?:(?:no|nope|hmm|ok|well)\W+)*{_NAMED}\W*$")
_COMMON_WORDS = (
    "it that this them the a an both one what something anything all each them my your our their his her us you me "
    "same other another more less only just care time place part look turn over note off up down on in out to for "
    "at of as by is be not and or so then there here these those do done case any some which why how when where who "
    "them"
)
_COMMON = frozenset(_COMMON_WORDS.split())
NUMBERING = later(
    r"(?i)(?:\b(?:lines?|rows?|steps?|pages?|sections?|chapter|phase|part|issue|pr|no\.?|item|option|case|test|round|attempt)|#|第|\bL)[ :#]?(?:\d+ ?(?:-|–|to|and) ?)?$"
)
"""What in front of a number says that it counts nothing, but is one of a row."""
_BRIEF = 8  # words of a sentence in which a bare number is an amount of what is meant
NO = later(
    r"(?i)^\W*(?:no|nope|nah|wait|hmm?|mm|oh|actually|rather|not|instead|ok|oh wait|better|sorry|my bad)\b|^\W*(?:不|别|等等|还是|那)|[看搞弄写说记]错|抱歉"
)
OBJECTS = later(
    r"(?i)\W*(?:no|nope|nah|wrong|not|sorry|hmm?|wait|rather|better|don'?t|不|错|别|等等|等一下)(?![A-Za-z'’])"
)
"""How a person begins who does not agree."""
_TURNS = (
    r"(?:(?:no|oh|hmm+|ah)[, ]+)*(?:no,? wait|wait,? no|oh no|hmm+|scratch that|strike that|on second thoughts?|sorry|make (?:it|that)"
    r"|correction|or rather|i mean|nah|nope|wait|actually|no)\b"
)
_HAN_TURNS = r"(?:等等|等一下|不对|算了|哦不|啊不|还是)"
SECOND = later(rf"(?i)^\W*(?:{_TURNS}|{_HAN_TURNS})")
"""How a person begins who thinks again within one message."""
_MIDST = later(rf"(?i)(?<=\S)(?:\s*[,;，；—–]\s*|\s+-+\s+|\s+(?=hmm|no wait|scratch|make))(?={_TURNS}|{_HAN_TURNS})")
_SMALL = later(r"(?<=[a-z]{3}[.!])\s+(?=[a-z])")
_ONE_WORD = later(r"\W*[A-Za-z]{2,20}\W*")
_SHORT = 3  # words beside a value in an answer that is nothing but the value
AGAIN = later(
    r"(?i)\b(?:actually|make (?:it|that|them)|instead|rather|change[ds]?|lower|raise|reduce|increase|switch|(?:go|back|down|up) to|better|bump|cut)\b|^\W*so\b|[看搞弄写说记]错|\btoo [a-z]+\b|\b(?:postpone|delay|move|shift|slip)\w*|延期|推迟|推后|顺延|提前|[改换调]|还是|[降升减加放提缩扩][到至宽高大小]|太|不够"
)
"""How a person comes back to what was settled."""
_HAN_SETS = later(
    r"还是|保持|得了|算了|就行|就好|好了|[整弄搞吧]|最多|至少|应该|改成|改为|改用|换成|设为|设成|[改换调设用叫放够要降升留按选找给取就只把将那再吧了的先呢]"
)
_FUNCTION_WORDS = (
    "set put make take use keep lower rais reduc increas chang actual instead rather pleas better enough fine only "
    "still now new old default let need want should must have has get give ok no yes stay go switch move bump "
    "hmm hm pls plz wait actual sorri oh nah lol ah"
)
_FUNCTION = frozenset(_FUNCTION_WORDS.split())
"""Words by which a value is set, and that say nothing of what it is about."""


_DIGITS = later(r"\d[\d.,]*")


def lent(one: Value, other: Value) -> str:
    """The literal of a value, with the unit of the other where it has none: 90 for 80 %."""
    if one.kind != NUMBER or other.kind == NUMBER:
        return one.literal
    head, _, unit = other.literal.partition(" ")
    if unit and number(head.lower()) is not None:
        return f"{one.literal} {unit}"
    return _DIGITS.sub(lambda _: one.literal, other.literal, count=1) if _DIGITS.search(other.literal) else one.literal


def in_full(one: Correction, said: str) -> tuple[Value | None, Value | None]:
    """The wanted and the rejected value of a correction, as far as the sentence that makes it gives them: ``March 14``
    for 14, and five per cent for the five of ``ten percent, not five``."""
    wanted, rejected = (_whole(literal, values(said)) for literal in (one.wanted, one.rejected))
    if wanted is None or rejected is None:
        return wanted, rejected
    return value(lent(wanted, rejected)), value(lent(rejected, wanted))


def _whole(literal: str, found: list[Value]) -> Value | None:
    lower = literal.lower()
    around = next((one for one in found if lower in one.literal.lower()), None)
    if around is None and lower and (read := number(lower)) is not None:
        return Value(NUMBER, frozenset((read,)), literal, 0, len(literal))  # "not ten"
    return around or value(literal)


def named(sentence: str, but: Value) -> frozenset[object]:
    """The names of a sentence, beside a value."""
    return frozenset(key for one in values(sentence) if one.kind == NAME and not same(one, but) for key in one.keys)


def terms(text: str, found: Iterable[Value]) -> frozenset[str]:
    """What a text is about beside its values; what counted things are called is a part of it."""
    for one in sorted(found, key=lambda one: -one.start):
        if not one.is_count:
            text = f"{text[: one.start]} {text[one.end :]}"
    text = _HAN_SETS.sub(" ", text)
    return frozenset(word for word in telling(text) if stem(word) not in _FUNCTION and not word.isdigit())


def second_thoughts(sentence: str) -> list[str]:
    """A sentence in which a person thinks again, in its parts: ``at 20:00, no wait, 21:00``; and those of whoever
    begins none with a capital: ``the customer is american. letter, not a4``."""
    return [part for small in _SMALL.split(sentence) for part in _MIDST.split(small) if part.strip()]


def denied(sentence: str, value: Value) -> bool:
    return (
        _DENIES.search(sentence[max(0, value.start - 40) : value.start]) is not None
        or _UNFIT.match(sentence, value.end) is not None
    )


def clause_at(sentence: str, place: int) -> str:
    """The clause of a sentence in which a place is."""
    edges = [0, *(match.end() for match in CLAUSE.finditer(sentence)), len(sentence)]
    return next(sentence[low:high] for low, high in pairwise(edges) if low <= place < high or high == len(sentence))


def wanted_in(sentence: str, yes: list[Value], answers: bool, waiting: list[Value]) -> Iterator[tuple[Value, str]]:
    """The values that a sentence of a human sets, each with its clause."""
    starts = [0, *(match.end() for match in CLAUSE.finditer(sentence))]
    for low, high in zip(starts, [*starts[1:], len(sentence)], strict=True):
        here = [one for one in yes if low <= one.start < high and one.kind != NAME]
        clause = sentence[low:high]
        kinds = [one.kind for one in here]
        for one in here:
            if kinds.count(one.kind) > 1 or (one.kind == NUMBER and len(here) > 1):
                continue
            beside = (
                len(clause.replace(one.literal, " ").split()) if clause.isascii() else len(clause) - len(one.literal)
            )
            if (
                any(fits(other, one) for other in waiting)
                or _SETS.search(clause)
                or (beside <= _SHORT and (answers or NO.search(sentence)))
                or (not one.is_name and _ONE_WORD.fullmatch(clause.replace(one.literal, "")))  # crf 21
            ):
                yield one, clause


def proposed(wanted: Value, put: list[str], objects: bool) -> Iterator[Value]:
    """The other values that a model's last words put forward for the same thing, of the last sentence that has any; to
    whom a person ``objects`` need not have worded it as a proposal."""
    plain = objects or wanted.is_name or wanted.kind in (CLOCK, DATE)
    for sentence in reversed(put):
        if not (plain or _PROPOSES.search(sentence)) or (not wanted.is_name and _MEASURES.search(sentence)):
            continue
        loose = wanted.kind == NUMBER or len(sentence.split()) <= _BRIEF
        found = [
            one
            for one in values(sentence)
            if one.kind != NAME
            and (one.kind == wanted.kind or (loose and fits(one, wanted)))
            and not NUMBERING.search(sentence[max(0, one.start - 20) : one.start])
        ]
        if any(same(one, wanted) for one in found):
            found = [one for one in found if one.kind == wanted.kind]
        others = [one for one in found if not same(one, wanted)]
        if others and len({one.literal for one in others}) <= 2 and (wanted.kind != NUMBER or len(others) == 1):
            yield from others
            return


def names_in(sentence: str, answers: bool) -> Iterator[str]:
    """The names that a person chooses."""
    for match in _CHOICE.finditer(sentence):
        name = match["name"] or match["han"]
        if name.lower() not in _COMMON and not _DENIES.search(sentence[max(0, match.start() - 20) : match.start()]):
            yield name
    if answers:
        answer = _PLEASE.match(sentence) or _ALONE.match(sentence)
        if answer is not None and answer["name"].lower() not in _COMMON:
            yield answer["name"]


def proposed_names(wanted: str, put: list[str], said: str) -> Iterator[str]:
    """The names that a model's last words put forward, and the person does not speak of in their favour."""
    for sentence in reversed(put):
        if not _PROPOSES.search(sentence):
            continue
        found = dict.fromkeys(match["name"] or match["han"] for match in _CHOICE.finditer(sentence))
        if "_" in wanted:
            found |= dict.fromkeys(one.literal for one in values(sentence) if one.kind == NAME and "_" in one.literal)
        others = [one for one in found if one.lower() not in (*_COMMON, wanted.lower()) and _against(one, wanted, said)]
        if len(others) == 1:
            yield others[0]
            return


def _against(name: str, wanted: str, said: str) -> bool:
    """Whether a person may have chosen one name over another: it is not spoken of, or is said not to be meant."""
    place = said.lower().find(name.lower())
    if place < 0 or name.lower() in wanted.lower():
        return alike(name, wanted)
    return (
        _DENIES.search(said[max(0, place - 40) : place]) is not None
        or _UNFIT.match(said, place + len(name)) is not None
    )


def alike(one: str, other: str) -> bool:
    """Whether two names can be given for one thing: both are flags, or paths, or neither."""
    return one.startswith("-") == other.startswith("-") and ("/" in one) == ("/" in other)
