"""What the end of the record shows not to be done, against what the summary tells of as done; and the other way round.

Evidence is what the last words and the last calls say: the model's own loose ends behind its last call, what a human
asked for or withheld when no call has followed that could have done it, a last call that failed, a human's ``skip
that``. A later call or a later word takes the place of an earlier one, so that only the end counts.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.late import ALIKE, FAILED, OPEN, Claim, Held, Late, claim_of, failed, lines, said
from threefold.auditing.ledger import Ledger, Origin
from threefold.auditing.phrases import stem, words
from threefold.auditing.rules import clauses_of
from threefold.auditing.settled import done_by_call, done_by_word, skipped
from threefold.auditing.summary import split
from threefold.auditing.tasks import Listed, State, listed, says_done
from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.text.unicode import encode

_MOST = 60  # clauses that leave something open
_FITS = 2 / 3  # of one side's telling words stand on the other
_HAN = later(r"[\u4e00-\u9fff]")
_CAUSE = later(
    r"(?i)\b(?:wait(?:s|ing)? (?:for|on|until)|until|because|due to|since|blocked (?:by|on)|after|once|when|for lack of)\b.*|[:：]\s.*|(?:因为|由于|(?:目前|现在)?只有).*"
)
_LATER = later(
    r"(?i)\b(?:wait(?:s|ing)? (?:for|on|until)|blocked (?:by|on)|(?:is|are|comes?|goes) next|next (?:up|is|comes?)|for lack of|broke off|gave up|crashed|aborted)\b|接下来|下一步"
)
"""What a line says that leaves something open, beside what :func:`threefold.work.endings.open_ends` hears."""
_ONCE = later(r"等.{0,12}?(?:后|之后|再)")
_LABEL = later(r"^[^\n]{1,60}[:：][ \t]*\n\s*")
"""A heading without a mark of its own, on the line above a sentence."""
_WITHHELD = later(
    r"(?i)\b(?:do not|don'?t|not yet|never|hold off|wait (?:for|with|until)|leave\b.{1,60}\balone|before (?:you |we )?\w+ing|(?:i'll|i will|we'll|let me)\b.{1,80}\b(?:myself|ourselves))\b"
    r"|(?<![特分级类识区个辨告差性])别(?![的名称墅致])|不要|先不|之前(?:先|要)|我自己|我来"
)
_BEFORE = later(
    r"(?i)\bbefore (?:you |we )?(\w+ing\b.{0,60})|([^，。；]{2,40})之前(?:先|要)|\b(?:i'll|i will|we'll|let me)(?: do)? (.{2,60}?) (?:myself|ourselves)\b"
)
"""What comes after something else, or is for the human to do."""
_NO_DEED = frozenset(map(stem, ("leave", "wait", "alone")))
_GOES_ON = later(
    r"(?i)\b(?:continu\w*|go on|carry on|keep|rest|remaining|again|more|was|were|did|had|already|worked|works|looks?|thanks?|good|great|fine)\b|\?|继续|接着|剩下|其余|已经|[了过？]"
)
_BY_WORDS = later(
    r"(?i)\b(?:explain|describe|answer|tell|list|summari[sz]e|draft|write|translate|plan|propose|suggest|review|compare|name|show|think)\b|说明|解释|列出|写|总结|草拟|翻译|看看|建议|比较"
)
"""What a model does with its words alone."""
_TESTS = later(r"(?i)\b(?:pytest|jest|vitest|mocha|rspec|phpunit|ctest|playwright|test\w*)\b")
_TESTS_FAIL = later(
    r"(?i)\b[1-9]\d* (?:tests? )?fail(?:ed|ures?|ing)\b|\bfail(?:ed|ures?)\b[: ]+[1-9]|^(?:--- )?FAIL\b|失败[：: ]*[1-9]|[1-9]\d* 个?失败",
    8,
)
_ALL_PASS = later(
    r"(?i)\b(?:all|every)\b(?: of)?(?: the)?(?: \d+)?(?: [\w-]+)? (?:tests?|checks?|specs?|suites?)\b.{0,20}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\bno (?:test )?failures?\b"
    r"|测试.{0,6}(?:全部|全都|都|全)(?:已)?通过|全部测试.{0,4}通过"
)
_BUT = later(
    r"(?i)\b(?:except|but|apart from|besides|other|before|first|then|after|of which|if|once|until|should|must|when|so that)\b|除了|但|其余|其他|之前|之后|后来|如果|必须"
)


class _Open(NamedTuple):
    """A clause of the record that leaves something open: what it is about, and what was spoken of around it."""

    event: int
    text: str
    topic: set[str]
    around: set[str]


def told_wrongly(summary: str, late: Late) -> list[State]:
    """What the summary gives as done and the end of the record as open, withheld or failed; what it lists as open and
    a human skipped, or the record has done."""
    items = listed(summary)
    found = _done_too_early(summary, items, late) + _tests(summary, late)
    return found + skipped(items, late) + done_by_call(items, late) + done_by_word(items, late)


def _claims(summary: str, items: Sequence[Listed]) -> Iterator[Claim]:
    still_open = {item.text for item in items if item.open and not says_done(item.text)}
    for sentence in split(summary):
        text = sentence.of(summary)
        if sentence.kind in (Kind.CODE, Kind.HEADING) or text in still_open or text[:1] in '"“「『' or text[-1:] == "]":
            continue
        text = _LABEL.sub("", text)
        claim = claim_of(text)
        if claim.done and not text.endswith((":", "：")):
            yield claim


def _done_too_early(summary: str, items: Sequence[Listed], late: Late) -> list[State]:
    open_ = [*_loose_ends(late), *_withheld(late)]
    ordered = _ordered(late)
    if not open_ and ordered is None:
        return []
    told = [claim_of(line) for one in late.of(Origin.MODEL) for line in lines(one.text) if says_done(line)]
    open_ = [one for one in open_ if not any(_denies(one, claim) and claim.text != one.text for claim in told)]
    since = late.since_human()
    found: list[State] = []
    for claim in _claims(summary, items):
        one = next((one for one in open_ if _denies(one, claim)), None)
        if one is None and ordered is not None and _only_ordered(claim, ordered, since):
            one = ordered
        if one is not None:
            found.append(State(one.text, "open_listed_done", claim.text, one.event))
    return found


def _denies(one: _Open, claim: Claim) -> bool:
    """Whether a clause leaves open what a sentence gives as done: it names the deed, and most of what it is done to."""
    shared = one.topic & claim.words
    if not shared & claim.done:
        return False
    if len(one.topic) < 2:
        return not one.around or bool(one.around & claim.words - one.topic)
    return len(shared) >= (len(one.topic) if len(one.topic) == 2 else _FITS * len(one.topic))


def _loose_ends(late: Late) -> list[_Open]:
    """What the model's words behind its last call leave open."""
    closing = late.closing()
    if not closing:
        return []
    from threefold.work.endings import open_ends  # loaded where it is needed: much hangs on it

    asked = "\n".join(one.text for one in (*late.of(Origin.HUMAN)[-2:], *closing))
    found: list[_Open] = []
    for one in closing:
        ends = dict.fromkeys(open_ends(one.text, ""))
        ends.update((line, None) for line in lines(one.text) if _LATER.search(line))
        for line in ends:
            found += _open_clauses(one.event, line, asked)
    return found[:_MOST]


