"""What the record shows not to be done, against what the summary tells of as done.

Evidence is what was said and called last about it: the model's loose ends and failures, what a human asked for, put off,
forbade or kept for themselves and no call has done since, a last call that failed. A later call or a later word about the
same takes the place of an earlier one.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.failing import ALL_DONE, failed_call, not_all
from threefold.auditing.late import (
    ALIKE,
    FAILED,
    NO_CLAIM,
    OPEN,
    Claim,
    Late,
    claim_of,
    failed,
    lines,
    mentions,
    names,
    said,
)
from threefold.auditing.ledger import Origin
from threefold.auditing.phrases import chinese, stem, words
from threefold.auditing.rules import clauses_of
from threefold.auditing.sections import COPY, RULES, WORDS, sections
from threefold.auditing.settled import done_by_call, done_by_word
from threefold.auditing.takenback import skipped
from threefold.auditing.tasks import TICKED, Listed, State, listed, says_done
from threefold.text.later import later

_MOST = 60  # clauses that leave something open
_MOSTLY = 0.5  # of what a human forbade is named by a call that may have done it all the same
_FITS = 2 / 3  # of one side's telling words stand on the other
_CAUSE = later(
    r"(?i)\b(?:wait(?:s|ing)? (?:for|on|until)|until|because|due to|since|blocked (?:by|on)|after|once|when|for lack of)\b.*|[:：]\s.*|(?:因为|由于|(?:目前|现在)?只有).*"
)
_LATER = later(
    r"(?i)\b(?:wait(?:s|ing)? (?:for|on|until)|blocked (?:by|on)|(?:is|are|comes?|goes) next|next (?:up|is|comes?)|for lack of|broke off|gave up|crashed|aborted"
    r"|(?:has|have|is|are) yet to|inconclusive|interrupted|not (?:met|reached)|misses the)\b|接下来|下一步|开始[^，。；了]|正在|不达标|没达到|未达|超过.{0,12}目标"
)
"""What a line says that leaves something open, beside what :func:`threefold.work.endings.open_ends` hears."""
_ONCE = later(r"等.{0,12}?(?:后|之后|再)")
_LABEL = later(r"^[^\n]{1,60}[:：][ \t]*\n\s*")
"""A heading without a mark of its own, on the line above a sentence."""
_WITHHELD = later(
    r"(?i)\b(?:do not|don'?t|not yet|not now|never|hold off|wait (?:for|with|until)|leave\b.{1,60}\balone|before (?:you |we |i )?\w+(?:ing)?\b|no deletions?"
    r"|(?:i'll|i will|we'll|let me)\b.{1,80}\b(?:myself|ourselves|by hand)|(?:i|we) (?:do|apply|deploy|run|send|order|merge|release|upload|write|file|install|push) (?:it|that|this|the|them|after|on|when|once|myself))\b"
    r"|(?<![特分级类识区个辨告差性])别(?![的名称墅致])|不要|先不|先放|之前(?:先|要)|再(?:发|合|上|做|改|装|导|推|跑|删|说)|我自己|我来"
)
_BEFORE = later(
    r"(?i)\bbefore (?:you |we )?(\w+ing\b.{0,60})|([^，。；]{2,40})之前(?:先|要)|\b(?:i'll|i will|we'll|let me)(?: do)? (.{2,60}?) (?:myself|ourselves|by hand)\b"
    r"|[^，。；]{1,20}再([^，。；]{2,30})|([^，。；]{2,30}?)(?:等|我自己|我来)"
)
"""What comes after something else, or is for the human to do."""
_BY_HUMAN = later(
    r"(?i)\b(?:by|for) (?:the )?(?:user|human)|\b(?:user|human|himself|herself|themselves)\b|by hand|用户"
)
"""What a sentence says of what a human does for themselves."""
_STAYS = later(r"(?i)\b(?:stays?|remains?|kept|keeps?|unchanged|untouched|no|not)\b|保持|不变|没|不")
_STATE = later(
    r"(?i)[:：]\W*(?:already |now |also |has been |is |was )*(?:done|complete|[a-z]{2,20}ed|sent|set|made|built|written|paid)\b|[:：].{0,6}(?:已|完成)"
)
"""How an item tells its state behind its name: ``upload: done``."""
_SHORT_OF = later(
    r"(?i)\b(?:did|has|have|was|were)(?: not|n't) (?:yet )?(?:been )?(?:complete|finish|done|reach)|未能|没有?(?:完成|跑完|做完)"
)
_LEADS = later(r"(?i)^\W*(?:(?:then|and|also|now|please|ok(?:ay)?|next|so|yes|first|just)\b[,\s]*)+")
_NO_DEED = frozenset(map(stem, ("leave", "wait", "alone")))
_GOES_ON = later(
    r"(?i)\b(?:continu\w*|go on|carry on|keep|rest|remaining|again|more|was|were|did|had|already|worked|works|looks?|thanks?|good|great|fine)\b|\?|继续|接着|剩下|其余|已经|[了过？]"
)
_BY_WORDS = later(
    r"(?i)\b(?:explain|describe|answer|tell|list|summari[sz]e|draft|write|translate|plan|propose|suggest|review|compare|name|show|think)\b|说明|解释|列出|写|总结|草拟|翻译|看看|建议|比较"
)
"""What a model does with its words alone."""


class _Open(NamedTuple):
    """A clause of the record that leaves something open: where, what it is about, what was spoken of around it, and
    whether a human forbade it or put it off. ``named`` is what of it stays the same in another language."""

    place: int
    event: int
    text: str
    topic: set[str]
    around: set[str]
    withheld: bool = False
    named: frozenset[str] = frozenset()


def told_wrongly(summary: str, late: Late) -> list[State]:
    """What the summary gives as done and the record as open, withheld or failed; what it lists as open and a human
    skipped, or the record has done."""
    items = listed(summary)
    found = _done_too_early(summary, items, late) + not_all(summary, late)
    return found + skipped(items, late) + done_by_call(items, late) + done_by_word(items, late)


class _Told(NamedTuple):
    """A claim of the summary; whether it says so outright, and not in passing or in the form of a rule; and whether it is
    but a name in a list of what is done."""

    claim: Claim
    firm: bool
    bare: bool


def _claims(summary: str, items: Sequence[Listed], late: Late) -> Iterator[_Told]:
    still_open = {item.text for item in items if item.open and not says_done(item.text)}
    finished = {item.text for item in items if not item.open}
    asked = {line for one in late.of(Origin.HUMAN) for line in lines(one.text)}
    for sentence, kind, _ in sections(summary):
        text = TICKED.sub("", _LABEL.sub("", sentence.of(summary))).strip()
        if (
            kind in (WORDS, COPY, RULES)
            or text in still_open
            or _SHORT_OF.search(text)
            or text[:1] in '"“「『`'
            or text[-1:] in '"”」]:：'
        ):
            continue
        claim = claim_of(text)
        bare = text in finished and not claim.done and not OPEN.search(text)
        stated = _STATE.search(text) is not None
        outright = stated and not any(one.search(text) for one in (OPEN, FAILED, NO_CLAIM))
        claim = claim._replace(done=claim.words) if bare or (outright and not claim.done) else claim
        if claim.done and text not in asked:
            firm = text in finished or says_done(text) or stated
            yield _Told(claim, firm, bare)


def _done_too_early(summary: str, items: Sequence[Listed], late: Late) -> list[State]:
    ends, withheld, short, orders = _loose_ends(late), _withheld(late), _fell_short(late), _ordered(late)
    last = max((one.place for one in withheld + orders), default=-1)
    told = [claim_of(line) for one in late.of(Origin.MODEL) for line in lines(one.text) if says_done(line)]
    open_ = [
        one
        for one in ends + withheld + short
        if not any(_denies(one, claim) and claim.text != one.text for claim in told)
    ]
    found: list[State] = []
    for claim, firm, bare in _claims(summary, items, late):
        against = (
            one for one in open_ if (one.place >= last if bare or not firm else True) and not (bare and one.withheld)
        )
        one = next((one for one in against if _leaves_open(one, claim, late)), None)
        ordered = (one for one in orders if not bare and (firm or one.place >= last))
        one = one or next((one for one in ordered if _only_ordered(claim, one, late, firm)), None)
        if one is not None:
            found.append(State(one.text, "open_listed_done", claim.text, one.event))
        elif firm and (state := failed_call(claim, late)) is not None:
            found.append(state)
    return found


def _leaves_open(one: _Open, claim: Claim, late: Late) -> bool:
    """Whether a clause of the record leaves open what a sentence gives as done, and nothing behind it says otherwise."""
    if one.withheld and _BY_HUMAN.search(claim.text):
        return False
    about = one.topic & claim.words or set(one.named)
    return _denies(one, claim) and not late.reports(one.place, about, _MOSTLY if one.withheld else 0.0)


def _denies(one: _Open, claim: Claim) -> bool:
    """Whether a clause leaves open what a sentence gives as done: it names the deed, and most of what it is done to."""
    if chinese(one.text) != chinese(claim.text):
        alike = one.named & names(claim.text)
        return len(alike) > 1 or bool(alike and alike == one.named and one.withheld and not _STAYS.search(claim.text))
    shared = one.topic & claim.words
    if not shared & claim.done:
        return False
    if len(one.topic) < 2 or ALL_DONE.search(claim.text):
        return not one.around or bool(one.around & claim.words - one.topic or names(" ".join(one.topic)))
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
            found += _open_clauses(len(late.texts), one.event, line, asked)
    return found[:_MOST]


def _fell_short(late: Late) -> list[_Open]:
    """What the model said before its last call to have failed, or to have missed its aim."""
    held = list(late.texts)
    found: list[_Open] = []
    for place, one in enumerate(held):
        if one.origin is Origin.MODEL:
            for line in lines(one.text):
                if FAILED.search(line) or _LATER.search(line):
                    asked = next((other.text for other in reversed(held[:place]) if other.origin is Origin.HUMAN), "")
                    found += _open_clauses(place, one.event, line, asked)
    return found[-_MOST:]


def _open_clauses(place: int, event: int, line: str, asked: str) -> Iterator[_Open]:
    around = said(line) | said(asked)
    for clause in clauses_of(line.replace(" and has ", ", has ").replace(" and is ", ", is ")):
        if OPEN.search(clause) or _LATER.search(clause):
            topic = said(_CAUSE.sub(" ", _ONCE.sub(" ", clause)))
            if topic:
                yield _Open(place, event, line, topic, around - topic, named=frozenset(names(line)))


def _withheld(late: Late) -> list[_Open]:
    """What humans forbade, put off or kept for themselves."""
    held = list(late.texts)
    found: list[_Open] = []
    for place, (event, origin, text, _) in enumerate(held):
        if origin is not Origin.HUMAN:
            continue
        around = {word for one in held[max(0, place - 3) : place + 1] for word in said(one.text)}
        for clause in (clause for line in lines(text) for clause in clauses_of(line)):
            if _WITHHELD.search(clause):
                before = _BEFORE.search(clause)
                topic = said(_CAUSE.sub(" ", next(filter(None, before.groups())) if before else clause)) - _NO_DEED
                if topic:
                    found.append(_Open(place, event, clause, topic, around - topic, True, frozenset(names(clause))))
    return found[-_MOST:]


def _ordered(late: Late) -> list[_Open]:
    """What humans asked for, one text each, that is done by calls and not by words."""
    found: list[_Open] = []
    for place, (event, origin, text, _) in enumerate(late.texts):
        if origin is Origin.HUMAN:
            clauses = [clause for line in lines(text) for clause in clauses_of(line)]
            asked = [clause for clause in clauses if not _GOES_ON.search(clause) and not _BY_WORDS.search(clause)]
            topic = {word for clause in asked for word in said(clause)}
            if topic:
                found.append(_Open(place, event, ", ".join(asked), topic, said(text)))
    return found


def _only_ordered(claim: Claim, ordered: _Open, late: Late, firm: bool) -> bool:
    """Whether a clause of a claim says nothing but what a human ordered, and nothing since then names it."""
    held = list(late.texts)
    since = held[ordered.place + 1 :]
    recent = all(one.origin is not Origin.HUMAN for one in since)
    calls = [one for one in since if one.origin is Origin.CALL]
    if not recent:
        deeds = {stem(word[0]) for clause in clauses_of(ordered.text) if (word := words(_LEADS.sub("", clause)))}
        if not firm or not {ALIKE.get(deed, deed) for deed in deeds} & claim.done:
            return False
    elif calls and not _gave_up(late):
        return False
    for clause in _parts(claim.text):
        spoken = said(clause)
        shared = spoken & ordered.around
        if not spoken & claim.done & ordered.topic or len(shared) < 2 or len(shared) < _FITS * len(spoken):
            continue
        spelled = [word for word in shared if word.isascii() and len(word) > 2]
        named = (one for word in spelled for one in calls if mentions(one.text, word))
        if recent and not any(not failed(one.call, held) for one in named):
            return True
        if not recent and spelled and not late.reports(ordered.place, shared):
            return True
    return False


def _gave_up(late: Late) -> bool:
    """Whether the last call failed, and the model says so."""
    results = [one for one in late.since_human() if one.origin is Origin.RESULT]
    if not results or not FAILED.search(results[-1].text[:2000]):
        return False
    return any(FAILED.search(one.text) or OPEN.search(one.text) for one in late.closing())


def _parts(text: str) -> Iterator[str]:
    for clause in clauses_of(text):
        yield clause
        if " and " in clause:
            yield from clause.split(" and ")