def _open_clauses(event: int, line: str, asked: str) -> Iterator[_Open]:
    around = said(line) | said(asked)
    for clause in clauses_of(line.replace(" and has ", ", has ").replace(" and is ", ", is ")):
        if OPEN.search(clause):
            topic = said(_CAUSE.sub(" ", _ONCE.sub(" ", clause)))
            if topic:
                yield _Open(event, line, topic, around - topic)


def _withheld(late: Late) -> list[_Open]:
    """What the human's last words forbid, put off or keep for the human. A call since then that names the deed may
    have done it all the same."""
    since = late.since_human()
    if not since:
        return []
    event, _, text, _ = since[0]
    called = {
        ALIKE.get(stem(word), stem(word)) for one in since if one.origin is Origin.CALL for word in words(one.text)
    }
    around = {word for one in list(late.texts)[-len(since) - 3 :] for word in said(one.text)}
    found: list[_Open] = []
    for clause in (clause for line in lines(text) for clause in clauses_of(line)):
        if not _WITHHELD.search(clause):
            continue
        before = _BEFORE.search(clause)
        topic = said(next(filter(None, before.groups())) if before else clause) - _NO_DEED
        if topic and (_HAN.search(clause) or called.isdisjoint(topic)):
            found.append(_Open(event, clause, topic, around - topic))
    return found


def _ordered(late: Late) -> _Open | None:
    """The human's last words, where no call has followed them, or the last one failed and the model says so."""
    since = late.since_human()
    if not since or (any(one.origin is Origin.CALL for one in since) and not _gave_up(late, since)):
        return None
    event, _, text, _ = since[0]
    clauses = [clause for line in lines(text) for clause in clauses_of(line)]
    asked = [clause for clause in clauses if not _GOES_ON.search(clause) and not _BY_WORDS.search(clause)]
    topic = {word for clause in asked for word in said(clause)}
    return _Open(event, ", ".join(asked), topic, said(text)) if topic else None


def _gave_up(late: Late, since: Sequence[Held]) -> bool:
    results = [one for one in since if one.origin is Origin.RESULT]
    if not results or not FAILED.search(results[-1].text[:2000]):
        return False
    return any(FAILED.search(one.text) or OPEN.search(one.text) for one in late.closing())


def _only_ordered(claim: Claim, ordered: _Open, since: Sequence[Held]) -> bool:
    """Whether a clause of a claim says nothing but what the human ordered last, and no call that went well names it."""
    for clause in _parts(claim.text):
        spoken = said(clause)
        shared = spoken & ordered.around
        if not spoken & claim.done & ordered.topic or len(shared) < 2 or len(shared) < _FITS * len(spoken):
            continue
        names = [word for word in shared if word.isascii() and len(word) > 2]
        went_well = [one.text.lower() for one in since if one.origin is Origin.CALL and not failed(one.call, since)]
        if not names or not any(name in call for name in names for call in went_well):
            return True
    return False


def _parts(text: str) -> Iterator[str]:
    for clause in clauses_of(text):
        yield clause
        if " and " in clause:
            yield from clause.split(" and ")


def _tests(summary: str, late: Late) -> list[State]:
    """``All tests pass``, where the last tests that ran did not."""
    last = next((one for one in reversed(late.of(Origin.CALL)) if _TESTS.search(one.text[:600])), None)
    result = next((one for one in late.texts if last and one.origin is Origin.RESULT and one.call == last.call), None)
    shown = _TESTS_FAIL.search(result.text) if result is not None else None
    if result is None or shown is None:
        return []
    return [
        State(shown[0].strip(), "open_listed_done", text, result.event)
        for sentence in split(summary)
        if sentence.kind is not Kind.CODE
        and (found := _ALL_PASS.search(text := sentence.of(summary)))
        and not _BUT.search(text)
        and found
    ]


def unnamed(summary: str, names: Sequence[tuple[int, int, str]], ledger: Ledger) -> list[State]:
    """What the summary gives as done with a name (of a variable) that a human gave and no call has ever named."""
    found: list[State] = []
    for sentence in split(summary):
        text = sentence.of(summary)
        if sentence.kind in (Kind.CODE, Kind.HEADING) or not says_done(text):
            continue
        for start, end, name in names:
            if not sentence.start <= start < end <= sentence.end:
                continue
            places = ledger.places(encode(name))
            if places and all(origin is Origin.HUMAN for _, origin in places):
                found.append(State(name, "open_listed_done", text, places[-1][0]))
    return found
